//! Perft compared with known counts.

use nunatak::board::{PerftCounter, PerftSuiteLine, perft};
use nunatak::search::SearchControl;

const SUITE: &str = include_str!("../../perftsuite.epd");

/// Checks the counts of at most `max_nodes` nodes and returns the number of counts checked.
fn check(suite: &str, max_nodes: u64) -> usize {
    let mut checked = 0;
    for line in suite.lines() {
        let PerftSuiteLine { board, counts, .. } = line.parse().expect(line);
        for (depth, expected) in counts {
            if expected <= max_nodes {
                assert_eq!(perft(&board, depth), expected, "{board} depth {depth}");
                checked += 1;
            }
        }
    }
    checked
}

#[test]
fn suite_counts_are_reproduced_up_to_a_limit() {
    assert!(check(SUITE, 3_000_000) > 1_000);
}

/// Checks the same counts with threads and with a table that is shared by all positions. The
/// smallest table has room for few of the counts, so that most are replaced.
#[test]
fn threads_and_tables_reproduce_the_suite_counts() {
    for (threads, megabytes, max_nodes) in
        [(1, Some(1), 200_000), (4, Some(64), 200_000), (3, None, 100_000)]
    {
        let counter = PerftCounter::new(threads, megabytes).expect("memory");
        let control = SearchControl::default();
        let mut checked = 0;
        for line in SUITE.lines().chain(include_str!("../chess960.epd").lines()) {
            let PerftSuiteLine { board, counts, .. } = line.parse().expect(line);
            for (depth, expected) in counts {
                if (1..=max_nodes).contains(&expected) {
                    let nodes = counter.divide(&board, depth, &control, |_, _| {});
                    let sum: u64 = nodes.iter().map(|(_, nodes)| nodes).sum();
                    assert_eq!(sum, expected, "{threads} {megabytes:?} {board} depth {depth}");
                    checked += 1;
                }
            }
        }
        assert!(checked > 1_000);
    }
}

#[test]
#[ignore = "takes a minute or two: 52 billion nodes"]
fn suite_counts_are_reproduced_to_depth_6() {
    assert_eq!(check(SUITE, u64::MAX), SUITE.lines().count() * 6);
}

/// The suite has start positions and middlegames; its counts are confirmed by cozy-chess.
#[test]
fn chess960_counts_are_reproduced() {
    assert_eq!(check(include_str!("../chess960.epd"), 100_000_000), 60);
}
