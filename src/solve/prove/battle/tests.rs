//! Tests that a table entry about a position is not used to judge the move that leads to the position.

use super::*;
use crate::orthodox::OrthodoxPosition;
use crate::orthodox::Rules;
use crate::position::Position;
use crate::problem::Options;
use crate::solve::prove::table::Table;
use crate::solve::prove::{Memos, Shared};
use crate::solve::setup::task::Tasks;
use crate::solve::threads::marks::Marks;
use crate::solve::{Limits, SearchSettings};
use crate::syntax;
use crate::units::Color;

/// White has to force Black to a square, and Black's only move goes there, so this move ends the play. The table may
/// contain the fact that White forces nothing more from the position after it, because other play reaches the same
/// position.
#[test]
fn a_defence_that_ends_the_play_refutes_nothing() {
    let is_refuted = |goal: &str| {
        let stipulation = syntax::stipulation(goal).expect("a stipulation");
        let mut tasks = Tasks::default();
        let whole = tasks.add(&stipulation.schedule(&Options::default()).play);
        let settings = SearchSettings::from(&Options::default());
        let (table, limits) = (Table::new(1 << 16), Limits::default());
        let (tasks, table, limits, settings) = (&tasks, &table, &limits, &settings);
        let (memos, tries, marks) = (Memos::default(), Default::default(), Marks::default());
        let shared = Shared {
            tasks,
            target: None,
            table,
            limits,
            settings,
            memos,
            tries,
            marks,
            others: None,
            is_joined: false,
        };
        let turn = Turn { stage: tasks.stage(whole), side_index: 1, n: 5, least: 0 };
        let diagram = syntax::position("k7/p1K5/P7/8/8/4p3/8/8 b - -").expect("a position");
        let mut position = OrthodoxPosition::new(&diagram, Color::Black, Rules::Orthodox);
        let mut prover = Prover::new(&shared, Vec::new());
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        for m in moves {
            let key = position.with_move(m, |after| prover.battle_key(after, turn.next()));
            table.store(key, 1, |facts| facts.with_result(4, false));
        }
        prover.is_refuted_in_table(&mut position, turn, [None; 2])
    };
    assert_eq!(is_refuted("sze24"), Ok(false), "e3-e2 ends the play");
    assert_eq!(is_refuted("sze14"), Ok(true), "e3-e2 does not");
}
