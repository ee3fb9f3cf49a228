use super::Text;

/// A group of in-ports and out-ports that are connected together, to one of the
/// other side of the same kind. Its members are declared after it, each as a
/// signal with its `bundle`.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Bundle {
    /// Size of this struct, bytes.
    pub size: u32,
    /// 0.
    pub reserved: u32,
    /// Its name: a letter or `_`, then letters, digits, `_`, `-`.
    pub name: Text,
    /// One line for the reader of the reference.
    pub doc: Text,
    /// What it is made of.
    pub kind: *const BundleKind,
    /// The name of its side.
    pub side: Text,
}

/// What bundles of one kind are made of. Two kinds are the same if their names,
/// sides and members are: descriptions and the numbers of open ends may differ.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct BundleKind {
    /// Size of this struct, bytes.
    pub size: u32,
    /// Size of a `BundleMember`, bytes.
    pub member_size: u32,
    /// Its name, as other names are.
    pub name: Text,
    /// One line for the reader of the reference.
    pub doc: Text,
    /// The names of its two sides, as other names are; they differ.
    pub sides: [Text; 2],
    /// What each side gives: out-ports of this side, in-ports of the other one.
    pub members: [*const BundleMember; 2],
    /// How many, for each side.
    pub member_counts: [usize; 2],
}

/// A signal of a kind of bundles.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct BundleMember {
    /// Its name, as other names are.
    pub name: Text,
    /// SI unit, empty for a pure number.
    pub unit: Text,
    /// One line for the reader of the reference.
    pub doc: Text,
    /// Number of elements.
    pub width: u64,
    /// What the other side reads where it is not connected: as many numbers as
    /// the member is wide, or one that fills it.
    pub open: *const f64,
    /// How many; 0 if it must be connected.
    pub open_count: usize,
    /// 0, `DATUM_ABSOLUTE`, `DATUM_RELATIVE` or `DATUM_BOOKKEEPING`.
    pub datum: u32,
    /// 0.
    pub reserved: u32,
}
