//! The third stage of a model: it is known what runs when.

use std::sync::Arc;

use super::binding::Constructing;
use super::building::Building;
use super::constructed::Constructed;
use crate::declaring::objects::Objects;
use crate::recording::columns::Recorded;
use crate::scheduling::scheduler::Placement;
use crate::starting::explicit_values::ExplicitValues;
use crate::starting::resumption::Resumption;
use bowline_model::model::clocks::Clocks;
use bowline_model::model::dependencies::graph::Node;
use bowline_model::model::layout::Layout;
use bowline_model::model::schedule::Schedule;
use bowline_solve::linear::JacobianStructure;
use bowline_text::diagnostic::Diagnostics;

/// SimObjects whose numbers have places, and when their computations run.
pub(crate) struct Scheduled<'d> {
    pub(crate) objects: Objects<'d>,
    pub(crate) clocks: Clocks,
    pub(crate) resumed: Option<Resumption>,
    pub(crate) layout: Layout,
    pub(crate) recorded: Recorded,
    /// The numbers of a workspace as far as declarations, connections and explicit
    /// initial values give them.
    pub(crate) start: Vec<f64>,
    /// The next discrete values, as far as they are given.
    pub(crate) next: ExplicitValues,
    pub(crate) timetable: Timetable,
    /// The nodes to run, in order, to complete the initial conditions, or to
    /// check the state from which a run continues; `None` if something is missing
    /// that nothing completes.
    pub(crate) initial_order: Option<Vec<Node>>,
    /// What is wrong with these: it is told when all SimObjects are bound.
    pub(crate) unset: Diagnostics,
}

/// What runs when, and where the SimObjects stand for that.
pub(crate) struct Timetable {
    pub(crate) schedule: Schedule,
    pub(crate) placement: Placement,
    /// Where the method needs it.
    pub(crate) jacobian: Option<Arc<JacobianStructure>>,
}

impl Scheduled<'_> {
    /// Constructs all SimObjects with their final places.
    pub(crate) fn construct(self, building: &Building<'_>, diagnostics: &mut Diagnostics) -> Option<Constructed> {
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
