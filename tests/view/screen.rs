//! A screen that nobody sees, and a window on it that is used as people do.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::cargo::CommandCargoExt;

use crate::program::cannot_check;
use crate::program::signals::send;

/// Nothing here takes so long, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(90);

/// The folder of states, in that of a test.
pub(crate) const STATES: &str = "states";

/// A screen of 1280 x 800 pixels without a window manager.
pub(crate) struct Screen {
    server: Child,
    display: String,
}

impl Screen {
    /// A new one; none where the programs for it are not installed.
    pub(crate) fn new() -> Option<Self> {
        if Command::new("xdotool").arg("version").output().is_err() {
            cannot_check("there is no `xdotool` here");
            return None;
        }
        // A server that begins anew when its last client goes would refuse the next one meanwhile.
        let server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let Ok(mut server) = server else {
            cannot_check("there is no `Xvfb` here");
            return None;
        };
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut number).unwrap();
        Some(Self { server, display: format!(":{}", number.trim()) })
    }

    /// Opens a window, and waits until it is there.
    pub(crate) fn open(&self, folder: &Path, arguments: &[&str]) -> Window<'_> {
        let mut program = Command::cargo_bin("bowline")
            .unwrap()
            .arg("view")
            .args(arguments)
            .current_dir(folder)
            .env("DISPLAY", &self.display)
            .env("WINIT_X11_SCALE_FACTOR", "1")
            // What windows remember is the test's, not the user's.
            .env("XDG_STATE_HOME", folder.join(STATES))
            .env_remove("BOWLINE_LIBRARY_PATH")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(program.stdout.take().unwrap());
        let mut first = String::new();
        said.read_line(&mut first).unwrap();
        if first.is_empty() {
            let mut errors = String::new();
            program.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
            panic!("there is no window: {errors}");
        }
        let mut window = Window { screen: self, program, said, number: String::new(), first };
        // The search fails where another window is closing meanwhile.
        let windows = wait_for("the window", || {
            let arguments = ["search", "--name", "Bowline"];
            let found = Command::new("xdotool").args(arguments).env("DISPLAY", &self.display).output().unwrap();
            let found = String::from_utf8(found.stdout).unwrap();
            (!found.trim().is_empty()).then_some(found)
        });
        // Without a window manager nobody else gives it the keys.
        window.number = windows.lines().next().unwrap_or_default().to_owned();
        window.focus();
        window
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// A window of the program.
pub(crate) struct Window<'s> {
    screen: &'s Screen,
    program: Child,
    said: BufReader<ChildStdout>,
    /// By which the display knows it.
    number: String,
    /// The first line that it wrote to standard output.
    pub(crate) first: String,
}

impl Window<'_> {
    fn xdotool(&self, arguments: &[&str]) -> String {
        let output = Command::new("xdotool").args(arguments).env("DISPLAY", &self.screen.display).output().unwrap();
        assert!(output.status.success(), "xdotool {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Sends a signal, named as in `INT`.
    pub(crate) fn send(&self, signal: &str) {
        send(signal, &self.program);
    }

    fn focus(&self) {
        self.xdotool(&["windowfocus", "--sync", &self.number]);
    }

    /// Drags with the mouse to look from elsewhere.
    pub(crate) fn orbit(&self) {
        self.xdotool(&["mousemove", "500", "300", "mousedown", "1"]);
        for step in 1..=10 {
            self.xdotool(&["mousemove", &(500 + 20 * step).to_string(), "310"]);
            std::thread::sleep(Duration::from_millis(30));
        }
        self.xdotool(&["mouseup", "1"]);
    }

    /// Gives it another size, pixels.
    pub(crate) fn resize(&self, width: u32, height: u32) {
        self.xdotool(&["windowsize", &self.number, &width.to_string(), &height.to_string()]);
    }

    /// Takes it off the screen for a while, as minimising does.
    pub(crate) fn hide_for(&self, duration: Duration) {
        self.xdotool(&["windowunmap", "--sync", &self.number]);
        std::thread::sleep(duration);
        self.xdotool(&["windowmap", "--sync", &self.number]);
        std::thread::sleep(duration);
        self.focus();
    }

    /// Presses keys, one after the other, as xdotool calls them.
    pub(crate) fn press(&self, keys: &[&str]) {
        self.xdotool(&[&["key", "--delay", "100"], keys].concat());
    }

    /// Clicks somewhere.
    pub(crate) fn click(&self, [x, y]: [usize; 2]) {
        self.xdotool(&["mousemove", &x.to_string(), &y.to_string()]);
        // What the pointer is on is found out in the next picture.
        std::thread::sleep(Duration::from_millis(1500));
        self.xdotool(&["click", "1"]);
    }

    /// Drags from here to there.
    pub(crate) fn drag(&self, [x, y]: [usize; 2], [to_x, to_y]: [usize; 2]) {
        self.xdotool(&["mousemove", &x.to_string(), &y.to_string()]);
        std::thread::sleep(Duration::from_millis(1500));
        self.xdotool(&["mousedown", "1"]);
        for part in 1..=10 {
            let between = |from: usize, to: usize| ((from * (10 - part) + to * part) / 10).to_string();
            self.xdotool(&["mousemove", &between(x, to_x), &between(y, to_y)]);
            std::thread::sleep(Duration::from_millis(100));
        }
        self.xdotool(&["mouseup", "1"]);
    }

    /// Holds what is here, with Ctrl, and pulls it there.
    pub(crate) fn pull(&self, [x, y]: [usize; 2], [to_x, to_y]: [usize; 2]) {
        self.xdotool(&["mousemove", &x.to_string(), &y.to_string()]);
        std::thread::sleep(Duration::from_millis(1500));
        // Each in a picture of its own.
        self.xdotool(&["keydown", "ctrl"]);
        std::thread::sleep(Duration::from_millis(1500));
        self.xdotool(&["mousedown", "1"]);
        std::thread::sleep(Duration::from_millis(1500));
        self.xdotool(&["keyup", "ctrl", "mousemove", &to_x.to_string(), &to_y.to_string()]);
    }

    /// Lets it go.
    pub(crate) fn let_go(&self) {
        self.xdotool(&["mouseup", "1"]);
    }

    /// Waits until the program has ended; how, and what it wrote to standard error.
    pub(crate) fn end(mut self) -> (ExitStatus, String) {
        let status = wait_for("the window to close", || self.program.try_wait().unwrap());
        let (mut rest, mut errors) = (String::new(), String::new());
        self.said.read_to_string(&mut rest).unwrap();
        self.program.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        assert_eq!(rest, "", "it is ready once");
        (status, errors)
    }
}

impl Drop for Window<'_> {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// Waits until there is something.
pub(crate) fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < PATIENCE, "waited too long for {what}");
        std::thread::sleep(Duration::from_millis(100));
    }
}
