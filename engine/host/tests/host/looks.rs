//! What SimObjects look like: what attributes are bound to, and what is noted
//! when a look makes no sense.

use std::sync::Arc;

use simobject::look::{Attribute, Binding, Elements, Look, Piece, Shape};
use simobject::{Creator, In, Io, Private, Result, SignalHandle, SimObject, State, StateSlice, Sum};
use simobject_host::{Argument, Declared, ObjectType, SampleTime, Session, Subject, Surroundings, look::words};

struct Nowhere;

impl Surroundings for Nowhere {
    fn read(&self, path: &str) -> std::result::Result<Arc<str>, String> {
        Err(format!("{path}: not found"))
    }

    fn sample_time(&self) -> SampleTime {
        SampleTime::Unknown
    }
}

fn declare<T: SimObject>(arguments: &[(&str, &str)]) -> Declared {
    let arguments: Vec<Argument<'_>> = arguments.iter().map(|(name, value)| Argument { name, value }).collect();
    ObjectType::of::<T>().declare(Session::declaring("X", &arguments, &Nowhere))
}

/// A ball on a rope, with handles of every kind that looks may follow.
struct Ball;

impl SimObject for Ball {
    const NAME: &'static str = "Ball";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let anchor: In<3> = c.in_port("Anchor", "m", "");
        let force: Sum<3> = c.sum_port("Force", "N", "");
        let pos: State<3> = c.state("Pos", "m", "");
        let nodes: StateSlice = c.state_slice("Nodes", 6, "m", "");
        let along: Private<1> = c.private("Along");
        c.common_computation(|_: &Self, _: &mut Io<'_>| {}).fills(along);
        c.derivatives(|_: &Self, _: &mut Io<'_>| {});
        let radius = c.parameter("Radius").default(0.5);
        c.look(Look::sphere(pos, radius).material("Simple/Red").visible(along));
        c.look(Look::line((anchor, nodes, [1.0, 2.0, 3.0], pos)));
        c.look(Look::arrow(pos, force, 1e-3).colour(pos).colour([1.0, 0.0, 0.0]));
        c.look(Look::sphere((along, 0.0, nodes.elements(4..5)), along).material("#C0a080ff"));
        Ok(Self)
    }
}

#[test]
fn attributes_are_numbers_or_follow_signals_or_both() {
    let Declared { declaration, faults, .. } = declare::<Ball>(&[("Radius", "2")]);
    assert_eq!(faults, []);
    let signals = &declaration.interface.signals;
    let told: Vec<String> = declaration
        .looks
        .iter()
        .map(|look| {
            let bound = |(attribute, binding): &(Attribute, Binding)| {
                format!("{} {}", attribute.name(), words(binding, signals, str::to_owned))
            };
            let bound: Vec<String> = look.bindings.iter().map(bound).collect();
            format!("{}: {}; {}", look.shape.name(), bound.join("; "), look.material.as_deref().unwrap_or("-"))
        })
        .collect();
    assert_eq!(
        told,
        [
            "sphere: centre Pos; radius 2; visible Along; Simple/Red",
            "line: points Anchor, Nodes, 1, 2, 3, Pos; -",
            "arrow: from Pos; vector Force; scale 0.001; colour 1, 0, 0; -",
            "sphere: centre Along, 0, Nodes[4]; radius Along; #C0a080ff",
        ]
    );
    let mixed = declaration.looks[3].binding(Attribute::Centre).unwrap();
    let elements = |signal, first| Piece::Elements(Elements { signal, first, count: 1 });
    assert_eq!(mixed.pieces(), [elements(4, 0), Piece::Numbers(vec![0.0]), elements(3, 4)]);
}

/// A look that makes no sense, by number.
struct Senseless;

impl SimObject for Senseless {
    const NAME: &'static str = "Senseless";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let speed: In<1> = c.in_port("Speed", "m/s", "");
        let pos: In<3> = c.in_port("Pos", "m", "");
        let wide = c.in_slice("Wide", 8, "m", "");
        let material = c.parameter("Material").default(String::new());
        let ball = Look::sphere(pos, 1.0).material(material);
        let look = match c.parameter("Which").default(0_usize) {
            0 => ball,
            1 => ball.with(Attribute::Radius, pos),
            2 => Look::line((pos, wide)),
            3 => Look::line(pos),
            4 => Look::coil(pos, wide.elements(6..9), 0.1),
            5 => Look::coil(pos, wide.elements(5..5), 0.1),
            6 => Look::hydraulic_cylinder(pos, pos).barrel(0.1, 1.0),
            7 => ball.with(Attribute::Windings, speed),
            8 => ball.with(Attribute::Radius, -0.5),
            9 => ball.with(Attribute::Centre, (pos.elements(0..1), f64::NAN, 0.0)),
            10 => ball.frame(pos, [1.0, 0.0, 0.0]),
            11 => ball.colour((speed, 0.0)),
            12 => Look::mesh(""),
            13 => Look { text: Some("x".into()), ..ball },
            14 => Look::surface(wide, 3, [1.0, 1.0]),
            15 => Look::surface(wide, 8, [1.0, 1.0]),
            16 => Look::surface(wide, 4, [1.0, 1.0]).with(Attribute::Columns, speed),
            17 => Look::surface(wide, 4, [1.0, -1.0]),
            _ => ball.with(Attribute::Radius, Vec::<f64>::new()),
        };
        c.look(look);
        Ok(Self)
    }
}

