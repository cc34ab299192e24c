//! A YAML document as a tree of nodes with their spans.

use crate::exchange::splice::Piece;
use crate::syntax::Span;

/// A node of a document.
#[derive(Clone, Debug)]
pub struct Node {
    pub span: Span,
    pub kind: Kind,
    /// False for numbers and booleans.
    pub is_text: bool,
}

#[derive(Clone, Debug)]
#[cfg_attr(not(feature = "yaml"), expect(dead_code, reason = "only `parse` makes documents"))]
pub enum Kind {
    /// An empty value or `~`.
    Null,
    /// A text, a number or a boolean, as written.
    Scalar(Piece),
    List(Vec<Node>),
    Map(Vec<(Piece, Node)>),
}
