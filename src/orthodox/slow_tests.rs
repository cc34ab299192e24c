//! Compares the fast tests of legality, check, mate and forced mate with their definitions, under all sets of rules.
//! The definitions are implemented here by playing moves and examining the whole board.

use super::OrthodoxPosition;
use super::board::Board;
use super::board::bitboard::{self, RANK_1, RANK_8, Sq, bit, squares, to_square};
use super::board::moves::Move;
use super::last_move::{mate, selfmate};
use super::rules::movegen;
use crate::orthodox::{Isardam, Madrasi, Rules};
use crate::position::{Oracle, Position};
use crate::units::{Color, Diagram, Goal, Piece, Placement, Unit};

const PIECES: [Piece; 6] = [Piece::PAWN, Piece::KNIGHT, Piece::BISHOP, Piece::ROOK, Piece::QUEEN, Piece::KING];

fn observed(board: &Board, color: Color, kings: bool, en_passant: bool) -> u64 {
    let mut observed = 0;
    for piece in PIECES {
        for observer in squares(board.men(!color, piece)).filter(|_| piece != Piece::KING || kings) {
            observed |= bitboard::attacks(piece, !color, observer, board.occupied()) & board.men(color, piece);
        }
    }
    if en_passant {
        observed |= board.en_passant_victim().map_or(0, bit) & board.of(color);
    }
    observed
}

fn is_clean(board: &Board, rules: Isardam) -> bool {
    [Color::White, Color::Black].into_iter().all(|color| observed(board, color, rules.rex_inclusive, true) == 0)
}

fn attacks_king(board: &Board, from: Sq, king: Sq, by: Color, rules: Rules) -> bool {
    let piece = board.piece_at(from);
    if bitboard::attacks(piece, by, from, board.occupied()) & bit(king) == 0 {
        return false;
    }
    match rules {
        Rules::Orthodox => true,
        Rules::Madrasi(rules) => observed(board, by, rules.rex_inclusive, rules.en_passant_paralyses) & bit(from) == 0,
        Rules::Isardam(rules) if rules.type_b => true,
        Rules::Isardam(rules) => {
            let mut after = *board;
            after.toggle(!by, Piece::KING, king);
            after.toggle(by, piece, from);
            after.set_side(!by);
            after.set_en_passant(None);
            let promotes = piece == Piece::PAWN && bit(king) & (RANK_1 | RANK_8) != 0;
            PIECES.into_iter().any(|arrived| {
                let allowed = if promotes { !matches!(arrived, Piece::PAWN | Piece::KING) } else { arrived == piece };
                let mut after = after;
                after.toggle(by, arrived, king);
                allowed && is_clean(&after, rules)
            })
        }
    }
}

fn is_in_check(board: &Board, color: Color, rules: Rules) -> bool {
    squares(board.men(color, Piece::KING))
        .any(|king| squares(board.of(!color)).any(|from| attacks_king(board, from, king, !color, rules)))
}

pub fn legal_moves(position: &OrthodoxPosition) -> Vec<Move> {
    let rules = position.rules();
    let mut moves = Vec::new();
    movegen::pseudo_legal_moves(position, &mut |m| {
        let after = position.board_after(m);
        let allowed = match rules {
            Rules::Isardam(rules) => is_clean(&after, rules),
            Rules::Orthodox | Rules::Madrasi(_) => true,
        };
        if allowed && !is_in_check(&after, position.side_to_move(), rules) {
            moves.push(m);
        }
        false
    });
    moves
}

pub fn is_mate(position: &OrthodoxPosition) -> bool {
    is_in_check(position.board(), position.side_to_move(), position.rules()) && legal_moves(position).is_empty()
}

fn every_move_mates(position: &OrthodoxPosition) -> bool {
    let moves = legal_moves(position);
    !moves.is_empty() && moves.iter().all(|&m| is_mate(&position.after(m)))
}

fn sorted(mut moves: Vec<Move>, position: &OrthodoxPosition) -> Vec<Move> {
    moves.sort_by_key(|&m| (position.order(m), m.to));
    moves
}

