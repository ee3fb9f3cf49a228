//! The estimates, beside the true errors.

use bowline_verification::{Judgement, Verdict};

use crate::problems::{PROBLEMS, Problem, Solution};
use crate::{rows, verified};

fn sections(number: usize, problem: &Problem, tolerance: f64) -> String {
    let Problem { method, end, .. } = problem;
    let step = end / 100.0;
    format!(
        r#"<OBJECTS><Lib LibName="verified" SimObject="Equations" Name="E" Problem="{number}"/></OBJECTS>
           <INTEGRATION><Engine TOutput="0:{step}:{end}, {end}" AbsTol="{tolerance:e}" RelTol="{tolerance:e}"
                                IntegratorMethod="{method}"/></INTEGRATION>"#
    )
}

/// The true error of a column, where it is known: the largest of all rows, or that of the last.
fn error(problem: &Problem, rows: &[(f64, Vec<f64>)], column: usize) -> f64 {
    match problem.solution {
        Solution::Closed(solution) => {
            let errors = rows.iter().map(|(time, row)| (row[column] - solution(*time)[column]).abs());
            errors.fold(0.0, f64::max)
        }
        Solution::Unknown => unreachable!(),
        Solution::AtEnd(solution) => (rows.last().unwrap().1[column] - solution[column]).abs(),
    }
}

/// What is thought of it there.
fn estimate(problem: &Problem, judgement: &Judgement) -> f64 {
    let remaining = judgement.remaining.unwrap();
    match problem.solution {
        Solution::Closed(_) | Solution::Unknown => judgement.estimate(),
        Solution::AtEnd(_) => judgement.deviations.last().unwrap().unwrap() + remaining,
    }
}

#[test]
fn the_estimate_covers_the_error_and_is_not_far_from_it() {
    let (mut ratios, mut told) = (Vec::new(), String::new());
    for (number, problem) in
        PROBLEMS.iter().enumerate().filter(|(_, problem)| !matches!(problem.solution, Solution::Unknown))
    {
        for tolerance in [1e-4, 1e-6, 1e-8] {
            let sections = sections(number, problem, tolerance);
            let (verification, rows) = (verified(&sections), rows(&sections));
            for (column, judgement) in verification.columns.iter().enumerate() {
                let (error, estimate) = (error(problem, &rows, column), estimate(problem, judgement));
                let is_told = !matches!(judgement.verdict, Verdict::Within | Verdict::Looser);
                ratios.push((estimate / error.max(f64::MIN_POSITIVE), is_told));
                told += &format!(
                    "{} {tolerance:e} {}: error {error:.1e}, estimate {estimate:.1e}, {:?}, {:?}\n",
                    problem.name, judgement.column, judgement.verdict, judgement.diffsol
                );
            }
        }
    }
    let known: Vec<f64> = ratios.iter().filter(|(_, is_told)| !is_told).map(|(ratio, _)| *ratio).collect();
    let covered = known.iter().filter(|ratio| **ratio >= 1.0).count();
    let mut sorted = known.clone();
    sorted.sort_by(f64::total_cmp);
    let median = sorted[sorted.len() / 2];
    println!("{covered} of {} covered, median {median:.2}, {} told", known.len(), ratios.len() - known.len());
    assert!(covered as f64 >= 0.95 * known.len() as f64, "{told}{covered} of {}", known.len());
    assert!(median < 100.0, "{told}{median}");
}
