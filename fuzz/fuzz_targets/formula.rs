//! Any text is a formula or is refused at a place in it; what runs is what is calculated at once.

#![no_main]

use bowline_formula::{Connected, Fault, Found, Names, calculated, connection, constants, switched, variable};
use libfuzzer_sys::fuzz_target;

/// Some inputs, so that programs are made.
struct Inputs;

impl Names for Inputs {
    fn find(&self, name: &str, _: bool) -> Found<'_> {
        match name {
            "x" => Found::Signal { first: 0, width: 1, unit: "m" },
            "v" | "B.v" => Found::Signal { first: 1, width: 3, unit: "m/s" },
            "time" => Found::Signal { first: 4, width: 1, unit: "s" },
            _ => Found::Unknown { message: String::new(), help: String::new() },
        }
    }
}

fuzz_target!(|text: &str| {
    let at = |fault: &Fault| assert!(text.get(fault.place.clone()).is_some(), "{fault:?} is not in the text");
    for outcome in [constants(text, &Inputs, "m").map(drop), variable(text, &Inputs, "").map(drop)] {
        outcome.as_ref().err().into_iter().for_each(at);
    }
    let inputs = [0.5, 1.0, -2.0, 3.0, 0.25];
    let fill = |_: &(), slots: &mut [f64]| slots.iter_mut().zip(inputs).for_each(|(slot, input)| *slot = input);
    match (connection(text, &Inputs, 5, ""), calculated(text, &Inputs, 5, "")) {
        (Ok(Connected::Constant(numbers)), Ok(program)) => {
            program.calculate(&mut (), fill, |(), at, found| assert_eq!(found.to_bits(), numbers[at].to_bits()));
        }
        (Ok(Connected::Program(program)), Ok(again)) => {
            assert_eq!(program, again);
            // A sum is what its terms give, one after the other.
            let sums = program.sums().unwrap_or_default();
            program.calculate(&mut (), fill, |(), at, found| {
                let Some(sum) = sums.get(at) else { return };
                let term = |(factor, of): &(f64, Option<usize>)| of.map_or(*factor, |slot| factor * inputs[slot]);
                let total = sum.iter().map(term).fold(0.0, |sum, term| sum + term);
                assert!(total == found || total.is_nan() && found.is_nan(), "{total} {found}");
            });
            assert!(program.reads().iter().flatten().all(|slot| *slot < 5));
        }
        (Err(fault), _) | (_, Err(fault)) => at(&fault),
    }
    if let Ok(made) = switched(text, &Inputs, 5, "") {
        assert_eq!(made.is_negated.len(), made.differences.width());
    }
});