#[test]
fn looks_that_make_no_sense_are_told() {
    for (which, message) in [
        ("0", ""),
        ("1", "`radius` of look 1 (sphere) is bound to `Pos`: 3 numbers, where it needs 1 number"),
        (
            "2",
            "`points` of look 1 (line) is bound to `Pos`, `Wide`: 11 numbers, where it needs 3 numbers for each of 2 or \
             more points",
        ),
        (
            "3",
            "`points` of look 1 (line) is bound to `Pos`: 3 numbers, where it needs 3 numbers for each of 2 or more points",
        ),
        ("4", "`to` of look 1 (coil) follows `Wide[6:9]`, but `Wide` has 8 elements"),
        ("5", "`to` of look 1 (coil) is bound to `Wide[5:5]`: 0 numbers, where it needs 3 numbers"),
        (
            "6",
            "look 1 (hydraulic_cylinder) has no `rod_radius`, which it needs; look 1 (hydraulic_cylinder) has no \
             `rod_length`, which it needs",
        ),
        (
            "7",
            "look 1 (sphere) has no attribute `windings`; it has centre, radius, position, orientation, visible, colour, value, value_range",
        ),
        ("8", "`radius` of look 1 (sphere) is -0.5, but must be 0 or more"),
        ("9", "`centre` of look 1 (sphere) is NaN, which is not finite"),
        ("10", "`orientation` of look 1 (sphere) is bound to 1, 0, 0: 3 numbers, where it needs 4 or 9 numbers"),
        ("11", "`colour` of look 1 (sphere) is bound to `Speed`, 0: 2 numbers, where it needs 3 or 4 numbers"),
        ("12", "look 1 (mesh) does not say the file"),
        ("13", "look 1 (sphere) has a text, `x`, which no sphere has"),
        ("14", "`heights` of look 1 (surface) is 8 numbers, not two or more rows of 3"),
        ("15", "`heights` of look 1 (surface) is 8 numbers, not two or more rows of 8"),
        ("16", "`columns` of look 1 (surface) is `Speed`, but must be a whole number of 2 or more"),
        ("17", "`spacing` of look 1 (surface) is -1, but must be 0 or more"),
        ("18", "look 1 (sphere) has no `radius`, which it needs"),
    ] {
        let faults = declare::<Senseless>(&[("Which", which)]).faults;
        let said: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
        assert_eq!(said.join("; "), message, "{which}");
    }
}

