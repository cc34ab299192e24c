//! Parses a YAML document into a tree of nodes.

use super::node::{YamlNode, YamlNodeKind};
use crate::exchange::splice::{SourcePlace, TextPiece};
use crate::syntax::{Diagnostic, Span};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde_saphyr::{Location, Spanned};
use std::fmt;

/// Parses a single YAML document.
pub fn document(text: &str) -> Result<YamlNode, Diagnostic> {
    let read: Result<Spanned<Raw>, _> = serde_saphyr::from_str(text);
    match read {
        Ok(raw) => Ok(located(raw, text)),
        Err(error) => {
            let plain = error.without_snippet();
            let at = plain.location().map_or(0, |location| offset(&location, text));
            let message = plain.to_string();
            // The span of the diagnostic already gives the location.
            let message = message.split(" at line ").next().unwrap_or_default().lines().next().unwrap_or_default();
            Err(Diagnostic::error(at..at, format!("invalid YAML: {message}"), "expected a YAML document"))
        }
    }
}

/// A value as the YAML library returns it. `Other` is a number or a boolean, which is copied from the text of the
/// document so that no digit is lost.
enum Raw {
    Null,
    Text(String),
    Other,
    List(Vec<Spanned<Raw>>),
    Map(Vec<(Spanned<MapKey>, Spanned<Raw>)>),
}

/// A key of a map. It is always read as text, even if it looks like a number.
struct MapKey(String);

impl<'de> Deserialize<'de> for MapKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<MapKey, D::Error> {
        String::deserialize(deserializer).map(MapKey)
    }
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Raw, D::Error> {
        deserializer.deserialize_any(Anything)
    }
}

struct Anything;

impl<'de> Visitor<'de> for Anything {
    type Value = Raw;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a text, a list or a map")
    }

    fn visit_unit<E>(self) -> Result<Raw, E> {
        Ok(Raw::Null)
    }

    fn visit_none<E>(self) -> Result<Raw, E> {
        Ok(Raw::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Raw, D::Error> {
        Raw::deserialize(deserializer)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Raw, E> {
        Ok(Raw::Other)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Raw, E> {
        Ok(Raw::Other)
    }

    fn visit_i128<E>(self, _: i128) -> Result<Raw, E> {
        Ok(Raw::Other)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Raw, E> {
        Ok(Raw::Other)
    }

    fn visit_u128<E>(self, _: u128) -> Result<Raw, E> {
        Ok(Raw::Other)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Raw, E> {
        Ok(Raw::Other)
    }

    fn visit_str<E>(self, text: &str) -> Result<Raw, E> {
        Ok(Raw::Text(text.to_string()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Raw, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            items.push(item);
        }
        Ok(Raw::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Raw, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = map.next_entry()? {
            items.push(item);
        }
        Ok(Raw::Map(items))
    }
}

fn located(raw: Spanned<Raw>, text: &str) -> YamlNode {
    let span = place(&raw.referenced, text);
    let is_text = !matches!(raw.value, Raw::Other);
    let kind = match raw.value {
        Raw::Null => YamlNodeKind::Null,
        Raw::Text(value) => YamlNodeKind::Scalar(piece(value, span.clone(), text)),
        Raw::Other => YamlNodeKind::Scalar(piece(text[span.clone()].trim().to_string(), span.clone(), text)),
        Raw::List(items) => YamlNodeKind::List(items.into_iter().map(|item| located(item, text)).collect()),
        Raw::Map(items) => YamlNodeKind::Map(
            items
                .into_iter()
                .map(|(key, value)| (piece(key.value.0, place(&key.referenced, text), text), located(value, text)))
                .collect(),
        ),
    };
    YamlNode { span, kind, is_text }
}

/// Returns the scalar `value` with its place in the document `text`. The place is an exact offset if `span` contains
/// the value unchanged. Otherwise, for example because of escapes, it is the whole span.
fn piece(value: String, span: Span, text: &str) -> TextPiece {
    let place = match text[span.clone()].find(&value) {
        Some(at) => SourcePlace::Exact(span.start + at),
        None => SourcePlace::Within(span),
    };
    TextPiece { text: value, place }
}

fn place(location: &Location, text: &str) -> Span {
    let start = offset(location, text);
    let length = location.span().byte_len().map_or(0, |length| usize::try_from(length).unwrap_or(0));
    let mut end = (start + length).min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let end = start + text[start..end].trim_end().len();
    start..end
}

fn offset(location: &Location, text: &str) -> usize {
    let known = location.span().byte_offset().and_then(|at| usize::try_from(at).ok());
    let mut at = known.unwrap_or_else(|| counted(location, text)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Converts a location (line and column, counted from 1) to an offset.
fn counted(location: &Location, text: &str) -> usize {
    let (line, column) = (location.line().max(1) as usize, location.column().max(1) as usize);
    let start = text.split_inclusive('\n').take(line - 1).map(str::len).sum::<usize>();
    let within = text[start..].char_indices().nth(column - 1).map_or(text.len() - start, |(at, _)| at);
    start + within
}
