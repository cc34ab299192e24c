//! The search against plain play of all worlds, which knows no samples and no list of what could be told.

use super::search::{after, agreed, each_step, reveal};
use super::world::{BLACK, World, is_of};
use super::{BISHOP, Hidden, KING, KNIGHT, PAWN, Ply, QUEEN, ROOK, Revealed, Told, solve};

type Line = Vec<(Told, Vec<Revealed>)>;

/// Everything that can be told of a move in one of the worlds, each move of each man asked for.
fn plain(worlds: &[World], black: bool, left: usize, line: &mut Line, found: &mut Vec<Line>) {
    let mut all: Vec<Told> = Vec::new();
    for world in worlds {
        for from in (0..64).filter(|&from| is_of(world.men[usize::from(from)], black)) {
            each_step(world, from, &mut |told| {
                if !all.contains(&told) {
                    all.push(told);
                }
            });
        }
    }
    for told in all {
        let mut worlds = after(worlds, told, black);
        if worlds.is_empty() {
            continue;
        }
        let revealed = reveal(&mut worlds);
        assert!(agreed(&worlds).is_empty(), "what is revealed is seen");
        line.push((told, revealed));
        if left > 1 {
            plain(&worlds, !black, left - 1, line, found);
        } else if worlds.iter().all(|world| world.is_mate(!black)) {
            found.push(line.clone());
        }
        line.pop();
    }
}

fn diagram(men: &str) -> [u8; 64] {
    let mut board = [0; 64];
    for man in men.split_whitespace() {
        let letters: Vec<char> = man.chars().collect();
        let [color, kind, file, rank] = letters[..] else { panic!("{man}") };
        let kinds = [('P', PAWN), ('S', KNIGHT), ('B', BISHOP), ('R', ROOK), ('Q', QUEEN), ('K', KING)];
        let kind = kinds.iter().find(|(letter, _)| *letter == kind).expect("a kind").1;
        let square = (rank as usize - '1' as usize) * 8 + file as usize - 'a' as usize;
        board[square] = kind | if color == 'b' { BLACK } else { 0 };
    }
    board
}

/// So many lines; both ways of finding them agree.
fn compared(men: &str, count: usize, half_moves: usize) -> usize {
    let black = half_moves % 2 == 0;
    let hidden = Hidden { men: diagram(men), count, black, half_moves };
    let mut found: Vec<Line> = Vec::new();
    let is_done = solve(
        &hidden,
        &mut |line: &[Ply]| found.push(line.iter().map(|ply| (ply.told, ply.revealed.clone())).collect()),
        &|| false,
    );
    assert!(is_done);
    let mut expected = Vec::new();
    for length in (1..=half_moves).filter(|length| (half_moves - length) % 2 == 0) {
        let mut worlds = hidden.worlds();
        reveal(&mut worlds);
        plain(&worlds, black, length, &mut Vec::new(), &mut expected);
    }
    assert!(found.iter().all(|line| expected.contains(line)), "{men}: too many");
    assert!(expected.iter().all(|line| found.contains(line)), "{men}: too few");
    assert_eq!(found.len(), expected.len(), "{men}");
    found.len()
}

#[test]
fn all_worlds_played_out_say_the_same() {
    assert_eq!(compared("wKf6 wQd5 bKh6 bPh7", 1, 2), 2);
    assert_eq!(compared("wKc4 wRa1 wRb1 wPa5 bKa6", 1, 3), 3);
    assert_eq!(compared("wKa2 wSh8 bKg7 bRf8 bRg8 bPe7 bPg6 bPh6", 1, 3), 1);
    assert_eq!(compared("wKa2 wSh8 bKg7 bRf8 bRg8 bPe7 bPg6", 1, 3), 0);
    assert_eq!(compared("wKf6 wQd5 bKh6 bPh7", 0, 2), 0);
}
