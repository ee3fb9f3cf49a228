//! How the blocks of a model are solved: what they read of others, where they are cut, and
//! in which order their members run.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use petgraph::graph::NodeIndex;
use simobject_host::{Meaning, Number, Purpose, Role};

use super::cuts::{Candidate, Circles, Known};
use super::instant_scheduler::merged;
use super::scheduler::Scheduler;
use crate::declaring::declared_numbers::nominal_of_unit;
use bowline_model::model::block::{Block, Cut, CutCall, Unknown};
use bowline_model::model::dependencies::graph::{Graph, Node};
use bowline_model::model::dependencies::{Signals, indices};
use bowline_model::model::schedule::Batch;
use bowline_model::model::signal_id::SignalId;
use bowline_solve::linear::{Colouring, JacobianStructure, Sparsity, Undetermined};

/// With more members a block is cut everywhere at once.
const MANY: usize = 200;

/// Schedules the blocks of a graph, which was not contracted.
pub(crate) struct BlockScheduler<'a> {
    signals: Signals<'a>,
    graph: &'a Graph,
    scheduler: &'a Scheduler<'a>,
    /// The numbers that are known at the start of a run, by places; not-a-number elsewhere.
    start: &'a [f64],
    index_of: HashMap<Node, NodeIndex>,
}

impl<'a> BlockScheduler<'a> {
    pub(crate) fn new(signals: Signals<'a>, graph: &'a Graph, scheduler: &'a Scheduler<'a>, start: &'a [f64]) -> Self {
        Self { signals, graph, scheduler, start, index_of: indices(graph) }
    }

    /// How a block is solved, and the unknowns that its equations cannot determine.
    pub(crate) fn block(
        &self,
        (members, clock): (&[Node], Option<usize>),
        is_needed: bool,
    ) -> (Block, Option<Undetermined>) {
        let inside = Inside::new(self, members);
        let everywhere = || inside.cut(inside.everywhere());
        let ((cut, undetermined), other) = if members.len() > MANY {
            (everywhere(), None)
        } else {
            let (fewest, all) = (inside.fewest(), inside.everywhere());
            let other = (fewest != all).then(|| everywhere().0);
            (inside.cut(fewest), other)
        };
        let circle = self.graph.shortest_loop(&members.iter().map(|member| self.index_of[member]).collect::<Vec<_>>());
        let (members, inputs, circle) = (members.to_vec(), inside.inputs(), circle.path());
        (Block { members, circle, inputs, clock, is_needed, cut, everywhere: other }, undetermined)
    }
}

/// One block.
struct Inside<'a> {
    of: &'a BlockScheduler<'a>,
    members: &'a [Node],
    /// The signals that the members fill.
    given: HashSet<SignalId>,
    /// The signals that members give to each other: giver, reader and signal, in the order of the members.
    edges: Vec<(usize, usize, SignalId)>,
}

impl<'a> Inside<'a> {
    fn new(of: &'a BlockScheduler<'a>, members: &'a [Node]) -> Self {
        let indices: HashSet<NodeIndex> = members.iter().map(|member| of.index_of[member]).collect();
        let position: HashMap<NodeIndex, usize> = members.iter().map(|member| of.index_of[member]).zip(0..).collect();
        let given = members.iter().flat_map(|member| gives(of.signals, *member)).collect();
        let edges = of.graph.within(&indices).map(|(from, to, what)| (position[&from], position[&to], what.from));
        let mut edges: Vec<(usize, usize, SignalId)> = edges.collect();
        edges.sort_unstable();
        edges.dedup();
        Self { of, members, given, edges }
    }

    /// Whether a signal has numbers that can be unknown.
    fn can_be_cut(&self, id: SignalId) -> bool {
        self.of.signals.role(id) != Role::Provides
    }

