//! The forms of a four-pole: which of its variables are read.

use simobject::{Creator, SimObject};

use crate::domain::Domain;
use crate::pole::{End, Pole, Reads};

/// Form G: reads A1 and B2.
pub const G: char = 'G';
/// Form H: reads B1 and A2.
pub const H: char = 'H';
/// Form Y: reads both potentials.
pub const Y: char = 'Y';
/// Form Z: reads both flows.
pub const Z: char = 'Z';

/// What the ports of a form read.
pub const fn reads(form: char) -> [Reads; 2] {
    match form {
        G => [Reads::Potential, Reads::Flow],
        H => [Reads::Flow, Reads::Potential],
        Y => [Reads::Potential, Reads::Potential],
        _ => [Reads::Flow, Reads::Flow],
    }
}

/// One of four names.
pub const fn name(form: char, [g, h, y, z]: [&'static str; 4]) -> &'static str {
    match form {
        G => g,
        H => h,
        Y => y,
        _ => z,
    }
}

/// Declares the two ports of a four-pole.
pub fn poles<D: Domain, T: SimObject>(c: &mut Creator<'_, T>, form: char) -> [Pole; 2] {
    let [one, two] = reads(form);
    [
        Pole::declare::<D, T>(c, "P1", End::Right, one, "On its left"),
        Pole::declare::<D, T>(c, "P2", End::Left, two, "On its right"),
    ]
}
