//! Where every number of a model lives in the workspace:
//! `[ x | discrete | constants | signals | private values ]`, each in file order and
//! then in declaration order; discrete values, clock by clock.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use bowline_formula::Wave;
use simobject_host::{Place, Role};

use super::clocks::Clocks;
use super::discrete_values::{DiscretePlaces, DiscreteValues, Previous, PreviousSource};
use super::guard::Rows;
use super::input_assembly::InputAssembly;
use super::object::Object;
use super::port_source::{Connection, FormulaSource, Origin, Piece, PortSource, ScaledSource};
use super::signal_id::SignalId;
use crate::assembly::{AssemblyPass, AssemblyRow, Formula, Term};

/// The places of all signals.
#[derive(Debug, Clone, Default)]
pub struct Layout {
    /// Length of x.
    pub states: usize,
    /// What is constant between ticks and events, behind x.
    pub discrete: DiscretePlaces,
    /// Where the constants end and the signals begin.
    pub signals: usize,
    /// Values of the constants, from the end of `discrete` on.
    pub constants: Vec<f64>,
    /// Length of the workspace.
    pub len: usize,
    /// Numbers behind the workspace, for signals that are out of bounds.
    pub beyond: usize,
    /// How many signals an object has at most: each has a place behind the workspace.
    out_of_bounds: u32,
    /// Where the sources of sums that are out of bounds begin in `summed`.
    out_of_bounds_sums: u32,
    /// The sources of the sums, place by place.
    pub summed: Vec<u32>,
    /// Numbers that belong to nobody, around the rows of libraries that only
    /// their own care keeps to these; ascending.
    pub guards: Vec<Range<usize>>,
    /// In-ports that are put together, in the order of the wiring.
    pub assemblies: Vec<InputAssembly>,
    /// The times at which formulas jump, s, ascending.
    pub(crate) jumps: Vec<f64>,
    /// The sines and cosines of the time in formulas, each once.
    pub(crate) waves: Vec<Wave>,
    /// Those that answer for resources, by their places.
    pub resources: Vec<SignalId>,
    /// Signals of which previous values are read, by object and signal.
    pub previous: Vec<Previous>,
    /// First signal of each object in `places`.
    first: Vec<usize>,
    places: Vec<Place>,
}

/// Where a signal is that has no place yet.
const NOWHERE: Place = Place { first: u32::MAX, count: 0 };

impl Layout {
    /// Most numbers of a model: some 40 bytes each while it is loaded.
    pub const MOST: usize = 16_000_000;

    /// Gives every signal its place; `None` if there are too many.
    pub fn new(objects: &[Object], connections: &[Connection], clocks: &Clocks) -> Option<Self> {
        let mut layout = Self::default();
        for object in objects {
            layout.first.push(layout.places.len());
            layout.places.extend(object.interface.signals.iter().map(|_| NOWHERE));
        }
        let mut rows = Rows::from(0);
        layout.allocate(objects, &mut rows, Role::is_state);
        layout.states = rows.end();
        let mut rows = Rows::from(layout.states).guarded();
        let discrete = DiscreteValues::of(objects, clocks);
        let copies = layout.hold(objects, &discrete, &mut rows);
        let constants = layout.discrete.all.end;
        let needed: usize = connections.iter().map(|connection| constants_of(&connection.source)).sum();
        layout.signals = constants + needed;
        rows.skip_to(layout.signals);
        layout.allocate(objects, &mut rows, |role| matches!(role, Role::Out | Role::Unknown));
        let outs = rows.end();
        let is_assembled = |source: &PortSource| matches!(source, PortSource::Assembly(_) | PortSource::Formula(_));
        let assembled = connections.iter().filter(|connection| is_assembled(&connection.source));
        let assembled: usize = assembled.map(|connection| width(objects, connection.port)).sum();
        rows.skip_to(outs + assembled);
        let is_private = |role: &Role| matches!(role, Role::Private | Role::Residual(_)) || role.is_indicator();
        layout.allocate(objects, &mut rows, is_private);
        (layout.len, layout.guards) = rows.finish();
        const { assert!(Self::MOST < Place::MOST) };
        if layout.len > Self::MOST {
            return None;
        }
        layout.alias_states(objects);
        layout.number_resources(objects);
        layout.connect(objects, connections, outs);
        layout.jumps.sort_unstable_by(f64::total_cmp);
        layout.jumps.dedup();
        let bits = |wave: &Wave| (wave.angular_frequency.to_bits(), wave.phase.to_bits());
        layout.waves.sort_unstable_by_key(bits);
        layout.waves.dedup_by_key(|wave| bits(wave));
        layout.copy_previous(objects, &discrete, &copies);
        layout.leave_room_out_of_bounds(objects);
        Some(layout)
    }

