//! The kinds of nodes, known at compile time.

/// What kind of node is searched.
pub(super) trait NodeType {
    /// Whether this is the root.
    const ROOT: bool;
    /// Whether the window is open: the exact score and the line are wanted.
    const PV: bool;
    /// The kind of node that the line from here leads to.
    type Line: NodeType;
}

/// The position to be searched.
pub(super) struct Root;
/// A node with an open window.
pub(super) struct Pv;
/// A node with a closed window, where one side only has to prove that it is good enough.
pub(super) struct NonPv;

impl NodeType for Root {
    const ROOT: bool = true;
    const PV: bool = true;
    type Line = Pv;
}

impl NodeType for Pv {
    const ROOT: bool = false;
    const PV: bool = true;
    type Line = Self;
}

impl NodeType for NonPv {
    const ROOT: bool = false;
    const PV: bool = false;
    type Line = Self;
}