/// Counts how often each kind of result occurred. The counts show that the sample covers all kinds.
#[derive(Default, Debug)]
struct ResultCounts {
    positions: u64,
    checks: u64,
    without_moves: u64,
    mates: u64,
    forced: u64,
    left_out: u64,
}

fn compare(position: &OrthodoxPosition, met: &mut ResultCounts) {
    let about = || format!("{:?} {:?} {position:?}", position.rules(), diagram_text(position));
    let legal = legal_moves(position);
    let mut fast = Vec::new();
    position.legal_moves(&mut fast);
    assert_eq!(sorted(fast, position), sorted(legal.clone(), position), "legal moves {}", about());
    assert_eq!(position.count_legal_moves(), legal.len() as u64, "{}", about());
    assert_eq!(position.has_legal_move(), !legal.is_empty(), "{}", about());
    let key_agrees = |&m: &Move| position.key_after(m) == position.board_after(m).key();
    assert!(legal.iter().all(key_agrees), "key {}", about());
    let check = is_in_check(position.board(), position.side_to_move(), position.rules());
    assert_eq!(position.is_check(), check, "check {}", about());
    let capture = is_in_check(position.board(), !position.side_to_move(), position.rules());
    assert_eq!(position.can_capture_king(), capture, "capture of the king {}", about());
    met.positions += 1;
    met.checks += u64::from(check);
    met.without_moves += u64::from(legal.is_empty());
    if capture && position.rules() == Rules::Orthodox {
        // Such positions do not occur in play, and no test for mate is made in them.
        return;
    }
    let mates: Vec<Move> = legal.iter().copied().filter(|&m| is_mate(&position.after(m))).collect();
    let mut fast = Vec::new();
    mate::mating_moves(position, &mut |m| {
        fast.push(m);
        false
    });
    assert_eq!(sorted(fast, position), sorted(mates.clone(), position), "mates {}", about());
    let forced = every_move_mates(position);
    assert_eq!(position.must_reach(&Goal::Mate), forced, "every move mates {}", about());
    met.mates += mates.len() as u64;
    met.forced += u64::from(forced);
}

/// Checks that after each move that [`selfmate::forcing_moves`] leaves out, the other side has a legal move without
/// check. This is more than required (the move must not force mate), and such positions occur much more often.
fn compare_forcing(position: &OrthodoxPosition, met: &mut ResultCounts) {
    if position.can_capture_king() {
        return;
    }
    let rules = position.rules();
    let mut looked_at = Vec::new();
    selfmate::forcing_moves(position, &mut |m| {
        looked_at.push(m);
        false
    });
    let legal = legal_moves(position);
    assert!(looked_at.iter().all(|m| legal.contains(m)), "{rules:?} {:?} {position:?}", diagram_text(position));
    for m in legal.into_iter().filter(|m| !looked_at.contains(m)) {
        let after = position.after(m);
        let is_quiet = |&reply: &Move| !is_in_check(&after.board_after(reply), position.side_to_move(), rules);
        assert!(
            legal_moves(&after).iter().any(is_quiet),
            "left out {m:?} {rules:?} {:?} {position:?}",
            diagram_text(position)
        );
        met.left_out += 1;
    }
}

pub fn diagram_text(position: &OrthodoxPosition) -> Vec<String> {
    squares(position.board().occupied())
        .map(|sq| format!("{:?}{}", position.board().unit_at(sq), to_square(sq)))
        .collect()
}

pub struct RandomNumbers(pub u64);

impl RandomNumbers {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as usize
    }
}

