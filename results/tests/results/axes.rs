//! Charts over any column, and logarithmic axes.

use bowline_results::{Chart, DataFrame, Look, Scale};

fn chart(text: &str, look: Look) -> Chart {
    Chart::new(&DataFrame::read_csv(text.as_bytes()).unwrap(), 0, &[1], &look)
}

#[test]
fn lines_go_from_row_to_row() {
    let look = Look { pixels: 800, ..Look::default() };
    let eight = chart("x,y\n0,0\n1,1\n1,-1\n0,0\n-1,1\n-1,-1\n0,0\n", look);
    let expected = [(0.0, 0.0), (1.0, 1.0), (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0), (-1.0, -1.0), (0.0, 0.0)];
    assert_eq!(eight.panels[0].lines[0].points, expected);
    assert!(!eight.goes_right && !eight.is_thinned);
    assert_eq!(eight.to_svg().matches("stroke=\"#1F77B4\"").count(), 2, "a line and its legend");
    let points = chart("x,y\n0,0\n1,1\n", Look { are_points: true, ..look }).to_svg();
    assert_eq!(points.matches("<circle").count(), 3, "two points and one in the legend");
}

#[test]
fn what_is_not_above_0_breaks_the_line_and_is_counted() {
    let look = Look { pixels: 800, x: Scale::Logarithmic, y: Scale::Logarithmic, are_points: false };
    let table = chart("h,e\n0,1\n1,10\n2,0\n3,1\n-4,2\n5,3\n6,\n", look);
    let finite: Vec<bool> = table.panels[0].lines[0].points.iter().map(|point| point.1.is_finite()).collect();
    assert_eq!(finite, [true, false, true, false, true, false]);
    assert_eq!(table.left_out, [("e".to_owned(), 1), ("h".to_owned(), 2)]);
    assert!(chart("h,e\n0,1\n1,10\n", Look { pixels: 800, ..Look::default() }).left_out.is_empty());
}

#[test]
fn a_logarithmic_axis_is_told_in_round_numbers() {
    let look = Look { pixels: 800, x: Scale::Logarithmic, y: Scale::Linear, are_points: false };
    let svg = chart("h,e\n0.1,1\n1,2\n10,3\n100,4\n", look).to_svg();
    for number in ["0.1", "1", "10", "100"] {
        assert!(svg.contains(&format!("\n{number}\n")), "{number}");
    }
    assert!(!svg.contains("0.1000") && !svg.contains("0.0999"));
    // In the page, too, numbers stay numbers.
    assert!(chart("h,e\n0.1,1\n1,2\n", look).to_html().contains("\"xScale\":\"logarithmic\""));
}

/// Ten colours, and then again with dashes.
#[test]
fn more_lines_than_colours_are_told_apart() {
    let names: Vec<String> = (0..12).map(|line| format!("l{line} [m]")).collect();
    let table = DataFrame::read_csv(format!("x,{}\n{}\n", names.join(","), ["0"; 13].join(",")).as_bytes()).unwrap();
    let chart = Chart::new(&table, 0, &(1..13).collect::<Vec<_>>(), &Look { pixels: 800, ..Look::default() });
    let looks: std::collections::HashSet<(usize, usize)> =
        chart.panels[0].lines.iter().map(|line| (line.colour % 10, line.dashes)).collect();
    assert_eq!(looks.len(), 12);
}
