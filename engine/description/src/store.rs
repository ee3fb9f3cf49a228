//! A description, as it is kept.

use std::mem::take;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use simobject_host::Argument;

use crate::outline::{Element, ElementKind, Insertion, Outline};
use crate::stored_attribute::StoredAttribute;
use crate::up::Up;
use bowline_text::diagnostic::Diagnostics;
use bowline_text::source::{Source, SourceMap, Span};
use bowline_text::{Attribute, Text};

/// What a model is made of: SimObjects with their parameters, connections, initial
/// conditions, how to integrate, and what to record. It is read from a scenario, or
/// a program builds it.
///
/// ```
/// use bowline_engine::{Catalog, LoadOptions, ModelDescription};
///
/// // A mass of 2 kg that is pushed with 4 N.
/// let mut pushed = ModelDescription::new();
/// pushed.object("FhsimTutorialLibrary", "Body/Mass", "B").set("Mass", 2.0).set("g", 0.0);
/// pushed.connect("B.Force", [4.0, 0.0, 0.0]);
/// pushed.initial_condition("B.Pos", [0.0; 3]).initial_condition("B.Vel", [0.0; 3]);
/// pushed.engine().output_times(&"0:0.5:3".parse()?).method("Tsitouras".parse()?).rel_tol(1e-8);
///
/// let catalog = Catalog::new([&bowline_tutorial::LIBRARY]);
/// let model = bowline_engine::build(pushed, &catalog, LoadOptions::default())?;
/// let (mut workspace, mut dx) = (model.workspace(), [0.0; 6]);
/// model.evaluate(&mut workspace, 0.0, &mut dx)?;
/// assert_eq!(dx[3], 2.0, "m/s^2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct ModelDescription {
    texts: SourceMap,
    objects: Vec<StoredObject>,
    /// Those of all SimObjects.
    parameters: Vec<StoredAttribute>,
    connections: Vec<StoredAttribute>,
    initial_conditions: Vec<StoredAttribute>,
    engine: Vec<StoredAttribute>,
    outputs: Vec<StoredElement>,
    cameras: Vec<StoredElement>,
    variables: Vec<StoredVariable>,
    /// What is flattened before a model is built.
    outline: Arc<Outline>,
    /// Which names the formulas of objects know that are not the scenario's, by the positions of the objects.
    scopes: Vec<u32>,
    /// The section that `Engine` stands in.
    pub integration_span: Option<Span>,
    /// The `Engine` element, for what is missing in it.
    pub engine_span: Option<Span>,
    /// Which way is up.
    pub up: Up,
    /// What paths are relative to, as the user knows it and wherever a library may have gone since.
    directory: (PathBuf, PathBuf),
    /// What is wrong with what a program gave.
    pub(super) faults: Diagnostics,
}

/// A SimObject, by where its names stand.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StoredObject {
    pub(crate) library: Span,
    pub(crate) kind: Span,
    pub(crate) name: Span,
    /// Its first parameter among all, and how many it has.
    first: u32,
    count: u32,
}

impl StoredObject {
    fn parameters(self) -> Range<usize> {
        self.first as usize..self.first as usize + self.count as usize
    }
}

/// The SimObjects, connections and initial conditions of a scenario that are not repeated.
#[derive(Debug, Default)]
pub(crate) struct Flat {
    pub(crate) objects: Vec<StoredObject>,
    parameters: Vec<StoredAttribute>,
    pub(crate) connections: Vec<StoredAttribute>,
    pub(crate) initial_conditions: Vec<StoredAttribute>,
}

impl Flat {
    /// The parameters of one of the SimObjects.
    pub(crate) fn parameters(&self, object: StoredObject) -> &[StoredAttribute] {
        &self.parameters[object.parameters()]
    }
}

/// Further results or a camera, by where it stands.
#[derive(Debug, Clone)]
struct StoredElement {
    attributes: Vec<StoredAttribute>,
    span: Span,
}

/// A variable, by where it stands.
#[derive(Debug, Clone)]
struct StoredVariable {
    attributes: Vec<StoredAttribute>,
    span: Span,
    /// What is set in place of its value.
    set: Option<Span>,
}

/// Some attributes of a description.
#[derive(Debug, Clone, Copy)]
pub struct Attributes<'d> {
    list: &'d [StoredAttribute],
    texts: &'d SourceMap,
}

