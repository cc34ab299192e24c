//! Tests that the shortcuts of the fairy engine change none of its answers, on random diagrams under every condition,
//! with every piece and under pairs of conditions. Also tests the lower bounds on the way to a position.
//! `KEYMOVE_CASES` is the number of cases, and `KEYMOVE_SEED` selects variants and arguments.

use crate::chance::conditions::{TWO_MEN, condition};
use crate::chance::{Chance, cases, seed};
use keymove::conditions::{CONDITIONS, ConditionDef};
use keymove::fairy::{FairyPosition, Move, RuleBook};
use keymove::position::{GoalQuery, Left, Oracle, Position, ProofGameBudget};
use keymove::rules::{RuleSet, assemble};
use keymove::syntax;
use keymove::units::{Color, Diagram, Goal, Piece, Placement, Square, Traits, Unit};

impl Chance {
    /// Returns a random diagram with two kings and up to ten other men, of which orthodox ones are more frequent.
    pub fn diagram(&mut self, pieces: &[Piece]) -> Diagram {
        let men = 3 + self.below(8);
        self.diagram_of(pieces, men, |chance| Color::ALL[chance.below(2)])
    }

    /// Returns a random diagram with two kings, of which one has few or no men of its side.
    pub fn siege(&mut self, pieces: &[Piece]) -> Diagram {
        let men = 2 + self.below(5);
        self.diagram_of(pieces, men, |chance| Color::ALL[usize::from(chance.below(8) == 0)])
    }

    fn diagram_of(&mut self, pieces: &[Piece], men: usize, color: impl Fn(&mut Chance) -> Color) -> Diagram {
        let mut placement = Placement::default();
        let kings = Color::ALL.map(|color| Unit::new(color, Piece::KING));
        let men = (0..men).map(|_| {
            let kinds = if self.below(2) == 0 { pieces } else { &[Piece::QUEEN, Piece::ROOK, Piece::PAWN][..] };
            let mut unit = Unit::new(color(self), kinds[self.below(kinds.len())]);
            if self.below(12) == 0 {
                unit.traits = Traits::NEUTRAL;
            }
            unit
        });
        for unit in kings.into_iter().chain(men.collect::<Vec<_>>()) {
            let free: Vec<Square> = (0..64)
                .filter_map(|i| Square::new(i % 8, i / 8))
                .filter(|&square| placement.get(square).is_none())
                .filter(|square| !unit.piece.is_pawn() || (1..7).contains(&square.rank()))
                .collect();
            placement.put(free[self.below(free.len())], unit);
        }
        Diagram { placement, ..Diagram::default() }
    }
}

/// Returns the condition as text, with the arguments that it needs.
fn with_arguments(def: &ConditionDef) -> String {
    let arguments = match def.name {
        "BGL" => " 40 40",
        "BlackConsequentForcedSquare" | "BlackForcedSquare" | "WhiteConsequentForcedSquare" | "WhiteForcedSquare" => {
            " d4e5c3"
        }
        "BlackPromSquares" | "WhitePromSquares" => " d4e5c3a1",
        "ChameleonSequence" => " S R",
        "AprilChess" | "Football" | "PromOnly" => " R S",
        "BlackRoyalSquare" | "WhiteRoyalSquare" => " d4",
        "LastCapture" => " White Bd4, ParrainCirce",
        "BlackMaxDister" | "BlackMinDister" | "WhiteMaxDister" | "WhiteMinDister" => " d4e5",
        "Hole" | "Imitator" | "MagicSquares" | "Wormholes" => " d4e5c3",
        _ => "",
    };
    format!("{}{arguments}", def.name)
}

/// Returns the condition with random variants and arguments, as text and as rules, or `None` if these are incompatible.
pub fn varied(chance: &mut Chance, def: &ConditionDef) -> Option<(String, RuleSet)> {
    let name = condition(chance, def).replace(TWO_MEN, "d4e5");
    let rules = syntax::conditions(&name).ok()?;
    Some((name, rules))
}

