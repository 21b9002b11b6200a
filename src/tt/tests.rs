use std::hint::black_box;
use std::thread;

use super::*;
use crate::types::{Score, Square};

fn entry(depth: i32) -> Entry {
    Entry {
        mv: Move::normal(Square::from_index(12), Square::from_index(28)),
        score: Score::mated_in(7),
        static_eval: Some(Score(-123)),
        depth,
        was_pv: false,
        bound: Some(Bound::Lower),
    }
}

/// Returns a table with entries of depth 20 for the keys 1 to 3, stored six searches ago, after
/// this number of earlier searches.
fn table_of_old_entries(searches: u8) -> TranspositionTable {
    let table = TranspositionTable::new(1).unwrap();
    (0..searches).for_each(|_| table.start_search());
    for n in 1..=3 {
        table.store(key(n), entry(20));
    }
    for _ in 0..6 {
        table.start_search();
    }
    table
}

/// Returns a key that belongs to the first bucket.
fn key(n: u64) -> u64 {
    n << 4 | 1
}

#[test]
fn entries_round_trip_through_the_table() {
    let table = TranspositionTable::new(1).unwrap();
    assert_eq!(table.probe(key(1)), None);
    for bound in [None, Some(Bound::Lower), Some(Bound::Upper), Some(Bound::Exact)] {
        for static_eval in [None, Some(Score(0)), Some(Score::MAX_EVAL)] {
            for score in [Score::mate_in(1), Score::mated_in(0), Score(0), Score(-1)] {
                let was_pv = score > Score(0);
                let stored = Entry { bound, static_eval, score, was_pv, ..entry(240) };
                let table = TranspositionTable::new(1).unwrap();
                table.store(0xdead_beef_0000_0001, stored);
                assert_eq!(table.probe(0xdead_beef_0000_0001), Some(stored));
                assert_eq!(table.probe(0xdead_beef_0000_0003), None);
            }
        }
    }
}

#[test]
fn deep_entries_are_kept_and_the_last_slot_is_always_replaced() {
    let table = TranspositionTable::new(1).unwrap();
    for n in 1..=3 {
        table.store(key(n), entry(20));
    }
    for n in 4..=9 {
        table.store(key(n), entry(2));
        assert_eq!(table.probe(key(n)), Some(entry(2)), "the newest entry is always found");
        assert_eq!(table.probe(key(n - 1)).is_some(), n == 4);
    }
    assert!((1..=3).all(|n| table.probe(key(n)) == Some(entry(20))));
}

#[test]
fn entries_of_earlier_searches_are_replaced() {
    // The ages wrap around after 32 searches.
    for searches in [0, 30] {
        let table = table_of_old_entries(searches);
        for n in 4..=6 {
            table.store(key(n), entry(2));
        }
        assert!((4..=6).all(|n| table.probe(key(n)) == Some(entry(2))), "{searches}");
        assert!((1..=3).all(|n| table.probe(key(n)).is_none()), "{searches}");
    }
}

#[test]
fn an_entry_of_the_same_depth_is_replaced() {
    let table = TranspositionTable::new(1).unwrap();
    for (n, depth) in [(1, 5), (2, 5), (3, 5), (4, 5), (5, 2)] {
        table.store(key(n), entry(depth));
    }
    assert_eq!(table.probe(key(4)), Some(entry(5)));
}

#[test]
fn present_move_is_kept_if_the_new_entry_has_none() {
    let table = TranspositionTable::new(1).unwrap();
    table.store(key(1), entry(5));
    table.store(key(1), Entry { mv: Move::NONE, ..entry(6) });
    assert_eq!(table.probe(key(1)), Some(entry(6)));
}

#[test]
fn much_deeper_entry_is_kept_with_the_new_move() {
    let mv = Move::normal(Square::from_index(1), Square::from_index(18));
    let table = TranspositionTable::new(1).unwrap();
    table.store(key(1), entry(12));
    let shallow = Entry { mv, ..entry(8) };
    table.store(key(1), shallow);
    assert_eq!(table.probe(key(1)), Some(Entry { mv, ..entry(12) }));
    table.store(key(1), Entry { bound: Some(Bound::Exact), ..shallow });
    assert_eq!(table.probe(key(1)), Some(Entry { bound: Some(Bound::Exact), ..shallow }));
    table.store(key(1), Entry { was_pv: true, ..entry(3) });
    assert_eq!(table.probe(key(1)), Some(Entry { was_pv: true, ..entry(3) }), "PV margin");
}

#[test]
fn static_evaluation_replaces_no_result() {
    let table = TranspositionTable::new(1).unwrap();
    let evaluation = Entry::unsearched(Some(Score(55)), true);
    table.store(key(1), evaluation);
    assert_eq!(table.probe(key(1)), Some(evaluation));
    table.store(key(1), entry(1));
    table.store(key(1), evaluation);
    assert_eq!(table.probe(key(1)), Some(entry(1)));
}

#[test]
fn keys_differ_by_the_tens_of_the_clock() {
    let keys = [0, 19, 20, 29, 30, 99, 100].map(|clock| table_key(7, clock));
    assert_eq!([keys[0], keys[2]], [7, keys[3]]);
    assert_eq!(keys[0], keys[1]);
    let different: std::collections::HashSet<u64> = keys.into();
    assert_eq!(different.len(), 5);
}

