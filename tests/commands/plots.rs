//! `bowline plot`: charts of results, as pictures and as pages.

use std::fmt::Write;
use std::fs;
use std::process::Output;

use tempfile::TempDir;

use crate::program::browser::Browser;
use crate::program::{bowline, read, text, tutorial};

/// The tutorial's results with everything in it, in `a.csv`.
fn results() -> TempDir {
    let directory = TempDir::new().unwrap();
    let scenario = tutorial();
    let run =
        ["run", &scenario, "-q", "-o", "a.csv", "--set=Engine:FileOutput=objects:all", "--set=Engine:TOutput=0:0.01:5"];
    assert!(bowline(&directory, &run).status.success());
    directory
}

fn plot(directory: &TempDir, arguments: &[&str]) -> Output {
    bowline(directory, &[&["plot"], arguments].concat())
}

#[test]
fn a_picture_has_a_panel_for_each_unit_and_all_lines() {
    let directory = results();
    let output = plot(&directory, &["a.csv", "--signals", "B.Pos,S.ForceA[2]", "--title", "Mass & <spring>"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "a.svg: 4 lines of 501 rows\n");
    let svg = read(&directory, "a.svg");
    for expected in [
        "B.Pos[0]",
        "B.Pos[1]",
        "B.Pos[2]",
        "S.ForceA[2] [kN]",
        "[m]",
        "Time [s]",
        "mass_linear_spring.xml",
        "501 rows",
        "Mass &amp; &lt;spring&gt;",
    ] {
        assert!(svg.contains(&format!("\n{expected}\n")) || svg.contains(expected), "{expected}");
    }
    assert!(!svg.contains("B.Vel"));
    // A line and its sample in the legend each.
    assert!(svg.matches("stroke=\"#2CA02C\"").count() >= 2);
}

/// The least, the mean and the largest value of each element, of a table that can be looked through.
#[test]
fn a_range_goes_along_the_elements_of_a_signal() {
    let directory = TempDir::new().unwrap();
    let table = "Time,T[0] [N],T[1] [N],T[2] [N],x\n0,1,10,100,5\n1,3,-20,400,6\n2,2,40,,7\n";
    fs::write(directory.path().join("line.csv"), table).unwrap();
    let output = plot(&directory, &["line.csv", "--range", "T", "--units", "SI", "-o", "line.html"]);
    assert_eq!(text(&output.stderr), "line.html: 3 lines of 3 rows\n");
    let page = read(&directory, "line.html");
    for expected in ["T least", "T mean", "T largest", "Element"] {
        assert!(page.contains(expected), "{expected}");
    }
    let lines = [
        "[[0.0,1.0],[1.0,-20.0],[2.0,100.0]]",
        "[[0.0,2.0],[1.0,10.0],[2.0,250.0]]",
        "[[0.0,3.0],[1.0,40.0],[2.0,400.0]]",
    ];
    for numbers in lines {
        assert!(page.contains(numbers), "{numbers}: {page}");
    }
    // In kN.
    plot(&directory, &["line.csv", "--range", "T", "-o", "line.html"]);
    assert!(read(&directory, "line.html").contains("[[0.0,0.001],[1.0,-0.02],[2.0,0.1]]"));
    let single = plot(&directory, &["line.csv", "--range", "x"]);
    assert_eq!(single.status.code(), Some(2));
    assert!(text(&single.stderr).contains("`x` has a single column, and --range draws along the elements of a signal"));
    let missing = plot(&directory, &["line.csv", "--range", "U"]);
    assert!(text(&missing.stderr).contains("there is no column `U`"), "{}", text(&missing.stderr));
}

#[test]
fn units_come_from_the_header_too() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("b.csv"), "Time [s],x [bar]\n0,1\n1,2\n").unwrap();
    assert!(plot(&directory, &["b.csv"]).status.success());
    assert!(read(&directory, "b.svg").contains("x [bar]"));
    // What is over time is drawn as people read it, other tables as they stand.
    fs::write(directory.path().join("c.csv"), "Time [s],p [Pa]\n0,1\n1,2\n").unwrap();
    fs::write(directory.path().join("d.csv"), "real [1/s],imaginary [rad/s]\n0,1\n1,2\n").unwrap();
    assert!(plot(&directory, &["c.csv"]).status.success() && plot(&directory, &["d.csv"]).status.success());
    assert!(read(&directory, "c.svg").contains("p [bar]") && read(&directory, "d.svg").contains("imaginary [rad/s]"));
    assert!(plot(&directory, &["c.csv", "--units=SI"]).status.success());
    assert!(read(&directory, "c.svg").contains("p [Pa]"));
}

