//! The rules of the bitboard engine: which moves are legal, and which attacks are checks.
//!
//! Start with `movegen` (moves that geometry and paralysis allow) and `legal` (which of them are legal). `madrasi` and
//! `isardam` define their conditions on bitboards; `judge` decides most of their moves without playing them.

pub(in crate::orthodox) mod isardam;
pub(in crate::orthodox) mod judge;
pub(in crate::orthodox) mod legal;
pub(in crate::orthodox) mod madrasi;
pub(in crate::orthodox) mod movegen;

use isardam::Isardam;
use madrasi::Madrasi;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rules {
    #[default]
    Orthodox,
    Madrasi(Madrasi),
    Isardam(Isardam),
}
