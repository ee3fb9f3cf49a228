//! The second stage of a model: every number has its place.

use std::collections::HashSet;
use std::mem::take;
use std::sync::Arc;

use simobject_host::{Role, Surroundings};

use super::building::Building;
use super::scheduled::{Scheduled, Timetable};
use crate::connecting::wiring::Wiring;
use crate::declaring::objects::Objects;
use crate::declaring::{declared_numbers, sample_times};
use crate::recording::columns::Recorded;
use crate::scheduling::algebraic_loop::LoopIn;
use crate::scheduling::block_scheduler::BlockScheduler;
use crate::scheduling::instant_scheduler::InstantScheduler;
use crate::scheduling::sampled_parts::SampledParts;
use crate::scheduling::scheduler::Scheduler;
use crate::scheduling::{scheduler, undetermined};
use crate::starting::explicit_values::ExplicitValues;
use crate::starting::initial_conditions;
use crate::starting::resumption::Resumption;
use bowline_model::model;
use bowline_model::model::block::Block;
use bowline_model::model::clocks::Clocks;
use bowline_model::model::dependencies::graph::Graph;
use bowline_model::model::dependencies::{self, Blocks, PlaceIndex, Signals};
use bowline_model::model::layout::Layout;
use bowline_model::model::signal_id::SignalId;
use bowline_text::diagnostic::{Diagnostic, Diagnostics};

/// SimObjects that are connected, and the places of their numbers.
pub(crate) struct LaidOut<'d> {
    pub(crate) objects: Objects<'d>,
    pub(crate) wiring: Wiring,
    pub(crate) clocks: Clocks,
    pub(crate) explicit: ExplicitValues,
    pub(crate) resumed: Option<Resumption>,
    pub(crate) layout: Layout,
    pub(crate) recorded: Recorded,
}

