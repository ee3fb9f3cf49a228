//! An XML Schema (XSD 1.0) of scenarios, for editors.
//!
//! It accepts what the reader accepts, and more: it knows no widths, and which
//! parameters a type has is beyond XSD 1.0, which cannot choose attributes by
//! the value of another one. It is stricter in one thing: an element that holds
//! nothing may hold comments, but no space either.

mod schemes;
mod synopsis;

use std::collections::BTreeMap;
use std::io;

use quick_xml::Writer;
use quick_xml::escape::partial_escape;
use quick_xml::events::{BytesText, Event};
use simobject_host::OWN_SAMPLE_TIME;

use crate::xml::section::{CAMERA, ROOT, SECTIONS, VIEW};
use bowline_catalog::{Catalog, CatalogLibrary};
use bowline_description::attributes::engine_attribute::{
    self, EngineAttribute, FALSE, LOOPS, Range, STARTS, TRUE, Values,
};
use bowline_description::attributes::{camera, further_output};
use bowline_description::{ElementKind, Up};
use bowline_solve::integration::{Method, Norm};
use synopsis::synopsis;

/// The characters of a name, and those that begin one, as XSD writes them; a
/// little more than `is_name` accepts among marks.
const NAME: &str = r"[\p{L}\p{M}\p{Nl}_][\p{L}\p{M}\p{N}_\-]*";
/// The name of an object: those of the instances that it stands in come first, and formulas may stand in it.
const OBJECT_NAME: &str = r"([\p{L}\p{M}\p{Nl}_]|[$]\{[^}]*\})([\p{L}\p{M}\p{N}_\-.]|[$]\{[^}]*\})*";
/// The name of a variable.
const WORD: &str = r"[\p{L}_][\p{L}\p{N}_]*";
/// What is more than a number: it has a letter, but that of an exponent, or a sign of calculations.
const FORMULA: &str = r".*[\p{L}_(*/\^%°-[eE]].*";
/// A number as the scenario's languages write it.
const NUMBER: &str = r"[+\-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+\-]?[0-9]+)?";

/// Writes an XML Schema of the scenarios that use these libraries.
///
/// # Errors
/// What went wrong with the writing.
pub fn write_schema(catalog: &Catalog, out: &mut dyn io::Write) -> io::Result<()> {
    writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    let mut schema = Schema { writer: Writer::new_with_indent(&mut *out, b' ', 2) };
    let namespace = ("xmlns:xs", "http://www.w3.org/2001/XMLSchema");
    schema.element("xs:schema", &[namespace], |schema| {
        schema.document(&about(catalog))?;
        schema.root()?;
        schema.objects(catalog)?;
        schema.open(
            "Connection",
            "In-ports on the left, as Object.InPort, and their sources on the right; or a bundle, or terminals, on each side",
        )?;
        schema.open("InitialCondition", "States on the left, as Object.State, and their numbers on the right")?;
        schema.camera()?;
        schema.variable()?;
        schema.schemes()?;
        schema.engine()
    })?;
    writeln!(out)
}

fn about(catalog: &Catalog) -> String {
    let libraries: Vec<_> = catalog
        .libraries()
        .map(|CatalogLibrary { library, .. }| format!("{} {}", library.name(), library.version()))
        .collect();
    format!("Scenarios of Bowline {}, with the libraries {}", env!("CARGO_PKG_VERSION"), libraries.join(", "))
}

/// A schema being written.
struct Schema<'w> {
    writer: Writer<&'w mut dyn io::Write>,
}

