//! Random options, most of them with plays for which Popeye accepts them.

use super::super::chance::Chance;
use super::Case;
use super::men::name;

const ALWAYS: &[&str] = &[
    "SetPlay",
    "SetPlay",
    "Duplex",
    "HalfDuplex",
    "NoBk",
    "NoWk",
    "NoCastling",
    "MaxSolutions",
    "StopOnShortSolutions",
    "StartMoveNumber",
    "UpToMoveNumber",
    "EnPassant",
    "MoveNumbers",
    "GoalIsEnd",
    "KeepMatingPiece",
    "Quodlibet",
];
const IN_BATTLE: &[&str] = &[
    "Try",
    "Try",
    "Try",
    "Defence",
    "Variation",
    "Variation",
    "Variation",
    "NoThreat",
    "Threat",
    "MaxFlightsquares",
    "NonTrivial",
    "NoShortVariations",
    "PostKeyPlay",
    "MatesIn1",
    "TrivialTriesAvoid",
    "SetPlay",
    "Quodlibet",
    "NullMoves",
];
const IN_HELP: &[&str] = &["WhiteToPlay", "WhiteToPlay", "NullMoves"];

pub fn options(chance: &mut Chance, case: &Case) -> Vec<String> {
    let mut options: Vec<String> = Vec::new();
    let is_help = case.kind().starts_with('h') || case.kind().starts_with("reci") || case.target.is_some();
    for _ in 0..[0, 0, 1, 1, 1, 2, 2, 3][chance.below(8)] {
        let special = if is_help { IN_HELP } else { IN_BATTLE };
        let pool = match chance.below(20) {
            0 => [IN_HELP, IN_BATTLE][chance.below(2)],
            1..12 => special,
            _ => ALWAYS,
        };
        let option = chance.of(pool);
        if !options.iter().any(|given| given.starts_with(option))
            && let Some(arguments) = arguments(chance, case, option)
        {
            options.push(format!("{option}{arguments}"));
        }
    }
    options
}

/// Returns the option's arguments, or `None` if the option does not suit the problem.
fn arguments(chance: &mut Chance, case: &Case, option: &str) -> Option<String> {
    let some = match option {
        "Defence" | "MaxSolutions" => format!(" {}", 1 + chance.below(3)),
        "Threat" => format!(" {}", chance.below(3)),
        "MaxFlightsquares" => format!(" {}", chance.below(4)),
        "StartMoveNumber" | "UpToMoveNumber" => format!(" {}", [1, 2, 3, 5, 8][chance.below(5)]),
        "NonTrivial" => format!(" {} {}", chance.below(3), 1 + chance.below(2)),
        "NoCastling" => {
            let at_home = |man: &&super::Man| matches!(man.at, (0 | 4 | 7, 0 | 7));
            let home: Vec<String> = case.men.iter().filter(at_home).map(|man| name(man.at)).collect();
            if home.is_empty() {
                return None;
            }
            format!(" {}", home[chance.below(home.len())])
        }
        "EnPassant" => {
            let passed = |man: &&super::Man| man.kind == "P" && man.at.1 == if man.side == "white" { 3 } else { 4 };
            let pawn = case.men.iter().find(passed)?;
            let (file, rank) = pawn.at;
            let way = if pawn.side == "white" { [1, 2] } else { [6, 5] };
            format!(" {} {} {}", name((file, way[0])), name((file, way[1])), name((file, rank)))
        }
        _ => String::new(),
    };
    Some(some)
}
