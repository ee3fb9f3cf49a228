//! Frequency responses: their table, and their diagrams measured in the picture.

use bowline_results::{Chart, DataFrame, FrequencyPair, FrequencyResponse, Header, Responses, Values, frequency_table};

/// So many frequencies in equal ratios from one power of ten to another.
fn grid(from: f64, to: f64, count: usize) -> Vec<f64> {
    (0..count).map(|index| 10_f64.powf(from + (to - from) * index as f64 / (count - 1) as f64)).collect()
}

fn pair(name: &str, hertz: &[f64], value: impl Fn(f64) -> (f64, f64)) -> FrequencyPair {
    let values = hertz.iter().map(|hertz| value(*hertz)).collect();
    FrequencyPair { name: name.to_owned(), unit: "m".to_owned(), values }
}

/// A mass on a spring with a natural frequency of 10 Hz and a damping ratio of 0.05.
fn second_order(hertz: f64) -> (f64, f64) {
    let ratio = hertz / 10.0;
    let (real, imaginary) = (1.0 - ratio * ratio, 0.1 * ratio);
    let square = real * real + imaginary * imaginary;
    (real / square, -imaginary / square)
}

fn delay(hertz: f64) -> (f64, f64) {
    let (sine, cosine) = (std::f64::consts::TAU * hertz * 0.1).sin_cos();
    (cosine, -sine)
}

/// The first pair of a response.
fn first_of(response: &FrequencyResponse) -> Responses<'_> {
    Responses { result: String::new(), response, pairs: vec![0] }
}

fn numbers(frame: &DataFrame, name: &str) -> Vec<Option<f64>> {
    let Values::Numbers(values) = &frame.column(name).unwrap().values else { panic!("{name}") };
    values.clone()
}

#[test]
fn a_table_has_magnitude_phase_and_parts_of_each_pair() {
    let hertz = [1.0, 2.0, 3.0];
    let values = vec![(0.0, -2.0), (-3.0, -0.0), (-4.0, 3.0)];
    let table = frequency_table(&hertz, &[FrequencyPair { name: "Y/U".to_owned(), unit: "m".to_owned(), values }]);
    let mut text = Vec::new();
    table.write_csv(&mut text, Header::NamesAndUnits).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(text.starts_with("Frequency [Hz],Y/U:magnitude [m],Y/U:phase [deg],Y/U:real [m],Y/U:imaginary [m]\n"));
    assert_eq!(numbers(&table, "Y/U:magnitude"), [Some(2.0), Some(3.0), Some(5.0)]);
    let phases: Vec<f64> = numbers(&table, "Y/U:phase").into_iter().flatten().collect();
    // The angle of 3/4 is 36.87 degrees: past -180 it goes on, and does not jump to 143.13.
    for (phase, expected) in phases.iter().zip([-90.0, -180.0, -216.869_897_645_844]) {
        assert!((phase - expected).abs() < 1e-12, "{phase}");
    }
    assert_eq!(DataFrame::read_csv(text.as_bytes()).unwrap().rows(), 3);
}

#[test]
fn the_first_phase_is_above_minus_180_and_what_is_0_has_none() {
    let values = vec![(-1.0, -0.0), (0.0, 0.0), (f64::NAN, 1.0), (-1.0, -1e-3)];
    let table = frequency_table(
        &[1.0, 2.0, 3.0, 4.0],
        &[FrequencyPair { name: "Y/U".to_owned(), unit: String::new(), values }],
    );
    let phases = numbers(&table, "Y/U:phase");
    assert_eq!(phases[..3], [Some(180.0), None, None]);
    assert!((phases[3].unwrap() - 180.057_295_760).abs() < 1e-6);
    assert_eq!(numbers(&table, "Y/U:magnitude")[1..3], [Some(0.0), None]);
}

/// A delay of 0.1 s has a phase of -36 degrees per Hz, over many turns.
#[test]
fn the_phase_of_a_delay_falls_without_jumps() {
    let hertz = grid(-1.0, 2.0, 3000);
    let table = frequency_table(&hertz, &[pair("Y/U", &hertz, delay)]);
    for (phase, hertz) in numbers(&table, "Y/U:phase").into_iter().flatten().zip(&hertz) {
        assert!((phase + 36.0 * hertz).abs() < 1e-6, "{phase} at {hertz}");
    }
}

