//! The compressed values of a part of a table: pairs of values are replaced by symbols again and
//! again (Re-Pair, N. J. Larsson and A. Moffat, 1999), and the symbols are Huffman-coded in blocks.

use super::cursor::Cursor;
use super::defect::Defect;
use super::source::Source;

/// Flag of a part in which all values are the same.
const CONSTANT: u8 = 0x80;

/// The second half of a symbol that stands for a value.
const IS_VALUE: u16 = 0xfff;

/// The longest code word in bits that the library can read.
const MAX_CODE_BITS: u8 = 32;

/// The largest binary logarithm of the size of a block in bytes.
const MAX_BLOCK_BITS: u8 = 24;
/// The largest binary logarithm of the number of positions for each entry of the index.
const MAX_INDEX_BITS: u8 = 30;

/// Bytes of an entry of the index: a block and the number of a value in it.
const INDEX_ENTRY: u64 = 6;

/// Bytes of an entry of the sizes: the number of values in a block, minus 1.
const SIZE_ENTRY: u64 = 2;

/// Bytes that the library reads before the first code word of a block.
const FIRST_READ: u64 = 8;
/// Bytes per refill, which the library reads after as many have been consumed.
const REFILL: u64 = 4;

/// A part of a table.
pub(super) struct Pairs {
    pub(super) flags: u8,
    /// Number of positions.
    positions: u64,
    /// The code of the values; `None` if they are all the same.
    code: Option<Code>,
    /// The largest value.
    max_value: u16,
    /// The offset of its index in the file.
    pub(super) index_at: u64,
    /// The offset of the sizes of its blocks.
    pub(super) sizes_at: u64,
    /// The offset of its blocks.
    pub(super) data_at: u64,
}

/// The code of the values.
struct Code {
    block_bits: u8,
    index_bits: u8,
    /// Number of blocks.
    blocks: u64,
    /// Number of block sizes, padding included.
    sizes: u64,
    /// Length of the shortest code word.
    min_bits: u8,
    /// For each length of code words, the first symbol and the lowest code word, left-aligned in 64
    /// bits.
    words: Vec<(u64, u64)>,
    /// For each symbol the number of its values, minus 1.
    lengths: Vec<u8>,
}

impl Pairs {
    /// Reads the description of a part with this number of positions and values up to `limit`.
    pub(super) fn read(
        cursor: &mut Cursor<'_>,
        positions: u64,
        limit: u16,
    ) -> Result<Self, Defect> {
        let [flags, byte] = cursor.array()?;
        let (code, max_value) = if flags & CONSTANT != 0 {
            (None, byte.into())
        } else {
            let (code, max_value) = Code::read(cursor, byte)?;
            (Some(code), max_value)
        };
        if max_value > limit {
            return Err(Defect::Corrupt("range of values"));
        }
        Ok(Self { flags, positions, code, max_value, index_at: 0, sizes_at: 0, data_at: 0 })
    }

    /// Returns the largest value.
    pub(super) fn max_value(&self) -> u16 {
        self.max_value
    }

    /// Returns the size of the index in bytes.
    pub(super) fn index_bytes(&self) -> u64 {
        let entries = |code: &Code| self.positions.div_ceil(1 << code.index_bits);
        self.code.as_ref().map_or(0, |code| INDEX_ENTRY * entries(code))
    }

    /// Returns the size of the block sizes in bytes.
    pub(super) fn sizes_bytes(&self) -> u64 {
        self.code.as_ref().map_or(0, |code| SIZE_ENTRY * code.sizes)
    }

    /// Returns the size of the blocks in bytes.
    pub(super) fn data_bytes(&self) -> u64 {
        self.code.as_ref().map_or(0, |code| code.blocks << code.block_bits)
    }

