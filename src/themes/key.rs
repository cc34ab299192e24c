//! Themes of the key: its form, and what it gives to the defender.

use super::facts::{Engine, Facts, Genre, PlyId};
use super::row::{Group, Needs, Shown, Theme, joined};
use crate::solution::{Annotation, Part};
use crate::units::{Color, Course, Square, Unit};

const BASE: Theme = Theme {
    name: "",
    aliases: &[],
    group: Group::Key,
    genres: &[Genre::Battle],
    needs: Needs::Moves,
    definition: "",
    source: "M. Velimirović and K. Valtonen, Encyclopedia of Chess Problems",
    disputed: "",
    example: ("", ""),
    counter: "",
    detect: threat,
};

pub static THEMES: &[Theme] = &[
    Theme {
        name: "threat problem",
        aliases: &["threat key"],
        definition: "The key threatens to reach the goal.",
        example: ("barnes-1965", "1.Se5!"),
        counter: "lincoln-2003",
        detect: threat,
        ..BASE
    },
    Theme {
        name: "block problem",
        aliases: &["waiting key", "zugzwang"],
        definition: "The key threatens nothing and does not check: the defender is in zugzwang.",
        example: ("lincoln-2003", "1.Bg4!"),
        counter: "mansfield-1915",
        detect: block,
        ..BASE
    },
    Theme {
        name: "complete block",
        needs: Needs::Engine,
        definition: "Two-movers: if the defender were to move in the diagram, every legal move would allow a mate.",
        example: ("battle-play-6", "1.Kb6!"),
        counter: "mansfield-1915",
        detect: complete_block,
        ..BASE
    },
    Theme {
        name: "checking key",
        definition: "The key checks.",
        example: ("kahl-1967-m1", "1.hxg6 ep.#!"),
        counter: "mansfield-1915",
        detect: checking,
        ..BASE
    },
    Theme {
        name: "capturing key",
        definition: "The key captures a man.",
        example: ("shire-2007", "1.Sxd3! captures the black pawn on d3"),
        counter: "mansfield-1915",
        detect: capturing,
        ..BASE
    },
    Theme {
        name: "promoting key",
        definition: "The key is a promotion.",
        example: ("brown-1994", "1.h8=S!"),
        counter: "mansfield-1915",
        detect: promoting,
        ..BASE
    },
    Theme {
        name: "castling key",
        definition: "The key is a castling move.",
        example: ("ebert-1991-m3", "1.0-0-0!"),
        counter: "mansfield-1915",
        detect: castling,
        ..BASE
    },
    Theme {
        name: "sacrificial key",
        aliases: &["sacrifice key"],
        needs: Needs::Engine,
        definition: "The defender can capture the man that makes the key on its arrival square, but could not capture \
                     it on its square in the diagram.",
        example: ("vangool-1978", "1.Rcc6! can be captured by Ra6, Bb7"),
        counter: "taverner-1889",
        detect: sacrificial,
        ..BASE
    },
    Theme {
        name: "flight-giving key",
        aliases: &["gives flights"],
        needs: Needs::Engine,
        definition: "After the key, which does not check, the defending king has a legal move that it does not have \
                     in the diagram.",
        example: ("shire-2007", "gives d3"),
        counter: "corrias-1917",
        detect: flights_given,
        ..BASE
    },
    Theme {
        name: "flight-taking key",
        aliases: &["takes flights"],
        needs: Needs::Engine,
        definition: "In the diagram, the defending king has a legal move that it does not have after the key, which \
                     does not check.",
        example: ("bottacchi-1919", "takes c5"),
        counter: "corrias-1917",
        detect: flights_taken,
        ..BASE
    },
    Theme {
        name: "unprovided flight",
        needs: Needs::Engine,
        definition: "Two-movers: in the diagram, the defending king has a legal move after which the attacker \
                     cannot mate at once.",
        example: ("lincoln-2003", "for Ke3"),
        counter: "corrias-1917",
        detect: unprovided_flight,
        ..BASE
    },
    Theme {
        name: "unprovided check",
        needs: Needs::Engine,
        definition: "Two-movers: in the diagram, the defender has a checking move after which the attacker cannot \
                     mate at once.",
        example: ("BEISPIEL_twin_23", "for Rg3+"),
        counter: "corrias-1917",
        detect: unprovided_check,
        ..BASE
    },
];

