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

use domain::{Electric, Hydraulic, Rotation, Thermal, Translation};
use elementary::{
    BetweenFlanges, ConstantFlow, ConstantPotential, FlowSensor, OntoFlange, PotentialSensor, Resistance, SignalFlow,
    SignalPotential, Tank,
};
use mechanic::{Brake, Clutch, DogClutch, ElastoGap, Fixed, Friction, LineEnd, Mass, Position, Sensor, Spring, Stop};

simobject::library! {
    name: "terminals",
    doc: "Elements that are joined at terminals, without a direction",
    types: [
        electric::Ground, Resistance<Electric>, electric::Capacitor, electric::Inductor,
        ConstantPotential<Electric>, electric::SineVoltage, SignalPotential<Electric>,
        ConstantFlow<Electric>, electric::SineCurrent, SignalFlow<Electric>,
        electric::IdealTransformer, electric::IdealOpAmp, PotentialSensor<Electric>, FlowSensor<Electric>,
        electric::Diode, electric::RotationalEmf, electric::HeatingResistor,
        electric::Switch, electric::IdealDiode, electric::DcMotor,
        Fixed<Translation>, Mass<Translation>, Spring<Translation>, Resistance<Translation>,
        SignalFlow<OntoFlange<Translation>>, SignalPotential<Translation>, Position<Translation>, Sensor<Translation>,
        ConstantPotential<Translation>, Friction<Translation>, Clutch<Translation>, Brake<Translation>,
        DogClutch<Translation>, Stop<Translation>, FlowSensor<Translation>, LineEnd<Translation>,
        SignalFlow<BetweenFlanges<Translation>>, ElastoGap<Translation>,
        Fixed<Rotation>, Mass<Rotation>, Spring<Rotation>, Resistance<Rotation>,
        SignalFlow<OntoFlange<Rotation>>, SignalPotential<Rotation>, Position<Rotation>, Sensor<Rotation>,
        ConstantPotential<Rotation>, Friction<Rotation>, Clutch<Rotation>, Brake<Rotation>,
        DogClutch<Rotation>, Stop<Rotation>, FlowSensor<Rotation>, LineEnd<Rotation>,
        SignalFlow<BetweenFlanges<Rotation>>, ElastoGap<Rotation>,
        rotational::IdealGear, rotational::IdealPlanetary, rotational::Rack,
        translational::Lever, translational::BetweenPoints,
        ConstantPotential<Tank>, ConstantPotential<Hydraulic>, SignalPotential<Hydraulic>, ConstantFlow<Hydraulic>,
        SignalFlow<Hydraulic>, hydraulic::Volume, hydraulic::Accumulator, hydraulic::Orifice,
        Resistance<Hydraulic>, hydraulic::Tube, hydraulic::ThrottleValve, hydraulic::CheckValve,
        hydraulic::ReliefValve, hydraulic::Valve43, hydraulic::Cylinder, hydraulic::Pump, hydraulic::Motor,
        PotentialSensor<Hydraulic>, FlowSensor<Hydraulic>, hydraulic::LineEnd,
        thermal::HeatCapacitor, Resistance<Thermal>, thermal::BodyRadiation, ConstantPotential<Thermal>,
        SignalPotential<Thermal>, thermal::FixedHeatFlow, thermal::PrescribedHeatFlow,
        PotentialSensor<Thermal>, FlowSensor<Thermal>,
    ],
}
