//! The command lines of campaigns.

use std::path::PathBuf;
use std::time::Duration;

use bowline_campaign::{SamplingMethod, Series, Shard};
use clap::{Args, ValueEnum};

use crate::arguments::{LibraryArguments, Overrides, Verbosity, duration, finite};

pub(crate) const SWEEP: &str = "\
Examples:
  bowline sweep model.xml --vary S.Stiffness=50:10:150 --vary B.Mass=1,2,5 -o stiff
  bowline sweep model.xml --vary S.Stiffness=50..150 --vary B.Mass=log:1..10 \\
    --sample lhs --count 200 --metric peak=max:S.Force -o drawn
  bowline sweep model.xml --vary S.Stiffness=50:10:150 --initial-state settled.json \\
    --metric std:S.Force@600.. -o settled
  bowline sweep model.xml --vary S.Damping=0:0.5:40 --metric \"real(1):steady\" \\
    --metric \"imaginary(1):steady\" -o locus
  bowline sweep valve.xml --vary Inlet.Pressure=2e5:1e5:1e7 --metric steady:Valve.Q2 -o curve
  bowline sweep stiff/campaign.toml -o again
  bowline sweep --resume stiff
  bowline sweep --resume stiff --verify 6
  bowline sweep model.xml --vary B.Mass=1:1:400 --shard 2/4 -o part-2

Values: a list `1,2,5` or `(0,0,-5),(0,0,-6)`, a range `start:step:stop`, two
names that vary together `A.X,B.Y=(1,2),(3,4)`; with --sample also `50..150`,
`log:1..10` and `normal:MEAN,SD`. Without --sample all combinations are run.

Exit status: 0 all went well, 1 some runs failed (the summary says which and
why), a verified case is not as accurate as asked, or the campaign could not go
on, 2 what is asked for is wrong (nothing was
run), 130 interrupted. Finished runs are kept in each case.";

pub(crate) const SUMMARY: &str = "\
Examples:
  bowline summary stiff                   # to standard output, also while it runs
  bowline summary stiff -o stiff.parquet";

pub(crate) const MERGE: &str = "\
Examples:
  bowline sweep model.xml --vary B.Mass=1:1:400 --shard 1/2 -o part-1    # on one machine
  bowline sweep model.xml --vary B.Mass=1:1:400 --shard 2/2 -o part-2    # on another
  bowline merge part-1 part-2 -o whole";

