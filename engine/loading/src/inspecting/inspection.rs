//! The inspection of a model that was loaded: every calculation of every
//! object runs once at the start, with guards around the numbers, and with
//! only what it declared within its bounds.

use std::collections::HashSet;

use simobject::Failure;
use simobject_host::{Calculation, FailureKind, Interface, ObjectStore, Place, Purpose, Role, Session, Surroundings};

use super::bound_object::BoundObject;
use super::evaluated_start::EvaluatedStart;
use super::guards::{Conditions, Guarded, Outcome};
use crate::declaring::objects;
use crate::load_options::LoadOptions;
use bowline_description::ModelDescription;
use bowline_model::evaluation::ExecutionContext;
use bowline_model::model::access_sets::AccessSets;
use bowline_model::model::{Model, Object};
use bowline_model::workspace::Values;
use bowline_text::diagnostic::{Diagnostic, Diagnostics};
use bowline_text::seconds::Seconds;

/// Looks at a model with its start, as far as it is asked for, or in doubt; returns
/// whether it was.
pub(crate) fn look(
    model: &Model,
    files: &dyn Surroundings,
    options: LoadOptions,
    diagnostics: &mut Diagnostics,
) -> bool {
    let description = model.description();
    // What is built in has been looked at before; what others built, perhaps not.
    let is_loaded = model.libraries().iter().any(|library| library.origin.path().is_some());
    let is_inspected = options.check || cfg!(debug_assertions) || is_loaded;
    // Where a loop has no solution, its signals are numbers that were tried: they tell nothing of calculations.
    if is_inspected && let Some(start) = EvaluatedStart::of(model) {
        inspect(model, &start, description, files, diagnostics);
    }
    if options.check && !diagnostics.has_errors() {
        evaluate(model, description, diagnostics);
    }
    if options.check
        && !diagnostics.has_errors()
        && let Some(start) = EvaluatedStart::of(model)
    {
        inspect_elsewhere(model, &start, description, files, diagnostics);
    }
    if options.check && !diagnostics.has_errors() {
        remember(model, description, diagnostics);
    }
    is_inspected
}

/// Evaluates the model once at its start and reports what fails.
fn evaluate(model: &Model, description: &ModelDescription, diagnostics: &mut Diagnostics) {
    let mut workspace = model.workspace();
    let time = model.settings().output_times.start();
    let mut dx = vec![f64::NAN; model.state_count()];
    let evaluated = model
        .hold_first(&mut workspace)
        .and_then(|()| model.evaluate_guarded(&ExecutionContext::default(), &mut workspace, time, &mut dx))
        .and_then(|()| model.evaluate_signals(&mut workspace, time));
    if let Err(error) = evaluated {
        let diagnostic = Diagnostic::error("failed-evaluation", error.to_string());
        let diagnostic = error.advice().into_iter().fold(diagnostic, |told, advice| told.help(advice));
        diagnostics.push(objects::at_culprit(diagnostic, &error, description));
    }
}

