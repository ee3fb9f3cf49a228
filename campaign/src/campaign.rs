//! A campaign that is ready to be run.

use std::collections::HashSet;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use bowline_engine::diagnostic::Severity;
use bowline_engine::equilibrium::Conditions;
use bowline_engine::{Catalog, Diagnostics, LoadOptions, Model, Scenario, Source, Sources};

use crate::collisions::collision;
use crate::definition::Definition;
use crate::metric::{Metric, MetricColumn, metric_columns};
use crate::plan::{Plan, Variation};

/// A campaign: what was asked for, its cases, and the scenario that they are of.
#[derive(Debug)]
pub struct Campaign<'c> {
    definition: &'c Definition,
    plan: Plan,
    metrics: Vec<Metric>,
    conditions: Conditions,
    sources: &'c Sources,
    scenario: Scenario,
    catalog: &'c Catalog,
}

/// A case that can be run.
#[derive(Debug)]
pub struct LoadedCase {
    /// The scenario with its values.
    pub model: Arc<Model>,
    /// What is taken out of its run.
    pub metrics: Vec<MetricColumn>,
}

/// Why there is nothing to run.
#[derive(Debug)]
pub enum Refusal {
    /// In words.
    Message(String),
    /// What is wrong with the scenario.
    Diagnostics(Box<Diagnostics>),
}

impl From<Diagnostics> for Refusal {
    fn from(diagnostics: Diagnostics) -> Self {
        Self::Diagnostics(Box::new(diagnostics))
    }
}

impl fmt::Display for Refusal {
    /// The first thing that is wrong, in one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let diagnostics = match self {
            Self::Message(message) => return f.write_str(message),
            Self::Diagnostics(diagnostics) => diagnostics,
        };
        let first = diagnostics.sorted().into_iter().find(|said| said.severity() == Severity::Error);
        f.write_str(first.map_or("it cannot be loaded", |first| first.message()))?;
        if let Some(help) = first.and_then(|first| first.help_text()) {
            write!(f, "; {}", help.replace('\n', "; "))?;
        }
        match diagnostics.errors() {
            0 | 1 => Ok(()),
            2 => f.write_str(" (and 1 error more)"),
            errors => write!(f, " (and {} errors more)", errors - 1),
        }
    }
}

impl<'c> Campaign<'c> {
    /// Reads what was asked for, and the scenario, of which `sources` has the
    /// text and no overrides.
    ///
    /// # Errors
    /// What is wrong with either.
    pub fn read(definition: &'c Definition, sources: &'c Sources, catalog: &'c Catalog) -> Result<Self, Refusal> {
        let plan = definition.plan().map_err(|error| Refusal::Message(error.to_string()))?;
        if let Some(until) = definition.until.filter(|until| !until.is_finite()) {
            return Err(Refusal::Message(format!("`until` is {until}: give the time at which runs end, s")));
        }
        let metrics = definition.metric.iter().map(|text| text.parse()).collect::<Result<_, String>>();
        let metrics: Vec<Metric> = metrics.map_err(Refusal::Message)?;
        let conditions = conditions(definition, &metrics).map_err(Refusal::Message)?;
        if !definition.signals.is_empty() && definition.series.is_none() {
            let help = "give `series` too, csv or parquet (--series)";
            return Err(Refusal::Message(format!("signals are asked for, but no series is kept: {help}")));
        }
        if definition.series.is_some() && !makes_runs(&metrics) {
            let help = "leave out `series`, or add a metric of a run, as `final:SIGNAL`";
            return Err(Refusal::Message(format!(
                "no rows can be kept: all metrics are of equilibria and modes, for which nothing is run; {help}"
            )));
        }
        let scenario = Scenario::read(sources)?;
        Ok(Self { definition, plan, metrics, conditions, sources, scenario, catalog })
    }

    /// Whether its cases are run: not if all metrics are of equilibria and modes.
    pub fn makes_runs(&self) -> bool {
        makes_runs(&self.metrics)
    }

    /// What the equilibria of its cases have to be like.
    pub fn conditions(&self) -> &Conditions {
        &self.conditions
    }

    /// What was asked for.
    pub fn definition(&self) -> &Definition {
        self.definition
    }

    /// Its scenario, and the libraries that it is of.
    pub fn scenario(&self) -> (&Scenario, &Catalog) {
        (&self.scenario, self.catalog)
    }

    /// The signals that are asked about: those of the metrics of runs, or else none, which is what is recorded.
    pub fn signals(&self) -> Vec<String> {
        let of_runs = self.metrics.iter().filter_map(|metric| metric.asked.signal_of_run());
        let mut signals: Vec<_> = of_runs.map(str::to_owned).collect();
        let mut seen = HashSet::new();
        signals.retain(|signal| seen.insert(signal.clone()));
        signals
    }

    /// The path of its scenario.
    pub(crate) fn scenario_path(&self) -> &Path {
        self.sources.scenario().path()
    }

