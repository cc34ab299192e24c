//! Glossary of the terms in the output, which `keymove explain` prints.

/// A composition term with all its names.
pub struct Term {
    /// All names of the term. The first one is used in the output.
    pub names: &'static [&'static str],
    pub doc: &'static str,
}

const fn term(names: &'static [&'static str], doc: &'static str) -> Term {
    Term { names, doc }
}

/// All terms, ordered by subject: play, findings, verdicts, men.
pub const TERMS: &[Term] = &[
    // Parts of a solution.
    term(
        &["key", "keys"],
        "the first move of battle play that fulfils the stipulation against every defence; a sound problem has one",
    ),
    term(
        &["try", "tries"],
        "a first move that is refuted by exactly one defence (option Try shows tries, option Defence also those with \
         more refutations)",
    ),
    term(
        &["refutation", "refutations", "refutes"],
        "the defence to a try after which the stipulation can no longer be fulfilled",
    ),
    term(
        &["threat", "threats"],
        "the continuation of the attacking side if the other side could pass; printed in brackets after the move that \
         threatens it",
    ),
    term(
        &["zugzwang", "zz"],
        "a position in which a side faces no threat, but every move of it does harm; printed as `[zz]` after the move \
         that leads to it",
    ),
    term(&["check", "checks"], "an attack on a royal man, which the attacked side must answer"),
    term(&["defence", "defences"], "a move of the defending side that parries the threat or answers the key"),
    term(&["continuation", "continuations"], "the move of the attacking side after a defence"),
    term(&["variation", "variations"], "a defence with the play that follows it (option Variations shows variations)"),
    term(
        &["set play"],
        "the play from the diagram if the other side begins: the continuations that are ready before the key (option \
         SetPlay)",
    ),
    term(&["changed play", "changes"], "defences with different continuations in the set play and after the key"),
    term(
        &["phase", "phases"],
        "a part of the solution with its own first move: set play, a try with its variations, the play after the key",
    ),
    term(
        &["solution", "solutions"],
        "all keys with their variations in battle play; a line of moves in help and series play",
    ),
    term(
        &["play", "battle play"],
        "the moves that start from the diagram; in battle play one side attacks and the other defends",
    ),
    term(&["help play"], "play in which both sides cooperate to reach the goal"),
    term(&["series play", "series"], "play in which one side makes all its moves in a row"),
    term(
        &["branch", "branches"],
        "a part of a structured stipulation, or a point where a line of help play continues in several ways",
    ),
    term(&["goal"], "the aim of the last move, such as mate (`keymove list stipulations` shows all goals)"),
    term(&["ply", "half-move"], "a move of one side"),
    term(&["first moves", "move numbers"], "the numbered first moves that option MoveNumbers prints"),
    term(
        &["twin", "twins"],
        "a second problem made from the first by a small change of position, stipulation or conditions",
    ),
    term(
        &["unverified"],
        "of a combination of rules that was not compared with Popeye: solved only with `--allow-unverified`, and \
         never reported as sound",
    ),
    term(
        &["zeroposition"],
        "a diagram that is not itself a problem: every twin, including the first, is made by changing it",
    ),
    term(
        &["duplex"],
        "the same problem solved for both sides: once as stipulated, once with the sides exchanged (option Duplex)",
    ),
    term(&["sides exchanged", "exchanged"], "the part of a duplex in which the other side begins"),
    term(&["proof game"], "the moves from the game array to the diagram"),
    term(&["promotion"], "the replacement of a pawn on the last rank by another piece"),
    term(&["castling"], "the move of king and rook together"),
    term(&["en passant", "ep"], "the capture of a pawn on the square that it has passed with its double step"),
    // Findings.
    term(&["cook", "cooks"], "a key or a solution that is not intended; a cooked problem is unsound"),
    term(&["dual", "duals"], "several continuations of the attacking side after one defence"),
    term(
        &["dual in the threat", "dual in threat"],
        "several moves carry out the threat; a note, since this is no flaw",
    ),
    term(&["dual in the last move", "dual in last move"], "several moves reach the goal at the end of a variation"),
    term(&["promotion dual"], "several continuations that differ only in the promotion"),
    term(
        &["short solution", "short solutions", "short play"],
        "the goal can be reached in fewer moves than stipulated; the problem is unsound",
    ),
    term(
        &["short variation", "short variations"],
        "after one defence the goal is reached in fewer moves than stipulated; a note",
    ),
    term(&["no solution"], "the stipulation cannot be fulfilled: no key, no line"),
    term(&["missing solution"], "fewer keys, solutions or branches were found than intended"),
    term(&["missing set play"], "option SetPlay is given, and there is no set play"),
    term(
        &["author's key not found", "author key not found"],
        "the move that `sol` gives as the key does not solve the problem",
    ),
    term(&["theme not found"], "the problem does not show a theme that `theme` names; it is unsound"),
    term(&["author's line not found", "author line not found"], "a line or variation of `sol` is not in the solution"),
    term(
        &["author's try not found", "author try not found"],
        "a move that `sol` gives as a try is not a try, or has another refutation",
    ),
    term(
        &["author's solution not read in full", "author's solution not read", "author not read"],
        "a part of `sol` is not a move in English, German or French notation",
    ),
    term(
        &["king can be captured", "illegal position"],
        "the side to move could capture a king at once; such a position is not solved",
    ),
    term(
        &["illegal diagram"],
        "a number of kings, pawns or other men that cannot arise in a game; a note, since fairy problems often have \
         them",
    ),
    term(&["not solvable"], "a twin has no stipulation, or its change cannot be made"),
    term(
        &["intended", "intention", "sol", "nsol"],
        "of the author's solution (`sol`) and number of solutions (`nsol`); without them one key, or one solution, is \
         intended",
    ),
    // Verdicts and severities.
    term(&["sound"], "the intended solution was found, and nothing else"),
    term(&["unsound"], "an unintended solution was found, or an intended one was not found"),
    term(&["undecided"], "a limit ended the search before the verdict was decided"),
    term(&["invalid"], "the problem cannot be read, or no part of it can be solved"),
    term(&["changed", "not as recorded"], "the answer differs from the one recorded by `check --update`"),
    term(&["internal error"], "the program failed on the problem; please report it"),
    term(&["error", "errors"], "a finding that makes a problem unsound, or input that cannot be read"),
    term(&["warning", "warnings"], "something that is probably unintended; it changes no verdict"),
    term(&["note", "notes"], "a remark that changes no verdict"),
    term(&["time limit", "time"], "the limit for one problem: --time, or option MaxTime"),
    term(&["memory limit", "memory"], "the limit for the tables and solutions of all problems being solved: --memory"),
    term(&["partial solution"], "a limit ended the search; the printed moves are correct, but some may be missing"),
    term(
        &["formal", "formal theme"],
        "of a theme: its pattern of moves is there, but only because of tries, symmetry or chance; such themes are \
         printed \
         last",
    ),
    // Men.
    term(&["man", "men", "unit", "units"], "a piece of either side on a square; a piece is a kind, such as knight"),
    term(&["orthodox"], "of men and rules: those of chess, without fairy elements"),
    term(&["fairy"], "of men and rules: not those of chess"),
    term(
        &["neutral"],
        "of a man that either side may move, and capture as an enemy man; written with `n` before the letter",
    ),
    term(
        &["half-neutral"],
        "of a man that alternates with each of its moves between being neutral and belonging to a side",
    ),
    term(&["royal"], "of a man that must not be left in check, as the king; the attribute Royal makes other men royal"),
    term(
        &["leaper", "leapers"],
        "a piece that moves by a fixed step and jumps over any men in between, such as the knight, a (1,2)-leaper",
    ),
    term(
        &["rider", "riders"],
        "a piece that repeats the step of a leaper in a line until a man blocks it, as the rook: (0,1)-rider",
    ),
    term(&["hopper", "hoppers"], "a piece that must jump over another man, its hurdle, as the grasshopper"),
    term(&["hurdle", "hurdles"], "the man over which a hopper jumps"),
    term(&["locust", "locusts"], "a piece that captures a man by jumping over it to the square beyond"),
    term(&["hunter", "hunters"], "a piece that moves forwards as one piece and backwards as another"),
    term(
        &["royal man", "royal square", "king", "kings"],
        "the target of check and mate: a king, a man with the attribute Royal, or under some conditions a square",
    ),
    term(&["invisible", "total invisible"], "of men whose squares and kinds are unknown; only their number is given"),
    term(&["rebirth", "reborn"], "the return of a captured man to the board, as in Circe"),
    term(
        &["observe", "observation", "observed"],
        "to be able to capture on a square, or to capture the man on it, as far as the way of moving alone decides",
    ),
    term(&["paralysed", "paralysis"], "unable to move, capture and give check, as in Madrasi"),
    term(
        &["imitator", "imitators"],
        "a marker on a square that moves in parallel with each move, and forbids moves that it cannot make",
    ),
    term(&["grid"], "lines that divide the board into fields; under some conditions moves must cross them"),
    term(&["hole", "holes"], "a square that the board does not have"),
];

