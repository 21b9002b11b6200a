//! The declaration of an option: name, type, default, bounds and effect.

use std::fmt;
use std::ops::RangeInclusive;

use thiserror::Error;

use super::settings::Settings;
use super::words::EMPTY;
use crate::search::Searcher;
use crate::tt::AllocationError;

/// Reasons why an option cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum OptionError {
    #[error("unknown option '{0}'; 'uci' lists the options")]
    Unknown(String),
    #[error("option {name}: '{value}' is not a whole number from {min} to {max}")]
    Spin { name: &'static str, value: String, min: i64, max: i64 },
    #[error("option {name}: '{value}' is neither true nor false")]
    Check { name: &'static str, value: String },
    #[error("option {name}: {error}; the old table is kept")]
    Allocation { name: &'static str, error: AllocationError },
    #[error("option {name}: '{value}': {error}")]
    Text { name: &'static str, value: String, error: String },
}

/// The declaration of an option.
pub(super) struct Declaration {
    name: &'static str,
    kind: Kind,
}

/// The type of an option, with its default and the effect of setting it. A spin option changes
/// either the settings or the searcher, which may have to allocate memory.
enum Kind {
    Button(Press),
    Check { default: bool, set: SetCheck },
    Spin { number: Spin, set: SetSpin },
    SearcherSpin { number: Spin, set: SetSearcher },
    Text { default: &'static str, set: SetText },
    ReadOnly(&'static str),
}

type Press = fn(&mut Searcher);
type SetCheck = fn(&mut Settings, bool);
type SetSpin = fn(&mut Settings, i64);
type SetSearcher = fn(&mut Searcher, i64) -> Result<(), AllocationError>;
/// A setter of a string option, which returns an error message if the value is invalid.
type SetText = fn(&mut Settings, &str) -> Result<(), String>;

/// The default and the bounds of a spin option.
pub(super) struct Spin {
    pub(super) default: i64,
    pub(super) min: i64,
    pub(super) max: i64,
}

impl Spin {
    /// Creates the default and bounds of a spin option; a default out of bounds fails to compile.
    const fn new(default: i64, bounds: RangeInclusive<i64>) -> Self {
        let (min, max) = (*bounds.start(), *bounds.end());
        assert!(min <= default && default <= max);
        Self { default, min, max }
    }

    /// Parses the value of the option `name`.
    pub(super) fn parse(&self, name: &'static str, value: &str) -> Result<i64, OptionError> {
        let &Self { min, max, .. } = self;
        let number = value.parse().ok().filter(|number| (min..=max).contains(number));
        number.ok_or_else(|| OptionError::Spin { name, value: value.to_owned(), min, max })
    }
}

impl Declaration {
    pub(super) const fn button(name: &'static str, press: Press) -> Self {
        Self { name, kind: Kind::Button(press) }
    }

    pub(super) const fn check(name: &'static str, default: bool, set: SetCheck) -> Self {
        Self { name, kind: Kind::Check { default, set } }
    }

    /// Declares a spin option that changes the settings.
    pub(super) const fn spin(
        name: &'static str,
        default: i64,
        bounds: RangeInclusive<i64>,
        set: SetSpin,
    ) -> Self {
        Self { name, kind: Kind::Spin { number: Spin::new(default, bounds), set } }
    }

    /// Declares a spin option that changes the searcher.
    pub(super) const fn searcher_spin(
        name: &'static str,
        default: i64,
        bounds: RangeInclusive<i64>,
        set: SetSearcher,
    ) -> Self {
        Self { name, kind: Kind::SearcherSpin { number: Spin::new(default, bounds), set } }
    }

    pub(super) const fn text(name: &'static str, default: &'static str, set: SetText) -> Self {
        Self { name, kind: Kind::Text { default, set } }
    }

    /// Declares a string option that ignores new values.
    pub(super) const fn read_only(name: &'static str, text: &'static str) -> Self {
        Self { name, kind: Kind::ReadOnly(text) }
    }

    /// Returns the name and the default; `None` for buttons and read-only options.
    pub(super) fn default_value(&self) -> Option<(&'static str, String)> {
        let default = match &self.kind {
            Kind::Button(_) | Kind::ReadOnly(_) => return None,
            Kind::Check { default, .. } => default.to_string(),
            Kind::Spin { number, .. } | Kind::SearcherSpin { number, .. } => {
                number.default.to_string()
            }
            Kind::Text { default, .. } => (*default).to_owned(),
        };
        Some((self.name, default))
    }

    /// Whether `name` is the name of the option, ignoring case.
    pub(super) fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Parses `value`, checks its bounds and sets the option.
    pub(super) fn set(
        &self,
        value: &str,
        settings: &mut Settings,
        searcher: &mut Searcher,
    ) -> Result<(), OptionError> {
        let name = self.name;
        match &self.kind {
            Kind::Button(press) => press(searcher),
            Kind::ReadOnly(_) => {}
            Kind::Check { set, .. } => match value.to_ascii_lowercase().parse() {
                Ok(is_on) => set(settings, is_on),
                Err(_) => return Err(OptionError::Check { name, value: value.to_owned() }),
            },
            Kind::Spin { number, set } => set(settings, number.parse(name, value)?),
            Kind::SearcherSpin { number, set } => set(searcher, number.parse(name, value)?)
                .map_err(|error| OptionError::Allocation { name, error })?,
            Kind::Text { set, .. } => set(settings, value).map_err(|error| OptionError::Text {
                name,
                value: value.to_owned(),
                error,
            })?,
        }
        Ok(())
    }
}

impl fmt::Display for Declaration {
    /// Writes the line that declares the option to the interface.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            Kind::Button(_) => f.write_str("button"),
            Kind::Check { default, .. } => write!(f, "check default {default}"),
            Kind::Spin { number, .. } | Kind::SearcherSpin { number, .. } => number.fmt(f),
            Kind::Text { default: "", .. } => write!(f, "string default {EMPTY}"),
            Kind::Text { default: text, .. } | Kind::ReadOnly(text) => {
                write!(f, "string default {text}")
            }
        }
    }
}

impl fmt::Display for Spin {
    /// Writes the part of the declaration that begins with the type.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { default, min, max } = self;
        write!(f, "spin default {default} min {min} max {max}")
    }
}
