//! Elements that are joined at terminals, without a direction: electric, hydraulic, thermal, translational and
//! rotational. Names and signs are those of Modelica's standard library where it has the element: what flows is positive
//! into an element, differences are those of its first terminal less those of its second.

pub mod domain;
pub mod electric;
pub mod elementary;
pub mod hydraulic;
pub mod mechanic;
pub mod rotational;
pub mod thermal;
pub mod translational;
mod wave;

use domain::{Electric, Hydraulic, Rotation, Thermal, Translation};
use elementary::{ConstantPotential, FlowSensor, PotentialSensor, Resistance, SignalPotential, Tank};

simobject::library! {
    name: "terminals",
    doc: "Elements that are joined at terminals, without a direction",
    types: [
        electric::Ground, Resistance<Electric>, electric::Capacitor, electric::Inductor,
        ConstantPotential<Electric>, electric::SineVoltage, SignalPotential<Electric>,
        electric::ConstantCurrent, electric::SineCurrent, electric::SignalCurrent,
        electric::IdealTransformer, electric::IdealOpAmp, PotentialSensor<Electric>, FlowSensor<Electric>,
        electric::Diode, electric::RotationalEmf, electric::HeatingResistor,
        electric::Switch, electric::IdealDiode, electric::DcMotor,
        mechanic::Fixed<Translation>, mechanic::Mass<Translation>, mechanic::Spring<Translation>, Resistance<Translation>,
        mechanic::Force<Translation>, SignalPotential<Translation>, mechanic::Position<Translation>, mechanic::Sensor<Translation>,
        ConstantPotential<Translation>, mechanic::Friction<Translation>, mechanic::Clutch<Translation>, mechanic::Brake<Translation>,
        mechanic::DogClutch<Translation>, mechanic::Stop<Translation>, FlowSensor<Translation>, mechanic::LineEnd<Translation>,
        mechanic::ForceBetween<Translation>, mechanic::ElastoGap<Translation>,
        mechanic::Fixed<Rotation>, mechanic::Mass<Rotation>, mechanic::Spring<Rotation>, Resistance<Rotation>,
        mechanic::Force<Rotation>, SignalPotential<Rotation>, mechanic::Position<Rotation>, mechanic::Sensor<Rotation>,
        ConstantPotential<Rotation>, mechanic::Friction<Rotation>, mechanic::Clutch<Rotation>, mechanic::Brake<Rotation>,
        mechanic::DogClutch<Rotation>, mechanic::Stop<Rotation>, FlowSensor<Rotation>, mechanic::LineEnd<Rotation>,
        mechanic::ForceBetween<Rotation>, mechanic::ElastoGap<Rotation>,
        rotational::IdealGear, rotational::IdealPlanetary, rotational::Rack,
        translational::Lever, translational::BetweenPoints,
        ConstantPotential<Tank>, ConstantPotential<Hydraulic>, SignalPotential<Hydraulic>, hydraulic::ConstantFlow,
        hydraulic::SignalFlow, hydraulic::Volume, hydraulic::Accumulator, hydraulic::Orifice,
        Resistance<Hydraulic>, hydraulic::Tube, hydraulic::ThrottleValve, hydraulic::CheckValve,
        hydraulic::ReliefValve, hydraulic::Valve43, hydraulic::Cylinder, hydraulic::Pump, hydraulic::Motor,
        PotentialSensor<Hydraulic>, FlowSensor<Hydraulic>, hydraulic::LineEnd,
        thermal::HeatCapacitor, Resistance<Thermal>, thermal::BodyRadiation, ConstantPotential<Thermal>,
        SignalPotential<Thermal>, thermal::FixedHeatFlow, thermal::PrescribedHeatFlow,
        PotentialSensor<Thermal>, FlowSensor<Thermal>,
    ],
}
