//! The panels: what is selected, plots, search, types, time, the help.
//!
//! Each panel draws what it is given, and says what the user wants; here it is
//! done.

mod cells;
mod curves;
mod diagram;
mod help;
mod history;
mod inspector;
mod look;
mod number;
mod objects;
mod plane;
mod plots;
mod plotted;
mod ranking;
#[cfg(test)]
mod seen;
mod sheet;
mod signal_names;
mod span;
mod status;
#[cfg(test)]
mod tests;
mod timeline;
mod traces;

pub(super) use number::readable;

use std::collections::HashSet;
use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::{self, Panel, RichText, Ui};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use bowline_engine::live::{Command, LiveView};
use bowline_engine::scene::Scene;

use crate::stage::{Hidden, Shown};

use super::actions::{Action, Asked};
use super::host::HostOfWindow;
use super::line::ResultLine;
use super::notice::Notice;
use super::over::Over;
use super::overlays::Overlays;
use super::player::{Player, Quantity};
use super::remembered::Remembered;
use super::room::{Drawing, Edge, Room};
use super::selection::{LookAt, Selection};
use super::units::Units;

pub(super) use number::printed;
pub use objects::Tab;

use inspector::{Hands, Wish};
use objects::{Choice, Objects};
use plots::Change;
use plotted::{Plots, Plotted};
use sheet::Sheet;
use signal_names::SignalNames;
use span::PlotView;
use status::Answer;
use timeline::Timeline;
use traces::Traces;

/// Adds them to the window.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Panels>()
        .init_resource::<Overlays>()
        .add_systems(Update, (open.after(super::keys::read), follow.after(super::player::show)).chain())
        .add_systems(EguiPrimaryContextPass, look.before(Drawing::Bars))
        .add_systems(EguiPrimaryContextPass, bar.in_set(Drawing::Bars).before(super::bars::below))
        .add_systems(EguiPrimaryContextPass, (side, inspect, plot).chain().in_set(Drawing::Sides))
        .add_systems(EguiPrimaryContextPass, float.in_set(Drawing::Floating));
}

/// Of a signal that is found no more elements are plotted at once.
const MOST_PLOTTED: usize = 3;

/// What the panels know.
#[derive(Resource, Default)]
pub(super) struct Panels {
    is_help_open: bool,
    are_plots_open: bool,
    objects: Objects,
    /// Of which scene `objects` is.
    scene: Option<Arc<Scene>>,
    sheet: Option<Sheet>,
    hands: Hands,
    plots: Plots,
    traces: Traces,
    view: PlotView,
    /// How often other signals were to be watched.
    watched: u64,
    /// How often others were to be sampled.
    sampled: u64,
    /// The message that the user has hidden.
    read: Option<String>,
    /// Whether they are as they were when the window was open last.
    is_recalled: bool,
}

/// Opens and closes them.
fn open(mut asked: MessageReader<Asked>, mut panels: ResMut<Panels>, mut selection: ResMut<Selection>) {
    for Asked(action) in asked.read() {
        match action {
            Action::Help => panels.is_help_open ^= true,
            Action::Plots => panels.are_plots_open ^= true,
            Action::Search => panels.objects.toggle(Tab::Search),
            Action::Types => panels.objects.toggle(Tab::Types),
            Action::Close if panels.is_help_open => panels.is_help_open = false,
            Action::Close if panels.objects.tab != Tab::Closed => panels.objects.tab = Tab::Closed,
            Action::Close if selection.object.is_some() => selection.object = None,
            Action::Close => panels.are_plots_open = false,
            _ => {}
        }
    }
}