impl<'d> Attributes<'d> {
    /// These, which stand in those texts.
    pub fn of(list: &'d [StoredAttribute], texts: &'d SourceMap) -> Self {
        Self { list, texts }
    }

    /// Each attribute, in the order of the text.
    pub fn iter(self) -> impl ExactSizeIterator<Item = Attribute<'d>> {
        self.list.iter().map(move |stored| attribute(self.texts, stored))
    }

    /// The number of attributes.
    pub fn count(self) -> usize {
        self.list.len()
    }

    /// The one of that name.
    pub fn find(self, name: &str) -> Option<Attribute<'d>> {
        let found = self.list.iter().find(|stored| self.texts.text(stored.name) == name)?;
        Some(attribute(self.texts, found))
    }
}

/// A SimObject of a description.
#[derive(Debug, Clone, Copy)]
pub struct ObjectDescription<'d> {
    of: &'d ModelDescription,
    stored: StoredObject,
}

impl<'d> ObjectDescription<'d> {
    /// The library that has its type.
    pub fn library(self) -> Text<'d> {
        text(&self.of.texts, self.stored.library)
    }

    /// Its type.
    pub fn kind(self) -> Text<'d> {
        text(&self.of.texts, self.stored.kind)
    }

    /// Its name.
    pub fn name(self) -> Text<'d> {
        text(&self.of.texts, self.stored.name)
    }

    /// The parameters that the scenario gives.
    pub fn parameters(self) -> Attributes<'d> {
        Attributes { list: &self.of.parameters[self.stored.parameters()], texts: &self.of.texts }
    }

    /// The same as arguments of a constructor.
    pub fn arguments(self) -> Vec<Argument<'d>> {
        self.parameters().iter().map(|of| Argument { name: of.name.as_str(), value: of.value.as_str() }).collect()
    }
}

/// A variable of a description.
#[derive(Debug, Clone, Copy)]
pub struct VariableDescription<'d> {
    pub(crate) attributes: Attributes<'d>,
    pub(crate) span: Span,
    /// What is set in place of its value.
    pub(crate) set: Option<Text<'d>>,
}

/// Further results, or a camera, of a description.
#[derive(Debug, Clone, Copy)]
pub struct ElementDescription<'d> {
    /// The attributes of the element.
    pub attributes: Attributes<'d>,
    /// The place of the element.
    pub span: Span,
}

#[inline]
fn text(texts: &SourceMap, span: Span) -> Text<'_> {
    Text::new(texts.text(span), texts.origin(span))
}

fn attribute<'d>(texts: &'d SourceMap, stored: &StoredAttribute) -> Attribute<'d> {
    Attribute { name: text(texts, stored.name), value: text(texts, stored.value) }
}

impl ModelDescription {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Nothing yet; paths are relative to the directory of this text.
    pub fn beside(source: &Source) -> Self {
        let directory = |path: &Path| path.parent().map(Path::to_path_buf).unwrap_or_default();
        Self { directory: (directory(Path::new(source.name())), directory(source.path())), ..Self::default() }
    }

    /// Makes paths relative to a directory instead of the current one.
    pub fn in_directory(&mut self, directory: impl Into<PathBuf>) -> &mut Self {
        let directory = directory.into();
        self.directory = (directory.clone(), std::path::absolute(&directory).unwrap_or(directory));
        self
    }

    /// What paths are relative to: as the user knows it, and absolute.
    pub fn directory(&self) -> (&Path, &Path) {
        (&self.directory.0, &self.directory.1)
    }

    /// The texts that it is made of.
    pub fn texts(&self) -> &SourceMap {
        &self.texts
    }

    /// All texts, for more of them.
    pub fn texts_mut(&mut self) -> &mut SourceMap {
        &mut self.texts
    }

    /// What is wrong with what a program gave.
    pub fn faults(&self) -> &Diagnostics {
        &self.faults
    }

    /// The text that it was read from first, or all of what a program gave.
    pub fn first_source(&self) -> Option<&Arc<Source>> {
        self.texts.first()
    }

    /// Where it begins.
    pub fn beginning(&self) -> Span {
        Span::new(0, 0)
    }

