//! What translational and rotational elements have in common: the same laws, in other units.

mod clutch;
mod constant_speed;
mod damper;
mod dog_clutch;
mod elasto_gap;
mod fixed;
mod force;
mod force_between;
mod force_sensor;
mod friction;
mod line_end;
mod mass;
mod position;
mod sensor;
mod speed;
mod spring;
mod stop;

pub use clutch::{Between, Brake, Clutch, Held, Pressed, Where};
pub use constant_speed::ConstantSpeed;
pub use damper::Damper;
pub use dog_clutch::DogClutch;
pub use elasto_gap::ElastoGap;
pub use fixed::Fixed;
pub use force::Force;
pub use force_between::ForceBetween;
pub use force_sensor::ForceSensor;
pub use friction::Friction;
pub use line_end::LineEnd;
pub use mass::Mass;
pub use position::Position;
pub use sensor::Sensor;
pub use speed::Speed;
pub use spring::Spring;
pub use stop::Stop;

use simobject::{Creator, Nature, SimObject, Terminal};
use simobject_elements::tlm::MechanicQ;

/// A word that is another one for translation and rotation: its name, its unit.
pub type Word = (&'static str, &'static str);

/// Translation or rotation.
pub trait Mechanics: Send + Sync + 'static {
    /// What flows through its terminals.
    const NATURE: &'static Nature;
    /// Position.
    const S: Word;
    /// Velocity.
    const V: Word;
    /// Acceleration.
    const A: Word;
    /// Force or torque.
    const F: Word;
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

/// Two flanges.
fn flanges<M: Mechanics, T: SimObject>(c: &mut Creator<'_, T>) -> (Terminal, Terminal) {
    (c.terminal("A", M::NATURE, "Flange a"), c.terminal("B", M::NATURE, "Flange b"))
}

/// One.
fn flange<M: Mechanics, T: SimObject>(c: &mut Creator<'_, T>) -> Terminal {
    c.terminal("A", M::NATURE, "Flange")
}
