//! The panel of what is selected: its ports, states and parameters with live
//! values, sliders for inputs, and ticks for plots.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use bevy_egui::egui::{DragValue, Label, RichText, ScrollArea, Sense, Slider, SliderClamping, TextStyle, Ui, vec2};
use bowline_engine::{Input, Parameter};

use super::cells::{Cells, HEIGHT, tick, words};
use super::look;
use super::number::{brief, printed, readable, round_up};
use super::plotted::Plots;
use super::sheet::{Feed, Line, Sheet, SignalSheet};
use crate::window::overlays::Overlays;
use crate::window::units::Units;

/// What a user asks for in the panel.
#[derive(Debug, Clone)]
pub(crate) enum Wish {
    /// Give an input these values.
    Set(Input, Vec<f64>),
    /// Plot a number, by its name, or no longer.
    Plot(String, bool),
    /// Select the SimObject of that name.
    Select(String),
    /// Colour a SimObject, by its position in the scene, by the number of that name, or no longer.
    Colour(usize, String),
    /// Show the vector of that name at it, or no longer.
    Arrow(usize, String),
    /// Leave a trail behind it, or no longer.
    Trail(usize),
}

/// What was given to inputs by hand and is not seen in the run yet: a slider
/// stays where it was put.
#[derive(Debug, Default)]
pub(crate) struct Hands(HashMap<String, (Vec<f64>, Instant)>);

impl Hands {
    /// A run takes less to answer, if it goes on at all.
    const PATIENCE: Duration = Duration::from_millis(500);

    /// The values of an input: what it was given, else what the run says.
    fn values(&self, input: &Input, live: Option<&[f64]>) -> Vec<f64> {
        let live = live.filter(|live| live.len() == input.width()).unwrap_or_else(|| input.value());
        match self.0.get(input.name()) {
            Some((given, since)) if given != live && since.elapsed() < Self::PATIENCE => given.clone(),
            _ => live.to_vec(),
        }
    }

    fn give(&mut self, input: &Input, values: Vec<f64>) {
        self.0.insert(input.name().to_owned(), (values, Instant::now()));
    }
}

/// Shows the sheet. `values` are its watched numbers, if there are any yet.
pub(crate) fn show(
    ui: &mut Ui,
    sheet: &mut Sheet,
    values: Option<&[f64]>,
    of: (&Plots, &Units, &Overlays),
    hands: &mut Hands,
) -> Vec<Wish> {
    let mut wishes = Vec::new();
    ui.add(Label::new(RichText::new(&sheet.name).heading()).truncate());
    let kind = format!("{} · {}", sheet.kind, sheet.library);
    ui.add(Label::new(RichText::new(kind).color(look::FAINT)).truncate());
    if !sheet.doc.is_empty() {
        ui.add(Label::new(RichText::new(&sheet.doc)).wrap());
    }
    ui.add_space(2.0);
    ui.separator();
    let lines = std::mem::take(&mut sheet.lines);
    let laid = of;
    ScrollArea::vertical().auto_shrink(false).show_rows(ui, HEIGHT, lines.len(), |ui, range| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for line in &lines[range] {
            ui.push_id(line, |ui| match *line {
                Line::Heading(title) => heading(ui, title),
                Line::Number(signal, element) => {
                    let of = &sheet.signals[signal];
                    let number_of = ((sheet.object, sheet.name.as_str()), (of, sheet.vector_of(of)), element);
                    number(ui, number_of, values, laid, hands, &mut wishes);
                }
                Line::More(signal) => more(ui, &sheet.signals[signal]),
                Line::Parameter(index) => parameter(ui, &sheet.parameters[index]),
            });
        }
    });
    sheet.lines = lines;
    wishes
}

fn heading(ui: &mut Ui, title: &str) {
    let (cells, _) = Cells::new(ui, Sense::hover());
    cells.rest(|ui| ui.add(Label::new(RichText::new(title).strong().color(look::ACCENT))));
}

/// Width of the cell for units.
const UNIT: f32 = 54.0;
/// Width of the cell for numbers.
const VALUE: f32 = 80.0;

