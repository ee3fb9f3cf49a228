//! The types that a parameter may have.

use crate::abi;
use crate::host_calls::ParameterValue;

/// Types that a parameter may have: `f64`, `[f64; N]`, `Vec<f64>`, [`Matrix`],
/// `usize`, `bool`, `String` and [`TextFile`].
#[diagnostic::on_unimplemented(
    message = "a parameter cannot be a `{Self}`",
    note = "it is `f64`, `[f64; N]`, `Vec<f64>`, `Matrix`, `usize`, `bool`, `String` or `TextFile`; one of a few words is asked for with `choice`"
)]
pub trait Value: Sized + sealed::Sealed {
    /// One of the kinds of the ABI.
    #[doc(hidden)]
    const KIND: u32;
    /// Number of elements, if that is fixed.
    #[doc(hidden)]
    const LENGTH: usize = 0;
    /// Notes it as the default, by pointers to it.
    #[doc(hidden)]
    fn as_default(&self, request: &mut abi::Parameter);
    #[doc(hidden)]
    fn take(value: ParameterValue<'_>) -> Self;
}

/// Types whose values are numbers and may have a range.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no range",
    note = "numbers, vectors, matrices and whole numbers have one"
)]
pub trait Numeric: Value {}

mod sealed {
    pub trait Sealed {}
}

/// Rows of numbers, written `0, 1; -0.5, -2`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Matrix {
    rows: usize,
    columns: usize,
    elements: Vec<f64>,
}

impl Matrix {
    /// One of these rows, which are as long as each other.
    ///
    /// ```
    /// let rotation = simobject::Matrix::from_rows([[0.0, -1.0], [1.0, 0.0]]);
    /// assert_eq!((rotation.rows(), rotation.row(0)), (2, &[0.0, -1.0][..]));
    /// ```
    pub fn from_rows<const R: usize, const C: usize>(rows: [[f64; C]; R]) -> Self {
        Self { rows: R, columns: C, elements: rows.concat() }
    }

    /// One of so many rows and columns; its elements row by row. `None` if there are
    /// more or fewer of them.
    pub fn new(rows: usize, columns: usize, elements: Vec<f64>) -> Option<Self> {
        (rows.checked_mul(columns) == Some(elements.len())).then_some(Self { rows, columns, elements })
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// One row.
    pub fn row(&self, row: usize) -> &[f64] {
        &self.elements[row * self.columns..(row + 1) * self.columns]
    }

    /// All elements, row by row.
    pub fn elements(&self) -> &[f64] {
        &self.elements
    }
}

/// A text file, read through the host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextFile {
    path: String,
    text: String,
}

impl TextFile {
    /// The path as the scenario gives it.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The contents.
    pub fn text(&self) -> &str {
        &self.text
    }
}

fn numbers(numbers: &[f64], request: &mut abi::Parameter) {
    request.default_numbers = numbers.as_ptr();
    request.default_count = numbers.len();
}

impl sealed::Sealed for f64 {}
impl Numeric for f64 {}
impl Value for f64 {
    const KIND: u32 = abi::PARAMETER_NUMBER;
    fn as_default(&self, request: &mut abi::Parameter) {
        numbers(std::slice::from_ref(self), request);
    }
    fn take(value: ParameterValue<'_>) -> Self {
        value.numbers.first().copied().unwrap_or(f64::NAN)
    }
}

impl<const N: usize> sealed::Sealed for [f64; N] {}
impl<const N: usize> Numeric for [f64; N] {}
impl<const N: usize> Value for [f64; N] {
    const KIND: u32 = abi::PARAMETER_VECTOR;
    const LENGTH: usize = N;
    fn as_default(&self, request: &mut abi::Parameter) {
        numbers(self, request);
    }
    fn take(value: ParameterValue<'_>) -> Self {
        std::array::from_fn(|i| value.numbers.get(i).copied().unwrap_or(f64::NAN))
    }
}

impl sealed::Sealed for Vec<f64> {}
impl Numeric for Vec<f64> {}
impl Value for Vec<f64> {
    const KIND: u32 = abi::PARAMETER_VECTOR;
    fn as_default(&self, request: &mut abi::Parameter) {
        numbers(self, request);
    }
    fn take(value: ParameterValue<'_>) -> Self {
        value.numbers.to_vec()
    }
}

impl sealed::Sealed for Matrix {}
impl Numeric for Matrix {}
impl Value for Matrix {
    const KIND: u32 = abi::PARAMETER_MATRIX;
    fn as_default(&self, request: &mut abi::Parameter) {
        numbers(&self.elements, request);
        request.default_columns = self.columns;
    }
    fn take(value: ParameterValue<'_>) -> Self {
        let columns = value.columns;
        Self { rows: value.numbers.len().checked_div(columns).unwrap_or(0), columns, elements: value.numbers.to_vec() }
    }
}

impl sealed::Sealed for usize {}
impl Numeric for usize {}
impl Value for usize {
    const KIND: u32 = abi::PARAMETER_WHOLE;
    fn as_default(&self, request: &mut abi::Parameter) {
        request.default_whole = *self as u64;
    }
    fn take(value: ParameterValue<'_>) -> Self {
        Self::try_from(value.whole).unwrap_or(Self::MAX)
    }
}

impl sealed::Sealed for bool {}
impl Value for bool {
    const KIND: u32 = abi::PARAMETER_BOOLEAN;
    fn as_default(&self, request: &mut abi::Parameter) {
        request.default_whole = (*self).into();
    }
    fn take(value: ParameterValue<'_>) -> Self {
        value.whole != 0
    }
}

impl sealed::Sealed for String {}
impl Value for String {
    const KIND: u32 = abi::PARAMETER_TEXT;
    fn as_default(&self, request: &mut abi::Parameter) {
        request.default_text = abi::Text::of(self);
    }
    fn take(value: ParameterValue<'_>) -> Self {
        value.text.to_owned()
    }
}

impl sealed::Sealed for TextFile {}
impl Value for TextFile {
    const KIND: u32 = abi::PARAMETER_TEXT_FILE;
    fn as_default(&self, request: &mut abi::Parameter) {
        request.default_text = abi::Text::of(&self.path);
    }
    fn take(value: ParameterValue<'_>) -> Self {
        Self { path: value.path.to_owned(), text: value.text.to_owned() }
    }
}
