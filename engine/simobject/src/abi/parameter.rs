use super::{Text, size};

/// What a SimObject asks of the scenario. The host reads the text, checks it,
/// and notes what is wrong; the answer is a [`Value`].
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Parameter {
    /// Size of this struct, bytes.
    pub size: u32,
    /// `NUMBER`, `VECTOR`, `MATRIX`, `WHOLE`, `BOOLEAN`, `TEXT`, `TEXT_FILE` or `CHOICE`.
    pub kind: u32,
    /// The attribute's name.
    pub name: Text,
    /// SI unit, empty for a pure number.
    pub unit: Text,
    /// One line for the reader of the reference.
    pub doc: Text,
    /// `REQUIRED`, `DEFAULT` or `OPTIONAL`.
    pub requirement: u32,
    /// Any of `LOWER_BOUND`, `LOWER_EXCLUDED`, `UPPER_BOUND`, `UPPER_EXCLUDED`.
    pub bounds: u32,
    /// Least value of every number, with `LOWER_BOUND`.
    pub lower: f64,
    /// Largest value of every number, with `UPPER_BOUND`.
    pub upper: f64,
    /// Number of elements of a vector; 0 if any will do.
    pub length: usize,
    /// The words of a choice.
    pub options: *const Text,
    /// How many.
    pub option_count: usize,
    /// Default of numbers, vectors and matrices (row by row).
    pub default_numbers: *const f64,
    /// How many.
    pub default_count: usize,
    /// Columns of a default matrix.
    pub default_columns: usize,
    /// Default of a whole number, a boolean (0, 1) or a choice (position).
    pub default_whole: u64,
    /// Default of a text.
    pub default_text: Text,
    /// `NOT_GRAVITY`, `GRAVITY_TOWARDS_Z` or `GRAVITY_AGAINST_Z`.
    pub gravity: u32,
    /// 0.
    pub reserved: u32,
}

/// A finite number.
pub const NUMBER: u32 = 0;
/// Finite numbers separated by commas; one number fills a vector of known length.
pub const VECTOR: u32 = 1;
/// Rows of numbers, separated by semicolons.
pub const MATRIX: u32 = 2;
/// A whole number, not negative.
pub const WHOLE: u32 = 3;
/// True or false.
pub const BOOLEAN: u32 = 4;
/// Any text.
pub const TEXT: u32 = 5;
/// The path of a text file, relative to the scenario.
pub const TEXT_FILE: u32 = 6;
/// One of a few words.
pub const CHOICE: u32 = 7;

/// It is no acceleration of gravity.
pub const NOT_GRAVITY: u32 = 0;
/// An acceleration of gravity that pulls towards +z where it is positive; or a
/// vector of 3, in the scenario's frame.
pub const GRAVITY_TOWARDS_Z: u32 = 1;
/// An acceleration of gravity that pulls towards -z where it is positive.
pub const GRAVITY_AGAINST_Z: u32 = 2;

/// The scenario must give it.
pub const REQUIRED: u32 = 0;
/// The default holds if the scenario gives none.
pub const DEFAULT: u32 = 1;
/// It may be left out.
pub const OPTIONAL: u32 = 2;

/// There is a lower bound.
pub const LOWER_BOUND: u32 = 1;
/// The lower bound itself is out of range.
pub const LOWER_EXCLUDED: u32 = 2;
/// There is an upper bound.
pub const UPPER_BOUND: u32 = 4;
/// The upper bound itself is out of range.
pub const UPPER_EXCLUDED: u32 = 8;

/// The value of a parameter; or, if what the scenario gives is missing or
/// wrong, which the host then reports, one to go on with. Pointers are valid
/// until the next call to the creator.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Value {
    /// Size of this struct, bytes; set before the call.
    pub size: u32,
    /// 1 if there is a value, 0 if an optional parameter is left out.
    pub given: u32,
    /// Numbers, vectors and matrices (row by row).
    pub numbers: *const f64,
    /// How many.
    pub count: usize,
    /// Columns of a matrix.
    pub columns: usize,
    /// A whole number, a boolean (0, 1) or a choice (position).
    pub whole: u64,
    /// A text, or the contents of a file.
    pub text: Text,
    /// The path of a file.
    pub path: Text,
}

impl Parameter {
    /// A required number without a name.
    pub(crate) const NOTHING: Self = Self {
        size: size::<Self>(),
        kind: NUMBER,
        name: Text::EMPTY,
        unit: Text::EMPTY,
        doc: Text::EMPTY,
        requirement: REQUIRED,
        bounds: 0,
        lower: 0.0,
        upper: 0.0,
        length: 0,
        options: std::ptr::null(),
        option_count: 0,
        default_numbers: std::ptr::null(),
        default_count: 0,
        default_columns: 0,
        default_whole: 0,
        default_text: Text::EMPTY,
        gravity: NOT_GRAVITY,
        reserved: 0,
    };
}

impl Value {
    /// No value.
    #[doc(hidden)]
    pub const NOTHING: Self = Self {
        size: size::<Self>(),
        given: 0,
        numbers: std::ptr::null(),
        count: 0,
        columns: 0,
        whole: 0,
        text: Text::EMPTY,
        path: Text::EMPTY,
    };
}