fn number(
    ui: &mut Ui,
    (object, (signal, vector), element): ((usize, &str), (&SignalSheet, Option<String>), usize),
    values: Option<&[f64]>,
    (plots, units, overlays): (&Plots, &Units, &Overlays),
    hands: &mut Hands,
    wishes: &mut Vec<Wish>,
) {
    let first = signal.first;
    let live = values.and_then(|values| values.get(first..first + signal.quantity.width()));
    let unit = units.of(signal.quantity.unit());
    let (name, about) = (signal.element_name(element), about(signal));
    let (object, object_name) = object;
    let full = format!("{object_name}.{name}");
    let feeder = match &signal.source {
        Feed::Ports(ports) => ports.first().and_then(|port| port.split('.').next()).map(str::to_owned),
        Feed::Own | Feed::Hand(_) => None,
    };
    let (mut cells, response) = Cells::new(ui, Sense::click());
    cells.left(18.0, |ui| plot(ui, &full, plots, wishes));
    cells.right_from_left(UNIT, |ui| words(ui, RichText::new(unit.printed()).color(look::FAINT)));
    match &signal.source {
        Feed::Hand(input) => {
            let mut values = hands.values(input, live);
            let range = input.range(element);
            let range = unit.number(*range.start())..=unit.number(*range.end());
            let has_slider = range.start().is_finite() && range.end().is_finite();
            let width = if has_slider { VALUE + 92.0 } else { VALUE };
            let mut shown = unit.number(values[element]);
            let is_moved = cells.right(width, |ui| hand(ui, &mut shown, &range));
            if is_moved {
                values[element] = unit.back(shown);
                hands.give(input, values.clone());
                wishes.push(Wish::Set(input.clone(), values));
            }
        }
        _ => {
            let value = live.map_or_else(|| "-".to_owned(), |live| readable(unit.number(live[element])));
            cells.right(VALUE, |ui| ui.add(Label::new(RichText::new(value).monospace()).selectable(true)));
        }
    }
    cells.rest(|ui| words(ui, name));
    // Who misses the tick does not want to go elsewhere.
    let is_on_name = response.interact_pointer_pos().is_some_and(|at| at.x > response.rect.left() + 26.0);
    wishes.extend(feeder.filter(|_| response.clicked() && is_on_name).map(Wish::Select));
    response.context_menu(|ui| wishes.extend(overlay(ui, (object, object_name), vector.as_deref(), &full, overlays)));
    if !about.is_empty() {
        response.on_hover_text(about);
    }
}

/// The menu of what can be laid over the scene.
fn overlay(
    ui: &mut Ui,
    (object, object_name): (usize, &str),
    vector: Option<&str>,
    number: &str,
    overlays: &Overlays,
) -> Option<Wish> {
    let mut wish = None;
    let mut entry = |is_on: bool, words: String, asked: Wish| {
        if ui.selectable_label(is_on, words).clicked() {
            wish = Some(asked);
            ui.close();
        }
    };
    let colour = Wish::Colour(object, number.to_owned());
    entry(overlays.is_coloured(number), format!("Colour {object_name} by {number}"), colour);
    if let Some(vector) = vector {
        let vector = format!("{object_name}.{vector}");
        entry(overlays.has_arrow(&vector), format!("Show {vector} as an arrow"), Wish::Arrow(object, vector));
    }
    entry(overlays.has_trail(object), format!("Leave a trail behind {object_name}"), Wish::Trail(object));
    wish
}

/// A line on a signal, for who points at it.
fn about(signal: &SignalSheet) -> String {
    let fed = match &signal.source {
        Feed::Own => String::new(),
        Feed::Ports(ports) if ports.len() > 8 => {
            format!("fed by {} and {} others; click: to the first", ports[..8].join(", "), ports.len() - 8)
        }
        Feed::Ports(ports) => format!("fed by {}; click: to it", ports.join(", ")),
        Feed::Hand(_) => "drag the number, or click and type: it is given while the run goes on".to_owned(),
    };
    let menu = "right-click: show it in the scene".to_owned();
    [&signal.doc, &fed, &menu].into_iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join("\n")
}

/// The tick that plots a number.
fn plot(ui: &mut Ui, full: &str, plots: &Plots, wishes: &mut Vec<Wish>) {
    let colour = plots.colour(full);
    let mut is_plotted = colour.is_some();
    let is_enabled = is_plotted || !plots.is_full();
    let response = ui.add_enabled_ui(is_enabled, |ui| tick(ui, &mut is_plotted)).inner;
    if let Some(colour) = colour {
        let mark = response.rect.shrink2(0.5 * (response.rect.size() - vec2(11.0, 11.0)));
        ui.painter().rect_filled(mark, 2.0, look::LINES[colour]);
    }
    let full_up = format!("{} are plotted already", Plots::MOST);
    if response.on_hover_text("plot it").on_disabled_hover_text(full_up).changed() {
        wishes.push(Wish::Plot(full.to_owned(), is_plotted));
    }
}

