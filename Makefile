# What OpenBench's workers call: `make EXE=name` leaves the program in the file `name`, on Windows
# `name.exe`. By hand, cargo is all that is needed.

EXE = nunatak

ifeq ($(OS),Windows_NT)
    SUFFIX = .exe
endif

# Cargo's configuration, .cargo/config.toml, chooses the instructions of this processor. No copying,
# which shells do differently: the compiler is told where the program goes.
.PHONY: build
build:
	cargo rustc --locked --release --package nunatak --bin nunatak -- --emit link=$(EXE:.exe=)$(SUFFIX)
