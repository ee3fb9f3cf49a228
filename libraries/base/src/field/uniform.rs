use simobject::{Creator, Io, Result, SimObject};
use simobject_elements::environment::VECTOR_FIELD;

/// A vector that is the same everywhere, as a uniform wind.
pub struct Uniform {
    value: [f64; 3],
}

impl SimObject for Uniform {
    const NAME: &'static str = "Field/Uniform";
    const DOC: &'static str = "\
A vector that is the same everywhere, for all that asks for it

Value(Pos) = Value";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        c.provides("Field", &VECTOR_FIELD, "The vector", |this: &Self, _: &Io<'_>, _: [f64; 3]| this.value);
        Ok(Self { value: c.parameter("Value").doc("The vector, in the scenario's frame").required() })
    }
}
