//! How the panels look.

use bevy_egui::egui::{
    self, Color32, Context, CornerRadius, FontFamily, FontId, Margin, Stroke, TextStyle, Theme, vec2,
};

/// What stands in the background.
pub(crate) const FAINT: Color32 = Color32::from_rgb(0x55, 0x5F, 0x6B);
/// What is chosen, or can be pressed.
pub(crate) const ACCENT: Color32 = Color32::from_rgb(0x1F, 0x5F, 0xBF);
/// What needs a look.
pub(crate) const WARNING: Color32 = Color32::from_rgb(0xB2, 0x5E, 0x00);
/// What went wrong.
pub(crate) const WRONG: Color32 = Color32::from_rgb(0xB0, 0x20, 0x24);
/// What goes well.
pub(crate) const GOOD: Color32 = Color32::from_rgb(0x1E, 0x7B, 0x45);

const TEXT: Color32 = Color32::from_rgb(0x1D, 0x23, 0x2B);
const PANEL: Color32 = Color32::from_rgb(0xF6, 0xF7, 0xF9);
/// Lines that divide.
pub(crate) const EDGE: Color32 = Color32::from_rgb(0xC9, 0xCE, 0xD6);

/// Lines of plots, told apart by everybody and on white.
pub(crate) const LINES: [Color32; 8] = [
    Color32::from_rgb(0x1F, 0x77, 0xB4),
    Color32::from_rgb(0xD6, 0x27, 0x28),
    Color32::from_rgb(0x2C, 0x8C, 0x3C),
    Color32::from_rgb(0xE6, 0x7E, 0x0D),
    Color32::from_rgb(0x8A, 0x5A, 0xB8),
    Color32::from_rgb(0x0F, 0x9D, 0xA8),
    Color32::from_rgb(0xC9, 0x4F, 0xA0),
    Color32::from_rgb(0x7A, 0x55, 0x48),
];

/// Gives all panels their look.
pub(crate) fn apply(context: &Context) {
    context.set_theme(Theme::Light);
    context.style_mut_of(Theme::Light, |style| {
        let font = |size, family| FontId::new(size, family);
        style.text_styles = [
            (TextStyle::Small, font(11.0, FontFamily::Proportional)),
            (TextStyle::Body, font(13.5, FontFamily::Proportional)),
            (TextStyle::Button, font(13.5, FontFamily::Proportional)),
            (TextStyle::Heading, font(17.0, FontFamily::Proportional)),
            (TextStyle::Monospace, font(12.5, FontFamily::Monospace)),
        ]
        .into();
        style.drag_value_text_style = TextStyle::Monospace;
        style.interaction.selectable_labels = false;
        style.interaction.tooltip_delay = 0.3;
        style.spacing.item_spacing = vec2(6.0, 4.0);
        style.spacing.button_padding = vec2(7.0, 2.0);
        style.spacing.interact_size.y = 20.0;
        style.spacing.scroll = egui::style::ScrollStyle::thin();
        style.spacing.scroll.fade.strength = 0.0;
        let visuals = &mut style.visuals;
        visuals.override_text_color = None;
        visuals.panel_fill = PANEL;
        visuals.window_fill = PANEL;
        visuals.faint_bg_color = Color32::from_rgb(0xED, 0xEF, 0xF3);
        visuals.window_stroke = Stroke::new(1.0, EDGE);
        visuals.weak_text_color = Some(FAINT);
        visuals.selection.bg_fill = Color32::from_rgb(0xCF, 0xE0, 0xF7);
        visuals.selection.stroke = Stroke::new(1.0, ACCENT);
        visuals.slider_trailing_fill = true;
        visuals.window_corner_radius = CornerRadius::same(6);
        visuals.menu_corner_radius = CornerRadius::same(4);
        let widgets = &mut visuals.widgets;
        widgets.noninteractive.fg_stroke.color = TEXT;
        widgets.noninteractive.bg_stroke.color = EDGE;
        widgets.inactive.fg_stroke.color = TEXT;
        widgets.inactive.bg_stroke = Stroke::new(1.0, EDGE);
        widgets.inactive.bg_fill = Color32::from_rgb(0xDD, 0xE2, 0xE9);
        for widget in [&mut widgets.inactive, &mut widgets.hovered, &mut widgets.active, &mut widgets.open] {
            widget.corner_radius = CornerRadius::same(3);
        }
    });
}

/// The frame of a panel at an edge.
pub(crate) fn frame() -> egui::Frame {
    egui::Frame::new().fill(PANEL).inner_margin(Margin::symmetric(10, 8))
}

/// The frame of a bar.
pub(crate) fn bar() -> egui::Frame {
    egui::Frame::new().fill(PANEL).inner_margin(Margin::symmetric(10, 4))
}
