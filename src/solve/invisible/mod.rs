//! Solves problems with invisible men. Rejects the kinds of problem that are not supported, and returns the
//! solution as data.

mod numbers;

use crate::conditions::Condition;
use crate::invisible::{
    Board, Castling, InvisiblePlay, Kind, Line, MOST_PLIES, Man, PlayedMove, PrintedMove, Sq, Squares, TimeIsOver,
    View, bit, passed_pawn,
};
use crate::orthodox::board::bitboard::{from_square, to_square};
use crate::problem::{Mode, Play as Plan, Problem, Reply, Stipulation};
use crate::solution::{Group, Node, Part, Phase, PhaseKind, Style};
use crate::solve::error::SolveError;
use crate::solve::limits::Limits;
use crate::solve::settings::SearchSettings;
use crate::solve::techniques::Technique;
use crate::solve::threads::in_order::map_in_order;
use crate::units::{self, Color, Consequence, Goal, MoveRecord, Piece, Special, Unit};
use numbers::{Numbered, PartOfPlay};

/// Options that are allowed with invisible men: they leave the play unchanged, or only select a part of it.
const HARMLESS: [&str; 11] = [
    "Variations",
    "NoThreat",
    "NoShortVariations",
    "MatesIn1",
    "NoBoard",
    "MaxTime",
    "MaxSolutions",
    "MoveNumbers",
    "StartMoveNumber",
    "UpToMoveNumber",
    "Intelligent",
];

/// A supported problem with invisible men, ready to be solved.
pub struct InvisibleProblem<'a> {
    problem: &'a Problem,
    /// The side whose moves are numbered; the other side mates.
    numbered: Color,
    half_moves: u16,
    exists: Squares,
}

impl InvisibleProblem<'_> {
    /// Prepares the problem. Returns an error unless it is help play for mate with orthodox men under the rules of
    /// chess: invisible men are not defined for anything else.
    pub fn of(problem: &Problem) -> Result<InvisibleProblem<'_>, SolveError> {
        let refuse = |what| Err(SolveError::Unsupported(what));
        let Some(stipulation) = &problem.stipulation else { return Err(SolveError::NoStipulation) };
        let schedule = stipulation.schedule(&problem.options);
        let is_help_mate = matches!(&schedule.play, Plan::Branch(branch)
            if branch.mode == Mode::Help && branch.reply == Reply::Moves);
        let half_moves = match stipulation {
            Stipulation::Traditional(plain)
                if is_help_mate && plain.kind.is_help() && plain.series.is_none() && plain.goal == Goal::Mate =>
            {
                plain.half_moves
            }
            _ => return refuse("a stipulation other than h# with total invisible men"),
        };
        if usize::from(half_moves) > MOST_PLIES {
            return refuse("a stipulation of so many moves with total invisible men");
        }
        let (diagram, rules) = (&problem.diagram, &problem.rules);
        let is_hole = |condition: &Condition| condition.def.name == "Hole";
        if !rules.conditions().iter().all(is_hole) || rules.game().is_some() {
            return refuse("a condition with total invisible men");
        }
        if !diagram.is_for_bitboards() {
            return refuse("a fairy man, or a board other than 8x8, with total invisible men");
        }
        if problem.options.given().any(|(option, _)| !HARMLESS.contains(&option.name)) {
            return refuse("an option that changes the play of problems with total invisible men");
        }
        if diagram.en_passant.is_some() || diagram.castling != units::Castling::AtHome {
            return refuse("castling other than `?`, or en passant other than `-`, with total invisible men");
        }
        if diagram.side_to_move.is_some_and(|side| side != schedule.first_mover()) {
            return refuse("a side to move that differs from that of the stipulation, with total invisible men");
        }
        let squares = rules.conditions().iter().flat_map(|condition| &condition.squares);
        let holes = squares.filter_map(|&square| from_square(square)).fold(0, |holes, sq| holes | bit(sq));
        let exists = !holes;
        if diagram.placement.iter().any(|(square, _)| from_square(square).is_none_or(|sq| exists & bit(sq) == 0)) {
            return refuse("a man on a hole with total invisible men");
        }
        Ok(InvisibleProblem { problem, numbered: schedule.side, half_moves, exists })
    }

    /// Solves the problem as far as the limits allow.
    pub fn solve(&self, limits: &Limits, settings: &SearchSettings) -> Phase {
        let most = settings.max_solutions;
        let men: Vec<(Sq, Man)> = self
            .problem
            .diagram
            .placement
            .iter()
            .filter_map(|(square, unit)| Some((from_square(square)?, man(unit))))
            .collect();
        let mating = !self.numbered;
        let first = if self.half_moves.is_multiple_of(2) { self.numbered } else { mating };
        let board = Board::new(self.exists);
        let stopped = || limits.is_expired() || limits.max_solutions_reached();
        let mut group = Group::empty(Style::Lines);
        let number = usize::from(self.problem.diagram.invisible);
        let mut play = InvisiblePlay::new(
            &board,
            View::new(&men, first),
            number,
            mating,
            settings.has(Technique::Bounds),
            &stopped,
        );
        // If solutions are limited in number, they are searched one after the other, so that timing does not decide
        // which are printed.
        let is_shared = most.is_none() && limits.share.is_shared();
        let mut numbered = Numbered::new(settings);
        let beginnings = play.beginnings(usize::from(self.half_moves)).and_then(|all| numbered.wanted(all));
        let beginnings = if is_shared { beginnings.and_then(|all| split(limits, all)) } else { beginnings };
        let mut is_cut = beginnings.is_err();
        // As in other play, shorter solutions are skipped if options select first moves.
        let least = if settings.numbers_first_moves() { usize::from(self.half_moves) } else { 0 };
        let solve = |part: &PartOfPlay| {
            let mut nodes = Vec::new();
            let result = part.beginning.solve(&mut |played, line| {
                if played.len() < least {
                    return;
                }
                add_line(&mut nodes, played, line);
                most.into_iter().for_each(|most| limits.count_solutions(1, most));
            });
            (nodes, result.is_err())
        };
        let parts = beginnings.unwrap_or_default();
        let solved = match is_shared {
            true => map_in_order(limits, &parts, solve),
            false => parts.iter().map(solve).collect(),
        };
        for (part, (nodes, cut)) in parts.iter().zip(solved) {
            numbered.place(part.first_number, group.nodes.len());
            join(&mut group.nodes, nodes);
            is_cut |= cut;
        }
        group.first_moves = numbered.printed(group.nodes.len());
        Phase { groups: vec![group], is_cut, ..Phase::empty(PhaseKind::Play, self.numbered) }
    }
}

