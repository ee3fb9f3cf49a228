//! What is recorded, and how the CSV looks.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bowline_engine::{CsvRecorder, Model, Run};

use crate::laboratory::{complaints, load, scenario, try_load};

fn csv(model: &Arc<Model>) -> String {
    let mut output = Vec::new();
    let mut recorder = CsvRecorder::new(model, &mut output).unwrap();
    Run::new(model).to_end(&mut recorder, &mut |_| ControlFlow::Continue(())).unwrap();
    recorder.finish().unwrap();
    String::from_utf8(output).unwrap()
}

fn header(engine: &str) -> String {
    let objects =
        ["base:Src/Step U StepTime=\"5\" PortWidth=\"2\"", "Wide W PortWidth=\"2\"", "Follower F", "Doubler D"];
    let connections = r#"W.In="U.Out" F.In="1" D.In="U.Out + W.In0""#.replace(" + W.In0", " + U.Out");
    let text = scenario(&objects, &connections, "", &format!(r#"TOutput="0, 1" {engine}"#));
    csv(&load(&text)).lines().next().unwrap().to_owned()
}

#[test]
fn columns_are_in_file_order_then_in_declaration_order() {
    assert_eq!(header(""), "Time,W.X[0],W.X[1],F.Y");
    assert_eq!(header(r#"FileOutput="objects:states""#), "Time,W.X[0],W.X[1],F.Y");
    assert_eq!(header(r#"FileOutput="object.F:all, object.W:states""#), "Time,W.X[0],W.X[1],F.In,F.Y");
    assert_eq!(header(r#"FileOutput="object.F:outputs""#), "Time,F.Y");
    assert_eq!(header(r#"LogStates="0""#), "Time");
    assert_eq!(header(r#"LogStates="0" FileOutput="object.D:outputs""#), "Time,D.Out[0],D.Out[1]");
    assert_eq!(
        header(r#"FileOutput="objects:all""#),
        "Time,U.Out[0],U.Out[1],W.In[0],W.In[1],W.X[0],W.X[1],F.In,F.Y,D.In[0],D.In[1],D.Out[0],D.Out[1]"
    );
}

#[test]
fn single_signals_and_slices_are_columns_too() {
    assert_eq!(header(r#"FileOutput="object.W:X""#), "Time,W.X[0],W.X[1]");
    assert_eq!(header(r#"FileOutput="object.W:X[1]""#), "Time,W.X[1]");
    assert_eq!(header(r#"FileOutput="W.X[1]""#), "Time,W.X[1]", "as connections write it");
    assert_eq!(header(r#"FileOutput="W.X[0:1], D.In[1:2], F.In[0]""#), "Time,W.X[0],F.In,D.In[1]", "j is excluded");
    assert_eq!(header(r#"FileOutput=" object . W : X [ 0 : 2 ] ,F . Y ""#), "Time,W.X[0],W.X[1],F.Y", "spaces");
    // File order, then declaration order, each once, whatever the order of the items.
    assert_eq!(
        header(r#"FileOutput="D.Out, W.X[1], U.Out[0], W.X[1], W.X""#),
        "Time,U.Out[0],W.X[0],W.X[1],D.Out[0],D.Out[1]"
    );
    // F.Y is a state and the out-port of that name.
    assert_eq!(
        header(r#"FileOutput="F.Y, object.F:outputs, objects:states, object.F:Y[0]""#),
        "Time,W.X[0],W.X[1],F.Y"
    );
}

#[test]
fn columns_may_keep_the_order_of_file_output() {
    assert_eq!(
        header(r#"KeepOrder="1" FileOutput="D.Out[1], object.W:states, D.Out, F.Y, objects:states""#),
        "Time,D.Out[1],W.X[0],W.X[1],D.Out[0],F.Y",
        "each once, where it is asked for first"
    );
}

/// Each item was looked for in all objects: 900 million looks.
#[test]
fn many_columns_in_the_order_of_file_output_take_no_time() {
    const COUNT: usize = 30_000;
    let list = |item: fn(usize) -> String| (0..COUNT).rev().map(item).collect::<Vec<_>>();
    let objects = list(|i| format!("Follower F{i}"));
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let (connections, asked) = (list(|i| format!("F{i}.In=\"1\"")).join(" "), list(|i| format!("F{i}.Y")).join(", "));
    let engine = format!(r#"TOutput="0, 1" KeepOrder="1" FileOutput="{asked}""#);
    let text = scenario(&objects, &connections, "", &engine);
    let start = Instant::now();
    let model = load(&text);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    assert_eq!(model.columns().len(), COUNT);
}

#[test]
fn an_object_may_be_called_object() {
    let engine = r#"TOutput="0, 1" FileOutput="object.Y, object.E-1:states""#;
    let text = scenario(&["Growth object", "Growth E-1"], "", r#"object.Y="1" E-1.Y="1""#, engine);
    assert_eq!(csv(&load(&text)).lines().next(), Some("Time,object.Y,E-1.Y"));
}

#[test]
fn what_cannot_be_recorded_is_told_with_its_place() {
    for (output, complaint, place, help) in [
        ("", "bad-file-output: FileOutput: expected a name, found the end", "", "`object.NAME:WHAT`"),
        ("O.P,", "bad-file-output: FileOutput: expected a name, found the end", "", "WHAT"),
        ("O.P,,O.P", "bad-file-output: FileOutput: expected a name, found `,`", ",", "WHAT"),
        ("O", "bad-file-output: FileOutput: expected `.`, found the end", "", "WHAT"),
        (
            "O:states",
            "bad-file-output: FileOutput: `O:states` names nothing to record; `object.O:states` would",
            "O:states",
            "WHAT",
        ),
        ("objects:P", "bad-file-output: FileOutput: of all objects, `P` cannot be recorded", "P", "`objects:WHAT`"),
        ("O.P Q", "bad-file-output: FileOutput: expected `,` or the end, found `Q`", "Q", "WHAT"),
        ("O.P[-1]", "bad-file-output: FileOutput: expected an index from 0 on, found `-`", "-", "WHAT"),
        ("O.P[x]", "bad-file-output: FileOutput: `O.P`: there is no unit `x`", "x", "units: "),
        ("object.H:states", "unknown-object: FileOutput: there is no object `H`", "H", "objects: `O`"),
        ("Oo.P", "unknown-object: FileOutput: there is no object `Oo`", "Oo", "did you mean `O`?"),
        (
            "object.O:state",
            "unknown-signal: FileOutput: `O` (Oscillator) has no state, out-port or in-port `state`",
            "state",
            "did you mean `states`?",
        ),
        (
            "O.p",
            "unknown-signal: FileOutput: `O` (Oscillator) has no state, out-port or in-port `p`",
            "p",
            "did you mean `P`?",
        ),
        ("O.P[1:3]", "bad-slice: there is no element 2 in `O.P`, which has width 2", "[1:3]", "the last one is 1"),
        ("O.P[2]", "bad-slice: there is no element 2 in `O.P`, which has width 2", "[2]", "counted from 0"),
        (
            "O.P[1:1]",
            "bad-file-output: FileOutput: the slice [1:1] is empty: it runs up to, but not including, 1",
            "[1:1]",
            "WHAT",
        ),
    ] {
        let engine = format!(r#"TOutput="0, 1" FileOutput="{output}""#);
        let text = scenario(&["Oscillator O"], "", r#"O.P="1,0""#, &engine);
        assert_eq!(complaints(&text), [complaint]);
        let wrong = try_load(&text).unwrap_err();
        let only = wrong.sorted()[0];
        let span = only.span().unwrap();
        assert_eq!(&text[span.start()..span.start() + span.len()], place, "{output}");
        assert!(span.start() >= text.find("FileOutput").unwrap(), "{output}");
        assert!(only.help_text().unwrap().contains(help), "{output}: {:?}", only.help_text());
    }
}

#[test]
fn every_wrong_item_is_told() {
    let engine = r#"TOutput="0, 1" FileOutput="G:states, G.Y, objects:some, H.Y""#;
    let found = complaints(&scenario(&["Growth G"], "", r#"G.Y="1""#, engine));
    assert_eq!(found.len(), 3, "the form of items, and what others name: {found:?}");
    let engine = r#"TOutput="0, 1" FileOutput="H.Y, G.Y, object.I:all, G.Z""#;
    assert_eq!(complaints(&scenario(&["Growth G"], "", r#"G.Y="1""#, engine)).len(), 3);
}

#[test]
fn a_private_value_is_not_recorded() {
    let engine = r#"TOutput="0, 1" FileOutput="O.Half""#;
    let found = complaints(&scenario(&["Offset O"], "", "", engine));
    assert_eq!(found, ["unknown-signal: FileOutput: `O` (Offset) has no state, out-port or in-port `Half`"]);
}

#[test]
fn numbers_are_the_shortest_that_read_back() {
    let values = [0.1, 1.0 / 3.0, 1e-7, -2.5e300, 123456.0, -0.0, 5e-324, 0.000123];
    let text: Vec<String> = values.iter().map(|value| format!("{value:?}")).collect();
    let table = format!(r#"base:Src/Table U Times="0" Values="{}""#, text.join(","));
    let model = load(&scenario(&[&table], "", "", r#"TOutput="0.3, 1" FileOutput="objects:all""#));
    let csv = csv(&model);
    let row = csv.lines().nth(1).unwrap();
    assert_eq!(row, "0.3,0.1,0.3333333333333333,1e-7,-2.5e300,123456,-0,5e-324,0.000123");
    let read: Vec<f64> = row.split(',').skip(1).map(|field| field.parse().unwrap()).collect();
    assert_eq!(read.iter().map(|v| v.to_bits()).collect::<Vec<_>>(), values.map(f64::to_bits));
}

#[test]
fn out_ports_between_steps_belong_to_their_rows() {
    let text = scenario(
        &["Growth G", "Through T"],
        r#"T.In="3*G.Y""#,
        r#"G.Y="1""#,
        r#"TOutput="0:0.01:1" AbsTol="1e-9" RelTol="1e-9" FileOutput="objects:outputs""#,
    );
    for line in csv(&load(&text)).lines().skip(1) {
        let fields: Vec<f64> = line.split(',').map(|field| field.parse().unwrap()).collect();
        assert_eq!(fields[2], 3.0 * fields[1], "{line}");
        assert!((fields[1] - fields[0].sin().exp()).abs() < 1e-7, "{line}");
    }
}
