//! What is recorded, and how the CSV looks.

use std::ops::ControlFlow;

use bowline_engine::{CsvRecorder, Model, Run};

use crate::laboratory::{complaints, load, scenario};

fn csv(model: &Model) -> String {
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
    let text = scenario(&objects, &connections, "", &format!(r#"TOutput="0" {engine}"#));
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
fn what_cannot_be_recorded_is_told() {
    let text = scenario(&["Growth G"], "", r#"G.Y="1""#, r#"TOutput="0" FileOutput="object.H:states, G:states""#);
    assert_eq!(complaints(&text), ["bad-file-output: FileOutput: `G:states` names nothing to record"]);
    let text = text.replace(", G:states", "");
    assert_eq!(complaints(&text), ["unknown-object: FileOutput: there is no object `H`"]);
}

#[test]
fn numbers_are_the_shortest_that_read_back() {
    let values = [0.1, 1.0 / 3.0, 1e-7, -2.5e300, 123456.0, -0.0, 5e-324, 0.000123];
    let text: Vec<String> = values.iter().map(|value| format!("{value:?}")).collect();
    let table = format!(r#"base:Src/Table U Times="0" Values="{}""#, text.join(","));
    let model = load(&scenario(&[&table], "", "", r#"TOutput="0.3" FileOutput="objects:all""#));
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
