//! The fixed words of the text for people in each language: titles, verdicts, and sentences about the search. Popeye's
//! text has other words (`popeye/words.rs`). Findings, notes and messages are in English.

use crate::notation::Letters;
use crate::solution::{Cut, Phase, PhaseKind, Style, Verdict};
use crate::units::{Color, Tongue};

/// The fixed words of one language. They are the words that problem magazines in this language use.
#[derive(Debug)]
pub struct Words {
    pub set_play: &'static str,
    /// Title of play that begins with neither key nor try.
    pub play: &'static str,
    /// The title for one solution, and for several.
    pub solution: [&'static str; 2],
    pub key: [&'static str; 2],
    pub r#try: [&'static str; 2],
    pub first_moves: &'static str,
    /// Title of the findings about the play, which are printed below it.
    pub duals: &'static str,
    pub changed_play: &'static str,
    /// The word for the set play in the table of changed play. The answers in the set play follow it.
    pub set: &'static str,
    /// The word for the actual play in the table of changed play. The answers after the key follow it.
    pub actual: &'static str,
    /// The word before refutations.
    pub but: &'static str,
    /// The word before threats that do not fit on the line of the move.
    pub threat: &'static str,
    pub zugzwang: &'static str,
    pub check: &'static str,
    pub null_move: &'static str,
    /// The remark after a move whose legality is undecided, in a problem with invisible men.
    pub undecided_move: &'static str,
    pub sides_exchanged: &'static str,
    /// Title of a branch of a structured stipulation, with `{}` for its number.
    pub branch: &'static str,
    /// The sentences that there is no set play, and that there is no solution. They are used after a complete search.
    pub none: [&'static str; 2],
    /// The sentences that no set play was found, and that no solution was found, before the search was cut.
    pub none_before_cut: [&'static str; 2],
    pub illegal_set_play: &'static str,
    /// The nouns after a number: keys, solutions and lines of set play.
    pub counts: [&'static str; 3],
    pub complete: &'static str,
    /// The closing line of a search that is complete except for some twins; `{}` stands for these twins.
    pub complete_except: &'static str,
    /// The word before the reasons why a search was cut.
    pub undecided: &'static str,
    /// The reasons why a search was cut, in the order of [`Words::cut`].
    cuts: [&'static str; 6],
    verdicts: [&'static str; 4],
    to_move: [&'static str; 2],
}

const ENGLISH: Words = Words {
    set_play: "Set play",
    play: "Play",
    solution: ["Solution", "Solutions"],
    key: ["Key", "Keys"],
    r#try: ["Try", "Tries"],
    first_moves: "First moves",
    duals: "Duals and short play",
    changed_play: "Changed play",
    set: "set",
    actual: "key",
    but: "but",
    threat: "threat:",
    zugzwang: "zz",
    check: "check",
    null_move: "null move",
    undecided_move: "whether it is legal is not decided",
    sides_exchanged: "Sides exchanged",
    branch: "Branch {} of the stipulation",
    none: ["No set play.", "No solution."],
    none_before_cut: ["No set play found before the search was cut.", "No solution found before the search was cut."],
    illegal_set_play: "No set play: its first move could capture the king.",
    counts: ["keys", "solutions", "lines of set play"],
    complete: "The search was complete.",
    complete_except: "The search was complete, except for {}.",
    undecided: "Undecided:",
    cuts: [
        "time limit reached",
        "memory limit reached",
        "interrupted",
        "maximum number of solutions reached",
        "only a part of the first moves was searched",
        "longer solutions were not looked for",
    ],
    verdicts: ["sound", "unsound", "undecided", "invalid"],
    to_move: ["White to move", "Black to move"],
};

const GERMAN: Words = Words {
    set_play: "Satzspiel",
    play: "Spiel",
    solution: ["Lösung", "Lösungen"],
    key: ["Schlüssel", "Schlüssel"],
    r#try: ["Verführung", "Verführungen"],
    first_moves: "Erste Züge",
    duals: "Duale und Kurzspiele",
    changed_play: "Spielwechsel",
    set: "Satz",
    actual: "Lösung",
    but: "aber",
    threat: "Drohung:",
    zugzwang: "Zugzwang",
    check: "Schach",
    null_move: "Nullzug",
    undecided_move: "ob er legal ist, ist offen",
    sides_exchanged: "Seiten vertauscht",
    branch: "Zweig {} der Forderung",
    none: ["Kein Satzspiel.", "Keine Lösung."],
    none_before_cut: [
        "Kein Satzspiel gefunden, bevor die Suche abgebrochen wurde.",
        "Keine Lösung gefunden, bevor die Suche abgebrochen wurde.",
    ],
    illegal_set_play: "Kein Satzspiel: Sein erster Zug könnte den König schlagen.",
    counts: ["Schlüssel", "Lösungen", "Satzspiele"],
    complete: "Die Suche war vollständig.",
    complete_except: "Die Suche war vollständig, außer bei {}.",
    undecided: "Offen:",
    cuts: [
        "Zeitgrenze erreicht",
        "Speichergrenze erreicht",
        "abgebrochen",
        "Höchstzahl der Lösungen erreicht",
        "nur ein Teil der ersten Züge wurde untersucht",
        "längere Lösungen wurden nicht gesucht",
    ],
    verdicts: ["korrekt", "inkorrekt", "offen", "ungültig"],
    to_move: ["Weiß am Zug", "Schwarz am Zug"],
};

const FRENCH: Words = Words {
    set_play: "Jeu apparent",
    play: "Jeu",
    solution: ["Solution", "Solutions"],
    key: ["Clé", "Clés"],
    r#try: ["Essai", "Essais"],
    first_moves: "Premiers coups",
    duals: "Duals et jeux courts",
    changed_play: "Jeu changé",
    set: "apparent",
    actual: "réel",
    but: "mais",
    threat: "menace :",
    zugzwang: "blocus",
    check: "échec",
    null_move: "coup nul",
    undecided_move: "sa légalité est indécise",
    sides_exchanged: "Camps inversés",
    branch: "Branche {} de l'énoncé",
    none: ["Pas de jeu apparent.", "Pas de solution."],
    none_before_cut: [
        "Pas de jeu apparent trouvé avant l'arrêt de la recherche.",
        "Pas de solution trouvée avant l'arrêt de la recherche.",
    ],
    illegal_set_play: "Pas de jeu apparent : son premier coup pourrait prendre le roi.",
    counts: ["clés", "solutions", "jeux apparents"],
    complete: "La recherche est complète.",
    complete_except: "La recherche est complète, sauf pour {}.",
    undecided: "Indécis :",
    cuts: [
        "limite de temps atteinte",
        "limite de mémoire atteinte",
        "interrompu",
        "nombre maximal de solutions atteint",
        "une partie seulement des premiers coups a été examinée",
        "les solutions plus longues n'ont pas été cherchées",
    ],
    verdicts: ["correct", "incorrect", "indécis", "invalide"],
    to_move: ["Trait aux Blancs", "Trait aux Noirs"],
};

impl Words {
    /// Returns the words in the language of the piece letters.
    pub fn of(letters: Letters) -> &'static Words {
        match letters {
            Letters::Problem | Letters::Game => &ENGLISH,
            Letters::Of(tongue) | Letters::Figurines(tongue) => match tongue {
                Tongue::English => &ENGLISH,
                Tongue::German => &GERMAN,
                Tongue::French => &FRENCH,
            },
        }
    }

    /// Returns the sentence that a phase of this kind has no play or, if the search was cut (`is_cut`), that no play
    /// was found before the cut.
    pub fn nothing(&self, kind: PhaseKind, is_cut: bool) -> &'static str {
        let sentences = if is_cut { self.none_before_cut } else { self.none };
        sentences[usize::from(kind != PhaseKind::SetPlay)]
    }

    /// Returns the noun for the items that are counted in this phase: keys, solutions or lines of set play.
    pub fn counted(&self, phase: &Phase) -> &'static str {
        let is_tree = phase.groups.iter().any(|group| group.style == Style::Tree);
        self.counts[match phase.kind {
            _ if is_tree => 0,
            PhaseKind::Play => 1,
            PhaseKind::SetPlay => 2,
        }]
    }

    pub fn cut(&self, cut: Cut) -> &'static str {
        self.cuts[match cut {
            Cut::Time => 0,
            Cut::Memory => 1,
            Cut::Interrupted => 2,
            Cut::MaxSolutions => 3,
            Cut::MoveNumbers => 4,
            Cut::ShortSolutions => 5,
        }]
    }

    pub fn verdict(&self, verdict: Verdict) -> &'static str {
        self.verdicts[match verdict {
            Verdict::Sound => 0,
            Verdict::Unsound => 1,
            Verdict::Undecided => 2,
            Verdict::Invalid => 3,
        }]
    }

    pub fn to_move(&self, side: Color) -> &'static str {
        self.to_move[side as usize]
    }
}

/// Returns the first word if `count` is 1, otherwise the second.
pub fn plural(count: usize, [one, several]: [&'static str; 2]) -> &'static str {
    if count == 1 { one } else { several }
}
