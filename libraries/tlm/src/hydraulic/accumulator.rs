use std::f64::consts::PI;

use simobject::{Clock, Creator, DiscreteState, Io, Look, Out, Private, Result, SimObject};
use simobject_elements::hydraulic::Gas;
use simobject_elements::tlm::{HydraulicQ, Wave, parting};

use crate::place::Place;
use crate::steps::follow;

/// Most steps of Newton's method; a handful is enough.
const ROUNDS: usize = 100;

/// A gas accumulator behind its inlet, at port `P1`, of side Q.
///
/// The gas gets stiffer as oil flows in, within the tick; so its pressure is
/// solved for, with the flow. The equation is increasing and convex in the
/// charge: Newton's method comes down to its one solution, once above it.
///
/// What flows at a tick counts in this step by a part, and by the rest in the
/// next one: half and half, by the trapezoidal rule, unless the gas is so stiff
/// behind the inlet that it would be filled beyond the pressure outside and
/// emptied again, tick by tick. Since the pressure is convex in the charge it is
/// filled to that pressure at most where the part is as great as here, and emptied
/// to it.
pub struct Accumulator {
    port: HydraulicQ,
    gas_volume: Out<1>,
    gas_pressure: Out<1>,
    charge: Out<1>,
    rate: Out<1>,
    rest: Private<1>,
    /// Charge at the tick before, and how much of its rate there still counts.
    before: DiscreteState<2>,
    /// V0, m^3.
    volume: f64,
    /// Kca, m^3/(s Pa).
    inlet: f64,
    gas: Gas,
    /// s.
    step: f64,
}

/// How full it is.
struct Charged {
    /// Part of the volume that is oil.
    charge: f64,
    /// 1/s.
    rate: f64,
    /// How much of that counts in the next step, 1/s.
    rest: f64,
}

impl SimObject for Accumulator {
    const NAME: &'static str = "Hydraulic/Accumulator";
    const DOC: &'static str = "\
A gas accumulator behind its inlet: the gas is compressed as p V^kappa says

pa = p0 / (1 - xmp)^kappa, Va = V0 (1 - xmp): xmp is the part of V0 that is oil
vmp = Kca (p1 - pa) / V0, q1 = -V0 vmp, p1 = c1 + Zc1 q1
xmp = xmp(before) + T ((1 - b(before)) vmp(before) + b vmp), with the step T, solved for xmp and vmp together
b = 1/2, or 1 - 1/z where that is more: z = T Kca / (V0 (1 + Kca Zc1)) times dpa/dxmp where xmp was before, or where pa = c1, if that is
more. So it does not swing about the pressure outside where Kca is large for the step.
It empties to xmp = 0 and not further: no more flows out, -T vmp, than xmp(before) + T (1 - b(before)) vmp(before).
Where p1 would fall below 0, c1 and Zc1 count as 0, and all is calculated once more.
At the first tick pa = StartPressure, or p0, and it is empty, where that is below.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let port = HydraulicQ::declare(c, "P1", "Inlet");
        let gas_volume = c.out_port("Va", "m^3", "Volume of the gas");
        let gas_pressure = c.out_port("pa", "Pa", "Pressure of gas and oil");
        let charge = c.out_port("xmp", "", "Part of the volume that is oil");
        let rate = c.out_port("vmp", "1/s", "Rate of xmp");
        let rest = c.private("rest");
        let volume: f64 =
            c.parameter("V0").unit("m^3").doc("Volume of the gas when empty").more_than(0.0).default(1e-3);
        let inlet = c.parameter("Kca").unit("m^3/(s Pa)").doc("Flow through the inlet for each pascal");
        let inlet: f64 = inlet.more_than(0.0).default(1e-8);
        let kappa = c.parameter("kappa").doc("Polytropic exponent of the gas");
        let kappa: f64 = kappa.at_least(1.0).at_most(20.0).default(1.2);
        let preload = c.parameter("p0").unit("Pa").doc("Pressure of the gas when empty");
        let preload: f64 = preload.more_than(0.0).default(1e7);
        let start = c.parameter("StartPressure").unit("Pa").doc("pa at the start: p0, empty, where it is below");
        let start: f64 = start.at_least(0.0).default(preload);
        let doc = "xmp at the tick before, and (1 - b) vmp there, 1/s";
        let before = c.discrete_state("Before", "", doc);
        let gas = Gas::new(preload, kappa);
        let start = if start > preload { 1.0 - gas.room(start) } else { 0.0 };
        c.initial_value(before, [start, 0.0]);
        follow(c, &[port]);
        c.common_computation(Self::flow).on(Clock::model()).reads((port.reads(), before)).fills((
            port.fills(),
            gas_volume,
            gas_pressure,
            charge,
            rate,
            rest,
        ));
        c.update(Self::keep).on(Clock::model()).reads((charge, rest)).reads_no_states().sets(before);
        if let Some(place) = Place::declare(c) {
            // Six times as long as its radius, but for its round ends.
            let radius = (volume / (6.0 * PI)).cbrt();
            place.show(c, Look::capsule([0.0; 3], [6.0 * radius, 0.0, 0.0], radius));
        }
        let step = c.sample_time(Clock::model());
        Ok(Self { port, gas_volume, gas_pressure, charge, rate, rest, before, volume, inlet, gas, step })
    }
}

