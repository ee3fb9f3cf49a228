//! The pass that puts the numbers of in-ports together: those of a level in one call.

use std::collections::HashMap;
use std::sync::Arc;

use bowline_formula::{Lanes, Program, Shape};
use simobject_host::{HostIo, Numbers};

use super::{AssemblyRow, Formula};

/// Rows of this many numbers are added up as rows.
const WIDE: u32 = 8;

/// Puts in-ports together that do not depend on each other.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct AssemblyPass {
    /// By their number of terms.
    sums: Vec<Sums>,
    wide: Vec<AssemblyRow>,
    alike: Vec<AlikeFormulas>,
    /// Formulas that are like no other, each with the place of its first number.
    others: Vec<(u32, Arc<Formula>)>,
    /// All places above are before this one: what makes the numbers of a workspace safe to take.
    end: u32,
}

/// Sums of single numbers that have as many terms as each other.
#[derive(Debug, Clone, PartialEq)]
struct Sums {
    terms: usize,
    /// Of each sum, its place.
    to: Vec<u32>,
    /// Of each sum, the places of its terms, and what these are multiplied by.
    from: Vec<u32>,
    scales: Vec<f64>,
}

/// Formulas that take the same steps.
#[derive(Debug, Clone, PartialEq)]
struct AlikeFormulas {
    lanes: Lanes,
    /// Of each input, the place of each formula.
    from: Vec<u32>,
    /// Of each result, the place of each formula.
    to: Vec<u32>,
}

impl AssemblyPass {
    /// A pass for some in-ports: of each its rows, and the formulas that give these, if they are no sums.
    pub fn of<'a>(assemblies: impl Iterator<Item = (&'a [AssemblyRow], Option<&'a Arc<Formula>>)>) -> Self {
        let mut pass = Self::default();
        let mut calculated = Vec::new();
        for (rows, formula) in assemblies {
            match (formula, rows.first()) {
                (Some(formula), Some(row)) => calculated.push((row.place, formula)),
                _ => rows.iter().for_each(|row| pass.add_row(row)),
            }
        }
        pass.add_formulas(&calculated);
        pass
    }

    /// Takes note of a row of places that are used.
    fn uses(&mut self, first: u32, width: u32) {
        self.end = self.end.max(first + width);
    }

    fn add_row(&mut self, row: &AssemblyRow) {
        self.uses(row.place, row.width);
        row.terms.iter().for_each(|term| self.uses(term.place, row.width));
        if row.width >= WIDE {
            self.wide.push(row.clone());
            return;
        }
        let terms = row.terms.len();
        let position = self.sums.iter().position(|sums| sums.terms == terms).unwrap_or_else(|| {
            self.sums.push(Sums { terms, to: Vec::new(), from: Vec::new(), scales: Vec::new() });
            self.sums.len() - 1
        });
        let sums = &mut self.sums[position];
        for element in 0..row.width {
            sums.to.push(row.place + element);
            sums.from.extend(row.terms.iter().map(|term| term.place + element));
            sums.scales.extend(row.terms.iter().map(|term| term.scale));
        }
    }

    fn add_formulas(&mut self, formulas: &[(u32, &Arc<Formula>)]) {
        let mut groups: Vec<Vec<(u32, &Arc<Formula>)>> = Vec::new();
        let mut group_of: HashMap<Shape<'_>, usize> = HashMap::new();
        for (place, formula) in formulas {
            self.uses(*place, formula.program.width() as u32);
            formula.inputs.iter().for_each(|input| self.uses(*input, 1));
            let new = groups.len();
            let group = formula.program.shape().map_or(new, |shape| *group_of.entry(shape).or_insert(new));
            if group == new {
                groups.push(Vec::new());
            }
            groups[group].push((*place, formula));
        }
        for group in groups {
            match AlikeFormulas::of(&group) {
                Some(alike) => self.alike.push(alike),
                None => self.others.extend(group.iter().map(|(place, formula)| (*place, Arc::clone(formula)))),
            }
        }
    }

    /// Fills the places of the in-ports. Apart from calculations, which would carry its registers.
    #[inline(never)]
    pub(crate) fn run(&self, io: &mut HostIo<'_>) {
        let time = io.time();
        // Whoever was added said what it uses (`uses`), so that all places of this pass are before the end.
        let mut numbers = io.numbers(self.end);
        self.sums.iter().for_each(|sums| sums.run(&mut numbers));
        for row in &self.wide {
            for element in 0..row.width {
                let terms = row.terms.iter().map(|term| (term.place + element, term.scale));
                let sum = sum(terms, &numbers);
                // SAFETY: see above.
                unsafe { numbers.set(row.place + element, sum) };
            }
        }
        self.alike.iter().for_each(|alike| alike.run(time, &mut numbers));
        self.others.iter().for_each(|(first, formula)| run_alone(formula, *first, time, &mut numbers));
    }
}

