//! The glossary of the output's terms, which `keymove explain` prints.

/// A composition term with all its names.
pub struct Term {
    /// The first name is the printed one.
    pub names: &'static [&'static str],
    pub doc: &'static str,
}

const fn term(names: &'static [&'static str], doc: &'static str) -> Term {
    Term { names, doc }
}

/// Terms in the order play, findings, verdicts, men.
pub const TERMS: &[Term] = &[
    // Parts of a solution.
    term(
        &["key", "keys"],
        "the first move of battle play after which the stipulation is fulfilled whatever the other side does; a sound problem has one",
    ),
    term(
        &["try", "tries"],
        "a first move that one defence refutes, and no other (option Try shows them, Defence those with more refutations)",
    ),
    term(
        &["refutation", "refutations", "refutes"],
        "the answer to a try after which the stipulation cannot be fulfilled any more",
    ),
    term(
        &["threat", "threats"],
        "what the attacking side would play if the other side could pass; it stands in brackets behind the move that threatens it",
    ),
    term(
        &["zugzwang", "zz"],
        "a move without a threat: every move of the other side makes its position worse; printed as `[zz]`",
    ),
    term(&["check", "checks"], "an attack on a royal man that the other side has to answer"),
    term(&["defence", "defences"], "a move of the defending side, which parries the threat or answers the key"),
    term(&["continuation", "continuations"], "the move of the attacking side that answers a defence"),
    term(&["variation", "variations"], "a defence and the play that follows it (option Variations shows them)"),
    term(
        &["set play"],
        "the play that follows if the other side begins in the diagram: the answers that are ready before the key (option SetPlay)",
    ),
    term(
        &["changed play", "changes"],
        "defences that are answered in one way in the set play and in another after the key",
    ),
    term(
        &["phase", "phases"],
        "a part of the solution with a beginning of its own: set play, a try with its variations, the play after the key",
    ),
    term(
        &["solution", "solutions"],
        "all keys with their variations in battle play; a line of moves in help and series play",
    ),
    term(
        &["play", "battle play"],
        "what is played from the diagram on; in battle play one side attacks and the other defends",
    ),
    term(&["help play"], "play in which both sides work for the same goal"),
    term(&["series play", "series"], "play in which one side makes all its moves in a row"),
    term(
        &["branch", "branches"],
        "a part of a structured stipulation, or a point where one line of help play goes on in several ways",
    ),
    term(&["goal"], "what the last move has to reach, such as mate (`keymove list stipulations` shows all)"),
    term(&["half-move", "ply"], "a move of one side"),
    term(&["first moves", "move numbers"], "the first moves with their numbers, as option MoveNumbers prints them"),
    term(
        &["twin", "twins"],
        "a second problem made from the first by a small change of position, stipulation or conditions",
    ),
    term(
        &["unverified"],
        "two rules whose interaction was not confirmed by Popeye: solved only with `--allow-unverified`, never called sound",
    ),
    term(&["zeroposition"], "a diagram that is no problem itself: each twin changes something"),
    term(&["duplex"], "the problem is solved a second time with the sides exchanged (option Duplex)"),
    term(&["sides exchanged", "exchanged"], "the part of a duplex in which the other side begins"),
    term(&["proof game"], "the moves that lead from the game array to the diagram"),
    term(&["promotion"], "the change of a pawn into another man on the last rank"),
    term(&["castling"], "the move of king and rook together"),
    term(&["en passant", "ep"], "the capture of a pawn on the square that its double step has passed"),
    // Findings.
    term(&["cook", "cooks"], "a key or a solution that is not intended; a cooked problem is unsound"),
    term(&["dual", "duals"], "several moves of the attacking side go on after one defence"),
    term(&["dual in the threat", "dual in threat"], "several moves carry out the threat; a note, since it is no fault"),
    term(&["dual in the last move", "dual in last move"], "several moves reach the goal at the end of a variation"),
    term(&["promotion dual"], "several moves go on that differ in the promotion only"),
    term(
        &["short solution", "short solutions", "short play"],
        "the goal can be reached in fewer moves than stipulated; the problem is unsound",
    ),
    term(
        &["short variation", "short variations"],
        "after one defence the goal is reached in fewer moves than stipulated; a note",
    ),
    term(&["no solution"], "the stipulation cannot be fulfilled: no key, no line"),
    term(&["missing solution"], "fewer keys, solutions or branches than intended"),
    term(&["missing set play"], "option SetPlay asks for set play, and there is none"),
    term(
        &["author's key not found", "author key not found"],
        "the move that `sol` gives as the key does not solve the problem",
    ),
    term(&["author's line not found", "author line not found"], "a line or variation of `sol` is not in the solution"),
    term(
        &["author's try not found", "author try not found"],
        "a move that `sol` gives as a try is none, or is not refuted so",
    ),
    term(
        &["author's solution not read in full", "author's solution not read", "author not read"],
        "something in `sol` is no move in English, German or French notation",
    ),
    term(
        &["king can be captured", "illegal position"],
        "the side to move could capture a king at once: such a position is not solved",
    ),
    term(
        &["illegal diagram"],
        "kings, pawns or numbers of men that no game can lead to; a note, since fairy problems often have them",
    ),
    term(&["not solvable"], "a twin has no stipulation, or its change cannot be made"),
    term(
        &["intended", "intention", "sol", "nsol"],
        "what the author says: the solution (`sol`) and the number of solutions (`nsol`); otherwise one key, or one solution",
    ),
    // Verdicts and severities.
    term(&["sound"], "what was found is what was intended"),
    term(&["unsound"], "something was found that is not intended, or something intended was not found"),
    term(&["undecided"], "a limit has ended the search before anything was found that decides"),
    term(&["invalid"], "the problem cannot be read, or nothing of it can be solved"),
    term(&["changed", "not as recorded"], "the answer is another one than the one recorded by `check --update`"),
    term(&["internal error"], "the program has failed over the problem; please report it"),
    term(&["error", "errors"], "a finding that makes a problem unsound, or input that cannot be read"),
    term(&["warning", "warnings"], "something that is probably not meant, and that changes no verdict"),
    term(&["note", "notes"], "a remark that changes no verdict"),
    term(&["time limit", "time"], "the limit for one problem: --time, or option MaxTime"),
    term(&["memory limit", "memory"], "the limit for tables and solutions of all problems at work: --memory"),
    term(&["partial solution"], "the search was ended by a limit; what is printed is true, but may not be all"),
    // Men.
    term(&["man", "men", "unit", "units"], "a piece of either side on a square"),
    term(&["orthodox"], "of the game of chess: its men and rules, without fairy elements"),
    term(&["fairy"], "men or rules other than those of chess"),
    term(
        &["neutral"],
        "a man that either side may move and capture as its own or the other side's; `n` stands before it",
    ),
    term(&["half-neutral"], "a man that turns between neutral and one side's with each of its moves"),
    term(&["royal"], "a man that must not be left in check, as the king; other men are so by the attribute Royal"),
    term(
        &["leaper", "leapers"],
        "a man that moves by a fixed step whatever stands between, as the knight: (1,2)-leaper",
    ),
    term(
        &["rider", "riders"],
        "a man that repeats the step of a leaper on a line until something stands in its way, as the rook: (0,1)-rider",
    ),
    term(&["hopper", "hoppers"], "a man that has to jump over another one, its hurdle, as the grasshopper"),
    term(&["hurdle", "hurdles"], "the man over which a hopper jumps"),
    term(&["locust", "locusts"], "a man that captures by jumping over its victim to the square behind it"),
    term(&["hunter", "hunters"], "a man that moves ahead as one piece and back as another"),
    term(
        &["royal man", "royal square", "king", "kings"],
        "what is in check and mated: a king, another man with the attribute Royal, or under some conditions a square",
    ),
    term(&["invisible", "total invisible"], "men of whom only the number is known"),
    term(&["rebirth", "reborn"], "the return of a captured man to the board, as in Circe"),
    term(&["observe", "observation", "observed"], "a man observes a square or man if it could capture there"),
    term(&["paralysed", "paralysis"], "unable to move, capture and give check, as in Madrasi"),
    term(
        &["imitator", "imitators"],
        "a square that moves with each move in parallel, and forbids moves that it could not make",
    ),
    term(&["grid"], "lines that part the board into fields; under some conditions moves have to cross them"),
    term(&["hole", "holes"], "a square that the board does not have"),
];

/// Returns the terms with this name, ignoring case, blanks and hyphens.
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
    /// Headings of `teller.rs` and `changed.rs`.
    #[test]
    fn headings_of_solutions_are_explained() {
        let headings =
            ["Set play", "Solution", "Tries", "Key", "Play", "Changed play", "First moves", "Sides exchanged"];
        for heading in headings.into_iter().chain(["Duals", "Short play", "threat", "zz", "Twin", "Partial solution"]) {
            assert_eq!(terms(heading).count(), 1, "{heading}");
        }
    }
}
