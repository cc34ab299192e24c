//! A document of YAML as data, with the places of its parts.

use crate::exchange::splice::Piece;
use crate::syntax::Span;

/// A part of a document.
#[derive(Clone, Debug)]
pub struct Node {
    pub span: Span,
    pub kind: Kind,
    /// Neither a number nor true or false.
    pub is_text: bool,
}

#[derive(Clone, Debug)]
#[cfg_attr(not(feature = "yaml"), expect(dead_code, reason = "only `parse` makes documents"))]
pub enum Kind {
    /// Nothing, or `~`.
    Null,
    /// A text, a number, `true`: as it is written.
    Scalar(Piece),
    List(Vec<Node>),
    Map(Vec<(Piece, Node)>),
}