    /// Checks that the index leads every position to a block, and that no block is read beyond the
    /// end of the file.
    pub(super) fn check_index(&self, source: &mut Source) -> Result<(), Defect> {
        let Some(code) = &self.code else { return Ok(()) };
        let sizes = source.bytes(self.sizes_at, self.sizes_bytes())?.as_chunks().0;
        let sizes: Vec<u64> =
            sizes.iter().map(|&size| u64::from(u16::from_le_bytes(size)) + 1).collect();
        let starts: Vec<u64> = sizes
            .iter()
            .scan(0, |end, &size| {
                let start = *end;
                *end += size;
                Some(start)
            })
            .collect();
        let total: u64 = sizes.iter().take(code.blocks as usize).sum();
        let index = source.bytes(self.index_at, self.index_bytes())?.as_chunks().0;
        let span = 1_u64 << code.index_bits;
        for (first, &[a, b, c, d, e, f]) in (0..).step_by(span as usize).zip(index) {
            let start = starts.get(u32::from_le_bytes([a, b, c, d]) as usize);
            let middle = start.map(|start| start + u64::from(u16::from_le_bytes([e, f])));
            // The entry is for the position in the middle of its span.
            let last = (first + span).min(self.positions) - 1;
            let is_inside =
                |middle: u64| middle >= span / 2 && middle + (last - first) < total + span / 2;
            if !middle.is_some_and(is_inside) {
                return Err(Defect::Corrupt("index"));
            }
        }
        self.check_last_blocks(source, code, &sizes)
    }

    /// Checks the blocks that are so near to the end of the file that the library could read beyond
    /// it.
    fn check_last_blocks(
        &self,
        source: &mut Source,
        code: &Code,
        sizes: &[u64],
    ) -> Result<(), Defect> {
        let length = source.length();
        let start_of = |block: u64| self.data_at + (block << code.block_bits);
        let reach = |&block: &u64| {
            let bits = sizes[block as usize] * code.max_bits();
            start_of(block) + FIRST_READ + REFILL + bits / 8 > length
        };
        let reaching: Vec<u64> = (0..code.blocks).filter(reach).collect();
        let Some(&first) = reaching.first() else { return Ok(()) };
        let tail = source.tail(start_of(first))?;
        for block in reaching {
            let data = &tail[(start_of(block) - start_of(first)) as usize..];
            if code.bytes_read(data, sizes[block as usize]).is_none() {
                return Err(Defect::Corrupt("last block"));
            }
        }
        Ok(())
    }
}

impl Code {
    /// Reads the code after its flags and `block_bits`. Returns it with the largest value.
    fn read(cursor: &mut Cursor<'_>, block_bits: u8) -> Result<(Self, u16), Defect> {
        const CORRUPT: Defect = Defect::Corrupt("description");
        let [index_bits, padding] = cursor.array()?;
        let blocks = u64::from(u32::from_le_bytes(cursor.array()?));
        let [max_bits, min_bits] = cursor.array()?;
        let are_valid = (1..=MAX_BLOCK_BITS).contains(&block_bits)
            && (1..=MAX_INDEX_BITS).contains(&index_bits)
            && (1..=max_bits).contains(&min_bits)
            && max_bits <= MAX_CODE_BITS;
        if !are_valid {
            return Err(CORRUPT);
        }
        let firsts = cursor.bytes(2 * u64::from(max_bits - min_bits + 1))?.as_chunks().0;
        let firsts: Vec<u64> =
            firsts.iter().map(|&first| u16::from_le_bytes(first).into()).collect();
        let symbol_count = u64::from(u16::from_le_bytes(cursor.array()?));
        if symbol_count > IS_VALUE.into() {
            return Err(CORRUPT);
        }
        let symbols = cursor.bytes(3 * symbol_count)?.as_chunks().0;
        let (lengths, max_value) = symbol_lengths(symbols).ok_or(Defect::Corrupt("dictionary"))?;
        cursor.skip(symbol_count & 1)?;
        let words = code_words(&firsts, min_bits);
        let sizes = blocks + u64::from(padding);
        let code = Self { block_bits, index_bits, blocks, sizes, min_bits, words, lengths };
        if code.leads_to_symbols() { Ok((code, max_value)) } else { Err(Defect::Corrupt("code")) }
    }