/// Iterates over all conditions, each with its text and as rules.
pub fn all_conditions() -> impl Iterator<Item = (&'static ConditionDef, String, RuleSet)> {
    CONDITIONS.iter().map(|&def| {
        let name = with_arguments(def);
        let rules = syntax::conditions(&name).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        (def, name, rules)
    })
}

const GOALS: [Goal; 5] = [Goal::Mate, Goal::Check, Goal::Stalemate, Goal::MateOrStalemate, Goal::DoubleStalemate];

/// The compared answers about a position: the legal moves, whether there is a check, which of [`GOALS`] a move can reach,
/// and whether every move mates.
type Answers = (Vec<Move>, bool, [bool; GOALS.len()], bool);

fn answers(book: &RuleBook, diagram: &Diagram, side: Color, depth: usize) -> Vec<Answers> {
    let mut position = FairyPosition::new(book, diagram, side);
    if position.can_capture_king() {
        return Vec::new();
    }
    let mut all = Vec::new();
    ask(&mut position, depth, &mut all);
    all
}

fn ask(position: &mut FairyPosition, depth: usize, all: &mut Vec<Answers>) {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut keys = Vec::new();
    position.keys_after(&moves, &mut keys);
    assert!(moves.iter().zip(keys).all(|(m, key)| key == position.after(m).key()), "{moves:?}");
    let reached = GOALS.map(|goal| position.can_reach(&goal));
    all.push((moves.clone(), position.is_check(), reached, position.must_reach(&Goal::Mate)));
    if depth > 0 {
        // A few moves spread over the list, so that both sides and the consequences of captures are covered.
        for m in moves.into_iter().step_by(7) {
            position.with_move(m, |after| ask(after, depth - 1, all));
        }
    }
}

/// Counts of a comparison between the answers with shortcuts and without.
#[derive(Clone, Copy, Default, Debug)]
struct Agreed {
    /// The number of positions examined.
    positions: usize,
    /// How often each goal could be reached.
    reached: [usize; GOALS.len()],
}

impl std::ops::AddAssign for Agreed {
    fn add_assign(&mut self, more: Agreed) {
        self.positions += more.positions;
        self.reached.iter_mut().zip(more.reached).for_each(|(reached, more)| *reached += more);
    }
}

/// Returns the diagram for these rules: if a side has a royal square, a knight replaces its king.
pub fn suited(diagram: Diagram, rules: &RuleSet) -> Diagram {
    let royal = [(Color::White, "WhiteRoyalSquare"), (Color::Black, "BlackRoyalSquare")];
    without_kings(diagram, rules, &royal)
}

/// Returns the diagram with a knight in place of each king whose side has one of the conditions in `under`.
pub fn without_kings(mut diagram: Diagram, rules: &RuleSet, under: &[(Color, &str)]) -> Diagram {
    for &(color, name) in under {
        if rules.conditions().iter().any(|condition| condition.def.name == name) {
            let kings: Vec<_> = diagram.placement.squares_of(color, Piece::KING).collect();
            for square in kings {
                diagram.placement.put(square, Unit::new(color, Piece::KNIGHT));
            }
        }
    }
    diagram
}

/// Compares the answers with and without shortcuts on random diagrams until enough diagrams are possible under the
/// rules. Some diagrams are impossible, and in some a king can be captured.
fn agree(rules: &RuleSet, pieces: &[Piece], chance: &mut Chance, wanted: usize, name: &str) -> Agreed {
    let (mut agreed, mut diagrams) = (Agreed::default(), 0);
    for _ in 0..500 * wanted {
        let diagram = suited(chance.diagram(pieces), rules);
        let more = agree_on(&diagram, rules, name);
        agreed += more;
        diagrams += usize::from(more.positions > 0);
        // Under some rules there are hardly any moves.
        if diagrams >= wanted && agreed.positions >= 3 * wanted {
            break;
        }
    }
    agreed
}

