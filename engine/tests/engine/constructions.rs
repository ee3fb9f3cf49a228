//! How often a constructor runs: what docs/libraries.md says of it.

use std::cell::Cell;
use std::sync::Arc;

use bowline_engine::{Catalog, LoadOptions, Model, RunRecord, Source, Sources};
use simobject::{Clock, Creator, Crossing, DiscreteState, In, Indicator, Io, Out, Result, SimObject, State};

thread_local! {
    /// Constructors that ran in this thread. (A library has no such thing.)
    static RUN: Cell<usize> = const { Cell::new(0) };
}

/// Five calculations, of which no two touch the same signals.
struct FiveSets {
    input: In<1>,
    state: State<1>,
    kept: DiscreteState<1>,
    out: Out<1>,
    above: Indicator,
}

impl SimObject for FiveSets {
    const NAME: &'static str = "FiveSets";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        RUN.set(RUN.get() + 1);
        let input = c.in_port("In", "", "");
        c.default_input(input, 1.0);
        let (state, kept) = (c.state("State", "", ""), c.discrete_state("Kept", "", ""));
        c.initial_value(state, 0.0);
        c.initial_value(kept, 0.0);
        let out = c.out_port("Out", "", "");
        let above = c.indicator("Above", "", "", Crossing::Rising);
        c.common_computation(Self::pass).reads(input).reads_no_states().fills(out);
        c.common_computation(Self::watch).reads(state).fills(above);
        c.derivatives(Self::grow).reads((input, state));
        c.update(Self::keep).on(Clock::every(0.5, 0.0)).reads(kept).sets(kept);
        c.on_event(above, Self::begin).reads((state, kept)).sets(state);
        Ok(Self { input, state, kept, out, above })
    }
}

impl FiveSets {
    fn pass(&self, io: &mut Io<'_>) {
        let input = io.get(self.input);
        io.set(self.out, input);
    }

    fn watch(&self, io: &mut Io<'_>) {
        let [state] = io.get(self.state);
        io.set(self.above, [state - 10.0]);
    }

    fn grow(&self, io: &mut Io<'_>) {
        let ([input], [state]) = (io.get(self.input), io.get(self.state));
        io.set_derivative(self.state, [input - state]);
    }

    fn keep(&self, io: &mut Io<'_>) {
        let [kept] = io.get(self.kept);
        io.set_next(self.kept, [kept + 1.0]);
    }

    fn begin(&self, io: &mut Io<'_>) {
        io.set_now(self.state, io.get(self.kept));
    }
}

/// Two calculations that touch the same signals, as those of most types do.
struct OneSet {
    state: State<1>,
}

impl SimObject for OneSet {
    const NAME: &'static str = "OneSet";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        RUN.set(RUN.get() + 1);
        let state = c.state("State", "", "");
        c.initial_value(state, 0.0);
        c.derivatives(|this: &Self, io: &mut Io<'_>| io.set_derivative(this.state, [1.0])).reads(state);
        Ok(Self { state })
    }
}

simobject::library! { name: "counting_constructors", types: [FiveSets, OneSet] }

/// How often constructors ran while it was done.
fn counted<R>(done: impl FnOnce() -> R) -> (usize, R) {
    let before = RUN.get();
    let result = done();
    (RUN.get() - before, result)
}

fn load(objects: &str, check: bool) -> (usize, Arc<Model>) {
    let text = format!(
        r#"<Contents><OBJECTS>{objects}</OBJECTS><INTEGRATION><Engine TOutput="0, 1"/></INTEGRATION></Contents>"#
    );
    let catalog = Catalog::new([&LIBRARY]);
    let options = LoadOptions { check, ..LoadOptions::default() };
    counted(|| bowline_engine::load(&Sources::new(Source::new("test.xml", text)), &catalog, options).unwrap())
}

fn object(kind: &str, name: &str) -> String {
    format!(r#"<Lib LibName="counting_constructors" SimObject="{kind}" Name="{name}"/>"#)
}

/// Whether loading looks at each SimObject apart, as it does for `check`.
const INSPECTED: bool = cfg!(debug_assertions);

#[test]
fn a_constructor_runs_once_and_once_for_each_access_set() {
    for (kind, sets) in [("FiveSets", 5), ("OneSet", 1)] {
        let inspection = if INSPECTED { sets } else { 0 };
        let (alone, model) = load(&object(kind, "A"), false);
        assert_eq!(alone, 1 + sets + inspection, "{kind}");
        // One like it is compared with the first; it declares itself by that.
        let (two, _) = load(&(object(kind, "A") + &object(kind, "B")), false);
        assert_eq!(two, 2 * alone, "{kind}");
        let (record, text) = counted(|| {
            let record = RunRecord::new("test", &model);
            record.to_json() + &record.to_json()
        });
        // The parameters of a small model are asked for once, however often its record is written.
        assert!(record == 1 && text.matches("\"A\"").count() > 0, "{kind}: {record}");
    }
}

#[test]
fn a_check_constructs_once_more_for_each_access_set_that_it_tries() {
    for (kind, sets) in [("FiveSets", 5), ("OneSet", 1)] {
        let (checked, _) = load(&object(kind, "A"), true);
        assert_eq!(checked, 1 + sets + sets, "{kind}");
    }
}
