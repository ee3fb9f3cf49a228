//! The inspection of a model that was loaded: every calculation of every
//! object runs once at the start, with guards around the numbers, and with
//! only what it declared within its reach.

use std::collections::HashSet;

use simobject::Failure;
use simobject_host::{Calculation, FailureKind, Interface, ObjectStore, Place, Purpose, Session, Surroundings};

use super::guards::{Guarded, Outcome};
use super::objects;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::evaluation::Means;
use crate::model::reach::Views;
use crate::model::{Model, Object};
use crate::scenario::document::Document;
use crate::workspace::{Values, Workspace};

/// Evaluates the model once at its start and reports what fails.
pub(super) fn evaluate(model: &Model, document: &Document<'_>, diagnostics: &mut Diagnostics) {
    let mut workspace = model.workspace();
    let time = model.settings.output_times.start();
    let mut dx = vec![f64::NAN; model.state_count()];
    let evaluated = model
        .hold_first(&mut workspace)
        .and_then(|()| model.evaluate_guarded(&Means::default(), &mut workspace, time, &mut dx))
        .and_then(|()| model.evaluate_signals(&mut workspace, time));
    if let Err(error) = evaluated {
        let diagnostic = Diagnostic::error("failed-evaluation", error.to_string());
        diagnostics.push(objects::at_culprit(diagnostic, &error, document));
    }
}

/// Evaluates the model at its start, elsewhere, and at its start again, and
/// reports who remembers what came in between.
pub(super) fn remember(model: &Model, document: &Document<'_>, diagnostics: &mut Diagnostics) {
    let (mut workspace, times) = (model.workspace(), &model.settings.output_times);
    let (start, x) = (times.start(), workspace.x().to_vec());
    let (mut before, mut now) = (vec![f64::NAN; x.len()], vec![f64::NAN; x.len()]);
    let elsewhere = |part: f64| start + part * (times.end() - start);
    let begins = model.hold_first(&mut workspace).and_then(|()| model.evaluate(&mut workspace, start, &mut before));
    if !model.may_remember() || begins.is_err() {
        return;
    }
    for part in [0.0, 0.5, 1.0] {
        for scale in [1e-3, -1e-3, 0.1, -0.1, 1.0, -1.0, 10.0, -10.0] {
            let states = workspace.x_mut().iter_mut().zip(&x).zip(&model.nominal);
            states.for_each(|((here, x), nominal)| *here = x + scale * if *x == 0.0 { *nominal } else { *x });
            // A model need not hold everywhere.
            let time = elsewhere(part);
            let _ = model
                .evaluate(&mut workspace, time, &mut now)
                .and_then(|()| model.evaluate_signals(&mut workspace, time));
        }
    }
    workspace.x_mut().copy_from_slice(&x);
    let outcome = model.evaluate(&mut workspace, start, &mut now);
    let remembered = outcome.err().or_else(|| model.remembered(&mut workspace, start, (&before, &now)));
    if let Some(error) = remembered {
        let diagnostic = Diagnostic::error("remembered-evaluation", error.to_string());
        diagnostics.push(objects::at_culprit(diagnostic, &error, document));
    }
}

/// All signals and derivatives at the model's start, as far as they can be evaluated.
pub(super) fn evaluated(model: &Model) -> (Workspace, Vec<f64>) {
    let (mut workspace, time) = (model.workspace(), model.settings.output_times.start());
    let mut dx = vec![f64::NAN; model.state_count()];
    // What fails here is reported elsewhere.
    let _ = model.hold_first(&mut workspace);
    let _ = model.evaluate(&mut workspace, time, &mut dx);
    let _ = model.evaluate_signals(&mut workspace, time);
    (workspace, dx)
}

/// Runs the calculations of every object once, and reports those that touch
/// signals which they did not declare, or use or change numbers beyond their
/// signals. Signals and derivatives are those of the start.
pub(super) fn inspect(
    model: &Model,
    start: (&Workspace, &[f64]),
    document: &Document<'_>,
    files: &dyn Surroundings,
    diagnostics: &mut Diagnostics,
) {
    let mut numbers = Values::new(&start.0.values, model.layout.beyond);
    let providers = model.providers.reading(&mut numbers, &model.layout.summed);
    let mut inspection = Inspection { model, start, document, files, diagnostics, reported: HashSet::new() };
    for (number, object) in model.objects.iter().enumerate() {
        let guarded = Guarded::new(model, number, start.0, &providers);
        inspection.calculations(number, object, &guarded);
        if !object.kind.is_reentrant() {
            inspection.one_by_one(number, object, &guarded);
        }
    }
}

struct Inspection<'a, 'd> {
    model: &'a Model,
    start: (&'a Workspace, &'a [f64]),
    document: &'a Document<'d>,
    files: &'a dyn Surroundings,
    diagnostics: &'a mut Diagnostics,
    /// What was reported of each type: calculation and fault.
    reported: HashSet<(&'static str, String)>,
}

impl Inspection<'_, '_> {
    /// Runs each calculation with the reach that it has in a run.
    fn calculations(&mut self, number: usize, object: &Object, guarded: &Guarded<'_>) {
        let interface = &object.interface;
        let views = Views::new(0, std::iter::once(interface.as_ref()), object.kind.is_reentrant());
        let bound: Vec<_> = (0..views.count()).map(|view| self.bind(number, object, guarded, &views, view)).collect();
        let order = in_order(interface);
        for (index, calculation) in &order {
            let Some((store, places)) = &bound[views.of(*index)] else { continue };
            let after = guarded.run(store, calculation, guarded.plain());
            self.report_stray(number, object, calculation, guarded, (places, &after));
            if after.failure.is_none() {
                let fault = guarded.hidden((store, calculation), places, &after, self.start);
                self.report(number, object, calculation, fault);
            }
        }
        // With numbers that nobody has: an evaluation before may have left what is written again.
        let strange = guarded.strange();
        for (index, calculation) in order.iter().filter(|(_, c)| c.purpose != Purpose::Initial) {
            let Some((store, _)) = &bound[views.of(*index)] else { continue };
            let after = guarded.run(store, calculation, &strange);
            if after.failure.is_none() {
                self.report(number, object, calculation, guarded.changed(calculation, &strange, &after));
            }
        }
    }