fn agree_on(diagram: &Diagram, rules: &RuleSet, name: &str) -> Agreed {
    let mut agreed = Agreed::default();
    let (Ok(fast), Ok(mut slow)) = (assemble(diagram, rules), assemble(diagram, rules)) else {
        return agreed;
    };
    slow.shortcuts = false;
    for side in Color::ALL {
        let board = diagram.placement.to_fen();
        let answers_of = |book: &RuleBook| answers(book, diagram, side, 2);
        let fast = answers_of(&fast);
        assert_eq!(fast, answers_of(&slow), "{name} {board} {side:?}");
        agreed.positions += fast.len();
        for (_, _, goals, _) in fast {
            agreed.reached.iter_mut().zip(goals).for_each(|(reached, goal)| *reached += usize::from(goal));
        }
    }
    agreed
}

#[test]
fn every_piece_with_and_without_shortcuts() {
    let mut chance = Chance(1);
    for piece in Piece::all() {
        let name = piece.def().name;
        let agreed = agree(&RuleSet::default(), &[piece, Piece::KNIGHT], &mut chance, cases(4), name);
        assert!(agreed.positions >= 3 * cases(4), "{name}: {agreed:?}");
    }
}

#[test]
fn sieges_with_and_without_shortcuts() {
    let mut chance = Chance(4);
    let mut agreed = Agreed::default();
    let names = ["", "", "GridChess", "MarsCirce", "Take&MakeChess", "Circe"];
    for i in 0..cases(4) * 60 {
        let rules = syntax::conditions(names[i % names.len()]).expect("known conditions");
        let pieces: Vec<Piece> = Piece::all().filter(|_| chance.below(20) == 0).chain([Piece::QUEEN]).collect();
        let diagram = chance.siege(&pieces);
        agreed += agree_on(&diagram, &rules, names[i % names.len()]);
    }
    assert!(agreed.reached.iter().take(4).all(|&count| count > 20), "{agreed:?}");
}

/// In positions near a mate, answers depend on whether the rules allow the king's moves.
#[test]
fn sieges_under_every_condition() {
    let mut chance = Chance(11);
    let pieces = ["G", "N", "LI", "PA", "Q", "R"].map(|code| Piece::from_code(code).expect("in the table"));
    let mut agreed = Agreed::default();
    for (_, name, rules) in all_conditions() {
        for _ in 0..cases(2) {
            agreed += agree_on(&suited(chance.siege(&pieces), &rules), &rules, &name);
        }
    }
    assert!(agreed.reached.iter().take(4).all(|&count| count > 20), "{agreed:?}");
}

/// The effect of a rule on the king's moves may depend on its arguments, for example on the length of moves that
/// remains.
#[test]
fn sieges_under_variants_and_arguments() {
    let mut chance = Chance::new(seed());
    let pieces = ["G", "N", "LI", "PA", "Q", "R"].map(|code| Piece::from_code(code).expect("in the table"));
    let mut agreed = Agreed::default();
    for _ in 0..cases(2) {
        for &def in CONDITIONS {
            let Some((name, rules)) = varied(&mut chance, def) else { continue };
            let few = &pieces[..1 + chance.below(pieces.len())];
            let republican = Color::ALL.map(|color| (color, "RepublicanChess"));
            let diagram = without_kings(suited(chance.siege(few), &rules), &rules, &republican);
            agreed += agree_on(&diagram, &rules, &name);
        }
    }
    assert!(agreed.reached.iter().take(4).all(|&count| count > 20), "{agreed:?}");
}

