//! Which opinions are asked for.

use bowline_engine::integration::ImplicitMethod;
use bowline_engine::integration::{Method, OtherIntegration, Settings};

use crate::opinion::Role;

/// Tolerances of an opinion are so many times as tight as those of the run.
pub(crate) const TIGHTER: f64 = 100.0;
/// The first of diffsol's.
const LOOSER: f64 = 10.0;

/// Opinions take so many steps at the least: a pulse that nobody announces is passed over in longer ones.
const LEAST_STEPS: u32 = 500;

/// A run that is to give an opinion.
#[derive(Debug, Clone)]
pub(crate) struct Planned {
    pub(crate) role: Role,
    pub(crate) words: String,
    /// As the scenario says, if none.
    pub(crate) integration: Option<OtherIntegration>,
    /// What the clock of the scenario is set to, s.
    pub(crate) sample_time: Option<f64>,
}

/// The opinions on a run.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) opinions: Vec<Planned>,
    /// Whose numbers the run is compared with, if all agree.
    pub(crate) reference: Role,
    /// Whether it is steps or ticks that are finer, not only tolerances.
    is_fixed: bool,
}

impl Plan {
    /// Of a run with these settings and so many states, whose clock may tick faster if it has one.
    pub(crate) fn of(settings: &Settings, states: usize, keeps_sample_time: bool) -> Self {
        let period = settings.sample_time.filter(|_| !keeps_sample_time);
        if states == 0 || settings.step_size.is_some() {
            return Self::finer(settings, states, period);
        }
        let other = other_family(settings.method);
        let mut opinions = vec![
            finer(adaptive(Role::Tighter, settings.method, TIGHTER, period, 2.0)),
            adaptive(Role::Other, other, tighter(other), period, 4.0),
        ];
        // At the ticks of its clock diffsol begins anew: that would be most of what it does.
        if period.is_none() {
            opinions.extend(Self::diffsol(0));
        }
        let reference = if period.is_some() { Role::Other } else { Role::Tighter };
        Self { opinions, reference, is_fixed: period.is_some() }
    }

    /// Whether the method of another family is asked at looser tolerances than diffsol.
    pub(crate) fn has_looser_other(&self) -> bool {
        let tighter = |planned: &Planned| planned.integration.map_or(1.0, |integration| integration.tighter);
        self.opinions.iter().any(|planned| planned.role == Role::Other && tighter(planned) < TIGHTER)
    }

    /// Half and a quarter of the fixed step, and of the period of the scenario's clock.
    fn finer(settings: &Settings, states: usize, period: Option<f64>) -> Self {
        let with = |role, finer: f64| {
            let part = if finer < 3.0 { "half" } else { "a quarter" };
            let step = settings.step_size.filter(|_| states > 0).map(|_| format!("{part} of the step"));
            let clock = period.map(|_| format!("{part} of the SampleTime"));
            let what: Vec<_> = step.into_iter().chain(clock).collect();
            Planned {
                role,
                words: format!("{}, {}", settings.method.name(), what.join(", ")),
                integration: Some(OtherIntegration { method: settings.method, tighter: 1.0, finer, least_steps: 0 }),
                sample_time: period.map(|period| period / finer),
            }
        };
        let changes = period.is_some() || states > 0;
        let opinions = if changes { vec![with(Role::Tighter, 2.0), with(Role::Other, 4.0)] } else { Vec::new() };
        Self { opinions, reference: Role::Other, is_fixed: true }
    }

    /// Whether it is steps or ticks that are finer, not only tolerances.
    pub(crate) fn is_fixed(&self) -> bool {
        self.is_fixed
    }

    /// Two runs by the method of diffsol that is asked first, or then; none where it is left out.
    pub(crate) fn diffsol(at: usize) -> Vec<Planned> {
        let tightened = [(Role::DiffsolLooser, LOOSER), (Role::DiffsolTighter, TIGHTER)];
        let runs = |method| tightened.map(|(role, tighter)| adaptive(role, method, tighter, None, 1.0)).to_vec();
        diffsol_method(at).map_or_else(Vec::new, runs)
    }

    /// The run from a start that is moved.
    pub(crate) fn moved(settings: &Settings) -> Planned {
        let mut planned = finer(adaptive(Role::Moved, settings.method, TIGHTER, None, 1.0));
        planned.words = format!("{}, from a start that is moved", planned.words);
        planned
    }
}

/// The methods of diffsol, in the order in which they are asked.
#[cfg(feature = "diffsol")]
fn diffsol_method(at: usize) -> Option<Method> {
    use bowline_engine::integration::DiffsolMethod;
    [DiffsolMethod::Bdf, DiffsolMethod::Esdirk34].get(at).copied().map(Method::Diffsol)
}

#[cfg(not(feature = "diffsol"))]
fn diffsol_method(_: usize) -> Option<Method> {
    None
}

fn adaptive(role: Role, method: Method, tighter: f64, period: Option<f64>, faster: f64) -> Planned {
    let clock = match (period, faster) {
        (None, _) => "",
        (Some(_), 2.0) => ", half of the SampleTime",
        (Some(_), _) => ", a quarter of the SampleTime",
    };
    Planned {
        role,
        words: format!("{}, tolerances / {tighter}{clock}", method.name()),
        integration: Some(OtherIntegration { method, tighter, finer: 1.0, least_steps: LEAST_STEPS }),
        sample_time: period.map(|period| period / faster),
    }
}

/// With half of HMax too, where it is what limits the steps.
fn finer(mut planned: Planned) -> Planned {
    planned.integration.iter_mut().for_each(|integration| integration.finer = 2.0);
    planned
}

/// How many times tighter a method of ours is asked, as another opinion: one of order 3 takes more steps than an
/// opinion is worth.
fn tighter(method: Method) -> f64 {
    if let Method::Implicit(ImplicitMethod::Esdirk34) = method { LOOSER } else { TIGHTER }
}

/// A method of another family.
fn other_family(method: Method) -> Method {
    match method {
        Method::Explicit(_) | Method::Implicit(ImplicitMethod::Esdirk34 | ImplicitMethod::TrBdf2) => {
            Method::Implicit(ImplicitMethod::Bdf)
        }
        _ => Method::Implicit(ImplicitMethod::Esdirk34),
    }
}
