use simobject::{
    Creator, Crossing, DiscreteStateSlice, InSlice, Indicator, Io, OutSlice, Result, SimObject, check_mode,
};

use crate::indicators;
use crate::width::port_width;

/// A switch with hysteresis: on when the input rises above `SwitchOn`, off
/// when it falls below `SwitchOff`, and as it was in between.
///
/// It switches by events, exactly where the input crosses a threshold; an input
/// that comes to a threshold and turns does not switch it. At the start it is
/// as the input says, and as `InitiallyOn` says between the thresholds. Where
/// an initial condition gives `On`, that holds until the input crosses a
/// threshold, wherever it lies at the start.
pub struct Relay {
    input: InSlice,
    out: OutSlice,
    on: DiscreteStateSlice,
    elements: Vec<Element>,
}

/// One element: its indicators and its parameters.
struct Element {
    to_on: Indicator,
    to_off: Indicator,
    switch_on: f64,
    switch_off: f64,
    on_value: f64,
    off_value: f64,
    initially_on: bool,
}

impl Element {
    /// Whether it is on, when it was so before.
    fn is_on(&self, was_on: bool, input: f64) -> bool {
        if was_on { input >= self.switch_off } else { input > self.switch_on }
    }
}

impl SimObject for Relay {
    const NAME: &'static str = "Signal/Relay";
    const DOC: &'static str = "\
A switch with hysteresis

On  = 1 after In has risen above SwitchOn, 0 after it has fallen below SwitchOff
Out = OnValue or OffValue";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let width = port_width(c, 1);
        let switch_on: Vec<f64> = c.parameter("SwitchOn").doc("Above it, it switches on").length(width).required();
        let switch_off: Vec<f64> =
            c.parameter("SwitchOff").doc("Below it, it switches off; SwitchOn at most").length(width).required();
        let on_value: Vec<f64> = c.parameter("OnValue").doc("Out when on").length(width).default(vec![1.0; width]);
        let off_value: Vec<f64> = c.parameter("OffValue").doc("Out when off").length(width).default(vec![0.0; width]);
        let initially_on =
            c.parameter("InitiallyOn").doc("Whether it begins on, if In begins between the thresholds").default(false);
        if let Some((on, off)) = switch_on.iter().zip(&switch_off).find(|(on, off)| on < off) {
            c.error("SwitchOff", format!("is {off}, above `SwitchOn`, {on}"));
        }
        let input = c.in_slice("In", width, "", "Input");
        let out = c.out_slice("Out", width, "", "OnValue or OffValue");
        let on = c.discrete_state_slice("On", width, "", "1 when on, 0 when off");
        c.out_port_of("On", on);
        let doc = "SwitchOn less In; 1 where it is on";
        let to_on = indicators::of_elements(c, "SwitchingOn", width, doc, Crossing::Falling);
        let doc = "In less SwitchOff; 1 where it is off";
        let to_off = indicators::of_elements(c, "SwitchingOff", width, doc, Crossing::Falling);
        c.initial(Self::begin).reads(input).sets(on);
        c.initial(Self::check).reads(on);
        c.common_computation(Self::output).reads(on).fills(out);
        c.common_computation(Self::watch).reads((input, on)).fills((&to_on, &to_off));
        for i in 0..width {
            c.on_event_of(to_on[i], i, Self::turn_on).reads(()).sets(on);
            c.on_event_of(to_off[i], i, Self::turn_off).reads(()).sets(on);
        }
        let elements = (0..width)
            .map(|i| Element {
                to_on: to_on[i],
                to_off: to_off[i],
                switch_on: switch_on[i],
                switch_off: switch_off[i],
                on_value: on_value[i],
                off_value: off_value[i],
                initially_on,
            })
            .collect();
        Ok(Self { input, out, on, elements })
    }
}

impl Relay {
    #[inline]
    fn output(&self, io: &mut Io<'_>) {
        for (i, element) in self.elements.iter().enumerate() {
            let value = if io.at(self.on, i) != 0.0 { element.on_value } else { element.off_value };
            io.set_at(self.out, i, value);
        }
    }

    /// An indicator that does not apply is 1: so an input that jumps past one
    /// threshold and, at the same instant, past the other one switches the relay
    /// twice.
    #[inline]
    fn watch(&self, io: &mut Io<'_>) {
        for (i, element) in self.elements.iter().enumerate() {
            let (input, is_on) = (io.at(self.input, i), io.at(self.on, i) != 0.0);
            io.set(element.to_on, [if is_on { 1.0 } else { element.switch_on - input }]);
            io.set(element.to_off, [if is_on { input - element.switch_off } else { 1.0 }]);
        }
    }

    fn turn_on(&self, element: usize, io: &mut Io<'_>) {
        io.set_now_at(self.on, element, 1.0);
    }

    fn turn_off(&self, element: usize, io: &mut Io<'_>) {
        io.set_now_at(self.on, element, 0.0);
    }

    fn check(&self, io: &mut Io<'_>) -> Result<()> {
        check_mode("On", io.slice(self.on), &[0.0, 1.0])
    }

    fn begin(&self, io: &mut Io<'_>) {
        let is_on =
            |(i, element): (usize, &Element)| f64::from(element.is_on(element.initially_on, io.at(self.input, i)));
        let on: Vec<f64> = self.elements.iter().enumerate().map(is_on).collect();
        io.set_initial_slice(self.on, &on);
    }
}
