//! What a campaign is, as it is written.

use std::path::PathBuf;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

use crate::plan::{Plan, PlanError, Sampling, Variation};

/// What a campaign is: a TOML file, or the options of the command line.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Definition {
    /// The scenario's file.
    pub scenario: PathBuf,
    /// Ends each run at this time, s, instead of the scenario's last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<f64>,
    /// The state file that all cases begin with, instead of the initial conditions.
    #[serde(default, alias = "initial-state", skip_serializing_if = "Option::is_none")]
    pub initial_state: Option<PathBuf>,
    /// What is set in all cases, as `--set` takes it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
    /// Files of libraries.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub library: Vec<PathBuf>,
    /// Folders in which libraries are looked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub library_path: Vec<PathBuf>,
    /// Folders in which files of schemes are looked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scheme_path: Vec<PathBuf>,
    /// Asked of each case: `[NAME=]WHAT:SIGNAL`. Files of campaigns are written with the key `extract`, by which
    /// a campaign is known again.
    #[serde(default, rename = "extract", alias = "metric", skip_serializing_if = "Vec::is_empty")]
    pub metric: Vec<String>,
    /// States that keep their values in equilibria.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hold: Vec<String>,
    /// In-ports whose numbers are sought in equilibria.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub find: Vec<String>,
    /// What signals have to be in equilibria, `SIGNAL=VALUE`: as many as are sought.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<String>,
    /// Whether the rows of each run are kept, and how.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series: Option<Series>,
    /// What of the rows is kept, as `FileOutput` names it; empty for what the scenario records.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signals: Vec<String>,
    /// What varies, the last one fastest.
    #[serde(default, deserialize_with = "read_variations", serialize_with = "write_variations")]
    pub vary: Vec<Variation>,
    /// How values are drawn, if they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<Sampling>,
}

/// How the rows of each run are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Series {
    /// As comma-separated values.
    Csv,
    /// As Parquet.
    Parquet,
}

impl Definition {
    /// Reads a TOML file's text. Its paths are as they are written.
    ///
    /// # Errors
    /// What is wrong with it, with the line.
    pub fn parse(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }

    /// As a TOML file, from which the same definition is read.
    ///
    /// # Errors
    /// A path is no UTF-8.
    pub fn to_toml(&self) -> Result<String, toml::ser::Error> {
        toml::to_string(self)
    }

    /// The cases.
    ///
    /// # Errors
    /// What is wrong with what varies.
    pub fn plan(&self) -> Result<Plan, PlanError> {
        let names = || self.vary.iter().flat_map(Variation::names);
        for (set, _) in self.set.iter().filter_map(|set| set.split_once('=')) {
            let is_of =
                |name: &&String| set.strip_prefix(name.as_str()).is_some_and(|e| e.is_empty() || e.starts_with('['));
            if let Some(varied) = names().find(is_of) {
                return Err(PlanError::new(format!("`{set}` is set, and `{varied}` varies: leave out one of the two")));
            }
        }
        Plan::new(self.vary.clone(), self.sample)
    }
}

fn write_variations<S: Serializer>(variations: &[Variation], serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(variations.len()))?;
    variations.iter().try_for_each(|variation| map.serialize_entry(variation.key(), variation.spec()))?;
    map.end()
}

fn read_variations<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Variation>, D::Error> {
    deserializer.deserialize_map(InOrder)
}

/// Names with their values, in the order of the file.
struct InOrder;

impl<'de> Visitor<'de> for InOrder {
    type Value = Vec<Variation>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("names with their values, as in `\"S.Stiffness\" = \"50:10:150\"`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut variations = Vec::new();
        while let Some(names) = map.next_key::<String>()? {
            variations.push(map.next_value_seed(Of(&names))?);
        }
        Ok(variations)
    }
}

/// The values of these names: what is wrong with them is told where they stand.
struct Of<'n>(&'n str);

impl<'de> DeserializeSeed<'de> for Of<'_> {
    type Value = Variation;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Variation, D::Error> {
        let spec = String::deserialize(deserializer)?;
        Variation::new(self.0, &spec).map_err(D::Error::custom)
    }
}