    /// As few numbers as cut all circles.
    fn fewest(&self) -> BTreeSet<SignalId> {
        let signals = self.of.signals;
        let cuttable: BTreeSet<SignalId> =
            self.edges.iter().map(|(.., id)| *id).filter(|id| self.can_be_cut(*id)).collect();
        let candidate = |id: SignalId| {
            let is_given = !self.of.start[signals.layout.place(id).first as usize].is_nan();
            let is_in_port = signals.role(id).is_fed();
            let known = match self.declared(id, &Meaning::Guess) {
                _ if is_given && !is_in_port => Known::Given,
                Some(_) => Known::Guessed,
                None => Known::Nothing,
            };
            Candidate { id, width: signals.width(id), known, is_in_port }
        };
        let candidates: Vec<Candidate> = cuttable.into_iter().map(candidate).collect();
        let given = self.edges.iter().map(|(from, to, id)| (*from, *to, self.can_be_cut(*id).then_some(*id)));
        Circles { members: self.members.len(), given: given.collect() }.cut(&candidates, self.unknowns())
    }

    /// The signals that are declared as unknowns.
    fn unknowns(&self) -> BTreeSet<SignalId> {
        self.given.iter().copied().filter(|id| self.of.signals.role(*id) == Role::Unknown).collect()
    }

    /// All that calculations give to others of the block.
    fn everywhere(&self) -> BTreeSet<SignalId> {
        let is_cut = |id: &SignalId| self.can_be_cut(*id) && !self.of.signals.role(*id).is_fed();
        self.edges.iter().map(|(.., id)| *id).filter(is_cut).chain(self.unknowns()).collect()
    }

    /// The block, cut at these signals, and the unknowns that its equations cannot determine.
    fn cut(&self, at: BTreeSet<SignalId>) -> (Cut, Option<Undetermined>) {
        let (signals, layout) = (self.of.signals, self.of.signals.layout);
        let level_of = self.levels(&at);
        let mut calls = Vec::new();
        for nodes in self.sweeps(&at, &level_of) {
            let batches = self.of.scheduler.level(&nodes).batches;
            calls.extend(batches.into_iter().map(|batch| CutCall { batch, gives: 0..0 }));
        }
        let mut unknowns = Vec::with_capacity(at.len());
        for call in &mut calls {
            let first = unknowns.len();
            let given = self.given_by(&call.batch).into_iter().filter(|id| at.contains(id));
            unknowns.extend(given.map(|id| {
                let first = match signals.assembly(id) {
                    Some((_, assembly)) => assembly.rows.first().map_or(0, |row| row.place as usize),
                    None => layout.place(id).first as usize,
                };
                Unknown { id, places: first..first + signals.width(id), residual: self.residual(id) }
            }));
            call.gives = first..unknowns.len();
        }
        debug_assert!(unknowns.len() == at.len(), "each unknown is given by one call");
        let guess = unknowns.iter().flat_map(|unknown| self.guess(unknown)).collect();
        let nominal = unknowns.iter().flat_map(|unknown| self.nominal(unknown.id)).collect();
        let order = self.order(&level_of);
        let rows = self.columns_of_rows(&unknowns, &order);
        // An unknown that its giver gives anew has an equation of its own.
        let are_given = unknowns.iter().all(|unknown| unknown.residual.is_none());
        let undetermined = if are_given { None } else { Undetermined::find(&rows) };
        let sparsity = Sparsity::of_rows(rows.into_iter());
        let structure = Arc::new(JacobianStructure { colouring: Colouring::new(&sparsity), sparsity });
        (Cut { unknowns, calls, order, structure, guess, nominal }, undetermined)
    }

    /// The members, each behind all whose results it reads.
    fn order(&self, level_of: &[usize]) -> Vec<Node> {
        // In one level answers come first.
        let is_asked = |at: usize| self.of.graph.is_answer(self.of.signals, self.of.index_of[&self.members[at]]);
        let mut order: Vec<usize> = (0..self.members.len()).collect();
        order.sort_by_key(|at| (level_of[*at], !is_asked(*at)));
        order.into_iter().map(|at| self.members[at]).collect()
    }

