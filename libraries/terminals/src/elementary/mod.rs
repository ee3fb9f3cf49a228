//! Elements that several natures have, each written once; the words of each nature are beside the element.

pub mod resistance;

pub use resistance::Resistance;
