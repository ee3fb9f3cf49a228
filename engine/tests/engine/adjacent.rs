//! Signals that are read and set together.

use std::ops::ControlFlow;

use bowline_engine::{Catalog, LoadOptions, NoRecorder, Run, Source, Sources};
use simobject::{Adjacent, Clock, Creator, DiscreteState, Io, Out, Result, SimObject};

/// Counts, `A' = A + 1`, `B' = B + A`, and shows `X = A`, `Y = B`, `Z = A B`.
struct Counting<const GAP: bool> {
    states: Adjacent<DiscreteState<1>, 2>,
    shown: Adjacent<Out<1>, 3>,
}

impl<const GAP: bool> SimObject for Counting<GAP> {
    const NAME: &'static str = if GAP { "Torn" } else { "Counting" };
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let states = ["A", "B"].map(|name| c.discrete_state(name, "", ""));
        states.into_iter().for_each(|state| c.initial_value(state, 0.0));
        let x = c.out_port("X", "", "");
        let between: Option<Out<1>> = GAP.then(|| c.out_port("Between", "", ""));
        let shown = [x, c.out_port("Y", "", ""), c.out_port("Z", "", "")];
        c.common_computation(Self::show).on(Clock::model()).reads(states).fills((shown, between));
        c.update(Self::count).on(Clock::model()).reads(states).sets(states);
        Ok(Self { states: Adjacent::of(states), shown: Adjacent::of(shown) })
    }
}

impl<const GAP: bool> Counting<GAP> {
    fn show(&self, io: &mut Io<'_>) {
        let [a, b] = io.get(self.states);
        io.set(self.shown, [a, b, a * b]);
    }

    fn count(&self, io: &mut Io<'_>) {
        let [a, b] = io.get(self.states);
        io.set_next(self.states, [a + 1.0, b + a]);
    }
}

simobject::library! { name: "counters", types: [Counting<false>, Counting<true>] }

/// After ticks 0 to 4.
fn run(kind: &str) -> std::result::Result<[f64; 3], String> {
    let object = |name| format!(r#"<Lib LibName="counters" SimObject="{kind}" Name="{name}"/>"#);
    let engine = r#"<INTEGRATION><Engine TOutput="0, 4.5" SampleTime="1"/></INTEGRATION>"#;
    let text = format!("<Contents><OBJECTS>{}{}</OBJECTS>{engine}</Contents>", object("P"), object("Q"));
    let sources = Sources::new(Source::new("test.xml", text));
    let model = bowline_engine::load(&sources, &Catalog::new([&LIBRARY]), LoadOptions::default()).unwrap();
    let mut run = Run::new(&model);
    let ended = run.to_end(&mut NoRecorder, &mut |_| ControlFlow::Continue(()));
    ended.map_err(|error| error.to_string())?;
    Ok(["Q.X", "Q.Y", "Q.Z"].map(|name| run.get(&model.probe(name).unwrap()).unwrap()[0]))
}

#[test]
fn neighbours_are_read_and_set_as_one() {
    // 0 + 0 + 1 + 2 + 3.
    assert_eq!(run("Counting").unwrap(), [4.0, 6.0, 24.0]);
}

#[test]
fn what_does_not_lie_side_by_side_is_no_neighbour() {
    let wrong = run("Torn").unwrap_err();
    assert!(wrong.contains("`P` (Torn of counters)") && wrong.contains("outside the workspace"), "{wrong}");
}