/// The engine may omit moves if the other side would have to mate at once but cannot. Checks that the other side has no
/// mate after any omitted move.
#[test]
fn moves_that_are_left_out_expose_no_king() {
    let mut chance = Chance(13);
    let pieces = ["G", "N", "LI", "Q", "R", "P"].map(|code| Piece::from_code(code).expect("in the table"));
    let names =
        ["", "", "BlackMaximummer", "Madrasi", "EiffelChess", "Isardam", "Disparate", "FrankfurtChess", "Circe"];
    let (mut left_out, mut exposing) = (0, 0);
    for i in 0..cases(4) * 200 {
        let rules = syntax::conditions(names[i % names.len()]).expect("known conditions");
        let diagram = chance.siege(&pieces);
        let Ok(book) = assemble(&diagram, &rules) else { continue };
        for side in Color::ALL {
            let position = FairyPosition::new(&book, &diagram, side);
            if position.can_capture_king() {
                continue;
            }
            let (mut all, mut told) = (Vec::new(), Vec::new());
            position.legal_moves(&mut all);
            position.each_exposing_move(&mut |m, _| {
                told.push(m);
                false
            });
            left_out += all.len() - told.len();
            for m in all.into_iter().filter(|m| position.after(m).can_reach(&Goal::Mate)) {
                assert!(told.contains(&m), "{} {} {m:?}", names[i % names.len()], diagram.placement.to_fen());
                exposing += 1;
            }
        }
    }
    assert!(left_out > 1000 && exposing > 100, "{left_out} {exposing}");
}

#[test]
fn sieges_with_attributes() {
    const ATTRIBUTES: [Traits; 12] = [
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
    ];
    let mut chance = Chance(12);
    let pieces = ["G", "N", "LI", "Q", "R"].map(|code| Piece::from_code(code).expect("in the table"));
    let names = ["", "", "", "Circe", "Madrasi", "ChecklessChess", "MagicSquares d4e5c3", "Volage"];
    let mut agreed = Agreed::default();
    for i in 0..cases(4) * 60 {
        let rules = syntax::conditions(names[i % names.len()]).expect("known conditions");
        let mut diagram = chance.siege(&pieces);
        let attribute = ATTRIBUTES[chance.below(ATTRIBUTES.len())];
        let men: Vec<(Square, Unit)> = diagram.placement.iter().collect();
        for (square, mut unit) in men {
            if unit.piece != Piece::KING && chance.below(2) == 0 {
                unit.traits = unit.traits.with(attribute);
                diagram.placement.put(square, unit);
            }
        }
        agreed += agree_on(&diagram, &rules, names[i % names.len()]);
    }
    assert!(agreed.reached.iter().take(4).all(|&count| count > 20), "{agreed:?}");
}

/// Some rules judge a step, or the capture of a king, before it is played. Other rules and attributes decide what follows.
#[test]
fn steps_are_judged_alike_before_and_after_they_are_played() {
    let judges = "AllInChess,HalfInChess,MainlyInChess,KoeKo,NewKoeko,AntiKoeko,ContactGridChess,SAT,LeseMajeste,\
                  AntiCirce Super,AntiCirce Super Cheylan";
    let others = ["", "", "Circe", "AntiCirce", "Madrasi", "Take&MakeChess", "GridChess", "Volage", "AndernachChess"];
    let pieces = ["G", "N", "LI", "Q", "R"].map(|code| Piece::from_code(code).expect("in the table"));
    let (mut chance, mut agreed) = (Chance(13), Agreed::default());
    for i in 0..cases(4) * 12 {
        for judge in judges.split(',') {
            let names = format!("{judge} {}", others[chance.below(others.len())]);
            let Ok(rules) = syntax::conditions(&names) else { continue };
            let mut diagram = chance.siege(&pieces);
            for (square, mut unit) in diagram.placement.iter().collect::<Vec<_>>() {
                if i % 4 == 0 && chance.below(3) == 0 && !unit.traits.has(Traits::NEUTRAL) {
                    unit.traits = unit.traits.with(Traits::HALF_NEUTRAL);
                    diagram.placement.put(square, unit);
                }
            }
            agreed += agree_on(&diagram, &rules, &names);
        }
    }
    assert!(agreed.reached.iter().take(3).all(|&count| count > 20), "{agreed:?}");
}

