//! Constants and calculations beside those of Python: fractions, and the same tree operation by operation.

use std::io::Write;
use std::process::{Command, Stdio};

use bowline_formula::program;

use crate::{Known, value};

/// The same random numbers each time.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }

    fn decimal(&mut self) -> String {
        let digits = self.below(10_u64.pow(1 + (self.0 % 6) as u32)) + 1;
        match self.below(3) {
            0 => digits.to_string(),
            1 => format!("{digits}.{}", self.below(1000)),
            _ => format!("{digits}e{}", self.below(13) as i64 - 6),
        }
    }
}

/// Evaluates lines in Python, and returns the bits of what they give.
fn python(lines: &[String]) -> Option<Vec<u64>> {
    const SCRIPT: &str = "
import math, struct, sys
from fractions import Fraction as F
from math import sqrt, sin, cos, tan, asin, acos, atan
from decimal import Decimal as D, getcontext
getcontext().prec = 60
# The library of C is two places off in some of these.
def exp(x): return float(D(x).exp())
def log(x): return float(D(x).ln())
def log10(x): return float(D(x).log10())
def sinh(x): return float((D(x).exp() - D(-x).exp()) / 2)
def cosh(x): return float((D(x).exp() + D(-x).exp()) / 2)
def tanh(x): return float((D(x).exp() - D(-x).exp()) / (D(x).exp() + D(-x).exp()))
def cbrt(x): return float(D(x) ** (D(1) / 3))
for line in sys.stdin:
    try:
        number = float(eval(line))
    except (ZeroDivisionError, OverflowError, ValueError):
        number = math.nan
    print(struct.unpack('<Q', struct.pack('<d', number))[0])
";
    let child = Command::new("python3").args(["-c", SCRIPT]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let Ok(mut child) = child else {
        assert!(std::env::var_os("CI").is_none(), "there is no python3 here");
        eprintln!("not checked: there is no python3 here");
        return None;
    };
    let mut input = child.stdin.take().unwrap();
    let text = lines.join("\n") + "\n";
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let numbers: Vec<u64> =
        String::from_utf8(output.stdout).unwrap().lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(numbers.len(), lines.len());
    Some(numbers)
}

/// Doubles between two, infinite where one is none and the other is one.
fn apart(one: f64, other: f64) -> u64 {
    if one.is_nan() || other.is_nan() {
        return if one.is_nan() && other.is_nan() { 0 } else { u64::MAX };
    }
    let order = |number: f64| {
        let bits = number.to_bits() as i64;
        if bits < 0 { i64::MIN.wrapping_sub(bits) } else { bits }
    };
    order(one).abs_diff(order(other))
}

/// A formula, and the same in Python's fractions. All of it is in the unit.
fn constant(random: &mut Random, depth: u32, unit: Option<(&str, &str)>) -> (String, String) {
    let literal = |random: &mut Random| {
        let decimal = random.decimal();
        match unit {
            None => (decimal.clone(), format!("F('{decimal}')")),
            Some((unit, factor)) => (format!("{decimal} {unit}"), format!("F('{decimal}')*{factor}")),
        }
    };
    if depth == 0 {
        return literal(random);
    }
    let (one, python_one) = constant(random, depth - 1, unit);
    match random.below(if unit.is_some() { 4 } else { 6 }) {
        0 | 1 => {
            let (other, python_other) = constant(random, depth - 1, unit);
            let sign = random.of(&["+", "-"]);
            (format!("({one}) {sign} ({other})"), format!("({python_one}) {sign} ({python_other})"))
        }
        2 | 3 => {
            let (other, python_other) = constant(random, depth - 1, None);
            let sign = random.of(&["*", "/"]);
            (format!("({one}) {sign} ({other})"), format!("({python_one}) {sign} ({python_other})"))
        }
        4 => {
            let power = random.of(&["2", "3", "-1"]);
            (format!("({one})^{power}"), format!("({python_one})**{power}"))
        }
        _ => (format!("-({one})"), format!("-({python_one})")),
    }
}

const UNITS: [(&str, &str, &str); 12] = [
    ("mm", "m", "F(1,1000)"),
    ("bar", "Pa", "F(100000)"),
    ("psi", "Pa", "(F('0.45359237')*F('9.80665')/F('0.0254')**2)"),
    ("l/min", "m^3/s", "F(1,60000)"),
    ("kN/m", "N/m", "F(1000)"),
    ("ft", "m", "F('0.3048')"),
    ("kWh", "J", "F(3600000)"),
    ("hp", "W", "(550*F('0.3048')*F('0.45359237')*F('9.80665'))"),
    ("gpm", "m^3/s", "(F('3.785411784')/60000)"),
    ("cSt", "m^2/s", "F(1,1000000)"),
    ("km/h", "m/s", "F(10,36)"),
    ("kn", "m/s", "F(1852,3600)"),
];

#[test]
fn constants_are_the_nearest_doubles_of_their_fractions() {
    let mut random = Random(88_172_645_463_325_252);
    let (mut formulas, mut lines) = (Vec::new(), Vec::new());
    for number in 0..1500_u32 {
        let unit = UNITS[number as usize % UNITS.len()];
        let (unit, written) = if number % 2 == 0 { ("", None) } else { (unit.1, Some((unit.0, unit.2))) };
        let (formula, line) = constant(&mut random, number % 4, written);
        formulas.push((formula, unit));
        lines.push(line);
    }
    let Some(expected) = python(&lines) else { return };
    let mut finite = 0;
    for ((formula, unit), expected) in formulas.iter().zip(expected) {
        let expected = f64::from_bits(expected);
        match value(formula, unit) {
            Ok(found) => {
                assert_eq!(found.to_bits(), expected.to_bits(), "{formula} in {unit}: {found:e} {expected:e}");
                finite += 1;
            }
            Err(fault) => assert!(!expected.is_finite(), "{formula} in {unit}: {expected:e}, {fault:?}"),
        }
    }
    assert!(finite > 1400, "{finite}");
}

/// A formula of signals, and the same in Python's doubles. No part of it is constant, which would be exact here.
fn calculation(random: &mut Random, depth: u32) -> (String, String) {
    if depth == 0 {
        let name = random.of(&["a", "b", "c", "d"]);
        return (format!("X.{name}"), name.to_owned());
    }
    let (one, python_one) = calculation(random, depth - 1);
    let (other, python_other) = if random.below(4) == 0 {
        let number = format!("{}.{}", random.below(20), random.below(100));
        (number.clone(), number)
    } else {
        calculation(random, depth - 1)
    };
    match random.below(6) {
        0 => (format!("sqrt({one})"), format!("sqrt({python_one})")),
        1 => {
            let chosen = format!("({python_one}) if ({python_one}) < ({python_other}) else ({python_other})");
            (format!("if(({one}) lt ({other}), {one}, {other})"), chosen)
        }
        _ => {
            let sign = random.of(&["+", "-", "*", "/"]);
            (format!("({one}) {sign} ({other})"), format!("({python_one}) {sign} ({python_other})"))
        }
    }
}

/// Every operation of the first kind gives the nearest double in both; libraries of functions differ in the last place.
#[test]
fn what_runs_is_calculated_as_it_is_written() {
    const INPUTS: [f64; 4] = [0.7, 3.1, -1.3, 12.5];
    const FUNCTIONS: [&str; 13] =
        ["exp", "log", "log10", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "cbrt"];
    let known = Known::new(&[], &[("X.a", 1, ""), ("X.b", 1, ""), ("X.c", 1, ""), ("X.d", 1, "")]);
    let run = |formula: &str| {
        let program = program(formula, &known, 4, "").unwrap_or_else(|fault| panic!("{formula}: {fault:?}"));
        let mut slots = program.slots::<f64>();
        slots[..4].copy_from_slice(&INPUTS);
        program.run(&mut slots);
        program.results(&slots).next().unwrap()
    };
    let [a, b, c, d] = INPUTS;
    let with_inputs = |line: &str| format!("(lambda a, b, c, d: {line})({a:?}, {b:?}, {c:?}, {d:?})");
    let mut random = Random(1_234_567_891);
    let plain: Vec<_> = (0..1000_u32).map(|number| calculation(&mut random, 1 + number % 4)).collect();
    let of_one = FUNCTIONS.iter().flat_map(|function| {
        let is_limited = ["asin", "acos"].contains(function);
        let arguments = if is_limited { &["a"][..] } else { &["a", "b", "d"] };
        arguments.iter().map(move |argument| (format!("{function}(X.{argument})"), format!("{function}({argument})")))
    });
    let all: Vec<_> = plain.iter().cloned().chain(of_one).collect();
    let lines: Vec<_> = all.iter().map(|(_, line)| with_inputs(line)).collect();
    let Some(expected) = python(&lines) else { return };
    let mut compared = 0;
    for (number, ((formula, _), expected)) in all.iter().zip(expected).enumerate() {
        let (found, expected) = (run(formula), f64::from_bits(expected));
        // Python ends where a number is not finite.
        if expected.is_finite() {
            let most = u64::from(number >= plain.len());
            assert!(apart(found, expected) <= most, "{formula}: {found:e} {expected:e}");
            compared += 1;
        }
    }
    assert!(compared > 500, "{compared}");
}

/// What is counted in turns, where turns are declared, is as exact as what is counted in metres.
#[test]
fn turns_into_turns_are_exact() {
    for (text, unit, expected) in [
        ("50 cm^3/rev", "m^3/rev", 5e-5),
        ("28.1 cm^3/rev", "m^3/rev", 2.81e-5),
        ("30 deg", "deg", 30.0),
        ("0.1 rev", "deg", 36.0),
        ("1450 rpm", "rev/min", 1450.0),
        ("-7 deg", "deg", -7.0),
    ] {
        let number = bowline_formula::constant(text, &bowline_formula::NoNames, unit).unwrap();
        assert_eq!(number.value().to_bits(), f64::to_bits(expected), "{text} in {unit}: {}", number.value());
    }
}
