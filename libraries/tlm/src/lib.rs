//! Transmission-line elements, as those of Hopsan: components that are joined by
//! waves, which take one `SampleTime` of the scenario to get through. What an
//! element is made of stands in [`simobject_elements::tlm`], for authors of others too.
//!
//! Types and parameters are called as in Hopsan. Units are SI; pressures are
//! absolute.

mod hydraulic;
mod input;
mod mechanic;
mod place;
mod sensor;
mod signal;
mod start;
mod steps;

pub use hydraulic::{
    Accumulator, CheckValve, CylinderC, CylinderQ, FixedDisplacementMotor, FixedDisplacementPump, FlowSource,
    LaminarOrifice, LosslessLine, PressureReliefValve, PressureSource, Tank, TurbulentOrifice, Valve22, Valve32,
    Valve43, VariableDisplacementPump, Volume,
};
pub use mechanic::{
    AngularVelocitySource, FixedPosition, FixedRotation, ForceSource, Gear, InterfaceC, InterfaceQ, Lever,
    RotationalInertia, RotationalInertiaWithCoulombFriction, RotationalInterfaceC, RotationalInterfaceQ, TorqueSource,
    TorsionalDamper, TorsionalSpring, TranslationalDamper, TranslationalMass, TranslationalMassWithCoulombFriction,
    TranslationalSpring, VelocitySource,
};
pub use sensor::{
    AngleSensor, AngularVelocitySensor, FlowSensor, ForceSensor, PositionSensor, PressureSensor, TorqueSensor,
    VelocitySensor,
};
pub use signal::{
    DoubleIntegratorWithDamping, FirstOrderTransferFunction, Hysteresis, Integrator, IntegratorLimited,
    SecondOrderTransferFunction, TimeDelay,
};

simobject::library! {
    name: "tlm",
    aliases: ["hopsan"],
    doc: "Hydraulics and mechanics by transmission lines",
    types: [
        Accumulator, CheckValve, CylinderC, CylinderQ, FixedDisplacementMotor, FixedDisplacementPump, FlowSource,
        LaminarOrifice, LosslessLine, PressureReliefValve, PressureSource, Tank, TurbulentOrifice, Valve22, Valve32,
        Valve43, VariableDisplacementPump, Volume,
        FixedPosition, ForceSource, TranslationalDamper, TranslationalMass, TranslationalMassWithCoulombFriction,
        TranslationalSpring, VelocitySource, Lever,
        AngularVelocitySource, FixedRotation, RotationalInertia, RotationalInertiaWithCoulombFriction, TorqueSource,
        TorsionalDamper, TorsionalSpring, Gear,
        InterfaceC, InterfaceQ, RotationalInterfaceC, RotationalInterfaceQ,
        DoubleIntegratorWithDamping, FirstOrderTransferFunction, Hysteresis, Integrator, IntegratorLimited,
        SecondOrderTransferFunction, TimeDelay,
        FlowSensor, ForceSensor, PositionSensor, PressureSensor, VelocitySensor,
        AngleSensor, AngularVelocitySensor, TorqueSensor,
    ],
}