/// Has the sheet of what is selected, and the values of what is shown.
fn follow(
    mut panels: ResMut<Panels>,
    mut selection: ResMut<Selection>,
    mut player: ResMut<Player>,
    (shown, remembered): (Res<Shown>, Res<Remembered>),
    mut overlays: ResMut<Overlays>,
) {
    let panels = &mut *panels;
    if !panels.scene.as_ref().is_some_and(|scene| Arc::ptr_eq(scene, &shown.scene)) {
        panels.scene = Some(Arc::clone(&shown.scene));
        let with_shapes: HashSet<usize> = shown.scene.in_moment(&shown.moment).map(|drawn| drawn.object).collect();
        let objects = shown.scene.objects();
        let signals = SignalNames::of_player(&player, objects);
        panels.objects.take(objects, signals, |object| with_shapes.contains(&object));
        if let Some(model) = player.model() {
            panels.traces = Traces::of(model);
            panels.sample(player.bypass_change_detection());
        }
        if !std::mem::replace(&mut panels.is_recalled, true) {
            panels.recall(&remembered, &mut player, &overlays);
            let selected = remembered.selected.as_ref();
            let selected = selected.and_then(|name| objects.iter().position(|object| object.name == *name));
            selection.object = selection.object.or(selected);
        }
    }
    if selection.object != panels.sheet.as_ref().map(|sheet| sheet.object) {
        panels.sheet = selection.object.and_then(|object| sheet(&player, &shown.scene, object));
        panels.watch(&mut player, &overlays);
    }
    if overlays.is_changed() && !overlays.is_added() {
        panels.watch(&mut player, &overlays);
    }
    if let Some(Values { of_overlays, .. }) = panels.values(player.now()) {
        overlays.bypass_change_detection().take(of_overlays);
    }
    // To look is no change, after which the window would be drawn again at once.
    let samples = player.bypass_change_detection().samples();
    samples.iter().for_each(|batch| panels.traces.take(batch));
    panels.traces.follow();
}

/// What is to be known about a SimObject.
fn sheet(player: &Player, scene: &Scene, object: usize) -> Option<Sheet> {
    match player.model() {
        Some(model) => Sheet::of(model, object),
        None => Sheet::recorded(player.results()?, scene.objects(), object),
    }
}

impl Panels {
    /// Has the values of what is selected, of what is plotted, and of what overlays follow.
    fn watch(&mut self, player: &mut Player, overlays: &Overlays) {
        let signals = self.sheet.iter().flat_map(|sheet| &sheet.signals);
        let mut quantities: Vec<Quantity> = signals.map(|signal| signal.quantity.clone()).collect();
        quantities.extend(self.plots.quantities());
        quantities.extend(overlays.quantities());
        self.watched += 1;
        player.watch(self.watched, quantities);
    }

    /// Has samples of all that has a past.
    fn sample(&mut self, player: &mut Player) {
        self.sampled += 1;
        player.sample(self.sampled, &self.traces.ask(self.sampled));
    }

    /// Plots a number: from the beginning of the run on.
    fn add_plot(&mut self, quantity: Quantity, player: &mut Player, overlays: &Overlays) {
        self.are_plots_open = true;
        if self.traces.add(&quantity) {
            if let Some(points) = player.whole(&quantity) {
                self.traces.complete(quantity.name(), &points);
            }
            let past = player.past(&quantity);
            past.into_iter().for_each(|past| self.traces.fill(quantity.name(), past));
            self.sample(player);
        }
        self.plots.add(quantity);
        self.watch(player, overlays);
    }

    /// Opens and ticks what was so when the window was open last, as far as it is there.
    fn recall(&mut self, remembered: &Remembered, player: &mut Player, overlays: &Overlays) {
        for name in &remembered.ticked {
            if let Some(quantity) = player.find(name).filter(|quantity| quantity.width() == 1) {
                self.add_plot(quantity, player, overlays);
            }
        }
        (self.are_plots_open, self.objects.tab) = (remembered.plots, remembered.tab);
        self.view.over.clone_from(&remembered.over);
    }

    /// How they look; nothing of the rest of the window.
    pub(super) fn remembered(&self) -> Remembered {
        let ticked = self.plots.list().iter().map(|plotted| plotted.quantity.name().to_owned());
        Remembered {
            plots: self.are_plots_open,
            ticked: ticked.collect(),
            over: self.view.over.clone(),
            tab: self.objects.tab,
            selected: self.sheet.as_ref().map(|sheet| sheet.name.clone()),
            ..Remembered::default()
        }
    }

    /// No longer plots what is not among the plots any more.
    fn drop_plots(&mut self, player: &mut Player, overlays: &Overlays) {
        let plots = &self.plots;
        self.traces.keep(|name| plots.colour(name).is_some());
        self.sample(player);
        self.watch(player, overlays);
    }

    /// What is plotted, in the units in which it is shown: over time all that is known, over something else the stretch
    /// that is seen.
    fn exported(&self, units: &Units, (from, to): (f64, f64)) -> Vec<ResultLine> {
        let is_exported = |time: f64| self.view.over == Over::Time || (from..=to).contains(&time);
        let line = |plotted: &Plotted| {
            let (name, unit) = (plotted.quantity.name(), plotted.quantity.unit());
            let points = self.traces.get(name)?.history().points();
            let unit = units.of(unit);
            let points = points.iter().filter(|[time, _]| is_exported(*time));
            let points = points.map(|[time, value]| [*time, unit.number(*value)]).collect();
            Some(ResultLine { name: name.to_owned(), unit: unit.name().to_owned(), points })
        };
        self.plots.list().iter().filter_map(line).collect()
    }

