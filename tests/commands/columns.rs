//! Columns of formulas, and columns in other units.

use std::fs;

use bowline_results::DataFrame;
use tempfile::TempDir;

use crate::program::campaign::{all_numbers, arguments};
use crate::program::{bowline, read, read_json, rows, text};

/// A mass of 2 kg on a spring of 100 N/m, 0.5 m from its rest.
fn scenario(engine: &str, more: &str) -> String {
    format!(
        r#"<Contents>
  <VARIABLES><Variable Name="k" Value="100 N/m"/><Variable Name="m" Value="2 kg"/><Variable Name="L" Value="1, 2, 3" Unit="m"/>
    <Variable Name="n" Value="2"/><Variable Name="warm" Value="300 K"/></VARIABLES>
  <OBJECTS>
    <Lib LibName="FhsimTutorialLibrary" SimObject="Cable/LinearSpring" Name="S" Stiffness="k" RelaxedLength="10"/>
    <Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="B" Mass="m" g="0"/>
  </OBJECTS>
  <INTERCONNECTIONS>
    <Connection S.PosB="B.Pos" B.Force="S.ForceB" S.PosA="0,0,-10"/>
  </INTERCONNECTIONS>
  <INITIALIZATION><InitialCondition B.Pos="0,0,0.5" B.Vel="0,0,0"/></INITIALIZATION>
  <INTEGRATION><Engine {engine}/>{more}</INTEGRATION>
</Contents>"#
    )
}

fn folder(engine: &str, more: &str) -> TempDir {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("model.xml"), scenario(engine, more)).unwrap();
    directory
}

