//! Tests that pieces defined by problems behave like the same pieces of the table, in all plays and under conditions.

use crate::chance::Chance;
use crate::children::run_on;
use crate::files::root;
use keymove::fairy::FairyPosition;
use keymove::position::perft;
use keymove::problem::Problem;
use keymove::report::popeye_text;
use keymove::rules::assemble;
use keymove::solve::Solver;
use keymove::syntax::{epd, line};
use keymove::units::{Color, Piece};
use rayon::prelude::*;

/// Codes of pieces in the table, each with an XBetza definition of the same piece that differs from the table's.
const KINDS: &[(&str, &str)] = &[
    ("G", "gfRgsRgbRgB"),
    ("G", "gQ"),
    ("LI", "pRpB"),
    ("PA", "mWWcpR"),
    ("VA", "mF0cpFF"),
    ("LE", "mBmRpafcQ"),
    ("N", "flNNfrNNblNNbrNNlfNNrfNNlbN0rbN0"),
    ("CA", "(3,1)"),
    ("Z", "J"),
    ("AM", "BRN"),
    ("MA", "[W-F]"),
    ("MO", "[F-W]"),
    ("AH", "paflWpafrWpafsW"),
    ("EA", "galQgarQ"),
    ("HA", "gabRgabB"),
    ("KA", "pafgBpafgR"),
    ("L", "cyafmRcyafmB"),
    ("SI", "mQcyafmQ"),
    ("SK", "mafsmWcafsmW"),
    ("RO", "qNN"),
    ("BT", "zFF"),
    ("GI", "(4,1)"),
    ("SQ", "ADN"),
    ("DR", "fmWfceFifmnDN"),
];

/// The stipulations of the test problems, some followed by conditions.
const QUESTIONS: &[&str] = &[
    r##"stip "#2""##,
    r##"stip "h#1""##,
    r##"stip "+1"; opt "Try SetPlay""##,
    r##"stip "s+1""##,
    r##"stip "r+1""##,
    r##"stip "hs+1.5""##,
    r##"stip "ser-h+1""##,
    r##"stip "ser-+2""##,
    r##"stip "pser-+2""##,
    r##"sstip "white 1h[+|x]h""##,
    r##"stip "hx1"; opt "Duplex SetPlay""##,
    r##"stip "h+1"; cond "Madrasi""##,
    r##"stip "h+1"; cond "Circe""##,
    r##"stip "h+1"; cond "TransmutedKings""##,
    r##"stip "x1"; cond "Isardam""##,
    r##"stip "h+1"; cond "Take&MakeChess""##,
];

/// Returns a random board with kings and a few other men. `@` stands for the letters of the piece that is tested.
fn board(dice: &mut Chance) -> String {
    let mut squares: Vec<Option<String>> = vec![None; 64];
    let mut men: Vec<&str> = vec!["{w:@}", "{w:@}", "{b:@}", "{w:@}", "{n:@}", "r", "p", "P", "B", "n"];
    men.truncate(3 + dice.below(8));
    // The black king is in a corner, where mates are likely.
    squares[[0, 7, 8, 15][dice.below(4)]] = Some("k".into());
    for man in std::iter::once("K").chain(men) {
        let pawn = man.eq_ignore_ascii_case("p");
        let square = if pawn { 8 + dice.below(48) } else { dice.below(40) };
        if squares[square].is_none() || man == "K" && squares[square].as_deref() != Some("k") {
            squares[square] = Some(man.to_string());
        }
    }
    let rank = |men: &[Option<String>]| {
        let (mut text, mut empty) = (String::new(), 0);
        for man in men {
            match man {
                None => empty += 1,
                Some(man) => {
                    text.push_str(&if empty > 0 { empty.to_string() } else { String::new() });
                    text.push_str(man);
                    empty = 0;
                }
            }
        }
        text + &if empty > 0 { empty.to_string() } else { String::new() }
    };
    squares.chunks(8).map(rank).collect::<Vec<_>>().join("/")
}

fn problem(text: &str) -> Problem {
    let (problem, found) = line(text);
    problem.unwrap_or_else(|| panic!("{text}: {found:?}"))
}

/// Returns the words of the solution, with the letters of the piece replaced by `others`. They are sorted, because the
/// order of moves depends on the index of the piece.
fn answer(text: &str, letters: &str, others: &str) -> Result<Vec<String>, String> {
    let outcome = Solver::default().solve(&problem(text)).map_err(|error| error.to_string())?;
    let text = popeye_text(&outcome.solution);
    let mut words: Vec<String> = text.split_whitespace().map(|word| word.replace(letters, others)).collect();
    words.sort();
    Ok(words)
}

#[test]
fn own_men_solve_as_those_of_the_table() {
    let solved: usize = KINDS
        .par_iter()
        .enumerate()
        .map(|(index, &(code, xbetza))| {
            assert_ne!(Piece::from_code(code), None, "{code}");
            let mut dice = Chance(index as u64);
            let mut solved = 0;
            for question in QUESTIONS.iter().cycle().take(2 * QUESTIONS.len()) {
                let board = board(&mut dice);
                let of_table = format!("{} ? - - {question};", board.replace('@', code));
                let own = format!("{} ? - - {question}; piece \"Y7={xbetza}\";", board.replace('@', "Y7"));
                let expected = answer(&of_table, code, code);
                assert_eq!(answer(&own, "Y7", code), expected, "{own}");
                solved += usize::from(expected.is_ok_and(|words| words.iter().any(|word| word.contains('-'))));
            }
            assert!(solved > 0, "no problem with {code} has a solution");
            solved
        })
        .sum();
    assert!(solved >= 200, "only {solved} problems have solutions");
}

