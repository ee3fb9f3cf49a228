use simobject::{Creator, In, Io, Look, Private, Result, SimObject};

use super::paint::{direction, length, painted};

/// A wheel with a spoke in the 3D view, for what turns about an axis: a rotor,
/// a pinion, a winch.
pub struct Wheel {
    angle: In<1>,
    orientation: Private<4>,
    /// Of length 1.
    axis: [f64; 3],
}

impl SimObject for Wheel {
    const NAME: &'static str = "Visual/Wheel";
    const DOC: &'static str = "A wheel with a spoke in the 3D view, for what turns about an axis";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let pos = c.in_port::<3>("Pos", "m", "Its centre");
        let angle = c.in_port("Angle", "rad", "How far it is turned about its axis");
        c.default_input(angle, 0.0);
        let orientation = c.private("Orientation");
        c.common_computation(Self::turn).reads(angle).fills(orientation);
        let doc = "The axis that it turns about";
        let axis = c.parameter("Axis").doc(doc).default([0.0, 1.0, 0.0]);
        let axis = direction(c, "Axis", axis);
        let radius = length(c, "Radius", "Its radius", 0.5);
        let half_width = 0.5 * length(c, "Width", "Its width, along the axis", 0.1);
        let along = |way: f64| axis.map(|part| way * part);
        let disc = Look::cylinder(along(-half_width), along(half_width), radius).frame(pos, orientation);
        let disc = painted(c, disc);
        c.look(disc);
        // A spoke on both faces, by which one sees it turn.
        let spoke = across(axis).map(|part| 0.8 * radius * part);
        for way in [-half_width, half_width] {
            let hub = along(way);
            let rim: [f64; 3] = std::array::from_fn(|i| hub[i] + spoke[i]);
            c.look(Look::capsule(hub, rim, 0.12 * radius).frame(pos, orientation).material("Simple/White"));
        }
        Ok(Self { angle, orientation, axis })
    }
}

impl Wheel {
    fn turn(&self, io: &mut Io<'_>) {
        let [angle] = io.get(self.angle);
        let (sine, cosine) = (0.5 * angle).sin_cos();
        let [x, y, z] = self.axis.map(|part| sine * part);
        io.set(self.orientation, [cosine, x, y, z]);
    }
}

/// A direction at right angles to an axis: of the scenario's axes the one that
/// lies farthest from it, less what lies along it.
fn across(axis: [f64; 3]) -> [f64; 3] {
    let nearer = |a: &usize, b: &usize| axis[*a].abs().total_cmp(&axis[*b].abs());
    let farthest = (0..3).min_by(nearer).unwrap_or(0);
    let along = axis[farthest];
    let mut across: [f64; 3] = std::array::from_fn(|i| f64::from(u8::from(i == farthest)) - along * axis[i]);
    let norm = across.iter().fold(0.0_f64, |norm, part| norm.hypot(*part));
    across.iter_mut().for_each(|part| *part /= norm);
    across
}
