//! What a campaign leaves, opened by the programs that engineers use.

use tempfile::TempDir;

use crate::program::campaign::sweep;
use crate::program::python::{python, run_python};
use crate::program::text;

/// Asks pandas, polars and DuckDB the same: how many runs went well, the largest
/// final height, of which case; and of the rows of all runs how many there are, and
/// how many cases.
const SCRIPT: &str = r#"
import duckdb, pandas as pd, polars as pl
for table in [pd.read_csv("grid/summary.csv"), pd.read_parquet("grid/summary.parquet")]:
    ok = table[table.status == "ok"]
    best = ok.loc[ok["final:B.Pos[2]"].idxmax()]
    print(len(ok), best["final:B.Pos[2]"], best["case"], best["S.Stiffness"], best["B.Mass"], table.reason.notna().sum())
for table in [pl.read_csv("grid/summary.csv", infer_schema_length=None), pl.read_parquet("grid/summary.parquet")]:
    ok = table.filter(pl.col("status") == "ok")
    best = ok.sort("final:B.Pos[2]").row(-1, named=True)
    print(len(ok), best["final:B.Pos[2]"], best["case"], best["S.Stiffness"], best["B.Mass"], table["reason"].count())
for file in ["grid/summary.csv", "grid/summary.parquet"]:
    print(*duckdb.sql(f"""SELECT count(*) FILTER (status = 'ok'), max("final:B.Pos[2]"), arg_max("case", "final:B.Pos[2]"),
        arg_max("S.Stiffness", "final:B.Pos[2]"), arg_max("B.Mass", "final:B.Pos[2]"), count(reason) FROM '{file}'""").fetchall()[0])
print(*duckdb.sql("SELECT count(*), count(DISTINCT \"case\"), max(\"Time\") FROM 'grid/series/*/*.parquet' WHERE \"case\" <> 4").fetchall()[0])
rows = pd.read_parquet("grid/series")
rows = rows[rows["case"].astype(int) != 4]
print(len(rows), rows["case"].nunique(), rows["Time"].max())
"#;

/// A mass on a spring that starts at rest, 5 m above where the spring is
/// relaxed: z = zm - (5 + zm) cos(w t), where it hangs at zm = m g / k below, w^2 = k / m.
fn height(stiffness: f64, mass: f64, time: f64) -> f64 {
    let hangs = mass * 9.81 / stiffness;
    hangs - (5.0 + hangs) * ((stiffness / mass).sqrt() * time).cos()
}

#[test]
fn pandas_polars_and_duckdb_say_the_same() {
    let Some(python) = python() else { return };
    let directory = TempDir::new().unwrap();
    let vary = ["S.Stiffness=50,100,150", "B.Mass=1,2,3,-1"];
    let more = [
        "-o",
        "grid",
        "--until",
        "1",
        "--quiet",
        "--series",
        "parquet",
        "--set",
        "Engine:RelTol=1e-9",
        "--set",
        "Engine:TOutput=0:0.1:1",
    ];
    let output = sweep(&directory, &vary, &more);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let told = run_python(&python, directory.path(), SCRIPT, &[]);
    let lines: Vec<Vec<f64>> =
        told.lines().map(|line| line.split(' ').map(|word| word.parse().unwrap()).collect()).collect();
    let (summaries, series) = lines.split_at(6);
    let expected = [50.0, 100.0, 150.0].into_iter().flat_map(|k| [1.0, 2.0, 3.0].map(|m| (height(k, m, 1.0), k, m)));
    let (highest, stiffness, mass) = expected.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
    for line in summaries {
        let [ok, z, case, k, m, reasons] = line[..] else { panic!("{told}") };
        assert_eq!((ok, k, m, reasons), (9.0, stiffness, mass, 3.0), "{told}");
        assert!((z - highest).abs() < 1e-6, "{z} {highest}");
        assert_eq!(case, summaries[0][2]);
    }
    // Nine runs of eleven rows, up to 1 s; no rows of those that could not be loaded.
    assert_eq!(series, [[99.0, 9.0, 1.0], [99.0, 9.0, 1.0]], "{told}");
}