/// The number, and beside it a slider where its range is declared; whether it was moved. A range that somebody made up
/// would lead to values that nobody meant.
fn hand(ui: &mut Ui, value: &mut f64, range: &RangeInclusive<f64>) -> bool {
    let span = range.end() - range.start();
    let is_known = span.is_finite();
    // A few hundred pixels go from end to end, or change the number by as much as it is.
    let size = if *value == 0.0 || !value.is_finite() { 1.0 } else { round_up(value.abs()) };
    let speed = if is_known { span / 400.0 } else { size / 200.0 };
    let format = |value: f64, _: RangeInclusive<usize>| brief(value);
    ui.spacing_mut().interact_size.x = VALUE;
    ui.style_mut().override_text_style = Some(TextStyle::Monospace);
    let field = ui.add(DragValue::new(value).speed(speed).update_while_editing(false).custom_formatter(format));
    let mut is_moved = field.changed();
    if is_known {
        ui.add_space(8.0);
        ui.spacing_mut().slider_width = 82.0;
        // It would round what the scenario gives, if it clamped it.
        let slider = Slider::new(value, range.clone()).show_value(false).clamping(SliderClamping::Never);
        is_moved |= ui.add(slider.trailing_fill(false)).changed();
    }
    is_moved && value.is_finite()
}

fn more(ui: &mut Ui, signal: &SignalSheet) {
    let (mut cells, _) = Cells::new(ui, Sense::hover());
    cells.left(18.0, |_| ());
    let more = format!("and {} more elements", signal.width - signal.quantity.width());
    cells.rest(|ui| words(ui, RichText::new(more).color(look::FAINT)));
}