    /// Where the constants are.
    pub fn constant_places(&self) -> Range<usize> {
        self.discrete.all.end..self.signals
    }

    /// The place of a signal.
    pub fn place(&self, id: SignalId) -> Place {
        self.places[self.index(id)]
    }

    /// Where a signal of an object is bound that is out of bounds: at a place
    /// behind the workspace. Any checked use of it fails and tells the place.
    pub(crate) fn out_of_bounds_place(&self, signal: u32, role: Role) -> Place {
        match role {
            Role::Sum => Place::sum(self.out_of_bounds_sums + signal, 1),
            Role::Uses => Place::out_of_bounds(signal),
            _ => Place { first: self.first_out_of_bounds() + signal, count: 1 },
        }
    }

    /// The signal of an object that is bound at this place behind the workspace.
    pub fn out_of_bounds_signal(&self, place: u32) -> Option<u32> {
        let signal = Place::signal_out_of_bounds(place).or_else(|| place.checked_sub(self.first_out_of_bounds()));
        signal.filter(|signal| *signal < self.out_of_bounds)
    }

    fn first_out_of_bounds(&self) -> u32 {
        u32::try_from(self.len).unwrap_or(u32::MAX)
    }

    /// Code in C that takes numbers without asking whether they are within
    /// bounds finds some behind the workspace, which are not a number.
    pub fn leave_room_out_of_bounds(&mut self, objects: &[Object]) {
        let signals = |object: &Object| object.interface.signals.len();
        let widths = |object: &Object| object.interface.signals.iter().map(|s| s.width as usize).max().unwrap_or(0);
        let count = objects.iter().map(signals).max().unwrap_or(0);
        self.beyond = count + objects.iter().map(widths).max().unwrap_or(0);
        self.out_of_bounds = u32::try_from(count).unwrap_or(u32::MAX);
        self.out_of_bounds_sums = u32::try_from(self.summed.len()).unwrap_or(u32::MAX);
        self.summed.extend((self.first_out_of_bounds()..).take(count));
    }

    /// The places of an object's signals, `count` of them.
    pub fn places_of(&self, object: usize, count: usize) -> &[Place] {
        &self.places[self.first[object]..self.first[object] + count]
    }

    /// The rows that input assemblies fill, by their numbers.
    pub fn filled_by(&self, assemblies: &[u32]) -> impl Iterator<Item = Range<usize>> {
        let rows = assemblies.iter().flat_map(|number| &self.assemblies[*number as usize].rows);
        rows.map(|row| row.place as usize..(row.place + row.width) as usize)
    }

    /// A number for each signal of the model, from 0 on.
    pub(crate) fn index(&self, id: SignalId) -> usize {
        self.first[id.object as usize] + id.signal as usize
    }

    /// How many signals there are.
    pub(crate) fn signal_count(&self) -> usize {
        self.places.len()
    }

    /// The copies of an object's signals of which previous values are read: the
    /// signal, and the copy's place.
    pub fn previous_of(&self, object: usize) -> Vec<(u32, Place)> {
        let first = self.previous.partition_point(|previous| (previous.of.object as usize) < object);
        let of_object = self.previous[first..].iter().take_while(|previous| previous.of.object as usize == object);
        of_object.map(|previous| (previous.of.signal, previous.bound)).collect()
    }

