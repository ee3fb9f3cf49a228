//! The panel of all SimObjects: search by names of SimObjects, types and signals, and types to be hidden.

use std::collections::BTreeMap;

use bevy_egui::egui::text::{CCursor, CCursorRange};
use bevy_egui::egui::text_edit::TextEditState;
use bevy_egui::egui::{self, Key, Label, Layout, Rect, RichText, ScrollArea, Sense, TextEdit, Ui, vec2};
use bowline_engine::scene::SceneObject;
use serde::{Deserialize, Serialize};

use crate::stage::Hidden;

use super::cells::{Cells, HEIGHT, tick, words};
use super::look;
use super::ranking::{Hit, ranked};
use super::signal_names::SignalNames;

/// What the panel shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Tab {
    /// Nothing: it is closed.
    #[default]
    Closed,
    /// The search.
    Search,
    /// The types.
    Types,
}

/// The search, and the types of the scene.
#[derive(Debug, Default)]
pub(crate) struct Objects {
    pub(crate) tab: Tab,
    /// Whether the keys are to go to the search.
    wants_keys: bool,
    query: String,
    signals: SignalNames,
    found: Vec<Hit>,
    /// Which of those found Enter takes.
    chosen: usize,
    /// The types that have shapes, and how many SimObjects each has.
    kinds: Vec<(String, usize)>,
}

/// What a user asks for in the panel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Choice {
    /// Select a SimObject.
    Select(usize),
    /// Select it, and look at it.
    LookAt(usize),
    /// Select it, and plot this signal of it.
    Plot(usize, String),
}

impl Choice {
    /// What is meant by who takes a hit, rather than points at it.
    fn taken(hit: &Hit) -> Self {
        match &hit.signal {
            None => Self::LookAt(hit.object),
            Some(signal) => Self::Plot(hit.object, signal.clone()),
        }
    }
}

impl Objects {
    /// Takes the SimObjects of another scene, and tells them apart that have a
    /// shape: only they can be hidden.
    pub(crate) fn take(&mut self, objects: &[SceneObject], signals: SignalNames, has_shape: impl Fn(usize) -> bool) {
        let mut kinds = BTreeMap::new();
        for (_, object) in (0..).zip(objects).filter(|(at, _)| has_shape(*at)) {
            *kinds.entry(object.kind.clone()).or_insert(0) += 1;
        }
        self.kinds = kinds.into_iter().collect();
        self.signals = signals;
        (self.found, self.chosen) = (ranked(&self.query, objects, &self.signals), 0);
    }

    /// Opens a tab, or closes the panel if it shows that one.
    pub(crate) fn toggle(&mut self, tab: Tab) {
        self.tab = if self.tab == tab { Tab::Closed } else { tab };
        self.wants_keys = self.tab == Tab::Search;
    }

    /// The number of hits, in words.
    fn count(&self, objects: usize) -> String {
        if self.query.trim().is_empty() {
            return format!("{objects} SimObjects");
        }
        let signals = self.found.iter().filter(|hit| hit.signal.is_some()).count();
        match (self.found.len() - signals, signals) {
            (0, 0) => "none found".to_owned(),
            (found, 0) => format!("{found} of {objects}"),
            (0, signals) => counted(signals),
            (found, signals) => format!("{found} of {objects}, and {}", counted(signals)),
        }
    }

    /// Shows the panel.
    pub(crate) fn show(
        &mut self,
        ui: &mut Ui,
        objects: &[SceneObject],
        selected: Option<usize>,
        hidden: &mut Hidden,
    ) -> Option<Choice> {
        ui.horizontal(|ui| {
            ui.selectable_value(&mut self.tab, Tab::Search, "SimObjects");
            ui.selectable_value(&mut self.tab, Tab::Types, "Types");
            ui.with_layout(Layout::right_to_left(egui::Align::Center), |ui| {
                if super::close(ui).clicked() {
                    self.tab = Tab::Closed;
                }
            });
        });
        ui.add_space(4.0);
        match self.tab {
            Tab::Search => self.search(ui, objects, selected, hidden),
            Tab::Types => {
                self.types(ui, hidden);
                None
            }
            Tab::Closed => None,
        }
    }