    /// Runs each calculation of an object that keeps scratch in itself with a
    /// reach of its own. What the other computations leave there it finds.
    fn one_by_one(&mut self, number: usize, object: &Object, guarded: &Guarded<'_>) {
        let interface = &object.interface;
        let views = Views::new(0, std::iter::once(interface.as_ref()), true);
        let order = in_order(interface);
        for (index, calculation) in &order {
            let Some((store, places)) = self.bind(number, object, guarded, &views, views.of(*index)) else { continue };
            let others = order.iter().filter(|(other, _)| other != index).map(|(_, other)| other);
            for other in others.filter(|other| matches!(other.purpose, Purpose::Common(_))) {
                guarded.run(&store, other, guarded.plain());
            }
            let after = guarded.run(&store, calculation, guarded.plain());
            self.report_stray(number, object, calculation, guarded, (&places, &after));
        }
    }

    /// The object alone in a store, bound as a view sees its signals.
    fn bind(
        &self,
        number: usize,
        object: &Object,
        guarded: &Guarded<'_>,
        views: &Views,
        view: usize,
    ) -> Option<(ObjectStore, Vec<Place>)> {
        let places = guarded.places(views, view);
        let arguments = objects::arguments(&self.document.objects[number]);
        let session = Session::binding(&object.name, &arguments, self.files, &object.interface, &places);
        let mut store = ObjectStore::new(object.kind, 1);
        store.bind(session).is_ok().then_some((store, places))
    }

    fn report_stray(
        &mut self,
        number: usize,
        object: &Object,
        calculation: &Calculation,
        guarded: &Guarded<'_>,
        (places, after): (&[Place], &Outcome),
    ) {
        let Some(FailureKind::Stray { place }) = after.failure.as_ref().map(Failure::kind) else { return };
        if let Some(asked) = after.asked {
            self.report_stray_answer(asked, place);
            return;
        }
        let Some(signal) = guarded.out_of_reach(place, places) else { return };
        let gives = if calculation.purpose == Purpose::Initial { "sets" } else { "fills" };
        let help = format!(
            "this is a mistake in the library: name the signal in what this calculation reads (`.reads(...)` in \
             Rust, `.Reads(...)` in C++) or {gives}"
        );
        let code = ("undeclared-signal", help.as_str());
        self.push(number, object, calculation, code, &object.undeclared(signal));
    }

    /// Of an answer, which has the reach that it has in a run.
    fn report_stray_answer(&mut self, asked: u32, place: u32) {
        let model = self.model;
        let Some(id) = model.layout.resources.get(asked as usize) else { return };
        let Some(signal) = model.layout.stray_signal(place) else { return };
        let object = &model.objects[id.object as usize];
        let answer = object.interface.calculations.iter().find(|c| c.gives == [id.signal]);
        let help = "this is a mistake in the library: name the signal in what the answers depend on (`.reads(...)` in \
                    Rust, `.Reads(...)` in C++)";
        if let Some(answer) = answer {
            let fault = object.undeclared(signal);
            self.push(id.object as usize, object, answer, ("undeclared-signal", help), &fault);
        }
    }

    fn report(&mut self, number: usize, object: &Object, calculation: &Calculation, fault: Option<String>) {
        let help = "this is a mistake in the library: a calculation keeps to the width of its ports and states, and \
                    changes only what it declared to fill";
        if let Some(fault) = fault {
            self.push(number, object, calculation, ("beyond-its-signals", help), &fault);
        }
    }

    fn push(
        &mut self,
        number: usize,
        object: &Object,
        calculation: &Calculation,
        (code, help): (&'static str, &str),
        fault: &str,
    ) {
        let fault = format!("`{}` {fault}", calculation.name);
        if self.reported.insert((object.kind.name(), fault.clone())) {
            let diagnostic = Diagnostic::error(code, format!("{}: {fault}", object.introduced()));
            self.diagnostics.push(diagnostic.at(self.document.objects[number].name.span()).help(help));
        }
    }
}

/// Common computations, each behind those that it reads from, the derivatives,
/// and the initial conditions; with their positions in the interface.
fn in_order(interface: &Interface) -> Vec<(u32, &Calculation)> {
    let all = || (0..).zip(&interface.calculations);
    let (mut waiting, mut order): (Vec<(u32, &Calculation)>, Vec<_>) =
        (all().filter(|(_, c)| matches!(c.purpose, Purpose::Common(_))).collect(), Vec::new());
    while !waiting.is_empty() {
        let is_ready = |(index, calculation): &(u32, &Calculation)| {
            let others = waiting.iter().filter(|(other, _)| other != index);
            !others.flat_map(|(_, other)| &other.gives).any(|given| calculation.reads.contains(given))
        };
        let next = waiting.iter().position(is_ready).unwrap_or(0);
        order.push(waiting.remove(next));
    }
    order.extend(all().filter(|(_, c)| c.purpose == Purpose::Derivatives));
    order.extend(all().filter(|(_, c)| matches!(c.purpose, Purpose::Update(_) | Purpose::Handler(_))));
    order.extend(all().filter(|(_, c)| c.purpose == Purpose::Initial));
    order
}
