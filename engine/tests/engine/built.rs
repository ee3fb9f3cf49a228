//! Models that a program builds, against the same that are read from XML.

use std::sync::Arc;

use bowline_engine::integration::{Method, Norm, OutputTimes};
use bowline_engine::{
    FrontEnd, LoadOptions, Model, ModelDescription, NoRecorder, Run, SavedState, Scenario, Source, Sources, Up,
};

use crate::laboratory::{assert_same_bits, catalog, load_from, run};

fn from_xml(name: &str, overrides: &[&str]) -> Arc<Model> {
    let path = format!("{}/../scenarios/{name}", env!("CARGO_MANIFEST_DIR"));
    let source = Source::read(std::path::Path::new(&path)).unwrap();
    let sources = Sources::new(source).with_overrides(overrides.iter().copied());
    load_from(&sources, LoadOptions::default()).unwrap_or_else(|wrong| panic!("{wrong}"))
}

fn built(description: ModelDescription) -> Arc<Model> {
    bowline_engine::build(description, &catalog(), LoadOptions::default()).unwrap_or_else(|wrong| panic!("{wrong}"))
}

fn assert_alike(built: &Arc<Model>, read: &Arc<Model>, name: &str) {
    let names = |model: &Model| model.columns().iter().map(|column| model.column_name(column)).collect::<Vec<_>>();
    assert_eq!(names(built), names(read), "{name}");
    let ((rows, end), (expected, expected_end)) = (run(built), run(read));
    assert_same_bits(&rows, &expected, name);
    let bits = |x: &[f64]| x.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&end), bits(&expected_end), "{name}");
}

#[test]
fn the_tutorial_has_the_bits_that_it_has_from_xml() {
    let mut hanging = ModelDescription::new();
    hanging
        .object("FhsimTutorialLibrary", "Cable/LinearSpring", "S")
        .set("Stiffness", 100.0)
        .set("RelaxedLength", 10.0);
    hanging
        .object("FhsimTutorialLibrary", "Body/Mass", "B")
        .set("Scale", 1.0)
        .set("Mass", 1.0)
        .set("g", -9.81)
        .set("Material", "Simple/Red");
    hanging.connect("S.PosB", "B.Pos").connect("B.Force", "S.ForceB").connect("S.PosA", [0.0, 0.0, -10.0]);
    hanging.initial_condition("B.Pos", [0.0, 0.0, -5.0]).initial_condition("B.Vel", [0.0; 3]);
    let times: OutputTimes = "0, 0:0.1:10, 100".parse().unwrap();
    hanging.engine().output_times(&times).h_max(0.002).h_min(1e-7).abs_tol(1e-3).rel_tol(1e-3);
    hanging.engine().record("object.B:states");
    assert_alike(&built(hanging), &from_xml("mass_linear_spring.xml", &[]), "tutorial");
}

/// A cylinder of the excavator, with the check valves that fill its chambers.
struct Cylinder {
    name: &'static str,
    offset: f64,
    stroke: f64,
    areas: [f64; 2],
    pressures: [f64; 2],
}

const CYLINDERS: [Cylinder; 2] = [
    Cylinder {
        name: "Boom",
        offset: 1.75,
        stroke: 1.3,
        areas: [0.0226, 0.0113],
        pressures: [9_993_680.647_663_822, 1e6],
    },
    Cylinder {
        name: "Stick",
        offset: 1.95,
        stroke: 1.6,
        areas: [0.0143, 0.0072],
        pressures: [1e6, 5_501_440.962_973_552],
    },
];

