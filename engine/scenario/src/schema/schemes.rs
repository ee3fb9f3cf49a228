//! The types of schemes: what they hold, their instances and repetitions.

use std::io;

use super::Schema;
use bowline_description::ElementKind;

/// A type whose attributes are texts: its name and what it is, and of each attribute the name, whether it is required, and
/// what it says.
type OfTexts = (&'static str, &'static str, &'static [(&'static str, bool, &'static str)]);

/// The types in schemes whose attributes are texts.
const TYPES: [OfTexts; 7] = [
    ("Include", "Takes over variables and schemes of a file", &[("File", true, "The file")]),
    (
        "Assert",
        "What has to hold",
        &[("That", true, "A condition of constants"), ("Otherwise", false, "What to say if it does not")],
    ),
    (
        "Parameter",
        "A parameter of a scheme",
        &[
            ("Name", true, "Its name"),
            ("Unit", false, "The unit of a number without one, which any other must fit"),
            ("Kind", false, "number, vector, whole, truth, text, choice or file; number, if nothing is said"),
            ("Min", false, "The least that it may be"),
            ("Max", false, "The most that it may be"),
            ("Default", false, "What holds if it is not given"),
            ("Choices", false, "The words of a choice, separated by commas"),
            ("Doc", false, "What it is"),
        ],
    ),
    (
        "InPort",
        "An in-port of a scheme, whose name is a source in it",
        &[
            ("Name", true, "Its name"),
            ("Unit", false, "Its SI unit"),
            ("Width", false, "How many numbers it has"),
            ("Default", false, "What it reads if nothing is connected"),
            ("To", false, "In-ports of its objects that it feeds, separated by commas"),
            ("Doc", false, "What it is"),
        ],
    ),
    (
        "OutPort",
        "An out-port of a scheme",
        &[
            ("Name", true, "Its name"),
            ("Unit", false, "Its SI unit"),
            ("Width", false, "How many numbers it has"),
            ("From", true, "A port of its objects, or a formula of them"),
            ("Doc", false, "What it is"),
        ],
    ),
    (
        "Bundle",
        "A bundle of a scheme",
        &[("Name", true, "Its name"), ("At", true, "A bundle of one of its objects"), ("Doc", false, "What it is")],
    ),
    (
        "Terminal",
        "A terminal of a scheme",
        &[("Name", true, "Its name"), ("At", true, "A terminal of one of its objects"), ("Doc", false, "What it is")],
    ),
];

impl Schema<'_> {
    /// The types of schemes, instances and repetitions, and the root of a file of a scheme.
    pub(super) fn schemes(&mut self) -> io::Result<()> {
        self.element("xs:element", &[("name", "Scheme"), ("type", "Scheme")], |schema| {
            schema.document("A scheme, in a file of its own")
        })?;
        self.scheme()?;
        for section in [ElementKind::Objects, ElementKind::Interconnections, ElementKind::Initialization] {
            self.repeat(section)?;
        }
        self.element("xs:complexType", &[("name", "Instance")], |schema| {
            schema.document("A use of a scheme; every other attribute is a parameter of the scheme")?;
            schema.text("Scheme", true, "The scheme, or a file that ends in .xml")?;
            schema.text("Name", true, "Its name, which stands before those of its objects, with a point")?;
            schema.any_attribute()
        })?;
        for (name, doc, attributes) in TYPES {
            self.element("xs:complexType", &[("name", name)], |schema| {
                schema.document(doc)?;
                attributes.iter().try_for_each(|(name, is_required, doc)| schema.text(name, *is_required, doc))
            })?;
        }
        Ok(())
    }

    /// The type of `Scheme`.
    fn scheme(&mut self) -> io::Result<()> {
        self.element("xs:complexType", &[("name", "Scheme")], |schema| {
            schema.document("A part of scenarios with parameters and ports, which instances use")?;
            schema.element("xs:all", &[], |schema| {
                for section in ElementKind::Scheme.holds() {
                    schema.element("xs:element", &[("name", section.name()), ("minOccurs", "0")], |schema| {
                        schema.element("xs:complexType", &[], |schema| schema.held(section.name()))
                    })?;
                }
                Ok(())
            })?;
            schema.text("Name", false, "Its name; that of its file, if it has none")?;
            schema.text("Doc", false, "What it is")
        })
    }

    /// The type of `Repeat` in a section.
    fn repeat(&mut self, section: ElementKind) -> io::Result<()> {
        self.element("xs:complexType", &[("name", &format!("Repeat.{}", section.name()))], |schema| {
            schema.document("What is in it is made for each number of an index, or if a condition holds")?;
            schema.held(section.name())?;
            schema.text("Index", false, "The index, which formulas name, in texts as `${i}`")?;
            schema.text("From", false, "Its first number")?;
            schema.text("To", false, "Its last number")?;
            schema.text("If", false, "A condition, which may name the index")?;
            schema.text("Most", false, "How often it is made at most; 1000000, if nothing is said")
        })
    }
}
