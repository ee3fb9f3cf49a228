use super::*;

#[test]
fn squares_of_tiny_and_huge_numbers_do_not_leave_the_range() {
    // (1 + 4) / 2 and (4 + 16) / 2, over two seconds.
    let expected = (12.5_f64 / 2.0).sqrt();
    for size in [3e-308, 1e-200, 1.0, 0.1, 1e200, 4e307] {
        let found = of(What::Rms, &[(0.0, size), (1.0, -2.0 * size), (2.0, 4.0 * size)]).unwrap();
        assert!((found / size / expected - 1.0).abs() < 1e-14, "{size}: {found}");
    }
    assert_eq!(of(What::Rms, &[(0.0, 0.0), (1.0, 0.0)]), Some(0.0));
    assert_eq!(of(What::Rms, &[(0.0, 1.0), (1.0, f64::INFINITY)]), None);
}

/// Up and down and up again: 1 at the start, 4, 0, -2, 2 at 8 s.
const ROWS: [(f64, f64); 5] = [(0.0, 1.0), (1.0, 4.0), (3.0, 0.0), (4.0, -2.0), (8.0, 2.0)];

fn of(what: What, rows: &[(f64, f64)]) -> Option<f64> {
    within(Window::ALL, what, rows)
}

fn within(window: Window, what: What, rows: &[(f64, f64)]) -> Option<f64> {
    let mut gauge = Gauge::new(what, window);
    rows.iter().for_each(|(time, value)| gauge.take(*time, *value));
    gauge.value()
}

#[test]
fn each_says_what_its_name_says() {
    for (what, expected) in [
        (What::Initial, 1.0),
        (What::Final, 2.0),
        (What::Min, -2.0),
        (What::Max, 4.0),
        (What::TimeOfMin, 4.0),
        (What::TimeOfMax, 1.0),
        // Trapezoids of 2.5, 4, -1 and 0, over 8 s.
        (What::Mean, 5.5 / 8.0),
        // Of the squares: 8.5, 16, 2 and 16.
        (What::Rms, (42.5_f64 / 8.0).sqrt()),
        (What::Crossing(2.5), 0.5),
        (What::Rising(2.5), 0.5),
        (What::Falling(2.0), 2.0),
        (What::Crossing(-1.0), 3.5),
        (What::Rising(-1.0), 5.0),
        // At a row, exactly.
        (What::Falling(0.0), 3.0),
        (What::Rising(2.0), 1.0 / 3.0),
        // It is below 0 from 3 s to 6 s, and below 2 for 6 of 8 s.
        (What::Percentile(37.5), 0.0),
        (What::Percentile(0.0), -2.0),
    ] {
        assert_eq!(of(what, &ROWS), Some(expected), "{what}");
    }
    let std = of(What::Std, &ROWS).unwrap();
    assert!((std - (42.5_f64 / 8.0 - (5.5_f64 / 8.0).powi(2)).sqrt()).abs() < 1e-15, "{std}");
}