    fn search(
        &mut self,
        ui: &mut Ui,
        objects: &[SceneObject],
        selected: Option<usize>,
        hidden: &Hidden,
    ) -> Option<Choice> {
        let step = ui.input_mut(|input| {
            let mut pressed = |key| input.count_and_consume_key(egui::Modifiers::NONE, key);
            pressed(Key::ArrowDown) as isize - pressed(Key::ArrowUp) as isize
        });
        let field =
            TextEdit::singleline(&mut self.query).hint_text("name, type or signal").desired_width(f32::INFINITY);
        let field = ui.add(field.margin(vec2(6.0, 4.0)));
        if std::mem::take(&mut self.wants_keys) {
            field.request_focus();
            // What was searched for before makes room for what is typed.
            if let Some(mut state) = TextEditState::load(ui.ctx(), field.id) {
                let all = CCursorRange::two(CCursor::new(0), CCursor::new(self.query.chars().count()));
                state.cursor.set_char_range(Some(all));
                state.store(ui.ctx(), field.id);
            }
        }
        if field.changed() {
            self.found = ranked(&self.query, objects, &self.signals);
            self.chosen = 0;
        }
        let last = self.found.len().saturating_sub(1);
        self.chosen = self.chosen.saturating_add_signed(step).min(last);
        let is_meant = self.chosen > 0 || !self.query.trim().is_empty();
        let is_entered = is_meant && field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        let mut choice = self.found.get(self.chosen).filter(|_| is_entered).map(Choice::taken);
        ui.label(RichText::new(self.count(objects.len())).color(look::FAINT));
        let mut list = ScrollArea::vertical().auto_shrink(false);
        if step != 0 {
            // The chosen line is kept in the middle of what is seen.
            let line = HEIGHT + ui.spacing().item_spacing.y;
            list = list.vertical_scroll_offset((self.chosen as f32 * line - 0.4 * ui.available_height()).max(0.0));
        }
        let is_searched = field.has_focus() || step != 0;
        list.show_rows(ui, HEIGHT, self.found.len(), |ui, range| {
            for place in range {
                let hit = &self.found[place];
                let Some(object) = objects.get(hit.object) else { continue };
                let is_marked = selected == Some(hit.object) && hit.signal.is_none();
                let is_chosen = is_searched && place == self.chosen;
                let is_hidden = hidden.kinds.contains(&object.kind);
                let response = row(ui, object, hit.signal.as_deref(), (is_marked, is_chosen, is_hidden));
                if response.double_clicked() || (response.clicked() && hit.signal.is_some()) {
                    choice = Some(Choice::taken(hit));
                } else if response.clicked() {
                    choice = Some(Choice::Select(hit.object));
                }
            }
        });
        choice
    }

    fn types(&self, ui: &mut Ui, hidden: &mut Hidden) {
        ui.horizontal(|ui| {
            if ui.button("Show all").clicked() {
                hidden.kinds.clear();
            }
            if ui.button("Hide all").clicked() {
                hidden.kinds.extend(self.kinds.iter().map(|(kind, _)| kind.clone()));
            }
        });
        ui.add_space(2.0);
        ScrollArea::vertical().auto_shrink(false).show_rows(ui, HEIGHT, self.kinds.len(), |ui, range| {
            for (kind, count) in &self.kinds[range] {
                let mut is_shown = !hidden.kinds.contains(kind);
                let (mut cells, response) = Cells::new(ui, Sense::click());
                let ticked = cells.left(18.0, |ui| tick(ui, &mut is_shown).changed());
                cells.right(48.0, |ui| ui.label(RichText::new(count.to_string()).color(look::FAINT)));
                cells.rest(|ui| words(ui, kind.as_str()));
                is_shown ^= response.clicked();
                if ticked || response.clicked() {
                    if is_shown {
                        hidden.kinds.remove(kind)
                    } else {
                        hidden.kinds.insert(kind.clone())
                    };
                }
            }
        });
    }
}

fn counted(signals: usize) -> String {
    if signals == 1 { "1 signal".to_owned() } else { format!("{signals} signals") }
}