/// Divides large parts of the search further, so that no part takes too large a share of the work.
fn split<'a>(limits: &Limits, mut parts: Vec<PartOfPlay<'a>>) -> Result<Vec<PartOfPlay<'a>>, TimeIsOver> {
    for _ in 0..2 {
        parts = map_in_order(limits, &parts, PartOfPlay::split)
            .into_iter()
            .collect::<Result<Vec<_>, TimeIsOver>>()?
            .concat();
    }
    Ok(parts)
}

/// Appends lines of play to a tree. Moves at the beginning that both share are kept once.
fn join(nodes: &mut Vec<Node>, more: Vec<Node>) {
    for node in more {
        match nodes.last_mut() {
            Some(last) if last.record == node.record => join(&mut last.children, node.children),
            _ => nodes.push(node),
        }
    }
}

/// Appends a line of play to a tree. Moves at its beginning that it shares with the previous line are kept once.
fn add_line(nodes: &mut Vec<Node>, played: &[PlayedMove], line: &Line) {
    let mut nodes = nodes;
    for (ply, part) in played.iter().enumerate() {
        let record = record(part, line.view(ply));
        if nodes.last().is_none_or(|node| node.record != record) {
            let goals = if ply + 1 == played.len() { vec![Goal::Mate] } else { Vec::new() };
            nodes.push(Node { goals, ..Node::new(Part::Help, record) });
        }
        nodes = &mut nodes.last_mut().expect("there is one now").children;
    }
}

fn record(played: &PlayedMove, view: &View) -> MoveRecord {
    let mut record = match played.printed {
        PrintedMove::Goes { from, to, promotion, takes } => {
            let passed = if view.is_en_passant(from, to) { passed_pawn(from, to) } else { to };
            let captured = view.man(passed).map(|man| (unit(man), to_square(passed)));
            let special = match captured {
                _ if passed != to => Special::EnPassant,
                None if takes => Special::TakesUnseen,
                _ => Special::None,
            };
            MoveRecord { captured, special, promotion: promotion.map(Kind::piece), ..going(view, from, to) }
        }
        PrintedMove::PawnTakes { from, to, promotion } => MoveRecord {
            special: Special::TakesUnseen,
            promotion: promotion.map(Kind::piece),
            consequences: vec![Consequence::Surmised(!view.mover, to_square(to))],
            ..going(view, from, to)
        },
        PrintedMove::Castles { short } => {
            let Castling { king, king_to, .. } = Castling::of(view.mover, short);
            let special = if short { Special::KingSideCastling } else { Special::QueenSideCastling };
            MoveRecord { special, ..going(view, king, king_to) }
        }
        PrintedMove::UnseenTakes(to) => {
            let captured = view.man(to).map(|man| (unit(man), to_square(to)));
            let mover = MoveRecord::null(view.mover);
            MoveRecord { from: to_square(to), to: to_square(to), captured, special: Special::Unseen, ..mover }
        }
        PrintedMove::UnseenMoves => MoveRecord { special: Special::Unseen, ..MoveRecord::null(view.mover) },
    };
    let revealed = played.uncovered.iter().map(|&(sq, man)| Consequence::Revealed(unit(man), to_square(sq)));
    record.consequences.extend(revealed);
    record
}

fn going(view: &View, from: Sq, to: Sq) -> MoveRecord {
    let mover = view.man(from).map_or(Unit::new(view.mover, Piece::KING), unit);
    let plain = MoveRecord::null(view.mover);
    MoveRecord { mover, from: to_square(from), to: to_square(to), special: Special::None, ..plain }
}

fn unit(man: Man) -> Unit {
    Unit::new(man.color, man.kind.piece())
}

fn man(unit: Unit) -> Man {
    let kind = Kind::ALL.into_iter().find(|kind| kind.piece() == unit.piece).unwrap_or(Kind::Pawn);
    Man::new(unit.color, kind)
}