/// Iterates over the keys of all twins.
fn keys<'f>(facts: &'f Facts<'_>) -> impl Iterator<Item = PlyId> + 'f {
    let is_key = |&id: &PlyId| facts.plies[id].node.part == Part::Key && facts.plies[id].parent.is_none();
    (0..facts.plies.len()).filter(is_key)
}

/// Returns the result for the keys that show a theme, or `None` if there are none. For such a key, `why` returns the
/// text to add to the move and the squares concerned.
fn shown(facts: &Facts, why: impl Fn(PlyId) -> Option<(String, Vec<Square>)>) -> Option<Shown> {
    let found: Vec<(PlyId, String, Vec<Square>)> =
        keys(facts).filter_map(|key| why(key).map(|(words, squares)| (key, words, squares))).collect();
    let text = |(key, words, _): &(PlyId, String, Vec<Square>)| {
        let twin = &facts.stages[facts.plies[*key].stage].twin.label;
        format!("{twin} {}! {words}", facts.path_text(*key)).trim().to_string()
    };
    let texts: Vec<String> = found.iter().map(text).collect();
    (!found.is_empty()).then(|| {
        let shown = Shown::exact(joined(&texts)).with_plies(found.iter().map(|(key, ..)| *key));
        let men = found.iter().filter_map(|(key, ..)| facts.plies[*key].man);
        shown.with_men(men).with_squares(found.iter().flat_map(|(_, _, squares)| squares.clone()))
    })
}

/// Returns the result for the keys that show a theme, those for which `is_shown` is true, or `None` if there are none.
fn with(facts: &Facts, is_shown: impl Fn(PlyId) -> bool) -> Option<Shown> {
    shown(facts, |key| is_shown(key).then(|| (String::new(), Vec::new())))
}

fn threat(facts: &Facts) -> Option<Shown> {
    with(facts, |key| facts.plies[key].node.annotation == Annotation::Threat)
}

fn block(facts: &Facts) -> Option<Shown> {
    with(facts, |key| facts.plies[key].node.annotation == Annotation::Zugzwang)
}

fn checking(facts: &Facts) -> Option<Shown> {
    with(facts, |key| facts.plies[key].node.record.check)
}

fn capturing(facts: &Facts) -> Option<Shown> {
    shown(facts, |key| {
        let (unit, square) = facts.plies[key].node.record.captured?;
        Some((format!("captures the {} on {square}", unit.in_words()), vec![square]))
    })
}

fn promoting(facts: &Facts) -> Option<Shown> {
    with(facts, |key| facts.plies[key].node.record.promotion.is_some())
}

fn castling(facts: &Facts) -> Option<Shown> {
    with(facts, |key| facts.plies[key].node.record.is_castling())
}

/// The diagram before a key and the board after it, in direct play.
struct Around {
    defender: Color,
    before: Engine,
    after: Engine,
}

impl Around {
    /// Returns the boards before and after a key. Returns `None` if the play is not direct, if the key checks, or if it
    /// cannot be the defender's turn in the diagram because the defender could capture the king.
    fn of(facts: &Facts, key: PlyId) -> Option<Around> {
        let ply = &facts.plies[key];
        let defender = !ply.side();
        let problem = facts.stages[ply.stage].twin.problem.as_deref()?;
        let before = Engine::of_diagram(&problem.diagram);
        let after = Engine::of(&facts.after(key).placement);
        (facts.is_direct() && !ply.node.record.check && !before.can_capture_king(defender)).then_some(Around {
            defender,
            before,
            after,
        })
    }