    /// The text of the state that all cases begin with.
    pub(crate) fn initial_state(&self) -> Option<&str> {
        self.sources.initial_state().map(Source::text)
    }

    /// The cases.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Finds names that set the same numbers, of which the summary would tell what
    /// was not run; `model` is one of the cases.
    ///
    /// # Errors
    /// There are such names.
    pub fn check_names(&self, model: &Model) -> Result<(), Refusal> {
        let all = model.overridden();
        // Cases are the last to be set.
        let (set, varied) = all.split_at(all.len().saturating_sub(self.plan.case(1).overrides.len()));
        // The first is ours: the number of cores may be set and varied.
        collision(set.get(1..).unwrap_or_default(), varied).map_or(Ok(()), |message| Err(Refusal::Message(message)))
    }

    /// Makes sure that each metric looks at a part of the run; `model` is one of the
    /// cases. Where `TOutput` varies, runs have times of their own: who has none of a
    /// window has no such number.
    ///
    /// # Errors
    /// A window has nothing of the run.
    pub fn check_windows(&self, model: &Model) -> Result<(), Refusal> {
        let varies = |name: &String| name.trim() == "Engine:TOutput";
        if self.definition.vary.iter().flat_map(Variation::names).any(varies) {
            return Ok(());
        }
        self.metrics.iter().try_for_each(|metric| metric.check_window(model)).map_err(Refusal::Message)
    }

    /// Makes sure that the conditions of equilibria mean something; `model` is one of the cases.
    ///
    /// # Errors
    /// They do not.
    pub fn check_conditions(&self, model: &Model) -> Result<(), Refusal> {
        if !self.metrics.iter().any(|metric| metric.asked.needs_equilibrium()) {
            return Ok(());
        }
        for name in &self.conditions.inputs {
            model.input(name).map_err(|error| {
                let help = "in a campaign in-ports that numbers feed are found, and parameters vary";
                Refusal::Message(format!("{error}; {help}"))
            })?;
        }
        self.conditions.check(model).map_err(|error| Refusal::Message(error.to_string()))
    }

    /// The cases, with the units of what varies, as the model of one of them has it.
    #[must_use]
    pub fn plan_with_units(&self, model: &Model) -> Plan {
        self.plan.clone().with_units(|name| {
            let set = model.overridden().iter().rev().find(|set| set.name == name);
            set.map_or_else(String::new, |set| set.unit.clone())
        })
    }

    /// The texts that a case is loaded from.
    ///
    /// # Panics
    /// There is no such case.
    pub fn sources_of(&self, number: u64) -> Sources {
        // One run takes one core; who wants another number sets or varies it.
        let cores = "Engine:NumCores=1".to_owned();
        let recorded = Some(&self.definition.signals).filter(|signals| !signals.is_empty());
        let recorded = recorded.map(|signals| format!("Engine:FileOutput={}", signals.join(", ")));
        let case = self.plan.case(number).overrides;
        let set = self.definition.set.iter().cloned();
        self.sources.clone().with_overrides([cores].into_iter().chain(set).chain(recorded).chain(case))
    }

    /// Loads a case.
    ///
    /// # Errors
    /// What is wrong with it.
    ///
    /// # Panics
    /// There is no such case.
    pub fn load(&self, number: u64) -> Result<LoadedCase, Refusal> {
        let sources = self.sources_of(number);
        let options = LoadOptions { until: self.definition.until, ..LoadOptions::default() };
        let model = self.scenario.load(sources.overrides(), self.catalog, options)?;
        let metrics = metric_columns(&self.metrics, &model).map_err(Refusal::Message)?;
        Ok(LoadedCase { model, metrics })
    }
}

/// Whether anything is asked of runs.
fn makes_runs(metrics: &[Metric]) -> bool {
    metrics.is_empty() || metrics.iter().any(|metric| metric.asked.needs_run())
}

/// What equilibria have to be like.
fn conditions(definition: &Definition, metrics: &[Metric]) -> Result<Conditions, String> {
    let Definition { hold, find, given, .. } = definition;
    let is_asked = [hold, find, given].iter().any(|asked| !asked.is_empty());
    if is_asked && !metrics.iter().any(|metric| metric.asked.needs_equilibrium()) {
        return Err(
            "`hold`, `find` and `given` are conditions of equilibria, and no metric asks for one: add one, as \
                    `steady:SIGNAL` or `real(1):steady`"
                .to_owned(),
        );
    }
    let givens = given.iter().map(|given| given.parse()).collect::<Result<_, String>>()?;
    Ok(Conditions { holds: hold.clone(), inputs: find.clone(), givens, ..Conditions::default() })
}

/// The texts that a campaign is read from, without overrides: those of the scenario and of the
/// state that all cases begin with, if there is one.
pub fn sources(definition: &Definition, scenario: Source, initial_state: Option<Source>) -> Sources {
    let sources = Sources::new(scenario).with_scheme_path(definition.scheme_path.iter().cloned());
    match initial_state {
        Some(state) => sources.with_initial_state(state),
        None => sources,
    }
}