#[test]
fn many_rows_are_thinned_and_that_is_told() {
    let directory = TempDir::new().unwrap();
    let rows: String = (0..200_000).map(|row| format!("{row},{}\n", if row == 77_777 { 9 } else { row % 2 })).collect();
    fs::write(directory.path().join("long.csv"), format!("Time,x\n{rows}")).unwrap();
    let output = plot(&directory, &["long.csv"]);
    assert_eq!(
        text(&output.stderr),
        "long.svg: 1 line of 200000 rows, drawn as the least and the largest of each of 800 pixels\n"
    );
    let svg = read(&directory, "long.svg");
    assert!(svg.len() < 100_000 && svg.contains("drawn as the least and the largest"), "{}", svg.len());
}

#[test]
fn mistakes_are_told_and_nothing_is_replaced() {
    let directory = results();
    fs::write(directory.path().join("notes.html"), "<p>mine").unwrap();
    fs::write(directory.path().join("none.csv"), "Time,x\n").unwrap();
    fs::write(directory.path().join("words.csv"), "Time,word\n0,a\n").unwrap();
    for (arguments, expected) in [
        (&["a.csv", "--signals=B.Pso"][..], "there is no column `B.Pso`; "),
        (&["a.csv", "-o", "a.gif"], "`a.gif`: a chart is written as .svg, .png or .html"),
        (&["a.csv", "-o", "notes.html"], "it holds something else than a chart"),
        (&["none.csv"], "`none.csv` has no rows"),
        (&["words.csv"], "`words.csv` has no numbers over `Time`"),
        (&["words.csv", "--signals=word"], "`word` holds texts, which cannot be drawn"),
        (&["absent.csv"], "cannot read `absent.csv`: "),
        (&["a.csv", "B.Pos"], "; signals are named with --signals"),
    ] {
        let output = plot(&directory, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(expected), "{}", text(&output.stderr));
    }
    assert_eq!(read(&directory, "notes.html"), "<p>mine");
    assert!(plot(&directory, &["a.csv", "-o", "notes.html", "--force"]).status.success());
    assert!(plot(&directory, &["a.csv", "-o", "notes.html"]).status.success());
}

/// A loop with a delay, an integrator and a pair that has magnitudes only, in `f.csv`.
fn response() -> TempDir {
    let directory = TempDir::new().unwrap();
    let mut rows =
        "Frequency [Hz],Y/U:real,Y/U:imaginary,X/U:magnitude [m],X/U:phase [deg],Z/U:magnitude [m]\n".to_owned();
    for step in -20..=20_i32 {
        let hertz = 10_f64.powf(f64::from(step) / 10.0);
        let (sine, cosine) = (hertz * 0.3).sin_cos();
        writeln!(rows, "{hertz},{},{},{},-90,3", -sine / hertz, -cosine / hertz, 5.0 / hertz).unwrap();
    }
    fs::write(directory.path().join("f.csv"), rows).unwrap();
    directory
}

#[test]
fn any_column_may_be_along_the_bottom() {
    let directory = results();
    let output = plot(&directory, &["a.csv", "--over=B.Pos[2]", "--signals=B.Vel[2]", "--points"]);
    assert_eq!(text(&output.stderr), "a.svg: 1 line of 501 rows\n");
    let svg = read(&directory, "a.svg");
    assert!(svg.contains("\nB.Pos[2] [m]\n") && !svg.contains("Time") && svg.matches("<circle").count() == 502);
    for (arguments, expected) in [
        (&["a.csv", "--over=B.Pso[2]"][..], "there is no column `B.Pso[2]`; did you mean `B.Pos[2]`"),
        (&["a.csv", "--over=B.Pos"], "`B.Pos` is 3 columns; name one of them with --over, such as `B.Pos[0]`"),
        (&["a.csv", "--log=z"], "invalid value 'z' for '--log <AXES>'"),
    ] {
        let output = plot(&directory, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(expected), "{}", text(&output.stderr));
    }
}

