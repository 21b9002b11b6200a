//! Talks to a live engine: valid and broken commands, chosen by the input.

#![no_main]

use libfuzzer_sys::fuzz_target;
use nunatak_fuzz::script::Script;
use nunatak_fuzz::session::Session;

fuzz_target!(|input: &[u8]| {
    let mut session = Session::start();
    Script::new(input).play(&mut session);
    session.finish();
});