/// Evaluates the model at its start, elsewhere, and at its start again, and
/// reports who remembers what came in between.
fn remember(model: &Model, description: &ModelDescription, diagnostics: &mut Diagnostics) {
    let (mut workspace, times) = (model.workspace(), &model.settings().output_times);
    let (start, x) = (times.start(), workspace.x().to_vec());
    let (mut before, mut now) = (vec![f64::NAN; x.len()], vec![f64::NAN; x.len()]);
    let elsewhere = |part: f64| start + part * (times.end() - start);
    let begins = model.hold_first(&mut workspace).and_then(|()| model.evaluate(&mut workspace, start, &mut before));
    if !model.may_remember() || begins.is_err() {
        return;
    }
    let known = model.evaluate_signals(&mut workspace, start).is_ok().then(|| workspace.values.to_vec());
    for part in [0.0, 0.5, 1.0] {
        for scale in [1e-3, -1e-3, 0.1, -0.1, 1.0, -1.0, 10.0, -10.0] {
            let states = workspace.x_mut().iter_mut().zip(&x).zip(model.nominal());
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
    let remembered = outcome.err().or_else(|| model.remembered(&mut workspace, start, &before, &now, known.as_deref()));
    if let Some(error) = remembered {
        let diagnostic = Diagnostic::error("remembered-evaluation", error.to_string());
        diagnostics.push(objects::at_culprit(diagnostic, &error, description));
    }
}

/// Runs the calculations of every object once, and reports those that touch
/// signals which they did not declare, or use or change numbers beyond their
/// signals. Signals and derivatives are those of the start.
fn inspect(
    model: &Model,
    start: &EvaluatedStart,
    description: &ModelDescription,
    files: &dyn Surroundings,
    diagnostics: &mut Diagnostics,
) {
    let mut numbers = Values::new(&start.workspace.values, model.layout().beyond);
    let providers = model.providers().reading(&mut numbers, &model.layout().summed);
    let mut inspection = Inspection { model, start, description, files, diagnostics, reported: HashSet::new() };
    for (number, object) in model.objects().iter().enumerate() {
        let guarded = Guarded::new(model, number, &start.workspace, &providers);
        inspection.calculations(number, object, &guarded);
        if !object.kind.is_reentrant() {
            inspection.one_by_one(number, object, &guarded);
        }
    }
}

/// Ticks at which calculations are tried.
const TICKS: [u64; 3] = [0, 1, 1000];

/// Runs the calculations of loaded libraries, and of types that keep scratch in
/// themselves, twice each, later in the span, at later ticks and with discrete
/// states at 1. Reports those that there do what [`inspect`] looks for, leave out
/// what they have to set, or give another result the second time. A model need
/// not hold everywhere: failures are no faults.
fn inspect_elsewhere(
    model: &Model,
    start: &EvaluatedStart,
    description: &ModelDescription,
    files: &dyn Surroundings,
    diagnostics: &mut Diagnostics,
) {
    let is_doubted = |object: &Object| object.kind.is_loaded() || !object.kind.is_reentrant();
    if !model.objects().iter().any(is_doubted) {
        return;
    }
    let mut numbers = Values::new(&start.workspace.values, model.layout().beyond);
    let providers = model.providers().reading(&mut numbers, &model.layout().summed);
    let mut inspection = Inspection { model, start, description, files, diagnostics, reported: HashSet::new() };
    for (number, object) in model.objects().iter().enumerate().filter(|(_, object)| is_doubted(object)) {
        let guarded = Guarded::new(model, number, &start.workspace, &providers);
        inspection.elsewhere(number, object, &guarded);
    }
}

/// A rule for calculations of libraries.
#[derive(Clone, Copy)]
struct Rule<'h> {
    /// The code of the diagnostic for a calculation that breaks it.
    code: &'static str,
    /// How to keep it.
    help: &'h str,
}

const KEEP_TO_SIGNALS: Rule<'_> = Rule {
    code: "beyond-its-signals",
    help: "this is a mistake in the library: a calculation keeps to the width of its ports and states, changes only \
           what it declared to fill, and sets all of that",
};

/// A calculation of a SimObject under inspection.
#[derive(Clone, Copy)]
struct Inspected<'o> {
    /// Position of the SimObject in the model.
    number: usize,
    object: &'o Object,
    calculation: &'o Calculation,
}

struct Inspection<'a> {
    model: &'a Model,
    start: &'a EvaluatedStart,
    description: &'a ModelDescription,
    files: &'a dyn Surroundings,
    diagnostics: &'a mut Diagnostics,
    /// What was reported of each type: calculation and fault.
    reported: HashSet<(&'static str, String)>,
}