    /// The members in the order in which they run: in a level, those that give unknowns which others of the same
    /// calculation read run apart from these, since one call would read what it has just given.
    fn sweeps(&self, cut: &BTreeSet<SignalId>, level_of: &[usize]) -> Vec<Vec<Node>> {
        let signals = self.of.signals;
        let key = |at: usize| match self.members[at] {
            Node::Calculation { object, calculation } => {
                Some((std::ptr::from_ref(signals.objects[object as usize].kind), calculation))
            }
            Node::Assembly(_) | Node::Block(_) => None,
        };
        let mut apart = vec![Vec::new(); self.members.len()];
        for (from, to, _) in self.edges.iter().filter(|(.., id)| cut.contains(id)) {
            if from != to && level_of[*from] == level_of[*to] && key(*from).is_some() && key(*from) == key(*to) {
                apart[*from].push(*to);
                apart[*to].push(*from);
            }
        }
        let mut sweep_of = vec![usize::MAX; self.members.len()];
        let mut sweeps: BTreeMap<(usize, usize), Vec<Node>> = BTreeMap::new();
        for at in 0..self.members.len() {
            let is_free = |sweep: &usize| apart[at].iter().all(|other| sweep_of[*other] != *sweep);
            let sweep = (0..).find(is_free).unwrap_or(0);
            sweep_of[at] = sweep;
            sweeps.entry((level_of[at], sweep)).or_default().push(self.members[at]);
        }
        sweeps.into_values().collect()
    }

    /// The signals that a batch fills.
    fn given_by(&self, batch: &Batch) -> Vec<SignalId> {
        let signals = self.of.signals;
        match batch {
            Batch::Block(_) => Vec::new(),
            Batch::Assemblies { numbers, .. } => {
                numbers.iter().map(|number| signals.layout.assemblies[*number as usize].port).collect()
            }
            Batch::Kernel { store, calculation, range, .. } => {
                let objects = range.clone().map(|position| self.of.scheduler.object_at(*store, position));
                objects
                    .flat_map(|object| gives(signals, Node::Calculation { object, calculation: *calculation }))
                    .collect()
            }
        }
    }

    /// The level of each member, when what some signals give is known.
    fn levels(&self, known: &BTreeSet<SignalId>) -> Vec<usize> {
        let n = self.members.len();
        let (mut waits_for, mut readers) = (vec![0_usize; n], vec![Vec::new(); n]);
        for (from, to, _) in self.edges.iter().filter(|(.., id)| !known.contains(id)) {
            waits_for[*to] += 1;
            readers[*from].push(*to);
        }
        let mut level_of = vec![0; n];
        let mut free: Vec<usize> = (0..n).filter(|at| waits_for[*at] == 0).collect();
        while let Some(at) = free.pop() {
            let is_answer = self.of.graph.is_answer(self.of.signals, self.of.index_of[&self.members[at]]);
            let behind = level_of[at] + usize::from(!is_answer);
            for reader in &readers[at] {
                level_of[*reader] = level_of[*reader].max(behind);
                waits_for[*reader] -= 1;
                if waits_for[*reader] == 0 {
                    free.push(*reader);
                }
            }
        }
        debug_assert!(waits_for.iter().all(|count| *count == 0), "a cut leaves no circle");
        level_of
    }

    /// Where the residuals of a signal are, if it is declared as an unknown.
    fn residual(&self, id: SignalId) -> Option<usize> {
        let interface = &self.of.signals.objects[id.object as usize].interface;
        let (residual, _) = interface.signals_with(|role| *role == Role::Residual(id.signal)).next()?;
        Some(self.of.signals.layout.place(SignalId { signal: residual as u32, ..id }).first as usize)
    }

    /// Where the search for an unknown begins: as the scenario says, as declared, or at 0.
    fn guess(&self, unknown: &Unknown) -> Vec<f64> {
        let declared = self.declared(unknown.id, &Meaning::Guess);
        let number = |(element, place): (usize, usize)| {
            let given = Some(self.of.start[place]).filter(|number| !number.is_nan());
            given.or_else(|| Some(declared?[element])).unwrap_or(0.0)
        };
        unknown.places.clone().enumerate().map(number).collect()
    }

