//! When each computation runs: the stages, their levels, and neighbours in
//! one batch.

use std::collections::HashMap;

use petgraph::graph::NodeIndex;
use simobject_host::{Kernel, Purpose, Rate};

use bowline_description::ModelDescription;
use bowline_model::model::access_sets::AccessSets;
use bowline_model::model::dependencies::graph::{Graph, Node};
use bowline_model::model::dependencies::{Blocks, Signals};
use bowline_model::model::schedule::{Batch, Level, Position, Schedule};
use bowline_text::diagnostic::{Diagnostic, Diagnostics};

/// When a node runs: its stage, and its level in the stage.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Slot {
    stage: Stage,
    level: u32,
}

impl Slot {
    /// Whether it comes before the first evaluation.
    pub(crate) fn is_constant(self) -> bool {
        self.stage == Stage::Constant
    }

    /// Whether the derivatives need what is in it.
    pub(crate) fn is_needed(self) -> bool {
        self.stage == Stage::Needed
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Stage {
    Constant,
    Needed,
    #[default]
    Observed,
    Derivatives,
    /// It runs at ticks, or at events: see [`InstantScheduler`](super::instant_scheduler::InstantScheduler).
    Apart,
}

/// The slots of all nodes, and the objects in the order of the stores.
pub(crate) struct Scheduler<'a> {
    signals: Signals<'a>,
    graph: &'a Graph,
    order: &'a [NodeIndex],
    /// By the indices of the graph's nodes.
    slots: Vec<Slot>,
    placement: Placement,
}

/// In which store each object stands, and where in it.
pub(crate) struct Placement {
    /// For each store the numbers of its objects, neighbours in batches side by side.
    pub(crate) stores: Vec<Vec<u32>>,
    /// The access sets of each store.
    pub(crate) access_sets: Vec<AccessSets>,
    /// By the numbers of the objects.
    pub(crate) positions: Vec<Position>,
}

impl<'a> Scheduler<'a> {
    /// Gives each node of a graph that has an order its slot; the members of a block have that of the block.
    pub(crate) fn new(signals: Signals<'a>, graph: &'a Graph, order: &'a [NodeIndex], blocks: &Blocks) -> Self {
        let slots = slots(signals, graph, order);
        let mut calculations: Vec<(u32, u32, Slot)> = Vec::new();
        for index in order {
            let node = graph.node(*index);
            let members = if let Node::Block(block) = node { blocks.members(block) } else { &[node] };
            for member in members {
                if let Node::Calculation { object, calculation } = *member {
                    calculations.push((object, calculation, slots[index.index()]));
                }
            }
        }
        calculations.sort_unstable();
        // Where those of each object begin.
        let mut first = vec![0; signals.objects.len() + 1];
        calculations.iter().for_each(|(object, ..)| first[*object as usize + 1] += 1);
        (1..first.len()).for_each(|object| first[object] += first[object - 1]);
        let slots_of = |object: u32| {
            let of_object = &calculations[first[object as usize]..first[object as usize + 1]];
            of_object.iter().map(|(_, calculation, slot)| (*calculation, *slot))
        };
        let mut store_of = HashMap::new();
        let mut stores: Vec<Vec<u32>> = Vec::new();
        for (object, number) in signals.objects.iter().zip(0..) {
            let kind = std::ptr::from_ref(object.kind);
            let store = *store_of.entry(kind).or_insert_with(|| {
                stores.push(Vec::new());
                stores.len() - 1
            });
            stores[store].push(number);
        }
        let mut positions = vec![Position { store: 0, index: 0 }; signals.objects.len()];
        for (store, numbers) in stores.iter_mut().enumerate() {
            // Stable: objects of equal slots keep the order of the file.
            numbers.sort_by(|a, b| slots_of(*a).cmp(slots_of(*b)));
            for (index, number) in numbers.iter().enumerate() {
                positions[*number as usize] = Position { store, index };
            }
        }
        let mut next = 0;
        let access_sets = stores.iter().map(|numbers| {
            let objects = || numbers.iter().map(|number| &signals.objects[*number as usize]);
            let is_reentrant = objects().all(|object| object.kind.is_reentrant());
            let access_sets = AccessSets::new(next, objects().map(|object| object.interface.as_ref()), is_reentrant);
            next += access_sets.count();
            access_sets
        });
        let access_sets = access_sets.collect();
        Self { signals, graph, order, slots, placement: Placement { stores, access_sets, positions } }
    }

    /// Where the objects stand: what is needed of it when all has its slot.
    pub(crate) fn into_placement(self) -> Placement {
        self.placement
    }

    /// The slots, by the indices of the graph's nodes.
    pub(crate) fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// The object at a position of a store.
    pub(crate) fn object_at(&self, store: usize, position: usize) -> u32 {
        self.placement.stores[store][position]
    }

    /// Whether the derivatives need a block.
    pub(crate) fn is_block_needed(&self, number: u32) -> bool {
        self.order
            .iter()
            .any(|index| self.graph.node(*index) == Node::Block(number) && self.slots[index.index()].is_needed())
    }

