//! Conditions that Popeye interprets differently, with the reasons that docs/trust.md gives.

use super::popeye::NormalForm;

/// Conditions that the programs interpret differently, with the reason; a condition may have other words between
/// these.
const UNDERSTOOD_OTHERWISE: &[(&str, &str)] = &[
    ("GenevaChess Frischauf", "Popeye has promoted men give check, and lets them not capture"),
    ("MarsCirce RexExclusive", "Popeye's king and men on their squares of rebirth pass over moves"),
    ("MarsMirrorCirce RexExclusive", "the same"),
    ("PhantomChess Mirror", "Popeye has its pawns come home to some squares and not to others"),
    ("CheekToCheek", "Popeye's men go as those beside them, but give check as themselves, too"),
    ("MultiCaptures", "Popeye tells mates although the man that checks can be captured"),
    ("NannaChess", "Popeye guards no square that a man could capture on thanks to the man before it"),
    ("Sentinelles PionNeutre", "Popeye's pawns are not neutral"),
    ("TransmutedKing", "whether a king in check attacks the other depends, in Popeye, on what else has been looked at"),
    ("TransmutingKing", "the same"),
    ("ReflectiveKing", "the same"),
    ("VaultingKing", "the same"),
];

/// Pairs that the programs interpret differently; a condition may have other words between these.
const TOGETHER_OTHERWISE: &[([&str; 2], &str)] = &[
    (["Messigny", "Influencer"], "Popeye names men that change places after what they have become"),
    (["GridChess", "VerticalShift"], "Popeye gives some fields of the shifted grid one number"),
    (["GridChess", "DiagonalShift"], "the same"),
    (["StrictSAT", "SAT 2"], "Popeye takes the second word for the whole of it"),
    (["SchachZwang", "FuddledMen"], "Popeye takes moves of fuddled men for checks, which it does not mark as such"),
    (["SeriesCapture", "Bichrom"], "Popeye asks rules about squares of the first capture only"),
    (["SeriesCapture", "Monochrom"], "the same"),
    (["SeriesCapture", "Grid"], "the same"),
    (["RoleExchange", "Mars"], "Popeye leaves out the word"),
    (["RoleExchange", "PhantomChess"], "the same"),
    (["RoleExchange", "AntiAndernach"], "Popeye tells of a change of sides where nobody has moved"),
    (["Rokagogo", "Mars"], "Popeye castles with rooks that stand anywhere"),
    (["Rokagogo", "EdgeMover"], "Popeye castles with rooks of the other side"),
    (["AntiMars", "mummer"], "Popeye has pawns come back by a double step from their home square"),
    (["Mars", "mummer"], "Popeye castles with kings that come home for it, and takes that for the longest move"),
    (["Isardam", "Take&Make"], "Popeye lets kings go to where they are captured then"),
    (["ReversalEinstein", "Influencer"], "Popeye has pawns on the first rank"),
];

/// Other differences under a condition: its name, a test of Keymove's and Popeye's answers, and the reason.
type Explanation = (&'static str, fn(&[NormalForm; 2]) -> bool, &'static str);

