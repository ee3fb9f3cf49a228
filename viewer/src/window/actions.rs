//! What a user can ask of the window: one table, which keys, buttons and the
//! help read.

use bevy::prelude::*;

/// Something that a user can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the table says in words what each does")]
pub enum Action {
    PlayOrPause,
    Step,
    StepBack,
    Backwards,
    Restart,
    Faster,
    Slower,
    Unlimited,
    Rest,
    TakeBack,
    Mark,
    GoBack,
    Fit,
    Follow,
    Corner,
    Top,
    Front,
    Side,
    Orthographic,
    NextCamera,
    KeepView,
    Beside,
    Search,
    Types,
    Plots,
    Labels,
    Units,
    Screenshot,
    SaveRecord,
    Help,
    Close,
    Quit,
}

/// The key of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chord {
    /// Whether Ctrl is held.
    pub ctrl: bool,
    /// A character as it is typed, in lower case, or the name of a key.
    pub key: &'static str,
}

/// Under which heading the help has an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the titles say it")]
pub enum Group {
    Time,
    Camera,
    Panels,
    Files,
}

/// An action, and how it is asked for.
#[derive(Debug, Clone, Copy)]
pub struct Control {
    /// The action.
    pub action: Action,
    /// Its keys; the first is shown on buttons.
    pub chords: &'static [Chord],
    /// What a button says.
    pub name: &'static str,
    /// What it does, in a few words.
    pub words: &'static str,
    /// Where the help has it.
    pub group: Group,
}

/// Somebody asked for it.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked(pub Action);

/// What the mouse does, for the help.
pub const MOUSE: &[(&str, &str)] = &[
    ("Drag", "orbit"),
    ("Right drag", "pan"),
    ("Wheel", "zoom"),
    ("Point at something", "its name"),
    ("Click on something", "select it, and show what it is"),
    ("Double click", "look at it"),
    ("Ctrl and drag", "pull it, through a spring"),
    ("Drag in a plot over time", "move along"),
    ("Wheel in a plot", "zoom"),
    ("Right drag in a plot", "zoom to a box"),
    ("Double click in a plot", "see all again"),
    ("Right click on a number's name", "its colour, an arrow, a trail"),
];

const fn key(key: &'static str) -> Chord {
    Chord { ctrl: false, key }
}

const fn ctrl(key: &'static str) -> Chord {
    Chord { ctrl: true, key }
}

const fn control(
    action: Action,
    chords: &'static [Chord],
    name: &'static str,
    words: &'static str,
    group: Group,
) -> Control {
    Control { action, chords, name, words, group }
}

