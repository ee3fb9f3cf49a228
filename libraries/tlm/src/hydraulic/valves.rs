//! What kinds of directional valves there are.

use super::spool::Follows;
use super::valve::{Opens, Path, Valve, ValveKind};

/// A valve with two ports that a spool opens.
pub type Valve22 = Valve<TwoPorts, 2, 1>;

/// A valve with three ports that a switch moves from A-T to P-A.
pub type Valve32 = Valve<ThreePorts, 3, 2>;

/// A valve with four ports and three positions, closed in the middle.
pub type Valve43 = Valve<FourPorts, 4, 4>;

/// Kind of [`Valve22`].
pub struct TwoPorts;

impl ValveKind<2, 1> for TwoPorts {
    const NAME: &'static str = "Hydraulic/Valve22";
    const DOC: &'static str = "\
A directional valve with two ports, which a spool opens, closed at rest

xv / u = 1 / (1 + 2 delta_h s / omega_h + s^2 / omega_h^2) by the bilinear transform, u = in; both u and xv from 0 to x_vmax
K = C_q f pi d xv sqrt(2 / rho), S = Zc_p + Zc_a
PA.q = K sqrt(p_p - p_a) for p_p > p_a, which is K (sqrt(c_p - c_a + (K S / 2)^2) - K S / 2), and the same the other way round
PP.q = -PA.q, p = c + Zc q
Where a pressure would fall below 0, c and Zc of that port count as 0, and the flow is calculated once more.
A port that another one has only pulled down, and that has a pressure without it, is no such port.
At the first tick xv = StartPosition, as if it and in had always been there.";
    const PORTS: [(&'static str, &'static str); 2] = [("PP", "Supply"), ("PA", "Load")];
    const PATHS: [Path; 1] = [Path { name: "pa", between: "P-A", ports: [0, 1], opens: Opens::Forwards }];
    const FOLLOWS: Follows = Follows::OneWay;
    const SIGNAL: &'static str = "Where the spool is to be: above 0, open";
    const OVERLAPS: bool = false;
}

/// Kind of [`Valve32`].
pub struct ThreePorts;

impl ValveKind<3, 2> for ThreePorts {
    const NAME: &'static str = "Hydraulic/Valve32";
    const DOC: &'static str = "\
A directional valve with three ports and two positions, which a switch moves: A-T is open at rest, P-A when it has moved

xv / u = 1 / (1 + 2 delta_h s / omega_h + s^2 / omega_h^2) by the bilinear transform, u = x_vmax where in > 0.5, and 0 else; xv from 0 to x_vmax
K_pa = C_q f pi d xv sqrt(2 / rho), K_at alike with x_vmax - xv instead of xv: on its way both are open
q_pa = K_pa sqrt(p_p - p_a) for p_p > p_a, which is, where PA and PP have no other open edge, with S = Zc_p + Zc_a
q_pa = K_pa (sqrt(c_p - c_a + (K_pa S / 2)^2) - K_pa S / 2), and the same the other way round; q_at alike
PP.q = -q_pa, PA.q = q_pa - q_at, PT.q = q_at, p = c + Zc q
Where a pressure would fall below 0, c and Zc of that port count as 0, and all is calculated once more, until there is none.
A port that another one has only pulled down, and that has a pressure without it, is no such port.
Where two edges are open at one port at once, all flows are solved for together: those that belong to these pressures.
Edges=\"Apart\": as in Hopsan, all ports below 0 part at once, and each flow is that of an edge alone, though the others change the pressure at its ports too: behind a volume
of K Zc / sqrt(c_p - c_t) of about 1 and more what flows through two is too small, and the pressure between them may jump to and fro.
At the first tick xv = StartPosition, as if it had always been there.";
    const PORTS: [(&'static str, &'static str); 3] = [("PP", "Supply"), ("PT", "Tank"), ("PA", "Load")];
    const PATHS: [Path; 2] = [
        Path { name: "pa", between: "P-A", ports: [0, 2], opens: Opens::Forwards },
        Path { name: "at", between: "A-T", ports: [2, 1], opens: Opens::AtRest },
    ];
    const FOLLOWS: Follows = Follows::Switch;
    const SIGNAL: &'static str = "Switch: above 0.5, P to A; else A to T";
    const OVERLAPS: bool = false;
}

/// Kind of [`Valve43`].
pub struct FourPorts;

impl ValveKind<4, 4> for FourPorts {
    const NAME: &'static str = "Hydraulic/Valve43";
    const DOC: &'static str = "\
A directional valve with four ports and three positions, closed in the middle

xv / u = 1 / (1 + 2 delta_h s / omega_h + s^2 / omega_h^2) by the bilinear transform, u = in; both u and xv from -x_vmax to x_vmax
K_pa = C_q f_pa pi d max(xv - x_pa, 0) sqrt(2 / rho), K_bt alike; K_pb and K_at alike with -xv instead of xv
q_pa = K_pa sqrt(p_p - p_a) for p_p > p_a, which is, where PA and PP have no other open edge, with S = Zc_p + Zc_a
q_pa = K_pa (sqrt(c_p - c_a + (K_pa S / 2)^2) - K_pa S / 2), and the same the other way round; q_pb, q_at and q_bt alike
PP.q = -q_pa - q_pb, PA.q = q_pa - q_at, PB.q = q_pb - q_bt, PT.q = q_at + q_bt, p = c + Zc q
Where a pressure would fall below 0, c and Zc of that port count as 0, and all is calculated once more, until there is none.
A port that another one has only pulled down, and that has a pressure without it, is no such port.
Where two edges are open at one port at once, all flows are solved for together: those that belong to these pressures.
Edges=\"Apart\": as in Hopsan, all ports below 0 part at once, and each flow is that of an edge alone, though the others change the pressure at its ports too: behind a volume
of K Zc / sqrt(c_p - c_t) of about 1 and more what flows through two is too small, and the pressure between them may jump to and fro.
At the first tick xv = StartPosition, as if it and in had always been there.";
    const PORTS: [(&'static str, &'static str); 4] =
        [("PP", "Supply"), ("PT", "Tank"), ("PA", "Load A"), ("PB", "Load B")];
    const PATHS: [Path; 4] = [
        Path { name: "pa", between: "P-A", ports: [0, 2], opens: Opens::Forwards },
        Path { name: "pb", between: "P-B", ports: [0, 3], opens: Opens::Backwards },
        Path { name: "at", between: "A-T", ports: [2, 1], opens: Opens::Backwards },
        Path { name: "bt", between: "B-T", ports: [3, 1], opens: Opens::Forwards },
    ];
    const FOLLOWS: Follows = Follows::BothWays;
    const SIGNAL: &'static str = "Where the spool is to be: above 0, P to A and B to T";
    const OVERLAPS: bool = true;
}
