//! Reports for other programs, in JSON.

use std::io::{self, Write};
use std::time::Duration;

/// A value in JSON, as it is written.
pub(super) struct Json(String);

impl Json {
    /// Creates a list of `items`.
    pub(super) fn list<T: Into<Self>>(items: impl IntoIterator<Item = T>) -> Self {
        let items: Vec<String> = items.into_iter().map(|item| item.into().0).collect();
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
        writeln!(out, "{}", self.0)?;
        out.flush()
    }
}

/// Implements the conversion of numbers.
macro_rules! from_numbers {
    ($($number:ty),*) => {
        $(impl From<$number> for Json {
            fn from(number: $number) -> Self {
                Self(number.to_string())
            }
        })*
    };
}

from_numbers!(u8, u16, i32, u32, u64, usize, f64);

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        let escape = |c: char| match c {
            '"' | '\\' => format!("\\{c}"),
            c if c.is_control() => format!("\\u{:04x}", u32::from(c)),
            c => c.to_string(),
        };
        Self(format!("\"{}\"", text.chars().map(escape).collect::<String>()))
    }
}

impl From<String> for Json {
    fn from(text: String) -> Self {
        text.as_str().into()
    }
}

impl From<Duration> for Json {
    /// Converts a time to milliseconds, rounded down.
    fn from(time: Duration) -> Self {
        Self(time.as_millis().to_string())
    }
}

impl<T: Into<Self>> From<Option<T>> for Json {
    fn from(value: Option<T>) -> Self {
        value.map_or_else(|| Self("null".to_owned()), T::into)
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
            ("null", None::<u8>.into()),
            ("number", (-7).into()),
            ("large", u64::MAX.into()),
            ("time", Duration::from_micros(1_999).into()),
            ("text", text.into()),
            ("empty", Json::list([0_u8; 0])),
            ("list", Json::list([1_u8, 2])),
            ("object", Json::object([("field", Some("x").into())])),
        ]);
        let expected = json!({
            "null": null, "number": -7, "large": u64::MAX, "time": 1, "text": text,
            "empty": [], "list": [1, 2], "object": { "field": "x" },
        });
        assert_eq!(serde_json::from_str::<Value>(&value.0).unwrap(), expected);
    }
}
