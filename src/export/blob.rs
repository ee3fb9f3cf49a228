//! Numbers in a page: arrays one behind the other, packed, as text.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};

/// Arrays of numbers one behind the other. Of each array the first bytes of all numbers come first, then their second
/// ones, and so on: so they are packed to half of their size.
#[derive(Debug, Default)]
pub(super) struct Blob {
    bytes: Vec<u8>,
    arrays: Map<String, Value>,
}

/// How hard it is packed: 1 to 10.
const EFFORT: u8 = 7;

impl Blob {
    /// Adds an array under a name.
    pub(super) fn add<const WIDTH: usize>(&mut self, name: &str, kind: &str, numbers: &[[u8; WIDTH]]) {
        let first = self.bytes.len();
        for byte in 0..WIDTH {
            self.bytes.extend(numbers.iter().map(|number| number[byte]));
        }
        self.arrays.insert(name.to_owned(), json!([kind, first, numbers.len()]));
    }

    pub(super) fn bytes(&mut self, name: &str, numbers: impl IntoIterator<Item = u8>) {
        let numbers: Vec<_> = numbers.into_iter().map(|number| [number]).collect();
        self.add(name, "u8", &numbers);
    }

    pub(super) fn shorts(&mut self, name: &str, numbers: impl IntoIterator<Item = u16>) {
        let numbers: Vec<_> = numbers.into_iter().map(u16::to_le_bytes).collect();
        self.add(name, "u16", &numbers);
    }

    pub(super) fn integers(&mut self, name: &str, numbers: impl IntoIterator<Item = u32>) {
        let numbers: Vec<_> = numbers.into_iter().map(u32::to_le_bytes).collect();
        self.add(name, "u32", &numbers);
    }

    pub(super) fn floats(&mut self, name: &str, numbers: impl IntoIterator<Item = f32>) {
        let numbers: Vec<_> = numbers.into_iter().map(f32::to_le_bytes).collect();
        self.add(name, "f32", &numbers);
    }

    pub(super) fn doubles(&mut self, name: &str, numbers: impl IntoIterator<Item = f64>) {
        let numbers: Vec<_> = numbers.into_iter().map(f64::to_le_bytes).collect();
        self.add(name, "f64", &numbers);
    }

    /// Packed (raw deflate, RFC 1951) and as text (base64), with where the arrays are in what is unpacked.
    pub(super) fn to_json(&self) -> Value {
        let packed = miniz_oxide::deflate::compress_to_vec(&self.bytes, EFFORT);
        json!({ "arrays": self.arrays, "size": self.bytes.len(), "packed": STANDARD.encode(packed) })
    }
}

/// A whole number whose size is near 0, whatever its sign, as a small one.
pub(super) const fn zigzag(number: i32) -> u32 {
    ((number << 1) ^ (number >> 31)) as u32
}
