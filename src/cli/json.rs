//! Reports for other programs, in JSON.

use std::fmt;
use std::io::{self, Write};
use std::time::Duration;

/// A value in JSON.
pub(super) enum Json {
    Null,
    /// A number as its digits.
    Number(String),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(&'static str, Json)>),
}

impl Json {
    /// Creates a list of `items`.
    pub(super) fn list<T: Into<Json>>(items: impl IntoIterator<Item = T>) -> Self {
        Self::List(items.into_iter().map(T::into).collect())
    }

    /// Creates an object with these fields.
    pub(super) fn object(fields: impl IntoIterator<Item = (&'static str, Json)>) -> Self {
        Self::Object(fields.into_iter().collect())
    }

    /// Writes the value as a line.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{self}")?;
        out.flush()
    }
}

/// Implements the conversion of numbers.
macro_rules! from_numbers {
    ($($number:ty),*) => {
        $(impl From<$number> for Json {
            fn from(number: $number) -> Self {
                Self::Number(number.to_string())
            }
        })*
    };
}

from_numbers!(u8, u16, i32, u32, u64, usize);

impl From<String> for Json {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<Duration> for Json {
    /// Converts a time to milliseconds, rounded down.
    fn from(time: Duration) -> Self {
        Self::Number(time.as_millis().to_string())
    }
}

impl<T: Into<Json>> From<Option<T>> for Json {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, T::into)
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Number(digits) => f.write_str(digits),
            Self::Text(text) => write_text(f, text),
            Self::List(items) => {
                f.write_str("[")?;
                for (index, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", separator(index))?;
                }
                f.write_str("]")
            }
            Self::Object(fields) => {
                f.write_str("{")?;
                for (index, (name, value)) in fields.iter().enumerate() {
                    write!(f, "{}\"{name}\":{value}", separator(index))?;
                }
                f.write_str("}")
            }
        }
    }
}

/// Returns the text before the item or field with this index.
fn separator(index: usize) -> &'static str {
    if index == 0 { "" } else { "," }
}

/// Writes a text in quotation marks with its special characters escaped.
fn write_text(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_str("\"")?;
    for c in text.chars() {
        match c {
            '"' | '\\' => write!(f, "\\{c}")?,
            c if c.is_control() => write!(f, "\\u{:04x}", u32::from(c))?,
            c => write!(f, "{c}")?,
        }
    }
    f.write_str("\"")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn values_are_written_as_another_library_reads_them() {
        let text = "a \"quoted\" \\ café ♞ \u{1b}[31m\n\u{9b}";
        let value = Json::object([
            ("null", None::<u8>.into()),
            ("number", (-7).into()),
            ("large", u64::MAX.into()),
            ("time", Duration::from_micros(1_999).into()),
            ("text", text.into()),
            ("empty", Json::List(Vec::new())),
            ("list", Json::list([1_u8, 2])),
            ("object", Json::object([("field", Some("x").into())])),
        ]);
        let expected = json!({
            "null": null, "number": -7, "large": u64::MAX, "time": 1, "text": text,
            "empty": [], "list": [1, 2], "object": { "field": "x" },
        });
        assert_eq!(serde_json::from_str::<Value>(&value.to_string()).unwrap(), expected);
    }
}