#[test]
fn every_condition_with_and_without_shortcuts() {
    let pieces = ["G", "N", "LI", "PA"].map(|code| Piece::from_code(code).expect("in the table"));
    for (def, name, rules) in all_conditions() {
        // Each condition has its own diagrams, independent of refusals under the others.
        let mut chance = Chance(name.bytes().fold(2, |seed, byte| (seed * 31 + u64::from(byte)) & 0xffff_ffff));
        let agreed = agree(&rules, &pieces, &mut chance, cases(4), &name);
        assert!(agreed.positions >= 3 * cases(4), "{name}: {agreed:?}");
        // The variants of a family are tested under its first name.
        let family = if def.preset.is_empty() { def.variants } else { &[] };
        for variant in family {
            let name = format!("{name} {}{}", variant.name, arguments_of_variant(variant.name));
            let rules = syntax::conditions(&name).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
            let agreed = agree(&rules, &pieces, &mut chance, cases(1), &name);
            assert!(agreed.positions > 0 || REFUSED.contains(&name.as_str()), "{name}: {agreed:?}");
        }
    }
}

/// Variants that are undefined for this condition of the family, or that are undefined with kings. (All these diagrams
/// have kings.)
const REFUSED: &[&str] = &[
    "AntiCirce Relaxed",
    "AntiCirce Turncoats",
    "AntiMarsCirce RexExclusive",
    "GenevaChess Equipollents",
    "GenevaChess PWC",
    "MarsCirce Super",
];

fn arguments_of_variant(name: &str) -> &'static str {
    match name {
        "Neighbour" => " S",
        "April" => " R S",
        "Orthogonal" => " adf27",
        "Irregular" => " a1a2b1b2 d4e4d5e5",
        "GridLine" => " ha24 vc61",
        "MaximumWhite" | "MaximumBlack" | "MaximumTotal" => " 2",
        _ => "",
    }
}

#[test]
fn pairs_of_conditions_with_and_without_shortcuts() {
    let mut chance = Chance(3);
    let pieces = ["G", "SI", "BE", "Q"].map(|code| Piece::from_code(code).expect("in the table"));
    let wanted = cases(3) * 70;
    let (mut pairs, mut compared) = (0, 0);
    while compared < wanted {
        pairs += 1;
        // Some are incompatible, but not so many that few are left.
        assert!(pairs < wanted * 2, "{compared} of {pairs} pairs");
        let names = [0; 2].map(|_| with_arguments(CONDITIONS[chance.below(CONDITIONS.len())])).join(" ");
        let Ok(rules) = syntax::conditions(&names) else { continue };
        if names.matches("Super").count() > 1 {
            // If two men can be reborn anywhere, a capture is thousands of moves.
            continue;
        }
        compared += usize::from(agree(&rules, &pieces, &mut chance, 1, &names).positions > 0);
    }
}

/// Plays a random game from a random diagram, and asserts that each of its moves is among those that the engine
/// considers on the way to its end. Returns the number of legal moves that the engine excludes, and the length of the
/// game in plies.
fn follow_a_game(rules: &RuleSet, pieces: &[Piece], chance: &mut Chance, name: &str) -> [usize; 2] {
    let mut diagram = chance.diagram(pieces);
    if chance.below(4) == 0 {
        // Castling and promotions are near.
        diagram.placement = syntax::board("r3k2r/P1pqp2P/8/3P1P2/2p3p1/8/p2QPP1p/R3K2R").expect("a board");
    }
    follow_a_game_from(suited(diagram, rules), rules, chance, name)
}

