//! `bowline plot`: charts of results, as pictures and as pages.

#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

mod program;

use std::fs;
use std::process::Output;

use tempfile::TempDir;

use program::browser::Browser;
use program::{bowline, read, text, tutorial};

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
    let output = plot(&directory, &["a.csv", "--signals", "B.Pos,S.ForceA[2]"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "a.svg: 4 lines of 501 rows\n");
    let svg = read(&directory, "a.svg");
    for expected in
        ["B.Pos[0]", "B.Pos[1]", "B.Pos[2]", "S.ForceA[2] [N]", "[m]", "Time [s]", "mass_linear_spring.xml", "501 rows"]
    {
        assert!(svg.contains(&format!("\n{expected}\n")) || svg.contains(expected), "{expected}");
    }
    assert!(!svg.contains("B.Vel"));
    // A line and its sample in the legend each.
    assert!(svg.matches("stroke=\"#2CA02C\"").count() >= 2);
}

#[test]
fn units_come_from_the_header_too() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("b.csv"), "Time [s],x [bar]\n0,1\n1,2\n").unwrap();
    assert!(plot(&directory, &["b.csv"]).status.success());
    assert!(read(&directory, "b.svg").contains("x [bar]"));
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
        (&["a.csv", "-o", "a.png"], "`a.png`: a chart is written as .svg or as .html"),
        (&["a.csv", "-o", "notes.html"], "it holds something else than a chart"),
        (&["none.csv"], "`none.csv` has no rows"),
        (&["words.csv"], "`words.csv` has no numbers over `Time`"),
        (&["words.csv", "--signals=word"], "`word` holds texts, which cannot be drawn"),
        (&["absent.csv"], "cannot read `absent.csv`: "),
    ] {
        let output = plot(&directory, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(expected), "{}", text(&output.stderr));
    }
    assert_eq!(read(&directory, "notes.html"), "<p>mine");
    assert!(plot(&directory, &["a.csv", "-o", "notes.html", "--force"]).status.success());
    assert!(plot(&directory, &["a.csv", "-o", "notes.html"]).status.success());
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
