//! Lines of a table, cell by cell.

use bevy_egui::egui::{
    Align, Checkbox, Color32, Label, Layout, Rect, Response, RichText, Sense, Ui, UiBuilder, pos2, vec2,
};

/// Height of a line.
pub(crate) const HEIGHT: f32 = 21.0;
const GAP: f32 = 6.0;

/// What is left of a line.
pub(crate) struct Cells<'u> {
    ui: &'u mut Ui,
    rect: Rect,
}

impl<'u> Cells<'u> {
    /// A line as wide as there is room.
    pub(crate) fn new(ui: &'u mut Ui, sense: Sense) -> (Self, Response) {
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), sense);
        (Self { ui, rect }, response)
    }

    /// A cell at the left end.
    pub(crate) fn left<R>(&mut self, width: f32, add: impl FnOnce(&mut Ui) -> R) -> R {
        let end = (self.rect.left() + width).min(self.rect.right());
        let cell = Rect::from_min_max(self.rect.min, pos2(end, self.rect.bottom()));
        self.rect.min.x = (end + GAP).min(self.rect.right());
        self.add(cell, Layout::left_to_right(Align::Center), add)
    }

    /// A cell at the right end, filled from the right.
    pub(crate) fn right<R>(&mut self, width: f32, add: impl FnOnce(&mut Ui) -> R) -> R {
        let begin = (self.rect.right() - width).max(self.rect.left());
        let cell = Rect::from_min_max(pos2(begin, self.rect.top()), self.rect.max);
        self.rect.max.x = (begin - GAP).max(self.rect.left());
        self.add(cell, Layout::right_to_left(Align::Center), add)
    }

    /// A cell at the right end, filled from the left: for units, which begin below each other.
    pub(crate) fn right_from_left<R>(&mut self, width: f32, add: impl FnOnce(&mut Ui) -> R) -> R {
        let begin = (self.rect.right() - width).max(self.rect.left());
        let cell = Rect::from_min_max(pos2(begin, self.rect.top()), self.rect.max);
        self.rect.max.x = (begin - GAP).max(self.rect.left());
        self.add(cell, Layout::left_to_right(Align::Center), add)
    }

    /// Gives back what a cell at the left end did not need.
    pub(crate) fn take_back(&mut self, width: f32) {
        self.rect.min.x -= width.max(0.0);
    }

    /// How wide it is.
    pub(crate) fn width(&self) -> f32 {
        self.rect.width()
    }

    /// All that is left, filled from the left.
    pub(crate) fn rest<R>(mut self, add: impl FnOnce(&mut Ui) -> R) -> R {
        self.add(self.rect, Layout::left_to_right(Align::Center), add)
    }

    /// All that is left, filled from the right.
    pub(crate) fn rest_from_right<R>(mut self, add: impl FnOnce(&mut Ui) -> R) -> R {
        self.add(self.rect, Layout::right_to_left(Align::Center), add)
    }

    fn add<R>(&mut self, cell: Rect, layout: Layout, add: impl FnOnce(&mut Ui) -> R) -> R {
        let mut within = self.ui.new_child(UiBuilder::new().max_rect(cell).layout(layout));
        within.set_clip_rect(within.clip_rect().intersect(cell.expand(1.0)));
        add(&mut within)
    }
}

/// Words in a cell; what does not fit ends with dots.
pub(crate) fn words(ui: &mut Ui, text: impl Into<RichText>) -> Response {
    ui.add(Label::new(text.into()).truncate())
}

/// A tick in a cell.
pub(crate) fn tick(ui: &mut Ui, is_ticked: &mut bool) -> Response {
    // Sliders have the colour of their rails from there.
    ui.visuals_mut().widgets.inactive.bg_fill = Color32::WHITE;
    ui.add(Checkbox::without_text(is_ticked))
}
