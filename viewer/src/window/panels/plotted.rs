//! The signals that are plotted.

use super::look;
use crate::window::player::Quantity;

/// A number that is plotted.
#[derive(Debug, Clone)]
pub(crate) struct Plotted {
    /// Of one number: `Object.Signal`, perhaps with its element.
    pub(crate) quantity: Quantity,
    /// Which of the colours it has.
    pub(crate) colour: usize,
}

/// All numbers that are plotted, in the order in which they were ticked.
#[derive(Debug, Clone, Default)]
pub(crate) struct Plots {
    list: Vec<Plotted>,
}

impl Plots {
    /// Most numbers: as many as there are colours.
    pub(crate) const MOST: usize = look::LINES.len();

    pub(crate) fn list(&self) -> &[Plotted] {
        &self.list
    }

    pub(crate) fn quantities(&self) -> Vec<Quantity> {
        self.list.iter().map(|plotted| plotted.quantity.clone()).collect()
    }

    /// Which of the colours a number has that is plotted.
    pub(crate) fn colour(&self, name: &str) -> Option<usize> {
        self.list.iter().find(|plotted| plotted.quantity.name() == name).map(|plotted| plotted.colour)
    }

    /// Whether there is no room for one more.
    pub(crate) fn is_full(&self) -> bool {
        self.list.len() >= Self::MOST
    }

    /// Plots a number, in the first colour that is free, if there is room.
    pub(crate) fn add(&mut self, quantity: Quantity) {
        let is_taken = |colour: &usize| self.list.iter().any(|plotted| plotted.colour == *colour);
        let colour = (0..Self::MOST).find(|colour| !is_taken(colour));
        if let (None, Some(colour)) = (self.colour(quantity.name()), colour) {
            self.list.push(Plotted { quantity, colour });
        }
    }

    pub(crate) fn remove(&mut self, name: &str) {
        self.list.retain(|plotted| plotted.quantity.name() != name);
    }

    pub(crate) fn clear(&mut self) {
        self.list.clear();
    }

    /// The units that they have, each once: numbers of one unit share a diagram.
    pub(crate) fn units(&self) -> Vec<&str> {
        let mut units = Vec::new();
        for plotted in &self.list {
            if !units.contains(&plotted.quantity.unit()) {
                units.push(plotted.quantity.unit());
            }
        }
        units
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::Arc;

    use bowline_engine::{Catalog, LoadOptions, Model, Source, Sources};

    use super::*;

    /// A mass that is pushed.
    pub(crate) fn model() -> Arc<Model> {
        let scenario = r#"<Contents><OBJECTS>
            <Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="B" Mass="2"/></OBJECTS>
            <INTERCONNECTIONS><Connection B.Force="0,0,0"/></INTERCONNECTIONS>
            <INITIALIZATION><InitialCondition B.Pos="0,0,0" B.Vel="0,0,0"/></INITIALIZATION>
            <INTEGRATION><Engine TOutput="0:0.5:3"/></INTEGRATION></Contents>"#;
        let sources = Sources::new(Source::new("a mass", scenario));
        let catalog = Catalog::new([&bowline_tutorial::LIBRARY]);
        bowline_engine::load(&sources, &catalog, LoadOptions::default()).expect("it is sound")
    }

    /// Two forces and a position.
    pub(crate) fn pushed() -> Plots {
        let model = model();
        let mut plots = Plots::default();
        for name in ["B.Force[0]", "B.Force[1]", "B.Pos[0]"] {
            plots.add(model.probe(name).expect("it is there").into());
        }
        plots
    }

    #[test]
    fn eight_numbers_have_eight_colours_and_diagrams_by_unit() {
        let model = model();
        let probe = |name: &str| Quantity::from(model.probe(name).expect("it is there"));
        let mut plots = Plots::default();
        for signal in ["Pos", "Vel", "Force"] {
            (0..3).for_each(|element| plots.add(probe(&format!("B.{signal}[{element}]"))));
        }
        assert!(plots.is_full());
        assert_eq!((plots.list().len(), plots.colour("B.Force[1]"), plots.colour("B.Force[2]")), (8, Some(7), None));
        assert_eq!(plots.units(), ["m", "m/s", "N"]);

        plots.remove("B.Pos[1]");
        plots.add(probe("B.Force[2]"));
        assert_eq!(plots.colour("B.Force[2]"), Some(1), "the colour that became free");
        plots.add(probe("B.Force[2]"));
        assert_eq!(plots.list().len(), 8, "ticked once");
    }
}
