//! A real browser that opens pages.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::cannot_check;
use super::python::{python, run_python};

/// Begins a script: `driver` is a browser with the page of the first argument.
const OPEN: &str = r#"
import shutil, sys
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

options = webdriver.ChromeOptions()
options.binary_location = shutil.which("chromium") or shutil.which("google-chrome")
for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1200,1000"]:
    options.add_argument(argument)
options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))

def darken():
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})

def picture(name):
    driver.save_screenshot(sys.argv[2] + "/" + name + ".png")

# Where a text of a chart is, from its middle.
def find_text(panel, text):
    return driver.execute_script('''
        const chart = echarts.getInstanceByDom(arguments[0]);
        const text = chart.getZr().storage.getDisplayList().find((shape) => shape.style.text === arguments[1]);
        const box = text.getBoundingRect().clone();
        if (text.transform) box.applyTransform(text.transform);
        return [Math.trunc(box.x + box.width / 2 - chart.getWidth() / 2), Math.trunc(box.y + box.height / 2 - chart.getHeight() / 2)];
    ''', panel, text)

driver.get("file://" + sys.argv[1])
try:
"#;

const CLOSE: &str = "
finally:
    driver.quit()
";

/// A browser, and Python that drives it.
pub(crate) struct Browser {
    python: PathBuf,
}

impl Browser {
    /// None where there is none, which has been told.
    pub(crate) fn new() -> Option<Self> {
        let answers = |tool: &str| Command::new(tool).arg("--version").stdout(Stdio::null()).status().is_ok();
        if !answers("chromedriver") || !(answers("chromium") || answers("google-chrome")) {
            cannot_check("there is no Chromium with its chromedriver here");
            return None;
        }
        Some(Self { python: python()? })
    }

    /// Opens a page; what a script prints that has `driver`, `darken`, `picture`
    /// and `find_text`. Pictures lie in `target/tmp`, to be looked at.
    pub(crate) fn use_page(&self, page: &Path, script: &str) -> String {
        let page = std::path::absolute(page).unwrap();
        let script: String = script.lines().map(|line| format!("    {line}\n")).collect();
        let script = format!("{OPEN}{script}{CLOSE}");
        let arguments = [page.display().to_string(), env!("CARGO_TARGET_TMPDIR").to_owned()];
        run_python(&self.python, page.parent().unwrap(), &script, &arguments.each_ref().map(String::as_str))
    }
}
