//! The parameters of the engine as options, for tuners.

use super::declaration::{OptionError, Spin};
use crate::params::{Parameter, parameters, set_parameter};

/// Returns the lines that declare the parameters to the interface.
pub(super) fn declarations() -> impl Iterator<Item = String> {
    let declare =
        |parameter: &Parameter| format!("option name {} type {}", parameter.name, spin(parameter));
    parameters().iter().map(declare)
}

/// Returns the name and the default of each parameter.
pub(super) fn default_values() -> impl Iterator<Item = (&'static str, String)> {
    parameters().iter().map(|parameter| (parameter.name, parameter.default.to_string()))
}

/// Sets the parameter `name`, ignoring case; `None` if there is no such parameter.
pub(super) fn set(name: &str, value: &str) -> Option<Result<(), OptionError>> {
    let index = parameters().iter().position(|known| known.name.eq_ignore_ascii_case(name))?;
    let parameter = parameters().get(index)?;
    let number = spin(parameter).parse(parameter.name, value);
    Some(number.map(|number| set_parameter(index, number as i32)))
}

fn spin(&Parameter { default, min, max, .. }: &Parameter) -> Spin {
    Spin { default: default.into(), min: min.into(), max: max.into() }
}
