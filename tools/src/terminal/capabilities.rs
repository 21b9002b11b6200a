//! Colours, and characters beyond ASCII.

use std::env;
use std::ffi::OsString;

use console::Term;

/// Enables or disables colours where the `console` crate does not follow <https://no-color.org>.
pub fn choose_colors() {
    let is_capable = console::user_attended() && !console::is_dumb();
    if let Some(is_enabled) = choice(|name| env::var_os(name), is_capable) {
        console::set_colors_enabled(is_enabled);
    }
}

/// Returns whether output is coloured, given the environment and whether the output is a terminal
/// that can show colours. Without `NO_COLOR`, returns `None`: the choice is left to the `console`
/// crate. That crate lets even an empty `NO_COLOR` disable colours, but not if they are forced.
fn choice(variable: impl Fn(&str) -> Option<OsString>, is_capable: bool) -> Option<bool> {
    let no_color = variable("NO_COLOR")?;
    let is_on = |name, default| variable(name).map_or(default, |value| value != "0");
    let is_enabled = is_capable && is_on("CLICOLOR", true) || is_on("CLICOLOR_FORCE", false);
    Some(is_enabled && no_color.is_empty())
}

/// Whether the terminal is expected to show characters beyond ASCII.
pub fn shows_unicode() -> bool {
    if cfg!(any(windows, target_os = "macos")) {
        Term::stdout().features().wants_emoji()
    } else {
        is_utf8(|name| env::var_os(name))
    }
}

/// Whether characters are written as UTF-8: of the variables of the environment that set their
/// encoding, the first that has a value decides.
fn is_utf8(variable: impl Fn(&str) -> Option<OsString>) -> bool {
    let value = |name| variable(name).filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(value);
    let locale = locale.unwrap_or_default().to_string_lossy().to_uppercase();
    locale.contains("UTF-8") || locale.contains("UTF8")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_with_a_value_decides_the_encoding() {
        for (variables, expected) in [
            (&[][..], false),
            (&[("LANG", "de_DE.UTF-8")], true),
            (&[("LANG", "de_DE.utf8@euro")], true),
            (&[("LANG", "de_DE.ISO-8859-1")], false),
            (&[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")], false),
            (&[("LC_ALL", ""), ("LC_CTYPE", "C.UTF-8"), ("LANG", "C")], true),
            (&[("LC_CTYPE", "POSIX"), ("LANG", "C.UTF-8")], false),
        ] {
            let find = |name: &str| variables.iter().find(|(known, _)| *known == name);
            let variable = |name: &str| find(name).map(|(_, value)| OsString::from(value));
            assert_eq!(is_utf8(variable), expected, "{variables:?}");
        }
    }

    #[test]
    fn only_a_value_disables_colors() {
        for (variables, is_capable, expected) in [
            (&[][..], true, None),
            (&[("CLICOLOR_FORCE", "1")], false, None),
            (&[("NO_COLOR", "")], true, Some(true)),
            (&[("NO_COLOR", "")], false, Some(false)),
            (&[("NO_COLOR", "1")], true, Some(false)),
            (&[("NO_COLOR", "0")], true, Some(false)),
            (&[("NO_COLOR", ""), ("CLICOLOR", "0")], true, Some(false)),
            (&[("NO_COLOR", ""), ("CLICOLOR_FORCE", "1")], false, Some(true)),
            (&[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")], true, Some(false)),
        ] {
            let find = |name: &str| variables.iter().find(|(known, _)| *known == name);
            let variable = |name: &str| find(name).map(|(_, value)| OsString::from(value));
            assert_eq!(choice(variable, is_capable), expected, "{variables:?}");
        }
    }
}