impl Inspection<'_> {
    /// Runs each calculation with the access set that it has in a run.
    fn calculations(&mut self, number: usize, object: &Object, guarded: &Guarded<'_>) {
        let interface = &object.interface;
        let access_sets = AccessSets::new(0, std::iter::once(interface.as_ref()), object.kind.is_reentrant());
        let bound: Vec<_> = (0..access_sets.count())
            .map(|access_set| self.bind(number, object, guarded, &access_sets, access_set))
            .collect();
        let order = in_order(interface);
        for (index, calculation) in &order {
            let Some(bound) = &bound[access_sets.of(*index)] else { continue };
            let inspected = Inspected { number, object, calculation };
            let after = guarded.run(&bound.store, calculation, guarded.plain());
            self.report_out_of_bounds(inspected, guarded, &bound.places, &after);
            if after.failure.is_none() {
                let fault = guarded.hidden(bound, calculation, &after, self.start);
                self.report(inspected, fault);
            }
        }
        // With numbers that nobody has: an evaluation before may have left what is written again.
        let strange = guarded.strange();
        for (index, calculation) in order.iter().filter(|(_, c)| c.purpose != Purpose::Initial) {
            let Some(bound) = &bound[access_sets.of(*index)] else { continue };
            let after = guarded.run(&bound.store, calculation, &strange);
            if after.failure.is_none() {
                let inspected = Inspected { number, object, calculation };
                self.report(inspected, guarded.changed(calculation, &strange, &after));
            }
        }
    }

    /// Runs each calculation under other conditions, and twice.
    fn elsewhere(&mut self, number: usize, object: &Object, guarded: &Guarded<'_>) {
        let interface = &object.interface;
        let access_sets = AccessSets::new(0, std::iter::once(interface.as_ref()), object.kind.is_reentrant());
        let bound: Vec<_> = (0..access_sets.count())
            .map(|access_set| self.bind(number, object, guarded, &access_sets, access_set))
            .collect();
        let order = in_order(interface);
        let tried = || order.iter().filter(|(_, c)| c.purpose != Purpose::Initial);
        let mut remembering = HashSet::new();
        let clocked = interface.calculations.iter().any(|c| c.purpose.clock().is_some());
        let switches = interface.signals_with(|role| *role == Role::DiscreteState).next().is_some();
        let times = &self.model.settings().output_times;
        let (begin, end) = (times.start(), times.end());
        for part in [0.0, 0.25, 0.5, 1.0] {
            for tick in TICKS.into_iter().take(if clocked { TICKS.len() } else { 1 }) {
                for is_switched in [false, true].into_iter().take(if switches { 2 } else { 1 }) {
                    let conditions = Conditions { time: begin + part * (end - begin), tick, is_switched };
                    let guarded = guarded.under(conditions);
                    for (index, calculation) in tried() {
                        let Some(bound) = &bound[access_sets.of(*index)] else { continue };
                        let inspected = Inspected { number, object, calculation };
                        if !remembering.contains(index) && self.twice(inspected, &guarded, bound) {
                            remembering.insert(*index);
                        }
                        self.one_elsewhere(inspected, &guarded, bound, conditions.time);
                    }
                }
            }
        }
    }

    /// Runs a calculation twice. Returns whether it, or its provider, gives another result.
    fn twice(&mut self, inspected: Inspected<'_>, guarded: &Guarded<'_>, bound: &BoundObject) -> bool {
        let Inspected { object, calculation, .. } = inspected;
        let help = "this is a mistake in the library: what is to be remembered belongs in a discrete state, which an \
                    update or the handler of an event sets (docs/libraries.md, Memory)";
        let rule = Rule { code: "remembered-evaluation", help };
        // What others leave in it shows with those that run later.
        let order = if object.kind.is_reentrant() { Vec::new() } else { in_order(&object.interface) };
        let others = order.iter().map(|(_, other)| *other).filter(|other| !std::ptr::eq(*other, calculation));
        let others: Vec<_> = others.filter(|other| matches!(other.purpose, Purpose::Common(_))).collect();
        match guarded.unrepeated(bound, calculation, &others) {
            Some((Some(asked), fault)) => self.push_of_answer(asked, rule, &fault),
            Some((None, fault)) => self.push(inspected, rule, &fault, None),
            None => return false,
        }
        true
    }

    fn one_elsewhere(&mut self, inspected: Inspected<'_>, guarded: &Guarded<'_>, bound: &BoundObject, time: f64) {
        let calculation = inspected.calculation;
        let after = guarded.run(&bound.store, calculation, guarded.plain());
        self.report_out_of_bounds(inspected, guarded, &bound.places, &after);
        let strange = guarded.strange();
        let changed = guarded.run(&bound.store, calculation, &strange);
        let is_well = |outcome: &Outcome| outcome.failure.is_none();
        let fault = is_well(&changed).then(|| guarded.changed(calculation, &strange, &changed)).flatten();
        let fault = fault.or_else(|| guarded.left_out(bound, calculation));
        let hidden = || guarded.hidden(bound, calculation, &after, self.start);
        let fault = fault.or_else(|| is_well(&after).then(hidden).flatten());
        if let Some(fault) = fault {
            self.push(inspected, KEEP_TO_SIGNALS, &fault, Some(time));
        }
    }

    /// Runs each calculation of an object that keeps scratch in itself with a
    /// access set of its own. What the other computations leave there it finds.
    fn one_by_one(&mut self, number: usize, object: &Object, guarded: &Guarded<'_>) {
        let interface = &object.interface;
        let access_sets = AccessSets::new(0, std::iter::once(interface.as_ref()), true);
        let order = in_order(interface);
        for (index, calculation) in &order {
            let access_set = access_sets.of(*index);
            let Some(bound) = self.bind(number, object, guarded, &access_sets, access_set) else { continue };
            let others = order.iter().filter(|(other, _)| other != index).map(|(_, other)| other);
            for other in others.filter(|other| matches!(other.purpose, Purpose::Common(_))) {
                guarded.run(&bound.store, other, guarded.plain());
            }
            let after = guarded.run(&bound.store, calculation, guarded.plain());
            let inspected = Inspected { number, object, calculation };
            self.report_out_of_bounds(inspected, guarded, &bound.places, &after);
        }
    }

    /// The object alone in a store, bound as an access set sees its signals.
    fn bind(
        &self,
        number: usize,
        object: &Object,
        guarded: &Guarded<'_>,
        access_sets: &AccessSets,
        access_set: usize,
    ) -> Option<BoundObject> {
        let places = guarded.places(access_sets, access_set);
        let arguments = self.description.object_at(number).arguments();
        let session = Session::binding(&object.name, &arguments, self.files, &object.interface, &places);
        let mut store = ObjectStore::new(object.kind, 1);
        store.bind(session).is_ok().then_some(BoundObject { store, places })
    }

    fn report_out_of_bounds(
        &mut self,
        inspected: Inspected<'_>,
        guarded: &Guarded<'_>,
        places: &[Place],
        after: &Outcome,
    ) {
        let Some(FailureKind::OutOfBounds { place }) = after.failure.as_ref().map(Failure::kind) else { return };
        if let Some(asked) = after.asked {
            self.report_answer_out_of_bounds(asked, place);
            return;
        }
        let Some(signal) = guarded.out_of_reach(place, places) else { return };
        let gives = if inspected.calculation.purpose == Purpose::Initial { "sets" } else { "fills" };
        let help = format!(
            "this is a mistake in the library: name the signal in what this calculation reads (`.reads(...)` in \
             Rust, `.Reads(...)` in C++) or {gives}"
        );
        let rule = Rule { code: "undeclared-signal", help: &help };
        self.push(inspected, rule, &inspected.object.undeclared(signal), None);
    }

    /// Of an answer, which has the access set that it has in a run.
    fn report_answer_out_of_bounds(&mut self, asked: u32, place: u32) {
        let Some(id) = self.model.layout().resources.get(asked as usize) else { return };
        let Some(signal) = self.model.layout().out_of_bounds_signal(place) else { return };
        let help = "this is a mistake in the library: name the signal in what the answers depend on (`.reads(...)` in \
                    Rust, `.Reads(...)` in C++)";
        let fault = self.model.objects()[id.object as usize].undeclared(signal);
        self.push_of_answer(asked, Rule { code: "undeclared-signal", help }, &fault);
    }

    /// Reports a fault of the answer for the resource at a place.
    fn push_of_answer(&mut self, asked: u32, rule: Rule<'_>, fault: &str) {
        let model = self.model;
        let Some(id) = model.layout().resources.get(asked as usize) else { return };
        let object = &model.objects()[id.object as usize];
        let answer = object.interface.calculations.iter().find(|c| c.gives == [id.signal]);
        if let Some(calculation) = answer {
            let inspected = Inspected { number: id.object as usize, object, calculation };
            self.push(inspected, rule, fault, None);
        }
    }

    fn report(&mut self, inspected: Inspected<'_>, fault: Option<String>) {
        if let Some(fault) = fault {
            self.push(inspected, KEEP_TO_SIGNALS, &fault, None);
        }
    }

    fn push(&mut self, inspected: Inspected<'_>, rule: Rule<'_>, fault: &str, time: Option<f64>) {
        let Inspected { number, object, calculation } = inspected;
        let fault = format!("`{}` {fault}", calculation.name);
        if self.reported.insert((object.kind.name(), fault.clone())) {
            let time = time.map_or_else(String::new, |time| format!(" at t = {} s", Seconds(time)));
            let diagnostic = Diagnostic::error(rule.code, format!("{}: {fault}{time}", object.introduced()));
            self.diagnostics.push(diagnostic.at(self.description.object_at(number).name().span()).help(rule.help));
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
