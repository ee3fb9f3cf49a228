//! What is to be read in a panel, for tests.

use bevy_egui::egui::{self, Event, RawInput, Rect, Shape, Ui, Vec2, pos2};

/// All texts that are drawn, after a few passes in which sizes settle.
pub(crate) fn texts(size: Vec2, mut show: impl FnMut(&mut Ui)) -> Vec<String> {
    passes(size, &[], &mut show)
}

/// The same, with events one after the other, a pass for each.
pub(crate) fn passes(size: Vec2, events: &[Event], show: &mut dyn FnMut(&mut Ui)) -> Vec<String> {
    let context = egui::Context::default();
    super::look::apply(&context);
    let screen_rect = Some(Rect::from_min_size(pos2(0.0, 0.0), size));
    let mut shown = Vec::new();
    for pass in 0..events.len() + 4 {
        let events = pass.checked_sub(2).and_then(|at| events.get(at)).cloned().into_iter().collect();
        let time = Some(pass as f64 * 0.5);
        let mut output = context.run_ui(RawInput { screen_rect, events, time, ..RawInput::default() }, &mut *show);
        output.textures_delta.clear();
        shown.clear();
        output.shapes.into_iter().for_each(|clipped| collect(clipped.shape, &mut shown));
    }
    shown
}

fn collect(shape: Shape, shown: &mut Vec<String>) {
    match shape {
        Shape::Vec(shapes) => shapes.into_iter().for_each(|shape| collect(shape, shown)),
        Shape::Text(text) => shown.push(text.galley.text().to_owned()),
        _ => {}
    }
}
