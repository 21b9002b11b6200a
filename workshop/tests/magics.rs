//! `nunatak-workshop magics`, through the real program.

use std::process::{Command, Output};

fn magics(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nunatak-workshop"));
    command.arg("magics").args(arguments).output().expect("the program starts")
}

#[test]
fn the_engine_uses_the_magics_that_are_found() {
    let source = include_str!("../../src/attacks/magic_numbers.rs");
    let seed = source.split("--seed ").nth(1).and_then(|rest| rest.split('`').next());
    let output = magics(&["--seed", seed.expect("the seed")]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), source);
}

#[test]
fn a_seed_is_required() {
    let output = magics(&[]);
    assert!(!output.status.success() && !output.stderr.is_empty());
}
