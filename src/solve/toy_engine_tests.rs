//! Tests of the search with a third engine: kings and rooks on a board of 5x5 squares. The engine implements
//! [`Position`], and an [`Oracle`] that answers nothing. The search solves direct mates and helpmates with this engine,
//! and a plain search in this file confirms the answers.

use super::phases::Setting;
use super::{Limits, SearchSettings};
use crate::position::{Oracle, Position};
use crate::problem::{Options, Problem};
use crate::solution::{Node, TwinSolution};
use crate::syntax;
use crate::units::{Color, Course, Goal, MoveRecord, Piece, Special, Square, Unit};

const SIZE: i32 = 5;
const SQUARES: usize = 25;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Move {
    from: usize,
    to: usize,
}

#[derive(Clone, Debug)]
struct Toy {
    men: [Option<Unit>; SQUARES],
    side: Color,
}

/// Returns the square one step from `sq` in this direction, or `None` if that is off the board.
fn step(sq: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    let (file, rank) = (sq as i32 % SIZE + files, sq as i32 / SIZE + ranks);
    ((0..SIZE).contains(&file) && (0..SIZE).contains(&rank)).then_some((rank * SIZE + file) as usize)
}

fn square(sq: usize) -> Square {
    Square::new((sq % 5) as u8, (sq / 5) as u8).expect("on the board")
}

const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

impl Toy {
    /// Calls `take` for each square to which the man can move. The enemy king's square is included; squares of men of
    /// its own side are not.
    fn reached_from(&self, from: usize, man: Unit, take: &mut impl FnMut(usize)) {
        let is_king = man.piece == Piece::KING;
        for direction in STRAIGHT.into_iter().chain(DIAGONAL.into_iter().filter(|_| is_king)) {
            let mut next = step(from, direction);
            while let Some(to) = next {
                let there = self.men[to];
                if there.is_none_or(|other| other.color != man.color) {
                    take(to);
                }
                next = if is_king || there.is_some() { None } else { step(to, direction) };
            }
        }
    }

    fn men_of(&self, color: Color) -> impl Iterator<Item = (usize, Unit)> {
        let men = self.men.iter().enumerate().filter_map(|(sq, man)| Some((sq, (*man)?)));
        men.filter(move |(_, man)| man.color == color)
    }

    fn attacks_king(&self, by: Color) -> bool {
        let mut attacks = false;
        for (from, man) in self.men_of(by) {
            self.reached_from(from, man, &mut |to| attacks |= self.men[to] == Some(Unit::new(!by, Piece::KING)));
        }
        attacks
    }

    fn after(&self, m: Move) -> Toy {
        let mut after = Toy { side: !self.side, ..self.clone() };
        after.men[m.to] = after.men[m.from].take();
        after
    }
}

impl Position for Toy {
    type Move = Move;

    fn side_to_move(&self) -> Color {
        self.side
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        let first = out.len();
        self.self_check_moves(out);
        let mut kept = out.split_off(first);
        kept.retain(|&m| !self.after(m).can_capture_king());
        out.append(&mut kept);
    }

    fn self_check_moves(&self, out: &mut Vec<Move>) {
        for (from, man) in self.men_of(self.side) {
            self.reached_from(from, man, &mut |to| {
                if self.men[to].is_none_or(|captured| captured.piece != Piece::KING) {
                    out.push(Move { from, to });
                }
            });
        }
    }

    fn flights(&self) -> usize {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.iter().filter(|m| self.men[m.from].is_some_and(|man| man.piece == Piece::KING)).count()
    }

    fn with_move<R>(&mut self, m: Move, f: impl FnOnce(&mut Toy) -> R) -> R {
        f(&mut self.after(m))
    }

    fn with_pass<R>(&mut self, f: impl FnOnce(&mut Toy) -> R) -> R {
        f(&mut Toy { side: !self.side, ..self.clone() })
    }

    fn is_check(&self) -> bool {
        self.attacks_king(!self.side)
    }

    fn can_capture_king(&self) -> bool {
        self.attacks_king(self.side)
    }

    fn reached(&self, goal: &Goal, _path: &[Move]) -> bool {
        assert_eq!(*goal, Goal::Mate);
        self.is_mate()
    }

    fn has_mating_unit(&self, color: Color) -> bool {
        self.men_of(color).count() > 1
    }

    fn key(&self) -> u128 {
        let state = |man: Option<Unit>| match man {
            None => 0,
            Some(Unit { color, piece, .. }) => 1 + 2 * u128::from(piece == Piece::KING) + color as u128,
        };
        let number = self.men.iter().fold(self.side as u128, |number, &man| number * 5 + state(man));
        // Each position has a number of its own; an odd factor spreads the numbers over all bits.
        number.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
    }

    fn record(&self, m: Move) -> MoveRecord {
        let Course { mover, from, to } = self.course(m);
        MoveRecord {
            mover,
            from,
            to,
            captured: self.men[m.to].map(|captured| (captured, to)),
            promotion: None,
            special: Special::None,
            via: None,
            onward: Vec::new(),
            consequences: Vec::new(),
            idle: Vec::new(),
            undecided: false,
            check: self.after(m).is_check(),
        }
    }