impl Accumulator {
    #[inline]
    fn flow(&self, io: &mut Io<'_>) {
        let (before, wave) = (io.get(self.before), self.port.wave(io));
        let charged = |[wave]: [Wave; 1]| {
            if io.tick() == 0 { self.start(before[0], wave) } else { self.next(before, wave) }
        };
        let now = parting([wave], charged, |now| [self.out(now)]);
        let q = self.out(&now);
        self.port.set(io, wave.pressure(q), q);
        io.set(self.gas_volume, [self.volume * (1.0 - now.charge)]);
        io.set(self.gas_pressure, [self.gas.pressure(now.charge)]);
        io.set(self.charge, [now.charge]);
        io.set(self.rate, [now.rate]);
        io.set(self.rest, [now.rest]);
    }

    #[inline]
    fn keep(&self, io: &mut Io<'_>) {
        let ([charge], [rest]) = (io.get(self.charge), io.get(self.rest));
        io.set_next(self.before, [charge, rest]);
    }

    /// Flow out of the port, m^3/s.
    #[inline]
    fn out(&self, now: &Charged) -> f64 {
        -self.volume * now.rate
    }

    /// By how much the rate falls for each pascal of the gas, 1/(s Pa): from `V0
    /// vmp = Kca (c1 - Zc1 V0 vmp - pa)`.
    #[inline]
    fn rate_per_pressure(&self, wave: Wave) -> f64 {
        self.inlet / (self.volume * (1.0 + self.inlet * wave.zc))
    }

    /// By which part what flows at a tick counts in the step before it.
    #[inline]
    fn part(&self, charge: f64, wave: Wave) -> f64 {
        // dpa/dxmp, Pa: there is none where there is no pressure outside.
        let outside = 1.0 / self.gas.compliance(wave.c.max(self.gas.precharge_pressure()));
        let stiffness = self.step * self.rate_per_pressure(wave) * self.gas.stiffness(charge).max(outside);
        if stiffness > 2.0 { 1.0 - 1.0 / stiffness } else { 0.5 }
    }

    /// At the start, with this charge.
    fn start(&self, charge: f64, wave: Wave) -> Charged {
        let rest = 1.0 - self.part(charge, wave);
        let rate = self.rate_per_pressure(wave) * (wave.c - self.gas.pressure(charge));
        let rate = rate.max(-charge / (rest * self.step));
        Charged { charge, rate, rest: rest * rate }
    }

    /// From the charge at the tick before, and how much of its rate there still counts.
    #[inline]
    fn next(&self, [charge, rest]: [f64; 2], wave: Wave) -> Charged {
        let (slope, part) = (self.rate_per_pressure(wave), self.part(charge, wave));
        let gain = part * self.step * slope;
        // What is there where nothing flows at this tick: 0 or more, since no more than all leaves.
        let still = (charge + self.step * rest).max(0.0);
        let emptied = (1.0 - part) * still;
        if emptied + gain * (self.gas.pressure(emptied) - wave.c) > still {
            return Charged { charge: emptied, rate: (0.0 - still) / self.step, rest: (0.0 - emptied) / self.step };
        }
        let mut now = self.within(still + self.step * rest, charge);
        for _ in 0..ROUNDS {
            let error = now - still - gain * (wave.c - self.gas.pressure(now));
            let next = self.within(now - error / (1.0 + gain * self.gas.stiffness(now)), now);
            let is_solved = (next - now).abs() <= 1e-15;
            now = next;
            if is_solved {
                break;
            }
        }
        // Where the inlet hardly resists, what the pressures say of the flow is noise: that of the charge keeps the oil.
        let rate =
            if part > 0.5 { (now - still) / (part * self.step) } else { slope * (wave.c - self.gas.pressure(now)) };
        Charged { charge: now, rate, rest: (1.0 - part) * rate }
    }

    /// A charge that is not below 0, nor further than half of the way from another
    /// one to where no gas is left.
    #[inline]
    fn within(&self, charge: f64, from: f64) -> f64 {
        charge.clamp(0.0, 0.5 * (1.0 + from))
    }
}
