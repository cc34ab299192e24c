//! Compares the answers of the two-mover search with their definitions, in random positions.

use super::first_move_filter::FirstMoveFilter;
use super::men::{Men, PAWN, Step};
use super::steps::{any_step, play_if_legal};
use super::{known, one, two};
use crate::orthodox::OrthodoxPosition;
use crate::orthodox::Rules;
use crate::orthodox::board::moves::MoveKind;
use crate::orthodox::slow_tests::{self, RandomNumbers, diagram_text};
use crate::position::Played;

fn steps(men: &Men) -> Vec<Step> {
    let mut steps = Vec::new();
    any_step(men, &mut |step| {
        steps.push(step);
        false
    });
    steps
}

/// Checks that the legal moves of `men`, and the men after each move, agree with those of `position`.
fn moves_agree(position: &OrthodoxPosition, men: &Men) {
    let legal = slow_tests::legal_moves(position);
    let mut expected: Vec<Men> = legal.iter().map(|&m| Men::of(position.after(m).board())).collect();
    let steps = steps(men);
    let mut found: Vec<Men> = steps.iter().map(|&step| men.play(step).turned()).collect();
    let sort = |all: &mut Vec<Men>| all.sort_by_key(|men| (men.own, men.theirs, men.kinds, men.passed, men.castling));
    sort(&mut expected);
    sort(&mut found);
    assert_eq!(found, expected, "{:?}", diagram_text(position));
    assert!(steps.iter().all(|&step| play_if_legal(men, step) == Some(men.play(step))), "{:?}", diagram_text(position));
}

/// Checks that a move of another position counts as legal here if and only if it is legal here.
fn others_are_told_apart(position: &OrthodoxPosition, men: &Men, others: &[Step]) {
    let steps = steps(men);
    for &step in others {
        assert_eq!(play_if_legal(men, step).is_some(), steps.contains(&step), "{step:?} {:?}", diagram_text(position));
    }
}

fn mates_in_one(position: &OrthodoxPosition) -> bool {
    slow_tests::legal_moves(position).into_iter().any(|m| slow_tests::is_mate(&position.after(m)))
}

fn mates_in_two(position: &OrthodoxPosition) -> bool {
    let is_met = |after: OrthodoxPosition| {
        let replies = slow_tests::legal_moves(&after);
        !replies.is_empty() && replies.into_iter().all(|reply| mates_in_one(&after.after(reply)))
    };
    mates_in_one(position) || slow_tests::legal_moves(position).into_iter().any(|m| is_met(position.after(m)))
}

/// Checks that the first moves that a filter leaves out because of a reply are refuted by this reply: the reply is
/// legal, and no mate follows. Returns the number of these moves.
fn what_is_left_out_is_refuted(men: &Men, dice: &mut RandomNumbers) -> u64 {
    let mut left_out = 0;
    let passed = Men { passed: 0, ..*men }.turned();
    let replies = if men.is_attacked(men.king(), men.occupied()) { vec![] } else { steps(&passed) };
    for reply in replies.into_iter().filter(|_| dice.below(3) == 0) {
        let Some(wanted) = FirstMoveFilter::after(&passed, reply, &mut 0) else { continue };
        for step in steps(men) {
            let en_passant = step.kind == PAWN && men.passed >> step.to & 1 != 0;
            if step.kind != step.becomes
                || en_passant
                || step.is_castling()
                || wanted.of(step.kind, step.from) >> step.to & 1 != 0
            {
                continue;
            }
            let after = play_if_legal(&men.play(step).turned(), reply);
            let is_refuted = after.is_some_and(|after| !one::mates_in_one(&after.turned()));
            assert!(is_refuted, "{step:?} {reply:?} {men:?}");
            left_out += 1;
        }
    }
    left_out
}

#[derive(Default, Debug)]
struct ResultCounts {
    asked: u64,
    mates: u64,
    en_passant: u64,
    castling: u64,
    in_two: u64,
    left_out: u64,
}

fn compare_many(games: usize, seed: u64) -> ResultCounts {
    let mut dice = RandomNumbers(seed);
    let mut met = ResultCounts::default();
    let mut before: Vec<Step> = Vec::new();
    let mut killers = two::Killers::default();
    for _ in 0..games {
        let mut position = slow_tests::random_position(&mut dice, Rules::Orthodox);
        for _ in 0..5 {
            if let Some(men) = known(&position) {
                moves_agree(&position, &men);
                others_are_told_apart(&position, &men, &before);
                before = steps(&men);
                let mates = mates_in_one(&position);
                assert_eq!(one::mates_in_one(&men), mates, "{:?} {position:?}", diagram_text(&position));
                assert_eq!(one::is_mated(&men), slow_tests::is_mate(&position), "{:?}", diagram_text(&position));
                met.asked += 1;
                met.left_out += what_is_left_out_is_refuted(&men, &mut dice);
                met.mates += u64::from(mates);
                met.en_passant += u64::from(men.passed != 0);
                met.castling += u64::from(steps(&men).into_iter().any(Step::is_castling));
                // The test by definition takes long, so it is made only occasionally.
                if !mates && position.board().occupied().count_ones() < 9 && dice.below(8) == 0 {
                    let in_two = mates_in_two(&position);
                    let found =
                        super::mates_in_two(&position, dice.below(2) == 0, &mut killers, &mut Played::default());
                    assert_eq!(found, Some(in_two), "{:?} {position:?}", diagram_text(&position));
                    met.in_two += u64::from(in_two);
                }
            }
            let moves = slow_tests::legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            // Prefers double steps, because they lead to captures en passant.
            let mut m = moves[dice.below(moves.len())];
            let double = moves.iter().find(|m| m.kind == MoveKind::DoubleStep);
            if let Some(&double) = double.filter(|_| dice.below(2) == 0) {
                m = double;
            }
            position = position.after(m);
        }
    }
    met
}

#[test]
fn the_two_mover_search_agrees_with_the_definition() {
    let met = compare_many(6000, 1);
    assert!(
        met.asked > 5_000
            && met.mates > 500
            && met.en_passant > 30
            && met.castling > 30
            && met.in_two > 20
            && met.left_out > 20_000,
        "{met:?}"
    );
}

/// Run by hand: `cargo test --release -- --ignored two_mover_search_agrees`.
#[test]
#[ignore = "takes minutes"]
fn the_two_mover_search_agrees_with_the_definition_in_many_positions() {
    for seed in 2..12 {
        println!("{:?}", compare_many(50_000, seed));
    }
}