fn excavator() -> ModelDescription {
    let mut model = ModelDescription::new();
    model.up(Up::MinusZ);
    model.object("mechanics", "Environment/Gravity", "Earth");
    let mut arm = model.object("mechanics", "Mechanism/PlanarLinkage", "Arm");
    arm.set("NumLinks", 2).set("AxisX", [1.0, 0.0, 0.0]).set("AxisY", [0.0, 0.0, -1.0]);
    arm.set("Length1", 5.7).set("Mass1", 1900.0).set("CenterOfMass1", [2.8, 0.35]).set("Inertia1", 5200.0);
    arm.set("Length2", 2.9).set("Mass2", 1700.0).set("CenterOfMass2", [1.93, -0.02]).set("Inertia2", 3840.0);
    arm.set("Damping", [2000.0, 2000.0]).set("Radius", 0.15).set("NumPoints", 4);
    let points = [(1, [2.6, 0.75]), (1, [3.0, 0.95]), (2, [-0.75, 0.3]), (2, [3.4, -0.2])];
    for (number, (link, point)) in (1..).zip(points) {
        arm.set(&format!("Point{number}Link"), link).set(&format!("Point{number}"), point);
    }
    for Cylinder { name, offset, stroke, areas, .. } in CYLINDERS {
        let mut cylinder = model.object("hydraulics", "Hydraulic/ActuatorSimple", &format!("{name}.Cylinder"));
        cylinder.set("OffsetLength", offset).set("StrokeLength", stroke);
        for (chamber, area) in areas.into_iter().enumerate() {
            cylinder.set(&format!("ChamberCrossSection{chamber}"), area).set(&format!("HoseVolume{chamber}"), 2e-3);
        }
        cylinder.set("OilBulkModulus", 1.4e9).set("UseChamberVolumeChange", true).set("AmbientPressure", 101_325.0);
        cylinder.set("ActuatorDamping", 5e4).set("StopStiffness", 1e8).set("StopDamping", 1e6);
        cylinder.set("CylinderRadius", 0.09).set("RodRadius", 0.05).set("PistonRadius", 0.08);
        let mut valve = model.object("hydraulics", "Hydraulic/Valve43", &format!("{name}.Valve"));
        valve.set("NominalFlow", 2.5e-3).set("NominalPressureDrop", 5e5);
        match name {
            "Boom" => valve.set("ScalePB", 0.25).set("ScaleAT", 0.6),
            _ => valve.set("ScaleBT", 0.6),
        };
        valve.set("DeadBand", 0.05).set("NaturalFrequency", 15.0).set("DampingRatio", 0.8);
        for chamber in [0, 1] {
            let mut check = model.object("hydraulics", "Hydraulic/CheckValve", &format!("{name}.MakeUp{chamber}"));
            check.set("CrackPressure", 5e3).set("FullPressure", 5e4).set("NominalFlow", 5e-3);
        }
    }
    model.object("hydraulics", "Hydraulic/Oil", "Oil");
    model.object("hydraulics", "Hydraulic/Tank", "Tank");
    let mut pump = model.object("hydraulics", "Hydraulic/Pump", "Pump");
    pump.set("Displacement", 3.2e-5).set("AngVel", 188.5).set("LeakageCoefficient", 2e-12);
    pump.set("PressureSetting", 25e6).set("ControlRange", 2e6).set("TimeConstant", 0.05);
    model.object("hydraulics", "Hydraulic/Volume", "Line").set("Volume", 0.01);
    let mut relief = model.object("hydraulics", "Hydraulic/ReliefValve", "Relief");
    relief.set("CrackPressure", 28e6).set("FullPressure", 31e6).set("NominalFlow", 6e-3).set("TimeConstant", 0.01);
    for (name, times, values) in [
        ("BoomLever", "0.5, 0.9, 2, 2.4, 5.5, 5.9, 7, 7.4", "0; 0.3; 0.3; 0; 0; -0.2; -0.2; 0"),
        ("StickLever", "1.2, 1.6, 2.8, 3.2, 7.5, 7.9, 9, 9.4", "0; 0.3; 0.3; 0; 0; -0.3; -0.3; 0"),
        ("Soil", "4, 4.6, 8, 8.3", "0; 15000; 15000; 0"),
    ] {
        let mut table = model.object("base", "Src/Table", name);
        table.set("Interpolation", "Linear").set("Times", times).set("Values", values);
    }
    model.object("mechanics", "Load/Force", "Load").set("Direction", [0.0, 0.0, 1.0]).set("ArrowScale", 1e-4);
    connect(&mut model);
    model.initial_condition("Arm.Angle", [0.45, -1.3]).initial_condition("Arm.AngVel", [0.0; 2]);
    for (Cylinder { name, pressures, .. }, chamber) in chambers() {
        model.initial_condition(&format!("{name}.Cylinder.p{chamber}"), pressures[chamber]);
    }
    model.initial_condition("Line.Pressure", 26_982_174.502_982_11);
    let mut engine = model.engine();
    engine
        .method(Method::Auto)
        .output_times(&"0:0.02:10".parse().unwrap())
        .abs_tol(1e-6)
        .rel_tol(1e-6)
        .record(RECORDED);
    model
}

