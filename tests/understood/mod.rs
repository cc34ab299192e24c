//! Recognises known differences from Popeye in the interpretation of conditions, as the rows of `tests/differences.txt`
//! describe them.

use super::differences::{Row, rows};
use super::popeye::NormalForm;
use std::collections::BTreeSet;

/// The key of rows in `tests/differences.txt`, and a function that recognises the difference in Keymove's and Popeye's
/// answers.
type Explanation = (&'static str, fn(&[NormalForm; 2]) -> bool);

const EXPLAINED: &[Explanation] = &[
    ("order", |[ours, theirs]| in_any_order(ours) == in_any_order(theirs)),
    ("null-from-home", |[ours, theirs]| without_null_moves(ours) == without_null_moves(theirs)),
    ("ep-volage", |forms| only_such_differ(forms, |line| line.contains("ep."))),
    ("april", |forms| only_more_there(forms, |_| false)),
    ("double-step-home", |forms| only_more_there(forms, comes_back)),
    ("mate-from-home", |forms| {
        let castles = forms[1].moves().into_iter().any(|line| line.contains("]0-0"));
        castles && only_such_differ(forms, |line| line.ends_with('#'))
    }),
    ("refuted-twice", |forms| only_more_here(forms, |line| line.contains(" ? "))),
    ("castling-names", |[ours, theirs]| {
        ours.told_not_in(theirs).into_iter().all(|line| line.contains("0-0"))
            && theirs
                .told_not_in(ours)
                .into_iter()
                .all(|line| line.contains("0-0") || comes_back(line) || ends_with_a_castling_without_name(line))
    }),
    ("castling-from-home", |forms| only_more_there(forms, |line| line.contains("]0-0"))),
    ("castling-back-home", |[ours, theirs]| {
        let castles = |line: &str| line.contains("0-0");
        let answers = [ours.clone(), theirs.clone()];
        let is_check = |line: &str| line.contains("0-0") || line.ends_with(['+', '#']);
        only_more_there(&answers, castles)
            || (only_more_here(&answers, |_| true) || only_more_there(&answers, is_check))
                && theirs.moves().into_iter().any(castles)
    }),
    ("endless-checks", |forms| decided(&forms[0]) == decided(&forms[1])),
    ("checkless-refutations", |forms| only_more_here(forms, |line| line.ends_with(" + refutes."))),
    ("saltador", |forms| only_more_there(forms, |_| false)),
    ("ep-ghost", |forms| only_such_differ(forms, |line| line.contains("ep."))),
    ("ep-norsk", |forms| only_more_here(forms, |line| line.contains("ep."))),
    ("ep-magic", |forms| only_more_there(forms, |line| line.contains("ep."))),
    ("castling-out-of-check", |forms| only_more_there(forms, |line| line.contains("0-0"))),
    ("first-rank", |forms| only_more_here(forms, goes_beside_a_first_rank)),
    ("immune-mates", |forms| only_such_differ(forms, |line| line.ends_with('#'))),
    ("immune-promoted", |forms| only_more_there(forms, captures_who_has_just_promoted)),
    ("ep-forced", |forms| only_more_here(forms, |line| line.contains("ep."))),
    ("ep-dister", |forms| only_more_there(forms, |line| line.contains("ep."))),
    ("castling-opposite", |forms| only_more_here(forms, |line| line.contains("0-0"))),
    ("frischauf-sign", |forms| without_signs_of_promotion(&forms[0]) == without_signs_of_promotion(&forms[1])),
    ("promoted-to-pawn", |forms| without_signs_of_promotion(&forms[0]) == without_signs_of_promotion(&forms[1])),
    ("ep-andernach", |forms| {
        only_more_there(forms, |line| line.contains("ep."))
            || only_more_here(forms, |line| is_double_step(line) && line.ends_with('='))
    }),
    ("ep-compulsory", |[ours, theirs]| theirs.told_not_in(ours).into_iter().all(|line| line.contains("ep."))),
    ("ep-promoted", |forms| only_more_there(forms, |line| line.contains("ep."))),
    ("pepo", |forms| only_more_there(forms, is_mate_by_a_king)),
    ("ep-unguarded", |forms| only_more_here(forms, |line| line.contains("ep."))),
    ("ep-guarded", |forms| only_more_there(forms, |line| line.contains("ep."))),
    ("locusts", |[ours, theirs]| {
        let here = ours.told_not_in(theirs);
        !here.is_empty() && here.into_iter().all(|line| line.contains("ep.-") || goes_on(line))
    }),
    ("fuddled-checks", |forms| forms[0].without_checks() == forms[1].without_checks()),
    ("pad-checks", |forms| forms[0].without_checks() == forms[1].without_checks()),
    ("geneva-promoted", |forms| forms[0].without_checks() == forms[1].without_checks()),
    ("leader-threats", |forms| keys(&forms[0]) == keys(&forms[1])),
    ("leader-null", |[ours, theirs]| {
        keys(ours) == keys(theirs).into_iter().filter(|key| !key.contains(" ... ")).collect::<Vec<_>>()
    }),
    ("snek", |[ours, theirs]| {
        keys(ours) == keys(theirs) && theirs.told_not_in(ours).into_iter().all(|line| line.ends_with("= !"))
    }),
    ("waiting-pawn", |forms| only_more_here(forms, |line| line.starts_with("1."))),
    ("masand-ep", |forms| only_such_differ(forms, is_double_step)),
    ("cast-ep", |forms| only_such_differ(forms, is_double_step)),
];

/// Returns the first moves, without the words for a threat or zugzwang.
fn keys(form: &NormalForm) -> Vec<String> {
    let is_key = |text: &&str| text.starts_with("1.") && !text.starts_with("1...");
    let bare = |text: &str| text.replace(" threat:", "").replace(" zugzwang.", "");
    form.moves().into_iter().filter(is_key).map(bare).collect()
}

/// Returns the moves without the sign `f` of promoted men, and without promotions of a pawn to a pawn.
fn without_signs_of_promotion(form: &NormalForm) -> Vec<String> {
    let bare = |text: &str| text.replace("[=nf]", "[=n]").replace("ccf", "cc").replace("=P", "");
    form.moves().into_iter().map(bare).collect()
}

/// Returns the moves. The further changes that each move causes are sorted.
fn in_any_order(form: &NormalForm) -> Vec<String> {
    let sorted = |word: &str| {
        let (step, consequences) = word.split_once('[').unwrap_or((word, ""));
        let mut parts: Vec<&str> = consequences.split(['[', ']']).collect();
        parts.sort_unstable();
        format!("{step}{}", parts.join("["))
    };
    let told = |text: &str| text.split(' ').map(sorted).collect::<Vec<_>>().join(" ");
    let mut moves: Vec<String> = form.moves().into_iter().map(told).collect();
    moves.sort_unstable();
    moves
}

/// Returns the moves without the remark that their legality is undecided.
fn decided(form: &NormalForm) -> Vec<String> {
    form.moves().into_iter().map(|text| text.replace(" cannot decide if this move is legal or not.", "")).collect()
}

/// Returns the moves in which null moves are replaced by their number.
fn without_null_moves(form: &NormalForm) -> Vec<String> {
    form.moves().into_iter().map(|text| text.replace(" ... ", " ")).collect()
}

/// Whether Popeye prints all lines that Keymove prints, and in addition only lines for which `is_such` is true.
fn only_more_there(forms: &[NormalForm; 2], is_such: fn(&str) -> bool) -> bool {
    forms[0].told_not_in(&forms[1]).is_empty() && only_such_differ(forms, is_such)
}

fn only_more_here([ours, theirs]: &[NormalForm; 2], is_such: fn(&str) -> bool) -> bool {
    only_more_there(&[theirs.clone(), ours.clone()], is_such)
}

/// Whether `is_such` is true for all lines that only one of the programs prints.
fn only_such_differ([ours, theirs]: &[NormalForm; 2], is_such: fn(&str) -> bool) -> bool {
    let told_by_one = [ours.told_not_in(theirs), theirs.told_not_in(ours)].concat();
    // If the lines agree in text and number, a message differs.
    (!told_by_one.is_empty() || ours.numbers() != theirs.numbers()) && told_by_one.into_iter().all(is_such)
}

/// Whether the line ends with a castling that is printed as two moves: `1...Kc7Rc5`.
fn ends_with_a_castling_without_name(line: &str) -> bool {
    line.split(' ').next_back().is_some_and(|word| !word.contains(['-', '*']))
}

fn is_double_step(line: &str) -> bool {
    line.split_whitespace().any(|word| {
        let step = word.rsplit('.').next().unwrap_or(word).as_bytes();
        matches!(step, [from, b'2', b'-', to, b'4', ..] | [from, b'7', b'-', to, b'5', ..] if from == to)
    })
}

fn captures_who_has_just_promoted(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    words.iter().enumerate().any(|(at, word)| {
        let promotion = word.split_once('=').and_then(|(step, _)| step.get(step.len().saturating_sub(2)..));
        promotion.is_some_and(|sq| words[at + 1..].iter().any(|later| later.contains(&format!("*{sq}"))))
    })
}

/// Whether a king moves to the second rank of a side: `1.Kh7-g7 !`.
fn goes_beside_a_first_rank(line: &str) -> bool {
    line.split_whitespace().any(|word| {
        let step = word.rsplit('.').next().unwrap_or(word).as_bytes();
        matches!(step, [b'K', _, _, b'-' | b'*', _, b'2' | b'7', ..])
    })
}

fn comes_back(line: &str) -> bool {
    line.split_whitespace().any(|word| {
        let step = word.rsplit('.').next().and_then(|word| word.split('[').next()).unwrap_or(word);
        let squares: Vec<&str> = step.split('-').collect();
        matches!(squares[..], [from, _, to] if from == to)
    })
}

/// Whether a locust continues beyond its victim: `Lf2*c2-b2-a1`.
fn goes_on(line: &str) -> bool {
    line.split_whitespace().any(|word| word.split_once('*').is_some_and(|(_, on)| on.matches('-').count() == 2))
}

/// Whether a king mates, by a move or by castling: `1...Qe6-a6 2.Rf7-f8 Ke1-d2 #`.
fn is_mate_by_a_king(line: &str) -> bool {
    let last = line.strip_suffix(" #").and_then(|moves| moves.rsplit([' ', '.']).next());
    last.is_some_and(|step| step.starts_with(['K', '0']))
}

/// Whether Keymove prints all lines that Popeye prints, and in addition only first moves of neutral men.
pub fn tells_neutral_moves(forms: &[NormalForm; 2]) -> bool {
    only_more_here(forms, |line| line.starts_with("1.n"))
}

/// Whether Keymove prints all lines that Popeye prints, and others.
pub fn tells_more(forms: &[NormalForm; 2]) -> bool {
    only_more_here(forms, |_| true)
}

/// Whether problems under these conditions are not compared, because the programs interpret the conditions differently.
pub fn otherwise(conditions: &[String]) -> bool {
    rows().any(|row| row.key == "passed over" && row.holds_for(conditions))
}

/// Whether a known difference in the interpretation of these conditions explains why the answers differ.
pub fn explains(conditions: &[String], forms: &[NormalForm; 2]) -> bool {
    let is_known = |key: &str| rows().any(|row| row.key == key && row.holds_for(conditions));
    EXPLAINED.iter().any(|(key, covers)| is_known(key) && covers(forms))
}

#[test]
fn each_row_about_conditions_has_a_test_for_answers() {
    let is_meant = |row: &Row| row.conditions.is_some() && row.key != "passed over";
    let listed: BTreeSet<&str> = rows().filter(is_meant).map(|row| row.key).collect();
    assert_eq!(listed, EXPLAINED.iter().map(|(key, _)| *key).collect());
}
