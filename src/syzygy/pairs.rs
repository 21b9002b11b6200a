//! The compressed values of a part of a table: pairs of values are replaced by symbols again and
//! again (Re-Pair, N. J. Larsson and A. Moffat, 1999), and the symbols are Huffman-coded in blocks.
//!
//! An index leads from every position of a regular distance to the block with its value, and the
//! numbers of values in the blocks lead on to the positions between them.

use std::io::{self, ErrorKind};

use super::file::{Cursor, Defect, TableFile, WORD};

/// The flag of a part in which all values are the same.
const CONSTANT: u8 = 0x80;

/// The second half of a symbol that stands for a value.
const IS_VALUE: u16 = 0xfff;

/// The longest code word in bits.
const MAX_CODE_BITS: u8 = 32;

/// The smallest and largest binary logarithm of the size of a block in bytes.
const BLOCK_BITS: std::ops::RangeInclusive<u8> = 2..=24;
/// The largest binary logarithm of the number of positions for each entry of the index.
const MAX_INDEX_BITS: u8 = 30;

/// The bytes of an entry of the index: a block and the number of a value in it.
const INDEX_ENTRY: u64 = 6;
/// The bytes of an entry of the sizes: the number of values in a block, minus 1.
const SIZE_ENTRY: u64 = 2;

/// The size of the largest file whose index is checked; no table of five pieces is larger.
const MAX_INDEXED: u64 = 64 << 20;

/// The maximum number of blocks from an entry of the index to a position. The generator makes about
/// 20 blocks for each entry; without a limit, a probe of a damaged table could take long.
const MAX_STEPS: u32 = 1 << 16;

/// The number of leading bits of the code by which the length of its first word is looked up.
const PREFIX_BITS: u32 = 8;

/// The values of a part of a table.
pub(super) enum Pairs {
    /// The same value for all positions.
    Constant(u16),
    /// Compressed values.
    Coded(Box<Coded>),
}

/// Compressed values.
pub(super) struct Coded {
    /// The number of positions.
    positions: u64,
    block_bits: u8,
    index_bits: u8,
    /// The number of blocks.
    blocks: u64,
    /// The number of block sizes, padding included.
    sizes: u64,
    /// The length of the shortest code word.
    min_bits: u8,
    /// For each length of code words, the first symbol and the lowest code word, left-aligned in 64
    /// bits.
    words: Vec<(u64, u64)>,
    /// For each prefix of the code, the shortest possible length of the first word less `min_bits`.
    lengths: [u8; 1 << PREFIX_BITS],
    symbols: Vec<Symbol>,
    /// The offset of the index in the file.
    index_at: u64,
    /// The offset of the sizes of the blocks.
    sizes_at: u64,
    /// The offset of the blocks.
    data_at: u64,
}

/// A symbol: two symbols, or a value and [`IS_VALUE`].
struct Symbol {
    halves: [u16; 2],
    /// The number of its values, minus 1.
    length: u8,
}

impl Pairs {
    /// Reads the description of a part with this number of positions. Returns it with its flags and
    /// its largest value.
    pub(super) fn read(cursor: &mut Cursor<'_>, positions: u64) -> Result<(Self, u8, u16), Defect> {
        let [flags, byte] = cursor.array()?;
        if flags & CONSTANT != 0 {
            return Ok((Self::Constant(byte.into()), flags, byte.into()));
        }
        let (coded, max_value) = Coded::read(cursor, positions, byte)?;
        Ok((Self::Coded(Box::new(coded)), flags, max_value))
    }

    /// Finds the places of the index, the sizes and the blocks of all `parts`, which follow each
    /// other in this order.
    pub(super) fn locate(parts: &mut [&mut Self], cursor: &mut Cursor<'_>) -> Result<(), Defect> {
        /// The alignment of the blocks of a part.
        const ALIGNMENT: u64 = 64;
        let mut coded: Vec<&mut Coded> = parts
            .iter_mut()
            .filter_map(|part| match part {
                Self::Coded(coded) => Some(&mut **coded),
                Self::Constant(_) => None,
            })
            .collect();
        for part in &mut coded {
            let entries = part.positions.div_ceil(1 << part.index_bits);
            part.index_at = cursor.skip(INDEX_ENTRY * entries)?;
        }
        for part in &mut coded {
            part.sizes_at = cursor.skip(SIZE_ENTRY * part.sizes)?;
        }
        for part in &mut coded {
            cursor.align(ALIGNMENT);
            part.data_at = cursor.skip(part.blocks << part.block_bits)?;
        }
        Ok(())
    }

    /// Checks in a file that is not too large that the index leads every position to a block.
    pub(super) fn check_index(&self, file: &TableFile) -> Result<(), Defect> {
        match self {
            Self::Coded(coded) if file.length() <= MAX_INDEXED => {
                let mut starts = Vec::new();
                // The number of blocks may be wrong.
                if starts.try_reserve_exact(coded.sizes as usize).is_err() {
                    return Err(io::Error::from(ErrorKind::OutOfMemory).into());
                }
                coded.check_index(file, starts).ok_or(Defect::Corrupt("index"))
            }
            _ => Ok(()),
        }
    }