    /// Reports constant computations that read something that changes.
    pub(crate) fn check_rates(&self, description: &ModelDescription, diagnostics: &mut Diagnostics) {
        for index in self.order {
            let Node::Calculation { object, calculation } = self.graph.node(*index) else { continue };
            if !self.slots[index.index()].is_constant() || !self.graph.reads_what_changes(self.signals, *index) {
                continue;
            }
            let (object_name, name) =
                (&self.signals.objects[object as usize].name, &self.signals.calculation(object, calculation).name);
            let message = format!("`{object_name}`: the constant computation `{name}` reads something that changes");
            let diagnostic =
                Diagnostic::error("not-constant", message).at(description.object_at(object as usize).name().span());
            diagnostics.push(diagnostic.help("connect its in-ports to numbers or to constant out-ports"));
        }
    }

    /// The batches of all slots.
    pub(crate) fn schedule(&self) -> Schedule {
        let mut schedule = Schedule::default();
        let mut by_slot: HashMap<Slot, Vec<Node>> = HashMap::new();
        for index in self.order {
            by_slot.entry(self.slots[index.index()]).or_default().push(self.graph.node(*index));
        }
        let mut slots: Vec<_> = by_slot.into_iter().collect();
        slots.sort_unstable_by_key(|(slot, _)| *slot);
        for (slot, nodes) in slots {
            // A level with blocks is not split between threads.
            let (blocks, others): (Vec<Node>, Vec<Node>) =
                nodes.into_iter().partition(|node| matches!(node, Node::Block(_)));
            for level in [self.level(&blocks), self.level(&others)] {
                match slot.stage {
                    _ if level.batches.is_empty() => {}
                    Stage::Constant => schedule.constant.push(level),
                    Stage::Needed => schedule.needed.push(level),
                    Stage::Observed => schedule.observed.push(level),
                    Stage::Derivatives => schedule.derivatives = level,
                    Stage::Apart => {}
                }
            }
        }
        schedule
    }

    /// Joins neighbours of the same calculation.
    pub(crate) fn level(&self, nodes: &[Node]) -> Level {
        let mut level = Level::default();
        let blocks = nodes.iter().filter_map(|node| if let Node::Block(block) = node { Some(*block) } else { None });
        level.batches.extend(blocks.map(|block| Batch::Block(block as usize)));
        let mut assemblies = Vec::new();
        // In the order in which they are met, which is the same in every run.
        let mut kinds: Vec<((usize, Kernel, u32), Vec<usize>)> = Vec::new();
        let mut kind_of: HashMap<(usize, Kernel, u32), usize> = HashMap::new();
        for node in nodes {
            match *node {
                Node::Block(_) => {}
                Node::Assembly(assembly) => assemblies.push(assembly),
                Node::Calculation { object, calculation } => {
                    let Position { store, index } = self.placement.positions[object as usize];
                    let declared = self.signals.calculation(object, calculation);
                    // Who asks runs it.
                    if declared.purpose == Purpose::Answer {
                        continue;
                    }
                    let kernel = declared.kernel;
                    let key = (store, kernel, calculation);
                    let kind = *kind_of.entry(key).or_insert_with(|| {
                        kinds.push((key, Vec::new()));
                        kinds.len() - 1
                    });
                    kinds[kind].1.push(index);
                }
            }
        }
        if !assemblies.is_empty() {
            assemblies.sort_unstable();
            level.batches.push(Batch::assemblies(&assemblies, self.signals.layout));
        }
        for ((store, kernel, calculation), mut indices) in kinds {
            indices.sort_unstable();
            for neighbours in indices.chunk_by(|a, b| a + 1 == *b) {
                let range = neighbours[0]..neighbours[neighbours.len() - 1] + 1;
                let access_set = self.placement.access_sets[store].of(calculation);
                level.batches.push(Batch::Kernel { store, access_set, kernel, calculation, range });
            }
        }
        level
    }
}

/// The slots of the nodes of a graph that has an order.
pub(crate) fn slots(signals: Signals<'_>, graph: &Graph, order: &[NodeIndex]) -> Vec<Slot> {
    let mut slots = vec![Slot::default(); graph.count()];
    for index in order.iter().rev() {
        let is_derivatives = match graph.node(*index) {
            Node::Calculation { object, calculation } => {
                let purpose = signals.calculation(object, calculation).purpose;
                match purpose {
                    Purpose::Common(Rate::Constant) => slots[index.index()].stage = Stage::Constant,
                    Purpose::Common(Rate::Sampled(_)) | Purpose::Update(_) | Purpose::Handler(_) => {
                        slots[index.index()].stage = Stage::Apart;
                    }
                    _ => {}
                }
                purpose == Purpose::Derivatives
            }
            Node::Assembly(_) | Node::Block(_) => false,
        };
        if is_derivatives {
            slots[index.index()].stage = Stage::Derivatives;
        }
        if matches!(slots[index.index()].stage, Stage::Derivatives | Stage::Needed) {
            for before in graph.before(*index) {
                if slots[before.index()].stage == Stage::Observed {
                    slots[before.index()].stage = Stage::Needed;
                }
            }
        }
    }
    // An input assembly that a constant computation reads has to run with it.
    for index in order.iter().rev() {
        if slots[index.index()].stage != Stage::Constant {
            continue;
        }
        for before in graph.before(*index) {
            if matches!(graph.node(before), Node::Assembly(_)) {
                slots[before.index()].stage = Stage::Constant;
            }
        }
    }
    for index in order {
        let stage = slots[index.index()].stage;
        if stage != Stage::Derivatives {
            let before = graph.before(*index).filter(|before| slots[before.index()].stage == stage);
            let behind = |before: NodeIndex| slots[before.index()].level + u32::from(!graph.is_answer(signals, before));
            slots[index.index()].level = before.map(behind).max().unwrap_or(0);
        }
    }
    slots
}