    /// Gives discrete values their places, behind x; returns where the copies of
    /// previous values are.
    fn hold(&mut self, objects: &[Object], discrete: &DiscreteValues, rows: &mut Rows) -> Vec<u32> {
        let mut place = |layout: &mut Self, ids: &[SignalId]| {
            let start = rows.end();
            for id in ids {
                let index = layout.index(*id);
                let object = &objects[id.object as usize];
                layout.places[index] = Place::at(rows.place(object, &object.interface.signals[id.signal as usize]));
            }
            start..rows.end()
        };
        self.discrete.of_clocks = discrete.of_clocks.iter().map(|ids| place(self, ids)).collect();
        self.discrete.filled = place(self, &discrete.others);
        place(self, &discrete.memory);
        let start = rows.end();
        let copy = |id: &SignalId| {
            let object = &objects[id.object as usize];
            rows.place(object, &object.interface.signals[id.signal as usize])
        };
        let copies = discrete.previous.iter().map(copy).collect();
        self.discrete.copies = start..rows.end();
        self.discrete.all = self.states..rows.end();
        copies
    }

    /// Says from where the copies of previous values are made.
    fn copy_previous(&mut self, objects: &[Object], discrete: &DiscreteValues, copies: &[u32]) {
        if discrete.previous.is_empty() {
            return;
        }
        let assemblies: HashMap<SignalId, &InputAssembly> =
            self.assemblies.iter().map(|assembly| (assembly.port, assembly)).collect();
        let assemblies: HashMap<SignalId, InputAssembly> =
            discrete.previous.iter().filter_map(|id| Some((*id, (*assemblies.get(id)?).clone()))).collect();
        // Sorted, as the objects are.
        for (id, place) in discrete.previous.iter().zip(copies.iter().copied()) {
            let width = width(objects, *id) as u32;
            let bound = self.place(*id);
            let is_sum = objects[id.object as usize].interface.signals[id.signal as usize].role == Role::Sum;
            let source = match assemblies.get(id) {
                Some(assembly) => {
                    let offset = |row: &AssemblyRow| row.place - assembly.rows[0].place + place;
                    let rows = assembly.rows.iter();
                    let rows = rows.map(|row| AssemblyRow { place: offset(row), ..row.clone() }).collect();
                    let copied = InputAssembly { rows, ..(*assembly).clone() };
                    PreviousSource::Pass(AssemblyPass::of([copied.parts()].into_iter()))
                }
                None if is_sum => {
                    let sources = &self.summed[bound.first as usize..(bound.first + bound.count) as usize];
                    let terms = sources.iter().map(|place| Term { place: *place, scale: 1.0 }).collect();
                    PreviousSource::Pass(AssemblyPass::of(
                        [(&[AssemblyRow { place, width, terms }][..], None)].into_iter(),
                    ))
                }
                None => PreviousSource::Place(bound.first),
            };
            let bound = if is_sum { self.sum(&[place]) } else { Place::at(place) };
            self.previous.push(Previous { of: *id, place, width, source, bound });
        }
    }

    fn allocate(&mut self, objects: &[Object], rows: &mut Rows, wanted: impl Fn(&Role) -> bool) {
        for (object, first) in objects.iter().zip(&self.first) {
            for (index, signal) in object.interface.signals_with(&wanted) {
                if self.places[first + index] != NOWHERE {
                    continue;
                }
                self.places[first + index] = Place::at(rows.place(object, signal));
            }
        }
    }

    fn alias_states(&mut self, objects: &[Object]) {
        for (object, first) in objects.iter().zip(&self.first) {
            for (index, signal) in object.interface.signals.iter().enumerate() {
                if let Role::OutOfState(state) = signal.role {
                    self.places[first + index] = self.places[first + state as usize];
                }
            }
        }
    }

    /// The places of resources are positions among those who answer.
    fn number_resources(&mut self, objects: &[Object]) {
        for (object, number) in objects.iter().zip(0..) {
            for (index, _) in object.interface.signals_with(|role| *role == Role::Provides) {
                let id = SignalId { object: number, signal: u32::try_from(index).unwrap_or(u32::MAX) };
                let place = self.index(id);
                self.places[place] = Place::at(u32::try_from(self.resources.len()).unwrap_or(u32::MAX));
                self.resources.push(id);
            }
        }
    }