const RECORDED: &str = "Arm.Angle, Arm.Pos4, Boom.Cylinder.Stroke, Boom.Cylinder.p0, Boom.Cylinder.p1, Boom.Cylinder.Tension, \
     Boom.Valve.SpoolPos, Stick.Cylinder.Stroke, Stick.Cylinder.p0, Stick.Cylinder.p1, Stick.Cylinder.Tension, \
     Stick.Valve.SpoolPos, Line.Pressure, Pump.Setting";

fn chambers() -> impl Iterator<Item = (&'static Cylinder, usize)> {
    CYLINDERS.iter().flat_map(|cylinder| [0, 1].map(|chamber| (cylinder, chamber)))
}

fn connect(model: &mut ModelDescription) {
    model.connect("Boom.Cylinder.PosA", [0.55, 0.0, 0.45]).connect("Boom.Cylinder.VelA", [0.0; 3]);
    model.connect("Boom.Cylinder.PosB", "Arm.Pos1").connect("Boom.Cylinder.VelB", "Arm.Vel1");
    model.connect("Arm.Force1", "Boom.Cylinder.ForceB");
    for (end, point) in [("A", 2), ("B", 3)] {
        model.connect(&format!("Stick.Cylinder.Pos{end}"), format!("Arm.Pos{point}"));
        model.connect(&format!("Stick.Cylinder.Vel{end}"), format!("Arm.Vel{point}"));
        model.connect(&format!("Arm.Force{point}"), format!("Stick.Cylinder.Force{end}"));
    }
    model.connect("Load.Pos", "Arm.Pos4").connect("Load.Magnitude", "Soil.Out").connect("Arm.Force4", "Load.Force");
    model.connect("Pump.PressureA", "Tank.Pressure").connect("Pump.PressureB", "Line.Pressure");
    model.connect("Relief.PressureA", "Line.Pressure").connect("Relief.PressureB", "Tank.Pressure");
    model.connect("Line.Flow", "Pump.FlowB + Relief.FlowA + Boom.Valve.FlowP + Stick.Valve.FlowP");
    for Cylinder { name, .. } in CYLINDERS {
        model.connect(&format!("{name}.Valve.Command"), format!("{name}Lever.Out"));
        model.connect(&format!("{name}.Valve.PressureP"), "Line.Pressure");
        model.connect(&format!("{name}.Valve.PressureT"), "Tank.Pressure");
        model.connect(&format!("{name}.Valve.PressureA"), format!("{name}.Cylinder.Pressure0"));
        model.connect(&format!("{name}.Valve.PressureB"), format!("{name}.Cylinder.Pressure1"));
    }
    let mut to_tank = "Pump.FlowA + Relief.FlowB".to_owned();
    for Cylinder { name, .. } in CYLINDERS {
        to_tank += &format!(" + ({name}.Valve.FlowT + {name}.MakeUp0.FlowA + {name}.MakeUp1.FlowA)");
    }
    for (Cylinder { name, .. }, chamber) in chambers() {
        let (check, end) = (format!("{name}.MakeUp{chamber}"), ["A", "B"][chamber]);
        model.connect(&format!("{check}.PressureA"), "Tank.Pressure");
        model.connect(&format!("{check}.PressureB"), format!("{name}.Cylinder.Pressure{chamber}"));
        model.connect(&format!("{name}.Cylinder.Flow{chamber}"), format!("{name}.Valve.Flow{end} + {check}.FlowB"));
    }
    model.connect("Tank.Flow", to_tank);
}

