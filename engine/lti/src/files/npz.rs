//! Archives of arrays, which NumPy reads.

use super::zip::archive;
use super::{lists, matrices, numbers, texts};
use crate::error::LtiError;
use crate::system::LinearSystem;

impl LinearSystem {
    /// The system as an `.npz` file, not compressed, of arrays in the `.npy` format, version 1.0: the matrices `A`,
    /// `B`, `C`, `D`; the lists `x0`, `u0`, `y0` of the operating point; the numbers `Ts` (the sample time, s; 0 if the
    /// system is continuous) and `t0` (s); and lists of texts, `StateName`, `StateUnit`, `InputName`, `InputUnit`,
    /// `OutputName`, `OutputUnit`.
    ///
    /// # Errors
    ///
    /// What [`check`](Self::check) finds, and [`LtiError::Overflow`] for a file of 4 GiB and more.
    pub fn to_npz(&self) -> Result<Vec<u8>, LtiError> {
        self.check()?;
        let mut files = Vec::new();
        let mut add = |name: &str, kind: &str, shape: String, data: Vec<u8>| {
            let mut file = header(kind, &shape);
            file.extend(data);
            files.push((format!("{name}.npy"), file));
        };
        let bytes = |values: &[f64]| values.iter().copied().flat_map(f64::to_le_bytes).collect();
        for (name, matrix) in matrices(self) {
            add(name, "<f8", format!("({}, {})", matrix.rows(), matrix.columns()), bytes(matrix.elements()));
        }
        for (name, number) in numbers(self) {
            add(name, "<f8", "()".to_owned(), bytes(&[number]));
        }
        for (name, list) in lists(self) {
            add(name, "<f8", format!("({},)", list.len()), bytes(list));
        }
        for (name, list) in texts(self) {
            // All as long as the longest, filled up with zeros.
            let longest = list.iter().map(|text| text.chars().count()).max().unwrap_or(0).max(1);
            let characters = |text: &&str| {
                let mut characters: Vec<u32> = text.chars().map(u32::from).collect();
                characters.resize(longest, 0);
                characters
            };
            let data = list.iter().flat_map(characters).flat_map(u32::to_le_bytes).collect();
            add(name, &format!("<U{longest}"), format!("({},)", list.len()), data);
        }
        archive(&files)
    }
}

/// What an array's file begins with: its type and shape as Python writes them, filled up to a multiple of 64 bytes.
fn header(kind: &str, shape: &str) -> Vec<u8> {
    let mut text = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}");
    // In front of it stand 10 bytes, and behind it a new line.
    let length = (10 + text.len() + 1).next_multiple_of(64) - 10;
    text.extend(std::iter::repeat_n(' ', length - 1 - text.len()));
    text.push('\n');
    let mut header = b"\x93NUMPY\x01\x00".to_vec();
    // Shapes have some dozens of digits at most.
    header.extend((length as u16).to_le_bytes());
    header.extend(text.as_bytes());
    header
}