#[test]
fn a_response_is_read_from_either_half_of_its_columns() {
    let hertz = [1.0, 10.0];
    let table = frequency_table(&hertz, &[pair("A/B", &hertz, second_order)]);
    let only = |kinds: &[&str]| {
        let is_kept = |name: &str| name == "Frequency" || kinds.iter().any(|kind| name.ends_with(kind));
        let kept = table.columns.iter().filter(|column| is_kept(&column.name)).cloned().collect::<Vec<_>>();
        FrequencyResponse::of(&kept.into())
    };
    for kinds in [&["magnitude", "phase"], &["real", "imaginary"]] {
        let response = only(kinds).unwrap();
        let pair = &response.pairs[0];
        assert_eq!((pair.name.as_str(), pair.unit.as_str()), ("A/B", "m"));
        // At the natural frequency it is -10 j.
        let (real, imaginary) = pair.complex.as_ref().unwrap()[1];
        assert!(real.abs() < 1e-12 && (imaginary + 10.0).abs() < 1e-12);
        assert!((pair.magnitude.as_ref().unwrap()[1] - 10.0).abs() < 1e-12);
        assert!((pair.phase.as_ref().unwrap()[1] + 90.0).abs() < 1e-12);
    }
    let magnitudes = only(&["magnitude"]).unwrap();
    assert_eq!(
        (magnitudes.find("A/B"), magnitudes.find("A/B:magnitude"), magnitudes.find("A/C")),
        (Some(0), Some(0), None)
    );
    assert_eq!(Chart::nyquist(&[first_of(&magnitudes)]).unwrap_err(), "it has `A/B:magnitude` but no `A/B:phase`");
    assert_eq!(Chart::bode(&[first_of(&magnitudes)], false).panels.len(), 1);
    assert!(only(&["real"]).unwrap_err().contains("it has no columns such as"));
    let other = DataFrame::from(table.columns[1..].to_vec());
    let reason = "its first column has to be `Frequency [Hz]`, and is `A/B:magnitude [m]`";
    assert_eq!(FrequencyResponse::of(&other).unwrap_err(), reason);
}

/// Where texts of a picture stand, in its units, those beside the axis that has
/// `anchor`: upwards `end`, along the bottom `middle`.
fn labels(svg: &str, anchor: &str) -> Vec<(f64, f64, String)> {
    let mut found = Vec::new();
    for text in svg.split("<text ").skip(1) {
        let attribute = |name: &str| {
            let start = text.find(&format!("{name}=\"")).unwrap() + name.len() + 2;
            text[start..].split('"').next().unwrap()
        };
        let inside = text.split('>').nth(1).unwrap().split('<').next().unwrap().trim().to_owned();
        if attribute("text-anchor") == anchor {
            found.push((attribute("x").parse().unwrap(), attribute("y").parse().unwrap(), inside));
        }
    }
    found
}

#[test]
fn a_bode_diagram_has_decades_and_parts_of_a_turn() {
    let hertz = grid(-1.0, 3.0, 4001);
    let response = FrequencyResponse::of(&frequency_table(&hertz, &[pair("A/B", &hertz, second_order)])).unwrap();
    let svg = Chart::bode(&[first_of(&response)], false).to_svg();
    assert!(svg.contains("Magnitude [m]") && svg.contains("Phase [deg]") && svg.contains("Frequency [Hz]"));
    let upwards: Vec<String> = labels(&svg, "end").into_iter().map(|label| label.2).collect();
    for expected in ["0.0001", "0.001", "0.01", "0.1", "1", "10", "0", "-45", "-90", "-135", "-180"] {
        assert!(upwards.iter().any(|label| label == expected), "{expected} in {upwards:?}");
    }
    // Decades along the bottom are equally far from each other.
    let bottom = labels(&svg, "middle");
    let place = |text: &str| bottom.iter().find(|label| label.2 == text).unwrap().0;
    let steps = [("0.1", "1"), ("1", "10"), ("10", "100"), ("100", "1000")].map(|(a, b)| place(b) - place(a));
    assert!(steps.iter().all(|step| (step - steps[0]).abs() <= 2.0), "{steps:?}");
    // The same in decibels: the peak of 1/(2 zeta) is 20 dB.
    let decibels = Chart::bode(&[first_of(&response)], true);
    let peak = decibels.panels[0].lines[0].points.iter().map(|point| point.1).fold(f64::MIN, f64::max);
    assert!((peak - 20.0).abs() < 0.02 && decibels.panels[0].unit == "dB of m", "{peak}");
}

