//! What translational and rotational elements have in common: the same laws, in other units.

mod clutch;
mod constant_speed;
mod damper;
mod dog_clutch;
mod fixed;
mod force;
mod force_sensor;
mod friction;
mod mass;
mod motion;
mod sensor;
mod spring;
mod stop;

pub use clutch::{Between, Brake, Clutch, Held, Pressed, Where};
pub use constant_speed::ConstantSpeed;
pub use damper::Damper;
pub use dog_clutch::DogClutch;
pub use fixed::Fixed;
pub use force::Force;
pub use force_sensor::ForceSensor;
pub use friction::Friction;
pub use mass::Mass;
pub use motion::{Position, Speed};
pub use sensor::Sensor;
pub use spring::Spring;
pub use stop::Stop;

use simobject::{Creator, Nature, SimObject, Terminal};

/// A word that is another one for translation and rotation: its name, its unit.
pub type Word = (&'static str, &'static str);

/// Translation or rotation.
pub trait Mechanics: Send + Sync + 'static {
    /// What flows through its terminals.
    const NATURE: &'static Nature;
    /// Position, velocity, acceleration and force.
    const S: Word;
    #[allow(missing_docs, reason = "as above")]
    const V: Word;
    #[allow(missing_docs, reason = "as above")]
    const A: Word;
    #[allow(missing_docs, reason = "as above")]
    const F: Word;
    /// The inertia.
    const INERTIA: Word;
    /// Units of a stiffness and a damping.
    const STIFFNESS: &'static str;
    #[allow(missing_docs, reason = "as above")]
    const DAMPING: &'static str;
    /// Names of the types, and what is said of them.
    const FIXED: Word;
    #[allow(missing_docs, reason = "as above")]
    const MASS: Word;
    #[allow(missing_docs, reason = "as above")]
    const SPRING: Word;
    #[allow(missing_docs, reason = "as above")]
    const DAMPER: Word;
    #[allow(missing_docs, reason = "as above")]
    const FORCE: Word;
    #[allow(missing_docs, reason = "as above")]
    const SPEED: Word;
    #[allow(missing_docs, reason = "as above")]
    const POSITION: Word;
    #[allow(missing_docs, reason = "as above")]
    const SENSOR: Word;
    #[allow(missing_docs, reason = "as above")]
    const CONSTANT_SPEED: Word;
    #[allow(missing_docs, reason = "as above")]
    const FRICTION: Word;
    #[allow(missing_docs, reason = "as above")]
    const CLUTCH: Word;
    #[allow(missing_docs, reason = "as above")]
    const BRAKE: Word;
    #[allow(missing_docs, reason = "as above")]
    const DOG_CLUTCH: Word;
    #[allow(missing_docs, reason = "as above")]
    const STOP: Word;
    /// Unit of friction per normal force.
    const PER_FORCE: &'static str;
    #[allow(missing_docs, reason = "as above")]
    const FORCE_SENSOR: Word;
    /// Names of relative position and velocity, and of a spring's relaxed one.
    const S_REL: &'static str;
    #[allow(missing_docs, reason = "as above")]
    const V_REL: &'static str;
    #[allow(missing_docs, reason = "as above")]
    const S_REL0: &'static str;
    #[allow(missing_docs, reason = "as above")]
    const S0: &'static str;
}

/// Two flanges.
fn flanges<M: Mechanics, T: SimObject>(c: &mut Creator<'_, T>) -> (Terminal, Terminal) {
    (c.terminal("A", M::NATURE, "Flange a"), c.terminal("B", M::NATURE, "Flange b"))
}

/// One.
fn flange<M: Mechanics, T: SimObject>(c: &mut Creator<'_, T>) -> Terminal {
    c.terminal("A", M::NATURE, "Flange")
}
