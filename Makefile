# For OpenBench, whose workers run `make EXE=name` and expect the engine in the file `name`, on
# Windows `name.exe`. For everything else, use cargo.

EXE = nunatak

# Features of the build. A branch to be tuned sets this to `tune`.
FEATURES =

# File of the network to embed instead of the repository's, which OpenBench sets to test networks.
EVALFILE =
export EVALFILE

ifeq ($(OS),Windows_NT)
    SUFFIX = .exe
endif

# .cargo/config.toml selects the instructions of the build machine. The compiler writes the engine
# directly to its destination, because copying differs between shells.
.PHONY: build
build:
	cargo rustc --locked --release --package nunatak --bin nunatak --features '$(FEATURES)' -- --emit link=$(EXE:.exe=)$(SUFFIX)
