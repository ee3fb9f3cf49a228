//! What is asked of an equilibrium.

use bowline_engine::equilibrium::{Conditions, Equilibrium, NoEquilibrium};
use bowline_engine::{Model, RunState, Source};
use bowline_verification::{Parameter, VerificationError};
use std::sync::Arc;

use crate::point::once;
use crate::{AnalysisError, Study};

/// What an equilibrium has to be like, by names.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// States that keep their values.
    pub hold: Vec<String>,
    /// Inputs, parameters or variables that are sought, for as many conditions.
    pub find: Vec<String>,
    /// Conditions on signals: `Piston.Vel=0`, `Line.Pressure=210 bar`.
    pub given: Vec<String>,
}

impl Wanted {
    /// Whether nothing is asked for.
    pub fn is_empty(&self) -> bool {
        self.hold.is_empty() && self.find.is_empty() && self.given.is_empty()
    }
}

/// Conditions, and the parameters that are sought for them.
#[derive(Debug)]
pub struct Asked {
    /// For the search.
    pub conditions: Conditions,
    parameters: Vec<Parameter>,
}

impl Asked {
    /// Reads them.
    ///
    /// # Errors
    /// A name means nothing, or cannot be sought.
    pub fn of(wanted: &Wanted, model: &Model) -> Result<Self, AnalysisError> {
        once(&wanted.find)?;
        let mut conditions = Conditions { holds: wanted.hold.clone(), ..Conditions::default() };
        let mut parameters = Vec::new();
        for name in &wanted.find {
            let input = match model.input(name) {
                Ok(_) => {
                    conditions.inputs.push(name.clone());
                    continue;
                }
                Err(error) => error,
            };
            if is_state(name, model) {
                return Err(AnalysisError::Asked(format!(
                    "`{name}` is a state, and states are found anyway: name an input or a parameter that is to be found"
                )));
            }
            let has_object =
                name.rsplit_once('.').is_some_and(|(of, _)| model.objects().iter().any(|o| o.name() == of));
            let parameter = Parameter::find(name, model).map_err(|error| match error {
                VerificationError::Asked(message) if model.signal(name).is_err() => {
                    AnalysisError::Asked(match has_object {
                        true => format!("{message}; {input}"),
                        false => message,
                    })
                }
                _ => AnalysisError::Asked(input.to_string()),
            })?;
            conditions.parameters.push((name.clone(), parameter.value()));
            parameters.push(parameter);
        }
        let givens = wanted.given.iter().map(|text| text.parse().map_err(AnalysisError::Asked));
        conditions.givens = givens.collect::<Result<_, _>>()?;
        Ok(Self { conditions, parameters })
    }

    /// What sets the parameters.
    fn sets(&self, values: &[f64]) -> Vec<Source> {
        self.parameters.iter().zip(values).map(|(parameter, value)| parameter.set(*value)).collect()
    }

    /// Looks for the equilibrium; `more` is what the model was loaded with.
    ///
    /// # Errors
    /// There is none, or what is sought cannot be.
    pub fn find(
        &self,
        study: &Study,
        model: &Arc<Model>,
        state: &RunState,
        more: &[Source],
    ) -> Result<Equilibrium, NoEquilibrium> {
        // Where nothing can be loaded, the reason is not in the search.
        let (mut refused, mut has_loaded) = (None, false);
        let mut family = |values: &[f64]| match study.load(&[more.to_vec(), self.sets(values)].concat()) {
            Ok(model) => {
                has_loaded = true;
                Some(model)
            }
            Err(wrong) => {
                refused = wrong.sorted().first().map(|wrong| wrong.message().to_owned());
                None
            }
        };
        let found = Equilibrium::find(model, state, &self.conditions, &mut family);
        match (found, refused) {
            (Err(NoEquilibrium::NotFound(_)), Some(why)) if !has_loaded => {
                let names = self.conditions.parameters.iter().map(|(name, _)| format!("`{name}`"));
                let names = names.collect::<Vec<_>>().join(", ");
                Err(NoEquilibrium::Asked(format!("{names} cannot be sought: {why}")))
            }
            (found, _) => found,
        }
    }

    /// The unit of a parameter that was found.
    pub fn unit_of(&self, name: &str) -> Option<&str> {
        self.parameters.iter().zip(&self.conditions.parameters).find(|(_, (of, _))| of == name).map(|(p, _)| p.unit())
    }
}

/// Whether a name is that of a state, or of one of its elements.
fn is_state(name: &str, model: &Model) -> bool {
    model.probe(name).is_ok_and(|probe| probe.columns().iter().any(|column| model.state_of(column).is_some()))
}

impl Asked {
    /// Whether a state is one of those that were to be held.
    pub fn holds(&self, model: &Model, state: usize) -> bool {
        let columns = |name: &String| model.probe(name).map(|probe| probe.columns().to_vec()).unwrap_or_default();
        self.conditions.holds.iter().flat_map(columns).any(|column| model.state_of(&column) == Some(state))
    }
}
