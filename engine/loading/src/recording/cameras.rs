//! Cameras: from where a scenario is seen.

use simobject_host::{Names, is_name, number_in, numbers_in};

use bowline_description::attributes::camera::ATTRIBUTES;
use bowline_description::{ElementDescription, ModelDescription};
use bowline_model::model::Object;
use bowline_model::model::scene::Camera;
use bowline_text::diagnostic::{Diagnostic, Diagnostics};
use bowline_text::{Attribute, nearest};

/// Reads all cameras.
pub(crate) fn read(
    description: &ModelDescription,
    objects: &[Object],
    names: &dyn Names,
    diagnostics: &mut Diagnostics,
) -> Vec<Camera> {
    let mut cameras: Vec<Camera> = Vec::new();
    for element in description.cameras() {
        let mut reading = Reading { element, objects, names, diagnostics: &mut *diagnostics };
        let Some(camera) = reading.camera() else { continue };
        for other in &cameras {
            let is_same_time = camera.at.is_some() && camera.at == other.at;
            let (code, what, help) = if other.name == camera.name {
                ("repeated-name", format!("is called `{}`", camera.name), "give each a name of its own")
            } else if is_same_time {
                let at = camera.at.unwrap_or_default();
                ("bad-value", format!("is at {at} s, as `{}` is", other.name), "the path leads through one at a time")
            } else {
                continue;
            };
            let diagnostic = Diagnostic::error(code, format!("a second `<Camera>` {what}")).at(element.span);
            diagnostics.push(diagnostic.help(help));
            break;
        }
        cameras.push(camera);
    }
    let path = || cameras.iter().filter(|camera| camera.at.is_some());
    if let (Some(flat), Some(deep)) =
        (path().find(|camera| camera.height.is_some()), path().find(|camera| camera.height.is_none()))
    {
        let message = format!(
            "the path of cameras leads through `{}`, which is orthographic, and `{}`, which is not",
            flat.name, deep.name
        );
        let element = description
            .cameras()
            .find(|element| element.attributes.find("Name").is_some_and(|name| name.value.as_str() == flat.name));
        let span = element.map_or_else(|| description.beginning(), |element| element.span);
        let help = "cameras with `At` are all orthographic, or none is";
        diagnostics.push(Diagnostic::error("bad-value", message).at(span).help(help));
    }
    cameras
}

/// A camera that is being read.
struct Reading<'r> {
    element: ElementDescription<'r>,
    objects: &'r [Object],
    names: &'r dyn Names,
    diagnostics: &'r mut Diagnostics,
}

impl<'r> Reading<'r> {
    fn camera(&mut self) -> Option<Camera> {
        for attribute in self.element.attributes.iter() {
            let name = attribute.name.as_str();
            if !ATTRIBUTES.iter().any(|known| known.name == name) {
                let message = format!("unknown attribute `{name}` of `<Camera>`");
                let advice = nearest::advice(name, "attributes", ATTRIBUTES.iter().map(|known| known.name));
                let diagnostic = Diagnostic::error("unknown-attribute", message).at(attribute.name.span());
                self.diagnostics.push(diagnostic.help(advice));
            }
        }
        let missing = ATTRIBUTES.iter().filter(|known| known.is_required && self.get(known.name).is_none());
        let missing: Vec<_> = missing.map(|known| format!("`{}`", known.name)).collect();
        if !missing.is_empty() {
            let message = format!("`<Camera>` without {}", missing.join(", "));
            let diagnostic = Diagnostic::error("missing-attribute", message).at(self.element.span);
            let help = "as in `<Camera Name=\"Bow\" Eye=\"8, -6, 4\" Target=\"0, 0, 1\"/>`";
            self.diagnostics.push(diagnostic.help(help));
        }
        let name = self.name();
        let [eye, target] = ["Eye", "Target"].map(|name| self.point(name));
        let height = self.number("Orthographic", "m").and_then(|height| match height {
            Some(height) if height <= 0.0 => {
                Err(self.refuse("Orthographic", "it is not more than 0", "a height in m, more than 0"))
            }
            height => Ok(height),
        });
        let (follows, at) = (self.followed(), self.number("At", "s"));
        // All of them are read, so that all faults are told.
        Some(Camera {
            name: name.ok()?,
            eye: eye.ok()?,
            target: target.ok()?,
            height: height.ok()?,
            follows: follows.ok()?,
            at: at.ok()?,
        })
    }

    fn get(&self, name: &str) -> Option<Attribute<'r>> {
        self.element.attributes.find(name)
    }

    fn name(&mut self) -> Result<String, Told> {
        let name = self.get("Name").ok_or(Told)?.value.as_str();
        if is_name(name) {
            return Ok(name.to_owned());
        }
        Err(self.refuse(
            "Name",
            &format!("`{name}` is not a name"),
            "a letter or `_`, then letters, digits, `_` and `-`",
        ))
    }

    fn point(&mut self, name: &str) -> Result<[f64; 3], Told> {
        let value = self.get(name).ok_or(Told)?.value;
        let numbers = numbers_in(value.as_str(), "m", self.names);
        let point = numbers.and_then(|numbers| {
            <[f64; 3]>::try_from(numbers).map_err(|numbers| format!("{} numbers, where 3 are needed", numbers.len()))
        });
        point.map_err(|reason| self.refuse(name, &reason, "three numbers, separated by commas, as in `8, -6, 4`"))
    }

    fn number(&mut self, name: &str, unit: &str) -> Result<Option<f64>, Told> {
        let Some(attribute) = self.get(name) else { return Ok(None) };
        let number = number_in(attribute.value.as_str(), unit, self.names);
        number.map(Some).map_err(|reason| self.refuse(name, &reason, &format!("a number in {unit}")))
    }

    /// The position of the SimObject that it goes along with.
    fn followed(&mut self) -> Result<Option<usize>, Told> {
        let Some(attribute) = self.get("Follow") else { return Ok(None) };
        let name = attribute.value.as_str();
        let seen = || self.objects.iter().filter(|object| !object.looks.is_empty()).map(Object::name);
        match self.objects.iter().position(|object| object.name() == name) {
            Some(position) if !self.objects[position].looks.is_empty() => Ok(Some(position)),
            Some(_) => {
                let advice = nearest::advice("", "SimObjects that have one", seen());
                Err(self.refuse("Follow", &format!("`{name}` has no shape"), &advice))
            }
            None => {
                let advice = nearest::advice(name, "SimObjects that have a shape", seen());
                Err(self.refuse("Follow", &format!("there is no `{name}`"), &advice))
            }
        }
    }

    /// Says what is wrong with an attribute, and what it should be.
    fn refuse(&mut self, name: &str, reason: &str, help: &str) -> Told {
        let span = self.get(name).map_or(self.element.span, |attribute| attribute.value.span());
        let message = format!("{name} of a camera: {reason}");
        self.diagnostics.push(Diagnostic::error("bad-value", message).at(span).help(help));
        Told
    }
}

/// Mistakes go to the diagnostics.
struct Told;
