//! `bowline report`: a campaign on one page, in a real browser.

use std::fs;

use tempfile::TempDir;

use crate::program::browser::Browser;
use crate::program::campaign::sweep;
use crate::program::python::{python, run_python};
use crate::program::{bowline, read, text};

/// Of 36 runs, six of which fail: a mass cannot be negative.
fn campaign() -> TempDir {
    let directory = TempDir::new().unwrap();
    let vary = ["S.Stiffness=50:20:150", "B.Mass=1,2,3,4,5,-1"];
    let metrics = ["--metric", "top=max:B.Pos[2]", "--metric", "end=final:B.Pos[2]", "--metric", "side=max:B.Pos[0]"];
    let more = [&["-o", "grid", "--until", "2", "--quiet"], &metrics[..]].concat();
    let output = sweep(&directory, &vary, &more);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let output = bowline(&directory, &["report", "grid"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    directory
}

/// Reads the page, chooses, hovers, clicks on the legend, and darkens it.
const SCRIPT: &str = r##"
print([card.text.replace("\n", " ") for card in driver.find_elements(By.CLASS_NAME, "card")])
failed = driver.find_elements(By.CSS_SELECTOR, "#failed tr")
print(len(failed), failed[1].text)
# What matters is chosen first.
chosen = lambda id: Select(driver.find_element(By.ID, id)).first_selected_option.text
print(chosen("result"), "|", chosen("x"), "|", chosen("by"))
panel = lambda id: driver.find_element(By.ID, id)
kinds = "return echarts.getInstanceByDom(document.getElementById(arguments[0])).getOption().series.map((one) => one.type)"
print([driver.execute_script(kinds, id) for id in ["correlations", "dependence", "map", "cases"]])
Select(panel("by")).select_by_visible_text("nothing")
print(driver.execute_script(kinds, "dependence"), panel("map").is_displayed())
Select(panel("by")).select_by_visible_text("B.Mass [kg]")
Select(panel("x")).select_by_visible_text("S.Stiffness [N/m]")
Select(panel("result")).select_by_visible_text("end [m]")
print(panel("map").is_displayed())
driver.execute_script("arguments[0].scrollIntoView()", panel("dependence"))
ActionChains(driver).move_to_element_with_offset(panel("dependence"), *find_text(panel("dependence"), "B.Mass = 2")).click().perform()
print(driver.execute_script("return echarts.getInstanceByDom(arguments[0]).getOption().legend[0].selected['B.Mass = 2']", panel("dependence")))
driver.execute_script("arguments[0].scrollIntoView()", panel("map"))
ActionChains(driver).move_to_element_with_offset(panel("map"), -100, 20).perform()
print("case" in panel("map").text and "end = " in panel("map").text)
driver.execute_script("window.scrollTo(0, 0)")
picture("report_light")
darken()
print(driver.execute_script("return getComputedStyle(document.body).backgroundColor"))
picture("report_dark")
print(driver.get_log("browser"), driver.execute_script("return performance.getEntriesByType('resource').length"))
"##;

#[test]
fn a_report_works_in_a_browser() {
    let Some(browser) = Browser::new() else { return };
    let directory = campaign();
    let told = browser.use_page(&directory.path().join("grid/report.html"), SCRIPT);
    let expected = "\
['36 runs', '30 ok', '6 failed']
7 6 50 -1 failed ";
    let (head, rest) = told.split_at(expected.len());
    assert_eq!(head, expected, "{told}");
    let (reason, rest) = rest.split_once('\n').unwrap();
    assert!(reason.contains("`Mass`"), "{reason}");
    let expected = "\
top [m] | B.Mass [kg] | S.Stiffness [N/m]
[['heatmap'], ['line', 'line', 'line', 'line', 'line', 'line'], ['heatmap'], ['line', 'line', 'line']]
['scatter'] False
True
False
True
rgb(13, 17, 23)
[] 0
";
    assert_eq!(rest, expected);
}

/// Ranks by pandas, which has its own.
#[test]
fn correlations_are_those_of_another_program() {
    let Some(python) = python() else { return };
    let directory = campaign();
    let script = "
import json, pandas as pd
table = pd.read_csv('grid/summary.csv')
table = table[table.status == 'ok']
ranks = table[['S.Stiffness', 'B.Mass', 'top', 'end', 'side']].corr(method='spearman')
print(json.dumps([[None if pd.isna(ranks[r][v]) else ranks[r][v] for r in ['top', 'end', 'side']] for v in ['S.Stiffness', 'B.Mass']]))";
    let theirs: Vec<Vec<Option<f64>>> =
        serde_json::from_str(run_python(&python, directory.path(), script, &[]).trim()).unwrap();
    let page = read(&directory, "grid/report.html");
    let data = page.split_once("id=\"data\">").unwrap().1.split_once("</script>").unwrap().0;
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    let ours: Vec<Vec<Option<f64>>> = serde_json::from_value(data["correlations"].clone()).unwrap();
    for (ours, theirs) in ours.iter().flatten().zip(theirs.iter().flatten()) {
        match (ours, theirs) {
            (Some(ours), Some(theirs)) => assert!((ours - theirs).abs() < 1e-12, "{ours} {theirs}"),
            (ours, theirs) => assert_eq!(ours, theirs),
        }
    }
    assert_eq!((ours.len(), ours[0].len()), (2, 3));
}

#[test]
fn mistakes_are_told() {
    let directory = TempDir::new().unwrap();
    let output = bowline(&directory, &["report", "nowhere"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("`nowhere` holds no campaign: there is no such folder"));
    fs::create_dir(directory.path().join("empty")).unwrap();
    let output = bowline(&directory, &["report", "empty"]);
    assert!(text(&output.stderr).contains("`empty` holds no campaign: there is no campaign.json in it"));
}

/// Tooltips are HTML, and a metric may have any name.
#[test]
fn names_in_a_report_are_no_html() {
    let Some(browser) = Browser::new() else { return };
    let directory = TempDir::new().unwrap();
    let metric = "<i>high</i>=max:B.Pos[2]";
    let output = sweep(&directory, &["S.Stiffness=50,60"], &["-o", "c", "--until", "1", "-q", "--metric", metric]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(bowline(&directory, &["report", "c"]).status.success());
    // The tooltips of the first case, and one that the charts make themselves.
    let script = r##"
import time
panel = lambda id: driver.find_element(By.ID, id)
chart = "echarts.getInstanceByDom(arguments[0])"
for id, value in [("correlations", [0, 0, 1]), ("dependence", [50, 3, None, 0])]:
    shown = driver.execute_script("return " + chart + ".getOption().tooltip[0].formatter({ value: arguments[1] })", panel(id), value)
    print(id, "&lt;i&gt;high&lt;/i&gt;" in shown, "<i>" in shown)
driver.execute_script("arguments[0].scrollIntoView()", panel("cases"))
driver.execute_script(chart + ".dispatchAction({ type: 'showTip', seriesIndex: 0, dataIndex: 0 })", panel("cases"))
time.sleep(0.3)
print("cases", "<i>high</i>" in panel("cases").text, len(panel("cases").find_elements(By.TAG_NAME, "i")) > 0)
"##;
    let told = browser.use_page(&directory.path().join("c/report.html"), script);
    assert_eq!(told, "correlations True False\ndependence True False\ncases True False\n");
}