    /// The watched numbers; none if the run has not answered yet.
    fn values<'n>(&self, now: &'n LiveView) -> Option<Values<'n>> {
        if now.watched_generation != self.watched {
            return None;
        }
        let of_sheet = self.sheet.as_ref().map_or(0, Sheet::watched);
        let (of_sheet, others) = now.watched.split_at_checked(of_sheet)?;
        let (of_plots, of_overlays) = others.split_at_checked(self.plots.list().len())?;
        Some(Values { of_sheet, of_plots, of_overlays })
    }
}

/// The numbers that are watched.
#[derive(Debug, PartialEq)]
struct Values<'n> {
    of_sheet: &'n [f64],
    of_plots: &'n [f64],
    of_overlays: &'n [f64],
}

fn look(mut contexts: EguiContexts, mut is_done: Local<bool>) -> Result {
    if !std::mem::replace(&mut *is_done, true) {
        look::apply(contexts.ctx_mut()?);
    }
    Ok(())
}

fn bar(
    mut contexts: EguiContexts,
    mut room: ResMut<Room>,
    mut player: ResMut<Player>,
    selection: Res<Selection>,
    shown: Res<Shown>,
) -> Result {
    let panel = Panel::bottom("status").frame(look::bar()).resizable(false).show_separator_line(false);
    let wanted = room.panel(contexts.ctx_mut()?, panel, |ui| {
        let pointed = selection.hovered.and_then(|at| shown.scene.objects().get(at)).map(|object| &*object.name);
        status::show(ui, player.now(), pointed)
    });
    wanted.inner.into_iter().for_each(|mark| player.send(Command::GoBack(mark)));
    Ok(())
}

fn side(
    mut contexts: EguiContexts,
    mut room: ResMut<Room>,
    mut panels: ResMut<Panels>,
    mut selection: ResMut<Selection>,
    mut hidden: ResMut<Hidden>,
    mut look_at: MessageWriter<LookAt>,
    (shown, overlays, mut player): (Res<Shown>, Res<Overlays>, ResMut<Player>),
) -> Result {
    if panels.objects.tab == Tab::Closed {
        return Ok(());
    }
    let (place, size) = (("objects", Edge::Left), (270.0, 220.0..=460.0));
    let objects = &mut panels.objects;
    let mut after = hidden.clone();
    let choice = room.resizable(contexts.ctx_mut()?, place, size, look::frame(), |ui| {
        objects.show(ui, shown.scene.objects(), selection.object, &mut after)
    });
    hidden.set_if_neq(after);
    let Some(choice) = choice else { return Ok(()) };
    let (Choice::Select(object) | Choice::LookAt(object) | Choice::Plot(object, _)) = choice;
    selection.object = Some(object);
    match choice {
        Choice::Select(_) => {}
        Choice::LookAt(object) => {
            look_at.write(LookAt(object));
        }
        Choice::Plot(object, signal) => {
            let name = format!("{}.{signal}", shown.scene.objects()[object].name);
            let quantity = player.find(&name);
            let elements = match quantity.as_ref().map(Quantity::width) {
                None | Some(1) => quantity.into_iter().collect(),
                Some(width) => (0..width.min(MOST_PLOTTED))
                    .filter_map(|element| player.find(&format!("{name}[{element}]")))
                    .collect::<Vec<_>>(),
            };
            elements.into_iter().for_each(|element| panels.add_plot(element, &mut player, &overlays));
        }
    }
    Ok(())
}

