//! `bowline plot --spectrum`.

use std::f64::consts::TAU;
use std::fmt::Write;
use std::fs;

use tempfile::TempDir;

use crate::program::{bowline, read, text};

/// Two seconds of 1 m at 50 Hz and 0.1 m at 120 Hz about 3 m; before them the first has 2 m.
fn results() -> TempDir {
    let directory = TempDir::new().unwrap();
    let mut rows = "Time [s],A.x [m],A.gap\n".to_owned();
    for row in 0..4000_i32 {
        let time = f64::from(row) * 1e-3;
        let (size, gap) = if row < 2000 { (2.0, String::new()) } else { (1.0, "1".to_owned()) };
        let value = 3.0 + size * (TAU * 50.0 * time).sin() + 0.1 * (TAU * 120.0 * time).cos();
        writeln!(rows, "{time},{value},{gap}").unwrap();
    }
    fs::write(directory.path().join("a.csv"), rows).unwrap();
    directory
}

/// The largest amplitude of the page from one frequency to another, with its frequency.
fn peak(page: &str, from: f64, to: f64) -> (f64, f64) {
    let start = page.find("\"points\":[[").unwrap() + "\"points\":[[".len();
    let points = page[start..].split("]]").next().unwrap().split("],[").map(|point| {
        let (hertz, size) = point.split_once(',').unwrap();
        (hertz.parse::<f64>().unwrap(), size.parse::<f64>().unwrap())
    });
    points.filter(|(hertz, _)| (from..to).contains(hertz)).max_by(|a, b| a.1.total_cmp(&b.1)).unwrap()
}

#[test]
fn sines_are_found_with_their_amplitudes() {
    let directory = results();
    let spectrum = |stretch: &[&str]| {
        let arguments = ["plot", "a.csv", "--signals=A.x", "--spectrum", "-o", "a.html"];
        let output = bowline(&directory, &[&arguments[..], stretch].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        read(&directory, "a.html")
    };
    for (stretch, size, words) in [
        ("--from=2", 1.0, "amplitudes from 2 to 3.999 s, Hann window"),
        ("--until=1.999", 2.0, "amplitudes from 0 to 1.999 s, Hann window"),
    ] {
        let page = spectrum(&[stretch]);
        assert!(page.contains(words) && page.contains("Amplitude of A.x [m]") && page.contains("Frequency [Hz]"));
        let ((hertz, found), (other, small)) = (peak(&page, 1.0, 100.0), peak(&page, 100.0, 499.0));
        // Two seconds tell 0.5 Hz apart, and there are four times as many frequencies.
        assert!((hertz - 50.0).abs() < 0.13 && (found / size - 1.0).abs() < 0.011, "{hertz} {found}");
        assert!((other - 120.0).abs() < 0.13 && (small / 0.1 - 1.0).abs() < 0.011, "{other} {small}");
    }
    // In another unit; on logarithmic axes.
    assert!((peak(&spectrum(&["--from=2", "--units=mm"]), 1.0, 100.0).1 / 1000.0 - 1.0).abs() < 0.011);
    spectrum(&["--from=2", "--log=xy"]);
    assert!(
        !text(&bowline(&directory, &["plot", "a.csv", "--spectrum", "--signals=A.x", "--log=xy"]).stderr)
            .contains("not above 0")
    );
}

#[test]
fn unequal_rows_are_told_and_what_has_no_spectrum_is_refused() {
    let directory = results();
    fs::write(directory.path().join("f.csv"), "Frequency [Hz],x\n1,1\n").unwrap();
    for (arguments, expected) in [
        (&["a.csv"][..], "`a.csv`: `A.gap` has no number at 0 s, and a spectrum needs one in each row"),
        (&["f.csv"], "`f.csv` has no column `Time`"),
        (&["a.csv", "--from=3.995"], "a spectrum needs 8 samples at the least, and there are 5"),
        (&["a.csv", "--over=A.x"], "'--spectrum' cannot be used with '--over <COLUMN>'"),
    ] {
        let output = bowline(&directory, &[&["plot", "--spectrum"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(expected), "{}", text(&output.stderr));
    }
    let rows: String = (0..100_i32).map(|row| format!("{},{row}\n", f64::from(row * row))).collect();
    fs::write(directory.path().join("u.csv"), format!("Time [s],x\n{rows}")).unwrap();
    let output = bowline(&directory, &["plot", "u.csv", "--spectrum"]);
    let expected = "the rows of `u.csv` do not lie at equal steps: the spectrum is of values every 99 s";
    assert!(output.status.success() && text(&output.stderr).contains(expected), "{}", text(&output.stderr));
}
