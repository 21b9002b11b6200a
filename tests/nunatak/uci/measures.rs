//! Response times and memory, with bounds that hold on a busy machine.

use std::time::{Duration, Instant};
#[cfg(target_os = "linux")]
use std::{fs, process::Command};

use crate::common::engine::Engine;
#[cfg(unix)]
use crate::common::signal;
#[cfg(target_os = "linux")]
use crate::common::{run_with_input, shown, wait_until};

/// Returns the median of several measurements.
fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

#[test]
fn stop_takes_effect_at_once() {
    let mut engine = Engine::start();
    engine.set_option("Threads", 2);
    let times = (0..21).map(|_| {
        engine.send("go infinite");
        engine.until("info depth 5");
        let started = Instant::now();
        engine.end_search("stop");
        started.elapsed()
    });
    assert!(median(times.collect()) < Duration::from_millis(500));
    engine.finish();
}

#[test]
fn the_engine_starts_quickly() {
    let times = (0..9).map(|_| {
        let started = Instant::now();
        let mut engine = Engine::start();
        engine.send("uci");
        engine.until("uciok");
        let time = started.elapsed();
        engine.finish();
        time
    });
    assert!(median(times.collect()) < Duration::from_secs(2));
}

/// Returns the number in a field of the process status; sizes are in kilobytes.
#[cfg(target_os = "linux")]
fn status(engine: &Engine, field: &str) -> u64 {
    let text = fs::read_to_string(format!("/proc/{}/status", engine.id())).expect("a process");
    let line = text.lines().find(|line| line.starts_with(field)).expect("the field");
    line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).expect("a number")
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_small_and_returned_to_the_system() {
    let mut engine = Engine::start();
    engine.set_option("Hash", 1);
    engine.ready();
    assert!(status(&engine, "VmRSS") < 25_000, "{}", status(&engine, "VmRSS"));
    let small = status(&engine, "VmSize");
    engine.set_option("Hash", 1024);
    engine.ready();
    assert!(status(&engine, "VmSize") >= small + (1_023 << 10));
    // Used memory is returned too.
    engine.search("go nodes 100000");
    assert!(status(&engine, "VmRSS") > 100_000, "{}", status(&engine, "VmRSS"));
    engine.set_option("Hash", 1);
    engine.ready();
    // The allocator may reserve 64 MB of addresses for a thread, without using them.
    assert!(status(&engine, "VmSize") < small + (256 << 10), "{}", status(&engine, "VmSize"));
    assert!(status(&engine, "VmRSS") < 40_000, "{}", status(&engine, "VmRSS"));
    engine.finish();
}

#[cfg(target_os = "linux")]
#[test]
fn a_search_runs_the_threads_that_are_set() {
    let mut engine = Engine::start();
    engine.ready();
    let idle = status(&engine, "Threads:");
    for threads in [3, 1] {
        engine.set_option("Threads", threads);
        engine.send("go infinite");
        engine.until("info depth 1 ");
        // The system may still count a thread that has just ended.
        wait_until(|| status(&engine, "Threads:") == idle + threads - 1);
        engine.end_search("stop");
    }
    engine.finish();
}

#[cfg(unix)]
#[test]
fn a_termination_signal_ends_the_engine() {
    for command in ["isready", "go infinite", "perft 9"] {
        let mut engine = Engine::start();
        engine.send(command);
        signal("-TERM", engine.id());
        assert!(engine.ends_by_signal(), "{command}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn threads_that_do_not_fit_the_memory_are_fewer() {
    let limited = "ulimit -v 600000 && exec \"$0\"";
    let mut command = Command::new("sh");
    command.args(["-c", limited, env!("CARGO_BIN_EXE_nunatak")]);
    let lines = b"setoption name Threads value 256\ngo depth 8\nisready\n";
    let text = shown(&run_with_input(&mut command, lines));
    assert!(text.contains("\nbestmove "), "{text}");
    let start = "info string Threads: 256 do not fit in memory; using ";
    let number = text.lines().find_map(|line| line.strip_prefix(start)?.strip_suffix(" threads"));
    let number: usize = number.and_then(|number| number.parse().ok()).expect("a number");
    assert!((2..256).contains(&number), "{text}");
}