fn inspect(
    mut contexts: EguiContexts,
    mut room: ResMut<Room>,
    mut panels: ResMut<Panels>,
    mut selection: ResMut<Selection>,
    mut player: ResMut<Player>,
    (shown, units, mut overlays): (Res<Shown>, Res<Units>, ResMut<Overlays>),
) -> Result {
    let Some(object) = selection.object.and_then(|at| shown.scene.objects().get(at)) else { return Ok(()) };
    let panels = &mut *panels;
    let values = panels.values(player.now()).map(|values| values.of_sheet);
    let Panels { sheet, hands, plots, .. } = panels;
    let is_live = player.model().is_some();
    let (place, size) = (("inspector", Edge::Right), (372.0, 340.0..=600.0));
    let wishes = room.resizable(contexts.ctx_mut()?, place, size, look::frame(), |ui| match sheet {
        Some(sheet) => inspector::show(ui, sheet, values, (plots, &units, &overlays), hands),
        None if is_live => {
            // The panel keeps its width until the sheet is there.
            ui.take_available_space();
            Vec::new()
        }
        None => {
            ui.heading(&*object.name);
            ui.label(RichText::new(&*object.kind).color(look::FAINT));
            ui.separator();
            ui.label("Nothing was recorded of it: neither its numbers nor a shape.");
            Vec::new()
        }
    });
    for wish in wishes {
        match wish {
            Wish::Set(input, values) => player.send(Command::Set(input, values)),
            Wish::Select(name) => {
                selection.object = shown.scene.objects().iter().position(|object| object.name == name);
            }
            Wish::Plot(name, true) => {
                if let Some(quantity) = player.find(&name) {
                    panels.add_plot(quantity, &mut player, &overlays);
                }
            }
            Wish::Plot(name, false) => {
                panels.plots.remove(&name);
                panels.drop_plots(&mut player, &overlays);
            }
            Wish::Colour(object, name) => {
                if let Some(quantity) = player.find(&name) {
                    let all = player.whole(&quantity);
                    overlays.colour(object, quantity, all);
                }
            }
            Wish::Arrow(object, name) => {
                let parts = [0, 1, 2].map(|part| player.find(&format!("{name}[{part}]")));
                if let [Some(x), Some(y), Some(z)] = parts {
                    let all = [&x, &y, &z].map(|part| player.whole(part));
                    let all = if let [Some(x), Some(y), Some(z)] = all { Some([x, y, z]) } else { None };
                    overlays.arrow(object, &name, [x, y, z], all);
                }
            }
            Wish::Trail(object) => {
                let known = player.path(object);
                overlays.trail(object, known);
            }
        }
    }
    Ok(())
}

fn plot(
    mut contexts: EguiContexts,
    mut room: ResMut<Room>,
    mut panels: ResMut<Panels>,
    mut player: ResMut<Player>,
    (units, overlays): (Res<Units>, Res<Overlays>),
    (mut host, mut notice): (ResMut<HostOfWindow>, ResMut<Notice>),
) -> Result {
    if !panels.are_plots_open {
        return Ok(());
    }
    let (place, size) = (("plots", Edge::Bottom), (250.0, 150.0..=560.0));
    let values = panels.values(player.now()).map(|values| values.of_plots);
    let Panels { plots, view, traces, .. } = &mut *panels;
    let ([start, end], now) = (player.span(), player.now().time);
    let end = if player.model().is_some() { now } else { end };
    let timeline = Timeline { start, now, end, values, traces, events: player.events(), units: &units };
    let change =
        room.resizable(contexts.ctx_mut()?, place, size, look::frame(), |ui| plots::show(ui, plots, view, timeline));
    match change {
        Some(Change::Close) => panels.are_plots_open = false,
        Some(Change::Clear) => panels.plots.clear(),
        Some(Change::Remove(name)) => panels.plots.remove(&name),
        Some(Change::Jump(time)) => {
            if player.model().is_none() {
                player.send(Command::Jump(time));
            }
            return Ok(());
        }
        Some(Change::Export) => {
            let lines = panels.exported(&units, panels.view.span.range(start, end));
            notice.tell(host.0.export(&lines, &panels.view.over).unwrap_or_else(|reason| reason));
            return Ok(());
        }
        None => return Ok(()),
    }
    panels.drop_plots(&mut player, &overlays);
    Ok(())
}

fn float(
    mut contexts: EguiContexts,
    room: Res<Room>,
    mut panels: ResMut<Panels>,
    player: Res<Player>,
    mut asked: MessageWriter<Asked>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let now = player.now();
    if now.message.is_none() {
        panels.read = None;
    }
    let is_unread = now.message.is_some() && now.message != panels.read;
    let answer = is_unread.then(|| status::message(context, now, room.rect.center().x, room.rect.bottom()));
    match answer.flatten() {
        Some(Answer::Hide) => panels.read.clone_from(&now.message),
        Some(Answer::TakeBack) => {
            asked.write(Asked(Action::TakeBack));
        }
        None => {}
    }
    if panels.is_help_open {
        help::show(context, &mut panels.is_help_open);
    }
    Ok(())
}

/// A button that closes something.
pub(super) fn close(ui: &mut Ui) -> egui::Response {
    ui.add(egui::Button::new(RichText::new("\u{d7}").size(16.0)).frame_when_inactive(false).small())
}
