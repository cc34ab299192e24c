//! Tests two shortcuts of the fairy engine. A *touch* is what rules declare about the changes that a step makes to the
//! board. A *siege* uses touches to leave out last moves that cannot mate. Both are tested on random diagrams under
//! every condition and with every attribute of men. `KEYMOVE_CASES` is the number of cases, and `KEYMOVE_SEED` selects
//! variants and arguments.

use crate::chance::{Chance, cases, seed};
use crate::lines::problem_of;
use crate::shortcuts::{all_conditions, suited, varied, without_kings};
use keymove::conditions::CONDITIONS;
use keymove::fairy::{FairyPosition, Man, Move, Refutation, RuleBook, Squares, Touch};
use keymove::position::{Oracle, Position};
use keymove::rules::{RuleSet, assemble};
use keymove::solve::Solver;
use keymove::solve::Technique::Sieges;
use keymove::syntax;
use keymove::units::{Color, Diagram, Goal, Piece, Traits, Unit};

/// The attributes that men of the random diagrams may have.
const ATTRIBUTES: [Traits; 15] = [
    Traits::HALF_NEUTRAL,
    Traits::CHAMELEON,
    Traits::VOLAGE,
    Traits::KAMIKAZE,
    Traits::PARALYSING,
    Traits::ANDA,
    Traits::ANDA_INVERSE,
    Traits::UNCAPTURABLE,
    Traits::JIGGER,
    Traits::PATROL,
    Traits::FUNCTIONARY,
    Traits::MAGIC,
    Traits::PROTEAN,
    Traits::HURDLE_COLOUR_CHANGING,
    Traits::NEUTRAL,
];

/// Counts of the moves for which there is a touch, or which a siege leaves out.
#[derive(Clone, Copy, Default, Debug)]
struct Told {
    /// Moves with a touch. `with_consequences` counts those that change more than the step itself.
    touched: usize,
    with_consequences: usize,
    without_check: usize,
    flights: usize,
    mates: usize,
}

impl std::ops::AddAssign for Told {
    fn add_assign(&mut self, more: Told) {
        self.touched += more.touched;
        self.with_consequences += more.with_consequences;
        self.without_check += more.without_check;
        self.flights += more.flights;
        self.mates += more.mates;
    }
}

/// Asserts that the touch declares all changes that the move makes. Returns whether the move changes more than its step
/// does.
fn covers(position: &FairyPosition, touch: &Touch, m: &Move, text: &str) -> bool {
    let after = position.after(m);
    let (before, board, side) = (position.board(), after.board(), touch.side);
    let (old, new) = (before.occupied(), board.occupied());
    let is_within = |some: Squares, of: Squares| some.without(&of).is_empty();
    assert!(is_within(old.without(&new), touch.vacates), "{text} {m:?}: vacates {touch:?}");
    let mut stood = old;
    stood.remove(touch.from);
    assert!(is_within(new.without(&stood), touch.fills.or(&touch.landings)), "{text} {m:?}: fills {touch:?}");
    for sq in board.of(side).iter() {
        let (was, is) = (before.man(sq), board.man(sq));
        let stays = was.is_of(side) && was.piece() == is.piece();
        let lands = touch.landings.has(sq) && touch.lands_as.iter().any(|man| man.piece() == is.piece());
        let comes = touch.comes.iter().any(|(on, man)| *on == sq && man.piece() == is.piece());
        assert!(stays || lands || comes, "{text} {m:?}: {is:?} on {sq} {touch:?}");
    }
    assert!(before.royals(!side) == board.royals(!side), "{text} {m:?}: kings {touch:?}");
    let king = board.man(board.royals(!side).first().expect("the touch has one"));
    let is_one = |man: &Man| man.piece() == king.piece() && king.is_only_of(!side);
    assert!(touch.kings.iter().any(is_one), "{text} {m:?}: {king:?} {touch:?}");
    assert!(position.squares_gone() == after.squares_gone() && position.covered() == after.covered(), "{text} {m:?}");
    let mut plain = old;
    plain.remove(touch.from);
    m.step.taken.into_iter().for_each(|sq| plain.remove(sq));
    plain.add(m.step.to);
    plain != new || board.man(m.step.to) != touch.man || board.man(board.royals(!side).first().unwrap_or(0)) != king
}