    /// Returns the value of the position with this index, or `None` if the file is corrupt.
    pub(super) fn value(&self, file: &TableFile, index: u64) -> Option<u16> {
        match self {
            Self::Constant(value) => Some(*value),
            Self::Coded(coded) => coded.value(file, index),
        }
    }
}

impl Coded {
    /// Reads the description after the flags and `block_bits`. Returns it with the largest value.
    fn read(
        cursor: &mut Cursor<'_>,
        positions: u64,
        block_bits: u8,
    ) -> Result<(Self, u16), Defect> {
        const CORRUPT: Defect = Defect::Corrupt("description");
        let [index_bits, padding] = cursor.array()?;
        let blocks = u64::from(u32::from_le_bytes(cursor.array()?));
        let [max_bits, min_bits] = cursor.array()?;
        let are_valid = BLOCK_BITS.contains(&block_bits)
            && (1..=MAX_INDEX_BITS).contains(&index_bits)
            && (1..=max_bits).contains(&min_bits)
            && max_bits <= MAX_CODE_BITS;
        if !are_valid {
            return Err(CORRUPT);
        }
        let firsts = cursor.bytes(2 * u64::from(max_bits - min_bits + 1))?;
        let firsts: Vec<u64> =
            firsts.as_chunks().0.iter().map(|&first| u16::from_le_bytes(first).into()).collect();
        let symbol_count = u64::from(u16::from_le_bytes(cursor.array()?));
        if symbol_count > IS_VALUE.into() {
            return Err(CORRUPT);
        }
        let symbols = cursor.bytes(3 * symbol_count)?;
        let symbols = read_symbols(symbols.as_chunks().0).ok_or(Defect::Corrupt("dictionary"))?;
        cursor.skip(symbol_count & 1)?;
        let values = symbols.iter().filter(|symbol| symbol.halves[1] == IS_VALUE);
        let max_value = values.map(|symbol| symbol.halves[0]).max().unwrap_or(0);
        let words = code_words(&firsts, min_bits);
        if !lead_to_symbols(&words, min_bits, symbols.len()) {
            return Err(Defect::Corrupt("code"));
        }
        let coded = Self {
            positions,
            block_bits,
            index_bits,
            blocks,
            sizes: blocks + u64::from(padding),
            min_bits,
            lengths: shortest_lengths(&words),
            words,
            symbols,
            index_at: 0,
            sizes_at: 0,
            data_at: 0,
        };
        Ok((coded, max_value))
    }

    /// Returns the value of the position with this index.
    fn value(&self, file: &TableFile, index: u64) -> Option<u16> {
        let span = 1_u64 << self.index_bits;
        let (mut block, number) = self.index_entry(file, index / span)?;
        // The entry is for the position in the middle of its span.
        let mut number = (number + index % span) as i64 - (span / 2) as i64;
        let mut steps = 0..MAX_STEPS;
        while number < 0 {
            steps.next()?;
            block = block.checked_sub(1)?;
            number += self.size(file, block)?;
        }
        loop {
            let size = self.size(file, block)?;
            if number < size {
                break;
            }
            steps.next()?;
            number -= size;
            block += 1;
        }
        self.decode(file, block, number as u32)
    }

    /// Returns the block and the number of the value in it to which an entry of the index leads.
    fn index_entry(&self, file: &TableFile, entry: u64) -> Option<(u64, u64)> {
        let at = self.index_at + INDEX_ENTRY * entry;
        let [low, high, number] =
            [file.half_word(at)?, file.half_word(at + 2)?, file.half_word(at + 4)?].map(u64::from);
        Some((high << u16::BITS | low, number))
    }

    /// Returns the number of values in a block.
    fn size(&self, file: &TableFile, block: u64) -> Option<i64> {
        if block >= self.sizes {
            return None;
        }
        Some(i64::from(file.half_word(self.sizes_at + SIZE_ENTRY * block)?) + 1)
    }

    /// Returns a value of a block by its number.
    fn decode(&self, file: &TableFile, block: u64, mut number: u32) -> Option<u16> {
        if block >= self.blocks {
            return None;
        }
        let mut next_word = (self.data_at + (block << self.block_bits)) / WORD;
        // After the last word of the last block the checksum follows.
        let mut refill = || {
            let word = u64::from(file.big_endian(next_word).unwrap_or(0));
            next_word += 1;
            word
        };
        let mut code = refill() << u32::BITS | refill();
        let mut used = 0;
        let mut symbol = loop {
            let (bits, first) = self.first_symbol(code)?;
            let symbol = self.symbols.get(first)?;
            let length = u32::from(symbol.length) + 1;
            if number < length {
                break symbol;
            }
            number -= length;
            code <<= bits;
            used += bits;
            if used >= u32::BITS {
                used -= u32::BITS;
                code |= refill() << used;
            }
        };
        while symbol.length > 0 {
            let [first, second] = symbol.halves.map(usize::from);
            symbol = self.symbols.get(first)?;
            let length = u32::from(symbol.length) + 1;
            if number >= length {
                number -= length;
                symbol = self.symbols.get(second)?;
            }
        }
        Some(symbol.halves[0])
    }