const EXPLAINED: &[Explanation] = &[
    (
        "",
        |[ours, theirs]| in_any_order(ours) == in_any_order(theirs),
        "in which order several consequences of one move are told, under whatever conditions",
    ),
    (
        "Mars",
        |[ours, theirs]| without_null_moves(ours) == without_null_moves(theirs),
        "null moves, of which Popeye tells nothing but their number where men act from home",
    ),
    (
        "AntiCirce olage",
        |forms| only_such_differ(forms, |line| line.contains("ep.")),
        "captures en passant, by which a pawn that is reborn changes sides in Popeye, as by no other capture",
    ),
    (
        "April",
        |forms| only_more_there(forms, |_| false),
        "captures of men that are not reborn, which Popeye tells several times where men come back on squares of choice",
    ),
    (
        "AntiMars",
        |forms| only_more_there(forms, comes_back),
        "pawns that come back by a double step from their home square to where they stood, which is no move",
    ),
    (
        "AntiMars",
        |forms| {
            let castles = forms[1].moves().into_iter().any(|line| line.contains("]0-0"));
            castles && only_such_differ(forms, |line| line.ends_with('#'))
        },
        "mates after a man has come home beside a king that may castle from there",
    ),
    (
        "AntiMars",
        |forms| only_more_here(forms, |line| line.contains(" ? ")),
        "tries that are refuted twice where such a move counts",
    ),
    (
        "AntiMars",
        |[ours, theirs]| {
            ours.told_not_in(theirs).into_iter().all(|line| line.contains("0-0"))
                && theirs
                    .told_not_in(ours)
                    .into_iter()
                    .all(|line| line.contains("0-0") || comes_back(line) || ends_with_a_castling_without_name(line))
        },
        "castlings for which men come home, with names of other castlings, or with none (`1...Kc7Rc5`), and those of men that \
         would come home elsewhere",
    ),
    (
        "Mars",
        |forms| only_more_there(forms, |line| line.contains("]0-0")),
        "kings come home to castle, as if they captured; and castlings for which a man comes home are told twice",
    ),
    (
        "BackHome",
        |[ours, theirs]| {
            let castles = |line: &str| line.contains("0-0");
            let answers = [ours.clone(), theirs.clone()];
            let is_check = |line: &str| line.contains("0-0") || line.ends_with(['+', '#']);
            only_more_there(&answers, castles)
                || (only_more_here(&answers, |_| true) || only_more_there(&answers, is_check))
                    && theirs.moves().into_iter().any(castles)
        },
        "castlings, out of check too, the moves of men behind the rook, which Popeye loses in positions where it castles, and \
         checks by men that have gone home and attack nobody any more",
    ),
    (
        "ChecklessChess",
        |forms| decided(&forms[0]) == decided(&forms[1]),
        "checks in answer to checks without end, about which one of the two gives up and the other does not",
    ),
    (
        "ChecklessChess",
        |forms| only_more_here(forms, |line| line.ends_with(" + refutes.")),
        "mates that refute selfstalemates after the key, which Popeye tells with other goals",
    ),
    (
        "SeriesCapture Argentin",
        |forms| only_more_there(forms, |_| false),
        "captures of a saltador that has just promoted by a capture, of which Popeye tells each that goes on twice",
    ),
    (
        "GhostChess EinsteinChess",
        |forms| only_such_differ(forms, |line| line.contains("ep.")),
        "captures en passant, after which Popeye has the ghost become what the pawn that captured should become",
    ),
    (
        "NorskSjakk",
        |forms| only_more_here(forms, |line| line.contains("ep.")),
        "captures en passant, of one pawn by another, which Popeye leaves out",
    ),
    (
        "MagicSquares",
        |forms| only_more_there(forms, |line| line.contains("ep.")),
        "captures en passant of pawns that the magic square has turned, which are the capturing side's own",
    ),
    (
        "PointReflection",
        |forms| only_more_there(forms, |line| line.contains("0-0")),
        "castlings out of check by men that go as those on the reflected squares",
    ),
    (
        "Wormholes",
        |forms| only_more_here(forms, goes_beside_a_first_rank),
        "kings in reach of pawns that stand on their first rank, which capture nobody else there",
    ),
    (
        "ImmunChess Frischauf",
        |forms| only_such_differ(forms, |line| line.ends_with('#')),
        "mates by men that have promoted, which have no answer there either, and some of which it tells of unpromoted men",
    ),
    (
        "ImmunChess Frischauf",
        |forms| only_more_there(forms, captures_who_has_just_promoted),
        "captures of men where they have promoted, and so where they would be reborn, by who goes there himself",
    ),
    (
        "ConsequentForcedSquare",
        |forms| only_more_here(forms, |line| line.contains("ep.")),
        "moves that are legal since the other side would have to capture en passant, not the king",
    ),
    (
        "Dister",
        |forms| only_more_there(forms, |line| line.contains("ep.")),
        "captures en passant of the man from which the distance is measured, which Popeye goes on to measure",
    ),
    (
        "PointReflection",
        |forms| only_more_here(forms, |line| line.contains("0-0")),
        "castlings with a man other than a rook on the square at the other end of the rook's file",
    ),
    (
        "Frischauf",
        |forms| without_signs_of_promotion(&forms[0]) == without_signs_of_promotion(&forms[1]),
        "that a man has promoted, which Popeye tells of some men and of others not",
    ),
    (
        "PromOnly April",
        |forms| without_signs_of_promotion(&forms[0]) == without_signs_of_promotion(&forms[1]),
        "that a pawn that is reborn on its first rank is a pawn, where pawns promote to pawns",
    ),
    (
        "AntiAndernach",
        |forms| {
            only_more_there(forms, |line| line.contains("ep."))
                || only_more_here(forms, |line| is_double_step(line) && line.ends_with('='))
        },
        "captures en passant of pawns that have come over to the side of the pawn that captures; and stalemates that these parry",
    ),
    (
        "MustCapture AntiAndernach",
        |[ours, theirs]| theirs.told_not_in(ours).into_iter().all(|line| line.contains("ep.")),
        "the same, which are compulsory there",
    ),
    (
        "PromSquares",
        |forms| only_more_there(forms, |line| line.contains("ep.")),
        "captures en passant of men that have promoted at once",
    ),
    ("Football", |forms| only_more_there(forms, |line| line.contains("ep.")), "the same"),
    (
        "Pepo",
        |forms| only_more_there(forms, is_mate_by_a_king),
        "mates by kings that are attacked and do not move in other play",
    ),
    (
        "AntiGuards",
        |forms| only_more_here(forms, |line| line.contains("ep.")),
        "captures en passant of guarded pawns, which Popeye takes for unguarded",
    ),
    ("SuperGuards", |forms| only_more_there(forms, |line| line.contains("ep.")), "the same"),
    (
        "Take&Make",
        |[ours, theirs]| {
            let here = ours.told_not_in(theirs);
            !here.is_empty() && here.into_iter().all(|line| line.contains("ep.-") || goes_on(line))
        },
        "captures elsewhere than where the man goes, of which Popeye tells only where it goes on to in the end",
    ),
    (
        "FuddledMen",
        |forms| forms[0].without_checks() == forms[1].without_checks(),
        "checks of men that have just moved, marked in longer play and not in play of one move",
    ),
    (
        "PADChess",
        |forms| forms[0].without_checks() == forms[1].without_checks(),
        "checks that Popeye tells of a move before one answer and not before others",
    ),
    (
        "GenevaChess Frischauf",
        |forms| forms[0].without_checks() == forms[1].without_checks(),
        "men that have promoted and stand where they would be reborn, which capture in Popeye",
    ),
    (
        "FollowMyLeader",
        |forms| keys(&forms[0]) == keys(&forms[1]),
        "threats of White, which Popeye has follow a move of Black that it has looked at and that has not been played",
    ),
    (
        "FollowMyLeader",
        |[ours, theirs]| {
            keys(ours) == keys(theirs).into_iter().filter(|key| !key.contains(" ... ")).collect::<Vec<_>>()
        },
        "null moves of White in battle play, after which Popeye has Black follow such a move, too",
    ),
    ("SynchronMover", |forms| keys(&forms[0]) == keys(&forms[1]), "the same"),
    (
        "Snek",
        |[ours, theirs]| {
            keys(ours) == keys(theirs) && theirs.told_not_in(ours).into_iter().all(|line| line.ends_with("= !"))
        },
        "refutations that turn one man or another, of which Popeye tells those, too, that refute nothing",
    ),
    (
        "SingleBox Type2",
        |forms| only_more_here(forms, |line| line.starts_with("1.")),
        "first moves of a side that has a pawn on its last rank and a man in the box, of which Popeye has none",
    ),
    (
        "MasandGeneralised",
        |forms| only_such_differ(forms, is_double_step),
        "pawns that change sides after a double step, since Popeye has them observed en passant when nobody may capture so",
    ),
    (
        "CASTChess",
        |forms| only_such_differ(forms, is_double_step),
        "captures en passant, which Popeye does not count among what a pawn could capture",
    ),
];

