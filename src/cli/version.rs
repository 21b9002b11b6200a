//! The version of the program.

use std::env::consts::ARCH;
use std::sync::LazyLock;

/// Pairs each instruction set with whether this build may use it.
macro_rules! instruction_sets {
    ($($name:literal)*) => { [$(($name, cfg!(target_feature = $name))),*] };
}

/// The version, the commit if known, and the architecture with the relevant instruction sets of
/// this build: `0.1.0 (1a2b3c4) x86_64 popcnt bmi2`. A `-dirty` commit had uncommitted changes.
pub(super) static VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut text = env!("CARGO_PKG_VERSION").to_owned();
    if let Some(commit) = option_env!("NUNATAK_COMMIT") {
        text.push_str(&format!(" ({commit})"));
    }
    let sets = instruction_sets!("popcnt" "lzcnt" "bmi1" "bmi2" "avx2" "avx512f" "neon" "sve");
    let used = sets.into_iter().filter(|(_, is_used)| *is_used).map(|(name, _)| name);
    for word in [ARCH].into_iter().chain(used) {
        text.push(' ');
        text.push_str(word);
    }
    text
});
