//! Warns of flows that do not reach the object that gives their pressure.
//!
//! An element that reads a pressure, Pa, and has a flow, m^3/s, is an orifice or a pump: its flow belongs to the object
//! that gives the pressure. Units alone show this; ports of bundles are wired as a whole, and need no check.

use std::collections::HashMap;
use std::sync::Arc;

use simobject_host::{Interface, Role, Signal};

use super::wiring::Wiring;
use crate::declaring::notes::listed;
use bowline_description::ModelDescription;
use bowline_model::model::Object;
use bowline_model::model::port_source::Connection;
use bowline_model::model::signal_id::SignalId;
use bowline_text::diagnostic::{Diagnostic, Diagnostics};

const PRESSURE: &str = "Pa";
const FLOW: &str = "m^3/s";

/// The ports of an element through which oil flows: signals, in the order of their declaration.
#[derive(Default)]
struct Ports {
    /// In-ports that are pressures.
    pressures: Vec<u32>,
    /// Out-ports that are flows.
    flows: Vec<u32>,
}

impl Ports {
    /// The ports of an interface that has both.
    fn of(interface: &Interface) -> Option<Self> {
        // What is joined at terminals cannot be crossed.
        if !interface.terminals.is_empty() {
            return None;
        }
        let mut ports = Self::default();
        for (signal, number) in interface.signals.iter().zip(0..) {
            match signal.role {
                Role::In | Role::Sum if is(signal, PRESSURE) => ports.pressures.push(number),
                Role::Out if is(signal, FLOW) => ports.flows.push(number),
                _ => {}
            }
        }
        (!ports.pressures.is_empty() && !ports.flows.is_empty()).then_some(ports)
    }
}

fn is(signal: &Signal, unit: &str) -> bool {
    *signal.unit == *unit && signal.width == 1 && signal.bundle.is_none()
}

/// The first in-port of an object that takes a flow.
fn inlet(object: &Object) -> Option<&Signal> {
    object.interface.signals.iter().find(|signal| signal.role.is_in_port() && is(signal, FLOW))
}

/// An element, the objects that give its pressures and take flows, by its pressures, and the readers of its flows.
struct Element {
    number: u32,
    ports: Arc<Ports>,
    neighbours: Vec<Option<u32>>,
    readers: Vec<Vec<u32>>,
}

impl Element {
    fn name(&self, objects: &[Object], signal: u32) -> String {
        objects[self.number as usize].signal_name(signal as usize)
    }

    /// Whether each pressure has its flow, in the order of declaration.
    fn is_paired(&self) -> bool {
        self.ports.pressures.len() == self.ports.flows.len()
    }

    fn is_read_by(&self, neighbour: u32) -> bool {
        self.readers.iter().any(|readers| readers.contains(&neighbour))
    }

    /// A flow that nothing reads, and where it belongs: pressure and object.
    fn forgotten(&self) -> Option<(u32, u32, u32)> {
        let unread = (0..self.ports.flows.len()).filter(|flow| self.readers[*flow].is_empty());
        let mut owned = unread.filter_map(|flow| {
            let mut pressures = 0..self.neighbours.len();
            let owner = if self.is_paired() {
                flow
            } else {
                pressures.find(|pressure| self.neighbours[*pressure].is_some_and(|object| !self.is_read_by(object)))?
            };
            Some((self.ports.flows[flow], self.ports.pressures[owner], self.neighbours[owner]?))
        });
        owned.next()
    }

    /// Two flows, where the object that gives the first one's pressure takes the second one: that pressure, both flows,
    /// and the object.
    fn crossed(&self) -> Option<(u32, [u32; 2], u32)> {
        if !self.is_paired() {
            return None;
        }
        let mut own = self.neighbours.iter().zip(&self.readers).zip(0..);
        own.find_map(|((neighbour, readers), flow)| {
            let object = neighbour.filter(|object| !readers.contains(object))?;
            let is_anothers =
                |other: &usize| self.readers[*other].contains(&object) && self.neighbours[*other] != Some(object);
            let other = (0..self.readers.len()).find(is_anothers)?;
            Some((self.ports.pressures[flow], [self.ports.flows[flow], self.ports.flows[other]], object))
        })
    }
}

