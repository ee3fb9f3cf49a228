use simobject::{Creator, In, Io, Out, Resource, Result, SimObject};
use simobject_elements::environment::VECTOR_FIELD;

/// What a vector field is at a position: so that fields are of use to types
/// that do not ask themselves.
pub struct Probe {
    pos: In<3>,
    out: Out<3>,
    field: Resource<3, 3>,
}

impl SimObject for Probe {
    const NAME: &'static str = "Field/Probe";
    const DOC: &'static str = "\
What a vector field is at a position

Out = Field(Pos)";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let pos = c.in_port("Pos", "m", "Position");
        let out = c.out_port("Out", "", "The vector there, in the unit of the field");
        let field = c.uses("Field", &VECTOR_FIELD, "The field that is asked");
        c.common_computation(Self::look).reads((pos, field)).fills(out);
        Ok(Self { pos, out, field })
    }
}

impl Probe {
    #[inline]
    fn look(&self, io: &mut Io<'_>) {
        let value = io.query(self.field, io.get(self.pos));
        io.set(self.out, value);
    }
}
