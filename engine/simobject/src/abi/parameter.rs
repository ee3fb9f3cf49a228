use super::Text;

/// What a SimObject asks of the scenario. The host reads the text, checks it,
/// and notes what is wrong; the answer is a [`Value`].
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Parameter {
    /// Size of this struct, bytes.
    pub size: u32,
    /// `PARAMETER_NUMBER`, `PARAMETER_VECTOR`, `PARAMETER_MATRIX`, `PARAMETER_WHOLE`,
    /// `PARAMETER_BOOLEAN`, `PARAMETER_TEXT`, `PARAMETER_TEXT_FILE`,
    /// `PARAMETER_CHOICE` or `PARAMETER_BINARY_FILE`.
    pub kind: u32,
    /// The attribute's name.
    pub name: Text,
    /// SI unit, empty for a pure number.
    pub unit: Text,
    /// One line for the reader of the reference.
    pub doc: Text,
    /// `REQUIREMENT_REQUIRED`, `REQUIREMENT_DEFAULT` or `REQUIREMENT_OPTIONAL`.
    pub requirement: u32,
    /// Any of `BOUND_LOWER`, `BOUND_LOWER_EXCLUDED`, `BOUND_UPPER`, `BOUND_UPPER_EXCLUDED`.
    pub bounds: u32,
    /// Least value of every number, with `BOUND_LOWER`.
    pub lower: f64,
    /// Largest value of every number, with `BOUND_UPPER`.
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
    /// `GRAVITY_NONE`, `GRAVITY_TOWARDS_Z` or `GRAVITY_AGAINST_Z`.
    pub gravity: u32,
    /// Any of `PARAMETER_SQUARE`, `PARAMETER_STRUCTURAL`, `PARAMETER_INITIAL_ONLY`.
    pub flags: u32,
    /// Number of rows of a matrix; 0 if any will do.
    pub rows: usize,
    /// Number of columns of a matrix; 0 if any will do.
    pub columns: usize,
}

/// A finite number.
pub const PARAMETER_NUMBER: u32 = 1;
/// Finite numbers separated by commas; one number fills a vector of known length.
pub const PARAMETER_VECTOR: u32 = 2;
/// Rows of numbers, separated by semicolons.
pub const PARAMETER_MATRIX: u32 = 3;
/// A whole number, not negative.
pub const PARAMETER_WHOLE: u32 = 4;
/// True or false.
pub const PARAMETER_BOOLEAN: u32 = 5;
/// Any text.
pub const PARAMETER_TEXT: u32 = 6;
/// The path of a text file, relative to the scenario.
pub const PARAMETER_TEXT_FILE: u32 = 7;
/// One of a few words.
pub const PARAMETER_CHOICE: u32 = 8;

/// Reserved: the path of a file of bytes, relative to the scenario.
pub const PARAMETER_BINARY_FILE: u32 = 9;

/// Reserved: what is declared depends on it, so that another value is another model.
pub const PARAMETER_STRUCTURAL: u32 = 1;
/// Reserved: only initial conditions depend on it.
pub const PARAMETER_INITIAL_ONLY: u32 = 2;
/// The matrix has as many rows as columns.
pub const PARAMETER_SQUARE: u32 = 4;

/// It is no acceleration of gravity.
pub const GRAVITY_NONE: u32 = 0;
/// An acceleration of gravity that pulls towards +z where it is positive; or a
/// vector of 3, in the scenario's frame.
pub const GRAVITY_TOWARDS_Z: u32 = 1;
/// An acceleration of gravity that pulls towards -z where it is positive.
pub const GRAVITY_AGAINST_Z: u32 = 2;

/// The scenario must give it.
pub const REQUIREMENT_REQUIRED: u32 = 1;
/// The default holds if the scenario gives none.
pub const REQUIREMENT_DEFAULT: u32 = 2;
/// It may be left out.
pub const REQUIREMENT_OPTIONAL: u32 = 3;

/// There is a lower bound.
pub const BOUND_LOWER: u32 = 1;
/// The lower bound itself is out of range.
pub const BOUND_LOWER_EXCLUDED: u32 = 2;
/// There is an upper bound.
pub const BOUND_UPPER: u32 = 4;
/// The upper bound itself is out of range.
pub const BOUND_UPPER_EXCLUDED: u32 = 8;

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
    /// The contents of a binary file.
    pub bytes: *const u8,
    /// How many.
    pub byte_count: usize,
    /// The SHA-256 of a file, in hexadecimal digits.
    pub hash: Text,
}