fn follow_a_game_from(diagram: Diagram, rules: &RuleSet, chance: &mut Chance, name: &str) -> [usize; 2] {
    let Ok(book) = assemble(&diagram, rules) else { return [0; 2] };
    let mut positions = vec![FairyPosition::new(&book, &diagram, Color::ALL[chance.below(2)])];
    let mut game = Vec::new();
    if positions[0].can_capture_king() {
        return [0; 2];
    }
    for _ in 0..1 + chance.below(8) {
        let position = &positions[positions.len() - 1];
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        // Captures have many consequences, and castling moves two men.
        let is_eventful = |m: &Move| m.step.taken.is_some() || m.step.kind.is_castling();
        if chance.below(2) == 0 && moves.iter().any(is_eventful) {
            moves.retain(is_eventful);
        }
        if moves.is_empty() {
            break;
        }
        let m = moves[chance.below(moves.len())];
        game.push(m);
        positions.push(position.after(&m));
    }
    let target = positions[0].target(&positions[game.len()].placement()).expect("a target");
    let mut left_out = 0;
    for (ply, m) in game.iter().enumerate() {
        let mut moves = [0; 2];
        (ply..game.len()).for_each(|later| moves[positions[later].side() as usize] += 1);
        let (mut all, mut kept) = (Vec::new(), Vec::new());
        positions[ply].legal_moves(&mut all);
        positions[ply].moves_towards(&target, ProofGameBudget { moves, exactly: true }, &mut kept);
        let to_end = game[ply..].iter().map(|m| (m.from, m.step.to)).collect::<Vec<_>>();
        let end = positions[game.len()].placement().to_fen();
        assert!(kept.contains(m), "{name} {} to {end}: {to_end:x?}", positions[ply].placement().to_fen());
        left_out += all.len() - kept.len();
    }
    [left_out, game.len()]
}

/// Under these rules men change sides after check or mate. Some excluded moves and some changes of side must occur.
#[test]
fn the_moves_of_a_game_in_which_men_turn_lead_to_its_end() {
    let mut chance = Chance(17);
    let pieces = ["Q", "R", "S", "B", "G"].map(|code| Piece::from_code(code).expect("in the table"));
    for name in ["#C", "Masand", "MasandGeneralised", "magic men"] {
        let rules = if name == "magic men" { Ok(RuleSet::default()) } else { syntax::conditions(name) };
        let rules = rules.expect("known conditions");
        let (mut left_out, mut turned) = (0, 0);
        for _ in 0..cases(4) * 100 {
            let mut diagram = suited(chance.siege(&pieces), &rules);
            let men: Vec<(Square, Unit)> = diagram.placement.iter().filter(|_| name == "magic men").collect();
            for (square, mut unit) in men {
                if unit.piece != Piece::KING && chance.below(3) == 0 {
                    unit.traits = unit.traits.with(Traits::MAGIC);
                    diagram.placement.put(square, unit);
                }
            }
            if let Ok(book) = assemble(&diagram, &rules) {
                let position = FairyPosition::new(&book, &diagram, Color::White);
                let white = |position: &FairyPosition| position.board().of(Color::White).count();
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                let turns = |m: &Move| white(&position.after(m)) != white(&position);
                turned += moves.iter().filter(|m| turns(m)).count();
            }
            left_out += follow_a_game_from(diagram, &rules, &mut chance, name)[0];
        }
        assert!(left_out > 100 && turned > 10, "{name}: {left_out} {turned}");
    }
}

/// Calls [`follow_a_game`] until `wanted` games have been played. Returns the number of excluded moves.
fn follow_games(rules: &RuleSet, pieces: &[Piece], chance: &mut Chance, name: &str, wanted: usize) -> usize {
    let (mut left_out, mut played) = (0, 0);
    for _ in 0..500 * wanted {
        let [more, moves] = follow_a_game(rules, pieces, chance, name);
        left_out += more;
        played += usize::from(moves > 0);
        if played == wanted {
            return left_out;
        }
    }
    panic!("{name}: {played} games");
}

#[test]
fn the_moves_of_a_game_lead_to_its_end() {
    let mut chance = Chance(5);
    let mut left_out = 0;
    for (_, name, rules) in all_conditions() {
        left_out += follow_games(&rules, &[Piece::QUEEN], &mut chance, &name, cases(20));
    }
    for piece in Piece::all() {
        let pieces = [piece, Piece::PAWN];
        left_out += follow_games(&RuleSet::default(), &pieces, &mut chance, piece.def().name, cases(20));
    }
    assert!(left_out > 1000, "{left_out}");
}

