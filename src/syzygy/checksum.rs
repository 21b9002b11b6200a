//! The checksum at the end of a table.
//!
//! It is CityHash with CRC-32C instructions (G. Pike and J. Alakuijala, 2011), as the table
//! generator computes it: the 256-bit hash of a chunk of up to 16 MB, hashed again to 128 bits.
//! Only tables of a single chunk are supported.

/// The size of a checksum in bytes.
pub(super) const CHECKSUM_BYTES: usize = 16;

const K0: u64 = 0xc3a5_c85c_97cb_3127;
const K1: u64 = 0xb492_b66f_be98_f273;
const K3: u64 = 0xc949_d7c7_509e_6557;

/// The polynomial of CRC-32C, lowest bit first.
const CRC_POLYNOMIAL: u32 = 0x82f6_3b78;

/// The number of bytes hashed in a step of a round.
const STEP: usize = 40;
/// The number of bytes hashed in a round of the main loop, of six steps.
const ROUND: usize = 6 * STEP;

/// The CRC of each byte, followed by 0 to 7 zero bytes.
static CRC_TABLES: [[u32; 256]; 8] = {
    let mut tables = [[0; 256]; 8];
    let mut entry = 0;
    while entry < 8 * 256 {
        let (zeros, byte) = (entry / 256, entry % 256);
        let mut crc = byte as u32;
        let mut bits = 8 * (zeros + 1);
        while bits > 0 {
            crc = crc >> 1 ^ if crc & 1 == 1 { CRC_POLYNOMIAL } else { 0 };
            bits -= 1;
        }
        tables[zeros][byte] = crc;
        entry += 1;
    }
    tables
};

/// Returns the CRC of the eight bytes of `word`, started from the low half of `crc`.
fn crc(crc: u64, word: u64) -> u64 {
    let bytes = (crc & u64::from(u32::MAX) ^ word).to_le_bytes();
    let parts = bytes.iter().zip(CRC_TABLES.iter().rev());
    u64::from(parts.fold(0, |crc, (&byte, table)| crc ^ table[usize::from(byte)]))
}

fn shift_mix(value: u64) -> u64 {
    value ^ value >> 47
}

fn mix(low: u64, high: u64) -> u64 {
    const MULTIPLIER: u64 = 0x9ddf_ea08_eb38_2d69;
    let low = shift_mix((low ^ high).wrapping_mul(MULTIPLIER));
    shift_mix((high ^ low).wrapping_mul(MULTIPLIER)).wrapping_mul(MULTIPLIER)
}

/// Returns the eight bytes of `bytes` from `at` on.
fn word(bytes: &[u8], at: usize) -> u64 {
    bytes[at..].first_chunk().map_or(0, |&chunk| u64::from_le_bytes(chunk))
}

/// Returns the checksum of `table`: the contents without the stored checksum, at most 16 MB.
pub fn checksum(table: &[u8]) -> [u8; CHECKSUM_BYTES] {
    let hash = match table.len() {
        ROUND.. => hash_256(table, 0),
        short => {
            let mut padded = [0; ROUND];
            padded[..short].copy_from_slice(table);
            hash_256(&padded, !(short as u32))
        }
    };
    let [low, high] = hash_words(hash).map(u128::from);
    (high << u64::BITS | low).to_le_bytes()
}

/// The running state of the 256-bit hash.
struct State {
    /// The variables a to e and t of CityHash.
    mixed: [u64; 6],
    /// The variables f to j of CityHash.
    crcs: [u64; 5],
}

impl State {
    /// Adds 40 bytes from `at` on.
    fn step(&mut self, bytes: &[u8], at: usize, multiplier: u64, odd: u32) {
        let [a, b, c, d, e, t] = self.mixed;
        let next = |value: u64, rotation: u32, index: usize| {
            value
                .rotate_right(rotation ^ odd)
                .wrapping_mul(multiplier)
                .wrapping_add(word(bytes, at + 8 * index))
        };
        self.mixed =
            [next(b, 41, 0), next(c, 27, 1), next(d, 41, 2), next(e, 33, 3), next(t, 25, 4), a];
        for (sum, word) in self.crcs.iter_mut().zip(self.mixed) {
            *sum = crc(*sum, word);
        }
    }
}

/// Returns the 256-bit hash of `bytes`, of which there are at least 240.
fn hash_256(bytes: &[u8], seed: u32) -> [u64; 4] {
    let (length, seed) = (bytes.len() as u64, u64::from(seed));
    let b = word(bytes, 96).wrapping_add(K0);
    let c = mix(b, length);
    let d = word(bytes, 120).wrapping_mul(K0).wrapping_add(length);
    let (first, second) = (c, d);
    let a = word(bytes, 56).wrapping_add(K0);
    let e = word(bytes, 184).wrapping_add(seed);
    let mixed = [a, b, c, d, e, c.wrapping_add(d)];
    let mut state = State { mixed, crcs: [seed, 0, 0, 0, 0] };
    let rounds_end = bytes.len() / ROUND * ROUND;
    for at in (0..rounds_end).step_by(2 * STEP) {
        state.step(bytes, at, 1, 1);
        state.step(bytes, at + STEP, K0, 0);
    }
    let mut at = rounds_end;
    while at + STEP <= bytes.len() {
        state.step(bytes, at, K0, 0);
        at += STEP;
    }
    if at < bytes.len() {
        state.step(bytes, bytes.len() - STEP, K0, 0);
    }
    finish(state, first, second)
}

/// Returns the hash from the final state and the values with which it was started.
fn finish(state: State, first: u64, second: u64) -> [u64; 4] {
    let [mut a, mut b, mut c, mut d, mut e, t] = state.mixed;
    let [mut f, mut g, mut h, mut i, mut j] = state.crcs;
    j = j.wrapping_add(i << 32);
    a = mix(a, j);
    h = h.wrapping_add(g << 32);
    b = b.wrapping_add(h);
    c = mix(c, f).wrapping_add(i);
    d = mix(d, e.wrapping_add(first));
    j = j.wrapping_add(e);
    i = i.wrapping_add(mix(h, t));
    e = mix(a, d).wrapping_add(j);
    f = mix(b, c).wrapping_add(a);
    g = mix(j, i).wrapping_add(c);
    let scramble = |value: u64| shift_mix(value.wrapping_mul(K0)).wrapping_mul(K0);
    let mut hash = [0; 4];
    hash[0] = e.wrapping_add(f).wrapping_add(g).wrapping_add(h);
    a = scramble(a.wrapping_add(g)).wrapping_add(b);
    hash[1] = second.wrapping_add(a).wrapping_add(hash[0]);
    a = scramble(a).wrapping_add(c);
    hash[2] = a.wrapping_add(hash[1]);
    a = scramble(a.wrapping_add(e));
    hash[3] = a.wrapping_add(hash[2]);
    hash
}

/// Returns the 128-bit CityHash of four words.
fn hash_words([first, second, third, fourth]: [u64; 4]) -> [u64; 2] {
    const LENGTH: u64 = 16;
    let a = shift_mix((first ^ K3).wrapping_mul(K1)).wrapping_mul(K1);
    let end = fourth.wrapping_add(LENGTH).rotate_right(LENGTH as u32);
    let c = second.wrapping_mul(K1).wrapping_add(mix(third, end) ^ fourth);
    let d = shift_mix(a.wrapping_add(third));
    let (a, b) = (mix(a, c), mix(d, second));
    [a ^ b, mix(b, a)]
}