#[test]
fn probed_entry_survives_like_a_new_one() {
    let table = table_of_old_entries(0);
    assert!(table.probe(key(2)).is_some());
    for n in 4..=6 {
        table.store(key(n), entry(2));
    }
    assert_eq!(table.probe(key(2)), Some(entry(20)));
    assert!(table.probe(key(1)).is_none());
}

#[test]
fn torn_entry_is_ignored() {
    let table = TranspositionTable::new(1).unwrap();
    table.store(key(1), entry(5));
    let slot = &table.memory.slots(key(1))[0];
    slot.data.store(entry(9).pack(0), Ordering::Relaxed);
    assert_eq!(table.probe(key(1)), None);
}

#[test]
fn no_combination_of_words_from_different_writes_passes_the_key_check() {
    let writes: Vec<(u64, u64)> =
        (1..=4).flat_map(|n| (0..3).map(move |age| (key(n), entry(n as i32).pack(age)))).collect();
    for &(key_before, data_before) in &writes {
        for &(key_after, data_after) in &writes {
            let slot = Slot::default();
            slot.write(key_before, data_before);
            slot.data.store(data_after, Ordering::Relaxed);
            let is_intact = (key_before, data_before) == (key_after, data_after);
            for key in [key_before, key_after] {
                assert_eq!(slot.data_of(key), is_intact.then_some(data_after));
            }
        }
    }
}

/// Writes like [`Slot::write`], but yields to other threads between the two words.
fn write_with_pause(slot: &Slot, key: u64, data: u64) {
    slot.key_xor_data.store(key ^ data, Ordering::Relaxed);
    thread::yield_now();
    slot.data.store(data, Ordering::Relaxed);
}

#[test]
fn threads_find_entries_intact_or_not_at_all() {
    const THREADS: usize = 4;
    const WRITES: usize = 10_000;
    /// The number of positions: more than fit in a bucket.
    const POSITIONS: usize = 12;
    // Each position has a single entry, so any other is torn.
    let entry_of = |n: usize| Entry {
        mv: Move::from_bits(n as u16 * 0x0101),
        score: Score(n as i32 * 100),
        static_eval: Some(Score(n as i32 * -100)),
        ..entry(n as i32)
    };
    let table = TranspositionTable::new(1).unwrap();
    let work = |thread: usize| {
        let found = (0..WRITES).filter(|i| {
            let (written, wanted) = ((i * 5 + thread) % POSITIONS, i * 7 % POSITIONS);
            let written_key = key(written as u64);
            let slot = &table.memory.slots(written_key)[i % BUCKET_SLOTS];
            write_with_pause(slot, written_key, entry_of(written).pack(0));
            let found = table.probe(key(wanted as u64));
            assert!(found.is_none_or(|found| found == entry_of(wanted)), "{found:?}");
            found.is_some()
        });
        found.count()
    };
    let found: usize = thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = (0..THREADS).map(|id| scope.spawn(move || work(id))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert!(found > 0);
}

#[test]
fn hashfull_counts_only_the_current_search() {
    let table = TranspositionTable::new(1).unwrap();
    let buckets = table.memory.buckets().len() as u64;
    for n in 0..buckets {
        let spread = n * (u64::MAX / buckets) + (u64::MAX / buckets) / 2;
        table.store(spread, entry(1));
        table.store(spread ^ 1, entry(1));
    }
    assert_eq!(table.hashfull(), 500);
    table.start_search();
    assert_eq!(table.hashfull(), 0);
}

#[test]
fn every_part_of_a_large_table_is_cleared() {
    let mut table = TranspositionTable::new(100).unwrap();
    let keys = || (0..u64::MAX).step_by(1 << 54);
    // The first clearing assigns the memory, the second fills it.
    for _ in 0..2 {
        table.start_search();
        keys().for_each(|key| table.store(key, entry(9)));
        assert!(keys().all(|key| table.probe(key).is_some()));
        table.clear();
        assert!(keys().all(|key| table.probe(key).is_none()));
        let mut slots = table.memory.buckets().iter().flat_map(|bucket| &bucket.0);
        assert!(slots.all(|slot| slot.data() == 0));
    }
}

#[test]
fn table_without_a_search_since_the_last_clearing_is_not_cleared_again() {
    let mut table = TranspositionTable::new(1).unwrap();
    table.clear();
    // Only a search may store entries, so this one shows whether the memory was written.
    table.store(key(1), entry(9));
    table.clear();
    assert!(table.probe(key(1)).is_some());
    table.start_search();
    table.clear();
    assert!(table.probe(key(1)).is_none());
}

#[test]
fn impossible_sizes_are_rejected() {
    // Called through a pointer, since the compiler removes an unused allocation.
    let new: fn(usize) -> _ = black_box(TranspositionTable::new);
    for megabytes in [MAX_MEGABYTES, usize::MAX] {
        assert_eq!(new(megabytes).err(), Some(AllocationError(megabytes)));
    }
    let smallest = TranspositionTable::new(0).unwrap();
    assert_eq!(size_of_val(smallest.memory.buckets()), 1 << 20);
}

#[test]
fn buckets_are_aligned_to_cache_lines() {
    let table = TranspositionTable::new(1).unwrap();
    for key in [0, 1 << 50, u64::MAX] {
        let bucket = table.memory.slots(key);
        assert_eq!((bucket.as_ptr().addr() % 64, size_of_val(bucket)), (0, 64));
    }
}
