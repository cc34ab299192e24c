//! Pieces that move without a hurdle and capture over one, or the reverse.

use super::{BISHOP, Distance, Hop, KNIGHT, Line, Mode, PieceDef, QUEEN, ROOK, Vector, Walker, row};

pub const ALL: &[PieceDef] = &[
    row("Leo", "LE", "moves as a queen, captures any distance beyond a hurdle", "mQcpQ", |w| chinese(w, QUEEN)),
    row("Pao", "PA", "moves as a rook, captures any distance beyond a hurdle", "mRcpR", |w| chinese(w, ROOK)),
    row("Vao", "VA", "moves as a bishop, captures any distance beyond a hurdle", "mBcpB", |w| chinese(w, BISHOP)),
    row("Nao", "NA", "moves as a nightrider, captures any distance beyond a hurdle", "mNNcpNN", |w| chinese(w, KNIGHT)),
    row("Rao", "RA", "moves as a rose, captures any distance beyond a hurdle", "mqNcpqN", |w| {
        w.ride_along(Line::Circle, KNIGHT, Mode::Move);
        w.hop(Hop::beyond(KNIGHT).along(Line::Circle), Mode::Capture);
    }),
    row("Kao", "KO", "moves as a knight, captures as a knighthopper", "mNcpN", |w| {
        w.leap(KNIGHT, Mode::Move);
        w.hop(Hop::over(KNIGHT).before(Distance::Exactly(1)), Mode::Capture);
    }),
    row(
        "Mao",
        "MA",
        "a knight that cannot leap: it goes one square orthogonally, then one diagonally, and is blocked by a man on \
         the first of these squares",
        "afsW",
        |w| lame(w, false, false, Mode::Both),
    ),
    row(
        "Moa",
        "MO",
        "a knight that cannot leap: it goes one square diagonally, then one orthogonally, and is blocked by a man on \
         the first of these squares",
        "afsF",
        |w| lame(w, true, false, Mode::Both),
    ),
    row("Maorider", "AO", "rides as a mao", "", |w| w.ride_along(Line::Mao, KNIGHT, Mode::Both)),
    row("Moarider", "OA", "rides as a moa", "", |w| w.ride_along(Line::Moa, KNIGHT, Mode::Both)),
    row("Maorider-lion", "ML", "rides as a mao and passes over exactly one man to any square beyond", "", |w| {
        w.hop(Hop::beyond(KNIGHT).along(Line::Mao), Mode::Both)
    }),
    row("Moarider-lion", "MM", "rides as a moa and passes over exactly one man to any square beyond", "", |w| {
        w.hop(Hop::beyond(KNIGHT).along(Line::Moa), Mode::Both)
    }),
    row(
        "Maohopper",
        "AH",
        "moves as a mao, but must have a man, its hurdle, on the square that blocks a mao",
        "pafsW",
        |w| lame(w, false, true, Mode::Both),
    ),
    row(
        "Moahopper",
        "OH",
        "moves as a moa, but must have a man, its hurdle, on the square that blocks a moa",
        "pafsF",
        |w| lame(w, true, true, Mode::Both),
    ),
    row("Faro", "FA", "moves any distance beyond a hurdle on a rook's line, captures as a rook", "mpRcR", |w| {
        argentinian(w, ROOK)
    }),
    row("Loco", "LO", "moves any distance beyond a hurdle on a bishop's line, captures as a bishop", "mpBcB", |w| {
        argentinian(w, BISHOP)
    }),
    row("Senora", "SE", "moves any distance beyond a hurdle on a queen's line, captures as a queen", "mpQcQ", |w| {
        argentinian(w, QUEEN)
    }),
    row(
        "Saltador",
        "SA",
        "moves as a maohopper or moahopper, captures as a mao or moa",
        "afscWafscFpafsmWpafsmF",
        |w| {
            for diagonal in [false, true] {
                lame(w, diagonal, false, Mode::Capture);
                lame(w, diagonal, true, Mode::Move);
            }
        },
    ),
    row(
        "Chinese Pawn",
        "CP",
        "moves and captures one square ahead, beyond the middle of the board also sideways; does not promote",
        "",
        |w| {
            let ahead = w.ahead();
            let squares = |w: &dyn Walker, step: i8| {
                std::iter::successors(w.step(w.from(), (0, step)), |&at| w.step(at, (0, step))).count()
            };
            let crossed = squares(w, -ahead) > squares(w, ahead);
            let vectors: &[Vector] = if crossed { &[(0, 1), (-1, 0), (1, 0)] } else { &[(0, 1)] };
            for &(files, ranks) in vectors {
                if let Some(to) = w.step(w.from(), (files, ranks * ahead)) {
                    w.go(to, Mode::Both);
                }
            }
        },
    ),
];

fn chinese(w: &mut dyn Walker, vectors: &'static [Vector]) {
    w.ride(vectors, Mode::Move);
    w.hop(Hop::beyond(vectors), Mode::Capture);
}

fn argentinian(w: &mut dyn Walker, vectors: &'static [Vector]) {
    w.ride(vectors, Mode::Capture);
    w.hop(Hop::beyond(vectors), Mode::Move);
}

/// Generates knight's moves in two steps. The first step is to a diagonally or orthogonally adjacent square, which must
/// be empty (or occupied if `needs_hurdle`); the second is from there to the target.
fn lame(w: &mut dyn Walker, diagonal: bool, needs_hurdle: bool, mode: Mode) {
    for &vector in KNIGHT {
        let leg = leg(vector, diagonal);
        let (Some(over), Some(to)) = (w.step(w.from(), leg), w.step(w.from(), vector)) else { continue };
        if !needs_hurdle {
            w.along(&[(over, false), (to, true)], mode);
        } else if w.seen(over).is_man() {
            w.go_over(over, to, mode);
        }
    }
}

/// Returns the first step of a knight's move, to the diagonally or orthogonally adjacent square.
pub fn leg((files, ranks): Vector, diagonal: bool) -> Vector {
    if diagonal { (files.signum(), ranks.signum()) } else { (files / 2, ranks / 2) }
}
