//! Compares candidate sets with play that ends in stalemate or mate. Some candidate must remain until the end, and
//! the candidates must allow each move of the play.

use super::mated_side::enumerated;
use super::mates::mates;
use super::{Attempts, CandidateSet, Candidates, Effort, FinalRole, STALEMATES, budgets};
use crate::orthodox::board::bitboard::bit;
use crate::orthodox::board::moves::MoveKind;
use crate::orthodox::bound::Ground;
use crate::orthodox::bound::stalemate::StalemateQuestion;
use crate::orthodox::bound::stalemate::memo::StalemateMemo;
use crate::orthodox::bound::stalemate::tests::{Random, random_position, stalemating_move};
use crate::orthodox::{Move, OrthodoxPosition, Rules};
use crate::pool::Pool;
use crate::position::{Left, Position, Resources};
use crate::units::{Color, Piece};
use std::sync::Arc;

#[derive(Clone, Copy, PartialEq)]
enum End {
    Stalemate,
    Mate,
}

impl End {
    fn last_move(self, position: &mut OrthodoxPosition) -> Option<Move> {
        if self == End::Stalemate {
            return stalemating_move(position);
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        moves.into_iter().find(|&m| position.with_move(m, |after| after.is_mate()))
    }

    /// Returns the candidates of the position, or `None` if there are too many for a test.
    fn pictures(
        self,
        position: &OrthodoxPosition,
        mating: Color,
        moves: [u16; 2],
        memo: &mut StalemateMemo,
    ) -> Option<Candidates> {
        match self {
            End::Stalemate => stalemate_pictures(position, mating, moves, memo),
            End::Mate => {
                let mut effort = Effort { steps: 200_000, most_pictures: 20_000, is_over: &|| false };
                let ground = Ground::usual(position.board(), Rules::Orthodox);
                mates(ground, mating, moves, !0, &mut effort)
            }
        }
    }
}

fn stalemate_pictures(
    position: &OrthodoxPosition,
    mating: Color,
    moves: [u16; 2],
    memo: &mut StalemateMemo,
) -> Option<Candidates> {
    let question = StalemateQuestion::new(
        Ground::usual(position.board(), Rules::Orthodox),
        mating,
        Left::at_most(budgets(position.board(), moves)),
        [None; 2],
    )?;
    let mut effort = Effort { steps: 100_000, most_pictures: 5_000, is_over: &|| false };
    let captures = usize::from(moves[mating as usize]);
    enumerated(position.board(), &question, captures, !0, memo, &mut effort)
}

/// A position of a line of play, and the move made in it (`None` for a pass).
type Step = (OrthodoxPosition, Option<Move>);

/// Plays random moves and sometimes passes, with a preference for captures and promotions, until `end` is possible in
/// one move. Returns the line with the final move, or `None` if `end` does not become possible.
fn play(random: &mut Random, end: End, first: OrthodoxPosition, longest: usize) -> Option<Vec<Step>> {
    let mut line: Vec<Step> = Vec::new();
    let mut position = first;
    let passes = random.below(4) == 0;
    while line.len() < longest {
        if let Some(m) = end.last_move(&mut position) {
            line.push((position, Some(m)));
            return Some(line);
        }
        if passes && random.below(3) == 0 && !position.is_check() {
            line.push((position, None));
            position = position.with_pass(|after| *after);
            continue;
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let occupied = position.board().occupied();
        let is_special = |m: &Move| occupied & bit(m.to) != 0 || m.kind != MoveKind::Normal;
        let special: Vec<Move> = moves.iter().copied().filter(is_special).collect();
        let pool = if !special.is_empty() && random.below(3) > 0 { &special } else { &moves };
        if pool.is_empty() {
            return None;
        }
        let m = pool[random.below(pool.len() as u64) as usize];
        line.push((position, Some(m)));
        position = position.with_move(m, |after| *after);
    }
    None
}

/// Checks that some candidate remains before each move of the line. `counts` are the numbers of candidates.
fn assert_alive(counts: &[usize], line: &[Step]) {
    assert!(
        counts.len() == line.len() && counts.iter().all(|&count| count > 0),
        "{:?} {:?} {:?}: {counts:?}",
        line[0].0.board().placement().to_fen(),
        line[0].0.side_to_move(),
        line.iter().map(|(_, m)| *m).collect::<Vec<_>>(),
    );
}

/// Makes the candidates of the first position and updates them along the line. Returns the number of candidates
/// before each move, or `None` if there are too many. Stops when no candidate is left or when the candidates exclude
/// the move.
fn followed(
    end: End,
    line: &[Step],
    memo: &mut StalemateMemo,
    spoil: impl FnOnce(&mut Candidates),
) -> Option<Vec<usize>> {
    let mating = line.last()?.0.side_to_move();
    let mut moves = [0u16; 2];
    for (before, m) in line {
        moves[before.side_to_move() as usize] += u16::from(m.is_some());
    }
    let mut all = end.pictures(&line[0].0, mating, moves, memo)?;
    spoil(&mut all);
    let mut living = CandidateSet::new(Arc::new(all), line[0].0.board(), moves);
    let mut counts = Vec::new();
    for (i, (before, m)) in line.iter().enumerate() {
        if i > 0 {
            living = living.after(before.board(), mating, moves)?;
        }
        let may_follow = m.is_none_or(|m| living.any_after(before.board(), m));
        counts.push(if may_follow { living.count() } else { 0 });
        if counts.last() == Some(&0) {
            break;
        }
        moves[before.side_to_move() as usize] -= u16::from(m.is_some());
    }
    Some(counts)
}

/// Returns lines of random play until `end`. Many men are near the king, and some of them stay where they are.
fn plays(end: End, seed: u64, games: u64, longest: usize) -> Vec<Vec<Step>> {
    let mut random = Random(seed);
    (0..games)
        .filter_map(|i| {
            let first = random_position(&mut random, 2 + i % 11);
            let mut line = play(&mut random, end, first, longest)?;
            // The first moves are skipped, because the enumeration for a long line may take too long.
            let skipped = line.len().saturating_sub(2 + random.below(6) as usize);
            line.drain(..skipped);
            Some(line)
        })
        .collect()
}

#[test]
fn some_picture_lives_all_the_way_to_a_stalemate() {
    let mut memo = StalemateMemo::default();
    let (mut seen, mut captures, mut promotions, mut castlings) = (0, 0, 0, 0);
    for line in plays(End::Stalemate, 30, 12_000, 16) {
        let Some(counts) = followed(End::Stalemate, &line, &mut memo, |_| {}) else { continue };
        assert_alive(&counts, &line);
        seen += 1;
        for (before, m) in &line {
            let Some(m) = m else { continue };
            captures += usize::from(before.board().occupied() & bit(m.to) != 0);
            promotions += usize::from(matches!(m.kind, MoveKind::Promotion(_)));
            castlings += usize::from(m.castling_right().is_some());
        }
    }
    assert!(
        seen > 300 && captures > 300 && promotions > 30 && castlings > 0,
        "{seen} {captures} {promotions} {castlings}"
    );
}

/// Shows that the test above detects errors. Stalemates are lost without the candidates of one square of the king,
/// without those of one kind of man, or if one man too many counts as captured.
#[test]
fn lost_pictures_are_missed() {
    let mut memo = StalemateMemo::default();
    let lines = plays(End::Stalemate, 31, 6_000, 16);
    let mut lost = [0; 3];
    for line in &lines {
        let spoils: [&dyn Fn(&mut Candidates); 3] = [
            &|all| keep(all, |roles| roles[0].place().is_none_or(|(_, sq)| sq % 8 > 2)),
            &|all| keep(all, |roles| roles.iter().all(|r| r.place().is_none_or(|(p, _)| p != Piece::KNIGHT))),
            &|all| {
                let mating = all.mating;
                let men = all.men.clone();
                keep(all, |roles| {
                    (men.iter().zip(roles)).filter(|(man, r)| man.color != mating && r.place().is_none()).count() == 0
                });
            },
        ];
        for (lost, spoil) in lost.iter_mut().zip(spoils) {
            let counts = followed(End::Stalemate, line, &mut memo, spoil);
            *lost += usize::from(counts.is_some_and(|counts| counts.contains(&0)));
        }
    }
    assert!(lost.iter().all(|&lost| lost > 10), "{lost:?}");
}

/// Returns lines of random play that end in mate. Both sides have many men, because mates are then more frequent.
fn mating_plays(seed: u64, games: u64) -> Vec<Vec<Step>> {
    let mut random = Random(seed);
    (0..games)
        .filter_map(|i| {
            let first = random_position(&mut random, 4 + i % 12);
            let mut line = play(&mut random, End::Mate, first, 24)?;
            let skipped = line.len().saturating_sub(1 + random.below(5) as usize);
            line.drain(..skipped);
            Some(line)
        })
        .collect()
}

/// Checks that candidates of mates remain to the end. Returns the numbers of lines with candidates, with captures,
/// with promotions, and with captures en passant.
fn mates_are_followed(seed: u64, games: u64) -> [usize; 4] {
    let mut memo = StalemateMemo::default();
    let mut seen = [0; 4];
    for line in mating_plays(seed, games) {
        let Some(counts) = followed(End::Mate, &line, &mut memo, |_| {}) else { continue };
        assert_alive(&counts, &line);
        seen[0] += 1;
        for (before, m) in &line {
            let Some(m) = m else { continue };
            seen[1] += usize::from(before.board().occupied() & bit(m.to) != 0);
            seen[2] += usize::from(matches!(m.kind, MoveKind::Promotion(_)));
            seen[3] += usize::from(m.kind == MoveKind::EnPassant);
        }
    }
    seen
}

#[test]
fn some_picture_lives_all_the_way_to_a_mate() {
    let [seen, captures, promotions, en_passant] = mates_are_followed(301, 20_000);
    assert!(
        seen > 1_000 && captures > 300 && promotions > 50 && en_passant > 0,
        "{seen} {captures} {promotions} {en_passant}"
    );
}

/// Run by hand: `cargo test --release -- --ignored picture`.
#[test]
#[ignore = "takes minutes"]
fn some_picture_lives_all_the_way_to_many_mates() {
    for seed in 300..320 {
        eprintln!("seed {seed}: {:?}", mates_are_followed(seed, 20_000));
    }
}

/// Shows that the test above detects errors: mates are lost without the candidates in which a man of the mated side has
/// a role, or in which three men of the mating side have one, or in which a knight has one.
#[test]
fn lost_pictures_of_mates_are_missed() {
    let mut memo = StalemateMemo::default();
    let mut lost = [0; 3];
    for line in &mating_plays(41, 3_000) {
        let spoils: [&dyn Fn(&mut Candidates); 3] = [
            &|all| {
                let (mating, men) = (all.mating, all.men.clone());
                keep(all, |roles| {
                    men.iter().zip(roles).skip(1).all(|(man, role)| man.color == mating || *role == FinalRole::NONE)
                });
            },
            &|all| {
                let (mating, men) = (all.mating, all.men.clone());
                keep(all, |roles| {
                    men.iter().zip(roles).filter(|(man, role)| man.color == mating && **role != FinalRole::NONE).count()
                        < 3
                });
            },
            &|all| keep(all, |roles| roles.iter().all(|r| r.place().is_none_or(|(p, _)| p != Piece::KNIGHT))),
        ];
        for (lost, spoil) in lost.iter_mut().zip(spoils) {
            let counts = followed(End::Mate, line, &mut memo, spoil);
            *lost += usize::from(counts.is_some_and(|counts| counts.contains(&0)));
        }
    }
    assert!(lost.iter().all(|&lost| lost > 10), "{lost:?}");
}

fn keep(all: &mut Candidates, test: impl Fn(&[FinalRole]) -> bool) {
    let count = all.men.len();
    all.roles = all.roles.chunks(count).filter(|roles| test(roles)).flatten().copied().collect();
}

/// Run by hand: `cargo test --release -- --ignored picture`.
#[test]
#[ignore = "takes minutes"]
fn some_picture_lives_all_the_way_to_many_stalemates() {
    let mut memo = StalemateMemo::default();
    for seed in 200..220 {
        let lines = plays(End::Stalemate, seed, 20_000, 20);
        let mut seen = 0;
        for line in &lines {
            let Some(counts) = followed(End::Stalemate, line, &mut memo, |_| {}) else { continue };
            assert!(counts.len() == line.len() && !counts.contains(&0), "{:?}", line[0].0.board().placement().to_fen());
            seen += 1;
        }
        eprintln!("seed {seed}: {seen} of {}", lines.len());
    }
}

/// The work of all threads counts together. Otherwise a thread that has done little would give up although all
/// threads together have done enough for an enumeration.
#[test]
fn what_one_thread_has_done_counts_for_the_others() {
    let means = Resources::default();
    let [_, [tries, _]] = &means.tries;
    let [mut one, mut other] = [(); 2].map(|()| Attempts::new(&STALEMATES, tries.clone(), &means));
    (0..1_000_000).for_each(|_| one.ask());
    let position = random_position(&mut Random(1), 4);
    let left = Left { moves: [1, 11], in_turn: false };
    let mut steps = 0;
    let found = other.pictures(position.board(), left, |effort| {
        steps = effort.steps;
        None
    });
    assert!(found.is_none() && steps > 10_000_000, "{steps}");
    // An enumeration that one thread has given up is not repeated by the others.
    (0..1_000_000).for_each(|_| one.earn());
    assert!(one.pictures(position.board(), left, |_| panic!("another attempt")).is_none());
}

/// Stored candidates take their memory from the shared pool, and dropping them returns it.
#[test]
fn pictures_take_their_memory_from_what_all_share() {
    let (mut random, mut memo, mut kept) = (Random(5), StalemateMemo::default(), 0);
    let left = Left { moves: [3, 3], in_turn: false };
    for _ in 0..200 {
        let position = random_position(&mut random, 4);
        let pool = Arc::new(Pool::of_bytes(1 << 20));
        let means = Resources { pool: pool.clone(), ..Resources::default() };
        let [_, [tries, _]] = &means.tries;
        let mut most = 0;
        let found = Attempts::new(&STALEMATES, tries.clone(), &means).pictures(position.board(), left, |effort| {
            most = effort.most_pictures;
            stalemate_pictures(&position, Color::White, left.moves, &mut memo).filter(|all| all.count() <= most)
        });
        assert!((1_000..20_000).contains(&most), "{most}");
        let Some(found) = found.filter(|living| living.count() > 0) else { continue };
        assert!(pool.left() + 100 * found.count() <= 1 << 20, "{} of {}", found.count(), pool.left());
        drop(found);
        assert_eq!(pool.left(), 1 << 20);
        kept += 1;
    }
    assert!(kept > 20, "{kept}");
}
