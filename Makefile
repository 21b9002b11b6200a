# For OpenBench, whose workers run `make EXE=name` and expect the engine in the file `name`, on
# Windows `name.exe`. For everything else, use cargo.

EXE = nunatak

# Features of the build. A branch to be tuned sets this to `tune`.
FEATURES =

# File of the network to embed instead of the repository's, which OpenBench sets to test networks.
EVALFILE ?=
export EVALFILE

ifeq ($(OS),Windows_NT)
    SUFFIX = .exe
endif

# .cargo/config.toml selects the instructions of the build machine. The compiler writes the engine
# directly to its destination, because copying differs between shells.
.PHONY: build
build:
	cargo rustc --locked --release --package nunatak --bin nunatak --features '$(FEATURES)' -- --emit "link=$(EXE:.exe=)$(SUFFIX)"

# As `build`, but the compiler arranges the code by a profile of `bench`: 2 to 6 % more nodes a second, the same play. It needs
# `rustup component add llvm-tools`; `CPU` names the processor to build for, which this machine must be able to run.
CPU = native
PROFILE = target/profile
RUST_HOST = $(shell rustc --print host-tuple)
PROFDATA = $(shell rustc --print sysroot)/lib/rustlib/$(RUST_HOST)/bin/llvm-profdata
# The variable takes precedence over all other flags.
CARGO_PROFILED = CARGO_ENCODED_RUSTFLAGS="$$(printf '%s\037%s' '-Ctarget-cpu=$(CPU)' '-Cprofile-$(1)')" \
	cargo rustc --locked --release --package nunatak --bin nunatak --features '$(FEATURES)' --target-dir $(PROFILE)

.PHONY: pgo
pgo:
	@test -x "$(PROFDATA)" || { echo "a profile needs 'rustup component add llvm-tools'" >&2; exit 1; }
	rm -rf $(PROFILE)/raw
	$(call CARGO_PROFILED,generate=$(abspath $(PROFILE))/raw)
	$(PROFILE)/release/nunatak$(SUFFIX) bench
	"$(PROFDATA)" merge --output $(PROFILE)/bench.profdata $(PROFILE)/raw
	$(call CARGO_PROFILED,use=$(abspath $(PROFILE))/bench.profdata) -- --emit "link=$(EXE:.exe=)$(SUFFIX)"