/// The first moves, without their threats.
fn keys(form: &NormalForm) -> Vec<String> {
    let is_key = |text: &&str| text.starts_with("1.") && !text.starts_with("1...");
    let bare = |text: &str| text.replace(" threat:", "").replace(" zugzwang.", "");
    form.moves().into_iter().filter(is_key).map(bare).collect()
}

/// The moves without `f`, and without the promotion of a pawn to a pawn.
fn without_signs_of_promotion(form: &NormalForm) -> Vec<String> {
    let bare = |text: &str| text.replace("[=nf]", "[=n]").replace("ccf", "cc").replace("=P", "");
    form.moves().into_iter().map(bare).collect()
}

/// The moves with the consequences of each sorted.
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

/// The moves without remarks about undecided ones.
fn decided(form: &NormalForm) -> Vec<String> {
    form.moves().into_iter().map(|text| text.replace(" cannot decide if this move is legal or not.", "")).collect()
}

/// The moves; of null moves, only the number is kept.
fn without_null_moves(form: &NormalForm) -> Vec<String> {
    form.moves().into_iter().map(|text| text.replace(" ... ", " ")).collect()
}

/// Whether Popeye prints everything that Keymove does, and otherwise only such lines.
fn only_more_there(forms: &[NormalForm; 2], is_such: fn(&str) -> bool) -> bool {
    forms[0].told_not_in(&forms[1]).is_empty() && only_such_differ(forms, is_such)
}