    /// The SimObjects, in the order of the file.
    pub fn objects(&self) -> impl ExactSizeIterator<Item = ObjectDescription<'_>> {
        self.objects.iter().map(|stored| ObjectDescription { of: self, stored: *stored })
    }

    /// How many SimObjects there are.
    pub fn object_count(&self) -> usize {
        self.objects.len()
    }

    /// The SimObject at a position.
    pub fn object_at(&self, position: usize) -> ObjectDescription<'_> {
        ObjectDescription { of: self, stored: self.objects[position] }
    }

    /// `Object.InPort` and its sources.
    pub fn connections(&self) -> Attributes<'_> {
        Attributes { list: &self.connections, texts: &self.texts }
    }

    /// `Object.State` and its numbers.
    pub fn initial_conditions(&self) -> Attributes<'_> {
        Attributes { list: &self.initial_conditions, texts: &self.texts }
    }

    /// How to integrate, and what to record.
    pub fn engine_attributes(&self) -> Attributes<'_> {
        Attributes { list: &self.engine, texts: &self.texts }
    }

    /// Further results.
    pub fn outputs(&self) -> impl Iterator<Item = ElementDescription<'_>> {
        self.outputs.iter().map(|output| self.element(output))
    }

    /// Cameras, in the order of the file.
    pub fn cameras(&self) -> impl Iterator<Item = ElementDescription<'_>> {
        self.cameras.iter().map(|camera| self.element(camera))
    }

    fn element<'d>(&'d self, stored: &'d StoredElement) -> ElementDescription<'d> {
        ElementDescription {
            attributes: Attributes { list: &stored.attributes, texts: &self.texts },
            span: stored.span,
        }
    }

    /// The variables, in the order of the file.
    pub fn variables(&self) -> impl ExactSizeIterator<Item = VariableDescription<'_>> {
        self.variables.iter().map(|variable| VariableDescription {
            attributes: Attributes { list: &variable.attributes, texts: &self.texts },
            span: variable.span,
            set: variable.set.map(|set| text(&self.texts, set)),
        })
    }

    /// Adds a variable.
    pub fn push_variable(&mut self, attributes: Vec<StoredAttribute>, span: Span) {
        self.variables.push(StoredVariable { attributes, span, set: None });
    }

    /// Puts a value in place of that of a variable; whether there is one of that name.
    pub(crate) fn put_variable(&mut self, name: &str, value: Span) -> bool {
        let Self { variables, texts, .. } = self;
        let is_it = |variable: &&mut StoredVariable| {
            let mut attributes = variable.attributes.iter();
            attributes.any(|stored| texts.text(stored.name) == "Name" && texts.text(stored.value) == name)
        };
        variables.iter_mut().find(is_it).map(|variable| variable.set = Some(value)).is_some()
    }

    /// Adds a SimObject, with its attributes.
    pub fn push_object(
        &mut self,
        [library, kind, name]: [Span; 3],
        parameters: impl IntoIterator<Item = StoredAttribute>,
    ) {
        let first = self.parameters.len();
        self.parameters.extend(parameters);
        let (first, count) = (first as u32, (self.parameters.len() - first) as u32);
        self.objects.push(StoredObject { library, kind, name, first, count });
    }

    /// What is flattened before a model is built.
    pub fn outline(&self) -> &Outline {
        &self.outline
    }

    /// The same, shared.
    pub(crate) fn shared_outline(&self) -> Arc<Outline> {
        Arc::clone(&self.outline)
    }

    /// The same, to be filled.
    pub fn outline_mut(&mut self) -> &mut Outline {
        Arc::make_mut(&mut self.outline)
    }

    /// Adds an element of a section that is flattened, behind what the section has so far.
    pub fn push_element(&mut self, section: ElementKind, element: Element) {
        let counts = [self.objects.len(), self.connections.len(), self.initial_conditions.len()];
        let outline = Arc::make_mut(&mut self.outline);
        match section {
            ElementKind::Objects => outline.objects.push(Insertion { at: counts[0], element }),
            ElementKind::Interconnections => outline.connections.push(Insertion { at: counts[1], element }),
            ElementKind::Initialization => outline.initial_conditions.push(Insertion { at: counts[2], element }),
            _ => outline.asserts.push(element),
        }
    }

    /// Takes all SimObjects, connections and initial conditions, in whose place others are put.
    pub(crate) fn take_flat(&mut self) -> Flat {
        self.scopes.clear();
        Flat {
            objects: take(&mut self.objects),
            parameters: take(&mut self.parameters),
            connections: take(&mut self.connections),
            initial_conditions: take(&mut self.initial_conditions),
        }
    }

    /// Says which names the formulas of the last object know.
    pub(crate) fn put_scope(&mut self, scope: u32) {
        if scope > 0 {
            self.scopes.resize(self.objects.len(), 0);
            self.scopes[self.objects.len() - 1] = scope;
        }
    }

    /// Which names the formulas of an object know.
    pub fn scope_of(&self, object: usize) -> u32 {
        self.scopes.get(object).copied().unwrap_or(0)
    }

    /// Adds connections.
    pub fn push_connections(&mut self, connections: impl IntoIterator<Item = StoredAttribute>) {
        self.connections.extend(connections);
    }

    /// Adds initial conditions.
    pub fn push_initial_conditions(&mut self, conditions: impl IntoIterator<Item = StoredAttribute>) {
        self.initial_conditions.extend(conditions);
    }

    /// Adds attributes of the engine.
    pub fn push_engine_attributes(&mut self, attributes: impl IntoIterator<Item = StoredAttribute>) {
        self.engine.extend(attributes);
    }

    /// Adds a further result.
    pub fn push_output(&mut self, attributes: Vec<StoredAttribute>, span: Span) {
        self.outputs.push(StoredElement { attributes, span });
    }

    /// Adds a camera.
    pub fn push_camera(&mut self, attributes: Vec<StoredAttribute>, span: Span) {
        self.cameras.push(StoredElement { attributes, span });
    }

    /// Puts a connection in place of one of the same name, or behind the others.
    pub fn put_connection(&mut self, new: StoredAttribute) {
        put(&self.texts, &mut self.connections, new);
    }

    /// The same for an initial condition.
    pub fn put_initial_condition(&mut self, new: StoredAttribute) {
        put(&self.texts, &mut self.initial_conditions, new);
    }

    /// The same for an attribute of `Engine`; a program need not have given any before.
    pub(crate) fn put_engine_attribute(&mut self, new: StoredAttribute) {
        put(&self.texts, &mut self.engine, new);
        if self.integration_span.is_none() {
            self.engine_span.get_or_insert(new.name);
        }
    }

    /// Takes an attribute of `Engine` away.
    pub(super) fn remove_engine_attribute(&mut self, name: &str) {
        let Self { engine, texts, .. } = self;
        engine.retain(|attribute| texts.text(attribute.name) != name);
    }

    /// The same for an attribute of further results.
    pub(crate) fn put_output_attribute(&mut self, output: usize, new: StoredAttribute) {
        put(&self.texts, &mut self.outputs[output].attributes, new);
    }

    /// The same for an attribute of the camera that was added last.
    pub(super) fn put_camera_attribute(&mut self, new: StoredAttribute) {
        if let Some(camera) = self.cameras.last_mut() {
            put(&self.texts, &mut camera.attributes, new);
        }
    }

    /// The same for a parameter of a SimObject.
    pub fn put_parameter(&mut self, object: usize, new: StoredAttribute) {
        let stored = self.objects[object];
        let name = self.texts.text(new.name);
        let mut range = stored.parameters();
        if let Some(old) = range.clone().find(|old| self.texts.text(self.parameters[*old].name) == name) {
            self.parameters[old] = new;
            return;
        }
        if range.end < self.parameters.len() {
            // There is room for one more behind all others.
            let first = self.parameters.len();
            self.parameters.extend_from_within(range);
            range = first..self.parameters.len();
        }
        self.parameters.push(new);
        self.objects[object] = StoredObject { first: range.start as u32, count: range.len() as u32 + 1, ..stored };
    }

    /// Lets go of what is read once.
    pub fn forget_wiring(&mut self) {
        drop((take(&mut self.connections), take(&mut self.initial_conditions)));
    }

    /// Lets go of the room that nothing took.
    pub fn shrink(&mut self) {
        self.objects.shrink_to_fit();
        self.parameters.shrink_to_fit();
        self.connections.shrink_to_fit();
        self.initial_conditions.shrink_to_fit();
    }
}

fn put(texts: &SourceMap, attributes: &mut Vec<StoredAttribute>, new: StoredAttribute) {
    let name = texts.text(new.name);
    match attributes.iter_mut().find(|old| texts.text(old.name) == name) {
        Some(old) => *old = new,
        None => attributes.push(new),
    }
}