/// Plays a random game from a random diagram until a mate is possible, and asserts that the engine calls this mate
/// reachable in each position on the way. Returns how often a mate in fewer moves was called unreachable, or `None` if
/// no mate became possible.
fn follow_to_mate(rules: &RuleSet, pieces: &[Piece], chance: &mut Chance, name: &str) -> Option<usize> {
    let diagram = chance.siege(pieces);
    let book = assemble(&diagram, rules).ok()?;
    let mut positions = vec![FairyPosition::new(&book, &diagram, Color::ALL[chance.below(2)])];
    if positions[0].can_capture_king() {
        return None;
    }
    for _ in 0..5 {
        let position = &positions[positions.len() - 1];
        if position.can_reach(&Goal::Mate) {
            break;
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            return None;
        }
        positions.push(position.after(&moves[chance.below(moves.len())]));
    }
    let last = &positions[positions.len() - 1];
    if !last.can_reach(&Goal::Mate) {
        return None;
    }
    let (mover, mut memo, mut scope) = (last.side(), Default::default(), Default::default());
    let mut excluded = 0;
    for (ply, position) in positions.iter().enumerate() {
        let mut moves = [0; 2];
        positions[ply..].iter().for_each(|later| moves[later.side() as usize] += 1);
        let left = |moves| Left { moves, in_turn: true };
        let within = position.within_reach(GoalQuery::new(&Goal::Mate, mover, left(moves)), &scope, &mut memo);
        let mate = last.placement().to_fen();
        scope = within.unwrap_or_else(|| panic!("{name} {} {moves:?} {mate}", position.placement().to_fen()));
        if moves[mover as usize] > 1 {
            let fewer = moves.map(|moves| moves - 1);
            let within =
                position.within_reach(GoalQuery::new(&Goal::Mate, mover, left(fewer)), &Default::default(), &mut memo);
            excluded += usize::from(within.is_none());
        }
    }
    Some(excluded)
}

#[test]
fn no_bound_excludes_a_mate_that_is_played() {
    let mut chance = Chance(6);
    let (mut mates, mut excluded) = (0, 0);
    let mut follow = |rules: &RuleSet, pieces: &[Piece], tries: usize, name: &str| {
        for _ in 0..tries {
            if let Some(more) = follow_to_mate(rules, pieces, &mut chance, name) {
                mates += 1;
                excluded += more;
            }
        }
    };
    for piece in Piece::all() {
        follow(&RuleSet::default(), &[piece, piece, Piece::QUEEN], cases(20), piece.def().name);
    }
    for (_, name, rules) in all_conditions() {
        follow(&rules, &[Piece::QUEEN], cases(20), &name);
    }
    let mut chance = Chance(18);
    for &def in CONDITIONS {
        if let Some((name, rules)) = varied(&mut chance, def) {
            follow(&rules, &[Piece::QUEEN], cases(5), &name);
        }
    }
    assert!(mates > 100 && excluded > 100, "{mates} mates, {excluded} times fewer moves excluded");
}

/// Some captures mate only by their effects: a reborn man guards a square, or a man that is reborn or moves on gives
/// mate from elsewhere.
#[test]
fn no_last_move_is_left_out_that_mates_by_what_follows() {
    let rows = [
        ("7k/8/6p1/5P2/2B4N/8/8/2K4R", "Circe"),
        ("7k/8/8/8/R1p5/8/6Q1/2K5", "AntiCirce"),
        ("7k/8/8/R5n1/8/8/6Q1/2K5", "Take&MakeChess"),
    ];
    for (board, name) in rows {
        let rules = syntax::conditions(name).expect("a known condition");
        let diagram = Diagram { placement: syntax::board(board).expect("a board"), ..Diagram::default() };
        let book = assemble(&diagram, &rules).expect("they go together");
        assert!(FairyPosition::new(&book, &diagram, Color::White).can_reach(&Goal::Mate), "{name} {board}");
    }
}