#[test]
fn a_window_has_the_rows_in_it_and_the_line_up_to_its_ends() {
    // At 2 s the line is at 2, at 5 s at -1, at 7 s at 1.
    for (window, what, expected) in [
        ("2..7", What::Initial, Some(0.0)),
        ("2..7", What::Final, Some(-2.0)),
        ("2..7", What::Max, Some(0.0)),
        ("2..7", What::TimeOfMax, Some(3.0)),
        ("2..7", What::Min, Some(-2.0)),
        // 1, -1, -3/2 over 5 s.
        ("2..7", What::Mean, Some(-1.5 / 5.0)),
        // Trapezoids of the squares: 2, 2 and 7.5.
        ("2..7", What::Rms, Some((11.5_f64 / 5.0).sqrt())),
        ("2..7", What::Percentile(100.0), Some(2.0)),
        ("2..7", What::Percentile(0.0), Some(-2.0)),
        ("2..7", What::Rising(0.0), Some(6.0)),
        ("2..5", What::Rising(0.0), None),
        ("2..5", What::Falling(0.0), Some(3.0)),
        ("3..5", What::Falling(0.0), Some(3.0)),
        ("3.1..5", What::Falling(0.0), None),
        ("..2", What::Final, Some(4.0)),
        ("..2", What::Mean, Some(5.5 / 2.0)),
        ("..2", What::Crossing(2.0), Some(1.0 / 3.0)),
        ("1..", What::Crossing(2.0), Some(2.0)),
        ("2..", What::Crossing(2.0), Some(2.0)),
        ("3..", What::Crossing(2.0), Some(8.0)),
        ("4..", What::Initial, Some(-2.0)),
        ("4..", What::Mean, Some(0.0)),
        // Both ends are in it.
        ("1..4", What::Initial, Some(4.0)),
        ("1..4", What::Final, Some(-2.0)),
        ("1..4", What::Mean, Some(1.0)),
        // No row is in it.
        ("5..7", What::Initial, None),
        ("5..7", What::Max, None),
        ("5..7", What::Mean, Some(0.0)),
        ("5..7", What::Percentile(75.0), Some(0.5)),
        ("5..7", What::Rising(0.0), Some(6.0)),
        // No time goes by.
        ("5..5", What::Mean, Some(-1.0)),
        ("5..5", What::Rms, Some(1.0)),
        ("5..5", What::Std, Some(0.0)),
        ("5..5", What::Percentile(10.0), Some(-1.0)),
        ("4..4", What::Final, Some(-2.0)),
        // It goes on behind the run.
        ("4..1e9", What::Final, Some(2.0)),
        ("4..1e9", What::Mean, Some(0.0)),
    ] {
        let found = within(window.parse().unwrap(), what, &ROWS);
        assert_eq!(found, expected, "{what} @{window}");
    }
    // The line from -1 to 1: a third of its square.
    let rows: Vec<(f64, f64)> = (0..=8000).map(|k| f64::from(k) / 1000.0).map(|time| (time, time - 6.0)).collect();
    let std = within("5..7".parse().unwrap(), What::Std, &rows).unwrap();
    assert!((std - (1.0_f64 / 3.0).sqrt()).abs() < 1e-6, "{std}");
}

#[test]
fn a_window_that_has_nothing_of_a_run_gives_nothing() {
    let all = [
        What::Initial,
        What::Final,
        What::Min,
        What::Max,
        What::Mean,
        What::Rms,
        What::Std,
        What::TimeOfMin,
        What::TimeOfMax,
        What::Percentile(50.0),
        What::Crossing(0.0),
    ];
    for window in ["9..", "..-1", "8.5..9.5"] {
        for what in all {
            assert_eq!(within(window.parse().unwrap(), what, &ROWS), None, "{what} @{window}");
        }
    }
}

/// What happens elsewhere does not matter, as bad as it is.
#[test]
fn rows_outside_of_a_window_do_not_count() {
    let rows = [(0.0, f64::NAN), (1.0, f64::INFINITY), (2.0, 1.0), (3.0, 3.0), (4.0, f64::NAN)];
    for (what, expected) in [
        (What::Initial, 1.0),
        (What::Max, 3.0),
        (What::Mean, 2.0),
        (What::Rms, 5.0_f64.sqrt()),
        (What::Std, 1.0),
        (What::Percentile(25.0), 1.5),
        (What::Rising(2.0), 2.5),
    ] {
        assert_eq!(within("2..3".parse().unwrap(), what, &rows), Some(expected), "{what}");
    }
}

#[test]
fn a_level_that_is_not_crossed_and_one_where_the_run_begins_give_none() {
    assert_eq!(of(What::Crossing(5.0), &ROWS), None);
    assert_eq!(of(What::Rising(1.0), &ROWS[..3]), None, "it begins there");
    assert_eq!(of(What::Falling(1.0), &ROWS), Some(2.5), "and comes back");
}

#[test]
fn one_row_is_its_own_mean_and_no_row_has_nothing() {
    for what in [What::Mean, What::Rms, What::Final, What::Max, What::Percentile(30.0)] {
        assert_eq!(of(what, &[(2.0, 3.0)]), Some(3.0), "{what}");
        assert_eq!(of(what, &[]), None, "{what}");
    }
    assert_eq!(of(What::Rms, &[(2.0, -3.0)]), Some(3.0));
    assert_eq!(of(What::Std, &[(2.0, -3.0)]), Some(0.0));
    assert_eq!(of(What::Std, &[]), None);
}

#[test]
fn what_is_not_finite_is_none() {
    assert_eq!(of(What::Final, &[(0.0, 1.0), (1.0, f64::INFINITY)]), None);
    for what in [What::Mean, What::Rms, What::Std, What::Percentile(50.0)] {
        assert_eq!(of(what, &[(0.0, 1.0), (1.0, f64::NAN)]), None, "{what}");
        assert_eq!(of(what, &[(0.0, f64::INFINITY), (1.0, 1.0)]), None, "{what}");
        assert_eq!(of(what, &[(0.0, f64::NAN)]), None, "{what}");
    }
}