impl<'d> LaidOut<'d> {
    /// Says what runs when.
    pub(crate) fn schedule(mut self, building: &Building<'_>, diagnostics: &mut Diagnostics) -> Option<Scheduled<'d>> {
        let places = PlaceIndex::new(&self.objects.list, &self.layout);
        debug_assert!(self.wiring.agrees_with(self.signals(&places)), "places tell what is connected");
        self.check_sampled_parts(&places, building, diagnostics);
        if diagnostics.has_errors() {
            return None;
        }
        let mut start = declared_numbers::start(&self.objects.list, &self.layout);
        let explicit = take(&mut self.explicit);
        let (explicit, next) = match &mut self.resumed {
            Some(resumption) => (take(&mut resumption.explicit), take(&mut resumption.next)),
            None => (explicit, ExplicitValues::default()),
        };
        explicit.set(&self.layout, &mut start);
        if let Some(resumption) = &self.resumed {
            // Loops are cut there, as in the run that this one goes on from.
            let unknowns = resumption.unknowns.iter().map(|((id, _), numbers)| (id, numbers));
            for (id, numbers) in unknowns.filter(|(id, _)| !self.signals(&places).role(**id).is_fed()) {
                let first = self.layout.place(*id).first as usize;
                start[first..first + numbers.len()].copy_from_slice(numbers);
            }
        }
        let timetable = self.timetable(&places, &start, building, diagnostics)?;
        let signals = self.signals(&places);
        let in_loops = timetable.schedule.blocks.iter().flat_map(|block| block.given(signals));
        let in_loops: HashSet<SignalId> = in_loops.collect();
        self.check_unknowns(&in_loops, building, diagnostics);
        explicit.check_guesses(&self.objects.list, |id| in_loops.contains(&id), diagnostics);
        drop(explicit);
        if diagnostics.has_errors() {
            return None;
        }
        // What is wrong with these is told when all SimObjects are bound.
        let mut unset = Diagnostics::default();
        let blocks = Blocks::with(timetable.schedule.blocks.iter().map(Block::members_and_clock));
        let signals = self.signals(&places);
        let initial_order = match self.resumed {
            None => {
                let order =
                    initial_conditions::order(signals, &blocks, &self.wiring, &start, building.description, &mut unset);
                order.map(|(order, assumed)| {
                    // Modes that wait for each other begin with 0, and are found by the sides of their indicators.
                    for id in assumed {
                        let first = signals.layout.place(id).first as usize;
                        start[first..first + signals.width(id)].fill(0.0);
                    }
                    order
                })
            }
            Some(_) => Some(initial_conditions::order_of_looks(signals, &blocks)),
        };
        let Self { objects, clocks, resumed, layout, recorded, .. } = self;
        Some(Scheduled { objects, clocks, resumed, layout, recorded, start, next, timetable, initial_order, unset })
    }

    fn signals<'a>(&'a self, places: &'a PlaceIndex) -> Signals<'a> {
        Signals { objects: &self.objects.list, layout: &self.layout, places }
    }

    /// Reports what cannot be had of what runs on clocks.
    fn check_sampled_parts(&self, places: &PlaceIndex, building: &Building<'_>, diagnostics: &mut Diagnostics) {
        let Building { description, settings, options, files, .. } = building;
        let origin = match &self.resumed {
            Some(resumption) => resumption.clocks.origin,
            None => settings.output_times.start(),
        };
        let sampled = SampledParts {
            signals: self.signals(places),
            wiring: &self.wiring,
            clocks: &self.clocks,
            settings,
            origin,
            description,
        };
        sampled.check(diagnostics);
        sample_times::check(description, &self.objects.list, settings.sample_time, files.names(), diagnostics);
        if options.check {
            sampled.note_unused(self.objects.on_its_clock, diagnostics);
        }
    }

    /// Reports unknowns that their residuals do not depend on: nothing determines them.
    fn check_unknowns(&self, in_loops: &HashSet<SignalId>, building: &Building<'_>, diagnostics: &mut Diagnostics) {
        for (object, number) in self.objects.list.iter().zip(0..) {
            for (signal, _) in object.interface.signals_with(|role| *role == Role::Unknown) {
                if in_loops.contains(&SignalId { object: number, signal: signal as u32 }) {
                    continue;
                }
                let name = object.signal_name(signal);
                let message = format!("nothing determines `{name}`: its residual does not depend on it here");
                let span = building.description.object_at(number as usize).name().span();
                let help = "connect its SimObject so that the equation has the unknown in it";
                diagnostics.push(Diagnostic::error("undetermined-unknown", message).at(span).help(help));
            }
        }
    }

    /// The order of all computations, if there is one.
    fn timetable(
        &self,
        places: &PlaceIndex,
        start: &[f64],
        building: &Building<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Option<Timetable> {
        let signals = self.signals(places);
        let all = Graph::of_evaluation(signals);
        let (blocks, refused) = Blocks::of(&all, signals, &self.clocks, !building.settings.refuses_loops);
        for (found, why) in &refused {
            diagnostics.push(crate::scheduling::algebraic_loop::report(
                found,
                signals.objects,
                &self.wiring,
                LoopIn::Evaluation(*why),
            ));
        }
        if !refused.is_empty() {
            return None;
        }
        let contracted = (!blocks.is_empty()).then(|| blocks.in_evaluations(all.clone(), signals));
        let graph = contracted.as_ref().unwrap_or(&all);
        let Ok(order) = graph.order() else { unreachable!("no circle is left between blocks") };
        let scheduler = Scheduler::new(signals, graph, &order, &blocks);
        scheduler.check_rates(building.description, diagnostics);
        if diagnostics.has_errors() {
            return None;
        }
        // Where there are loops, it has their unknowns, which the start decides.
        let needs_jacobian = building.settings.method.needs_jacobian() && blocks.is_empty();
        let jacobian = needs_jacobian.then(|| Arc::new(dependencies::of_derivatives(signals, graph, &order, &[])));
        let (order, clocks) = (order.as_slice(), &self.clocks);
        let negligible = model::negligible(building.settings.rel_tol);
        let (of, blocks, slots) = (&scheduler, &blocks, scheduler.slots());
        let instants = InstantScheduler { signals, graph, order, scheduler: of, slots, blocks, clocks, negligible };
        let watched = instants.watched();
        let mut schedule = scheduler.schedule();
        schedule.events = instants.events(&watched);
        let seen = instants.seen(&watched);
        if blocks.any_at_ticks() {
            let graph = &blocks.in_instants(all.clone());
            let Ok(order) = graph.order() else { unreachable!("no circle is left between blocks") };
            let slots = &scheduler::slots(signals, graph, &order);
            let order = order.as_slice();
            schedule.sampled =
                InstantScheduler { signals, graph, order, scheduler: of, slots, blocks, clocks, negligible }
                    .sampled(seen);
        } else {
            schedule.sampled = instants.sampled(seen);
        }
        if !blocks.is_empty() {
            let of_blocks = BlockScheduler::new(signals, &all, of, start);
            let is_needed = |number: usize| scheduler.is_block_needed(number as u32);
            let members = blocks.iter().enumerate();
            for (number, of) in members {
                let (block, undetermined) = of_blocks.block(of, is_needed(number));
                if let Some(undetermined) = undetermined {
                    diagnostics.push(undetermined::report(
                        &undetermined,
                        &block.cut,
                        signals.objects,
                        building.description,
                    ));
                }
                schedule.blocks.push(block);
            }
            if diagnostics.has_errors() {
                return None;
            }
            schedule.before_loops = instants.before_loops();
        }
        Some(Timetable { schedule, placement: scheduler.into_placement(), jacobian })
    }
}