/// Iterates over the terms that have this name. Case, blanks and hyphens are ignored.
pub fn terms(name: &str) -> impl Iterator<Item = &'static Term> {
    let wanted = plain(name);
    TERMS.iter().filter(move |term| term.names.iter().any(|name| plain(name) == wanted))
}

fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solution::{FindingKind, FindingSeverity, Verdict};
    use std::collections::BTreeSet;

    #[test]
    fn no_name_stands_twice() {
        let mut names = BTreeSet::new();
        for name in TERMS.iter().flat_map(|term| term.names) {
            assert!(names.insert(plain(name)), "{name}");
        }
    }

    #[test]
    fn findings_and_verdicts_are_explained() {
        let kinds = FindingKind::slugs().flat_map(|slug| [Some(slug), FindingKind::name_of(slug)]).flatten();
        let verdicts = [Verdict::Sound, Verdict::Unsound, Verdict::Undecided, Verdict::Invalid].map(Verdict::name);
        let severities = [FindingSeverity::Error, FindingSeverity::Warning, FindingSeverity::Note];
        for name in kinds.chain(verdicts).chain(severities.map(FindingSeverity::word)) {
            assert_eq!(terms(name).count(), 1, "{name}");
        }
    }
    /// Checks that the headings of printed solutions are in the glossary.
    #[test]
    fn headings_of_solutions_are_explained() {
        let headings =
            ["Set play", "Solution", "Tries", "Key", "Play", "Changed play", "First moves", "Sides exchanged"];
        for heading in headings.into_iter().chain(["Duals", "Short play", "threat", "zz", "Twin", "Partial solution"]) {
            assert_eq!(terms(heading).count(), 1, "{heading}");
        }
    }
}
