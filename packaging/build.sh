#!/usr/bin/env bash
# Builds both programs for a release, in target/TARGET/release:
#
#     packaging/build.sh TARGET CPU        such as x86_64-unknown-linux-musl x86-64-v2
#
# If this machine can run them, the compiler arranges the code by a profile of `bench`, as in `make pgo`.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$1
cpu=$2
export CARGO_TARGET_DIR=target

case $target in
    *windows*) suffix=.exe ;;
    *) suffix= ;;
esac
folder=target/$target/release
# Bash on Windows and the compiler write paths differently.
native() { if command -v cygpath >/dev/null; then cygpath -w "$1"; else echo "$1"; fi; }
sources=$(native "$PWD")
cargo_home=$(native "${CARGO_HOME:-$HOME/.cargo}")
rust=$(rustc --print sysroot)

# Overrides the `target-cpu=native` of .cargo/config.toml. The C runtime is linked statically, so that users need not
# install it, and the folders of this machine are not in the programs.
flags=(-Ctarget-cpu="$cpu")
case $target in
    *apple*) ;;
    *) flags+=(-Ctarget-feature=+crt-static) ;;
esac
flags+=("--remap-path-prefix=$sources=nunatak" "--remap-path-prefix=$cargo_home=cargo" "--remap-path-prefix=$rust=rust")
export CARGO_PROFILE_RELEASE_STRIP=symbols

# The same programs in each build. A library's features depend on who uses it, and the names of its functions on its
# features, so a profile made with other programs would be silently ignored.
programs=(nunatak nunatak-tools)

# build FLAG…
build() {
    local all=("${flags[@]}" "$@")
    CARGO_ENCODED_RUSTFLAGS=$(IFS=$'\x1f'; echo "${all[*]}") \
        cargo build --locked --release --target "$target" "${programs[@]/#/--package=}"
}

raw=target/profile/raw
merged=target/profile/$target.profdata
rm -rf "$raw"
mkdir -p "$raw"
profdata=$rust/lib/rustlib/$(rustc --print host-tuple)/bin/llvm-profdata
[ -x "$profdata" ] || echo "a profile needs 'rustup component add llvm-tools'" >&2
if [ -x "$profdata" ] && ls "$rust/lib/rustlib/$target/lib/"*profiler_builtins*.rlib >/dev/null 2>&1 \
    && build "-Cprofile-generate=$sources/$raw" && "$folder/nunatak$suffix" bench; then
    "$profdata" merge --output "$merged" "$raw"
    build "-Cprofile-use=$sources/$merged"
else
    echo "built without a profile, since this machine cannot make one for $target" >&2
    build
fi

for program in "${programs[@]}"; do
    if grep -a -o -F -e "$sources" -e "$cargo_home" -e "$rust" "$folder/$program$suffix" | sort -u | grep .; then
        echo "$program has these folders of this machine" >&2
        exit 1
    fi
done