/// But for what is only drawn, the excavator of the scenarios.
#[test]
fn an_excavator_has_the_bits_that_it_has_from_xml() {
    let recorded = format!("Engine:FileOutput={RECORDED}");
    assert_alike(&built(excavator()), &from_xml("excavator.xml", &[&recorded]), "excavator");
}

fn pushed() -> ModelDescription {
    let mut pushed = ModelDescription::new();
    pushed.object("FhsimTutorialLibrary", "Body/Mass", "A").set("Mass", 1.0).set("g", 0.0);
    pushed.object("FhsimTutorialLibrary", "Body/Mass", "B").set("g", 0.0).set("Mass", 1.0).set("Mass", 2.0);
    for name in ["A", "B"] {
        pushed.connect(&format!("{name}.Force"), [4.0, 0.0, 0.0]);
        pushed.initial_condition(&format!("{name}.Pos"), [0.0; 3]).initial_condition(&format!("{name}.Vel"), [0.0; 3]);
    }
    pushed.engine().output_times(&"0:1:3".parse().unwrap());
    pushed
}

/// Half a second squared times acceleration, m.
fn ends_at(model: &Arc<Model>, signal: &str, end: f64) {
    let probe = model.probe(signal).unwrap();
    let mut run = Run::new(model);
    run.advance_to(3.0, &mut NoRecorder).unwrap();
    assert!((run.get(&probe).unwrap()[0] - end).abs() < 1e-9, "{signal}");
}

#[test]
fn what_is_given_last_counts_and_overrides_reach_a_built_model() {
    let scenario = Scenario::from(pushed());
    let load = |overrides: &[&str]| {
        let overrides: Vec<Source> = overrides.iter().map(|text| Source::new("--set", *text)).collect();
        scenario.load(&overrides, &catalog(), LoadOptions::default())
    };
    let plain = load(&[]).unwrap();
    // a t^2 / 2, with a = F / m.
    ends_at(&plain, "A.Pos[0]", 4.0 * 9.0 / 2.0);
    ends_at(&plain, "B.Pos[0]", 2.0 * 9.0 / 2.0);
    assert_eq!(plain.parameters(1)[0].value.as_deref(), Some("2"));
    // A has a parameter more than it was given, and so has B in its middle.
    let set = load(&["A.Material=Simple/Red", "A.Mass=8", "B.Force[0]=1", "B.Pos[0]=5", "Engine:RelTol=1e-9"]).unwrap();
    ends_at(&set, "A.Pos[0]", 0.5 * 9.0 / 2.0);
    ends_at(&set, "B.Pos[0]", 5.0 + 0.5 * 9.0 / 2.0);
    assert_eq!(set.settings().rel_tol, 1e-9);
    let wrong = load(&["B.Mass=-1"]).unwrap_err().to_string();
    assert_eq!(wrong, "bad-parameter: `B` (Body/Mass): parameter `Mass`: `-1` is out of range");
}

