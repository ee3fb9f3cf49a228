//! What runs at ticks and events: signals of the graph, each in its order.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use petgraph::graph::NodeIndex;
use simobject_host::{Meaning, Number, Purpose, Rate, Role};

use super::scheduler::{Scheduler, Slot};
use crate::declaring::declared_numbers::nominal_of_unit;
use bowline_model::model::Object;
use bowline_model::model::clocks::Clocks;
use bowline_model::model::dependencies::graph::{Graph, Node};
use bowline_model::model::dependencies::{Blocks, Signals};
use bowline_model::model::schedule::{
    Alone, Batch, ClockSet, Events, Handler, Indicator, Level, ModeSide, Sampled, Ticking,
};
use bowline_model::model::signal_id::SignalId;

/// Up to this many indicators are evaluated together.
const FEW_INDICATORS: usize = 16;
/// An indicator that needs more than this part of what all need is evaluated with
/// all of them.
const MUCH: usize = 8;
/// The calculations that indicators need alone may total this many times what all
/// need.
const MOST_ALONE: usize = 16;

/// What runs at ticks and events, of a graph with its order.
pub(crate) struct InstantScheduler<'a> {
    pub(crate) signals: Signals<'a>,
    pub(crate) graph: &'a Graph,
    pub(crate) order: &'a [NodeIndex],
    pub(crate) scheduler: &'a Scheduler<'a>,
    /// The slots of the graph's nodes.
    pub(crate) slots: &'a [Slot],
    pub(crate) blocks: &'a Blocks,
    pub(crate) clocks: &'a Clocks,
    /// A part of a nominal value that makes no difference.
    pub(crate) negligible: f64,
}

/// When a node runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It runs in evaluations.
    Continuous,
    /// It ran before the first evaluation.
    Constant,
    Derivatives,
    /// It runs at the ticks of a clock.
    Sampled(usize),
    Update(usize),
    Handler,
}

/// On which clock a node runs, and at the ticks of which.
type When<'s> = (Option<usize>, &'s ClockSet);