#[derive(Debug, Args)]
pub(crate) struct SweepArguments {
    /// The scenario; or a campaign, as FILE.toml
    #[arg(value_name = "FILE", required_unless_present = "resume", conflicts_with = "resume")]
    pub(crate) file: Option<PathBuf>,
    /// The folder of the campaign, new or empty
    #[arg(short, long, value_name = "DIR", required_unless_present = "resume")]
    pub(crate) output: Option<PathBuf>,
    /// Go on with the campaign in this folder: do the runs that are missing
    #[arg(long, value_name = "DIR", conflicts_with_all = OF_A_DEFINITION)]
    pub(crate) resume: Option<PathBuf>,
    /// Vary this; may be given again, and the last one then varies fastest
    #[arg(long, value_name = "NAME=VALUES", allow_hyphen_values = true)]
    pub(crate) vary: Vec<String>,
    /// Draw values, instead of running all combinations
    #[arg(long, value_name = "METHOD", value_enum)]
    pub(crate) sample: Option<SampleMethod>,
    /// Draw so many cases
    #[arg(long, value_name = "N")]
    pub(crate) count: Option<u64>,
    /// Draw others than with another number [default: 1]
    #[arg(long, value_name = "K")]
    pub(crate) seed: Option<u64>,
    /// A metric of a case, [NAME=]WHAT:SIGNAL; may be given again. WHAT is initial, final, min, max, mean,
    /// rms, std, percentile(PERCENT), time-of-min, time-of-max, crossing(LEVEL), rising(LEVEL) or falling(LEVEL); behind it,
    /// @600.., @..600 or @100..200 mean these times, s, only. Without a run: steady:SIGNAL, in the equilibrium, and
    /// real(N), imaginary(N), frequency(N), damping(N) of its N-th mode and largest-real-part, as in real(1):steady, or
    /// real(1):start about the start [default: final of all that is recorded]
    #[arg(long, alias = "extract", value_name = "METRIC")]
    pub(crate) metric: Vec<String>,
    /// States that keep their values in equilibria
    #[arg(long, value_name = "STATE,...", value_delimiter = ',')]
    pub(crate) hold: Vec<String>,
    /// In-ports that are fed by numbers, which are sought in equilibria, for as many conditions
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub(crate) find: Vec<String>,
    /// A condition of equilibria, as of `steady`: `Piston.Vel=0`, `Line.Pressure=210 bar`
    #[arg(long, value_name = "SIGNAL=VALUE")]
    pub(crate) given: Vec<String>,
    /// Keep the rows of each run too
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub(crate) series: Option<SeriesFormat>,
    /// Record these, instead of what the scenario's FileOutput names
    #[arg(long, value_name = "SIGNAL,...", value_delimiter = ',')]
    pub(crate) signals: Vec<String>,
    #[command(flatten)]
    pub(crate) overrides: Overrides,
    #[command(flatten)]
    pub(crate) libraries: LibraryArguments,
    /// End each run at this time, s
    #[arg(long, value_name = "T", value_parser = finite, allow_negative_numbers = true)]
    pub(crate) until: Option<f64>,
    /// Begin each run with the state in this file, as `run` does: at its time, instead of the initial conditions
    #[arg(long, value_name = "FILE")]
    pub(crate) initial_state: Option<PathBuf>,
    /// Do one shard of the runs only: of N shards that several machines do, the I-th
    #[arg(long, value_name = "I/N", conflicts_with = "resume")]
    pub(crate) shard: Option<Shard>,
    /// Run nothing: write a job for Slurm into DIR, an array of N tasks of which each does one shard
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with_all = ["shard", "resume", "jobs"])]
    pub(crate) slurm: Option<u64>,
    /// So many runs at once [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: Option<u16>,
    /// End a run that takes longer, s, between two steps; with --isolate within one too
    #[arg(long, value_name = "SECONDS", value_parser = duration)]
    pub(crate) timeout: Option<Duration>,
    /// Then verify so many cases, as `verify` does: half of them at most where a metric is largest or smallest, the
    /// others at random
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), conflicts_with = "slurm")]
    pub(crate) verify: Option<u16>,
    /// Do the runs in processes of their own, so that a library that crashes or hangs costs one run only
    #[arg(long)]
    pub(crate) isolate: bool,
    /// Say nothing but errors
    #[arg(short, long, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) verbosity: Verbosity,
}

/// What a campaign that goes on was begun with.
const OF_A_DEFINITION: [&str; 16] = [
    "output",
    "vary",
    "sample",
    "count",
    "seed",
    "metric",
    "hold",
    "find",
    "given",
    "series",
    "signals",
    "set",
    "files",
    "directories",
    "until",
    "initial_state",
];

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SampleMethod {
    /// Each value for itself
    Random,
    /// A Latin hypercube: each part of each range once
    Lhs,
    /// A Sobol' sequence, which fills all ranges evenly
    Sobol,
}

impl From<SampleMethod> for SamplingMethod {
    fn from(method: SampleMethod) -> Self {
        match method {
            SampleMethod::Random => Self::Random,
            SampleMethod::Lhs => Self::Lhs,
            SampleMethod::Sobol => Self::Sobol,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SeriesFormat {
    /// DIR/series/case=N/rows.csv
    Csv,
    /// DIR/series/case=N/rows.parquet
    Parquet,
}

impl From<SeriesFormat> for Series {
    fn from(format: SeriesFormat) -> Self {
        match format {
            SeriesFormat::Csv => Self::Csv,
            SeriesFormat::Parquet => Self::Parquet,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct SummaryArguments {
    /// The folder of the campaign
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Where it goes: Parquet if it ends so, else CSV [default: standard output]
    #[arg(short, long, value_name = "OUT.csv")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct MergeArguments {
    /// The folders of the shards
    #[arg(value_name = "DIR", required = true)]
    pub(crate) shards: Vec<PathBuf>,
    /// The folder of the whole campaign: new, empty, or one that was joined of shards before
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,
    /// Join what is there, also if shards or runs are missing
    #[arg(long)]
    pub(crate) partial: bool,
    /// Say nothing but errors
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ReportArguments {
    /// The folder of the campaign
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Where the page goes [default: report.html in DIR]
    #[arg(short, long, value_name = "OUT.html")]
    pub(crate) output: Option<PathBuf>,
    /// Say nothing but errors
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Debug, Args)]
pub(crate) struct WorkerArguments {
    /// Number of the process that this one works for
    #[arg(long)]
    pub(crate) parent: u32,
}