#[test]
fn errors_name_what_is_wrong() {
    let told = |change: &dyn Fn(&mut ModelDescription)| {
        let mut description = pushed();
        change(&mut description);
        bowline_engine::build(description, &catalog(), LoadOptions::default()).unwrap_err().to_string()
    };
    let said = told(&|model| {
        model.connect("C.Force", "A.Pos");
    });
    assert_eq!(said, "unknown-object: there is no object `C` (in Connection C.Force=\"A.Pos\")");
    let said = told(&|model| {
        model.initial_condition("A.Speed", f64::NAN);
    });
    assert_eq!(said, "unknown-state: `A` (Body/Mass) has no state `Speed` (in InitialCondition A.Speed=\"NaN\")");
    let said = told(&|model| {
        model.object("FhsimTutorialLibrary", "Body/Mass", "2nd").set("Mass", f64::INFINITY);
    });
    assert_eq!(
        said,
        "bad-name: `2nd` is not a name: `2` may not begin one (in Lib LibName=\"FhsimTutorialLibrary\" \
         SimObject=\"Body/Mass\" Name=\"2nd\" Mass=\"inf\")\n\
         bad-parameter: `2nd` (Body/Mass): parameter `Mass`: `inf` is not a finite number (in Lib LibName=\"FhsimTutorialLibrary\" \
         SimObject=\"Body/Mass\" Name=\"2nd\" Mass=\"inf\")"
    );
    let said = told(&|model| {
        model.engine().rel_tol(-1.0);
    });
    assert_eq!(said, "bad-value: RelTol: -1 is out of range (in Engine RelTol=\"-1\")");
    let empty =
        bowline_engine::build(ModelDescription::new(), &catalog(), LoadOptions::default()).unwrap_err().to_string();
    assert_eq!(empty, "missing-engine: nothing says how to integrate");
    let mut without = ModelDescription::new();
    without.object("FhsimTutorialLibrary", "Body/Mass", "A").set("Mass", 1.0);
    let said = bowline_engine::build(without, &catalog(), LoadOptions::default()).unwrap_err().to_string();
    assert_eq!(said, empty, "which no item is about");
}

/// A file has lines, whatever it is called.
#[test]
fn a_file_that_is_called_model_is_no_built_model() {
    let text = r#"<Contents><OBJECTS/><INTERCONNECTIONS><Connection C.Force="0"/></INTERCONNECTIONS>
        <INTEGRATION><Engine TOutput="0:1:3"/></INTEGRATION></Contents>"#;
    let wrong = load_from(&Sources::new(Source::new("model", text)), LoadOptions::default());
    assert_eq!(wrong.unwrap_err().to_string(), "unknown-object: there is no object `C`");
}

#[test]
fn a_built_model_goes_on_from_a_state_file() {
    let model = built(pushed());
    let mut run = Run::new(&model);
    run.advance_to(1.0, &mut NoRecorder).unwrap();
    let state = SavedState::new("tests", &model, &run.state()).to_json().unwrap();
    let scenario = Scenario::from(pushed()).with_initial_state(Source::new("state.json", state));
    let resumed = scenario.load(&[], &catalog(), LoadOptions::default()).unwrap();
    assert_eq!(resumed.settings().output_times.start(), 1.0);
    ends_at(&resumed, "B.Pos[0]", 2.0 * 9.0 / 2.0);
    let scenario = Scenario::from(pushed()).with_initial_state(Source::new("state.json", "{"));
    let wrong = scenario.load(&[], &catalog(), LoadOptions::default()).unwrap_err();
    assert_eq!(wrong.place_of(wrong.sorted()[0]).unwrap().0.name(), "state.json");
}

#[test]
fn a_program_adds_to_a_scenario_that_it_has_read() {
    let text = r#"<Contents><OBJECTS><Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="A" Mass="1"/></OBJECTS>
        <INTEGRATION><Engine TOutput="0:1:3"/></INTEGRATION></Contents>"#;
    let mut description = FrontEnd::describe(&Sources::new(Source::new("a.xml", text))).unwrap().0;
    description.connect("A.Force", [1.0, 0.0, 9.81]).initial_condition("A.Pos", [0.0; 3]);
    let of_text = description.clone();
    description.initial_condition("A.Vel", [0.0; 3]);
    ends_at(&built(description), "A.Pos[0]", 1.0 * 9.0 / 2.0);
    let wrong = bowline_engine::build(of_text, &catalog(), LoadOptions::default()).unwrap_err();
    let (source, place) = wrong.place_of(wrong.sorted()[0]).unwrap();
    assert_eq!((source.name(), &source.text()[place]), ("a.xml", "A"), "errors of what was read have a line");
}