fn only_more_here([ours, theirs]: &[NormalForm; 2], is_such: fn(&str) -> bool) -> bool {
    only_more_there(&[theirs.clone(), ours.clone()], is_such)
}

/// Whether the lines that only one program prints are all such lines.
fn only_such_differ([ours, theirs]: &[NormalForm; 2], is_such: fn(&str) -> bool) -> bool {
    let told_by_one = [ours.told_not_in(theirs), theirs.told_not_in(ours)].concat();
    // If the lines agree in text and number, a message differs.
    (!told_by_one.is_empty() || ours.numbers() != theirs.numbers()) && told_by_one.into_iter().all(is_such)
}

/// For example `1...Kc7Rc5`.
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

/// Conditions under which Popeye disregards rebirth squares other than the home squares and those of the mirror.
const REBORN_AT_HOME: &[&str] = &["Mars", "PhantomChess"];
const ELSEWHERE: &[&str] = &[
    "File",
    "Rank",
    "Symmetry",
    "Antipod",
    "Equipollents",
    "PWC",
    "Diagram",
    "CaptureSquare",
    "Diametral",
    "VerticalMirror",
    "Frischauf",
];

/// Whether a locust continues beyond its victim: `Lf2*c2-b2-a1`.
fn goes_on(line: &str) -> bool {
    line.split_whitespace().any(|word| word.split_once('*').is_some_and(|(_, on)| on.matches('-').count() == 2))
}

/// Whether a king mates, also by castling: `1...Qe6-a6 2.Rf7-f8 Ke1-d2 #`.
fn is_mate_by_a_king(line: &str) -> bool {
    let last = line.strip_suffix(" #").and_then(|moves| moves.rsplit([' ', '.']).next());
    last.is_some_and(|step| step.starts_with(['K', '0']))
}

/// Whether Keymove prints everything that Popeye does, and otherwise only first moves of neutral men.
pub fn tells_neutral_moves(forms: &[NormalForm; 2]) -> bool {
    only_more_here(forms, |line| line.starts_with("1.n"))
}

/// Whether Keymove prints everything that Popeye does, and more.
pub fn tells_more(forms: &[NormalForm; 2]) -> bool {
    only_more_here(forms, |_| true)
}

/// Whether the programs interpret one of the conditions, or a pair of them, differently.
pub fn otherwise(conditions: &[String]) -> bool {
    let all = conditions.join(" ");
    let has = |names: &[&str]| names.iter().any(|name| all.contains(name));
    UNDERSTOOD_OTHERWISE
        .iter()
        .any(|(words, _)| conditions.iter().any(|condition| words.split(' ').all(|word| condition.contains(word))))
        || has(REBORN_AT_HOME) && has(ELSEWHERE)
        || TOGETHER_OTHERWISE.iter().any(|(words, _)| words.iter().all(|word| all.contains(word)))
}

/// Whether a known reason for these conditions explains the difference.
pub fn explains(conditions: &str, forms: &[NormalForm; 2]) -> bool {
    EXPLAINED.iter().any(|(name, covers, _)| name.split(' ').all(|word| conditions.contains(word)) && covers(forms))
}
