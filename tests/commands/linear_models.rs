//! `bowline steady`, `linearize` and `frequency`: what they find, what they write, and what they say.

use std::f64::consts::{PI, TAU};
use std::fs;

use crate::program::python::{python, run_python};
use crate::program::{read, rows, text};
use tempfile::TempDir;

fn bowline(directory: &TempDir, arguments: &[&str]) -> (i32, String, String) {
    let output = crate::program::bowline(directory, arguments);
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

/// What it tells where it has to succeed.
fn done(directory: &TempDir, arguments: &[&str]) -> String {
    let (status, page, said) = bowline(directory, arguments);
    assert_eq!(status, 0, "{arguments:?}: {page}{said}");
    page
}

fn json(directory: &TempDir, arguments: &[&str]) -> serde_json::Value {
    let page = done(directory, &[arguments, &["--format", "json"]].concat());
    serde_json::from_str(&page).unwrap_or_else(|error| panic!("{error}: {page}"))
}

/// It ends with a status, and says all of this.
fn told(directory: &TempDir, arguments: &[&str], expected: i32, parts: &[&str]) {
    let (status, page, said) = bowline(directory, arguments);
    assert_eq!(status, expected, "{arguments:?}: {page}{said}");
    parts.iter().for_each(|part| assert!(said.contains(part), "{arguments:?}: no `{part}` in {said}"));
}

/// A scenario of objects of the base library, `Type Name Parameter="..."`.
fn write(directory: &TempDir, name: &str, objects: &[&str], fed: &str, initial: &str, engine: &str) {
    let object = |object: &&str| {
        let mut words = object.splitn(3, ' ');
        let (kind, name, rest) = (words.next().unwrap(), words.next().unwrap(), words.next().unwrap_or(""));
        format!(r#"<Lib LibName="base" SimObject="{kind}" Name="{name}" {rest}/>"#)
    };
    let objects: String = objects.iter().map(object).collect();
    let initial = if initial.is_empty() { String::new() } else { format!("<InitialCondition {initial}/>") };
    let scenario = format!(
        "<Contents><OBJECTS>{objects}</OBJECTS>\n<INTERCONNECTIONS><Connection {fed}/></INTERCONNECTIONS>\n\
         <INITIALIZATION>{initial}</INITIALIZATION>\n<INTEGRATION><Engine {engine}/></INTEGRATION></Contents>\n"
    );
    fs::write(directory.path().join(name), scenario).unwrap();
}

const AT_ONCE: &str = r#"TOutput="0, 1" FileOutput="objects:all""#;

fn near(found: f64, expected: f64, allowed: f64, what: &str) {
    assert!((found - expected).abs() <= allowed * expected.abs().max(1e-300), "{what}: {found} {expected}");
}

/// A pendulum with friction, which U pushes: x'' = u - 4 sin x - 0.8 x'. With u = 2 it rests at x = pi/6.
const PENDULUM: [&str; 4] = [
    "Src/Sine S Frequency=\"1\" Amplitude=\"1e-4\" Bias=\"2\"",
    "Signal/Gain U Gain=\"1\"",
    "Math/Integrator X",
    "Math/Integrator V",
];
const PUSHED: &str = r#"U.In="S.Out" X.In="V.Out" V.In="U.Out - 4*sin(X.Out) - 0.8*V.Out""#;

fn pendulum(directory: &TempDir) {
    let engine = r#"TOutput="0:0.01:100" FileOutput="X.Out, V.Out" RelTol="1e-10" AbsTol="1e-12""#;
    write(directory, "pendulum.xml", &PENDULUM, PUSHED, r#"X.Integral="0.2" V.Integral="0""#, engine);
}

/// A sampled PID at a swinging plant.
fn sampled(directory: &TempDir) {
    let objects = [
        "Src/Sine S Frequency=\"1\"",
        "Math/DiscretePID C Kp=\"0.8\" Ki=\"0.9\" Kd=\"0.3\" FilterTime=\"0.05\" SampleTime=\"0.1\"",
        "Math/LinearSystem P A=\"0,1; -4,-2\" B=\"0; 4\" C=\"1,0\"",
    ];
    let engine = r#"TOutput="0:0.1:60" FileOutput="P.Out, C.Out" RelTol="1e-10" AbsTol="1e-12""#;
    write(directory, "sampled.xml", &objects, r#"C.Reference="S.Out" C.Measured="P.Out" P.In="C.Out""#, "", engine);
}

/// Reads matrices in each format, and compares their responses with the program's; prints how much is compared.
const READERS: &str = r#"
import csv, json, sys
import control, numpy, pandas, scipy.io

name, response = sys.argv[1:]
def of_csv():
    blocks, block = {}, None
    for row in csv.reader(open(name + ".csv")):
        if row and row[0] in "ABCD":
            block = blocks.setdefault(row[0], [])
        elif not row:
            block = None
        elif block is not None:
            block.append([float(number) for number in row[1:]])
        elif row[0] == "Ts [s]":
            blocks["Ts"] = float(row[1])
    return blocks
told = json.load(open(name + ".json"))
of_json = {**{key: told[key] for key in "ABCD"}, "Ts": told["sample_time"] or 0.0}
mat = scipy.io.loadmat(name + ".mat")
npz = numpy.load(name + ".npz")
frame = pandas.read_csv(response)
hertz = frame.iloc[:, 0].to_numpy()
compared = 0
for kind in [of_json, of_csv(), mat, npz]:
    matrices = [numpy.array(kind[key], dtype=float) for key in "ABCD"]
    assert all((one == numpy.array(of_json[key])).all() for one, key in zip(matrices, "ABCD"))
    step = float(numpy.squeeze(kind["Ts"]))
    system = control.ss(*matrices, step) if step else control.ss(*matrices)
    found = control.frequency_response(system, 2 * numpy.pi * hertz).complex
    found = numpy.reshape(found, (len(told["outputs"]), len(told["inputs"]), len(hertz)))
    for i, output in enumerate(told["outputs"]):
        for j, inlet in enumerate(told["inputs"]):
            pair = output["name"] + "/" + inlet["name"]
            of = lambda part: frame[next(c for c in frame if c.startswith(pair + ":" + part))].to_numpy()
            expected = of("real") + 1j * of("imaginary")
            assert (abs(found[i, j] - expected) <= 1e-9 * abs(expected).max()).all(), (pair, found[i, j], expected)
            compared += len(hertz)
print(compared)
"#;

#[test]
fn scipy_numpy_and_python_control_read_the_matrices_and_find_the_same_response() {
    let Some(python) = python() else { return };
    let directory = TempDir::new().unwrap();
    pendulum(&directory);
    sampled(&directory);
    for (name, steady, inputs, outputs, frequencies, compared) in [
        ("pendulum", true, "U.In,V.In", "X.Out,V.Out", "0.01:log10:10", "496\n"),
        ("sampled", false, "C.Reference", "P.Out,C.Out", "0.1:0.1:4.9", "392\n"),
    ] {
        let scenario = format!("{name}.xml");
        let point: &[&str] = if steady { &["--steady", "-q"] } else { &["-q"] };
        for ending in ["json", "csv", "mat", "npz"] {
            let output = format!("{name}.{ending}");
            let arguments = ["linearize", &scenario, "--inputs", inputs, "--outputs", outputs, "-o", &output];
            done(&directory, &[&arguments, point].concat());
            // It replaces its own.
            done(&directory, &[&arguments, point].concat());
        }
        let arguments = ["frequency", &scenario, "--from", inputs, "--to", outputs, frequencies, "-o", "response.csv"];
        done(&directory, &[&arguments, point].concat());
        assert_eq!(run_python(&python, directory.path(), READERS, &[name, "response.csv"]), compared);
    }
}

/// The response from a sine that was run: y over the whole periods of the last part is a + b sin + c cos.
fn measured(rows: &[Vec<f64>], column: usize, hertz: f64, amplitude: f64) -> (f64, f64) {
    let mut sums = [[0.0; 3]; 3];
    let mut right = [0.0; 3];
    for row in rows {
        let angle = TAU * hertz * row[0];
        let basis = [1.0, angle.sin(), angle.cos()];
        for i in 0..3 {
            (0..3).for_each(|j| sums[i][j] += basis[i] * basis[j]);
            right[i] += basis[i] * row[column];
        }
    }
    let determinant = |m: &[[f64; 3]; 3]| {
        let minor = |i: usize, j: usize| m[1][i] * m[2][j] - m[1][j] * m[2][i];
        m[0][0] * minor(1, 2) - m[0][1] * minor(0, 2) + m[0][2] * minor(0, 1)
    };
    let solved = |at: usize| {
        let mut replaced = sums;
        (0..3).for_each(|row| replaced[row][at] = right[row]);
        determinant(&replaced) / determinant(&sums) / amplitude
    };
    // b sin + c cos is the imaginary part of (b + i c) e^(i angle).
    (solved(1), solved(2))
}

fn response(directory: &TempDir, arguments: &[&str]) -> (f64, f64) {
    let told = json(directory, &[&["frequency"], arguments].concat());
    let value = &told["pairs"][0]["response"][0];
    (value[0].as_f64().unwrap(), value[1].as_f64().unwrap())
}

fn assert_same_response(found: (f64, f64), expected: (f64, f64), allowed: f64, what: &str) {
    let (size, off) = (expected.0.hypot(expected.1), (found.0 - expected.0).hypot(found.1 - expected.1));
    assert!(off <= allowed * size, "{what}: {found:?} {expected:?}");
}

#[test]
fn a_nonlinear_model_that_is_shaken_a_little_answers_as_its_linear_model() {
    let directory = TempDir::new().unwrap();
    pendulum(&directory);
    done(&directory, &["steady", "pendulum.xml", "-o", "rest.json", "-q"]);
    let stiffness = 4.0 * (PI / 6.0).cos();
    for hertz in ["0.05", "0.25", "1"] {
        let set = format!("S.Frequency={hertz}");
        let run = ["run", "pendulum.xml", "--initial-state", "rest.json", "--set", &set, "-q", "-o", "run.csv"];
        done(&directory, &run);
        let all = rows(&read(&directory, "run.csv"));
        let last: Vec<Vec<f64>> = all.into_iter().filter(|row| row[0] >= 60.0 && row[0] < 99.995).collect();
        assert_eq!(last.len(), 4000);
        let number: f64 = hertz.parse().unwrap();
        let found = response(&directory, &["pendulum.xml", "--steady", "--from", "U.In", "--to", "X.Out", hertz]);
        assert_same_response(measured(&last, 1, number, 1e-4), found, 1e-3, hertz);
        // 1 / (4 cos(pi/6) - w^2 + 0.8 i w).
        let (re, im) = (stiffness - (TAU * number).powi(2), 0.8 * TAU * number);
        let size = re * re + im * im;
        assert_same_response(found, (re / size, -im / size), 1e-8, hertz);
    }
}

#[test]
fn a_sampled_loop_that_is_shaken_answers_as_its_linear_model_at_its_ticks() {
    let directory = TempDir::new().unwrap();
    sampled(&directory);
    for hertz in ["0.1", "0.5", "2"] {
        let set = format!("S.Frequency={hertz}");
        done(&directory, &["run", "sampled.xml", "--set", &set, "-q", "-o", "run.csv", "--force"]);
        let text = read(&directory, "run.csv");
        let last: Vec<Vec<f64>> = rows(&text).into_iter().filter(|row| row[0] > 39.95 && row[0] < 59.95).collect();
        assert_eq!(last.len(), 200);
        for signal in ["P.Out", "C.Out"] {
            let column = text.lines().next().unwrap().split(',').position(|name| name == signal).unwrap();
            let found = response(&directory, &["sampled.xml", "--from", "C.Reference", "--to", signal, hertz]);
            let number = hertz.parse().unwrap();
            assert_same_response(measured(&last, column, number, 1.0), found, 1e-3, &format!("{signal} {hertz}"));
        }
    }
}

/// K / (s (s + 1) (s + 2)) with unity feedback, whose sum is E.
fn textbook(directory: &TempDir, gain: f64) {
    let objects = [
        &format!("Signal/Gain E Gain=\"{gain:?}\"") as &str,
        "Math/Integrator A",
        "Math/Integrator B",
        "Math/Integrator C",
    ];
    let fed = r#"E.In="-C.Out" A.In="E.Out - A.Out" B.In="A.Out - 2*B.Out" C.In="B.Out""#;
    write(directory, "textbook.xml", &objects, fed, "", AT_ONCE);
}

/// |L(i)| = K / sqrt(10) and arg L(i) = -90 - 45 - atan(1/2) degrees; L(i sqrt 2) = -K / 6.
#[test]
fn the_margins_of_a_textbook_loop_are_its_closed_forms() {
    let directory = TempDir::new().unwrap();
    let gain = 10_f64.sqrt();
    textbook(&directory, gain);
    let told = json(&directory, &["frequency", "textbook.xml", "--loop", "E.In", "0.1,1"]);
    let margins = &told["pairs"][0]["margins"];
    let of = |kind: &str, what: &str| margins[kind][0][what].as_f64().unwrap();
    near(of("gain", "factor"), 6.0 / gain, 1e-9, "gain margin");
    near(of("gain", "frequency_hz"), 2_f64.sqrt() / TAU, 1e-9, "its frequency");
    let phase = 45.0 - 0.5_f64.atan().to_degrees();
    near(of("phase", "degrees"), phase, 1e-9, "phase margin");
    near(of("phase", "frequency_hz"), 1.0 / TAU, 1e-9, "its frequency");
    near(of("delay", "seconds"), phase.to_radians(), 1e-9, "delay margin");
    assert_eq!(margins["is_stable_closed_loop"], true);
    for (at, hertz) in [0.1, 1.0].into_iter().enumerate() {
        let w = TAU * hertz;
        // K / (-3 w^2 + i w (2 - w^2)).
        let (re, im) = (-3.0 * w * w, w * (2.0 - w * w));
        let size = re * re + im * im;
        let value = &told["pairs"][0]["response"][at];
        let found = (value[0].as_f64().unwrap(), value[1].as_f64().unwrap());
        assert_same_response(found, (gain * re / size, -gain * im / size), 1e-9, "L");
    }
    let page = done(&directory, &["frequency", "textbook.xml", "--loop", "E.In"]);
    for part in ["gain margin   1.89737 (5.56 dB) at 0.225079 Hz", "phase margin  18.435 deg", "it is stable"] {
        assert!(page.contains(part), "{page}");
    }
    // The same wherever it is cut; and with more gain it is not stable.
    let told = json(&directory, &["frequency", "textbook.xml", "--loop", "C.In", "1"]);
    near(told["pairs"][0]["margins"]["gain"][0]["factor"].as_f64().unwrap(), 6.0 / gain, 1e-9, "gain margin");
    textbook(&directory, 8.0);
    let page = done(&directory, &["frequency", "textbook.xml", "--loop", "E.In"]);
    assert!(page.contains("gain margin   0.750000") && page.contains("UNSTABLE"), "{page}");
    // A response is written, and drawn.
    done(&directory, &["frequency", "textbook.xml", "--loop", "E.In", "-o", "loop.csv"]);
    done(&directory, &["plot", "loop.csv", "--as", "nichols"]);
}

/// A tank that x fills: x' = gain u - sqrt x, which rests at x = (gain u)^2 and comes back as -1 / (2 gain u).
fn tank(directory: &TempDir) {
    let objects = ["Signal/Gain U Gain=\"1\"", "Math/Integrator X"];
    let engine = r#"TOutput="0:1:5" FileOutput="X.Out" RelTol="1e-10""#;
    write(directory, "tank.xml", &objects, r#"U.In="2" X.In="U.Out - sqrt(X.Out)""#, r#"X.Integral="1""#, engine);
}

#[test]
fn a_run_from_an_equilibrium_stays_there() {
    let directory = TempDir::new().unwrap();
    tank(&directory);
    let page = done(&directory, &["steady", "tank.xml", "-o", "rest.json"]);
    assert!(page.contains("an equilibrium at t = 0 s (1 state, "), "{page}");
    assert!(page.contains("stable: the largest real part is -0.250000 1/s"), "{page}");
    let constant = rows(&done(&directory, &["run", "tank.xml", "--initial-state", "rest.json", "-o", "-", "-q"]));
    assert_eq!(constant.len(), 6);
    constant.iter().for_each(|row| near(row[1], 4.0, 1e-9, "at rest"));
    // From there, a linear model needs no search.
    let page = done(&directory, &["linearize", "tank.xml", "--initial-state", "rest.json"]);
    assert!(page.contains("-0.250000") && !page.contains("not in equilibrium"), "{page}");
    // Its own state is replaced.
    done(&directory, &["steady", "tank.xml", "-o", "rest.json", "-q"]);
    pendulum(&directory);
    done(&directory, &["steady", "pendulum.xml", "-o", "rest.json", "-q"]);
    let set = ["--set", "S.Amplitude=0", "--set", "Engine:TOutput=0:1:20"];
    let run = ["run", "pendulum.xml", "--initial-state", "rest.json", "-o", "-", "-q"];
    let constant = rows(&done(&directory, &[&run[..], &set].concat()));
    assert_eq!(constant.len(), 21);
    constant.iter().for_each(|row| near(row[1], PI / 6.0, 1e-9, "at rest"));
}

#[test]
fn programs_are_told_the_numbers() {
    let directory = TempDir::new().unwrap();
    tank(&directory);
    let told = json(&directory, &["steady", "tank.xml", "--signals", "U.Out,X.Out"]);
    let state = &told["states"][0];
    assert_eq!((state["name"].as_str(), state["held"].as_bool()), (Some("X.Integral"), Some(false)));
    near(state["value"].as_f64().unwrap(), 4.0, 1e-9, "x");
    assert!(state["rate"].as_f64().unwrap().abs() < 1e-9);
    assert_eq!((&told["signals"][0]["name"], &told["signals"][0]["value"]), (&"U.Out".into(), &2.0.into()));
    near(told["signals"][1]["value"].as_f64().unwrap(), 4.0, 1e-9, "x");
    near(told["largest_real_part"].as_f64().unwrap(), -0.25, 1e-9, "its eigenvalue");
    assert_eq!((&told["is_stable"], &told["time_s"]), (&true.into(), &0.0.into()));

    let told = json(&directory, &["linearize", "tank.xml", "--steady", "--inputs", "U.In", "--outputs", "X.Out"]);
    near(told["linear_model"]["A"][0][0].as_f64().unwrap(), -0.25, 1e-9, "A");
    near(told["linear_model"]["operating_point"]["x"][0].as_f64().unwrap(), 4.0, 1e-9, "x");
    near(told["modes"][0]["time_constant_s"].as_f64().unwrap(), 4.0, 1e-9, "time constant");
    // A sweep too, and what has no equilibrium.
    let sweep = ["steady", "tank.xml", "--sweep", "U.Gain=1,3", "--signals", "X.Out"];
    let told = json(&directory, &sweep);
    let names: Vec<_> = told["columns"].as_array().unwrap().iter().map(|column| column["name"].as_str()).collect();
    assert_eq!(names, ["U.Gain", "X.Out", "LargestRealPart", "ItsFrequency"].map(Some));
    near(told["columns"][1]["values"][1].as_f64().unwrap(), 36.0, 1e-9, "x");
    assert_eq!(told["missing"].as_array().map(Vec::len), Some(0));
}

#[test]
fn characteristics_are_their_closed_forms() {
    let directory = TempDir::new().unwrap();
    tank(&directory);
    let sweep = ["steady", "tank.xml", "--signals", "X.Out", "-o", "of.csv", "-q", "--sweep"];
    for (spec, factor) in [("U.Gain=0.5:0.25:3", 2.0), ("U.In=0.5:0.25:3", 1.0)] {
        done(&directory, &[&sweep[..], &[spec]].concat());
        let table = rows(&read(&directory, "of.csv"));
        assert_eq!(table.len(), 11, "{table:?}");
        for row in table {
            near(row[1], (factor * row[0]).powi(2), 1e-8, spec);
            near(row[2], -1.0 / (2.0 * factor * row[0]), 1e-8, spec);
        }
    }
    done(&directory, &["plot", "of.csv", "--over", "U.In"]);
    // What is swept is told once, though the scenario records it.
    let all = ["--set", "Engine:FileOutput=objects:all"];
    done(&directory, &[&["steady", "tank.xml", "-o", "of.csv", "-q", "--sweep", "U.In=1,2"], &all[..]].concat());
    let heads = "U.In,U.Out,X.In,X.Integral,X.Out,LargestRealPart [1/s],ItsFrequency [Hz]";
    assert_eq!(read(&directory, "of.csv").lines().next(), Some(heads));
    // A parameter, which the model is loaded with again, or an input is found for a condition.
    for (find, expected) in [("U.Gain", 1.5), ("U.In", 3.0)] {
        let told = json(&directory, &["steady", "tank.xml", "--find", find, "--given", "X.Out=9"]);
        assert_eq!(told["found"][0]["name"], find);
        near(told["found"][0]["value"].as_f64().unwrap(), expected, 1e-9, find);
        near(told["states"][0]["value"].as_f64().unwrap(), 9.0, 1e-9, find);
    }
    // Both at once: the input that it takes for each gain.
    done(&directory, &[&sweep[..], &["U.Gain=1:0.5:3", "--find", "U.In", "--given", "X.Out=9"]].concat());
    let text = read(&directory, "of.csv");
    assert!(text.starts_with("U.Gain,U.In,X.Out,LargestRealPart [1/s],ItsFrequency [Hz]\n"), "{text}");
    for row in rows(&text) {
        near(row[1], 3.0 / row[0], 1e-9, "u");
        near(row[2], 9.0, 1e-9, "x");
    }
}

/// x'' = -9 x, and a pair of integrators: there is nothing to call stable.
#[test]
fn what_swings_for_ever_is_not_called_stable() {
    let directory = TempDir::new().unwrap();
    let objects = ["Math/Integrator X", "Math/Integrator V"];
    write(&directory, "swing.xml", &objects, r#"X.In="V.Out" V.In="9 - 9*X.Out""#, "", AT_ONCE);
    let page = done(&directory, &["steady", "swing.xml"]);
    let expected = format!("swings for ever, nothing dies away or grows: {:.6} Hz (", 3.0 / TAU);
    assert!(page.contains(&expected) && !page.contains("stable") && !page.contains("eigenvalue"), "{page}");
    let told = json(&directory, &["steady", "swing.xml"]);
    assert!(told["is_stable"].is_null() && told["largest_real_part"].is_null(), "{told}");
}

#[test]
fn why_there_is_no_equilibrium_is_told() {
    let directory = TempDir::new().unwrap();
    tank(&directory);
    let pair = ["Math/Integrator X", "Math/Integrator V"];
    write(&directory, "free.xml", &pair, r#"X.In="V.Out" V.In="0""#, "", AT_ONCE);
    write(&directory, "falling.xml", &pair, r#"X.In="V.Out" V.In="-9.81""#, "", AT_ONCE);
    // Two tanks that are connected, and closed.
    write(&directory, "closed.xml", &pair, r#"X.In="V.Out - X.Out" V.In="X.Out - V.Out""#, "", AT_ONCE);
    told(&directory, &["steady", "closed.xml"], 1, &["not determined", "`X.Integral`", "`V.Integral`", "`--hold "]);
    told(&directory, &["steady", "free.xml"], 1, &["not determined", "`--hold V.Integral`"]);
    told(
        &directory,
        &["steady", "falling.xml"],
        1,
        &["no equilibrium", "`V.Integral`", "-9.81", "nothing can make it 0"],
    );
    told(&directory, &["linearize", "falling.xml", "--steady"], 1, &["no equilibrium"]);
    let page = done(&directory, &["steady", "closed.xml", "--hold", "V.Integral", "--set", "V.Integral=3"]);
    assert!(page.lines().any(|line| line.starts_with("X.Integral  3.0")), "{page}");

    let condition = ["--given", "X.Out=9"];
    for (arguments, parts) in [
        (&["--hold", "X.Integrl"][..], &["no signal `Integrl`: did you mean `Integral`?"][..]),
        (&["--find", "U.Gian"], &["no parameter", "its parameters are `Gain`"]),
        (&["--find", "U.Inn"], &["no parameter", "no in-port `Inn`: did you mean `In`?"]),
        (&["--find", "Q.Gain"], &["no SimObject `Q`"]),
        (&["--find", "X.Integral"], &["`X.Integral` is a state, and states are found anyway"]),
        (&["--find", "X.In"], &["`X.In` is fed by"]),
        (&["--find", "U.In,U.Gain"], &["2 numbers to be found for 1 condition"]),
        (&[], &["0 numbers to be found for 1 condition"]),
        (&["--find", "U.In,U.Gain", "--given", "X.Otu=1"], &["no signal `Otu`: did you mean `Out`?"]),
        (&["--find", "U.In,U.Gain", "--given", "X.Out"], &["`X.Out` is no condition: write SIGNAL=VALUE"]),
        (&["--signals", "X.Otu"], &["no signal `Otu`"]),
    ] {
        let arguments = [&["steady", "tank.xml"], &condition[..], arguments].concat();
        told(&directory, &arguments, 2, parts);
    }
    told(
        &directory,
        &["steady", "tank.xml", "--find", "U.In", "--given", "X.Out=-9"],
        1,
        &["no equilibrium was found"],
    );
    told(&directory, &["steady", "tank.xml", "--find", "U.In"], 2, &["1 number to be found for 0 conditions"]);
    told(&directory, &["steady", "tank.xml", "--sweep", "U.Gian=1,2"], 2, &["did you mean `Gain`"]);
    let swept = ["steady", "tank.xml", "--sweep", "U.In=1,2", "--find", "U.In", "--given", "X.Out=9"];
    told(&directory, &swept, 2, &["`U.In` is swept: it cannot be found too"]);
    told(&directory, &["linearize", "tank.xml", "--hold", "X.Integral"], 2, &["add --steady"]);
    told(&directory, &["linearize", "tank.xml", "--at", "9"], 2, &["outside of the run, which goes from 0 s to 5 s"]);
    told(&directory, &["linearize", "tank.xml", "--inputs", "X.Out"], 2, &["no in-port `Out`: in-ports of `X`: `In`"]);
}

#[test]
fn a_file_that_holds_something_else_is_kept() {
    let directory = TempDir::new().unwrap();
    tank(&directory);
    let frequency = ["frequency", "tank.xml", "--from", "U.In", "--to", "X.Out", "1"];
    for (arguments, name, holds) in [
        (&["steady", "tank.xml"][..], "mine.json", "a state"),
        (&["steady", "tank.xml", "--sweep", "U.Gain=1,2"], "mine.csv", "equilibria"),
        (&["linearize", "tank.xml"], "mine.csv", "a linear model"),
        (&["linearize", "tank.xml"], "mine.json", "a linear model"),
        (&["linearize", "tank.xml"], "mine.mat", "a linear model"),
        (&["linearize", "tank.xml"], "mine.npz", "a linear model"),
        (&frequency, "mine.csv", "a frequency response"),
    ] {
        fs::write(directory.path().join(name), "Time,mine\n0,1\n").unwrap();
        let arguments = [arguments, &["-o", name, "-q"]].concat();
        told(&directory, &arguments, 2, &[&format!("cannot write `{name}`: it holds something else than {holds}")]);
        assert_eq!(read(&directory, name), "Time,mine\n0,1\n");
        done(&directory, &[&arguments[..], &["--force"]].concat());
        done(&directory, &arguments);
    }
    // Each is something else to the others.
    told(&directory, &["linearize", "tank.xml", "-o", "mine.csv"], 2, &["something else than a linear model"]);
    told(&directory, &["linearize", "tank.xml", "-o", "mine.txt"], 2, &["written as .json, .csv, .mat or .npz"]);
}

#[test]
fn frequencies_that_cannot_be_are_told() {
    let directory = TempDir::new().unwrap();
    tank(&directory);
    sampled(&directory);
    let clocks =
        ["Signal/UnitDelay A SampleTime=\"0.1\"", "Signal/UnitDelay B SampleTime=\"0.15\"", "Math/Integrator X"];
    write(&directory, "clocks.xml", &clocks, r#"A.In="X.Out" B.In="X.Out" X.In="-A.Out - B.Out""#, "", AT_ONCE);
    let of_tank = ["frequency", "tank.xml", "--from", "U.In", "--to", "X.Out"];
    for grid in ["", "x", "1:2", "0:log:10", "10:1:1", "1:0:2", "1:log0:2", "nan", "inf", "1:1e-9:2", "1:log999999:1e9"]
    {
        told(&directory, &[&of_tank[..], &[grid]].concat(), 2, &["are no frequencies", "write `0.1:log:1000`"]);
    }
    // Farther than a number can say how far.
    let told_of = json(&directory, &[&of_tank[..], &["1e-310:log1:1e300"]].concat());
    assert_eq!(told_of["frequencies_hz"].as_array().map(Vec::len), Some(611));
    let of_sampled = ["frequency", "sampled.xml", "--from", "C.Reference", "--to", "P.Out"];
    told(&directory, &[&of_sampled[..], &["1,5.1"]].concat(), 1, &["5.1 Hz is above 5 Hz, half of the sample rate"]);
    let integrator = ["frequency", "tank.xml", "--set", "U.Gain=1", "--from", "X.In", "--to", "X.Out"];
    let objects = ["Signal/Gain U Gain=\"1\"", "Math/Integrator X"];
    done(&directory, &[&integrator[..], &["1"]].concat());
    write(&directory, "tank.xml", &objects, r#"U.In="0" X.In="U.Out""#, "", AT_ONCE);
    told(&directory, &[&of_tank[..], &["0,1"]].concat(), 1, &["the response at 0 Hz is infinite: a pole lies there"]);
    let two = ["frequency", "clocks.xml", "--from", "X.In", "--to", "X.Out", "1"];
    told(&directory, &two, 1, &["two clocks tick, every 0.1 s and every 0.15 s", "SampleTime"]);
    told(&directory, &["linearize", "clocks.xml"], 1, &["two clocks tick"]);
    let unknown = ["frequency", "tank.xml", "--from", "U.Inn", "--to", "X.Out", "1"];
    told(&directory, &unknown, 2, &["no in-port `Inn`: did you mean `In`?"]);
    told(&directory, &["frequency", "tank.xml", "--loop", "U.In", "1"], 1, &["no loop goes through `U.In`"]);
    let twice = ["frequency", "tank.xml", "--from", "U.In,X.In,U.In", "--to", "X.Out", "1"];
    told(&directory, &twice, 2, &["`U.In` is named twice"]);
    let twice = ["steady", "tank.xml", "--find", "U.In,U.In", "--given", "X.Out=1", "--given", "U.Out=1"];
    told(&directory, &twice, 2, &["`U.In` is named twice"]);
    told(&directory, &["frequency", "tank.xml", "--loop", "U.Inn"], 2, &["no in-port `Inn`: did you mean `In`?"]);
    told(&directory, &["frequency", "tank.xml", "--from", "U.In", "--to", "X.Ot", "1"], 2, &["did you mean `Out`?"]);
    told(&directory, &["frequency", "tank.xml", "1"], 2, &["--from <NAME,...>"]);
}