#[test]
fn a_nyquist_diagram_has_equal_scales() {
    let hertz = grid(-1.0, 3.0, 2000);
    let response = FrequencyResponse::of(&frequency_table(&hertz, &[pair("A/B", &hertz, second_order)])).unwrap();
    let svg = Chart::nyquist(&[first_of(&response)]).unwrap().to_svg();
    let number = |text: &str| text.parse::<f64>().ok();
    let scale = |anchor: &str, along: fn(&(f64, f64, String)) -> f64| {
        let ticks: Vec<_> = labels(&svg, anchor).into_iter().filter(|label| number(&label.2).is_some()).collect();
        let (first, last) = (&ticks[0], &ticks[ticks.len() - 1]);
        ((along(last) - along(first)) / (number(&last.2).unwrap() - number(&first.2).unwrap())).abs()
    };
    let (bottom, side) = (scale("middle", |label| label.0), scale("end", |label| label.1));
    assert!((bottom / side - 1.0).abs() < 0.005, "{bottom} {side}");
}

/// An integrator goes to -90 degrees and infinity: what is near -1 is to be seen.
#[test]
fn a_curve_that_runs_away_is_cut_off() {
    let hertz = grid(-3.0, 2.0, 500);
    let integrator = |hertz: f64| {
        // 1/(s (1 + s)) with s = j w: real -1/(1 + w^2), imaginary -1/(w (1 + w^2)).
        let w = std::f64::consts::TAU * hertz;
        (-1.0 / (1.0 + w * w), -1.0 / (w * (1.0 + w * w)))
    };
    let response = FrequencyResponse::of(&frequency_table(&hertz, &[pair("A/B", &hertz, integrator)])).unwrap();
    let plane = Chart::nyquist(&[first_of(&response)]).unwrap().panels.remove(0).plane.unwrap();
    assert!(plane.y.high < 4.0 && plane.y.high >= 1.0 && plane.x.low > -4.0, "{plane:?}");
    assert_eq!(plane.crosses, [(-1.0, 0.0)]);
    // A resonance is seen as a whole: a circle of about 10.
    let response = FrequencyResponse::of(&frequency_table(&hertz, &[pair("A/B", &hertz, second_order)])).unwrap();
    let plane = Chart::nyquist(&[first_of(&response)]).unwrap().panels.remove(0).plane.unwrap();
    assert!(plane.y.high > 9.0 && plane.y.high < 12.0, "{plane:?}");
}

#[test]
fn a_nichols_diagram_marks_each_critical_point() {
    let hertz = grid(-1.0, 1.3, 500);
    let response = FrequencyResponse::of(&frequency_table(&hertz, &[pair("A/B", &hertz, delay)])).unwrap();
    let chart = Chart::nichols(&[first_of(&response)]).unwrap();
    let plane = chart.panels[0].plane.as_ref().unwrap();
    // 20 Hz times 36 degrees are 720.
    assert_eq!(plane.crosses, [(-540.0, 0.0), (-180.0, 0.0)]);
    let labels: Vec<&str> =
        plane.guides.iter().filter(|guide| guide.label_at.is_some()).map(|guide| guide.label.as_str()).collect();
    assert!(labels.contains(&"0 dB") && labels.contains(&"6 dB") && labels.contains(&"-3 dB"), "{labels:?}");
    assert!(labels.iter().all(|label| labels.iter().filter(|other| other == &label).count() == 1), "{labels:?}");
}

#[test]
fn lines_break_where_there_is_no_magnitude() {
    let values = vec![(1.0, 0.0), (0.0, 0.0), (2.0, 0.0), (f64::INFINITY, 0.0), (3.0, 0.0)];
    let hertz = [1.0, 2.0, 3.0, 4.0, 5.0];
    let table = frequency_table(&hertz, &[FrequencyPair { name: "A/B".to_owned(), unit: String::new(), values }]);
    let response = FrequencyResponse::of(&table).unwrap();
    let of = |chart: &Chart| -> Vec<Vec<bool>> {
        let lines = chart.panels.iter().map(|panel| &panel.lines[0].points);
        lines.map(|points| points.iter().map(|point| point.1.is_finite()).collect()).collect()
    };
    let broken = vec![true, false, true, false, true];
    assert_eq!(of(&Chart::bode(&[first_of(&response)], false)), [broken.clone(), broken.clone()]);
    assert_eq!(of(&Chart::nyquist(&[first_of(&response)]).unwrap())[0], broken);
    assert_eq!(of(&Chart::nichols(&[first_of(&response)]).unwrap())[0], broken);
}
