use super::{Isardam, Madrasi};

/// The rules that bitboards know.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rules {
    #[default]
    Orthodox,
    Madrasi(Madrasi),
    Isardam(Isardam),
}
