//! SimObjects for Bowline: a tank that drains through a pipe.
{{crate_attributes}}
mod tank;

pub use tank::Tank;

simobject::library! {
    name: "{{name}}",
    doc: "A tank that drains through a pipe",
    types: [Tank],
}