/// All that can be asked for, in the order of the help. What takes a run elsewhere has Ctrl: a letter that was meant for
/// a text, which has just lost the keys, does not.
pub const CONTROLS: &[Control] = &[
    control(Action::PlayOrPause, &[key("Space")], "Play", "play or pause", Group::Time),
    control(Action::Step, &[key(".")], "Step", "one step of the method; in a replay, the next frame", Group::Time),
    control(Action::StepBack, &[key(",")], "Back", "in a replay, the frame before", Group::Time),
    control(Action::Backwards, &[key("Backspace")], "Reverse", "in a replay, play the other way", Group::Time),
    control(Action::Restart, &[ctrl("r")], "Restart", "begin again from the start", Group::Time),
    control(Action::Faster, &[key("+"), key("=")], "Faster", "a higher rate of time", Group::Time),
    control(Action::Slower, &[key("-")], "Slower", "a lower rate of time", Group::Time),
    control(Action::Unlimited, &[key("u")], "Unlimited", "as fast as it goes; again: real time", Group::Time),
    control(Action::Rest, &[ctrl("e")], "Equilibrium", "find an equilibrium near here, and be there", Group::Time),
    control(Action::TakeBack, &[ctrl("z")], "Take back", "take the last change back", Group::Time),
    control(Action::Mark, &[key("m")], "Mark", "set a mark, to which one can go back", Group::Time),
    control(Action::GoBack, &[ctrl("b")], "Go back", "go back to the last mark", Group::Time),
    control(Action::Fit, &[key("f"), key("Home")], "Fit", "show all", Group::Camera),
    control(Action::Follow, &[key("l")], "Follow", "follow what is selected", Group::Camera),
    control(Action::Top, &[key("t"), key("1")], "Top", "look from above", Group::Camera),
    control(Action::Front, &[key("2")], "Front", "look from the front", Group::Camera),
    control(Action::Side, &[key("3")], "Side", "look from the side", Group::Camera),
    control(Action::Corner, &[key("4")], "Corner", "look from a corner, as at first", Group::Camera),
    control(Action::Orthographic, &[key("o")], "Ortho", "orthographic or perspective", Group::Camera),
    control(
        Action::NextCamera,
        &[key("c")],
        "Next",
        "the next camera of the scenario, or view that was kept",
        Group::Camera,
    ),
    control(Action::KeepView, &[key("k")], "Keep this view", "keep this view, in the menu of cameras", Group::Camera),
    control(Action::Beside, &[key("v")], "Views", "one more view beside, or none after the third", Group::Camera),
    control(
        Action::Search,
        &[key("/"), ctrl("f")],
        "Search",
        "find a SimObject or a signal by its name",
        Group::Panels,
    ),
    control(Action::Types, &[key("h")], "Types", "hide and show types", Group::Panels),
    control(Action::Plots, &[key("p")], "Plots", "plots of ticked signals", Group::Panels),
    control(Action::Labels, &[key("n")], "Names", "names of all that is shown", Group::Panels),
    control(Action::Units, &[key("i")], "Units", "SI units, or those that people read", Group::Panels),
    control(Action::Help, &[key("F1"), key("?")], "Help", "this help", Group::Panels),
    control(Action::Close, &[key("Escape")], "Close", "close a panel, or select nothing", Group::Panels),
    control(Action::Screenshot, &[key("s")], "Picture", "write a picture (PNG) into the current folder", Group::Files),
    control(Action::SaveRecord, &[ctrl("s")], "Save", "write the record of what was changed", Group::Files),
    control(Action::Quit, &[ctrl("q")], "Quit", "close the window", Group::Files),
];

impl Action {
    /// How it is asked for.
    pub fn control(self) -> &'static Control {
        // Each action stands in the table, as a test makes sure.
        CONTROLS.iter().find(|control| control.action == self).unwrap_or(&CONTROLS[0])
    }
}

impl Chord {
    /// As people write it.
    pub fn words(&self) -> String {
        let key = match self.key {
            "Escape" => "Esc".to_owned(),
            key if key.chars().count() == 1 => key.to_uppercase(),
            key => key.to_owned(),
        };
        if self.ctrl { format!("Ctrl+{key}") } else { key }
    }
}

impl Group {
    /// All of them, in the order of the help.
    pub const ALL: [Self; 4] = [Self::Time, Self::Camera, Self::Panels, Self::Files];

    /// Its heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::Time => "Time",
            Self::Camera => "Camera",
            Self::Panels => "Panels",
            Self::Files => "Files",
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_guide_lists_all_of_them() {
        let guide = include_str!("../../../docs/guide.md");
        let rows = CONTROLS.iter().map(|control| {
            let chords: Vec<_> = control.chords.iter().map(|chord| format!("`{}`", chord.words())).collect();
            format!("| {} | {} |\n", chords.join(", "), control.words)
        });
        let mouse = MOUSE.iter().map(|(what, words)| format!("| {what} | {words} |\n"));
        let table: String = rows.collect();
        assert!(guide.contains(&table), "the guide's table of keys should be:\n{table}");
        let table: String = mouse.collect();
        assert!(guide.contains(&table), "the guide's table of the mouse should be:\n{table}");
    }

    #[test]
    fn each_key_and_each_action_stands_once() {
        let mut chords = HashSet::new();
        for Chord { ctrl, key } in CONTROLS.iter().flat_map(|control| control.chords) {
            assert!(chords.insert((ctrl, key)), "{key} stands twice");
        }
        let actions: HashSet<_> = CONTROLS.iter().map(|control| control.action).collect();
        assert_eq!(actions.len(), CONTROLS.len());
        assert_eq!(actions.len(), Action::Quit as usize + 1, "an action without a control");
    }
}
