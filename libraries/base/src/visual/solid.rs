use simobject::{Creator, Look, Result, SimObject};

use super::paint::{frame, length, painted};

/// A sphere in the 3D view.
pub struct Sphere;

impl SimObject for Sphere {
    const NAME: &'static str = "Visual/Sphere";
    const DOC: &'static str = "A sphere in the 3D view";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let pos = c.in_port::<3>("Pos", "m", "Its centre");
        let look = Look::sphere(pos, length(c, "Radius", "Its radius", 0.5));
        let look = painted(c, look);
        c.look(look);
        Ok(Self)
    }
}

/// A box in the 3D view, turned as `Orientation` says.
pub struct Box;

impl SimObject for Box {
    const NAME: &'static str = "Visual/Box";
    const DOC: &'static str = "A box in the 3D view";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (pos, orientation) = frame(c);
        let doc = "Its edges, along x, y and z of its own axes";
        let size: [f64; 3] = c.parameter("Size").unit("m").doc(doc).at_least(0.0).default([1.0; 3]);
        let look = painted(c, Look::cuboid([0.0; 3], size).frame(pos, orientation));
        c.look(look);
        Ok(Self)
    }
}