impl Schema<'_> {
    /// An element with content.
    fn element(
        &mut self,
        name: &str,
        attributes: &[(&str, &str)],
        content: impl FnOnce(&mut Self) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut start = quick_xml::events::BytesStart::new(name);
        start.extend_attributes(attributes.iter().copied());
        self.writer.write_event(Event::Start(start.borrow()))?;
        content(self)?;
        self.writer.write_event(Event::End(start.to_end()))
    }

    /// An element without content.
    fn empty(&mut self, name: &str, attributes: &[(&str, &str)]) -> io::Result<()> {
        self.writer.create_element(name).with_attributes(attributes.iter().copied()).write_empty().map(drop)
    }

    fn document(&mut self, doc: &str) -> io::Result<()> {
        self.element("xs:annotation", &[], |schema| {
            let text = BytesText::from_escaped(partial_escape(doc));
            schema.writer.create_element("xs:documentation").write_text_content(text).map(drop)
        })
    }

    /// The root with its sections, each at most once, in any order.
    fn root(&mut self) -> io::Result<()> {
        self.element("xs:element", &[("name", ROOT)], |schema| {
            schema.document("A scenario: SimObjects, their connections, where they begin and how to integrate")?;
            schema.element("xs:complexType", &[], |schema| schema.element("xs:all", &[], Self::sections))?;
            schema.element("xs:unique", &[("name", "Names")], |schema| {
                schema.document("No two SimObjects share a name")?;
                schema.empty("xs:selector", &[("xpath", "OBJECTS/Lib")])?;
                schema.empty("xs:field", &[("xpath", "@Name")])
            })
        })
    }

    fn sections(&mut self) -> io::Result<()> {
        for section in &SECTIONS {
            let occurs = if section.required { "1" } else { "0" };
            self.element("xs:element", &[("name", section.name), ("minOccurs", occurs)], |schema| {
                schema.document(section.doc)?;
                schema.element("xs:complexType", &[], |schema| {
                    schema.element("xs:sequence", &[], |schema| {
                        if section.holds != "Engine" {
                            return schema.held(section.name);
                        }
                        let held = [("name", section.holds), ("type", section.holds)];
                        // One Engine, with Outputs before and behind it.
                        let (least, most) = (("minOccurs", "0"), ("maxOccurs", "unbounded"));
                        let outputs = [("name", "Output"), ("type", "Output"), least, most];
                        schema.empty("xs:element", &outputs)?;
                        schema.empty("xs:element", &held)?;
                        schema.empty("xs:element", &outputs)
                    })
                })
            })?;
        }
        self.element("xs:element", &[("name", VIEW), ("minOccurs", "0")], |schema| {
            schema.document("The scenario's frame, and from where one looks")?;
            schema.element("xs:complexType", &[], |schema| {
                schema.element("xs:sequence", &[], |schema| {
                    let (least, most) = (("minOccurs", "0"), ("maxOccurs", "unbounded"));
                    schema.empty("xs:element", &[("name", CAMERA), ("type", CAMERA), least, most])
                })?;
                schema.attribute("Up", "optional", "Which way is up", |schema| {
                    schema.words("xs:string", Up::ALL.map(|up| (up.name().to_owned(), up.words().to_owned())))
                })
            })
        })
    }

    /// The type of `Lib`.
    fn objects(&mut self, catalog: &Catalog) -> io::Result<()> {
        let mut libraries = Vec::new();
        let mut types: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for CatalogLibrary { library, .. } in catalog.libraries() {
            let (name, doc) = (library.name(), library.doc());
            libraries.push((name.to_owned(), doc.to_owned()));
            libraries.extend(library.aliases().map(|alias| (alias.to_owned(), format!("{name}: {doc}"))));
            for kind in library.types() {
                types.entry(kind.name()).or_default().push(synopsis(library, kind));
            }
        }
        let types = types.into_iter().map(|(name, docs)| (name.to_owned(), docs.join("\n\n")));
        self.element("xs:complexType", &[("name", "Lib")], |schema| {
            schema.document("A SimObject; every other attribute is a parameter of its type")?;
            schema.attribute("LibName", "required", "The library", |schema| schema.words("xs:string", libraries))?;
            schema.attribute("SimObject", "required", "The type", |schema| schema.words("xs:string", types))?;
            let doc = "Its name: a letter or `_`, then letters, digits, `_` and `-`";
            schema.attribute("Name", "required", doc, |schema| schema.pattern("xs:string", OBJECT_NAME))?;
            let doc = "A step of its own, s, for what runs on the scenario's clock";
            schema.attribute(OWN_SAMPLE_TIME, "optional", doc, |schema| {
                schema.values(Values::Number(Range::Positive, "s"))
            })?;
            schema.any_attribute()
        })
    }

    /// A type with attributes of any names.
    fn open(&mut self, name: &str, doc: &str) -> io::Result<()> {
        self.element("xs:complexType", &[("name", name)], |schema| {
            schema.document(doc)?;
            schema.any_attribute()
        })
    }

    fn any_attribute(&mut self) -> io::Result<()> {
        self.empty("xs:anyAttribute", &[("namespace", "##local"), ("processContents", "lax")])
    }

    /// The type of `Variable`.
    fn variable(&mut self) -> io::Result<()> {
        self.element("xs:complexType", &[("name", "Variable")], |schema| {
            schema.document("A constant that formulas name")?;
            let doc = "Its name: a letter or `_`, then letters, digits and `_`";
            schema.attribute("Name", "required", doc, |schema| schema.pattern("xs:string", WORD))?;
            // One of `Value` and `Text`, which XSD 1.0 cannot say.
            let texts = [
                ("Value", "A number, perhaps with a unit, or a formula; several are separated by commas"),
                ("Unit", "The unit of a number without one, which any other must fit"),
                ("Text", "In place of `Value`: a text, which `${name}` puts into others"),
                ("Doc", "What it is"),
            ];
            texts.into_iter().try_for_each(|(name, doc)| schema.text(name, false, doc))
        })
    }

    /// What a section holds, any number of each in any order.
    fn held(&mut self, section: &str) -> io::Result<()> {
        let kinds =
            ElementKind::ALL.into_iter().find(|kind| kind.name() == section).map_or(&[][..], ElementKind::holds);
        let occurs = [("minOccurs", "0"), ("maxOccurs", "unbounded")];
        self.element("xs:choice", &occurs, |schema| {
            for kind in kinds {
                let name = kind.name();
                let repeated = format!("{name}.{section}");
                let of_type = if *kind == ElementKind::Repeat { repeated.as_str() } else { name };
                schema.empty("xs:element", &[("name", name), ("type", of_type)])?;
            }
            Ok(())
        })
    }

    /// The type of `Camera`.
    fn camera(&mut self) -> io::Result<()> {
        self.element("xs:complexType", &[("name", CAMERA)], |schema| {
            schema.document("From where one looks: render --camera NAME, and a button of the window")?;
            let attributes = &camera::ATTRIBUTES;
            attributes.iter().try_for_each(|known| schema.text(known.name, known.is_required, known.doc))
        })
    }

    /// The types of `Engine` and `Output`.
    fn engine(&mut self) -> io::Result<()> {
        self.settings("Engine", "How to integrate, and what to record", &engine_attribute::ALL)?;
        self.settings("Output", "Further results, with times and columns of their own", &further_output::ATTRIBUTES)
    }

    /// A type with such attributes.
    fn settings(&mut self, name: &str, doc: &str, attributes: &[&EngineAttribute]) -> io::Result<()> {
        self.element("xs:complexType", &[("name", name)], |schema| {
            schema.document(doc)?;
            for EngineAttribute { name, values, default, doc } in attributes {
                let required = if default.is_empty() { "required" } else { "optional" };
                let default = if default.is_empty() { String::new() } else { format!("; default: {default}") };
                let doc = format!("{doc} ({values}{default})");
                schema.attribute(name, required, &doc, |schema| schema.values(*values))?;
            }
            Ok(())
        })
    }

    fn attribute(
        &mut self,
        name: &str,
        required: &str,
        doc: &str,
        kind: impl FnOnce(&mut Self) -> io::Result<()>,
    ) -> io::Result<()> {
        self.element("xs:attribute", &[("name", name), ("use", required)], |schema| {
            schema.document(doc)?;
            kind(schema)
        })
    }

    /// An attribute that is any text.
    fn text(&mut self, name: &str, is_required: bool, doc: &str) -> io::Result<()> {
        let required = if is_required { "required" } else { "optional" };
        self.attribute(name, required, doc, |schema| schema.restriction("xs:string", |_| Ok(())))
    }

    /// What an attribute of Engine may say. Spaces around it are free, which
    /// `xs:token` and the numeric types allow.
    fn values(&mut self, values: Values) -> io::Result<()> {
        match values {
            Values::Number(range, _) => {
                let least = match range {
                    Range::NotNegative => "xs:minInclusive",
                    Range::Positive => "xs:minExclusive",
                };
                self.or_formula(|schema| {
                    schema.restriction("xs:double", |schema| {
                        schema.empty(least, &[("value", "0")])?;
                        schema.empty("xs:maxExclusive", &[("value", "INF")])
                    })
                })
            }
            Values::Count(most) => self.or_formula(|schema| {
                schema.restriction("xs:integer", |schema| {
                    schema.empty("xs:minInclusive", &[("value", "1")])?;
                    schema.empty("xs:maxInclusive", &[("value", &most.to_string())])
                })
            }),
            Values::Truth => {
                self.words("xs:token", TRUE.into_iter().chain(FALSE).map(|word| (word.to_owned(), String::new())))
            }
            Values::Norm => {
                self.words("xs:token", Norm::ALL.map(|norm| (norm.name().to_owned(), norm.words().to_owned())))
            }
            Values::Method => self.methods(),
            Values::TimesAndRanges => {
                let item = format!("{NUMBER}( ?: ?{NUMBER} ?: ?{NUMBER})?");
                self.or_formula(|schema| schema.pattern("xs:token", &format!("{item}( ?, ?{item})*")))
            }
            Values::Loops => self.words("xs:token", LOOPS.map(|(word, doc)| (word.to_owned(), doc.to_owned()))),
            Values::Start => self.words("xs:token", STARTS.map(|(word, doc)| (word.to_owned(), doc.to_owned()))),
            Values::Name => self.pattern("xs:string", NAME),
            Values::Times => self.or_formula(|schema| schema.pattern("xs:token", &format!("{NUMBER}( ?, ?{NUMBER})*"))),
            Values::Selection => self.restriction("xs:token", |schema| schema.empty("xs:minLength", &[("value", "1")])),
        }
    }

    /// A type, or formulas that give its values.
    fn or_formula(&mut self, plain: impl FnOnce(&mut Self) -> io::Result<()>) -> io::Result<()> {
        self.element("xs:simpleType", &[], |schema| {
            schema.element("xs:union", &[], |schema| {
                plain(schema)?;
                schema.pattern("xs:token", FORMULA)
            })
        })
    }

    /// The methods' names, which editors offer, or the same in other letters.
    fn methods(&mut self) -> io::Result<()> {
        let number = (Method::NUMBER.to_owned(), format!("The default: {}", Method::DEFAULT.name()));
        let words = Method::all().map(|method| (method.name().to_owned(), method.words()));
        self.element("xs:simpleType", &[], |schema| {
            schema.element("xs:union", &[], |schema| {
                schema.words("xs:token", [number].into_iter().chain(words))?;
                let names: Vec<_> = Method::all().map(|method| in_any_case(method.name())).collect();
                schema.pattern("xs:token", &names.join("|"))
            })
        })
    }

    /// A choice of words, each with its meaning, if that is not empty.
    fn words(&mut self, base: &str, words: impl IntoIterator<Item = (String, String)>) -> io::Result<()> {
        self.restriction(base, |schema| {
            for (word, doc) in words {
                match doc.as_str() {
                    "" => schema.empty("xs:enumeration", &[("value", &word)])?,
                    doc => schema.element("xs:enumeration", &[("value", &word)], |schema| schema.document(doc))?,
                }
            }
            Ok(())
        })
    }

    fn pattern(&mut self, base: &str, pattern: &str) -> io::Result<()> {
        self.restriction(base, |schema| schema.empty("xs:pattern", &[("value", pattern)]))
    }

    fn restriction(&mut self, base: &str, facets: impl FnOnce(&mut Self) -> io::Result<()>) -> io::Result<()> {
        self.element("xs:simpleType", &[], |schema| schema.element("xs:restriction", &[("base", base)], facets))
    }
}

/// A pattern of a name in small or capital letters.
fn in_any_case(name: &str) -> String {
    let either = |c: char| match c.is_ascii_alphabetic() {
        true => format!("[{}{}]", c.to_ascii_uppercase(), c.to_ascii_lowercase()),
        false => c.to_string(),
    };
    name.chars().map(either).collect()
}
