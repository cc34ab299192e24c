//! The fixed words of Popeye's text in three languages, and its solving times.

use crate::clock::Instant;
use crate::units::Tongue;
use std::time::Duration;

/// The fixed words of Popeye's text in one language.
#[derive(Debug)]
pub struct PopeyeWords {
    pub time: &'static str,
    pub finished: &'static str,
    pub interrupted: &'static str,
    pub partial: &'static str,
    pub threat: &'static str,
    pub zugzwang: &'static str,
    pub but: &'static str,
    pub refutes: &'static str,
    pub zeroposition: &'static str,
    pub undecided: &'static str,
    pub king_can_be_captured: &'static str,
    pub king_is_missing: &'static str,
    pub problem_ignored: &'static str,
}

/// The fixed words of Popeye 4.104, in the order of [`Tongue::ALL`].
const WORDS: [PopeyeWords; 3] = [
    PopeyeWords {
        time: "Time",
        finished: "solution finished.",
        interrupted: "solving interrupted.",
        partial: "Partial solution",
        threat: "threat",
        zugzwang: "zugzwang",
        but: "but",
        refutes: "refutes",
        zeroposition: "zeroposition",
        undecided: " cannot decide if this move is legal or not.",
        king_can_be_captured: "the side to play can capture the king",
        king_is_missing: "both sides need a king",
        problem_ignored: "problem ignored",
    },
    PopeyeWords {
        time: "Zeit",
        finished: "Loesung beendet.",
        interrupted: "Bearbeitung abgebrochen.",
        partial: "Partielle Loesung",
        threat: "Drohung",
        zugzwang: "Zugzwang",
        but: "Aber",
        refutes: "widerlegt",
        zeroposition: "NullStellung",
        undecided: " cannot decide if this move is legal or not.",
        king_can_be_captured: "Die am Zug befindliche Partei kann den Koenig schlagen",
        king_is_missing: "Es fehlt ein weisser oder schwarzer Koenig",
        problem_ignored: "Problem uebersprungen",
    },
    PopeyeWords {
        time: "Temps",
        finished: "solution terminee.",
        interrupted: "solution interrompue.",
        partial: "solution partielle",
        threat: "menace",
        zugzwang: "blocus",
        but: "mais",
        refutes: "refute",
        zeroposition: "zeroposition",
        undecided: " cannot decide if this move is legal or not.",
        king_can_be_captured: "le camp au trait peut prendre le roi",
        king_is_missing: "il faut un roi de chaque couleur",
        problem_ignored: "probleme ignoree",
    },
];

impl PopeyeWords {
    pub fn of(language: Tongue) -> &'static PopeyeWords {
        &WORDS[language as usize]
    }
}

/// The solving time of a problem, and whether it is printed.
#[derive(Clone, Copy, Debug, Default)]
pub enum SolvingTime {
    /// No times are printed, as with Popeye's switch `-regression`.
    #[default]
    Omitted,
    /// The solver has been working on the problem since this moment.
    Since(Instant),
    /// The solver has solved the problem in this time.
    Total(Duration),
}

impl SolvingTime {
    /// Returns the time in Popeye's form: `0.015 s`, `1:03.267 m:s`, `1:02:03 h:m:s`. Returns `None` if times are
    /// omitted.
    pub fn text(self) -> Option<String> {
        let time = match self {
            SolvingTime::Omitted => return None,
            SolvingTime::Since(begin) => begin.elapsed(),
            SolvingTime::Total(time) => time,
        };
        let (seconds, milliseconds) = (time.as_secs(), time.subsec_millis());
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
        Some(match (hours, minutes) {
            (0, 0) => format!("{seconds}.{milliseconds:03} s"),
            (0, _) => format!("{minutes}:{:02}.{milliseconds:03} m:s", seconds % 60),
            _ => format!("{hours}:{minutes:02}:{:02} h:m:s", seconds % 60),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_popeyes_units() {
        let rows = [(0, "0.000 s"), (15, "0.015 s"), (63_267, "1:03.267 m:s"), (3_723_004, "1:02:03 h:m:s")];
        for (milliseconds, expected) in rows {
            let time = SolvingTime::Total(Duration::from_millis(milliseconds));
            assert_eq!(time.text().as_deref(), Some(expected));
        }
        assert_eq!(SolvingTime::Omitted.text(), None);
    }
}
