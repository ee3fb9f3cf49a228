use simobject::look::Attribute;
use simobject::{Creator, In, Io, Look, Out, Result, SimObject};

/// A massless linear spring between two points.
///
/// With `L = |PosB - PosA|` the pull on both ends along the line between them
/// is `Stiffness (L - RelaxedLength)`. The tutorial's equations (1) to (4) give
/// a force only while the spring is stretched; its listing pushes as well when
/// it is compressed. `Acts` chooses; the listing's reading is the default. At
/// `L = 0` there is no direction and no force.
pub struct LinearSpring {
    pos_a: In<3>,
    pos_b: In<3>,
    force_a: Out<3>,
    force_b: Out<3>,
    stiffness: f64,
    relaxed_length: f64,
    acts: Acts,
}

#[derive(Clone, Copy, PartialEq)]
enum Acts {
    BothWays,
    InTension,
}

impl SimObject for LinearSpring {
    const NAME: &'static str = "Cable/LinearSpring";
    const DOC: &'static str = "\
A massless linear spring between two points

L      = |PosB - PosA|, u = (PosB - PosA) / L
pull   = Stiffness (L - RelaxedLength); with Acts = InTension only where L > RelaxedLength
ForceA = pull u, ForceB = -pull u; 0 where L = 0";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let pos_a = c.in_port("PosA", "m", "Position of end A");
        let pos_b = c.in_port("PosB", "m", "Position of end B");
        let force_a = c.out_port("ForceA", "N", "Force of the spring on what is at end A");
        let force_b = c.out_port("ForceB", "N", "Force of the spring on what is at end B");
        c.common_computation(Self::forces).reads((pos_a, pos_b)).fills((force_a, force_b));
        let stiffness = c.parameter("Stiffness").unit("N/m").doc("Stiffness").at_least(0.0).required();
        let relaxed_length: f64 =
            c.parameter("RelaxedLength").unit("m").doc("Length without force").at_least(0.0).required();
        let acts = c
            .choice("Acts", [("BothWays", Acts::BothWays), ("InTension", Acts::InTension)])
            .doc("Whether the spring also pushes when compressed")
            .default("BothWays");
        let slack_length = if acts == Acts::InTension { relaxed_length } else { 0.0 };
        c.look(Look::spring(pos_a, pos_b, relaxed_length).with(Attribute::Length, slack_length));
        Ok(Self { pos_a, pos_b, force_a, force_b, stiffness, relaxed_length, acts })
    }
}

impl LinearSpring {
    #[inline]
    fn forces(&self, io: &mut Io<'_>) {
        let (a, b) = (io.get(self.pos_a), io.get(self.pos_b));
        let [x, y, z] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
        let length = (x * x + y * y + z * z).sqrt();
        let stretch = length - self.relaxed_length;
        let slack = self.acts == Acts::InTension && stretch <= 0.0;
        let pull_per_length = if length == 0.0 || slack { 0.0 } else { self.stiffness * stretch / length };
        let pull = [pull_per_length * x, pull_per_length * y, pull_per_length * z];
        io.set(self.force_a, pull);
        io.set(self.force_b, pull.map(|f| -f));
    }
}