    /// Returns the squares to which the defending king can move. Castling does not count.
    fn flights(&self, engine: &Engine) -> Vec<Square> {
        let engine = Engine::of(&engine.placement);
        let Some(king) = engine.king(self.defender) else { return Vec::new() };
        engine.moves_from(king).into_iter().map(|course| course.to).collect()
    }
}

fn sacrificial(facts: &Facts) -> Option<Shown> {
    shown(facts, |key| {
        let around = Around::of(facts, key)?;
        let ply = &facts.plies[key];
        let captures = |engine: &Engine, square: Square| -> Vec<Course> {
            engine.moves(around.defender).into_iter().filter(|course| course.to == square).collect()
        };
        let after = captures(&around.after, ply.to());
        let is_new = !after.is_empty() && captures(&around.before, ply.from()).is_empty();
        is_new.then(|| {
            let men: Vec<String> =
                after.iter().map(|course| format!("{}{}", course.mover.piece.letters(), course.from)).collect();
            (format!("can be captured by {}", men.join(", ")), vec![ply.to()])
        })
    })
}

fn flights_given(facts: &Facts) -> Option<Shown> {
    shown(facts, |key| {
        let around = Around::of(facts, key)?;
        let (before, after) = (around.flights(&around.before), around.flights(&around.after));
        difference("gives", &after, &before)
    })
}

fn flights_taken(facts: &Facts) -> Option<Shown> {
    shown(facts, |key| {
        let around = Around::of(facts, key)?;
        let (before, after) = (around.flights(&around.before), around.flights(&around.after));
        difference("takes", &before, &after)
    })
}

fn difference(word: &str, more: &[Square], less: &[Square]) -> Option<(String, Vec<Square>)> {
    let squares: Vec<Square> = more.iter().copied().filter(|square| !less.contains(square)).collect();
    let told: Vec<String> = squares.iter().map(Square::to_string).collect();
    (!squares.is_empty()).then(|| (format!("{word} {}", told.join(", ")), squares))
}

/// Returns the result for keys of two-movers in whose diagram the defender has strong moves (chosen by `is_strong`)
/// that no set mate answers. `sign` is written after each such move. Returns `None` if there are no such keys.
fn unprovided(facts: &Facts, is_strong: impl Fn(&Around, &Course) -> bool, sign: &str) -> Option<Shown> {
    if !facts.is_two_mover() {
        return None;
    }
    shown(facts, |key| {
        let around = Around::of(facts, key)?;
        let mut moves = around.before.unmated_moves(around.defender);
        moves.retain(|course| is_strong(&around, course));
        let told: Vec<String> =
            moves.iter().map(|course| format!("{}{}{sign}", letters(course.mover), course.to)).collect();
        let squares: Vec<Square> = moves.iter().map(|course| course.to).collect();
        (!moves.is_empty()).then(|| (format!("; no mate is set for {}", told.join(", ")), squares))
    })
}

fn letters(unit: Unit) -> &'static str {
    if unit.piece == crate::units::Piece::PAWN { "" } else { unit.piece.letters() }
}

fn unprovided_flight(facts: &Facts) -> Option<Shown> {
    unprovided(facts, |_, course| course.mover.is_royal(), "")
}

fn unprovided_check(facts: &Facts) -> Option<Shown> {
    let checks = |around: &Around, course: &Course| {
        let mut placement = around.before.placement.clone();
        if let Some(unit) = placement.take(course.from) {
            placement.put(course.to, unit);
        }
        let after = Engine::of(&placement);
        after.king(!around.defender).is_some_and(|king| !after.attackers(king, around.defender).is_empty())
    };
    unprovided(facts, checks, "+")
}

fn complete_block(facts: &Facts) -> Option<Shown> {
    if !facts.is_two_mover() {
        return None;
    }
    shown(facts, |key| {
        let around = Around::of(facts, key)?;
        let number = around.before.moves(around.defender).len();
        let is_complete = number > 0 && around.before.unmated_moves(around.defender).is_empty();
        is_complete.then(|| (format!("; all {number} moves of the diagram have a set mate"), Vec::new()))
    })
}
