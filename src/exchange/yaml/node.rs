//! A YAML document as a tree of nodes, each with its span.

use crate::exchange::splice::TextPiece;
use crate::syntax::Span;

/// A value in a YAML document: nothing, a scalar, a list or a map.
#[derive(Clone, Debug)]
pub struct YamlNode {
    pub span: Span,
    pub kind: YamlNodeKind,
    /// Whether the value is a text. If a scalar is no text, it is a number or a boolean.
    pub is_text: bool,
}

#[derive(Clone, Debug)]
#[cfg_attr(not(feature = "yaml"), expect(dead_code, reason = "only `parse` makes documents"))]
pub enum YamlNodeKind {
    /// An empty value, or `~`.
    Null,
    /// A text without its quotes, or the characters of a number or a boolean.
    Scalar(TextPiece),
    List(Vec<YamlNode>),
    Map(Vec<(TextPiece, YamlNode)>),
}
