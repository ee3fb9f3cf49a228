//! The third stage of a model: it is known what runs when.

use std::sync::Arc;

use super::binding::Constructing;
use super::building::Building;
use super::columns::Recorded;
use super::constructed::Constructed;
use super::explicit_values::ExplicitValues;
use super::objects::Objects;
use super::resumption::Resumption;
use super::scheduler::Placement;
use crate::model::clocks::Clocks;
use crate::model::dependencies::graph::Node;
use crate::model::layout::Layout;
use crate::model::schedule::Schedule;
use bowline_solve::linear::JacobianStructure;
use bowline_text::diagnostic::Diagnostics;

/// SimObjects whose numbers have places, and when their computations run.
pub(super) struct Scheduled<'d> {
    pub(super) objects: Objects<'d>,
    pub(super) clocks: Clocks,
    pub(super) resumed: Option<Resumption>,
    pub(super) layout: Layout,
    pub(super) recorded: Recorded,
    /// The numbers of a workspace as far as declarations, connections and explicit
    /// initial values give them.
    pub(super) start: Vec<f64>,
    /// The next discrete values, as far as they are given.
    pub(super) next: ExplicitValues,
    pub(super) timetable: Timetable,
    /// The nodes to run, in order, to complete the initial conditions, or to
    /// check the state from which a run continues; `None` if something is missing
    /// that nothing completes.
    pub(super) initial_order: Option<Vec<Node>>,
    /// What is wrong with these: it is told when all SimObjects are bound.
    pub(super) unset: Diagnostics,
}

/// What runs when, and where the SimObjects stand for that.
pub(super) struct Timetable {
    pub(super) schedule: Schedule,
    pub(super) placement: Placement,
    /// Where the method needs it.
    pub(super) jacobian: Option<Arc<JacobianStructure>>,
}

impl Scheduled<'_> {
    /// Constructs all SimObjects with their final places.
    pub(super) fn construct(self, building: &Building<'_>, diagnostics: &mut Diagnostics) -> Option<Constructed> {
        let Self { objects, layout, timetable, .. } = self;
        let Timetable { schedule, placement, jacobian } = timetable;
        let constructing = Constructing {
            description: building.description,
            objects: &objects.list,
            declarations: &objects.declarations,
            files: building.files,
            layout: &layout,
        };
        let stores = constructing.stores(&placement, diagnostics)?;
        diagnostics.append(self.unset);
        Some(Constructed {
            initial_order: self.initial_order?,
            objects: objects.list,
            libraries: objects.libraries,
            clocks: self.clocks,
            resumed: self.resumed,
            layout,
            recorded: self.recorded,
            start: self.start,
            next: self.next,
            schedule,
            jacobian,
            positions: placement.positions,
            stores,
        })
    }
}