impl InstantScheduler<'_> {
    fn kind(&self, node: NodeIndex) -> Kind {
        if let Node::Block(block) = self.graph.node(node)
            && let Some(clock) = self.blocks.clock(block)
        {
            return Kind::Sampled(clock);
        }
        let Node::Calculation { object, calculation } = self.graph.node(node) else {
            return if self.slots[node.index()].is_constant() { Kind::Constant } else { Kind::Continuous };
        };
        match self.signals.calculation(object, calculation).purpose {
            Purpose::Common(Rate::Constant) => Kind::Constant,
            Purpose::Common(Rate::Sampled(clock)) => Kind::Sampled(self.clocks.number(clock)),
            Purpose::Update(clock) => Kind::Update(self.clocks.number(clock)),
            Purpose::Derivatives => Kind::Derivatives,
            Purpose::Handler(_) => Kind::Handler,
            _ => Kind::Continuous,
        }
    }

    /// What runs at ticks.
    pub(crate) fn sampled(&self, seen: Vec<Range<usize>>) -> Sampled {
        if self.clocks.timings().is_empty() {
            return Sampled::default();
        }
        let mut needed_by = vec![ClockSet::default(); self.graph.count()];
        let mut by_updates = vec![ClockSet::default(); self.graph.count()];
        let mut in_updates = vec![false; self.graph.count()];
        let mut in_computations = vec![false; self.graph.count()];
        for index in self.order.iter().rev() {
            let node = index.index();
            let kind = self.kind(*index);
            match kind {
                Kind::Sampled(clock) => {
                    needed_by[node] = ClockSet::default();
                    needed_by[node].insert(clock);
                    in_computations[node] = true;
                }
                Kind::Update(clock) => {
                    needed_by[node].insert(clock);
                    by_updates[node].insert(clock);
                }
                Kind::Continuous => {}
                Kind::Constant | Kind::Derivatives | Kind::Handler => continue,
            }
            let passes_updates = matches!(kind, Kind::Update(_)) || in_updates[node];
            if !in_computations[node] && !passes_updates {
                continue;
            }
            let (set, of_updates) = (needed_by[node].clone(), by_updates[node].clone());
            for before in self.graph.before(*index).filter(|before| self.kind(*before) == Kind::Continuous) {
                needed_by[before.index()].extend(&set);
                in_computations[before.index()] = true;
                if passes_updates {
                    by_updates[before.index()].extend(&of_updates);
                    in_updates[before.index()] = true;
                }
            }
        }
        let is_update: Vec<bool> =
            (0..self.graph.count()).map(|node| matches!(self.kind(NodeIndex::new(node)), Kind::Update(_))).collect();
        Sampled {
            computations: self.ticking(&in_computations, &needed_by),
            before_updates: self.ticking(&in_updates, &by_updates),
            updates: self.ticking(&is_update, &needed_by),
            seen,
        }
    }

    /// The batches of these nodes, each at the ticks of the clocks that need it.
    fn ticking(&self, within: &[bool], needed_by: &[ClockSet]) -> Vec<Ticking> {
        let mut batches = Vec::new();
        for nodes in self.levels(within) {
            // Those of one set side by side; sets in the order in which they are met.
            let mut sets: Vec<(When<'_>, Vec<Node>)> = Vec::new();
            for index in nodes {
                let clock = match self.kind(index) {
                    Kind::Sampled(clock) | Kind::Update(clock) => Some(clock),
                    _ => None,
                };
                let key = (clock, &needed_by[index.index()]);
                let position = sets.iter().position(|(set, _)| *set == key).unwrap_or_else(|| {
                    sets.push((key, Vec::new()));
                    sets.len() - 1
                });
                sets[position].1.push(self.graph.node(index));
            }
            for ((clock, set), nodes) in sets {
                let Level { batches: level } = self.scheduler.level(&nodes);
                batches.extend(level.into_iter().map(|batch| Ticking { batch, clock, needed_by: set.clone() }));
            }
        }
        batches
    }

    /// These nodes, level by level.
    fn levels(&self, within: &[bool]) -> Vec<Vec<NodeIndex>> {
        let mut level_of = vec![0_usize; self.graph.count()];
        let mut levels: Vec<Vec<NodeIndex>> = Vec::new();
        for index in self.order.iter().filter(|index| within[index.index()]) {
            let before = self.graph.before(*index).filter(|before| within[before.index()]);
            let behind =
                |before: NodeIndex| level_of[before.index()] + usize::from(!self.graph.is_answer(self.signals, before));
            let level = before.map(behind).max().unwrap_or(0);
            level_of[index.index()] = level;
            if levels.len() <= level {
                levels.resize(level + 1, Vec::new());
            }
            levels[level].push(*index);
        }
        levels
    }

    /// The continuous nodes among those that `is_wanted`, and those that they need.
    fn continuous(&self, is_wanted: impl Fn(Kind, Node) -> bool) -> Vec<bool> {
        let mut within = vec![false; self.graph.count()];
        for index in self.order.iter().rev() {
            let kind = self.kind(*index);
            let passes = is_wanted(kind, self.graph.node(*index)) || within[index.index()];
            within[index.index()] = passes && kind == Kind::Continuous;
            if passes && matches!(kind, Kind::Continuous | Kind::Handler) {
                let before = self.graph.before(*index).filter(|before| self.kind(*before) == Kind::Continuous);
                before.for_each(|before| within[before.index()] = true);
            }
        }
        within
    }

    /// The nodes that the continuous indicators need.
    pub(crate) fn watched(&self) -> Vec<bool> {
        self.continuous(|kind, node| kind == Kind::Continuous && !self.indicators_of(node).is_empty())
    }

    /// The blocks, and the nodes that they need.
    pub(crate) fn before_loops(&self) -> Vec<Level> {
        if self.blocks.is_empty() {
            return Vec::new();
        }
        self.batches_of(&self.continuous(|_, node| matches!(node, Node::Block(_))))
    }

    /// The nodes that a node stands for: the members of a block, or itself.
    fn members(&self, node: Node) -> Vec<Node> {
        if let Node::Block(block) = node { self.blocks.members(block).to_vec() } else { vec![node] }
    }

    /// The indicators that a node fills.
    fn indicators_of(&self, node: Node) -> Vec<SignalId> {
        let mut indicators = Vec::new();
        for member in self.members(node) {
            let Node::Calculation { object, calculation } = member else { continue };
            let given = &self.signals.calculation(object, calculation).gives;
            let given = given.iter().map(|signal| SignalId { object, signal: *signal });
            indicators.extend(given.filter(|id| self.signals.role(*id).is_indicator()));
        }
        indicators
    }

    /// What fills these nodes, level by level.
    fn batches_of(&self, within: &[bool]) -> Vec<Level> {
        let level = |nodes: Vec<NodeIndex>| {
            let nodes: Vec<Node> = nodes.into_iter().map(|index| self.graph.node(index)).collect();
            self.scheduler.level(&nodes)
        };
        self.levels(within).into_iter().map(level).collect()
    }

    /// What state events need.
    pub(crate) fn events(&self, watched: &[bool]) -> Events {
        let indicators = self.indicators();
        if indicators.is_empty() {
            return Events::default();
        }
        let position = |id: SignalId| indicators.binary_search_by_key(&id, |indicator| indicator.id).ok();
        let mut handlers = Vec::new();
        for (object, number) in self.signals.objects.iter().zip(0..) {
            for (declared, calculation) in object.interface.calculations.iter().zip(0..) {
                let Purpose::Handler(signal) = declared.purpose else { continue };
                let Some(indicator) = position(SignalId { object: number, signal }) else { continue };
                let Level { batches } = self.scheduler.level(&[Node::Calculation { object: number, calculation }]);
                handlers.extend(batches.into_iter().map(|batch: Batch| Handler { indicator, batch }));
            }
        }
        let before_handlers = self.batches_of(&self.continuous(|kind, _| kind == Kind::Handler));
        let alone = self.alone(&indicators, watched);
        Events { watched: self.batches_of(watched), alone, before_handlers, handlers, indicators }
    }

    /// The needs of each of many indicators alone, where they are a small part of
    /// what all of them need.
    fn alone(&self, indicators: &[Indicator], watched: &[bool]) -> Alone {
        if indicators.len() <= FEW_INDICATORS {
            return Alone::default();
        }
        let mut rank = vec![0; self.graph.count()];
        self.order.iter().zip(0..).for_each(|(index, position)| rank[index.index()] = position);
        let filling = self.filling_indicators(watched);
        let all = watched.iter().filter(|is_watched| **is_watched).count();
        let mut alone = Alone::default();
        for indicator in indicators {
            // An indicator filled at ticks needs nothing within a step.
            let needed = filling.get(&indicator.id).map(|index| self.watched_before(*index, watched, all / MUCH));
            let room = (MOST_ALONE * all).saturating_sub(alone.batches.len());
            let (batches, states) = (alone.batches.len(), alone.states.len());
            if let Some(nodes) = &needed
                && nodes.as_ref().is_none_or(|nodes| nodes.len() > room)
            {
                alone.of.push(None);
                continue;
            }
            let mut nodes = needed.flatten().unwrap_or_default();
            nodes.sort_unstable_by_key(|index| rank[index.index()]);
            let calls = nodes.iter().flat_map(|index| self.scheduler.level(&[self.graph.node(*index)]).batches);
            alone.batches.extend(calls);
            alone.states.extend(self.states_read_by(&nodes));
            alone.of.push(Some((batches..alone.batches.len(), states..alone.states.len())));
        }
        alone
    }

    /// Elements of the state that nodes read, in rows.
    fn states_read_by(&self, nodes: &[NodeIndex]) -> Vec<Range<usize>> {
        let mut rows = BTreeMap::new();
        for node in nodes {
            self.read_by(*node, |id| {
                let id = id.of_state(self.signals.role(id));
                if self.signals.role(id).is_state() {
                    let first = self.signals.layout.place(id).first as usize;
                    let signal = &self.signals.objects[id.object as usize].interface.signals[id.signal as usize];
                    rows.insert(first, first + signal.width as usize);
                }
            });
        }
        merged(rows)
    }

    /// The nodes that fill indicators within steps.
    fn filling_indicators(&self, watched: &[bool]) -> HashMap<SignalId, NodeIndex> {
        let mut filling = HashMap::new();
        for index in self.order.iter().filter(|index| watched[index.index()]) {
            let filled = self.indicators_of(self.graph.node(*index));
            filling.extend(filled.into_iter().map(|id| (id, *index)));
        }
        filling
    }

    /// A node and what runs before it, of the watched nodes; none if these are
    /// more than `most`.
    fn watched_before(&self, node: NodeIndex, watched: &[bool], most: usize) -> Option<Vec<NodeIndex>> {
        let mut found = vec![node];
        let mut seen = HashSet::from([node]);
        let mut next = 0;
        while next < found.len() {
            let before = self.graph.before(found[next]).filter(|index| watched[index.index()]);
            found.extend(before.filter(|index| seen.insert(*index)));
            if found.len() > most.max(1) {
                return None;
            }
            next += 1;
        }
        Some(found)
    }

    /// All indicators, in the order of the file.
    fn indicators(&self) -> Vec<Indicator> {
        let mut indicators = Vec::new();
        let object = |node: &Node| match *node {
            Node::Calculation { object, .. } => Some(object),
            Node::Assembly(_) | Node::Block(_) => None,
        };
        // There a mode changes what it is judged by, and that is known but for rounding.
        let in_loops: HashSet<u32> = self.blocks.iter().flat_map(|(members, _)| members).filter_map(object).collect();
        for (object, number) in self.signals.objects.iter().zip(0..) {
            for (signal, index) in object.interface.signals.iter().zip(0..) {
                if let Role::Indicator(crossing) = signal.role {
                    let id = SignalId { object: number, signal: index };
                    let place = |id| self.signals.layout.place(id).first as usize;
                    let side = signal.mode.map(|mode| ModeSide {
                        mode: place(SignalId { object: number, signal: mode.state }) + mode.element as usize,
                        is_inverted: mode.is_inverted,
                        is_at_start: mode.is_at_start && !in_loops.contains(&number),
                        tolerance: self.negligible * self.nominal(object, index),
                    });
                    indicators.push(Indicator { id, place: place(id), crossing, side });
                }
            }
        }
        indicators
    }

    /// The nominal value of an indicator.
    fn nominal(&self, object: &Object, indicator: u32) -> f64 {
        let declared = Number::find(&object.numbers, indicator, |meaning| *meaning == Meaning::Nominal);
        declared
            .map(|values| values[0])
            .unwrap_or_else(|| nominal_of_unit(&object.interface.signals[indicator as usize].unit))
    }

    /// Rows of discrete values that derivatives or watched nodes read.
    pub(crate) fn seen(&self, watched: &[bool]) -> Vec<Range<usize>> {
        let mut rows = BTreeMap::new();
        for index in self.order {
            let is_seen = self.kind(*index) == Kind::Derivatives
                || watched[index.index()]
                || self.kind(*index) == Kind::Continuous && self.slots[index.index()].is_needed();
            if is_seen {
                self.read_by(*index, |id| self.add_discrete(id, &mut rows));
            }
        }
        // Indicators that are filled at ticks are compared anyway.
        merged(rows)
    }

    /// Calls `each` with the signals that a node reads: those of its own
    /// object, and what its in-ports are made of.
    fn read_by(&self, node: NodeIndex, mut each: impl FnMut(SignalId)) {
        let mut read = |id: SignalId| match self.signals.role(id).is_fed() {
            true => self.signals.each_origin(id, &mut each),
            false => each(id),
        };
        for member in self.members(self.graph.node(node)) {
            match member {
                Node::Block(_) => {}
                Node::Assembly(assembly) => read(self.signals.layout.assemblies[assembly as usize].port),
                Node::Calculation { object, calculation } => {
                    for signal in &self.signals.calculation(object, calculation).reads {
                        read(SignalId { object, signal: *signal });
                    }
                }
            }
        }
    }

    fn add_discrete(&self, id: SignalId, rows: &mut BTreeMap<usize, usize>) {
        if self.signals.role(id).is_resource() {
            return;
        }
        let layout = self.signals.layout;
        let first = layout.place(id).first as usize;
        if layout.discrete.all.contains(&first) {
            let width = self.signals.objects[id.object as usize].interface.signals[id.signal as usize].width as usize;
            let end = rows.entry(first).or_insert(first + width);
            *end = (*end).max(first + width);
        }
    }
}

/// Rows by their first places, merged where they touch.
pub(crate) fn merged(rows: BTreeMap<usize, usize>) -> Vec<Range<usize>> {
    let mut merged: Vec<Range<usize>> = Vec::new();
    for (start, end) in rows {
        match merged.last_mut() {
            Some(last) if last.end >= start => last.end = last.end.max(end),
            _ => merged.push(start..end),
        }
    }
    merged
}
