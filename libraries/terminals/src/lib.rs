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
use elementary::{FlowSensor, PotentialSensor, Resistance};

simobject::library! {
    name: "terminals",
    doc: "Elements that are joined at terminals, without a direction",
    types: [
        electric::Ground, Resistance<Electric>, electric::Capacitor, electric::Inductor,
        electric::ConstantVoltage, electric::SineVoltage, electric::SignalVoltage,
        electric::ConstantCurrent, electric::SineCurrent, electric::SignalCurrent,
        electric::IdealTransformer, electric::IdealOpAmp, PotentialSensor<Electric>, FlowSensor<Electric>,
        electric::Diode, electric::RotationalEmf, electric::HeatingResistor,
        electric::Switch, electric::IdealDiode, electric::DcMotor,
        mechanic::Fixed<Translation>, mechanic::Mass<Translation>, mechanic::Spring<Translation>, Resistance<Translation>,
        mechanic::Force<Translation>, mechanic::Speed<Translation>, mechanic::Position<Translation>, mechanic::Sensor<Translation>,
        mechanic::ConstantSpeed<Translation>, mechanic::Friction<Translation>, mechanic::Clutch<Translation>, mechanic::Brake<Translation>,
        mechanic::DogClutch<Translation>, mechanic::Stop<Translation>, FlowSensor<Translation>, mechanic::LineEnd<Translation>,
        mechanic::ForceBetween<Translation>, mechanic::ElastoGap<Translation>,
        mechanic::Fixed<Rotation>, mechanic::Mass<Rotation>, mechanic::Spring<Rotation>, Resistance<Rotation>,
        mechanic::Force<Rotation>, mechanic::Speed<Rotation>, mechanic::Position<Rotation>, mechanic::Sensor<Rotation>,
        mechanic::ConstantSpeed<Rotation>, mechanic::Friction<Rotation>, mechanic::Clutch<Rotation>, mechanic::Brake<Rotation>,
        mechanic::DogClutch<Rotation>, mechanic::Stop<Rotation>, FlowSensor<Rotation>, mechanic::LineEnd<Rotation>,
        mechanic::ForceBetween<Rotation>, mechanic::ElastoGap<Rotation>,
        rotational::IdealGear, rotational::IdealPlanetary, rotational::Rack,
        translational::Lever, translational::BetweenPoints,
        hydraulic::Tank, hydraulic::ConstantPressure, hydraulic::SignalPressure, hydraulic::ConstantFlow,
        hydraulic::SignalFlow, hydraulic::Volume, hydraulic::Accumulator, hydraulic::Orifice,
        Resistance<Hydraulic>, hydraulic::Tube, hydraulic::ThrottleValve, hydraulic::CheckValve,
        hydraulic::ReliefValve, hydraulic::Valve43, hydraulic::Cylinder, hydraulic::Pump, hydraulic::Motor,
        PotentialSensor<Hydraulic>, FlowSensor<Hydraulic>, hydraulic::LineEnd,
        thermal::HeatCapacitor, Resistance<Thermal>, thermal::BodyRadiation, thermal::FixedTemperature,
        thermal::PrescribedTemperature, thermal::FixedHeatFlow, thermal::PrescribedHeatFlow,
        PotentialSensor<Thermal>, FlowSensor<Thermal>,
    ],
}