fn good(directory: &TempDir, arguments: &[&str]) -> String {
    let output = bowline(directory, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// The rows of a run, as texts: header, then lines.
fn run(directory: &TempDir, more: &[&str]) -> String {
    good(directory, &[&["run", "model.xml", "-o", "-", "--quiet"], more].concat())
}

const PRECISE: &str = r#"RelTol="1e-11" AbsTol="1e-11""#;

#[test]
fn the_energy_of_a_mass_on_a_spring_stays_what_it_was() {
    let columns = "Kinetic = 0.5*m*norm(B.Vel)^2, Spring = 0.5*k*B.Pos[2]^2 [mJ], Energy = 0.5*m*norm(B.Vel)^2 + 0.5*k*B.Pos[2]^2 [kJ]";
    let directory = folder(&format!(r#"TOutput="0:0.05:5" {PRECISE} FileOutput="{columns}""#), "");
    let csv = run(&directory, &["--units"]);
    assert!(csv.starts_with("Time [s],Kinetic [J],Spring [mJ],Energy [kJ]\n"), "{csv}");
    // k A^2/2 = 12.5 J; and x = A cos(w t), v = -A w sin(w t), with w^2 = k/m.
    let w = 50_f64.sqrt();
    for row in rows(&csv) {
        let (sin, cos) = (w * row[0]).sin_cos();
        assert!((row[1] - 12.5 * sin * sin).abs() < 1e-7, "{row:?}");
        assert!((row[2] - 12_500.0 * cos * cos).abs() < 1e-4, "{row:?}");
        assert!((row[3] - 0.0125).abs() < 1e-11, "{row:?}");
    }
}

#[test]
fn numbers_in_other_units_are_those_by_hand() {
    let columns =
        "objects:states, B.Pos[2] [mm], B.Vel[2] [km/h], S.ForceB[2] [kN], X = B.Pos[2] [ft], now = time [min],
                   hot = warm [degC], us = warm [degF], two = 2 m [mm], turn = time*(1 rev/s) [deg]";
    let engine = format!(r#"TOutput="0:0.25:2" FileOutput="{columns}, Plain = B.Pos[2]""#);
    let directory = folder(&engine, "");
    let csv = run(&directory, &["--units"]);
    let header: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    let value = |row: &[f64], name: &str| {
        row[header.iter().position(|column| *column == name).unwrap_or_else(|| panic!("{name}: {header:?}"))]
    };
    for row in rows(&csv) {
        let (position, time) = (value(&row, "Plain [m]"), row[0]);
        // To the bit: a metre is a thousand millimetres, whatever a thousandth is in binary.
        assert_eq!(value(&row, "B.Pos[2] [mm]"), 1000.0 * position);
        assert_eq!(value(&row, "now [min]"), time / 60.0);
        assert!((value(&row, "X [ft]") - position / 0.3048).abs() < 1e-15 * 4.0);
        assert!((value(&row, "turn [deg]") - 360.0 * time).abs() < 1e-12 * 360.0);
        assert!((value(&row, "S.ForceB[2] [kN]") + 0.1 * position).abs() < 1e-14);
        assert!((value(&row, "hot [degC]") - 26.85).abs() < 1e-13, "{row:?}");
        assert!((value(&row, "us [degF]") - 80.33).abs() < 1e-13, "{row:?}");
        assert_eq!(value(&row, "two [mm]"), 2000.0);
    }
    // One that a group records, too, is there once.
    assert_eq!(header.iter().filter(|name| name.starts_with("B.Pos[2]")).count(), 1);
}

/// What else is recorded has the same bits, and the same rows, however many rows there are.
#[test]
fn columns_change_no_step_and_no_other_number() {
    let plain = folder(r#"TOutput="0:0.1:3" FileOutput="objects:states""#, "");
    let columns = "objects:states, P = S.ForceB*B.Vel [kW], F = floor(time/(0.3 s))";
    let more = folder(&format!(r#"TOutput="0:0.1:3" FileOutput="{columns}""#), "");
    let first =
        |csv: &str| csv.lines().map(|line| line.split(',').take(7).collect::<Vec<_>>().join(",")).collect::<Vec<_>>();
    let all = run(&more, &[]);
    assert_eq!(first(&run(&plain, &[])), first(&all));
    for (rows, threads) in [("0:1:3", "1"), ("0:0.1:3", "2"), ("0:0.01:3", "1")] {
        let other =
            run(&more, &["--set", &format!("Engine:TOutput={rows}"), "--set", &format!("Engine:NumCores={threads}")]);
        let of = |csv: &str, time: &str| csv.lines().find(|line| line.starts_with(time)).unwrap().to_owned();
        for time in ["1,", "2,", "3,"] {
            assert_eq!(of(&other, time), of(&all, time), "{rows}");
        }
    }
    // A jump in a column is no event: the value is the one at the row.
    let numbers = rows(&all);
    numbers.iter().for_each(|row| assert_eq!(*row.last().unwrap(), (row[0] / 0.3).floor(), "{row:?}"));
}

#[test]
fn columns_stand_where_they_are_asked_for() {
    let columns = "Sum = B.Pos + L, B.Vel[2], S.ForceB[2] [kN], Part[1:3] = L[1:3], High = B.Pos[2] gt 0, B.Vel[2], Big = max(B.Pos[2], L[0]), E = (L[n])";
    let directory = folder(&format!(r#"TOutput="0:1:1" FileOutput="{columns}" KeepOrder="1""#), "");
    let header = |csv: String| csv.lines().next().unwrap().to_owned();
    assert_eq!(
        header(run(&directory, &[])),
        "Time,Sum[0],Sum[1],Sum[2],B.Vel[2],S.ForceB[2],Part[1],Part[2],High,Big,E"
    );
    let csv = run(&directory, &["--set", "Engine:KeepOrder=0"]);
    assert_eq!(rows(&csv)[0], [0.0, -0.05, 0.0, 1.0, 2.0, 3.5, 2.0, 3.0, 1.0, 1.0, 3.0]);
    assert_eq!(header(csv), "Time,S.ForceB[2],B.Vel[2],Sum[0],Sum[1],Sum[2],Part[1],Part[2],High,Big,E");
}

#[test]
fn records_parquet_files_and_further_outputs_have_the_units() {
    let more = r#"<Output Name="slow" TOutput="0:1:2" FileOutput="Power = S.ForceB[2]*B.Vel[2] [kW], B.Pos[2] [mm]"/>"#;
    let directory = folder(r#"TOutput="0:0.5:2" FileOutput="B.Pos[2] [cm], Load = norm(S.ForceB)""#, more);
    good(&directory, &["run", "model.xml", "-o", "a.parquet", "--quiet"]);
    let record = read_json(&directory, "a.run.json");
    let told = |columns: &serde_json::Value| {
        columns
            .as_array()
            .unwrap()
            .iter()
            .map(|c| format!("{} {}", c["name"].as_str().unwrap(), c["unit"].as_str().unwrap()))
            .collect::<Vec<_>>()
    };
    assert_eq!(told(&record["columns"]), ["Time s", "B.Pos[2] cm", "Load N"]);
    assert_eq!(told(&record["outputs"][0]["columns"]), ["Time s", "B.Pos[2] mm", "Power kW"]);
    let units = |name: &str| {
        let table = DataFrame::read(&directory.path().join(name)).unwrap();
        table.columns.iter().map(|column| format!("{} {}", column.name, column.unit)).collect::<Vec<_>>()
    };
    assert_eq!(units("a.parquet"), ["Time s", "B.Pos[2] cm", "Load N"]);
    assert_eq!(units("a.slow.parquet"), ["Time s", "B.Pos[2] mm", "Power kW"]);
}

#[test]
fn a_run_that_goes_on_has_the_same_columns() {
    let engine = r#"TOutput="0:0.5:2" TSave="1" FileOutput="P = S.ForceB*B.Vel [kW], E = 0.5*k*norm(B.Pos)^2*time/(1 s), B.Pos [mm]""#;
    let directory = folder(engine, "");
    good(&directory, &["run", "model.xml", "-o", "whole.csv", "--quiet"]);
    let whole = read(&directory, "whole.csv");
    let rest = run(&directory, &["--initial-state", "whole.1.state.json"]);
    let from = |csv: &str| csv[csv.find("\n1,").unwrap()..].to_owned();
    assert_eq!(from(&whole), from(&rest));
}

#[test]
fn a_column_without_a_value_ends_the_run() {
    let directory = folder(r#"TOutput="0:0.5:2" FileOutput="B.Pos, R = (1 s)/(time - 1 s)""#, "");
    let output = bowline(&directory, &["run", "model.xml", "-o", "a.csv"]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("the column `R` became inf at t = 1 s"), "{said}");
    assert_eq!(rows(&read(&directory, "a.csv")).len(), 2);
    let chosen = folder(r#"TOutput="0:0.5:2" FileOutput="R = if(time == 1 s, 7, (1 s)/(time - 1 s))""#, "");
    assert_eq!(rows(&run(&chosen, &[]))[2], [1.0, 7.0]);
}

#[test]
fn campaigns_and_verifications_know_columns() {
    let engine = format!(r#"TOutput="0:0.01:2" {PRECISE} FileOutput="E = 0.5*m*norm(B.Vel)^2 [mJ], B.Pos[2] [mm]""#);
    let directory = folder(&engine, "");
    let sweep = |more: &[&str]| {
        let arguments = arguments("model.xml", &["k=50,100"], more);
        bowline(&directory, &arguments.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let metrics =
        ["--metric", "peak=max:E", "--metric", "far=max:B.Pos[2] [mm]", "--metric", "max:B.Pos[2]", "--series", "csv"];
    let swept = sweep(&[&metrics[..], &["-o", "out"]].concat());
    assert!(swept.status.success(), "{}", text(&swept.stderr));
    let table = DataFrame::read(&directory.path().join("out/summary.parquet")).unwrap();
    let unit = |name: &str| table.columns.iter().find(|column| column.name == name).unwrap().unit.clone();
    assert_eq!((unit("peak"), unit("max:B.Pos[2]")), ("mJ".to_owned(), "m".to_owned()));
    // k A^2/2, and A.
    let peaks = all_numbers(&table, "peak");
    assert!((peaks[0] - 6250.0).abs() < 2.0 && (peaks[1] - 12_500.0).abs() < 5.0, "{peaks:?}");
    assert_eq!(all_numbers(&table, "max:B.Pos[2]"), [0.5, 0.5]);
    assert_eq!((unit("far"), all_numbers(&table, "far")), ("mm".to_owned(), vec![500.0, 500.0]));
    // Without metrics, what is recorded; and what `--signals` names, commas in parentheses included.
    let swept = sweep(&["--signals", "F = max(B.Pos[2], S.ForceB[2]/k) [mm]", "--series", "csv", "-o", "ends"]);
    assert!(swept.status.success(), "{}", text(&swept.stderr));
    let ends = DataFrame::read(&directory.path().join("ends/summary.parquet")).unwrap();
    assert_eq!(ends.columns[2].name, "final:F");
    assert_eq!(ends.columns[2].unit, "mm");
    let resumed = bowline(&directory, &["sweep", "--resume", "ends"]);
    assert!(resumed.status.success(), "{}", text(&resumed.stderr));
    assert_eq!(DataFrame::read(&directory.path().join("ends/summary.parquet")).unwrap(), ends);
    let verified = good(
        &directory,
        &["verify", "model.xml", "--set", "Engine:RelTol=1e-7", "--signals", "E,B.Pos[2] [mm]", "--format", "json"],
    );
    let verified: serde_json::Value = serde_json::from_str(&verified).unwrap();
    let column = |at: usize| (verified["columns"][at]["column"].clone(), verified["columns"][at]["unit"].clone());
    assert_eq!(column(0), ("E".into(), "mJ".into()));
    assert_eq!(column(1), ("B.Pos[2]".into(), "mm".into()));
    let wrong = bowline(&directory, &["verify", "model.xml", "--signals", "B.Pos[2] [kg]"]);
    assert!(text(&wrong.stderr).contains("`B.Pos` is in m"), "{}", text(&wrong.stderr));
}

const PAIR: &str = r#"<SCHEMES><Scheme Name="Pair">
    <PARAMETERS><Parameter Name="Gain" Unit="N/m"/></PARAMETERS>
    <PORTS>
      <InPort Name="Push" Unit="N" Width="3" Default="0, 0, 0"/>
      <OutPort Name="Where" From="Mass.Pos"/><OutPort Name="Height" From="Mass.Pos[2]"/>
      <OutPort Name="Energy" From="0.5*Gain*Mass.Pos[2]^2"/><OutPort Name="Both" From="Mass.Vel[2], 2*Mass.Vel[2]"/>
    </PORTS>
    <OBJECTS><Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="Mass" Mass="2" g="0"/></OBJECTS>
    <INTERCONNECTIONS><Connection To="Mass.Force" From="-Gain*Mass.Pos + Push"/></INTERCONNECTIONS>
    <INITIALIZATION><InitialCondition Mass.Pos="0, 0, 0.5" Mass.Vel="0, 0, 0"/></INITIALIZATION>
  </Scheme></SCHEMES>"#;

/// Ports that are formulas are recorded, and a flattened file gives the same, header included.
#[test]
fn ports_of_schemes_are_recorded_under_their_names() {
    let columns = "One.Where [mm], One.Energy, One.Both[1], One.Where[2], Two.Height, Both = One.Energy + Two.Energy [mJ], object.Two:states, One.Energy [J], P = One.Push";
    let write = |engine: &str| {
        format!(
            r#"<Contents>{PAIR}<VARIABLES><Variable Name="c" Value="1/3 kN/m"/></VARIABLES>
  <OBJECTS><Instance Scheme="Pair" Name="One" Gain="c"/><Instance Scheme="Pair" Name="Two" Gain="2*c"/></OBJECTS>
  <INTERCONNECTIONS><Connection To="One.Push" From="0, 0, time*(1 N/s)"/></INTERCONNECTIONS><INITIALIZATION/>
  <INTEGRATION><Engine TOutput="0:0.1:1" {engine}/><Output Name="slow" TOutput="0:0.5:1" FileOutput="W = c*One.Height*(2 m), One.Height [cm]"/></INTEGRATION></Contents>"#
        )
        .replace("1/3 kN/m", "(1 kN/m)/3")
    };
    for order in ["0", "1"] {
        let directory = TempDir::new().unwrap();
        let columns = columns.replace(", P = One.Push", "");
        fs::write(directory.path().join("model.xml"), write(&format!(r#"FileOutput="{columns}" KeepOrder="{order}""#)))
            .unwrap();
        good(&directory, &["run", "model.xml", "-o", "a.csv", "--units", "--quiet"]);
        let header = read(&directory, "a.csv").lines().next().unwrap().to_owned();
        if order == "1" {
            assert_eq!(
                header,
                "Time [s],One.Where[0] [mm],One.Where[1] [mm],One.Where[2] [mm],One.Energy [J],One.Both[1] [m/s],Two.Height [m],\
                 Both [mJ],Two.Mass.Pos[0] [m],Two.Mass.Pos[1] [m],Two.Mass.Pos[2] [m],Two.Mass.Vel[0] [m/s],\
                 Two.Mass.Vel[1] [m/s],Two.Mass.Vel[2] [m/s]"
            );
            for row in rows(&read(&directory, "a.csv")) {
                let energy = 0.5 * (1000.0 / 3.0) * (row[3] / 1000.0).powi(2);
                assert!((row[4] - energy).abs() < 1e-12 * 42.0, "{row:?}");
            }
        }
        let flat = good(&directory, &["flatten", "model.xml"]);
        fs::write(directory.path().join("flat.xml"), &flat).unwrap();
        good(&directory, &["run", "flat.xml", "-o", "b.csv", "--units", "--quiet"]);
        assert_eq!(read(&directory, "b.csv"), read(&directory, "a.csv"), "{flat}");
        assert_eq!(read(&directory, "b.slow.csv"), read(&directory, "a.slow.csv"), "{flat}");
        assert_eq!(good(&directory, &["flatten", "flat.xml"]), flat);
    }
}

/// What the guide writes about FileOutput is what the program reads.
#[test]
fn the_guides_columns_are_recorded() {
    let guide = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/guide.md")).unwrap();
    let section = guide.split("\n### FileOutput\n").nth(1).unwrap().split("\n### ").next().unwrap();
    let examples: Vec<&str> =
        section.lines().filter_map(|line| line.trim().strip_prefix("FileOutput=\"")?.strip_suffix('"')).collect();
    assert_eq!(examples.len(), 3, "{examples:?}");
    let headers = [
        None,
        Some(
            "Time [s],S.ForceB[2] [kN],B.Pos[0] [mm],B.Pos[1] [mm],B.Pos[2] [mm],B.Vel[0] [m/s],B.Vel[1] [m/s],B.Vel[2] [m/s]",
        ),
        Some("Time [s],Kinetic [kJ],Pull [N],Up"),
    ];
    for (columns, header) in examples.into_iter().zip(headers) {
        let Some(header) = header else { continue };
        let directory = folder(&format!(r#"TOutput="0:0.1:1" FileOutput="{columns}""#), "");
        let csv = run(&directory, &["--units"]);
        assert_eq!(csv.lines().next().unwrap(), header);
    }
}
