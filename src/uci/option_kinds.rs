//! The kinds of options, their declarations and the parsing of their values.

use std::fmt;
use std::ops::RangeInclusive;

use thiserror::Error;

use super::output::Output;
use super::settings::Settings;
use super::tokens::EMPTY;
use crate::search::Searcher;

/// What the setter of an option can reach.
pub(super) struct Reach<'a> {
    pub(super) settings: &'a mut Settings,
    pub(super) searcher: &'a mut Searcher,
    pub(super) output: &'a Output,
    /// The reason why the setter refuses the value.
    refusal: Option<String>,
}

impl<'a> Reach<'a> {
    pub(super) fn new(
        settings: &'a mut Settings,
        searcher: &'a mut Searcher,
        output: &'a Output,
    ) -> Self {
        Self { settings, searcher, output, refusal: None }
    }

    /// Refuses the value for an `error` with its `consequence`.
    pub(super) fn refuse(&mut self, error: impl fmt::Display, consequence: &str) {
        self.refusal = Some(format!("{error}; {consequence}"));
    }
}

/// Reasons why an option cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum OptionError {
    #[error("unknown option '{0}'; 'uci' lists the options")]
    Unknown(String),
    #[error("option {name}: '{value}' is not a whole number from {min} to {max}")]
    Spin { name: &'static str, value: String, min: i64, max: i64 },
    #[error("option {name}: '{value}' is neither true nor false")]
    Check { name: &'static str, value: String },
    #[error("option {name}: '{value}': {error}")]
    Refused { name: &'static str, value: String, error: String },
}

/// An option.
pub(super) struct UciOption {
    pub(super) name: &'static str,
    pub(super) kind: OptionKind,
}

/// The type of an option, with its default, its bounds and its setter.
pub(super) enum OptionKind {
    Button(fn(&mut Reach<'_>)),
    Check {
        default: bool,
        set: SetCheck,
    },
    Spin {
        bounds: Bounds,
        set: SetSpin,
    },
    Text {
        default: &'static str,
        set: SetText,
    },
    /// A text that ignores new values.
    ReadOnly(&'static str),
}

pub(super) type SetCheck = fn(&mut Reach<'_>, bool);
pub(super) type SetSpin = fn(&mut Reach<'_>, i64);
pub(super) type SetText = fn(&mut Reach<'_>, &str);

pub(super) const fn button(name: &'static str, press: fn(&mut Reach<'_>)) -> UciOption {
    UciOption { name, kind: OptionKind::Button(press) }
}

pub(super) const fn check(name: &'static str, default: bool, set: SetCheck) -> UciOption {
    UciOption { name, kind: OptionKind::Check { default, set } }
}

/// Declares a number; a default out of bounds fails to compile.
pub(super) const fn spin(
    name: &'static str,
    default: i64,
    range: RangeInclusive<i64>,
    set: SetSpin,
) -> UciOption {
    let (min, max) = (*range.start(), *range.end());
    assert!(min <= default && default <= max);
    UciOption { name, kind: OptionKind::Spin { bounds: Bounds { default, min, max }, set } }
}

pub(super) const fn text(name: &'static str, default: &'static str, set: SetText) -> UciOption {
    UciOption { name, kind: OptionKind::Text { default, set } }
}

/// The default and the bounds of a number.
pub(super) struct Bounds {
    pub(super) default: i64,
    pub(super) min: i64,
    pub(super) max: i64,
}

impl Bounds {
    /// Parses the value of the option `name`.
    pub(super) fn parse(&self, name: &'static str, value: &str) -> Result<i64, OptionError> {
        let &Self { min, max, .. } = self;
        let number = value.parse().ok().filter(|number| (min..=max).contains(number));
        number.ok_or_else(|| OptionError::Spin { name, value: value.to_owned(), min, max })
    }
}

impl fmt::Display for Bounds {
    /// Writes the part of the declaration that begins with the type.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { default, min, max } = self;
        write!(f, "spin default {default} min {min} max {max}")
    }
}

impl UciOption {
    /// Returns the name and the default; `None` for buttons and read-only options.
    pub(super) fn default_value(&self) -> Option<(&'static str, String)> {
        let default = match &self.kind {
            OptionKind::Button(_) | OptionKind::ReadOnly(_) => return None,
            OptionKind::Check { default, .. } => default.to_string(),
            OptionKind::Spin { bounds, .. } => bounds.default.to_string(),
            OptionKind::Text { default, .. } => (*default).to_owned(),
        };
        Some((self.name, default))
    }

    /// Parses `value`, checks its bounds and sets the option.
    pub(super) fn set(&self, value: &str, reach: &mut Reach<'_>) -> Result<(), OptionError> {
        let name = self.name;
        match &self.kind {
            OptionKind::ReadOnly(_) => {}
            OptionKind::Button(press) => press(reach),
            OptionKind::Check { set, .. } => match value.to_ascii_lowercase().parse() {
                Ok(is_on) => set(reach, is_on),
                Err(_) => return Err(OptionError::Check { name, value: value.to_owned() }),
            },
            OptionKind::Spin { bounds, set } => set(reach, bounds.parse(name, value)?),
            OptionKind::Text { set, .. } => set(reach, value),
        }
        let refused = |error| OptionError::Refused { name, value: value.to_owned(), error };
        reach.refusal.take().map(refused).map_or(Ok(()), Err)
    }
}

impl fmt::Display for UciOption {
    /// Writes the line that declares the option to the interface.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            OptionKind::Button(_) => f.write_str("button"),
            OptionKind::Check { default, .. } => write!(f, "check default {default}"),
            OptionKind::Spin { bounds, .. } => bounds.fmt(f),
            OptionKind::Text { default: "", .. } => write!(f, "string default {EMPTY}"),
            OptionKind::Text { default: text, .. } | OptionKind::ReadOnly(text) => {
                write!(f, "string default {text}")
            }
        }
    }
}
