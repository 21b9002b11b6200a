//! Colours.

use crate::common::{program, stdout};

#[test]
fn colours_can_be_forced_and_disabled() {
    let text = |variables: &[(&str, &str)]| {
        let mut command = program(&["analyse", "--depth", "1"]);
        let output = command.env_remove("NO_COLOR").envs(variables.iter().copied()).output();
        stdout(&output.expect("the program starts"))
    };
    let has_colours = |variables: &[_]| text(variables).contains('\u{1b}');
    assert!(has_colours(&[("CLICOLOR_FORCE", "1")]));
    assert!(!has_colours(&[]));
    assert!(!has_colours(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
    assert!(has_colours(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "")]));
    assert!(text(&[("NO_COLOR", "1")]).starts_with("  +---+"));
}
