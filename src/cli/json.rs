//! Reports for other programs, in JSON.

use std::fmt::Display;
use std::io::{self, Write};

/// A value in JSON, as it is written.
pub(super) struct Json(String);

impl Json {
    /// Creates a number.
    pub(super) fn number(number: impl Display) -> Self {
        Self(number.to_string())
    }

    /// Creates a string.
    pub(super) fn text(text: &str) -> Self {
        let escape = |c: char| match c {
            '"' | '\\' => format!("\\{c}"),
            c if c.is_control() => format!("\\u{:04x}", u32::from(c)),
            c => c.to_string(),
        };
        Self(format!("\"{}\"", text.chars().map(escape).collect::<String>()))
    }

    /// Creates a value that may be absent.
    pub(super) fn optional(value: Option<Self>) -> Self {
        value.unwrap_or_else(|| Self("null".to_owned()))
    }

    /// Creates a list of `items`.
    pub(super) fn list(items: impl IntoIterator<Item = Self>) -> Self {
        let items: Vec<String> = items.into_iter().map(|item| item.0).collect();
        Self(format!("[{}]", items.join(",")))
    }

    /// Creates an object with these fields.
    pub(super) fn object(fields: impl IntoIterator<Item = (&'static str, Self)>) -> Self {
        let field = |(name, value): (&str, Self)| format!("\"{name}\":{}", value.0);
        let fields: Vec<String> = fields.into_iter().map(field).collect();
        Self(format!("{{{}}}", fields.join(",")))
    }

    /// Writes the value as a line.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn values_are_written_as_another_library_reads_them() {
        let text = "a \"quoted\" \\ café ♞ \u{1b}[31m\n\u{9b}";
        let value = Json::object([
            ("null", Json::optional(None)),
            ("number", Json::number(-7)),
            ("large", Json::number(u64::MAX)),
            ("fraction", Json::number(0.25)),
            ("text", Json::text(text)),
            ("empty", Json::list([])),
            ("list", Json::list([1, 2].map(Json::number))),
            ("object", Json::object([("field", Json::optional(Some(Json::text("x"))))])),
        ]);
        let expected = json!({
            "null": null, "number": -7, "large": u64::MAX, "fraction": 0.25, "text": text,
            "empty": [], "list": [1, 2], "object": { "field": "x" },
        });
        assert_eq!(serde_json::from_str::<Value>(&value.0).unwrap(), expected);
    }
}
