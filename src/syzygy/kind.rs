//! The two kinds of tables.

/// The kind of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Win, draw or loss.
    Wdl,
    /// Distance to the next capture or pawn move.
    Dtz,
}

impl Kind {
    /// Both kinds.
    pub(super) const ALL: [Self; 2] = [Self::Wdl, Self::Dtz];

    /// Returns the extension of the names of files.
    pub(super) fn extension(self) -> &'static str {
        match self {
            Self::Wdl => "rtbw",
            Self::Dtz => "rtbz",
        }
    }

    /// Returns the first bytes of every file.
    pub(super) fn magic(self) -> [u8; 4] {
        match self {
            Self::Wdl => [0x71, 0xe8, 0x23, 0x5d],
            Self::Dtz => [0xd7, 0x66, 0x0c, 0xa5],
        }
    }
}
