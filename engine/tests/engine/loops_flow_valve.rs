//! A flow control valve, its pressures and flows one loop, against reference data.

use crate::laboratory::{load, rows_of, run};
use crate::loops_reference::{AT_ONCE, net, net_of, outputs};

/// The flow control valve: constants with their names, SI.
fn valve_constants(passage: f64) -> String {
    // Gap and nozzles: laminar and turbulent parts of their pressure drops.
    let (rho, mu) = (870.0, 0.7);
    let turbulent = rho / (2.0 * mu * mu * passage * passage);
    let constants = [
        ("A1", 6.283185307179586e-05),
        ("A2", 5.0265482457436686e-05),
        ("A3", 0.00011309733552923255),
        ("F0", 60.0),
        ("c", 8000.0),
        ("m", 0.02),
        ("h", 5.0),
        ("xmax", 0.0012),
        ("y0", 0.0012),
        ("leak", 2e-7),
        ("rho", rho),
        ("mu", mu),
        ("cosine", 0.36),
        ("dsp", 0.012),
        ("Lslot", 1e8),
        ("L3", 23325369223.16034),
        ("L4", 23325369223.16034),
        ("L5", 149282363028.22617),
        ("L6", 9554071233.806475),
        ("L7", 1e8),
        ("T3", 5595422788060742.0),
        ("T4", 5595422788060742.0),
        ("T5", 8.814942976883386e+16),
        ("T6", 2256625402082146.5),
        ("T7", turbulent),
    ];
    let constants = constants.map(|(name, value)| format!(r#"<Variable Name="{name}" Value="{value:e}"/>"#));
    format!("<VARIABLES>\n{}\n</VARIABLES>\n", constants.join("\n"))
}

/// Flow through a resistance with a pressure difference, and the pressure that a flow takes.
const SLOT: &str = "2*(U.Out - P3.Out)/(Lslot + sqrt(Lslot^2 + 2*rho/(mu*S.Out)^2*abs(U.Out - P3.Out)))";
const NOZZLE: &str = "2*(P5.Out - P6.Out)/(L5 + sqrt(L5^2 + 4*T5*abs(P5.Out - P6.Out)))";

fn with_constants(text: &str, passage: f64) -> String {
    text.replace("<OBJECTS>", &format!("{}<OBJECTS>", valve_constants(passage)))
}

/// The valve at rest, at two pressures. The unknowns are in bar, 0.1 l/s and mm, so that they are about 1.
fn valve_at_rest(passage: f64, inlet: f64, outlet: f64, initial: &str) -> String {
    let slot = "(pi*dsp*max(y0 - X.Out, leak))";
    let unknowns = [
        ("U", format!("{inlet:e}")),
        ("Q1", SLOT.replace("S.Out", slot)),
        ("Q5", NOZZLE.to_owned()),
        ("Q7", "Q1.Out - Q5.Out".to_owned()),
        ("Q2", "Q7.Out + Q5.Out".to_owned()),
        // No pressure is below 0, wherever the search looks.
        ("P3", format!("max({outlet:e} + (L7 + T7*abs(Q7.Out))*Q7.Out, 0)")),
        ("P5", "P3.Out - (L4 + T4*abs(Q5.Out))*Q5.Out".to_owned()),
        ("P6", format!("{outlet:e} + (L6 + T6*abs(Q5.Out))*Q5.Out")),
        ("X", {
            let flow_force = format!("2*mu*cosine*{slot}*(U.Out - P3.Out)");
            format!("min(max((A1*P3.Out + A2*P5.Out - A3*P6.Out - F0 + {flow_force})/c, 0), xmax)")
        }),
    ];
    let names = unknowns.each_ref().map(|(name, _)| *name);
    let unknowns = unknowns.map(|(name, formula)| {
        let in_si = |formula: String, other: &&str| {
            formula.replace(&format!("{other}.Out"), &format!("({:e}*{other}.Out)", unit(other)))
        };
        let formula = names.iter().fold(formula, in_si);
        (name.to_owned(), format!("({formula})/{:e}", unit(name)))
    });
    with_constants(&net(&unknowns, &[], "", initial, AT_ONCE), passage)
}

/// In which unit an unknown of the valve at rest is, SI.
fn unit(name: &str) -> f64 {
    match &name[..1] {
        "P" | "U" => 1e5,
        "Q" => 1e-4,
        _ => 1e-3,
    }
}

/// Each point is solved from nothing, without guesses, and with one. Reference: nested bisection.
#[test]
fn the_characteristic_of_a_flow_control_valve_is_found_from_nothing() {
    let mut points = 0;
    for point in rows_of("flow_control_valve.csv") {
        let [passage, outlet, inlet, difference, x, p3, .., q2, _, _, _, _, _] = point[..] else { unreachable!() };
        // Below this several solutions may exist.
        if difference < 4e5 {
            continue;
        }
        for initial in ["", r#"Q7.Out="1""#] {
            let text = valve_at_rest(passage, inlet, outlet, initial);
            let found =
                outputs(&text, &["Q2.Out", "X.Out", "P3.Out"]).unwrap_or_else(|error| panic!("{error}\n{text}"));
            let error = [found[0] * 1e-4 / q2 - 1.0, (found[1] * 1e-3 - x) / 1.2e-3, found[2] * 1e5 / p3 - 1.0];
            for (error, of) in error.iter().zip(["flow", "place", "pressure"]) {
                assert!(error.abs() < 1e-12, "{of} at {passage}, {outlet}, {difference}: {error}");
            }
        }
        points += 1;
    }
    assert_eq!(points, 138);
}

/// Time, place and velocity of the spool, by DOP853 at 3e-14 from bend to bend of the ramp.
const MOTION: [[f64; 3]; 5] = [
    [0.0055, 1.134_153_827_372_8e-3, 7.021_237_342_147e-2],
    [0.0060, 1.160_871_374_838_87e-3, 3.301_421_792_187e-2],
    [0.0065, 1.166_104_406_668_84e-3, 3.756_758_343_5e-4],
    [0.0070, 1.166_123_869_318_14e-3, -8.963_929e-7],
    [0.0200, 1.166_123_814_754_74e-3, 0.0],
];

/// The valve with a spool that has mass, from a place of the spool, m, on: the object that gives its inlet pressure, and
/// what is connected to that.
pub(crate) fn valve_with_mass((source, connection): (&str, &str), place: f64, engine: &str) -> String {
    let unknowns = [
        ("S", "pi*dsp*max(y0 - X.Out, leak)"),
        ("Q1", SLOT),
        ("Q3", "A1*V.Out"),
        ("Q5", NOZZLE),
        ("Q4", "Q5.Out + A2*V.Out"),
        ("Q6", "Q5.Out + A3*V.Out"),
        ("Q7", "Q1.Out - Q3.Out - Q4.Out"),
        ("Q2", "Q7.Out + Q6.Out"),
        ("P3", "1e5 + (L7 + T7*abs(Q7.Out))*Q7.Out"),
        ("P4", "P3.Out - (L3 + T3*abs(Q3.Out))*Q3.Out"),
        ("P5", "P3.Out - (L4 + T4*abs(Q4.Out))*Q4.Out"),
        ("P6", "1e5 + (L6 + T6*abs(Q6.Out))*Q6.Out"),
        ("F", "A1*P4.Out + A2*P5.Out - A3*P6.Out - F0 + 2*mu*cosine*S.Out*(U.Out - P3.Out) - h*V.Out - c*X.Out"),
    ];
    let objects = [source, "base:Math/Integrator X", "base:Math/Integrator V"];
    let initial = format!(r#"X.Integral="{place:e}" V.Integral="0""#);
    let connections = format!(r#"X.In="V.Out" V.In="F.Out/m" {connection}"#);
    with_constants(&net_of(&unknowns, &objects, &connections, &initial, engine), 5e-6)
}

/// Its spool with mass, behind a ramp of the inlet pressure: states x and v, and a loop of pressures and flows in
/// each evaluation. Reference: Radau at 1e-10.
#[test]
fn a_flow_control_valve_with_mass_answers_a_ramp_as_by_another_method() {
    let source = "base:Src/Table U Times=\"0, 0.005, 0.006, 1\" Values=\"2.1e6; 2.1e6; 10.1e6; 10.1e6\" Interpolation=\"Linear\"";
    let rows = rows_of("flow_control_valve_transient.csv");
    // t,p1,x,v,p3,p4,p5,p6,Q1,Q2,Q5,Q7
    let columns = [(2, "X.Out"), (3, "V.Out"), (4, "P3.Out"), (7, "P6.Out"), (8, "Q1.Out"), (9, "Q2.Out")];
    for way in ["DormandPrince", "Tsitouras", "BogackiShampine", "BDF", "ESDIRK34", "auto"] {
        let names = columns.map(|(_, name)| name).join(",");
        let engine = format!(
            r#"TOutput="0:0.0005:0.05" FileOutput="{names}" KeepOrder="1" IntegratorMethod="{way}" RelTol="1e-9" AbsTol="1e-13""#
        );
        let found = run(&load(&valve_with_mass((source, ""), rows[0][2], &engine))).0;
        for (number, (column, name)) in columns.into_iter().enumerate() {
            let full = rows.iter().map(|row| row[column].abs()).fold(0.0, f64::max);
            let error = |(time, row): &(f64, Vec<f64>)| {
                let wanted = &rows[(time / 5e-5).round() as usize];
                assert!((wanted[0] - time).abs() < 1e-12);
                (row[number] - wanted[column]).abs() / full
            };
            let worst = found.iter().map(error).fold(0.0, f64::max);
            assert!(worst < 1e-6, "{way}, {name}: {worst}");
        }
        assert_eq!(found.len(), 101);
        for [time, x, v] in MOTION {
            let (_, row) = found.iter().find(|(at, _)| (at - time).abs() < 1e-9).unwrap();
            assert!((row[0] - x).abs() < 1e-9 * 1.2e-3, "{way}: x at {time} is {:e} off", row[0] - x);
            assert!((row[1] - v).abs() < 2e-7 * 0.07, "{way}: v at {time} is {:e} off", row[1] - v);
        }
    }
}