fn parameter(ui: &mut Ui, parameter: &Parameter) {
    let (mut cells, response) = Cells::new(ui, Sense::hover());
    cells.left(18.0, |_| ());
    cells.right_from_left(UNIT, |ui| words(ui, RichText::new(printed(&parameter.unit)).color(look::FAINT)));
    let shown = parameter.shown().unwrap_or_default();
    let text = if shown.trim().is_empty() { "-" } else { shown.trim() };
    let value = RichText::new(text).monospace();
    let value = if parameter.is_given { value } else { value.color(look::FAINT) };
    let share = 0.6 * cells.width();
    let taken = cells.left(share, |ui| words(ui, &*parameter.name).rect.width());
    cells.take_back(share - taken);
    cells.rest_from_right(|ui| words(ui, value));
    let given = if parameter.is_given { "given by the scenario" } else { "not given: this holds then" };
    let about = [&*parameter.doc, text, given].join("\n");
    response.on_hover_text(about.trim_start());
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;
    use std::sync::Arc;

    use bevy_egui::egui::{Event, Modifiers, PointerButton, pos2};
    use bowline_engine::{Catalog, LoadOptions, Model, Source, Sources};

    use super::*;
    use crate::window::panels::seen::passes;

    fn model(scenario: &str) -> Arc<Model> {
        let sources = Sources::new(Source::new("a scenario", scenario));
        let catalog = Catalog::new([&bowline_tutorial::LIBRARY, &bowline_base::LIBRARY, &bowline_mechanics::LIBRARY]);
        bowline_engine::load(&sources, &catalog, LoadOptions::default()).expect("it is sound")
    }

    fn pushed() -> Arc<Model> {
        model(
            r#"<Contents><OBJECTS>
            <Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="B" Mass="2.50"/></OBJECTS>
            <INTERCONNECTIONS><Connection B.Force="4,0,0"/></INTERCONNECTIONS>
            <INITIALIZATION><InitialCondition B.Pos="0,0,0" B.Vel="0,0,0"/></INITIALIZATION>
            <INTEGRATION><Engine TOutput="0:0.5:3"/></INTEGRATION></Contents>"#,
        )
    }

    fn click(x: f32, y: f32) -> Vec<Event> {
        click_with(PointerButton::Primary, x, y)
    }

    fn click_with(button: PointerButton, x: f32, y: f32) -> Vec<Event> {
        let button = |pressed| Event::PointerButton { pos: pos2(x, y), button, pressed, modifiers: Modifiers::NONE };
        vec![Event::PointerMoved(pos2(x, y)), button(true), button(false)]
    }

    /// Force 4 N, position 1.5 m, and the mass as the scenario writes it.
    #[test]
    fn live_values_stand_beside_what_the_scenario_says() {
        let model = pushed();
        let mut sheet = Sheet::of(&model, 0).expect("it is there");
        let mut values = vec![0.0; sheet.watched()];
        for (name, value) in [("Force", 4.0), ("Pos", 1.5), ("Vel", -0.25)] {
            let signal = sheet.signals.iter().find(|signal| signal.name == name).expect("it is there");
            values[signal.first] = value;
        }
        let seen = passes(vec2(340.0, 700.0), &[], &mut |ui| {
            let wishes = show(
                ui,
                &mut sheet,
                Some(&values),
                (&Plots::default(), &Units::default(), &Overlays::default()),
                &mut Hands::default(),
            );
            assert!(wishes.is_empty(), "{wishes:?}");
        });
        for words in ["B", "Inputs", "Force[0]", "4", "States", "1.5000", "-0.25000", "Mass", "2.50", "kg", "m/s\u{b2}"]
        {
            assert!(seen.iter().any(|seen| seen == words), "{words}: {seen:?}");
        }
    }

    /// Clicks all the way down where ticks are, and where sliders are: the torque has none, since nobody says how large it may be.
    #[test]
    fn a_slider_and_a_tick_say_what_is_wanted() {
        let model = model(
            r#"<Contents><OBJECTS>
            <Lib LibName="mechanics" SimObject="Rotational/BrakedInertia" Name="B" Inertia="2" StaticTorque="10"/></OBJECTS>
            <INTERCONNECTIONS><Connection B.Clamp="0.5" B.Torque="0"/></INTERCONNECTIONS>
            <INITIALIZATION><InitialCondition B.Angle="0" B.AngVel="0"/></INITIALIZATION>
            <INTEGRATION><Engine TOutput="0:0.5:3"/></INTEGRATION></Contents>"#,
        );
        let mut sheet = Sheet::of(&model, 0).expect("it is there");
        let mut wished = Vec::new();
        for (x, y) in [12.0, 190.0].into_iter().flat_map(|x| (100..240).step_by(20).map(move |y| (x, y as f32))) {
            passes(vec2(360.0, 700.0), &click(x, y), &mut |ui| {
                wished.extend(show(
                    ui,
                    &mut sheet,
                    None,
                    (&Plots::default(), &Units::default(), &Overlays::default()),
                    &mut Hands::default(),
                ));
            });
        }
        let ticked = |of: &str| wished.iter().any(|wish| matches!(wish, Wish::Plot(name, true) if name == of));
        assert!(ticked("B.Torque") && ticked("B.Clamp") && ticked("B.AngVel"), "{wished:?}");
        let set: Vec<_> = wished
            .iter()
            .filter_map(|wish| match wish {
                Wish::Set(input, values) => Some((input.name(), values.as_slice())),
                _ => None,
            })
            .collect();
        let is_right = |set: &(&str, &[f64])| matches!(set, ("B.Clamp", [clamp]) if (0.6..0.9).contains(clamp));
        assert!(!set.is_empty() && set.iter().all(is_right), "{set:?}");
    }

    /// Right-clicks all the way down: each number offers a colour, a vector an arrow.
    #[test]
    fn a_menu_says_what_can_be_shown_in_the_scene() {
        let model = pushed();
        let mut sheet = Sheet::of(&model, 0).expect("it is there");
        let mut offered = std::collections::HashSet::new();
        for y in (100..360).step_by(20) {
            let events = click_with(PointerButton::Secondary, 60.0, y as f32);
            offered.extend(passes(vec2(360.0, 700.0), &events, &mut |ui| {
                show(
                    ui,
                    &mut sheet,
                    None,
                    (&Plots::default(), &Units::default(), &Overlays::default()),
                    &mut Hands::default(),
                );
            }));
        }
        for words in ["Colour B by B.Pos[2]", "Show B.Vel as an arrow", "Leave a trail behind B"] {
            assert!(offered.contains(words), "{words}: {offered:?}");
        }
    }

    /// 3000 ports: only those that are seen are laid out.
    #[test]
    fn a_sheet_of_any_length_is_drawn_at_once() {
        let mut numbers = String::from("0");
        (1..60).for_each(|number| write!(numbers, ",{number}").expect("there is room"));
        let model = model(&format!(
            r#"<Contents><OBJECTS><Lib LibName="base" SimObject="Src/Constant" Name="C" Value="{numbers}"/></OBJECTS>
            <INTERCONNECTIONS/><INITIALIZATION/><INTEGRATION><Engine TOutput="0:0.5:3"/></INTEGRATION></Contents>"#
        ));
        let mut sheet = Sheet::of(&model, 0).expect("it is there");
        let line = sheet.lines[1];
        sheet.lines.extend(std::iter::repeat_n(line, 100_000));
        let seen = passes(vec2(340.0, 700.0), &[], &mut |ui| {
            show(
                ui,
                &mut sheet,
                None,
                (&Plots::default(), &Units::default(), &Overlays::default()),
                &mut Hands::default(),
            );
        });
        assert!(seen.len() < 200, "{}", seen.len());
    }
}
