//! The frequency responses that a diagram shows.

use super::{COLOURS, Chart, DASHES, Line, Point, Scale};
use crate::frequency_table::{MAGNITUDE, PHASE};
use crate::{FrequencyResponse, Response};

/// Pairs of a frequency response that are drawn.
#[derive(Debug, Clone)]
pub struct Responses<'r> {
    /// What the result is called where several are drawn.
    pub result: String,
    /// The response.
    pub response: &'r FrequencyResponse,
    /// The positions of the pairs.
    pub pairs: Vec<usize>,
}

/// A pair that is drawn.
pub(super) struct Pair<'r> {
    pub(super) hertz: &'r [f64],
    pub(super) response: &'r Response,
    /// A line without points: its name and its look.
    pub(super) line: Line,
}

impl<'r> Pair<'r> {
    /// All that are drawn. Colours tell them apart; of several results colours tell pairs apart, and dashes results.
    pub(super) fn all(results: &[Responses<'r>]) -> Vec<Self> {
        let (mut names, mut pairs): (Vec<&str>, Vec<Self>) = (Vec::new(), Vec::new());
        let are_several = results.len() > 1;
        for (result, of) in results.iter().enumerate() {
            for response in of.pairs.iter().map(|pair| &of.response.pairs[*pair]) {
                let place = names.iter().position(|name| *name == response.name).unwrap_or_else(|| {
                    names.push(&response.name);
                    names.len() - 1
                });
                let name =
                    if are_several { format!("{} ({})", response.name, of.result) } else { response.name.clone() };
                let name = bowline_harmless::name(&name).into_owned();
                let line = Line { name, colour: place, dashes: result, ..Line::default() };
                pairs.push(Self { hertz: &of.response.hertz, response, line });
            }
        }
        // Colours alone separate the results of one pair, and more results than there are dashes.
        if names.len() == 1 || results.len() > DASHES.len() {
            for (place, pair) in pairs.iter_mut().enumerate() {
                (pair.line.colour, pair.line.dashes) = (place, place / COLOURS.len());
            }
        }
        pairs
    }

    /// Its complex values.
    ///
    /// # Errors
    /// In words: it has magnitudes or phases only.
    pub(super) fn complex(&self) -> Result<&'r [Point], String> {
        self.response.complex.as_deref().ok_or_else(|| {
            let (has, lacks) = if self.response.phase.is_some() { (PHASE, MAGNITUDE) } else { (MAGNITUDE, PHASE) };
            format!("it has `{0}{has}` but no `{0}{lacks}`", self.response.name)
        })
    }
}

impl Chart {
    /// A chart without panels yet, whose lines break where there is no frequency.
    pub(super) fn over_frequency(results: &[Responses<'_>]) -> Self {
        let hertz = results.iter().flat_map(|of| &of.response.hertz);
        let none = hertz.filter(|hertz| **hertz <= 0.0).count();
        let left_out = if none > 0 { vec![("Frequency".to_owned(), none)] } else { Vec::new() };
        Self { x: "Frequency [Hz]".to_owned(), x_scale: Scale::Logarithmic, left_out, ..Self::default() }
    }
}
