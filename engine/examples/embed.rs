//! The engine from outside: a mass that a program pushes and lets go again.
//!
//! ```text
//! scenario -> Model -> Run:  advance_to, get, set, snapshot, restore
//! ```
//!
//! `cargo run --example embed`

use bowline_engine::{Catalog, LoadOptions, Run, Source, Sources, Table};

const SCENARIO: &str = r#"<Contents>
  <OBJECTS>
    <Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="B" Mass="2" g="0"/>
  </OBJECTS>
  <INTERCONNECTIONS><Connection B.Force="0,0,0"/></INTERCONNECTIONS>
  <INITIALIZATION><InitialCondition B.Pos="0,0,0" B.Vel="0,0,0"/></INITIALIZATION>
  <INTEGRATION><Engine TOutput="0:0.5:3"/></INTEGRATION>
</Contents>"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let sources = Sources::new(Source::new("pushed", SCENARIO));
    let catalog = Catalog::new([&bowline_tutorial::LIBRARY]);
    let model = bowline_engine::load(&sources, &catalog, LoadOptions::default())?;
    let (force, position) = (model.input("B.Force")?, model.probe("B.Pos[0]")?);

    let (mut run, mut table) = (Run::new(&model), Table::new(&model));
    run.set(&force, &[4.0, 0.0, 0.0])?; // N
    run.advance_to(1.0, &mut table)?;
    let pushed = run.snapshot()?;
    run.set(&force, &[0.0; 3])?;
    run.advance_to(3.0, &mut table)?;
    println!("let go at 1 s, at {} s it is at {} m", run.time(), run.get(&position)?[0]);
    run.restore(&pushed)?;
    run.advance_to(3.0, &mut table)?;
    println!("pushed all the time, it is at {} m", run.get(&position)?[0]);
    Ok(())
}
