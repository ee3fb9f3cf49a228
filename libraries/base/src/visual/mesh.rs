use simobject::{Creator, Look, Result, SimObject};

use super::paint::{frame, painted};

/// A mesh out of a file in the 3D view: a hull, a crane.
pub struct Mesh;

impl SimObject for Mesh {
    const NAME: &'static str = "Visual/Mesh";
    const DOC: &'static str = "A mesh out of a file in the 3D view, in the axes of a body";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (pos, orientation) = frame(c);
        let file: String = c.parameter("File").doc("The file (glTF)").required();
        let scale: f64 =
            c.parameter("Scale").doc("Factor from the file's numbers to metres").more_than(0.0).default(1.0);
        let look = Look::mesh(file).frame(pos, orientation).with(simobject::look::Attribute::Scale, scale);
        let look = painted(c, look);
        c.look(look);
        Ok(Self)
    }
}
