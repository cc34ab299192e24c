//! Tests of properties that hold for all texts: parsing never panics, spans are inside the text, parsing takes
//! linear time, and text that was written reads back.

use super::*;
use crate::pieces::OwnPieces;
use crate::problem::{Arguments, Change, Heading, Intent, Mirror, OPTIONS, Options, Problem, Rotation, Twin, Values};
use crate::rules::RuleSet;
use crate::units::{Castling, Color, Diagram, Piece, Placement, Square, Unit};
use proptest::prelude::*;

const STIPULATIONS: [&str; 14] = [
    "#2",
    "h#2.5",
    "semi-r#3",
    "14->ser-=1",
    "reci-h(=)#2",
    "hzg74",
    "ser-sx7",
    "dia6.5",
    "phser-s#6",
    "exact-ser-h0010",
    "hs##!3",
    "h<>r3",
    "ska74",
    "c817",
];
const TREES: [&str; 6] = [
    "white 3a[#]d&-4hh[#]",
    "black 5h[/1d[x]a{!+}]h",
    "white 15a[>1a[#]d]?+?d{!1a[#]d}",
    "white 4hh[#]&(4ad[#]|4hh[=])",
    "black 10:12hh[#]",
    "black 3s[1s[-1s[+]]{x}]",
];
const CONDITIONS: [&str; 5] =
    ["", "Madrasi", "Madrasi RexInclusive RookNeedsFreedom", "Isardam TypeB", "Isardam RexInclusive"];

const LINES: [&str; 5] = [
    r##"2kn4/1p1p1N2/8/2R3r1/7r/1P1p4/2P2NR1/B2b1K2 w - - stip "#2"; cond "Madrasi"; id "wiki"; sol "1.Be5!";"##,
    r##"r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1 sstip "white 3a[#]d{!1a[#]d}"; opt "setplay NoCastling a1h8";"##,
    r##"4k3/8/8/8/8/8/8/4K3 b ? ? stip h#2.5; nsol 2.1.1; twin "b) move e1 e2; +c) add white Qa1 and stip #3";"##,
    r##"{w:K}7/8/8/8/8/8/8/7k w HAha - bm #2; dm 3; acd 3; foo "a\"\\\n\t";"##,
    r##"8/8/8/8/8/8/8/8 ? - - stip "a=>b5.5"; start "8/8/8/8/8/8/8/k6K"; author "Ä. Ö." "B";"##,
];

/// Regular expression for random test texts: arbitrary text, plain text, boards, stipulations.
const TEXTS: &str = concat!(
    "\\PC*",
    "|[ -~\0\t\n]*",
    "|[a-h1-8KQRBNSPkqrbnsp/{}:, wb?-]*",
    "|[#=h0-9.>s()\\[\\]{}ad!&|;\" -]*",
    "|(white |move |exchange |add |stip |cond |opt |twin |#2|h|[a-h][1-8]|\"|;|,| |Madrasi |RI |try |[0-9]){0,20}",
);

/// Runs every grammar on `text` and checks that each span is inside the text, at character boundaries.
fn read_in_every_way(text: &str) {
    let mut found = line(text).1;
    found.extend(stipulation(text).err());
    found.extend(structured(text).err());
    found.extend(conditions(text).err().into_iter().flatten());
    found.extend(options(text, &mut Options::default()));
    found.extend(twins(text).2);
    found.extend(xbetza(text).err());
    found.extend(own_pieces(text, None, &mut OwnPieces::default()));
    found.extend(board(text).err().into_iter().flatten());
    found.extend(position(text).err().into_iter().flatten());
    let source = Source::new("test", text);
    for diagnostic in found {
        let Span { start, end } = diagnostic.span;
        assert!(start <= end && text.get(start..end).is_some(), "{diagnostic:?} on {text:?}");
        assert!(!diagnostic.message.is_empty() && !diagnostic.expected.is_empty(), "{diagnostic:?} on {text:?}");
        diagnostic.render(&source);
    }
}

const MEN: [&str; 3] = ["X=gQ;", "X=gQ; Y2=fF(1,4)mcyafmQ", "xa = [W?B]"];

fn square() -> impl Strategy<Value = Square> {
    (0..8u8, 0..8u8).prop_map(|(file, rank)| Square::new(file, rank).unwrap())
}

fn unit() -> impl Strategy<Value = Unit> {
    let color = prop_oneof![Just(Color::White), Just(Color::Black)];
    (color, 0..6usize).prop_map(|(color, piece)| Unit::new(color, Piece::from_index(piece)))
}

fn placement() -> impl Strategy<Value = Placement> {
    proptest::collection::vec((square(), unit()), 0..20).prop_map(|units| {
        let mut placement = Placement::default();
        for (square, unit) in units {
            placement.put(square, unit);
        }
        placement
    })
}

fn a_stipulation() -> impl Strategy<Value = crate::problem::Stipulation> {
    prop_oneof![
        prop::sample::select(&STIPULATIONS[..]).prop_map(|text| stipulation(text).unwrap()),
        prop::sample::select(&TREES[..]).prop_map(|text| structured(text).unwrap()),
    ]
}