impl Sums {
    fn run(&self, numbers: &mut Numbers<'_>) {
        match self.terms {
            1 => self.add::<1>(numbers),
            2 => self.add::<2>(numbers),
            3 => self.add::<3>(numbers),
            4 => self.add::<4>(numbers),
            count => {
                for (number, to) in self.to.iter().enumerate() {
                    let terms = number * count..(number + 1) * count;
                    let from = self.from[terms.clone()].iter().copied();
                    let sum = sum(from.zip(self.scales[terms].iter().copied()), numbers);
                    // SAFETY: see `AssemblyPass::run`.
                    unsafe { numbers.set(*to, sum) };
                }
            }
        }
    }

    /// The same, where the number of terms is known.
    fn add<const N: usize>(&self, numbers: &mut Numbers<'_>) {
        let (from, scales) = (self.from.as_chunks::<N>().0, self.scales.as_chunks::<N>().0);
        for (to, (from, scales)) in self.to.iter().zip(from.iter().zip(scales)) {
            let sum = sum(from.iter().copied().zip(scales.iter().copied()), numbers);
            // SAFETY: see `AssemblyPass::run`.
            unsafe { numbers.set(*to, sum) };
        }
    }
}

impl AlikeFormulas {
    /// Several formulas that take the same steps; none of others.
    fn of(formulas: &[(u32, &Arc<Formula>)]) -> Option<Self> {
        let [(_, first), _, ..] = formulas else { return None };
        let programs: Vec<&Program> = formulas.iter().map(|(_, formula)| &formula.program).collect();
        let lanes = Lanes::of(&programs)?;
        let of_input = |input: usize| formulas.iter().map(move |(_, formula)| formula.inputs[input]);
        let of_result = |result: u32| formulas.iter().map(move |(place, _)| place + result);
        let from = (0..first.inputs.len()).flat_map(of_input).collect();
        let to = (0..first.program.width() as u32).flat_map(of_result).collect();
        Some(Self { lanes, from, to })
    }

    fn run(&self, time: f64, numbers: &mut Numbers<'_>) {
        let count = self.lanes.count();
        let fill = |numbers: &Numbers<'_>, input: usize, first: usize, slot: &mut [f64]| {
            match self.from.get(input * count + first..) {
                Some(from) if !from.is_empty() => {
                    // SAFETY: see `AssemblyPass::run`.
                    slot.iter_mut().zip(from).for_each(|(number, place)| *number = unsafe { numbers.get(*place) });
                }
                // Behind the places is the time.
                _ => slot.fill(time),
            }
        };
        self.lanes.calculate(numbers, fill, |numbers, result, first, slot| {
            let to = &self.to[result * count + first..];
            // SAFETY: see `AssemblyPass::run`.
            slot.iter().zip(to).for_each(|(number, place)| unsafe { numbers.set(*place, *number) });
        });
    }
}

/// Fills the places from `first` on with what a formula gives.
fn run_alone(Formula { program, inputs, .. }: &Formula, first: u32, time: f64, numbers: &mut Numbers<'_>) {
    let fill = |numbers: &Numbers<'_>, slots: &mut [f64]| {
        // SAFETY: see `AssemblyPass::run`.
        slots.iter_mut().zip(inputs).for_each(|(slot, place)| *slot = unsafe { numbers.get(*place) });
        slots[inputs.len()] = time;
    };
    // SAFETY: the same.
    let take = |numbers: &mut Numbers<'_>, at: usize, result| unsafe { numbers.set(first + at as u32, result) };
    program.calculate(numbers, fill, take);
}

/// Adds up numbers at places, each times a factor, from 0 on.
#[inline(always)]
fn sum(terms: impl Iterator<Item = (u32, f64)>, numbers: &Numbers<'_>) -> f64 {
    // SAFETY: see `AssemblyPass::run`.
    terms.fold(0.0, |sum, (place, scale)| sum + scale * unsafe { numbers.get(place) })
}