#[test]
fn definitions_do_not_outlive_their_problem() {
    let board = "k7/8/K1{w:X}5/8/8/8/8/8";
    let lines: Vec<String> = ["Q", "N", "gQ", "R", "(1,4)", "mRcpR", "fN", "bN"]
        .iter()
        .cycle()
        .take(64)
        .map(|xbetza| format!("{board} w - - stip \"#1\"; piece \"X={xbetza}\";"))
        .collect();
    let alone: Vec<_> = lines[..8].iter().map(|line| answer(line, "X", "X")).collect();
    assert!(alone.iter().any(|found| *found != alone[0]));
    let together: Vec<_> = lines.par_iter().map(|line| answer(line, "X", "X")).collect();
    for (index, found) in together.iter().enumerate() {
        assert_eq!(*found, alone[index % 8], "{}", lines[index]);
    }
}

#[test]
fn what_is_written_reads_back() {
    for &(_, xbetza) in KINDS {
        let text =
            format!("k7/8/K1{{w:X}}5/8/8/8/8/8 b - - stip \"h#2\"; piece \"A1=W\" \"x = {xbetza}\"; piece \"Y=nZ\";");
        let first = problem(&text);
        let written = epd(&first);
        assert!(written.contains(&format!("piece \"A1=W; X={xbetza}; Y=nZ\"")), "{written}");
        assert_eq!(problem(&written), first);
    }
}

#[test]
fn own_men_make_as_many_moves_as_those_of_the_bitboards() {
    let rows = [
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R", 3, 97_862),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", 3, 8_902),
    ];
    for (board, depth, count) in rows {
        let letters = [('N', "X"), ('B', "Y"), ('Q', "Z9")];
        let own: String = board
            .chars()
            .map(|c| match letters.iter().find(|(letter, _)| *letter == c.to_ascii_uppercase()) {
                Some((_, code)) if c.is_ascii_uppercase() => format!("{{w:{code}}}"),
                Some((_, code)) => format!("{{b:{code}}}"),
                None => c.to_string(),
            })
            .collect();
        let problem = problem(&format!("{own} w KQkq - stip \"#1\"; piece \"X=(1,2); Y=FF; Z9=mRmBcRcB\";"));
        let book = assemble(&problem.diagram, &problem.rules).expect("a rule book");
        let mut position = FairyPosition::new(&book, &problem.diagram, Color::White);
        assert_eq!(perft(&mut position, depth), count, "{own}");
    }
}

#[test]
fn shortcuts_of_the_engine_leave_out_nothing_of_own_men() {
    let more = ["jR", "nZ", "nG", "camK", "cafsmW", "gabmQcK", "mpyafB", "[W?B]", "yafsF", "fsRbW", "gqN", "pafpafgQ"];
    let mut counted = 0;
    for (index, xbetza) in KINDS.iter().map(|(_, xbetza)| *xbetza).chain(more).enumerate() {
        let mut dice = Chance(index as u64 + 77);
        for question in ["", r##"cond "Madrasi";"##, r##"cond "Circe";"##].iter().cycle().take(12) {
            let board = board(&mut dice).replace('@', "X");
            let side = ["w", "b"][dice.below(2)];
            let problem = problem(&format!("{board} {side} - - stip \"#1\"; piece \"X={xbetza}\"; {question}"));
            let count = |shortcuts| {
                let mut book = assemble(&problem.diagram, &problem.rules).expect("a rule book");
                book.shortcuts = shortcuts;
                let side = problem.diagram.side_to_move.expect("the side is given");
                let mut position = FairyPosition::new(&book, &problem.diagram, side);
                perft(&mut position, 2)
            };
            assert_eq!(count(true), count(false), "{board} {side} {xbetza} {question}");
            counted += count(true);
        }
    }
    assert!(counted > 50_000, "{counted}");
}

/// Returns the output of `keymove check` for a line.
fn verdict(text: &str) -> String {
    let (out, err, _) = run_on(root(), ["check", "-v"], text);
    out + &err
}

#[test]
fn authors_write_own_men_by_their_letters() {
    let sound = [
        r##"k7/8/K7/8/8/8/8/2{w:X}5 w - - stip "#1"; piece "X=R"; sol "1.Xc8#!";"##,
        r##"k7/8/K7/8/8/8/8/2{w:X2}5 w - - stip "#1"; piece "X2=R"; sol "1.X2c1-c8#!";"##,
        r##"k7/8/K7/8/8/8/8/2{w:RX}5 w - - stip "#1"; piece "RX=R"; sol "1.RXc8#";"##,
    ];
    for text in sound {
        assert!(verdict(text).starts_with("sound"), "{text}\n{}", verdict(text));
    }
    let wrong = r##"k7/8/K7/8/8/8/8/2{w:X}5 w - - stip "#1"; piece "X=mRoR";"##;
    let told = verdict(wrong);
    assert!(told.contains("1:53") && told.matches("error:").count() == 1, "{told}");
}