/// Warns of flows that nothing reads, and of crossed ones.
pub(crate) fn look(objects: &[Object], wiring: &Wiring, description: &ModelDescription, diagnostics: &mut Diagnostics) {
    let elements = elements(objects, wiring);
    let name = |object: u32| &objects[object as usize].name;
    let span = |element: &Element| description.object_at(element.number as usize).name().span();
    for element in &elements {
        let Some((pressure, [own, other], object)) = element.crossed() else { continue };
        let [pressure, own, other] = [pressure, own, other].map(|signal| element.name(objects, signal));
        let object = name(object);
        let message = format!("`{object}` gives `{pressure}`, and takes `{other}` instead of `{own}`");
        let help = format!("let it take `{own}`, or is the pressure another one?");
        diagnostics.push(Diagnostic::warning("crossed-flows", message).at(span(element)).help(help));
    }
    let forgotten: Vec<_> = elements.iter().filter_map(|element| Some((element, element.forgotten()?))).collect();
    let Some((first, (flow, pressure, object))) = forgotten.first() else { return };
    let (flow, pressure) = (first.name(objects, *flow), first.name(objects, *pressure));
    let message = match forgotten.len() {
        1 => format!("nobody takes `{flow}`, though `{pressure}` is of `{}`: that oil is lost", name(*object)),
        count => {
            let names: Vec<String> =
                forgotten.iter().map(|(element, (flow, ..))| element.name(objects, *flow)).collect();
            format!("nobody takes {count} flows, though what they flow to gives the pressure: {}", listed(&names))
        }
    };
    let inlet = inlet(&objects[*object as usize]).map_or("Flow", |signal| &*signal.name);
    let help = format!("add it to what flows there, as in `{}.{inlet}=\"{flow}\"`, or in a sum", name(*object));
    diagnostics.push(Diagnostic::warning("unread-flow", message).at(span(first)).help(help));
}

fn elements(objects: &[Object], wiring: &Wiring) -> Vec<Element> {
    let mut elements: Vec<Element> = Vec::new();
    let mut places = HashMap::new();
    let mut known: Option<(&Arc<Interface>, Option<Arc<Ports>>)> = None;
    for (object, number) in objects.iter().zip(0_u32..) {
        let ports = match &known {
            Some((interface, ports)) if Arc::ptr_eq(interface, &object.interface) => ports.clone(),
            _ => {
                let ports = Ports::of(&object.interface).map(Arc::new);
                known.insert((&object.interface, ports)).1.clone()
            }
        };
        let Some(ports) = ports else { continue };
        let gives = |pressure: &u32| {
            let connection = wiring.connection(SignalId { object: number, signal: *pressure })?;
            let mut origins = connection.source.origins();
            let neighbour = origins.next()?.object;
            let is_one = origins.all(|origin| origin.object == neighbour) && neighbour != number;
            (is_one && inlet(&objects[neighbour as usize]).is_some()).then_some(neighbour)
        };
        let neighbours: Vec<Option<u32>> = ports.pressures.iter().map(gives).collect();
        if neighbours.iter().all(Option::is_none) {
            continue;
        }
        for (signal, flow) in ports.flows.iter().zip(0_usize..) {
            places.insert(SignalId { object: number, signal: *signal }, (elements.len(), flow));
        }
        let readers = vec![Vec::new(); ports.flows.len()];
        elements.push(Element { number, ports, neighbours, readers });
    }
    if !elements.is_empty() {
        for Connection { port, source, .. } in wiring.connections() {
            for origin in source.origins() {
                if let Some((element, flow)) = places.get(&origin) {
                    elements[*element].readers[*flow].push(port.object);
                }
            }
        }
    }
    elements
}
