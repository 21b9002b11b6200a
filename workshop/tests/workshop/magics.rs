//! `nunatak-workshop magics`.

use crate::common::Folder;

#[test]
fn the_magics_of_the_engine_are_reproducible() {
    let source = include_str!("../../../src/attacks/magic_numbers.rs");
    let seed = source.split("--seed ").nth(1).and_then(|rest| rest.split('`').next());
    let seed = seed.expect("the seed in the first line");
    assert_eq!(Folder::new().run(&format!("magics --seed {seed}")).succeed(), source);
}

#[test]
fn a_seed_is_required() {
    assert!(Folder::new().run("magics").fail(2).contains("--seed"));
}
