//! Elements that are joined at terminals, without a direction: electric, hydraulic, thermal, translational and
//! rotational. Names and signs are those of Modelica's standard library where it has the element: what flows is positive
//! into an element, differences are those of its first terminal less those of its second.

pub mod electric;
pub mod hydraulic;
pub mod mechanic;
pub mod rotational;
pub mod thermal;
pub mod translational;
mod wave;

simobject::library! {
    name: "terminals",
    doc: "Elements that are joined at terminals, without a direction",
    types: [
        electric::Ground, electric::Resistor, electric::Capacitor, electric::Inductor,
        electric::ConstantVoltage, electric::SineVoltage, electric::SignalVoltage,
        electric::ConstantCurrent, electric::SineCurrent, electric::SignalCurrent,
        electric::IdealTransformer, electric::IdealOpAmp, electric::VoltageSensor, electric::CurrentSensor,
        electric::Diode, electric::RotationalEmf, electric::HeatingResistor,
        electric::Switch, electric::IdealDiode, electric::DcMotor,
        translational::Fixed, translational::Mass, translational::Spring, translational::Damper,
        translational::Force, translational::Speed, translational::Position, translational::Sensor,
        translational::ConstantSpeed, translational::Friction, translational::Clutch, translational::Brake,
        translational::DogClutch, translational::Stop, translational::ForceSensor, translational::LineEnd,
        translational::ForceBetween, translational::ElastoGap,
        rotational::Fixed, rotational::Inertia, rotational::Spring, rotational::Damper,
        rotational::Torque, rotational::Speed, rotational::Position, rotational::Sensor,
        rotational::ConstantSpeed, rotational::Friction, rotational::Clutch, rotational::Brake,
        rotational::DogClutch, rotational::Stop, rotational::TorqueSensor, rotational::LineEnd,
        rotational::TorqueBetween, rotational::ElastoGap,
        rotational::IdealGear, rotational::IdealPlanetary, rotational::Rack,
        translational::Lever, translational::BetweenPoints,
        hydraulic::Tank, hydraulic::ConstantPressure, hydraulic::SignalPressure, hydraulic::ConstantFlow,
        hydraulic::SignalFlow, hydraulic::Volume, hydraulic::Accumulator, hydraulic::Orifice,
        hydraulic::LaminarResistance, hydraulic::Tube, hydraulic::ThrottleValve, hydraulic::CheckValve,
        hydraulic::ReliefValve, hydraulic::Valve43, hydraulic::Cylinder, hydraulic::Pump, hydraulic::Motor,
        hydraulic::PressureSensor, hydraulic::FlowSensor, hydraulic::LineEnd,
        thermal::HeatCapacitor, thermal::ThermalConductor, thermal::BodyRadiation, thermal::FixedTemperature,
        thermal::PrescribedTemperature, thermal::FixedHeatFlow, thermal::PrescribedHeatFlow,
        thermal::TemperatureSensor, thermal::HeatFlowSensor,
    ],
}