/// Compares each move of the position with its touch, and checks the reason for which a siege leaves it out.
fn examine(position: &FairyPosition, text: &str) -> Told {
    let (mut told, mut moves) = (Told::default(), Vec::new());
    position.legal_moves(&mut moves);
    // Moves that no man's way of moving gives have no touch.
    moves.retain(|_| position.book().stages.extra.is_empty());
    for m in moves {
        let after = position.after(&m);
        let touch = position.touch(m.from, &m.step);
        if let Some(touch) = &touch {
            told.touched += 1;
            told.with_consequences += usize::from(covers(position, touch, &m, text));
        }
        let is_mate = after.is_mate();
        told.mates += usize::from(is_mate);
        let Some(refutation) = position.refutation(m.from, &m.step) else { continue };
        assert!(touch.is_some() && !is_mate, "{text} {m:?} {refutation:?}");
        match refutation {
            Refutation::NoCheck => {
                told.without_check += 1;
                assert!(!after.is_check(), "{text} {m:?}: check");
            }
            Refutation::Flight(to) => {
                told.flights += 1;
                let mut replies = Vec::new();
                after.legal_moves(&mut replies);
                // A rule that chooses among the moves leaves one, though not always the flight.
                let is_chosen = !position.book().stages.selection.is_empty() && !replies.is_empty();
                let king = after.board().royals(after.side()).first();
                let flees = |m: &Move| Some(m.from) == king && m.step.to == to;
                assert!(is_chosen || replies.iter().any(flees), "{text} {m:?}: no flight to {to}");
            }
        }
    }
    told
}

/// Examines a position and some of the positions after its moves. Compares the engine with sieges (`book`) and without
/// them (`slow`).
fn examine_from(book: &RuleBook, slow: &RuleBook, diagram: &Diagram, text: &str) -> Told {
    let mut told = Told::default();
    for side in Color::ALL {
        let text = format!("{text} {} {side:?}", diagram.placement.to_fen());
        let [position, plain] = [book, slow].map(|book| FairyPosition::new(book, diagram, side));
        if position.can_capture_king() {
            continue;
        }
        told += examine(&position, &text);
        assert_eq!(position.can_reach(&Goal::Mate), plain.can_reach(&Goal::Mate), "{text}");
        let moves = [&position, &plain].map(|position| {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            moves
        });
        for (m, same) in moves[0].iter().zip(&moves[1]).step_by(5) {
            let (after, plain) = (position.after(m), plain.after(same));
            let text = format!("{text} {m:?}");
            told += examine(&after, &text);
            assert_eq!(after.can_reach(&Goal::Mate), plain.can_reach(&Goal::Mate), "{text}");
        }
    }
    told
}

fn examine_diagram(diagram: &Diagram, rules: &RuleSet, text: &str) -> Told {
    let (Ok(book), Ok(mut slow)) = (assemble(diagram, rules), assemble(diagram, rules)) else {
        return Told::default();
    };
    slow.sieges = false;
    examine_from(&book, &slow, diagram, text)
}

/// Returns the pieces of the random diagrams. They are of many kinds, so that conditions find men that can change into
/// others.
fn pieces() -> Vec<Piece> {
    ["G", "N", "LI", "PA", "Q", "R", "B", "S", "S", "P", "P"]
        .map(|code| Piece::from_code(code).expect("in the table"))
        .into()
}

/// Examines random diagrams of two kinds in turn: diagrams with many captures, and diagrams in which one king has few
/// men and is often mated. Half of the men that can have the attribute have it; that of hoppers, only hoppers can have.
fn examine_some(chance: &mut Chance, rules: &RuleSet, text: &str, attribute: Option<Traits>, wanted: usize) -> Told {
    let (all, mut told) = (pieces(), Told::default());
    for i in 0..wanted {
        let few: Vec<Piece> = (0..3).map(|_| all[chance.below(all.len())]).collect();
        let diagram = if i % 2 == 0 { chance.diagram(&few) } else { chance.siege(&few) };
        let republican = Color::ALL.map(|color| (color, "RepublicanChess"));
        let mut diagram = without_kings(suited(diagram, rules), rules, &republican);
        let men: Vec<_> = diagram.placement.iter().filter(|_| attribute.is_some()).collect();
        for (square, mut unit) in men {
            let can_have_it = match attribute {
                Some(Traits::HURDLE_COLOUR_CHANGING) => ["G", "LI", "PA"].contains(&unit.piece.def().code),
                _ => unit.piece != Piece::KING,
            };
            if can_have_it && chance.below(2) == 0 {
                unit.traits = unit.traits.with(attribute.unwrap_or(Traits::NONE));
                diagram.placement.put(square, unit);
            }
        }
        told += examine_diagram(&diagram, rules, text);
    }
    told
}

#[test]
fn touches_and_sieges_under_every_condition() {
    let mut chance = Chance(21);
    let mut told = Told::default();
    for (_, name, rules) in all_conditions() {
        told += examine_some(&mut chance, &rules, &name, None, cases(4));
    }
    assert!(told.with_consequences > 500 && told.without_check > 5000 && told.flights > 500, "{told:?}");
    assert!(told.mates > 20, "{told:?}");
}

