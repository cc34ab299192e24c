//! Checks that no bound excludes a goal that play reaches. Random play, which ends as soon as it can, is tested at
//! every ply.

use crate::orthodox::OrthodoxPosition;
use crate::orthodox::{Isardam, Madrasi, Rules};
use crate::position::{GoalQuery, Left, Oracle, Position};
use crate::units::{Color, Diagram, Goal, Piece, Placement, Square, Unit};

/// Returns the rules of random game number `turn`: alternately orthodox chess and a condition.
fn rules_of(turn: usize) -> Rules {
    let isardam = |rex_inclusive, type_b| Rules::Isardam(Isardam { rex_inclusive, type_b });
    match turn % 9 {
        0 => Rules::Madrasi(Madrasi::default()),
        1 => Rules::Madrasi(Madrasi { rex_inclusive: true, ..Madrasi::default() }),
        2 => isardam(false, false),
        3 => isardam(true, false),
        4 => isardam(false, true),
        _ => Rules::Orthodox,
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }

    fn is_one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// Returns a random position: two kings, often at home beside a rook or at the edge, and up to `most` other men,
/// many of them pawns about to promote.
fn random_position(random: &mut Random, most: usize, rules: Rules) -> OrthodoxPosition {
    let at = |file: usize, rank: usize| Square::new(file as u8, rank as u8).unwrap();
    let mut placement = Placement::default();
    for color in Color::ALL {
        let (home, unit) = (if color == Color::White { 0 } else { 7 }, |piece| Unit::new(color, piece));
        if random.is_one_in(3) {
            placement.put(at(4, home), unit(Piece::KING));
            placement.put(at(if random.is_one_in(2) { 0 } else { 7 }, home), unit(Piece::ROOK));
            if random.is_one_in(3) {
                placement.put(at(0, home), unit(Piece::ROOK));
            }
        } else {
            let edge = if random.is_one_in(2) { home } else { random.below(8) };
            placement.put(at(random.below(8), edge), unit(Piece::KING));
        }
    }
    for _ in 0..random.below(most + 1) {
        let color = Color::ALL[random.below(2)];
        let piece = Piece::from_index([0, 0, 1, 2, 3, 4][random.below(6)]);
        let rank = if piece == Piece::PAWN { 1 + random.below(6) } else { random.below(8) };
        let square = at(random.below(8), rank);
        if placement.get(square).is_none() {
            placement.put(square, Unit::new(color, piece));
        }
    }
    let side = Color::ALL[random.below(2)];
    OrthodoxPosition::new(&Diagram { placement, ..Diagram::default() }, side, rules)
}

fn kings(position: &OrthodoxPosition) -> u32 {
    position.board().all(Piece::KING).count_ones()
}

/// Plays random moves and mates when possible. Returns the positions of the play, or `None` if it does not end in
/// mate. In a series only one side moves.
fn play_to_mate(
    random: &mut Random,
    start: OrthodoxPosition,
    plies: usize,
    series: bool,
) -> Option<Vec<OrthodoxPosition>> {
    let mut way = vec![start];
    for _ in 0..plies {
        let mut position = *way.last()?;
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mating = moves.iter().copied().find(|&m| position.with_move(m, |after| after.is_mate()));
        if moves.is_empty() {
            return None;
        }
        // Castling and promotion are rare among random moves, and difficult for the bound.
        let special = moves.iter().copied().filter(|m| m.kind != crate::orthodox::board::moves::MoveKind::Normal);
        let specials: Vec<_> = special.collect();
        let m = match mating {
            Some(m) => m,
            None if !specials.is_empty() && random.is_one_in(2) => specials[random.below(specials.len())],
            None => moves[random.below(moves.len())],
        };
        let next = position.with_move(m, |after| *after);
        way.push(next);
        if mating.is_some() {
            return Some(way);
        }
        if series && random.is_one_in(3) {
            if next.is_check() {
                return None;
            }
            let passed = way.pop()?.with_pass(|passed| *passed);
            way.push(passed);
        }
    }
    None
}

/// Returns the moves after which, by the bound, the mover may still mate with the moves left.
fn useful_moves(
    position: &OrthodoxPosition,
    mover: Color,
    moves: [u16; 2],
    memo: &mut super::Memo,
) -> Vec<crate::orthodox::board::moves::Move> {
    let mut useful = Vec::new();
    let scope = super::Scope::default();
    let ending = GoalQuery::new(&Goal::Mate, mover, Left::at_most(moves));
    position.moves_within_reach(std::iter::once((ending, &scope)), memo, &mut useful);
    useful
}

fn memo_that_is_always_asked() -> super::Memo {
    let mut memo = super::Memo::default();
    memo.mates.iter_mut().for_each(|asked| asked.worth = super::Worth::always());
    memo
}

/// Plays random games and checks at every ply before each mate that the bound does not exclude it. Returns the
/// number of mates.
fn no_mate_is_excluded(seed: u64, games: usize, most: usize) -> usize {
    let mut random = Random(seed);
    let mut memo = memo_that_is_always_asked();
    let mut mates = 0;
    let mut spared = 0;
    for game in 0..games {
        let rules = rules_of(game);
        let start = random_position(&mut random, most, rules);
        if kings(&start) != 2 || start.can_capture_king() {
            continue;
        }
        let Some(way) = play_to_mate(&mut random, start, 14, game % 5 == 0) else { continue };
        mates += 1;
        let mover = !way.last().expect("the mate").side_to_move();
        let mut moves = [0, 0];
        for pair in way.windows(2).rev() {
            let position = &pair[0];
            moves[position.side_to_move() as usize] += 1;
            let useful = useful_moves(position, mover, moves, &mut memo);
            spared += position.count_legal_moves() as usize - useful.len();
            let same_men =
                |m| { *position }.with_move(m, |after| *after).board().placement() == pair[1].board().placement();
            assert!(
                useful.into_iter().any(same_men),
                "{} {} to move, {moves:?} before the mate by {}",
                position.board().placement().to_fen(),
                position.side_to_move().name(),
                mover.name(),
            );
            assert!(
                position
                    .within_reach(
                        GoalQuery::new(&Goal::Mate, mover, Left::at_most(moves)),
                        &super::Scope::default(),
                        &mut memo
                    )
                    .is_some(),
                "{} {} to move, {moves:?} before the mate by {}",
                position.board().placement().to_fen(),
                position.side_to_move().name(),
                mover.name(),
            );
        }
    }
    assert!(mates < 50 || spared > 0, "{spared} moves spared before {mates} mates");
    mates
}

/// Tests the largest distance: only a knight on f8 does not parry the check on e7, and it comes from c7 in nine
/// moves (more than any other man needs to any square).
#[test]
fn a_pawn_becomes_a_knight_and_comes_back() {
    let at = |square: &str| Square::parse(square).unwrap();
    let mut placement = Placement::default();
    for (color, piece, squares) in [
        (Color::White, Piece::KING, "a1"),
        (Color::White, Piece::ROOK, "e8"),
        (Color::Black, Piece::KING, "g7"),
        (Color::Black, Piece::ROOK, "g8 h8"),
        (Color::Black, Piece::PAWN, "c7 f6 g6 h6 h7"),
    ] {
        for square in squares.split(' ') {
            placement.put(at(square), Unit::new(color, piece));
        }
    }
    let position = OrthodoxPosition::new(&Diagram { placement, ..Diagram::default() }, Color::Black, Rules::Orthodox);
    let [attacker, defender] =
        Color::ALL.map(|color| crate::orthodox::bound::mate::men::Men::new(position.board(), color, None));
    let king = crate::orthodox::board::bitboard::from_square(at("g7")).unwrap();
    let plans = crate::orthodox::bound::mate::net::CheckPlans::new(&attacker, 1, king);
    assert!(plans.can_be_met(&defender, king, 1, 9, None));
    // More than six moves are not distinguished.
    assert!(!plans.can_be_met(&defender, king, 1, 6, None));
}

/// Tests mates in one by special moves, in which the moving man does not simply go to a square and attack the king.
#[test]
fn mates_by_special_moves_are_not_excluded() {
    for (fen, en_passant) in [
        ("8/2N5/8/5N2/6N1/2N2P2/4P3/R3K2k", None),   // the king leaves the line
        ("8/8/8/8/8/7Q/5PP1/R3K2k", None),           // castling, among others
        ("8/8/8/8/8/5N2/4RR2/3k1K2", None),          // battery
        ("R6k/5Kpp/8/8/8/8/8/8", None),              // the king opens a line
        ("6rk/6pp/8/6N1/8/8/8/K7", None),            // smothered
        ("B7/8/2p5/2Pp4/2R5/1R6/7K/k7", Some("d6")), // en passant
        ("kb6/P1P5/K7/8/8/8/8/8", None),             // promotion that captures
    ] {
        let mut placement = crate::units::Placement::default();
        for (row, text) in fen.split('/').enumerate() {
            let mut file = 0;
            for letter in text.chars() {
                if let Some(empty) = letter.to_digit(10) {
                    file += empty as u8;
                    continue;
                }
                let color = if letter.is_uppercase() { Color::White } else { Color::Black };
                let unit = Unit::new(color, Piece::from_fen_letter(letter).unwrap());
                placement.put(Square::new(file, 7 - row as u8).unwrap(), unit);
                file += 1;
            }
        }
        let en_passant = en_passant.and_then(Square::parse);
        let mut position = OrthodoxPosition::new(
            &Diagram { placement, en_passant, ..Diagram::default() },
            Color::White,
            Rules::Orthodox,
        );
        let scope = position.within_reach(
            GoalQuery::new(&Goal::Mate, Color::White, Left::at_most([1, 0])),
            &Default::default(),
            &mut Default::default(),
        );
        assert!(mate_exists(&mut position, 1), "{fen}");
        assert!(scope.is_some(), "{fen}");
    }
}

#[test]
fn mates_of_random_play_are_not_excluded() {
    let mates: usize = [(1, 3), (2, 6), (3, 12)].map(|(seed, most)| no_mate_is_excluded(seed, 1500, most)).iter().sum();
    assert!(mates > 300, "{mates}");
}

/// Run by hand: `cargo test --release -- --ignored excluded`.
#[test]
#[ignore = "takes minutes"]
fn mates_of_much_random_play_are_not_excluded() {
    for seed in 10..40 {
        let mates = no_mate_is_excluded(seed, 20_000, seed as usize % 15 + 2);
        eprintln!("seed {seed}: {mates} mates");
    }
}

/// Whether some play of exactly `n` plies ends with a mate by `mover`, by a full search.
fn mate_exists(position: &mut OrthodoxPosition, n: u16) -> bool {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
        .into_iter()
        .any(|m| position.with_move(m, |after| if n == 1 { after.is_mate() } else { mate_exists(after, n - 1) }))
}

/// Compares the bound with a full search in random positions. Returns the number of positions in which the bound
/// excluded a mate, and the number in which the search found none.
fn what_is_excluded_does_not_exist(seed: u64, positions: usize, most: usize, n: u16) -> [usize; 2] {
    let mut random = Random(seed);
    let mut memo = memo_that_is_always_asked();
    let mut counts = [0, 0];
    for i in 0..positions {
        let rules = rules_of(i);
        let mut position = random_position(&mut random, most, rules);
        if kings(&position) != 2 || position.can_capture_king() {
            continue;
        }
        let side = position.side_to_move();
        let mover = if n % 2 == 1 { side } else { !side };
        let mut moves = [0, 0];
        moves[side as usize] = n.div_ceil(2);
        moves[!side as usize] = n / 2;
        let excluded = position
            .within_reach(GoalQuery::new(&Goal::Mate, mover, Left::at_most(moves)), &super::Scope::default(), &mut memo)
            .is_none();
        let useful = useful_moves(&position, mover, moves, &mut memo);
        let mut all = Vec::new();
        position.legal_moves(&mut all);
        for m in all.into_iter().filter(|m| n > 1 && !useful.contains(m)) {
            let lost = position.with_move(m, |after| mate_exists(after, n - 1));
            assert!(!lost, "{} {m:?}, {n}", position.board().placement().to_fen());
        }
        let exists = mate_exists(&mut position, n);
        assert!(!(excluded && exists), "{} {} to move, {n}", position.board().placement().to_fen(), side.name());
        counts[0] += usize::from(excluded);
        counts[1] += usize::from(!exists);
    }
    counts
}

#[test]
fn what_the_bound_excludes_full_search_does_not_find() {
    for (seed, positions, most, n) in [(1, 1000, 14, 1), (2, 600, 10, 2), (3, 60, 5, 3)] {
        let [excluded, possible] = what_is_excluded_does_not_exist(seed, positions, most, n);
        assert!(2 * excluded > possible, "{excluded} of {possible} at {n}");
    }
}

/// Run by hand: `cargo test --release -- --ignored excludes`.
#[test]
#[ignore = "takes minutes"]
fn what_the_bound_excludes_full_search_does_not_find_either() {
    for (seed, positions, most, n) in
        [(100, 20_000, 14, 1), (101, 10_000, 6, 2), (102, 10_000, 16, 2), (103, 2_000, 5, 3), (104, 150, 4, 4)]
    {
        let [excluded, possible] = what_is_excluded_does_not_exist(seed, positions, most, n);
        eprintln!("{n} half-moves, up to {most} men: excluded {excluded} of {possible}");
    }
}