    fn course(&self, m: Move) -> Course {
        let mover = self.men[m.from].expect("a move starts from a man");
        Course { mover, from: square(m.from), to: square(m.to) }
    }

    fn order(&self, m: Move) -> u32 {
        (m.from * SQUARES + m.to) as u32
    }
}

impl Oracle for Toy {
    type Target = ();
    type Scope = ();
    type Memo = ();
    type TwoMoverMemo = ();
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// Returns a random legal position with both kings, `rooks` white and black rooks, and `side` to move.
fn random_position(random: &mut Random, rooks: [usize; 2], side: Color) -> Toy {
    loop {
        let mut position = Toy { men: [None; SQUARES], side };
        for color in Color::ALL {
            for i in 0..=rooks[color as usize] {
                let free: Vec<usize> = (0..SQUARES).filter(|&sq| position.men[sq].is_none()).collect();
                let piece = if i == 0 { Piece::KING } else { Piece::ROOK };
                position.men[free[random.below(free.len())]] = Some(Unit::new(color, piece));
            }
        }
        if !position.can_capture_king() {
            return position;
        }
    }
}

type Step = (Square, Square);

fn moves(position: &Toy) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

/// Plain search: whether the side to move can force mate in at most `n` moves.
fn mates(position: &Toy, n: usize) -> bool {
    moves(position).into_iter().any(|m| mates_after(&position.after(m), n))
}

/// Plain search: whether the move just made mates, or its side can force mate within `n - 1` more moves.
fn mates_after(after: &Toy, n: usize) -> bool {
    let replies = moves(after);
    match replies.is_empty() {
        true => after.is_check(),
        false => n > 1 && replies.into_iter().all(|reply| mates(&after.after(reply), n - 1)),
    }
}

/// Plain search: appends to `lines` every line of `plies` plies that ends in mate.
fn help_lines(position: &Toy, plies: usize, line: &mut Vec<Step>, lines: &mut Vec<Vec<Step>>) {
    for m in moves(position) {
        let after = position.after(m);
        line.push((square(m.from), square(m.to)));
        if plies > 1 {
            help_lines(&after, plies - 1, line, lines);
        } else if moves(&after).is_empty() && after.is_check() {
            lines.push(line.clone());
        }
        line.pop();
    }
}

/// Solves the stipulation with the search of the program.
fn solve(position: &Toy, stipulation: &str) -> Vec<Node> {
    let problem = Problem { stipulation: syntax::stipulation(stipulation).ok(), ..Problem::default() };
    let schedule = problem.stipulation.as_ref().expect("a stipulation").schedule(&Options::default());
    let (settings, limits) = (SearchSettings::from(&Options::default()), Limits::default());
    let setting = Setting {
        problem: &problem,
        numbered: schedule.side,
        settings: &settings,
        limits: &limits,
        table_bytes: 1 << 20,
        spare: None,
        listener: None,
        root: None,
    };
    let mut twin = TwinSolution::default();
    setting.solve_sides(&schedule.play, &mut twin, &|side, _| Toy { side, ..position.clone() });
    assert_eq!(twin.cut, None);
    twin.phases.swap_remove(0).groups.swap_remove(0).nodes
}

fn step_of(node: &Node) -> Step {
    (node.record.from, node.record.to)
}

fn lines_of(nodes: &[Node], line: &mut Vec<Step>, lines: &mut Vec<Vec<Step>>) {
    for node in nodes {
        line.push(step_of(node));
        if node.children.is_empty() {
            lines.push(line.clone());
        }
        lines_of(&node.children, line, lines);
        line.pop();
    }
}

#[test]
fn direct_mates_have_the_keys_of_a_plain_search() {
    let mut random = Random(1);
    let (mut with_key, mut without_key) = (0, 0);
    while with_key < 8 || without_key < 8 {
        let n = 2 + random.below(2);
        let position = random_position(&mut random, [2, n % 2], Color::White);
        if mates(&position, n - 1) {
            continue;
        }
        let keys = moves(&position).into_iter().filter(|&m| mates_after(&position.after(m), n));
        let mut expected: Vec<Step> = keys.map(|m| (square(m.from), square(m.to))).collect();
        let mut found: Vec<Step> = solve(&position, &format!("#{n}")).iter().map(step_of).collect();
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "#{n} {position:?}");
        *(if expected.is_empty() { &mut without_key } else { &mut with_key }) += 1;
    }
}

#[test]
fn helpmates_have_the_lines_of_a_plain_search() {
    let mut random = Random(2);
    let (mut with_lines, mut without_lines) = (0, 0);
    while with_lines < 8 || without_lines < 8 {
        let position = random_position(&mut random, [1, 0], Color::Black);
        let (mut expected, mut found) = (Vec::new(), Vec::new());
        // Shorter helpmates are solutions too.
        for plies in [2, 4] {
            help_lines(&position, plies, &mut Vec::new(), &mut expected);
        }
        lines_of(&solve(&position, "h#2"), &mut Vec::new(), &mut found);
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{position:?}");
        *(if expected.is_empty() { &mut without_lines } else { &mut with_lines }) += 1;
    }
}