/// Returns a random position: few kinds of men, so that men of one kind often meet; some men near a king, so that
/// mates occur; sometimes kings and rooks on their home squares, and pawns that can step two squares.
pub fn random_position(dice: &mut RandomNumbers, rules: Rules) -> OrthodoxPosition {
    let mut placement = Placement::default();
    let mut free: Vec<Sq> = (0..64).collect();
    let mut put = |placement: &mut Placement, sq: Sq, color: Color, piece: Piece| {
        if let Some(i) = free.iter().position(|&s| s == sq)
            && !(piece == Piece::PAWN && bit(sq) & (RANK_1 | RANK_8) != 0)
        {
            free.swap_remove(i);
            placement.put(to_square(sq), Unit::new(color, piece));
        }
    };
    let at_home = dice.below(6) == 0;
    let corner = dice.below(2) == 0;
    for color in [Color::White, Color::Black] {
        if dice.below(20) == 0 {
            continue;
        }
        let king = match (at_home, corner && color == Color::Black) {
            (true, _) => [4, 60][color as usize],
            (_, true) => [0, 7, 56, 63, 3, 31, 59, 24][dice.below(8)],
            _ => dice.below(64) as Sq,
        };
        put(&mut placement, king, color, Piece::KING);
        if at_home {
            put(&mut placement, [0, 56][color as usize] + [0, 7][dice.below(2)], color, Piece::ROOK);
        }
    }
    let kinds: Vec<Piece> = (0..1 + dice.below(3)).map(|_| PIECES[dice.below(5)]).collect();
    let near = placement.iter().filter_map(|(square, _)| bitboard::from_square(square)).last();
    for _ in 0..dice.below(19) {
        let piece = if dice.below(4) == 0 { PIECES[dice.below(5)] } else { kinds[dice.below(kinds.len())] };
        let color = if dice.below(2) == 0 { Color::White } else { Color::Black };
        let sq = match near {
            Some(king) if dice.below(3) == 0 => {
                let ring = bitboard::king(king);
                squares(ring).nth(dice.below(ring.count_ones() as usize)).unwrap_or(0)
            }
            _ if piece == Piece::PAWN && dice.below(2) == 0 => {
                [8, 48, 24, 32][dice.below(2) + 2 * dice.below(2)] + dice.below(8) as Sq
            }
            _ => dice.below(64) as Sq,
        };
        put(&mut placement, sq, color, piece);
    }
    let side = if dice.below(2) == 0 { Color::White } else { Color::Black };
    let diagram = Diagram { placement, ..Diagram::default() };
    OrthodoxPosition::new(&diagram, side, rules)
}

fn all_rules() -> Vec<Rules> {
    let mut all = vec![Rules::Orthodox];
    for n in 0..8 {
        all.push(Rules::Madrasi(Madrasi {
            rex_inclusive: n & 1 != 0,
            en_passant_paralyses: n & 2 != 0,
            paralysed_rook_castles: n & 4 != 0,
        }));
    }
    for n in 0..4 {
        all.push(Rules::Isardam(Isardam { type_b: n & 1 != 0, rex_inclusive: n & 2 != 0 }));
    }
    all
}

fn compare_many(games: usize, seed: u64) -> ResultCounts {
    let mut dice = RandomNumbers(seed);
    let mut met = ResultCounts::default();
    let rules = all_rules();
    for _ in 0..games {
        let of_game = rules[dice.below(rules.len())];
        let mut position = random_position(&mut dice, of_game);
        for ply in 0..4 {
            compare(&position, &mut met);
            compare(&position.passed(), &mut met);
            if ply == dice.below(4) {
                compare_forcing(&position, &mut met);
            }
            let moves = legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            // Prefers checking moves, because they lead to mates.
            let mut m = moves[dice.below(moves.len())];
            for _ in 0..4 {
                if !position.after(m).is_check() {
                    m = moves[dice.below(moves.len())];
                }
            }
            position = position.after(m);
        }
    }
    met
}

#[test]
fn short_ways_agree_with_the_definition() {
    let met = compare_many(600, 1);
    assert!(
        met.checks > 300 && met.without_moves > 30 && met.mates > 100 && met.forced > 3 && met.left_out > 300,
        "{met:?}"
    );
}

/// Run by hand: `cargo test --release -- --ignored many_positions`.
#[test]
#[ignore = "takes minutes"]
fn short_ways_agree_with_the_definition_in_many_positions() {
    for seed in 2..12 {
        println!("{:?}", compare_many(10_000, seed));
    }
}