#[test]
fn values_that_a_logarithmic_axis_leaves_out_are_counted() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("e.csv"), "h [s],e\n0,1\n0.1,0\n1,-2\n10,3\n").unwrap();
    let output = plot(&directory, &["e.csv", "--log=xy"]);
    assert!(output.status.success());
    let told = text(&output.stderr);
    let expected =
        "3 values that are not above 0 cannot be shown on a logarithmic axis: 2 of `e`, 1 of `h`; lines break there";
    assert!(told.contains(expected), "{told}");
    assert!(!text(&plot(&directory, &["e.csv", "--log=xy", "-q"]).stderr).contains("not above"));
    assert!(!text(&plot(&directory, &["e.csv"]).stderr).contains("not above"));
}

#[test]
fn a_frequency_response_is_a_bode_diagram_unless_another_is_asked_for() {
    let directory = response();
    let drawn = |arguments: &[&str]| {
        let output = plot(&directory, &[&["f.csv"], arguments].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        (text(&output.stderr).to_owned(), read(&directory, "f.svg"))
    };
    // Magnitudes of three and phases of two.
    let (told, svg) = drawn(&[]);
    assert_eq!(told, "f.svg: 5 lines of 41 rows\n");
    assert!(svg.contains("Magnitude [m]") && svg.contains("Phase [deg]") && svg.contains("\nFrequency [Hz]\n"));
    assert!(svg.contains("\nY/U\n") && svg.contains("\nX/U\n") && svg.contains("\nZ/U\n"));
    let (told, svg) = drawn(&["--signals=X/U:phase", "--decibel"]);
    assert_eq!(told, "f.svg: 2 lines of 41 rows\n");
    assert!(svg.contains("Magnitude [dB of m]") && !svg.contains("\nY/U\n"));
    let (_, svg) = drawn(&["--as=nyquist", "--signals=Y/U,X/U"]);
    assert!(svg.contains("\nReal part\n") && svg.contains("Imaginary part"));
    let (_, svg) = drawn(&["--as=nichols", "--signals=Y/U"]);
    assert!(svg.contains("\nPhase [deg]\n") && svg.contains("\n-20 dB\n") && svg.contains("\n0 dB\n"));
    let (told, _) = drawn(&["--as=lines"]);
    assert_eq!(told, "f.svg: 5 lines of 41 rows\n");
    let (_, svg) = drawn(&["--over=Y/U:real", "--signals=Y/U:imaginary"]);
    assert!(svg.contains("\nY/U:real\n"));
    for diagram in ["bode", "nyquist", "nichols"] {
        drawn(&["--signals=Y/U", "--as", diagram, "-o=f.html"]);
        assert!(read(&directory, "f.html").contains("\"Y/U\""));
    }
}

#[test]
fn a_diagram_of_what_is_no_frequency_response_says_what_is_missing() {
    let directory = response();
    fs::write(directory.path().join("t.csv"), "Time [s],x\n0,1\n").unwrap();
    fs::write(directory.path().join("h.csv"), "Frequency [Hz],x\n1,1\n").unwrap();
    for (arguments, expected) in [
        (
            &["t.csv", "--as=bode"][..],
            "`t.csv` cannot be drawn as a Bode diagram: its first column has to be `Frequency [Hz]`, and is `Time [s]`",
        ),
        (&["t.csv", "--decibel"], "`t.csv` cannot be drawn as a Bode diagram"),
        (
            &["h.csv", "--as=nichols"],
            "`h.csv` cannot be drawn as a Nichols diagram: it has no columns such as `Valve.Q2/Valve.P1:magnitude`",
        ),
        (
            &["f.csv", "--as=nyquist"],
            "`f.csv` cannot be drawn as a Nyquist diagram: it has `Z/U:magnitude` but no `Z/U:phase`",
        ),
        (&["f.csv", "--signals=Y/V"], "there is no pair `Y/V`; did you mean `Y/U`"),
        (&["f.csv", "--as=nyquist", "--log=x"], "--over and --log are for lines"),
        (&["f.csv", "--as=nyquist", "--decibel"], "--decibel is for Bode diagrams"),
    ] {
        let output = plot(&directory, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(expected), "{}", text(&output.stderr));
        assert!(!directory.path().join("f.svg").exists() && !directory.path().join("t.svg").exists());
    }
}

/// Hovers, clicks on the legend, zooms and darkens the page.
const SCRIPT: &str = r#"
panels = driver.find_elements(By.CLASS_NAME, "chart")
print(len(panels), "panels", len(driver.find_elements(By.TAG_NAME, "canvas")) >= 2)
ActionChains(driver).move_to_element(panels[0]).perform()
print("B.Pos[2]" in panels[0].text and " m" in panels[0].text)
ActionChains(driver).move_to_element_with_offset(panels[0], *find_text(panels[0], "B.Pos[0]")).click().perform()
option = "return echarts.getInstanceByDom(arguments[0]).getOption()."
print(driver.execute_script(option + "legend[0].selected", panels[0]))
# The wheel zooms all panels together.
ActionChains(driver).scroll_from_origin(webdriver.common.actions.wheel_input.ScrollOrigin.from_element(panels[0]), 0, -300).perform()
zoom = [driver.execute_script(option + "dataZoom[0].end - echarts.getInstanceByDom(arguments[0]).getOption().dataZoom[0].start", panel) for panel in panels]
print(zoom[0] < 99 and zoom[0] == zoom[1])
picture("plot_light")
print(driver.execute_script("return getComputedStyle(document.body).backgroundColor"))
darken()
print(driver.execute_script("return getComputedStyle(document.body).backgroundColor"))
picture("plot_dark")
print(driver.get_log("browser"), driver.execute_script("return performance.getEntriesByType('resource').length"))
"#;

#[test]
fn a_page_works_in_a_browser() {
    let Some(browser) = Browser::new() else { return };
    let directory = results();
    let output = plot(&directory, &["a.csv", "--signals=B.Pos,S.ForceA", "-o", "page.html"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let told = browser.use_page(&directory.path().join("page.html"), SCRIPT);
    let expected = "2 panels True\nTrue\n{'B.Pos[0]': False, 'B.Pos[1]': True, 'B.Pos[2]': True}\nTrue\nrgb(255, 255, 255)\nrgb(13, 17, 23)\n[] 0\n";
    assert_eq!(told, expected);
}

/// Hovers over a diagram, and looks at its scales before and after a zoom.
const DIAGRAM: &str = r#"
panel = driver.find_element(By.CLASS_NAME, "chart")
pixels = "const chart = echarts.getInstanceByDom(arguments[0]); return chart.convertToPixel('grid', arguments[1])"
place = lambda x, y: driver.execute_script(pixels, panel, [x, y])
def ratio():
    (a, b), (c, d) = place(0, 0), place(1, 1)
    return round((c - a) / (b - d), 3)
print(ratio())
# At 1 Hz it is at -sin 0.3 - j cos 0.3: the nearest point is told.
x, y = place(-0.3, -1.0)
middle = driver.execute_script("return [arguments[0].clientWidth / 2, arguments[0].clientHeight / 2]", panel)
ActionChains(driver).move_to_element_with_offset(panel, int(x - middle[0]), int(y - middle[1])).perform()
print("Hz" in panel.text, "Real part: -0.29" in panel.text, "Imaginary part: -0.9" in panel.text)
wheel = webdriver.common.actions.wheel_input.ScrollOrigin.from_element(panel)
ActionChains(driver).scroll_from_origin(wheel, 0, -300).perform()
print(ratio())
picture("plot_nyquist")
print(driver.get_log("browser"))
"#;

#[test]
fn a_page_of_a_nyquist_diagram_keeps_equal_scales() {
    let Some(browser) = Browser::new() else { return };
    let directory = response();
    let output = plot(&directory, &["f.csv", "--as=nyquist", "--signals=Y/U", "-o", "page.html"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let told = browser.use_page(&directory.path().join("page.html"), DIAGRAM);
    assert_eq!(told, "1.0\nTrue True True\n1.0\n[]\n");
}
