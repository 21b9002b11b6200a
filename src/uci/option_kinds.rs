//! The kinds of options, their declarations and the parsing of their values.

use std::fmt;
use std::ops::RangeInclusive;

use super::output::Output;
use super::settings::Settings;
use super::tokens::{CommandError, EMPTY};
use crate::search::Searcher;

/// The state that the setter of an option can reach.
pub(super) struct OptionContext<'a> {
    pub(super) settings: &'a mut Settings,
    pub(super) searcher: &'a mut Searcher,
    pub(super) output: &'a Output,
    /// The name of the option.
    pub(super) name: &'static str,
    /// The reason why the setter refuses the value.
    pub(super) refusal: Option<String>,
}

impl OptionContext<'_> {
    /// Reports what is to be known about the value.
    pub(super) fn info(&self, text: impl fmt::Display) {
        self.output.info(format_args!("{}: {text}", self.name));
    }

    /// Refuses the value for an `error` with its `consequence`.
    pub(super) fn refuse(&mut self, error: impl fmt::Display, consequence: &str) {
        self.refusal = Some(format!("{error}; {consequence}"));
    }
}

/// An option: its name, its default and bounds if it has any, and its setter.
#[derive(Clone, Copy)]
pub(super) enum UciOption {
    Button(&'static str, fn(&mut OptionContext<'_>)),
    Check(&'static str, bool, fn(&mut OptionContext<'_>, bool)),
    Spin(&'static str, Bounds, SetSpin),
    Text(&'static str, &'static str, fn(&mut OptionContext<'_>, &str)),
    /// A text that ignores new values.
    ReadOnly(&'static str, &'static str),
}

pub(super) type SetSpin = fn(&mut OptionContext<'_>, i64);

/// The default and the bounds of a number.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub(super) default: i64,
    pub(super) min: i64,
    pub(super) max: i64,
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
    UciOption::Spin(name, Bounds { default, min, max }, set)
}

impl UciOption {
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Button(name, _) | Self::Check(name, ..) | Self::Spin(name, ..) => name,
            Self::Text(name, ..) | Self::ReadOnly(name, _) => name,
        }
    }

    /// Returns the default; `None` for buttons and read-only options.
    pub(super) fn default(&self) -> Option<String> {
        match self {
            Self::Button(..) | Self::ReadOnly(..) => None,
            Self::Check(_, default, _) => Some(default.to_string()),
            Self::Spin(_, bounds, _) => Some(bounds.default.to_string()),
            Self::Text(_, default, _) => Some((*default).to_owned()),
        }
    }

    /// Parses `value`, checks its bounds and sets the option.
    pub(super) fn set(
        &self,
        value: &str,
        context: &mut OptionContext<'_>,
    ) -> Result<(), CommandError> {
        let name = self.name();
        let bad =
            |reason: String| CommandError::BadOption { name, value: value.to_owned(), reason };
        match *self {
            Self::ReadOnly(..) => {}
            Self::Button(_, press) => press(context),
            Self::Check(_, _, set) => {
                let is_on = value.to_ascii_lowercase().parse();
                set(context, is_on.map_err(|_| bad("is neither true nor false".to_owned()))?);
            }
            Self::Spin(_, Bounds { min, max, .. }, set) => {
                let number = value.parse().ok().filter(|number| (min..=max).contains(number));
                let error = || bad(format!("is not a whole number from {min} to {max}"));
                set(context, number.ok_or_else(error)?);
            }
            Self::Text(_, _, set) => set(context, value),
        }
        let refused = |error| CommandError::RefusedOption { name, value: value.to_owned(), error };
        context.refusal.take().map(refused).map_or(Ok(()), Err)
    }
}

impl fmt::Display for UciOption {
    /// Writes the line that declares the option to the interface.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name())?;
        match self {
            Self::Button(..) => f.write_str("button"),
            Self::Check(_, default, _) => write!(f, "check default {default}"),
            Self::Spin(_, Bounds { default, min, max }, _) => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            Self::Text(_, "", _) => write!(f, "string default {EMPTY}"),
            Self::Text(_, text, _) | Self::ReadOnly(_, text) => {
                write!(f, "string default {text}")
            }
        }
    }
}