#[test]
fn touches_and_sieges_under_variants_and_arguments() {
    let mut chance = Chance::new(seed());
    let mut told = Told::default();
    for &def in CONDITIONS {
        if let Some((name, rules)) = varied(&mut chance, def) {
            told += examine_some(&mut chance, &rules, &name, None, cases(4));
        }
    }
    assert!(told.with_consequences > 500 && told.without_check > 5000 && told.flights > 500, "{told:?}");
}

#[test]
fn touches_and_sieges_with_every_attribute() {
    let mut chance = Chance(22);
    let mut told = Told::default();
    for attribute in ATTRIBUTES {
        let text = format!("{attribute:?}");
        let of_this = examine_some(&mut chance, &RuleSet::default(), &text, Some(attribute), cases(60));
        // Magic men declare no touches.
        assert!(of_this.touched > 0 || attribute == Traits::MAGIC, "{text} has not been examined");
        told += of_this;
    }
    assert!(told.with_consequences > 500 && told.without_check > 5000 && told.flights > 500, "{told:?}");
}

/// A royal man that is not a king may move in one way and capture in another.
#[test]
fn sieges_of_royal_men_of_every_piece() {
    let mut chance = Chance(24);
    let rules = RuleSet::default();
    let (all, mut told) = (pieces(), Told::default());
    for piece in Piece::all() {
        for _ in 0..cases(12) {
            let few: Vec<Piece> = (0..3).map(|_| all[chance.below(all.len())]).collect();
            let mut diagram = chance.siege(&few);
            let king = diagram.placement.squares_of(Color::Black, Piece::KING).next().expect("a king");
            let mut royal = Unit::new(Color::Black, piece);
            royal.traits = Traits::ROYAL;
            diagram.placement.put(king, royal);
            told += examine_diagram(&diagram, &rules, piece.def().name);
        }
    }
    assert!(told.mates > 500 && told.without_check > 5000 && told.flights > 500, "{told:?}");
}

/// A Poseidon moves like a king, but captures by leaping over its victim. The boards are the last positions of Popeye's
/// three solutions to a series helpmate by P. A. Petkov (Julia's Fairies, 2013).
#[test]
fn a_royal_man_that_cannot_capture_where_it_goes_is_mated() {
    let boards = ["8/8/K7/8/8/8/5Q2/5n1{b:PO}", "8/8/K7/8/8/5r2/5Q2/7{b:PO}", "8/8/K7/8/8/7b/5Q2/7{b:PO}"];
    for board in boards {
        let diagram = Diagram { placement: syntax::board(board).expect("a board"), ..Diagram::default() };
        let book = assemble(&diagram, &RuleSet::default()).expect("chess");
        assert!(FairyPosition::new(&book, &diagram, Color::White).can_reach(&Goal::Mate), "{board}");
    }
}

/// A royal man that changes sides with the last move is one more king of the other side, so a flight of its first king
/// refutes nothing.
#[test]
fn royal_men_that_change_sides_are_further_kings() {
    for line in [
        "8/8/8/k7/8/3QQ3/8/4{w:Volage,K}3 b - - stip \"h#1\";",
        "k7/2Q5/2q{w:Volage,K}4/2R5/8/8/8/8 w - - stip \"ser-#1\";",
        "8/8/1rr5/k7/8/1B6/1{w:HalfNeutral,K}Q5/8 b - - stip \"h#1\";",
    ] {
        let mut problem = problem_of(line);
        problem.options.allow_unverified = true;
        let solve = |solver: Solver| solver.solve(&problem).expect("rules").solution;
        let slow = solve(Solver::default().without(Sieges));
        assert!(slow.twins[0].phases[0].groups.iter().any(|group| !group.nodes.is_empty()), "{line}");
        assert!(solve(Solver::default()) == slow, "{line}");
    }
}

/// Checks that moves with a touch and with changes beyond the step are frequent under each condition that declares
/// touches.
#[test]
fn declared_touches_are_met_often() {
    let mut chance = Chance(23);
    let names = [
        "AntiCirce",
        "AntiEinsteinChess",
        "Breton",
        "Breton Adverse",
        "Breton PY",
        "ChameleonChess",
        "Circe",
        "PWC",
        "SuperCirce",
        "Circe Clone",
        "DarkSide",
        "AndernachChess",
        "AntiAndernachChess",
        "EinsteinChess",
        "Football S Q",
        "KobulKings",
        "LineChameleonChess",
        "MagicSquares d4e5c3f6",
        "ProteanChess",
        "RelegationChess",
        "Sentinelles",
        "Sentinelles PionAdvers",
        "Sentinelles PionNeutre",
        "SnekChess",
        "SnekCircleChess",
        "Take&MakeChess",
        "Tibet",
        "Volage",
    ];
    for name in names {
        let rules = syntax::conditions(name).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        let told = examine_some(&mut chance, &rules, name, None, cases(40));
        assert!(told.with_consequences > 20, "{name} {told:?}");
    }
}
