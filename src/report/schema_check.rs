//! Validates JSON values against a JSON Schema. Only the keywords that the schema of the reports uses are supported.
//! Any other keyword is an error, so that no part of the schema is ignored.

use serde_json::{Map, Value};

/// Validates `value`. Returns the errors, each with its path, or an empty list if the value is valid.
pub fn check(schema: &Value, value: &Value) -> Vec<String> {
    let mut checker = Checker { root: schema, errors: Vec::new() };
    checker.check(schema, value, "$");
    checker.errors
}

struct Checker<'a> {
    root: &'a Value,
    errors: Vec<String>,
}

impl Checker<'_> {
    fn check(&mut self, schema: &Value, value: &Value, path: &str) {
        let Value::Object(keywords) = schema else {
            self.errors.push(format!("{path}: the schema is not an object"));
            return;
        };
        for (keyword, wanted) in keywords {
            if !self.keyword(keywords, keyword, wanted, value, path) {
                self.errors.push(format!("{path}: {keyword} {wanted} does not hold for {value}"));
            }
        }
    }

    /// Whether `value` satisfies the keyword `keyword` of the schema `all`; `wanted` is the keyword's value in the
    /// schema. Errors of nested schemas are added to `errors`, and do not make the result false.
    fn keyword(&mut self, all: &Map<String, Value>, keyword: &str, wanted: &Value, value: &Value, path: &str) -> bool {
        match keyword {
            "$schema" | "$id" | "$defs" | "title" | "description" => true,
            "$ref" => {
                let target = wanted.as_str().and_then(|name| name.strip_prefix('#'));
                match target.and_then(|pointer| self.root.pointer(pointer)).cloned() {
                    Some(schema) => {
                        self.check(&schema, value, path);
                        true
                    }
                    None => false,
                }
            }
            "type" => match wanted {
                Value::Array(names) => names.iter().any(|name| is_type(name, value)),
                name => is_type(name, value),
            },
            "const" => value == wanted,
            "enum" => wanted.as_array().is_some_and(|values| values.contains(value)),
            "minimum" => value.as_f64().is_none_or(|value| wanted.as_f64().is_some_and(|least| least <= value)),
            "minItems" => {
                value.as_array().is_none_or(|items| wanted.as_u64().is_some_and(|least| least <= items.len() as u64))
            }
            "required" => value.as_object().is_none_or(|object| {
                wanted.as_array().is_some_and(|names| {
                    names.iter().all(|name| name.as_str().is_some_and(|name| object.contains_key(name)))
                })
            }),
            "properties" => {
                for (name, member) in value.as_object().into_iter().flatten() {
                    if let Some(schema) = wanted.get(name) {
                        self.check(schema, member, &format!("{path}.{name}"));
                    }
                }
                true
            }
            "additionalProperties" if wanted == &Value::Bool(false) => {
                let known = all.get("properties").and_then(Value::as_object);
                value.as_object().into_iter().flatten().all(|(name, _)| known.is_some_and(|it| it.contains_key(name)))
            }
            "items" => {
                for (i, item) in value.as_array().into_iter().flatten().enumerate() {
                    self.check(wanted, item, &format!("{path}[{i}]"));
                }
                true
            }
            "anyOf" => wanted.as_array().is_some_and(|schemas| {
                schemas.iter().any(|schema| {
                    let mut attempt = Checker { root: self.root, errors: Vec::new() };
                    attempt.check(schema, value, path);
                    attempt.errors.is_empty()
                })
            }),
            // The schema's only pattern is that of squares.
            "pattern" => value
                .as_str()
                .is_none_or(|text| crate::units::Square::parse(text).is_some_and(|s| s.to_string() == text)),
            _ => false,
        }
    }
}

fn is_type(name: &Value, value: &Value) -> bool {
    match name.as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("integer") => value.is_u64() || value.is_i64(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        _ => false,
    }
}