    /// Returns the length of the first word of the code in bits, and its symbol.
    fn first_symbol(&self, code: u64) -> Option<(u32, usize)> {
        let mut length = self.lengths[(code >> (u64::BITS - PREFIX_BITS)) as usize];
        loop {
            let &(first, lowest) = self.words.get(usize::from(length))?;
            if code >= lowest {
                let bits = u32::from(self.min_bits + length);
                return Some((bits, (first + ((code - lowest) >> (u64::BITS - bits))) as usize));
            }
            length += 1;
        }
    }

    /// Whether the index leads every position to a block: `None` if not. The number of the first
    /// value of each block is collected in `starts`.
    fn check_index(&self, file: &TableFile, mut starts: Vec<i64>) -> Option<()> {
        let mut total = 0;
        for block in 0..self.sizes {
            starts.push(total);
            total += self.size(file, block)?;
        }
        let total = starts.get(self.blocks as usize).copied().unwrap_or(total);
        let span = 1_i64 << self.index_bits;
        let positions = self.positions as i64;
        for (entry, first) in (0..positions).step_by(span as usize).enumerate() {
            let (block, number) = self.index_entry(file, entry as u64)?;
            let middle = starts.get(block as usize)? + number as i64;
            let last = span.min(positions - first) - 1;
            if middle < span / 2 || middle + last >= total + span / 2 {
                return None;
            }
        }
        Some(())
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

/// Whether every sequence of bits begins with a word for one of the `symbols`.
fn lead_to_symbols(words: &[(u64, u64)], min_bits: u8, symbols: usize) -> bool {
    // The first word of the next shorter length, minus 1, is the highest of a length.
    let mut highest = Some(u64::MAX);
    (u32::from(min_bits)..).zip(words).all(|(bits, &(symbol, lowest))| {
        let last = highest.filter(|&highest| highest >= lowest);
        let last = last.map(|highest| symbol + ((highest - lowest) >> (u64::BITS - bits)));
        highest = highest.min(lowest.checked_sub(1));
        last.is_none_or(|last| last < symbols as u64)
    })
}

/// Returns for each prefix of the code the index of the first of `words` that it can begin with.
fn shortest_lengths(words: &[(u64, u64)]) -> [u8; 1 << PREFIX_BITS] {
    let mut lengths = [0; 1 << PREFIX_BITS];
    for (prefix, length) in (0..).zip(&mut lengths) {
        // The highest code with the prefix has the shortest first word.
        let highest = prefix << (u64::BITS - PREFIX_BITS) | u64::MAX >> PREFIX_BITS;
        *length = words.iter().take_while(|word| word.1 > highest).count() as u8;
    }
    lengths
}

/// Returns the symbols with their lengths, or `None` if one consists of symbols that do not exist,
/// of itself, or of too many values.
fn read_symbols(bytes: &[[u8; 3]]) -> Option<Vec<Symbol>> {
    let halves: Vec<[u16; 2]> = bytes
        .iter()
        .map(|&[low, middle, high]| {
            let first = u16::from(middle & 0xf) << 8 | u16::from(low);
            [first, u16::from(high) << 4 | u16::from(middle >> 4)]
        })
        .collect();
    let mut lengths = vec![None; halves.len()];
    let with_length = |(symbol, &pair): (usize, &[u16; 2])| {
        let length = symbol_length(&halves, &mut lengths, symbol, u8::MAX)?;
        Some(Symbol { halves: pair, length })
    };
    halves.iter().enumerate().map(with_length).collect()
}

/// Returns the number of values of a `symbol`, minus 1, and stores it in `lengths`; `None` if a
/// symbol does not exist or has too many values. Each link of a chain adds a value, so one of more
/// than `links` has too many, or is a cycle.
fn symbol_length(
    halves: &[[u16; 2]],
    lengths: &mut [Option<u8>],
    symbol: usize,
    links: u8,
) -> Option<u8> {
    if let Some(length) = *lengths.get(symbol)? {
        return Some(length);
    }
    let [first, second] = halves[symbol];
    let length = if second == IS_VALUE {
        0
    } else {
        let links = links.checked_sub(1)?;
        let mut half = |half: u16| symbol_length(halves, lengths, half.into(), links);
        half(first)?.checked_add(half(second)?)?.checked_add(1)?
    };
    lengths[symbol] = Some(length);
    Some(length)
}