    /// Numbers that are declared for a signal.
    fn declared(&self, id: SignalId, meaning: &Meaning) -> Option<&'a [f64]> {
        let numbers = &self.of.signals.objects[id.object as usize].numbers;
        Number::find(numbers, id.signal, |of| of == meaning)
    }

    /// The nominal values of a signal: as declared, or by its unit.
    fn nominal(&self, id: SignalId) -> Vec<f64> {
        let signals = self.of.signals;
        let by_unit = nominal_of_unit(&signals.declared(id).unit);
        let declared = self.declared(id, &Meaning::Nominal);
        declared.map_or_else(|| vec![by_unit; signals.width(id)], <[f64]>::to_vec)
    }

    /// What the members read of others, in rows of places, rising.
    fn inputs(&self) -> Vec<Range<usize>> {
        let mut rows = BTreeMap::new();
        for member in self.members {
            match *member {
                Node::Assembly(number) => {
                    self.add_rows(self.of.signals.layout.assemblies[number as usize].port, &mut rows)
                }
                Node::Calculation { object, calculation } => self.add_read(object, calculation, &mut rows),
                Node::Block(_) => {}
            }
        }
        merged(rows)
    }

    /// Adds what a calculation reads of others.
    fn add_read(&self, object: u32, calculation: u32, rows: &mut BTreeMap<usize, usize>) {
        let (signals, layout) = (self.of.signals, self.of.signals.layout);
        let declared = signals.calculation(object, calculation);
        for signal in &declared.reads {
            let id = SignalId { object, signal: *signal };
            match signals.role(id) {
                Role::Uses => signals.each_origin(id, |provided| {
                    let calculations = signals.objects[provided.object as usize].interface.calculations.iter();
                    let mut answers = calculations.zip(0..).filter(|(c, _)| c.purpose == Purpose::Answer);
                    let answer = answers.find(|(c, _)| c.gives.contains(&provided.signal));
                    // A member is asked for what it reads as it comes.
                    if let Some((_, answer)) = answer
                        && !self.given.contains(&provided)
                    {
                        self.add_read(provided.object, answer, rows);
                    }
                }),
                Role::In | Role::Sum => match signals.assembly(id) {
                    Some(_) if self.given.contains(&id) => {}
                    Some((number, _)) => layout.filled_by(&[number as u32]).for_each(|row| add(row, rows)),
                    None => self.add_rows(id, rows),
                },
                Role::Provides => {}
                role => {
                    let id = id.of_state(role);
                    if !self.given.contains(&id) {
                        let first = layout.place(id).first as usize;
                        add(first..first + signals.width(id), rows);
                    }
                }
            }
        }
        for signal in &declared.previous {
            let of = SignalId { object, signal: *signal };
            for copy in layout.previous.iter().filter(|previous| previous.of == of) {
                add(copy.place as usize..(copy.place + copy.width) as usize, rows);
            }
        }
    }

    /// Adds what an in-port is made of, but for what the members give.
    fn add_rows(&self, port: SignalId, rows: &mut BTreeMap<usize, usize>) {
        let signals = self.of.signals;
        signals.each_row(port, 0..signals.width(port), |row| {
            let source = signals.places.signal_at(row.start);
            if source.is_none_or(|source| !self.given.contains(&source)) {
                add(row.start as usize..row.end as usize, rows);
            }
        });
    }

    /// Which residuals depend on which unknowns.
    fn columns_of_rows(&self, unknowns: &[Unknown], order: &[Node]) -> Vec<Vec<u32>> {
        let mut columns = HashMap::new();
        let mut first = 0_u32;
        let mut given = Vec::new();
        for unknown in unknowns {
            columns.insert(unknown.id, first);
            let end = first + unknown.places.len() as u32;
            if unknown.residual.is_none() {
                given.extend(first..end);
            }
            first = end;
        }
        let mut tracing = Tracing { signals: self.of.signals, columns, of_signal: HashMap::new() };
        let mut rows = vec![Vec::new(); first as usize];
        for member in order {
            tracing.member(*member, &mut rows);
        }
        given.into_iter().for_each(|row| rows[row as usize].push(row));
        rows
    }
}

