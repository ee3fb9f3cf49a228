//! Relays on integrals whose inputs somebody sets while the run goes, often at
//! the very times at which relays switch: against a simulation in whole numbers.
//!
//! A tick of that simulation is 1/128 s, and a unit of a position 1/256. Rates
//! are units a tick, so positions on a tick are exact.

use bowline_engine::{NoRecorder, Run};

use crate::laboratory::numbers::Numbers;
use crate::laboratory::{load, scenario};
use crate::save_points::ways;

const TICK: f64 = 1.0 / 128.0;
const UNIT: f64 = 1.0 / 256.0;
/// Ticks of a run.
const END: i32 = 768;
/// Units of positions and thresholds are multiples of this.
const GRID: i32 = 32;

struct Relay {
    integral: usize,
    on: i32,
    off: i32,
    is_on: bool,
}

/// The exact simulation.
struct Exact {
    positions: Vec<i32>,
    rates: Vec<i32>,
    relays: Vec<Relay>,
    events: u64,
}

impl Exact {
    /// Integrals that begin alike, with several relays each.
    fn new(numbers: &mut Numbers) -> Self {
        let count = numbers.choose(&[1, 2, 3, 8]);
        let relays = (0..count * numbers.choose(&[1, 2, 5])).map(|position| {
            let off = GRID * numbers.choose(&[-3, -2, -1, 1, 2]);
            let on = off + GRID * numbers.choose(&[0, 1, 2]);
            Relay { integral: position % count, on, off, is_on: on < 0 }
        });
        let relays = relays.collect();
        Self { positions: vec![0; count], rates: vec![0; count], relays, events: 0 }
    }

    fn tick(&mut self) {
        self.positions.iter_mut().zip(&self.rates).for_each(|(position, rate)| *position += rate);
        for relay in &mut self.relays {
            let position = self.positions[relay.integral];
            let is_on = if relay.is_on { position >= relay.off } else { position > relay.on };
            self.events += u64::from(is_on != relay.is_on);
            relay.is_on = is_on;
        }
    }

    /// Whether an integral is just at a threshold, where rounding decides.
    fn is_at_threshold(&self, integral: usize) -> bool {
        let mut relays = self.relays.iter().filter(|relay| relay.integral == integral);
        relays.any(|relay| [relay.on, relay.off].contains(&self.positions[integral]))
    }

    /// New rates: what is at a threshold goes on through it.
    fn steer(&mut self, numbers: &mut Numbers) {
        for integral in 0..self.rates.len() {
            let at_threshold = self.is_at_threshold(integral);
            let rate = &mut self.rates[integral];
            let back = if self.positions[integral] > 4 * GRID { -1 } else { 1 };
            let far = self.positions[integral].abs() > 4 * GRID;
            *rate = match *rate {
                0 if at_threshold => 0,
                old if at_threshold => old.signum() * numbers.choose(&[1, 2, 4]),
                _ if far => back * numbers.choose(&[1, 2, 4]),
                _ => numbers.choose(&[-4, -2, -1, 0, 1, 2, 4]),
            };
        }
    }
}

#[test]
fn relays_switch_also_where_an_input_is_set_at_that_time() {
    let mut numbers = Numbers::new(0x1357_9bdf);
    let (mut events, mut set_at_events) = (0, 0);
    for case in 0..24 {
        for way in ways() {
            let (total, at_events) = compare(&format!("case {case}, {way}"), way, &mut numbers);
            events += total;
            set_at_events += at_events;
        }
    }
    assert!(events > 1000 && set_at_events > 100, "{events} {set_at_events}");
}

/// Runs a model as somebody steers it: how many events there were, and how many
/// inputs were set where a relay switches.
fn compare(what: &str, way: &str, numbers: &mut Numbers) -> (u64, u64) {
    let mut exact = Exact::new(numbers);
    let integrals = (0..exact.positions.len()).map(|i| format!("base:Math/Integrator I{i}"));
    let relays = exact.relays.iter().enumerate().map(|(i, relay)| {
        let [on, off] = [relay.on, relay.off].map(|threshold| f64::from(threshold) * UNIT);
        format!(r#"base:Signal/Relay R{i} SwitchOn="{on}" SwitchOff="{off}""#)
    });
    let objects: Vec<String> = integrals.chain(relays).collect();
    let fed = (0..exact.positions.len()).map(|i| format!(r#"I{i}.In="0""#));
    let watching = exact.relays.iter().enumerate().map(|(i, relay)| format!(r#"R{i}.In="I{}.Out""#, relay.integral));
    let connections: Vec<String> = fed.chain(watching).collect();
    let initial: Vec<String> = (0..exact.positions.len()).map(|i| format!(r#"I{i}.Integral="0""#)).collect();
    let engine = format!(r#"TOutput="0, {}" {way}"#, f64::from(END) * TICK);
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let model = load(&scenario(&objects, &connections.join(" "), &initial.join(" "), &engine));
    let inputs: Vec<_> = (0..exact.positions.len()).map(|i| model.input(&format!("I{i}.In")).unwrap()).collect();
    let on: Vec<_> = (0..exact.relays.len()).map(|i| model.probe(&format!("R{i}.On")).unwrap()).collect();

    let mut run = Run::new(&model);
    let mut snapshot = None;
    let mut set_at_events = 0;
    for tick in 0..END {
        let moving = |exact: &Exact, i: usize| exact.rates[i] != 0 && exact.is_at_threshold(i);
        let is_at_event = (0..inputs.len()).any(|i| moving(&exact, i));
        // Rarely at any time, and mostly where something switches.
        if tick == 0 || numbers.next().unwrap() < if is_at_event { 0.6 } else { 0.02 } {
            let units = numbers.choose(&[-9, -4, -1, 0, 0, 0, 1, 3, 8, 40]);
            let time = f64::from(tick) * TICK;
            let time = time + if is_at_event { f64::from(units) * (time.next_up() - time) } else { 0.0 };
            run.advance_to(time.max(run.time()), &mut NoRecorder).unwrap();
            exact.steer(numbers);
            for (input, rate) in inputs.iter().zip(&exact.rates) {
                run.set(input, &[f64::from(*rate) * UNIT / TICK]).unwrap();
            }
            set_at_events += u64::from(is_at_event);
        }
        exact.tick();
        if numbers.next().unwrap() < 0.05 {
            run.advance_to(f64::from(tick + 1) * TICK, &mut NoRecorder).unwrap();
            for (i, relay) in exact.relays.iter().enumerate().filter(|(_, r)| !exact.is_at_threshold(r.integral)) {
                let [found] = run.get(&on[i]).unwrap()[..] else { unreachable!() };
                assert_eq!(found != 0.0, relay.is_on, "{what}, t = {} s: R{i}", run.time());
            }
            // Whatever happens until it is restored has not happened.
            if numbers.next().unwrap() < 0.3 {
                snapshot = Some(run.snapshot().unwrap());
            }
        }
        if let Some(earlier) = snapshot.take() {
            let inside = run.time() + numbers.next().unwrap() * (f64::from(END) * TICK - run.time());
            run.advance_to(inside, &mut NoRecorder).unwrap();
            run.restore(&earlier).unwrap();
        }
    }
    (exact.events, set_at_events)
}
