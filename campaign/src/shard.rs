//! Shards of a campaign, for several machines.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// One of several shards: case c belongs to shard i of n if (c - 1) mod n = i - 1,
/// so that each has some of everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// Which one, from 1 on.
    pub index: u64,
    /// How many there are.
    pub of: u64,
}

impl Shard {
    /// All of a campaign.
    pub const WHOLE: Self = Self { index: 1, of: 1 };

    /// Whether a case belongs to it.
    pub fn has(self, case: u64) -> bool {
        case >= 1 && (case - 1) % self.of == self.index - 1
    }

    /// Its cases, of so many.
    pub fn cases(self, count: u64) -> impl Iterator<Item = u64> {
        let step = usize::try_from(self.of).unwrap_or(usize::MAX);
        (self.index..=count).step_by(step)
    }

    /// How many of so many cases belong to it.
    pub fn count(self, count: u64) -> u64 {
        (count + self.of - self.index) / self.of
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((index, of)) if (1..=of).contains(&index) => Ok(Self { index, of }),
            Some((_, of)) if of > 0 => Err(format!("there is no shard {text}: they are 1/{of} to {of}/{of}")),
            _ => Err(format!("`{text}` is no shard: write I/N, as in 1/4 for the first of four")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_each_case_once() {
        for (of, count) in [(1, 7), (3, 7), (3, 0), (4, 3), (7, 7)] {
            let shards: Vec<Shard> = (1..=of).map(|index| Shard { index, of }).collect();
            let mut cases: Vec<u64> = shards.iter().flat_map(|shard| shard.cases(count)).collect();
            cases.sort_unstable();
            assert_eq!(cases, (1..=count).collect::<Vec<_>>(), "{of} of {count}");
            for shard in shards {
                assert_eq!(shard.cases(count).count() as u64, shard.count(count), "{shard} of {count}");
                assert!(shard.cases(count).all(|case| shard.has(case)));
            }
        }
        assert_eq!(Shard { index: 2, of: 3 }.cases(9).collect::<Vec<_>>(), [2, 5, 8]);
    }

    #[test]
    fn what_is_no_share_is_told() {
        assert_eq!("2/3".parse(), Ok(Shard { index: 2, of: 3 }));
        for wrong in ["3/2", "0/2", "9/2"] {
            assert!(wrong.parse::<Shard>().unwrap_err().contains("they are 1/2 to 2/2"), "{wrong}");
        }
        for wrong in ["1/0", "0/0", "2", "a/b", "1/-2", "", "1/2/3"] {
            assert!(wrong.parse::<Shard>().unwrap_err().contains("write I/N"), "{wrong}");
        }
    }
}