fn add(row: Range<usize>, rows: &mut BTreeMap<usize, usize>) {
    if !row.is_empty() {
        let end = rows.entry(row.start).or_insert(row.end);
        *end = (*end).max(row.end);
    }
}

/// The signals that a node fills.
fn gives(signals: Signals<'_>, node: Node) -> Vec<SignalId> {
    match node {
        Node::Calculation { object, calculation } => {
            signals.given(object, signals.calculation(object, calculation)).collect()
        }
        Node::Assembly(number) => vec![signals.layout.assemblies[number as usize].port],
        Node::Block(_) => Vec::new(),
    }
}

/// On which unknowns everything in a block depends.
struct Tracing<'a> {
    signals: Signals<'a>,
    /// The first column of each unknown.
    columns: HashMap<SignalId, u32>,
    /// The columns on which each element of what was met depends.
    of_signal: HashMap<SignalId, Vec<Vec<u32>>>,
}

impl Tracing<'_> {
    /// Notes on what the results of a member depend: in `rows`, where they are unknown.
    fn member(&mut self, member: Node, rows: &mut [Vec<u32>]) {
        let mut given = Vec::new();
        match member {
            Node::Calculation { object, calculation } => {
                let declared = self.signals.calculation(object, calculation);
                let mut all = Vec::new();
                for signal in &declared.reads {
                    let id = SignalId { object, signal: *signal };
                    self.read(id, 0..self.signals.width(id), &mut all);
                }
                all.sort_unstable();
                all.dedup();
                for id in self.signals.given(object, declared) {
                    // What answers has no numbers.
                    given.push((id, vec![all.clone(); self.signals.width(id).max(1)]));
                }
            }
            Node::Assembly(number) => {
                let port = self.signals.layout.assemblies[number as usize].port;
                let element = |element: usize| {
                    let mut columns = Vec::new();
                    self.signals.each_row(port, element..element + 1, |row| self.read_row(row, &mut columns));
                    columns.sort_unstable();
                    columns.dedup();
                    columns
                };
                given.push((port, (0..self.signals.width(port)).map(element).collect()));
            }
            Node::Block(_) => {}
        }
        for (id, elements) in given {
            match self.columns.get(&id) {
                Some(first) => {
                    rows[*first as usize..][..elements.len()].clone_from_slice(&elements);
                }
                None => {
                    self.of_signal.insert(id, elements);
                }
            }
        }
    }

    /// Adds that on which some elements of a signal depend.
    fn read(&self, id: SignalId, elements: Range<usize>, columns: &mut Vec<u32>) {
        if let Some(first) = self.columns.get(&id) {
            columns.extend((*first..).skip(elements.start).take(elements.len()));
            return;
        }
        if let Some(known) = self.of_signal.get(&id) {
            known.iter().skip(elements.start).take(elements.len().max(1)).for_each(|of| columns.extend(of));
            return;
        }
        match self.signals.role(id) {
            Role::Uses => self.signals.each_origin(id, |origin| self.read(origin, 0..0, columns)),
            Role::In | Role::Sum => self.signals.each_row(id, elements, |row| self.read_row(row, columns)),
            _ => {}
        }
    }

    /// The same for numbers at some places, which are of one source.
    fn read_row(&self, row: Range<u32>, columns: &mut Vec<u32>) {
        if let Some(source) = self.signals.places.signal_at(row.start) {
            let first = (row.start - self.signals.layout.place(source).first) as usize;
            self.read(source, first..first + row.len(), columns);
        }
    }
}
