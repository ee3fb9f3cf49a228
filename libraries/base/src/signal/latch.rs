use simobject::{Creator, Crossing, DiscreteStateSlice, InSlice, Indicator, Io, Result, SimObject, check_mode};

use crate::indicators;
use crate::width::port_width;

/// A latch (SR flip-flop): it is set while `Set` is above `Threshold`, reset
/// while `Reset` is, and keeps its state while neither is.
///
/// If both are above, the one that `Priority` names wins; when that one falls
/// again, the other counts. The latch changes by events, exactly where an input
/// crosses the threshold; at the threshold an input does not count as above.
pub struct Latch {
    set: InSlice,
    reset: InSlice,
    out: DiscreteStateSlice,
    levels: Vec<Levels>,
    threshold: f64,
    set_wins: bool,
    initially_set: bool,
}

/// How far both inputs of an element are above the threshold.
struct Levels {
    set: Indicator,
    reset: Indicator,
}

impl SimObject for Latch {
    const NAME: &'static str = "Signal/Latch";
    const DOC: &'static str = "\
A latch, which remembers what it was told last (SR flip-flop)

Out = 1 while Set > Threshold, 0 while Reset > Threshold, as Priority says while both are
Out stays as it was while none is";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let width = port_width(c, 1);
        let threshold = c.parameter("Threshold").doc("Above it an input counts as true").default(0.5);
        let set_wins = c
            .choice("Priority", [("Reset", false), ("Set", true)])
            .doc("Which input wins where both are true")
            .default("Reset");
        let initially_set = c
            .parameter("InitiallySet")
            .doc("Whether it begins with 1, if neither Set nor Reset is true then")
            .default(false);
        let set = c.in_slice("Set", width, "", "Sets Out to 1");
        let reset = c.in_slice("Reset", width, "", "Sets Out to 0");
        let out = c.discrete_state_slice("Out", width, "", "1 or 0");
        c.out_port_of("Out", out);
        let doc = "How far the input is above the threshold";
        let of_set = indicators::of_elements(c, "SetLevel", width, doc, Crossing::Either);
        let of_reset = indicators::of_elements(c, "ResetLevel", width, doc, Crossing::Either);
        c.initial(Self::begin).reads((set, reset)).sets(out);
        c.initial(Self::check).reads(out);
        c.common_computation(Self::watch).reads((set, reset)).reads_no_states().fills((&of_set, &of_reset));
        for (i, indicators) in of_set.iter().zip(&of_reset).enumerate() {
            for indicator in [indicators.0, indicators.1] {
                c.on_event_of(*indicator, i, Self::switch).reads((set, reset, out)).sets(out);
            }
        }
        let levels = of_set.into_iter().zip(of_reset).map(|(set, reset)| Levels { set, reset }).collect();
        Ok(Self { set, reset, out, levels, threshold, set_wins, initially_set })
    }
}

impl Latch {
    #[inline]
    fn watch(&self, io: &mut Io<'_>) {
        for (i, levels) in self.levels.iter().enumerate() {
            let (set, reset) = (io.at(self.set, i) - self.threshold, io.at(self.reset, i) - self.threshold);
            io.set(levels.set, [set]);
            io.set(levels.reset, [reset]);
        }
    }

    /// What an element is, when it was so before.
    fn state(&self, io: &Io<'_>, element: usize, before: f64) -> f64 {
        let is_set = io.at(self.set, element) > self.threshold;
        let is_reset = io.at(self.reset, element) > self.threshold;
        match (is_set, is_reset) {
            (true, true) => f64::from(self.set_wins),
            (true, false) => 1.0,
            (false, true) => 0.0,
            (false, false) => before,
        }
    }

    fn switch(&self, element: usize, io: &mut Io<'_>) {
        let state = self.state(io, element, io.at(self.out, element));
        io.set_now_at(self.out, element, state);
    }

    fn check(&self, io: &mut Io<'_>) -> Result<()> {
        check_mode("Out", io.slice(self.out), &[0.0, 1.0])
    }

    fn begin(&self, io: &mut Io<'_>) {
        let initial = f64::from(self.initially_set);
        let state: Vec<f64> = (0..self.out.width()).map(|i| self.state(io, i, initial)).collect();
        io.set_initial_slice(self.out, &state);
    }
}
