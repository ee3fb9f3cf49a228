//! Sessions: runs of real models against closed forms, and what they record, save and refuse.

#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

mod errors;
mod monitoring;
mod motion;
mod recording;
mod requests;
mod run_records;
mod states;

use std::sync::Arc;

use bowline_engine::Model;
use bowline_surface::libraries::built_in;
use bowline_surface::scenario_request::ScenarioRequest;
use bowline_surface::session::{Session, SessionOptions};

/// A mass of 2 kg that moves with 1 m/s, and a force on it that can be set.
const MASS: &str = r#"<Contents>
  <OBJECTS><Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="B" Mass="2" g="0"/></OBJECTS>
  <INTERCONNECTIONS><Connection B.Force="0,0,0"/></INTERCONNECTIONS>
  <INITIALIZATION><InitialCondition B.Pos="0,0,0" B.Vel="1,0,0"/></INITIALIZATION>
  <INTEGRATION>
    <Engine TOutput="0:0.5:3" FileOutput="B.Pos"/>
    <Output Name="fine" TOutput="0:0.1:3" FileOutput="B.Vel"/>
  </INTEGRATION>
</Contents>"#;

/// `dx/dt = x^2` from 1 on: the solution 1/(1 - t) has its pole at 1 s.
const POLE: &str = r#"<Contents>
  <OBJECTS><Lib LibName="fhsim_base" SimObject="Math/Integrator" Name="X" InitialValue="1"/></OBJECTS>
  <INTERCONNECTIONS><Connection X.In="X.Out*X.Out"/></INTERCONNECTIONS>
  <INITIALIZATION/>
  <INTEGRATION><Engine IntegratorMethod="DormandPrince" TOutput="0:0.1:2" FileOutput="X.Out"/></INTEGRATION>
</Contents>"#;

fn request(text: &str) -> ScenarioRequest {
    ScenarioRequest::from_text("model", text, None).unwrap()
}

fn model(text: &str) -> Arc<Model> {
    request(text).load(&built_in()).unwrap().model
}

/// A session that keeps rows in memory.
fn session(text: &str) -> Session {
    Session::start(&model(text), options()).unwrap()
}

fn options() -> SessionOptions {
    SessionOptions { keeps_rows: true, ..SessionOptions::new("tests 1.0") }
}

/// Times of the rows in memory, s.
fn times(session: &mut Session) -> Vec<f64> {
    let table = session.table().unwrap();
    table.numbers().chunks_exact(table.width()).map(|row| row[0]).collect()
}

/// Bits of a signal.
fn bits(session: &mut Session, name: &str) -> Vec<u64> {
    session.read(name).unwrap().iter().map(|number| number.to_bits()).collect()
}