    fn connect(&mut self, objects: &[Object], connections: &[Connection], assembled: usize) {
        let mut next = assembled;
        for Connection { port: id, source, .. } in connections {
            let is_sum = objects[id.object as usize].interface.signals[id.signal as usize].role == Role::Sum;
            let place = match source {
                PortSource::Alias { id, first } => self.origin_place(*id, *first),
                PortSource::Constant(numbers) => self.constant(numbers),
                PortSource::Sum(sources) => {
                    let places: Vec<_> = sources.iter().map(|source| self.source(source)).collect();
                    let index = self.index(*id);
                    self.places[index] = self.sum(&places);
                    continue;
                }
                PortSource::Assembly(pieces) => {
                    let place = u32::try_from(next).unwrap_or(u32::MAX);
                    next += self.assembly(*id, place, pieces);
                    place
                }
                PortSource::Formula(source) => {
                    let place = u32::try_from(next).unwrap_or(u32::MAX);
                    next += self.formula(*id, place, source);
                    place
                }
            };
            let index = self.index(*id);
            self.places[index] = if is_sum { self.sum(&[place]) } else { Place::at(place) };
        }
    }

    fn assembly(&mut self, port: SignalId, first: u32, pieces: &[Piece]) -> usize {
        let mut place = first;
        let mut rows = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let width = u32::try_from(piece.width).unwrap_or(u32::MAX);
            let terms = piece.terms.iter().map(|term| self.term(term)).collect();
            rows.push(AssemblyRow { place, width, terms });
            place += width;
        }
        self.assemblies.push(InputAssembly { port, rows, formula: None });
        (place - first) as usize
    }

    fn formula(&mut self, port: SignalId, first: u32, source: &FormulaSource) -> usize {
        let read = source.inputs.iter().map(|(id, element)| self.origin_place(*id, *element));
        let mut inputs: Vec<u32> = read.collect();
        if source.is_opened {
            let width = source.program.width();
            let added = self.constant(&vec![-0.0; width]);
            inputs.splice(0..0, added..added + width as u32);
        }
        let reads = source.program.reads();
        let reads_time = reads.iter().flatten().any(|slot| *slot == inputs.len());
        let row = |(place, reads): (u32, Vec<usize>)| {
            let places = reads.iter().filter_map(|slot| inputs.get(*slot));
            let terms = places.map(|place| Term { place: *place, scale: 1.0 }).collect();
            AssemblyRow { place, width: 1, terms }
        };
        let rows: Vec<AssemblyRow> = (first..).zip(reads).map(row).collect();
        let width = rows.len();
        let formula = Some(Arc::new(Formula { program: source.program.clone(), inputs, reads_time }));
        self.assemblies.push(InputAssembly { port, rows, formula });
        self.jumps.extend_from_slice(&source.jumps);
        self.waves.extend_from_slice(&source.waves);
        width
    }

    fn sum(&mut self, places: &[u32]) -> Place {
        let first = self.summed.len();
        self.summed.extend_from_slice(places);
        let count = u32::try_from(places.len()).unwrap_or(u32::MAX);
        Place::sum(u32::try_from(first).unwrap_or(u32::MAX), count)
    }

    fn term(&mut self, term: &ScaledSource) -> Term {
        Term { place: self.source(&term.source), scale: term.scale }
    }

    fn source(&mut self, source: &Origin) -> u32 {
        match source {
            Origin::Port { id, first } => self.origin_place(*id, *first),
            Origin::Constant(numbers) => self.constant(numbers),
        }
    }

    fn origin_place(&self, id: SignalId, first: u32) -> u32 {
        self.place(id).first + first
    }

    fn constant(&mut self, numbers: &[f64]) -> u32 {
        let place = self.discrete.all.end + self.constants.len();
        self.constants.extend_from_slice(numbers);
        u32::try_from(place).unwrap_or(u32::MAX)
    }
}

fn width(objects: &[Object], id: SignalId) -> usize {
    objects[id.object as usize].interface.signals[id.signal as usize].width as usize
}

fn constants_of(source: &PortSource) -> usize {
    let count = |source: &Origin| if let Origin::Constant(numbers) = source { numbers.len() } else { 0 };
    match source {
        PortSource::Formula(source) if source.is_opened => source.program.width(),
        PortSource::Alias { .. } | PortSource::Formula(_) => 0,
        PortSource::Constant(numbers) => numbers.len(),
        PortSource::Sum(sources) => sources.iter().map(count).sum(),
        PortSource::Assembly(pieces) => {
            pieces.iter().flat_map(|piece| &piece.terms).map(|term| count(&term.source)).sum()
        }
    }
}
