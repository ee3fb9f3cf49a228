use simobject::{Creator, Look, Result, SimObject};

use super::paint::{ends, length, painted};

/// A hydraulic cylinder in the 3D view, whose rod moves in its barrel: for
/// cylinders of circuits, which know one position only.
pub struct HydraulicCylinder;

impl SimObject for HydraulicCylinder {
    const NAME: &'static str = "Visual/HydraulicCylinder";
    const DOC: &'static str =
        "A hydraulic cylinder in the 3D view: the barrel from PosA on, the rod from PosB back to the piston";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (pos_a, pos_b) = ends(c);
        let mut needed = |name: &'static str, doc: &'static str| -> f64 {
            c.parameter(name).unit("m").doc(doc).at_least(0.0).required()
        };
        let barrel_length = needed("BarrelLength", "From the barrel's mount to where the rod comes out");
        let rod_length = needed("RodLength", "From the rod's mount to the piston");
        let barrel_radius = length(c, "BarrelRadius", "Radius of the barrel", 0.05);
        let rod_radius = length(c, "RodRadius", "Radius of the rod", 0.03);
        let mount_radius = length(c, "MountRadius", "Radius of the mounts; 0: none", 0.0);
        let look = Look::hydraulic_cylinder(pos_a, pos_b).barrel(barrel_radius, barrel_length);
        let look = look.rod(rod_radius, rod_length).with(simobject::look::Attribute::MountRadius, mount_radius);
        let look = painted(c, look);
        c.look(look);
        Ok(Self)
    }
}
