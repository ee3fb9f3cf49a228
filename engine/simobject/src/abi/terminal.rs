use super::Text;

/// What flows through terminals, and what it is driven by. Two are the same if their names and units are.
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
    /// The rate of the across variable, as an acceleration; empty if nobody asks for it.
    pub rate: Text,
    /// Its SI unit.
    pub rate_unit: Text,
    /// Typical magnitudes of across and through variables, in these units; 0 for 1.
    pub across_nominal: f64,
    /// The same.
    pub through_nominal: f64,
}

/// A place where a SimObject is joined to others without a direction.
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

/// What lies between two terminals of a SimObject, or between one and the reference. Its across variable, position and
/// rate are those of the first end less those of the second; its through variable is positive from the first end
/// through the SimObject to the second.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Branch {
    /// Size of this struct, bytes.
    pub size: u32,
    /// `BRANCH_THROUGH`, `BRANCH_STORAGE`, `BRANCH_ACROSS`, `BRANCH_RATIO`, `BRANCH_FRICTION` or `BRANCH_STOP`.
    pub form: u32,
    /// Its name for messages; empty if it is the only one of its SimObject.
    pub name: Text,
    /// Numbers of terminals, in pairs: from the first to the second of each; 1 more
    /// than `terminal` returned, 0 for the reference. One pair, but for `BRANCH_RATIO`.
    pub ends: *const u32,
    /// How many pairs.
    pub end_count: usize,
    /// The signals of its across variable, its position, its rate, its through variable, its coefficient and its limit, in
    /// this order, those at the end left out where there are none: the index of each and 1 more, or 0 for none. What it
    /// gives are out-ports; what it is given are in-ports, which the host feeds.
    pub signals: *const u32,
    /// How many.
    pub signal_count: usize,
    /// Numbers, as the form says.
    pub numbers: *const f64,
    /// How many.
    pub number_count: usize,
}

/// It gives its through variable, an out-port; it may read the three others. One that gives none only measures.
pub const BRANCH_THROUGH: u32 = 1;
/// It stores: its through variable is a coefficient, one number or an out-port, times its rate. A second number is with
/// what its across variable begins, where the scenario says nothing; the first is 0 then, if an out-port gives the coefficient. It may read the four others.
pub const BRANCH_STORAGE: u32 = 2;
/// It gives its across variable, and perhaps its position and rate, as out-ports: none of the three is a constant 0. It
/// may read its through variable.
pub const BRANCH_ACROSS: u32 = 3;
/// The sum of the across variables of all its pairs, each times a factor, is 0; there are as many numbers as pairs. It
/// may read the through variable of a pair whose factor is 1: that of each other is as many times that.
pub const BRANCH_RATIO: u32 = 4;
/// Its across variable is 0 while its through variable stays within a limit, an out-port; else it slides, with a through
/// variable of the size of its coefficient, an out-port (the limit, if it has none), against the across variable. From
/// `UNLIMITED` on a limit holds whatever comes. It may read the four others.
pub const BRANCH_FRICTION: u32 = 5;
/// Its position does not fall below a number: it pushes its ends apart there. Three numbers: the position, the
/// restitution (what is left of the across variable after a hit, 0 to 1) and the across variable below which it comes
/// to rest. It may read the four others.
pub const BRANCH_STOP: u32 = 6;
/// A branch of friction whose limit is at least that has none.
pub const UNLIMITED: f64 = 1e300;

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
