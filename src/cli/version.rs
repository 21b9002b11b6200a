//! What the program says of itself.

use std::env::consts::ARCH;
use std::sync::LazyLock;

/// Pairs of an instruction set's name and whether this build may use it.
macro_rules! instruction_sets {
    ($($name:literal)*) => { [$(($name, cfg!(target_feature = $name))),*] };
}

/// Version, commit if it is known, and the instruction sets that matter and that the build uses:
/// `0.1.0 (1a2b3c4) x86_64 popcnt bmi2`. A commit that is `-dirty` was changed.
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