/// What may come from a parameter is not called a mistake of the library.
#[test]
fn materials_are_names_or_colours() {
    for material in ["", "Simple/Red", "#ff0080", "#FF008040"] {
        assert_eq!(declare::<Senseless>(&[("Material", material)]).faults, [], "{material}");
    }
    let padded = declare::<Senseless>(&[("Material", "  #ff0080 ")]);
    assert_eq!((padded.faults.len(), padded.declaration.looks[0].material.as_deref()), (0, Some("#ff0080")));
    for material in ["#", "#ff", "#ff00800", "#gg0000", "#ff0080ff0", "#äöü"] {
        let faults = declare::<Senseless>(&[("Material", material)]).faults;
        assert_eq!(faults.len(), 1, "{material}");
        assert_eq!(faults[0].subject, Subject::CrossCheck("Material".into()));
        assert_eq!(faults[0].message, format!("the material of look 1 (sphere), `{material}`, is no colour"));
        assert!(faults[0].advice.contains("`#rrggbb` or `#rrggbbaa`"), "{}", faults[0].advice);
    }
}

/// Words that the scenario gives.
struct Talking;

impl SimObject for Talking {
    const NAME: &'static str = "Talking";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let words: String = c.parameter("Words").required();
        c.look(Look::text([0.0; 3], words, 1.0));
        Ok(Self)
    }
}

/// What stands in for a parameter is no mistake of the library either.
#[test]
fn words_may_be_missing_or_empty() {
    let subjects = |given: &[(&str, &str)]| {
        let faults = declare::<Talking>(given).faults;
        faults.into_iter().map(|fault| fault.subject).collect::<Vec<_>>()
    };
    assert_eq!(subjects(&[("Words", "hello")]), []);
    assert_eq!(subjects(&[]), [Subject::MissingParameter("Words".into())]);
    assert_eq!(subjects(&[("Words", "")]), [Subject::CrossCheck("Words".into())]);
}

#[test]
fn shapes_and_attributes_are_one_vocabulary() {
    for shape in Shape::ALL {
        assert_eq!(Shape::of_number(shape.number()), Some(*shape));
        let usages: Vec<_> = shape.usages().map(|usage| usage.attribute).collect();
        for (position, attribute) in usages.iter().enumerate() {
            assert!(!usages[..position].contains(attribute), "{shape:?} has {attribute:?} twice");
        }
    }
    for attribute in Attribute::ALL {
        assert_eq!(Attribute::of_number(attribute.number()), Some(*attribute));
        assert!(Shape::ALL.iter().any(|shape| shape.usage(*attribute).is_some()), "no shape has {attribute:?}");
    }
    // A forgotten 0 is none of them.
    let numbers = |count| (1..=count).collect::<Vec<u32>>();
    assert_eq!(Shape::ALL.iter().map(|shape| shape.number()).collect::<Vec<_>>(), numbers(15));
    assert_eq!(Attribute::ALL.iter().map(|attribute| attribute.number()).collect::<Vec<_>>(), numbers(27));
    for number in [0, 16, 25] {
        assert_eq!(Shape::of_number(number), None);
    }
    assert_eq!((Attribute::of_number(0), Attribute::of_number(28)), (None, None));
}

/// A line of three points and a surface of four whose colours show two numbers, one that shows four, and a scale that goes down.
struct Striped;

impl SimObject for Striped {
    const NAME: &'static str = "Striped";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let tension = c.state_slice("Tension", 2, "N", "");
        c.derivatives(|_: &Self, _: &mut Io<'_>| {});
        c.look(Look::line([0.0; 9]).value(tension, [0.0, 1.0]));
        c.look(Look::sphere([0.0; 3], 1.0).value(tension.elements(0..1), [1.0, 1.0]));
        c.look(Look::surface([0.0; 4], 2, [1.0, 1.0]).value(tension, [0.0, 1.0]));
        c.look(Look::surface([0.0; 4], 2, [1.0, 1.0]).value((tension, tension), [0.0, 1.0]));
        Ok(Self)
    }
}

#[test]
fn colours_that_show_nothing_are_refused() {
    let faults = declare::<Striped>(&[]).faults;
    let told: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
    let points = |look: &str, points: usize| {
        format!(
            "`value` of {look} is bound to `Tension`: 2 numbers, where it needs 1 number, or one for each of its {points} points"
        )
    };
    let (line, surface) = (points("look 1 (line)", 3), points("look 3 (surface)", 4));
    assert_eq!(told, [&*line, "`value_range` of look 2 (sphere) is 1, 1, but must go up", &*surface]);
}
