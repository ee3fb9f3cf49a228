//! Laws of hydraulic elements and of the free body, against closed forms and balances of power.

#![allow(missing_docs, reason = "tests")]

use simobject_elements::free_body::gyroscopic_moment;
use simobject_elements::hydraulic::{
    Gas, Machine, Pipe, Resistance, SignedRoot, edge_coefficient, effective_bulk_modulus,
};
use simobject_elements::tlm::{Wave, leaking_flow};
use simobject_elements::vector::dot;

/// Whether two numbers agree to so many parts of the larger one.
fn assert_near(found: f64, expected: f64, part: f64) {
    assert!((found - expected).abs() <= part * found.abs().max(expected.abs()), "{found} is not {expected}");
}

/// Compressed without heat from `V0` to `V`, a gas takes the work `(p V - p0 V0) / (n - 1)`.
#[test]
fn a_gas_takes_the_work_of_a_polytropic_compression() {
    let (gas, most, steps) = (Gas::new(9e6, 1.4), 0.6, 2000);
    let width = most / f64::from(steps);
    let simpson = |k: u32| {
        let at = f64::from(k) * width;
        width / 6.0 * (gas.pressure(at) + 4.0 * gas.pressure(at + 0.5 * width) + gas.pressure(at + width))
    };
    let work: f64 = (0..steps).map(simpson).sum();
    assert_near(work, (gas.pressure(most) * (1.0 - most) - 9e6) / 0.4, 1e-12);
}

/// Boyle: at one temperature the product of pressure and volume stays.
#[test]
fn a_gas_at_one_temperature_follows_boyle() {
    let gas = Gas::new(5e6, 1.0);
    for charge in [0.0, 0.25, 0.9] {
        assert_near(gas.pressure(charge) * (1.0 - charge), 5e6, 1e-15);
        // d(p0 / (1 - x)) / dx, and its inverse.
        let slope = 5e6 / ((1.0 - charge) * (1.0 - charge));
        assert_near(gas.stiffness(charge), slope, 1e-14);
        assert_near(gas.compliance(gas.pressure(charge)), 1.0 / slope, 1e-14);
        assert_near(gas.room(gas.pressure(charge)), 1.0 - charge, 1e-15);
    }
}

/// The power that goes into a machine at its shaft and with its oil is lost in its gaps and bearings.
#[test]
fn a_machine_loses_what_leakage_and_friction_take() {
    let machine = Machine::new(1e-5, 2e-12, 0.03);
    for (setting, w, dp) in [(1.0, 157.0, -2e7), (0.4, -90.0, 3e6), (0.0, 10.0, 1e6), (1.0, 0.0, 5e6)] {
        let power = machine.torque(setting, w, dp) * w + machine.flow(setting, w, dp) * dp;
        assert_near(power, 2e-12 * dp * dp + 0.03 * w * w, 1e-12);
    }
    // Without losses a revolution displaces 2 pi times as much as a radian.
    assert_near(
        Machine::new(1e-5, 0.0, 0.0).flow(1.0, 2.0 * std::f64::consts::PI, -3e7),
        62.831_853_071_795_86e-6,
        1e-15,
    );
}

/// Torricelli: out of 10 m of water comes a jet of `sqrt(2 g h)`.
#[test]
fn an_edge_passes_the_jet_of_torricelli() {
    let (flow_area, density, drop) = (0.61 * 2e-5, 1000.0, 1000.0 * 9.81 * 10.0);
    let jet = 14.007_141_035_914_502 * flow_area;
    assert_near(edge_coefficient(flow_area, density) * SignedRoot::EXACT.of(drop), jet, 1e-14);
    assert_near(Resistance::of_edge(0.0, flow_area, density).flow(drop), jet, 1e-14);
    assert_near(Resistance::of_edge(0.0, flow_area, density).flow(-drop), -jet, 1e-14);
}

/// The flow that a difference makes needs that difference.
#[test]
fn a_resistance_is_the_inverse_of_its_flow() {
    let resistance = Resistance { linear: 2e9, square: 3e13 };
    for drop in [-3e7, -1.0, 0.0, 1e-6, 4e4, 2e8] {
        assert_near(resistance.drop(resistance.flow(drop)), drop, 1e-13);
    }
    // Of 1e-4 m^3/s the laminar part needs 2e5 Pa, and the turbulent one 3e5 Pa.
    assert_near(resistance.flow(5e5), 1e-4, 1e-14);
}

/// Darcy and Weisbach: `dp = (64/Re + lambda) l/d rho/2 v^2`, and local losses of `zeta rho/2 v^2`.
#[test]
fn a_pipe_resists_as_its_friction_factor_says() {
    let (pipe, density, viscosity, flow) = (Pipe { length: 3.0, diameter: 0.012 }, 870.0, 46e-6, 2e-4);
    let velocity = flow / (std::f64::consts::PI * 0.006 * 0.006);
    let head = 0.5 * density * velocity * velocity;
    let reynolds = velocity * 0.012 / viscosity;
    assert_near(pipe.reynolds(-flow, viscosity), reynolds, 1e-14);
    let laminar = pipe.linear(Pipe::HAGEN_POISEUILLE) * density * viscosity * flow;
    assert_near(laminar, 64.0 / reynolds * 250.0 * head, 1e-14);
    let turbulent = pipe.square(1.5, 0.04) * density * flow * flow;
    assert_near(turbulent, (1.5 + 0.04 * 250.0) * head, 1e-14);
    // Newton: the difference that makes the oil in it 1 m/s faster within 1 s is m / A.
    assert_near(pipe.inertance(density) * pipe.area(), density * 3.0, 1e-15);
}

/// A flow between waves is the one that belongs to the pressures that it makes, `p = c + Zc q`.
#[test]
fn leakage_between_waves_belongs_to_its_pressures() {
    let waves = [Wave { c: 3e6, zc: 2e9 }, Wave { c: 1e7, zc: 5e8 }];
    for (ideal, leakage) in [(0.0, 1e-11), (2e-4, 1e-12), (-1e-4, 0.0)] {
        let q = leaking_flow(ideal, leakage, waves);
        let drop = waves[0].effort(-q) - waves[1].effort(q);
        assert_near(q, ideal + leakage * drop, 1e-14);
    }
}

/// Oil and walls give way one after the other; rigid walls leave the oil as it is.
#[test]
fn walls_make_oil_softer() {
    assert_eq!(effective_bulk_modulus(1.4e9, 0.0), 1.4e9);
    assert_near(effective_bulk_modulus(1.5e9, 1.0 / 3e9), 1e9, 1e-15);
}

/// Euler: `I1 dw1/dt = (I2 - I3) w2 w3` and so on; it does no work.
#[test]
fn a_gyroscopic_moment_is_that_of_euler() {
    let (inertia, w) = ([2.0, 3.0, 7.0], [0.5, -1.25, 4.0]);
    let moment = gyroscopic_moment(std::array::from_fn(|i| inertia[i] * w[i]), w);
    let euler = [(3.0 - 7.0) * w[1] * w[2], (7.0 - 2.0) * w[2] * w[0], (2.0 - 3.0) * w[0] * w[1]];
    assert_eq!(moment, euler);
    assert_eq!(dot(moment, w), 0.0);
}