fn change() -> impl Strategy<Value = Change> {
    let rotation = prop_oneof![Just(Rotation::By90), Just(Rotation::By180), Just(Rotation::By270)];
    let mirror = prop_oneof![Just(Mirror::A1H1), Just(Mirror::A1A8), Just(Mirror::A1H8), Just(Mirror::A8H1)];
    let condition = prop::sample::select(&CONDITIONS[1..]);
    prop_oneof![
        (square(), square()).prop_map(|(a, b)| Change::Move(a, b)),
        (square(), square()).prop_map(|(a, b)| Change::Exchange(a, b)),
        (square(), square()).prop_map(|(a, b)| Change::Shift(a, b)),
        square().prop_map(Change::Remove),
        (square(), unit()).prop_map(|(square, unit)| Change::Add(square, unit)),
        (unit(), unit()).prop_map(|(a, b)| Change::Substitute(a.piece, b.piece)),
        rotation.prop_map(Change::Rotate),
        mirror.prop_map(Change::Mirror),
        Just(Change::PolishType),
        a_stipulation().prop_map(Change::Stipulation),
        condition.prop_map(|text| Change::Condition { text: text.into(), rules: conditions(text).unwrap() }),
    ]
}

fn twin() -> impl Strategy<Value = Twin> {
    let changes = proptest::collection::vec(change(), 1..4);
    (any::<bool>(), changes).prop_map(|(continued, changes)| Twin { continued, changes })
}

fn some_options() -> impl Strategy<Value = Options> {
    let one = (0..OPTIONS.len(), 0..400u32, 0..400u32, proptest::collection::vec(square(), 1..4));
    proptest::collection::vec(one, 0..6).prop_map(|chosen| {
        let mut options = Options::default();
        for (index, a, b, squares) in chosen {
            let def = &OPTIONS[index];
            let numbers = match def.arguments {
                Arguments::TwoNumbers | Arguments::MoveNumber => vec![a, b],
                _ => vec![a],
            };
            // If the values do not fit, the option stays as it is.
            let _ = def.set(&mut options, &Values { numbers, squares });
        }
        options
    })
}

fn string() -> impl Strategy<Value = String> {
    "[ -~äЖ\n\t]{0,12}"
}

fn heading() -> impl Strategy<Value = Heading> {
    let some = || proptest::option::of(string());
    let many = || proptest::collection::vec(string(), 0..3);
    (some(), many(), some(), some(), some(), many()).prop_map(|(id, authors, source, title, award, remarks)| Heading {
        id,
        authors,
        source,
        title,
        award,
        remarks,
    })
}

fn diagram() -> impl Strategy<Value = Diagram> {
    let side = prop_oneof![Just(None), Just(Some(Color::White)), Just(Some(Color::Black))];
    let castling = prop_oneof![Just(None), (any::<[bool; 4]>()).prop_map(Some)];
    (placement(), side, castling).prop_map(|(mut placement, side_to_move, rights)| {
        let mut put = |file, rank, color, piece| {
            let square = Square::new(file, rank).unwrap();
            placement.put(square, Unit::new(color, piece));
            square
        };
        let castling = match rights {
            None => Castling::AtHome,
            Some(rights) => {
                let mut rooks = Vec::new();
                for (right, (file, rank, color)) in rights.into_iter().zip([
                    (7, 0, Color::White),
                    (0, 0, Color::White),
                    (7, 7, Color::Black),
                    (0, 7, Color::Black),
                ]) {
                    if right {
                        put(4, rank, color, Piece::KING);
                        rooks.push(put(file, rank, color, Piece::ROOK));
                    }
                }
                Castling::Rooks(rooks)
            }
        };
        Diagram { placement, side_to_move, castling, en_passant: None, invisible: 0, beneath: None, start: None }
    })
}

fn problem() -> impl Strategy<Value = Problem> {
    let rules = (prop::sample::select(&CONDITIONS[..]), prop::sample::select(&MEN[..])).prop_map(|(text, written)| {
        let mut men = OwnPieces::default();
        assert_eq!(own_pieces(written, None, &mut men), []);
        conditions(text).unwrap().with_own_pieces(men)
    });
    let numbers = || proptest::collection::vec(any::<u32>(), 1..4);
    let twin_counts =
        proptest::option::of((Just("b".to_string()), numbers())).prop_map(|counts| counts.into_iter().collect());
    let intent = (proptest::option::of(string()), proptest::collection::vec(any::<u32>(), 0..4), twin_counts);
    let twins = (proptest::collection::vec(twin(), 0..30), any::<bool>());
    (heading(), diagram(), a_stipulation(), rules, some_options(), twins, intent).prop_map(
        |(
            heading,
            mut diagram,
            stipulation,
            rules,
            options,
            (twins, zeroposition),
            (solution, counts, twin_counts),
        ): (Heading, Diagram, _, RuleSet, _, _, _)| {
            if let crate::problem::Stipulation::Structured { side, .. } = &stipulation {
                diagram.side_to_move = diagram.side_to_move.map(|_| *side);
            }
            let zeroposition = zeroposition && !twins.is_empty();
            let intent = Intent { solution, counts, twin_counts, themes: Vec::new() };
            Problem { heading, diagram, stipulation: Some(stipulation), rules, options, twins, zeroposition, intent }
        },
    )
}

