//! What translational and rotational elements have in common: the same laws, in other units.

mod clutch;
mod dog_clutch;
mod elasto_gap;
mod fixed;
mod friction;
mod line_end;
mod mass;
mod position;
mod sensor;
mod spring;
mod stop;

pub use clutch::{Brake, Clutch, Pressed};
pub use dog_clutch::DogClutch;
pub use elasto_gap::ElastoGap;
pub use fixed::Fixed;
pub use friction::Friction;
pub use line_end::LineEnd;
pub use mass::Mass;
pub use position::Position;
pub use sensor::Sensor;
pub use spring::Spring;
pub use stop::Stop;

use simobject::{Creator, SimObject};
use simobject_elements::tlm::MechanicQ;

use crate::domain::{Domain, Word};

/// Translation or rotation.
pub trait Mechanics: Domain {
    /// Position.
    const S: Word;
    /// Velocity.
    const V: Word = (Self::POTENTIAL[0], Self::POTENTIAL[1]);
    /// Acceleration.
    const A: Word = Self::RATE;
    /// Force or torque.
    const F: Word = (Self::FLOW[0], Self::FLOW[1]);
    /// The inertia.
    const INERTIA: Word;
    /// Unit of a stiffness.
    const STIFFNESS: &'static str;
    /// Unit of a damping.
    const DAMPING: &'static str;
    /// Name and description of the type `Fixed`; the next ones are those of the other types.
    const FIXED: Word;
    /// `Mass`, `Inertia`.
    const MASS: Word;
    /// `Spring`.
    const SPRING: Word;
    /// `Damper`.
    const DAMPER: Word;
    /// `Force`, `Torque`.
    const FORCE: Word;
    /// `Speed`.
    const SPEED: Word;
    /// `Position`.
    const POSITION: Word;
    /// `Sensor`.
    const SENSOR: Word;
    /// `ConstantSpeed`.
    const CONSTANT_SPEED: Word;
    /// `Friction`.
    const FRICTION: Word;
    /// `Clutch`.
    const CLUTCH: Word;
    /// `Brake`.
    const BRAKE: Word;
    /// `DogClutch`.
    const DOG_CLUTCH: Word;
    /// `Stop`.
    const STOP: Word;
    /// Unit of friction per normal force.
    const PER_FORCE: &'static str;
    /// `ForceSensor`, `TorqueSensor`.
    const FORCE_SENSOR: Word;
    /// `ForceBetween`, `TorqueBetween`.
    const FORCE_BETWEEN: Word;
    /// `ElastoGap`.
    const ELASTO_GAP: Word;
    /// `LineEnd`.
    const LINE_END: Word;
    /// The equivalent inertia at the end of a transmission line, as the library tlm calls it.
    const EQUIVALENT: &'static str;
    /// Relative position.
    const S_REL: &'static str;
    /// Relative velocity.
    const V_REL: &'static str;
    /// Relative position of a relaxed spring.
    const S_REL0: &'static str;
    /// Where a support stands.
    const S0: &'static str;

    /// Port `P1` of a transmission line.
    fn line_end<T: SimObject>(c: &mut Creator<'_, T>) -> MechanicQ;
}
