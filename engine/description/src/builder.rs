//! A description that a program builds.

use simobject_host::is_name;

use crate::engine::EngineBuilder;
use crate::store::ModelDescription;
use crate::stored_attribute::StoredAttribute;
use crate::up::Up;
use crate::value::Value;
use bowline_solve::integration::OutputTimes;
use bowline_text::Text;
use bowline_text::diagnostic::Diagnostic;
use bowline_text::source::Span;

impl ModelDescription {
    /// Adds a SimObject: the name of its library, of its type, and its own.
    pub fn object(&mut self, library: &str, kind: &str, name: &str) -> ObjectBuilder<'_> {
        let library = self.begin("Lib").attribute("LibName", library).value;
        let kind = self.attribute("SimObject", kind).value;
        let name = self.attribute("Name", name).value;
        self.push_object([library, kind, name], []);
        let written = Text::new(self.texts().text(name), name);
        if !is_object_name(written.as_str()) {
            let diagnostic = bad_name(written);
            self.faults.push(diagnostic);
        }
        let position = self.object_count() - 1;
        ObjectBuilder { description: self, position }
    }

    /// Connects `Object.InPort`, a bundle or a resource: to numbers, or to what a
    /// scenario writes, as in `"A.Out - 2*B.Out"` or `"Line.P1"`. Each is connected once.
    pub fn connect(&mut self, port: &str, source: impl Into<Value>) -> &mut Self {
        let connection = self.begin("Connection").attribute(port, source);
        self.push_connections([connection]);
        self
    }

    /// Gives `Object.State` the numbers that it begins with, once.
    pub fn initial_condition(&mut self, state: &str, value: impl Into<Value>) -> &mut Self {
        let condition = self.begin("InitialCondition").attribute(state, value);
        self.push_initial_conditions([condition]);
        self
    }

    /// Says how to integrate, and what to record.
    pub fn engine(&mut self) -> EngineBuilder<'_> {
        EngineBuilder { description: self }
    }

    /// Adds further results, with that name: with rows or columns of their own.
    pub fn output(&mut self, name: &str) -> OutputBuilder<'_> {
        let name = self.begin("Output").attribute("Name", name);
        self.push_output(vec![name], name.value);
        let position = self.outputs().count() - 1;
        OutputBuilder { description: self, position }
    }

    /// Adds a camera of that name: where its eye is, and what it looks at, m.
    pub fn camera(&mut self, name: &str, eye: [f64; 3], target: [f64; 3]) -> CameraBuilder<'_> {
        let name = self.begin("Camera").attribute("Name", name);
        let places = [self.attribute("Eye", eye), self.attribute("Target", target)];
        self.push_camera([name].into_iter().chain(places).collect(), name.value);
        CameraBuilder { description: self }
    }

    /// Says which way is up in the model's frame.
    pub fn up(&mut self, up: Up) -> &mut Self {
        self.begin("VIEW").attribute("Up", up.name());
        self.up = up;
        self
    }

    /// Begins a line for what is built, which an error shows.
    pub(super) fn begin(&mut self, what: &str) -> &mut Self {
        self.texts_mut().write_formatted(format_args!("\n{what}"));
        self
    }

    /// Goes on with the line.
    pub(super) fn attribute(&mut self, name: &str, value: impl Into<Value>) -> StoredAttribute {
        let texts = self.texts_mut();
        texts.write(" ");
        let name = texts.write(name);
        texts.write("=\"");
        let value = match value.into() {
            Value::Text(text) => texts.write(&text),
            other => texts.write_formatted(format_args!("{other}")),
        };
        texts.write("\"");
        StoredAttribute { name, value }
    }
}

/// What a program gives the SimObject that it has added.
#[derive(Debug)]
pub struct ObjectBuilder<'d> {
    description: &'d mut ModelDescription,
    position: usize,
}

impl ObjectBuilder<'_> {
    /// Gives it a parameter: numbers in their SI unit, or a text as a scenario has it.
    /// What is given last counts.
    pub fn set(&mut self, parameter: &str, value: impl Into<Value>) -> &mut Self {
        let parameter = self.description.attribute(parameter, value);
        self.description.put_parameter(self.position, parameter);
        self
    }
}

/// What a program says of the further results that it has added.
#[derive(Debug)]
pub struct OutputBuilder<'d> {
    description: &'d mut ModelDescription,
    position: usize,
}

impl OutputBuilder<'_> {
    /// When their rows are written.
    pub fn output_times(&mut self, times: &OutputTimes) -> &mut Self {
        self.set("TOutput", times.to_string())
    }

    /// What they record, as `FileOutput` has it: `"B.Pos, objects:outputs"`.
    pub fn record(&mut self, signals: &str) -> &mut Self {
        self.set("FileOutput", signals)
    }

    /// Whether their columns stand in the order of what they record, not of the SimObjects.
    pub fn keep_order(&mut self, keep: bool) -> &mut Self {
        self.set("KeepOrder", keep)
    }

    fn set(&mut self, name: &str, value: impl Into<Value>) -> &mut Self {
        let attribute = self.description.attribute(name, value);
        self.description.put_output_attribute(self.position, attribute);
        self
    }
}

/// What a program says of the camera that it has added.
#[derive(Debug)]
pub struct CameraBuilder<'d> {
    description: &'d mut ModelDescription,
}

impl CameraBuilder<'_> {
    /// Without perspective; so many metres are as high as the picture.
    pub fn orthographic(&mut self, height: f64) -> &mut Self {
        self.set("Orthographic", height)
    }

    /// Goes along with a SimObject: eye and target count from the place of its first shape.
    pub fn follow(&mut self, object: &str) -> &mut Self {
        self.set("Follow", object)
    }

    /// At this time, s, the path of cameras leads through it.
    pub fn at(&mut self, time: f64) -> &mut Self {
        self.set("At", time)
    }

    fn set(&mut self, name: &str, value: impl Into<Value>) -> &mut Self {
        let attribute = self.description.attribute(name, value);
        self.description.put_camera_attribute(attribute);
        self
    }
}

/// Whether a SimObject may be called so: by a name, or by several with points between them, as in an instance of a scheme.
pub fn is_object_name(text: &str) -> bool {
    text.split('.').all(is_name)
}

/// What is wrong with a name of a SimObject that is none.
pub fn bad_name(name: Text<'_>) -> Diagnostic {
    let text = name.as_str();
    let allowed = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let shown = |c: char| match c {
        ' ' => "a space".to_owned(),
        c if c.is_ascii_graphic() || c.is_alphanumeric() => format!("`{c}`"),
        c => format!("the character U+{:04X}", u32::from(c)),
    };
    let (reason, at) = match (text.chars().next(), text.char_indices().find(|(_, c)| !allowed(*c))) {
        (None, _) => (String::new(), 0),
        (_, Some((at, c))) => (format!(": {} may not stand in one", shown(c)), at),
        (Some(first), None) => (format!(": {} may not begin one", shown(first)), 0),
    };
    let message = match text {
        "" => "the Name is empty".to_owned(),
        text => format!("`{text}` is not a name{reason}"),
    };
    let length = text[at..].chars().next().map_or(0, char::len_utf8);
    let place: Span = name.part(at, at + length);
    let diagnostic = Diagnostic::error("bad-name", message).at(place);
    diagnostic.help("a name is a letter or `_`, then letters, digits, `_` and `-`")
}
