//! A compact list of the interventions in a run.

use std::collections::HashMap;

use bowline_model::model::Input;

use super::Intervention;

/// The interventions in a run, in their order: 16 bytes for each, and 8 for each number of an input.
#[derive(Debug, Clone, Default)]
pub struct Interventions {
    entries: Vec<Entry>,
    /// Numbers of inputs, and times to which a run went back.
    numbers: Vec<f64>,
    /// Inputs that were set, and their widths; and each by the first of its places.
    inputs: Vec<(String, usize)>,
    known: HashMap<usize, u32>,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    /// Simulated time, s; not-a-number before the run began.
    time: f64,
    /// The number of an input, or one of those below; and whether a step ended there only for it.
    what: u32,
    /// The first of its numbers.
    first: u32,
}

const LANDED: u32 = 1 << 31;
const SNAPSHOT: u32 = LANDED - 1;
const REST: u32 = LANDED - 2;
const RESTORE: u32 = LANDED - 3;

impl Interventions {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether nothing was done.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The memory that they take.
    pub fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>() + self.numbers.capacity() * size_of::<f64>()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = Intervention> + '_ {
        self.since(0)
    }

    /// Those behind the first `count`.
    pub fn since(&self, count: usize) -> impl Iterator<Item = Intervention> + '_ {
        self.entries.iter().skip(count).map(|entry| self.told(*entry))
    }

    /// All of them, for a record.
    pub fn to_vec(&self) -> Vec<Intervention> {
        self.iter().collect()
    }

    /// An input was set, at a time, s, or before the run began.
    pub(super) fn set(&mut self, time: Option<f64>, input: &Input, values: &[f64], landed: bool) {
        let (inputs, place) = (&mut self.inputs, input.places().start);
        let number = *self.known.entry(place).or_insert_with(|| {
            inputs.push((input.name().to_owned(), input.width()));
            (inputs.len() - 1) as u32
        });
        self.push(time.unwrap_or(f64::NAN), number, landed, values);
    }

    pub(super) fn snapshot(&mut self, time: f64, landed: bool) {
        self.push(time, SNAPSHOT, landed, &[]);
    }

    pub(super) fn rest(&mut self, time: f64, landed: bool) {
        self.push(time, REST, landed, &[]);
    }

    pub(super) fn restore(&mut self, time: f64, to: f64) {
        self.push(time, RESTORE, false, &[to]);
    }

    fn push(&mut self, time: f64, what: u32, landed: bool, numbers: &[f64]) {
        let entry = Entry { time, what: what | if landed { LANDED } else { 0 }, first: self.numbers.len() as u32 };
        grow(&mut self.entries, 1);
        self.entries.push(entry);
        grow(&mut self.numbers, numbers.len());
        self.numbers.extend_from_slice(numbers);
    }

    fn told(&self, Entry { time, what, first }: Entry) -> Intervention {
        let (first, landed) = (first as usize, what & LANDED != 0);
        match what & !LANDED {
            SNAPSHOT => Intervention::Snapshot { time_s: time, landed },
            REST => Intervention::Rest { time_s: time, landed },
            RESTORE => Intervention::Restore { time_s: time, to_s: self.numbers[first] },
            input => {
                let (input, width) = self.inputs[input as usize].clone();
                let values = self.numbers[first..first + width].to_vec();
                Intervention::Set { time_s: Some(time).filter(|time| !time.is_nan()), input, values, landed }
            }
        }
    }
}

/// Makes room for more, a quarter at a time: half of a large list would be empty else.
fn grow<T>(list: &mut Vec<T>, more: usize) {
    if list.capacity() - list.len() < more {
        list.reserve_exact(more.max(list.len() / 4).max(16));
    }
}