/// `UseRSSNormInsteadOfInfNorm` is FhSim's way to write one of the norms.
#[test]
fn each_attribute_of_engine_has_a_method() {
    let mut description = pushed();
    let mut engine = description.engine();
    engine.output_times(&OutputTimes::every(0.5, 0.0, 3.0).unwrap()).method(Method::Auto).step_size(0.0);
    engine.abs_tol(1e-7).rel_tol(1e-8).error_norm(Norm::RootMeanSquare).h_max(0.5).h_min(0.0).h_first(0.01);
    engine
        .save_points(&[1.0, 2.0])
        .sample_time(0.1)
        .event_tol(1e-6)
        .log_events(true)
        .refuse_loops(false)
        .start_steady(false)
        .hold("A.Vel")
        .record_states(false);
    engine.record("A.Pos").keep_order(true).cores(1);
    let mut schema = Vec::new();
    bowline_engine::write_schema(&catalog(), &mut schema).unwrap();
    let schema = String::from_utf8(schema).unwrap();
    let model = built(description.clone());
    let settings = model.settings();
    let names: Vec<&str> = settings.attributes.iter().map(|(name, _)| name.as_str()).collect();
    let element =
        schema.split("<xs:complexType name=\"Engine\">").nth(1).unwrap().split("</xs:complexType>").next().unwrap();
    let attributes = element.split("<xs:attribute name=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
    let missing: Vec<&str> = attributes.filter(|name| !names.contains(name)).collect();
    assert_eq!(missing, ["UseRSSNormInsteadOfInfNorm"]);
    assert_eq!((settings.rel_tol, settings.h_first, settings.sample_time), (1e-8, Some(0.01), Some(0.1)));
    assert_eq!(settings.save_points, [1.0, 2.0]);
    description.engine().save_points(&[]);
    assert!(built(description).settings().save_points.is_empty());
}

#[test]
fn overrides_alone_may_say_how_to_integrate() {
    let mut description = ModelDescription::new();
    description.object("base", "Src/Step", "S");
    let set = [Source::new("--set", "Engine:TOutput=0:1:2")];
    let model = Scenario::from(description).load(&set, &catalog(), LoadOptions::default()).unwrap();
    assert_eq!(model.settings().output_times.end(), 2.0);
}

#[test]
fn further_results_are_described_too() {
    let mut description = pushed();
    description.output("slow").output_times(&"0:3:3".parse().unwrap()).record("B.Vel[0], A.Vel[0]").keep_order(true);
    let model = built(description);
    let [slow] = model.outputs() else { panic!("one") };
    assert_eq!((slow.name.as_str(), slow.times.iter().collect::<Vec<_>>()), ("slow", vec![0.0, 3.0]));
    let names: Vec<String> = slow.columns.iter().map(|column| model.column_name(column)).collect();
    assert_eq!(names, ["B.Vel[0]", "A.Vel[0]"]);
}

#[test]
fn output_times_are_written_as_they_are_read() {
    for (text, written) in [
        ("0, 0:0.1:10, 100", "0, 0:0.1:10, 100"),
        ("0:1e-7:1e-6", "0:1e-7:1e-6"),
        ("-1:0.5:0", "-1:0.5:0"),
        ("1e3:1e3:3000", "1000:1000:3000"),
        ("0:0.3:1", "0:0.3:0.9"),
        ("1e-30", "1e-30"),
        ("0:0.0011951234567891233:0.11951234567891236", "0:0.0011951234567891233:0.11951234567891233"),
    ] {
        let times: OutputTimes = text.parse().unwrap();
        assert_eq!(times.to_string(), written);
        let again: OutputTimes = written.parse().unwrap();
        assert_eq!(again.iter().collect::<Vec<_>>(), times.iter().collect::<Vec<_>>(), "{text}");
    }
}