proptest! {
    #[test]
    fn what_is_written_reads_back(problem in problem()) {
        let text = epd(&problem);
        let (read, found) = line(&text);
        let errors: Vec<Diagnostic> = found.into_iter().filter(Diagnostic::is_error).collect();
        // A random problem may have no king to mate.
        if errors.iter().all(|found| found.message != "there is no king on the board") {
            prop_assert_eq!(errors, vec![], "{}", text);
            prop_assert_eq!(read, Some(problem), "{}", text);
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in TEXTS) {
        read_in_every_way(&text);
    }

    #[test]
    fn mutated_lines_are_read_or_refused(
        index in 0..LINES.len(),
        cuts in proptest::collection::vec((any::<prop::sample::Index>(), 0..4usize, "\\PC{0,2}|[ -~\0]{0,3}"), 1..4),
    ) {
        let mut characters: Vec<char> = LINES[index].chars().collect();
        for (at, removed, inserted) in cuts {
            let at = at.index(characters.len() + 1);
            let end = (at + removed).min(characters.len());
            characters.splice(at..end, inserted.chars());
        }
        read_in_every_way(&characters.into_iter().collect::<String>());
    }
}

#[test]
fn the_lines_that_are_mutated_are_read() {
    for text in LINES {
        read_in_every_way(text);
        let errors: Vec<_> = line(text).1.into_iter().filter(Diagnostic::is_error).map(|d| d.message).collect();
        let expected: &[&str] = if text.contains("dm 3") {
            &[
                "no white king on e1 for `H`",
                "no white king on e1 for `A`",
                "no black king on e8 for `h`",
                "no black king on e8 for `a`",
                "a second stipulation",
            ]
        } else {
            &[]
        };
        assert_eq!(errors, expected, "{text}");
    }
}

/// Checks that long lines give few diagnostics. A quadratic parser would not finish lines of this length.
#[test]
fn of_long_lines_little_is_said() {
    let begin = "8/8/8/8/8/8/8/8 w - - stip \"#2\"; ";
    let size = 2_000_000;
    let full = |piece: &str| piece.repeat(size / piece.len());
    let rows = [
        full("8"),
        full("/"),
        full("k"),
        full("{"),
        full("{}"),
        full("{b:K}/"),
        full("８"),
        full(" w"),
        format!("8/8/8/8/8/8/8/8 w {}", full("K")),
        format!("{begin}{}", full("x")),
        format!("{begin}{}", full("x;")),
        format!("{begin}{}", full("x y \"z\" ")),
        format!("{begin}{}", full("remark x;")),
        format!("{begin}{}", full("opt;")),
        format!("{begin}{}", full(";")),
        format!("{begin}{}", full("\"")),
        format!("{begin}sol \"{}\";", full("\\n")),
        format!("{begin}sol \"{}\";", full("\\q")),
        format!("{begin}sol \"{}", full("a\\\"")),
        format!("{begin}opt \"{}\";", full("\\\" ")),
        format!("{begin}opt \"{}\";", full("try ")),
        format!("{begin}opt \"{}\";", full("foo ")),
        format!("{begin}opt \"NoCastling {}\";", full("a1h1 ")),
        format!("{begin}opt \"{}\";", full("EnPassant a1 ")),
        format!("{begin}cond \"{}\";", full("foo,")),
        format!("{begin}cond \"Madrasi {}\";", full("RI ")),
        format!("{begin}cond \"Circe {}\";", full("x ")),
        format!("{begin}{}", full("cond x;")),
        format!("{begin}twin \"{}\";", full("b) move a1 a2;")),
        format!("{begin}twin \"{}\";", full("move a1 a2 and ")),
        format!("{begin}twin \"{}\";", full("and ")),
        format!("{begin}twin \"{}\";", full("foo,")),
        format!("{begin}twin \"{}\";", full(";")),
        format!("{begin}twin \"add white {}\";", full("Qa1 ")),
        format!("{begin}twin \"stip {}\";", full("# ")),
        format!("{begin}sstip \"white {}\";", full("#&")),
        format!("{begin}nsol \"{}\";", full("1.")),
        format!("{begin}stip \"#{}\";", full("1")),
        format!("{begin}stip \"z{}\";", full(" ")),
    ];
    for text in rows {
        let (problem, diagnostics) = line(&text);
        let said: usize = diagnostics.iter().map(|d| d.message.len() + d.expected.len()).sum();
        assert!(problem.is_some() || said > 0, "{:.60}… is no problem, and nothing is said", text);
        assert!(diagnostics.len() < 100 && said < 20_000, "{:.60}…: {said} bytes", text);
    }
}
