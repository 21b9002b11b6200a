//! `nunatak-workshop magics`.

use crate::common::Folder;

#[test]
fn the_magics_of_the_engine_are_reproducible() {
    let source = include_str!("../../../src/attacks/magic_numbers.rs");
    let seed = source.split("--seed ").nth(1).and_then(|rest| rest.split('`').next());
    let seed = seed.expect("the seed in the first line");
    let folder = Folder::new();
    assert_eq!(folder.run(&format!("magics --seed {seed}")).succeed(), source);
    folder.run(&format!("magics --seed {seed} --out magics.rs")).succeed();
    assert_eq!(folder.read_text("magics.rs"), source);
    folder.run("magics --seed 1 --out magics.rs").fail(1);
    assert_eq!(folder.read_text("magics.rs"), source);
    folder.run("magics --seed 1 --out magics.rs --force").succeed();
    assert_ne!(folder.read_text("magics.rs"), source);
}

#[test]
fn a_seed_is_required() {
    assert!(Folder::new().run("magics").fail(2).contains("--seed"));
}