/// A SimObject of the list, or a signal: name and type.
fn row(
    ui: &mut Ui,
    object: &SceneObject,
    signal: Option<&str>,
    (is_marked, is_chosen, is_hidden): (bool, bool, bool),
) -> egui::Response {
    let space = ui.available_rect_before_wrap();
    let rect = Rect::from_min_size(space.min, vec2(space.width(), HEIGHT));
    let is_pointed = ui.rect_contains_pointer(rect);
    if is_marked || is_chosen || is_pointed {
        let visuals = ui.visuals();
        let fill = if is_marked { visuals.selection.bg_fill } else { visuals.faint_bg_color };
        ui.painter().rect_filled(rect, 3.0, fill);
    }
    if is_chosen {
        ui.painter().rect_stroke(rect, 3.0, ui.visuals().selection.stroke, egui::StrokeKind::Inside);
    }
    let (mut cells, response) = Cells::new(ui, Sense::click());
    cells.left(0.0, |_| ());
    cells.right(0.0, |_| ());
    let of_kind = if signal.is_some() { 0.0 } else { 0.5 } * rect.width();
    let kind = if is_hidden { format!("{} (hidden)", object.kind) } else { object.kind.clone() };
    cells.right(of_kind, |ui| ui.add(Label::new(RichText::new(kind).small().color(look::FAINT)).truncate()));
    let name = signal.map_or_else(|| object.name.clone(), |signal| format!("{}.{signal}", object.name));
    let name = RichText::new(name);
    cells.rest(|ui| words(ui, if is_hidden { name.color(look::FAINT) } else { name }));
    response
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::Event;

    use super::*;
    use crate::window::panels::seen::passes;

    fn objects() -> Vec<SceneObject> {
        let of = |number: usize| {
            let kind = if number.is_multiple_of(2) { "Body/Mass" } else { "Cable/LinearSpring" };
            SceneObject { name: format!("N{number}"), kind: kind.to_owned() }
        };
        (0..10_000).map(of).collect()
    }

    fn pressed(key: Key) -> Event {
        Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers: egui::Modifiers::NONE }
    }

    /// `77` is found in 280 names; one down from the first, and Enter.
    #[test]
    fn a_few_letters_and_enter_find_it_among_many() {
        let all = objects();
        let mut panel = Objects::default();
        panel.take(&all, SignalNames::Unknown, |at| at.is_multiple_of(2) || at > 5000);
        panel.toggle(Tab::Search);
        let mut choices = Vec::new();
        let mut show = |events: &[Event]| {
            passes(vec2(270.0, 600.0), events, &mut |ui| {
                choices.extend(panel.show(ui, &all, None, &mut Hidden::default()));
            })
        };
        let seen = show(&[Event::Text("77".to_owned())]);
        assert!(seen.iter().any(|words| words == "280 of 10000"), "{seen:?}");
        assert!(seen.len() < 120, "only what is seen is drawn: {}", seen.len());
        assert!(choices.is_empty());
    }

    #[test]
    fn arrows_and_enter_choose() {
        let all = objects();
        let mut panel = Objects::default();
        panel.take(&all, SignalNames::Unknown, |at| at.is_multiple_of(2) || at > 5000);
        panel.toggle(Tab::Search);
        let mut choices = Vec::new();
        let events = [Event::Text("n77".to_owned()), pressed(Key::ArrowDown), pressed(Key::Enter)];
        passes(vec2(270.0, 600.0), &events, &mut |ui| {
            choices.extend(panel.show(ui, &all, None, &mut Hidden::default()));
        });
        assert_eq!(choices, [Choice::LookAt(770)], "after `N77` itself comes `N770`");

        let mut empty = Objects::default();
        empty.take(&all, SignalNames::Unknown, |_| true);
        empty.toggle(Tab::Search);
        passes(vec2(270.0, 600.0), &[pressed(Key::Enter)], &mut |ui| {
            assert_eq!(empty.show(ui, &all, None, &mut Hidden::default()), None, "nothing was asked for");
        });
    }

    /// Whoever searches again types over what was searched for before; what is found by a signal is plotted.
    #[test]
    fn signals_are_found_and_plotted() {
        let all = objects();
        let mut panel = Objects::default();
        let columns = ["N5.Force[2]", "N7.Tension", "N8.Tension"];
        panel.take(&all, SignalNames::recorded(columns.into_iter(), &all), |_| true);
        panel.query = "N77".to_owned();
        panel.toggle(Tab::Search);
        let mut choices = Vec::new();
        let events = [Event::Text("tens".to_owned()), pressed(Key::ArrowDown), pressed(Key::Enter)];
        let seen = passes(vec2(270.0, 600.0), &events, &mut |ui| {
            choices.extend(panel.show(ui, &all, None, &mut Hidden::default()));
        });
        assert_eq!(choices, [Choice::Plot(8, "Tension".to_owned())]);
        assert!(["2 signals", "N7.Tension"].iter().all(|words| seen.iter().any(|s| s == words)), "{seen:?}");
    }

    #[test]
    fn types_are_told_with_the_counts_of_those_that_can_be_seen() {
        let all = objects();
        let mut panel = Objects::default();
        panel.take(&all, SignalNames::Unknown, |at| at.is_multiple_of(2) || at > 5000);
        panel.toggle(Tab::Types);
        let seen = passes(vec2(270.0, 600.0), &[], &mut |ui| {
            panel.show(ui, &all, None, &mut Hidden::default());
        });
        assert!(
            ["Body/Mass", "5000", "Cable/LinearSpring", "2500"].iter().all(|words| seen.iter().any(|s| s == words)),
            "{seen:?}"
        );
        panel.toggle(Tab::Types);
        assert_eq!(panel.tab, Tab::Closed, "the same key closes it");
    }
}
