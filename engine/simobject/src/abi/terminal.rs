use super::Text;

/// Reserved: what flows through terminals, and what it is driven by.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Nature {
    /// Size of this struct, bytes.
    pub size: u32,
    /// 0.
    pub reserved: u32,
    /// Its name: a letter or `_`, then letters, digits, `_`, `-`.
    pub name: Text,
    /// One line for the reader of the reference.
    pub doc: Text,
    /// The variable that is the same at all terminals of a node, as a velocity.
    pub across: Text,
    /// Its SI unit.
    pub across_unit: Text,
    /// The variable whose sum over a node is 0, positive into the element, as a force.
    pub through: Text,
    /// Its SI unit.
    pub through_unit: Text,
    /// The integral of the across variable, as a position; empty if there is none.
    pub position: Text,
    /// Its SI unit.
    pub position_unit: Text,
}

/// Reserved: a place where a SimObject is joined to others without a direction.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Terminal {
    /// Size of this struct, bytes.
    pub size: u32,
    /// 0.
    pub reserved: u32,
    /// Its name: a letter or `_`, then letters, digits, `_`, `-`.
    pub name: Text,
    /// One line for the reader of the reference.
    pub doc: Text,
    /// What flows through it.
    pub nature: *const Nature,
}

/// Reserved: what lies between terminals of a SimObject.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Branch {
    /// Size of this struct, bytes.
    pub size: u32,
    /// `BRANCH_THROUGH`, `BRANCH_STORAGE`, `BRANCH_ACROSS`, `BRANCH_RATIO` or
    /// `BRANCH_RESIDUAL`.
    pub form: u32,
    /// Its name, for messages.
    pub name: Text,
    /// Numbers of terminals, in pairs: from the first to the second of each; 1 more
    /// than `terminal` returned, 0 for the reference.
    pub ends: *const u32,
    /// How many pairs.
    pub end_count: usize,
    /// Indices of signals, in the order that the form says.
    pub signals: *const u32,
    /// How many.
    pub signal_count: usize,
    /// Numbers, in the order that the form says.
    pub numbers: *const f64,
    /// How many.
    pub number_count: usize,
}

/// It gives the through variable.
pub const BRANCH_THROUGH: u32 = 1;
/// It stores: its through variable is a coefficient times the rate of the across variable.
pub const BRANCH_STORAGE: u32 = 2;
/// It gives the across variable.
pub const BRANCH_ACROSS: u32 = 3;
/// Its across variables are in constant ratios.
pub const BRANCH_RATIO: u32 = 4;
/// Its through variable is unknown, and an equation determines it.
pub const BRANCH_RESIDUAL: u32 = 5;

/// Reserved: an output depends on the rate of an input.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct RateGain {
    /// Size of this struct, bytes.
    pub size: u32,
    /// Index of the out-port.
    pub output: u32,
    /// Index of the in-port.
    pub input: u32,
    /// 0.
    pub reserved: u32,
    /// The factor of each element of the output and each of the input, row by row.
    pub factors: *const f64,
    /// How many.
    pub count: usize,
}