    /// Returns the length of the longest code word.
    fn max_bits(&self) -> u64 {
        u64::from(self.min_bits) + self.words.len() as u64 - 1
    }

    /// Whether every sequence of bits decodes to symbols of the dictionary.
    fn leads_to_symbols(&self) -> bool {
        // The first word of the next shorter length, minus 1, is the highest of a length.
        let mut highest = Some(u64::MAX);
        (self.min_bits..).zip(&self.words).all(|(bits, &(symbol, lowest))| {
            let last = highest.filter(|&highest| highest >= lowest);
            let last =
                last.map(|highest| symbol + ((highest - lowest) >> (u64::BITS - u32::from(bits))));
            highest = highest.min(lowest.checked_sub(1));
            last.is_none_or(|last| last < self.lengths.len() as u64)
        })
    }

    /// Returns the number of bytes that the library reads to decode this number of `values` from a
    /// block that begins with `data`, or `None` if it reads beyond `data`.
    fn bytes_read(&self, data: &[u8], values: u64) -> Option<u64> {
        let mut code = u64::from_be_bytes(*data.first_chunk()?);
        let mut read = FIRST_READ;
        let mut used = 0;
        let mut left = values;
        loop {
            let (bits, &(first, lowest)) =
                (u32::from(self.min_bits)..).zip(&self.words).find(|(_, word)| code >= word.1)?;
            let symbol = first + ((code - lowest) >> (u64::BITS - bits));
            let length = u64::from(*self.lengths.get(symbol as usize)?) + 1;
            if left <= length {
                return Some(read);
            }
            left -= length;
            code = code.checked_shl(bits)?;
            used += bits;
            if used >= u32::BITS {
                used -= u32::BITS;
                let word = data.get(read as usize..)?.first_chunk()?;
                code |= u64::from(u32::from_be_bytes(*word)) << used;
                read += REFILL;
            }
        }
    }
}

/// Returns for each length of code words, from the shortest, the first symbol and the lowest code
/// word.
fn code_words(firsts: &[u64], min_bits: u8) -> Vec<(u64, u64)> {
    let mut lowest = 0_u64;
    let mut words = Vec::with_capacity(firsts.len());
    for (index, &first) in firsts.iter().enumerate().rev() {
        if let Some(longer) = firsts.get(index + 1) {
            lowest = lowest.wrapping_add(first).wrapping_sub(*longer) / 2;
        }
        let bits = u32::from(min_bits) + index as u32;
        words.push((first, lowest << (u64::BITS - bits)));
    }
    words.reverse();
    words
}

/// Returns for each symbol the number of its values, minus 1, and the largest value; `None` if a
/// symbol consists of symbols that do not exist, of itself, or of too many values.
fn symbol_lengths(symbols: &[[u8; 3]]) -> Option<(Vec<u8>, u16)> {
    let halves = |&[low, middle, high]: &[u8; 3]| {
        let first = u16::from(middle & 0xf) << 8 | u16::from(low);
        (first, u16::from(high) << 4 | u16::from(middle >> 4))
    };
    let mut lengths: Vec<Option<u8>> = vec![None; symbols.len()];
    let mut max_value = 0;
    let mut pending = Vec::new();
    for symbol in 0..symbols.len() {
        pending.push(symbol);
        while let Some(&symbol) = pending.last() {
            // A chain with more links than symbols contains a cycle.
            if pending.len() > symbols.len() {
                return None;
            }
            let (first, second) = halves(symbols.get(symbol)?);
            if lengths[symbol].is_some() {
                pending.pop();
            } else if second == IS_VALUE {
                max_value = max_value.max(first);
                lengths[symbol] = Some(0);
            } else {
                let [first, second] = [first, second].map(usize::from);
                match [*lengths.get(first)?, *lengths.get(second)?] {
                    [Some(one), Some(other)] => {
                        lengths[symbol] = Some(one.checked_add(other)?.checked_add(1)?);
                    }
                    [None, _] => pending.push(first),
                    [_, None] => pending.push(second),
                }
            }
        }
    }
    Some((lengths.into_iter().collect::<Option<_>>()?, max_value))
}
