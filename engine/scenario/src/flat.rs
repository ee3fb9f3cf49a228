//! A flat scenario, written as XML.

use bowline_description::Up;
use bowline_loading::{FlatScenario, Pairs};
use quick_xml::escape::escape;

/// Widest line, where attributes allow it.
const WIDTH: usize = 120;

/// Writes a flat scenario.
pub fn write_flat(flat: &FlatScenario) -> String {
    let mut out = String::from("<Contents>\n");
    let up = if flat.up == Up::default() { String::new() } else { format!(" Up=\"{}\"", flat.up.name()) };
    if !flat.cameras.is_empty() {
        out.push_str(&format!("  <VIEW{up}>\n"));
        flat.cameras.iter().for_each(|camera: &Pairs| element(&mut out, "Camera", camera.iter().cloned()));
        out.push_str("  </VIEW>\n");
    } else if !up.is_empty() {
        out.push_str(&format!("  <VIEW{up}/>\n"));
    }
    section(&mut out, "OBJECTS", &flat.objects, |out, (names, parameters)| {
        let own = ["LibName", "SimObject", "Name"].into_iter().zip(names);
        let own = own.map(|(name, value)| (name.to_owned(), value.clone()));
        element(out, "Lib", own.chain(parameters.iter().cloned()));
    });
    section(&mut out, "INTERCONNECTIONS", &flat.connections, |out, (name, value)| {
        pair(out, "Connection", "From", name, value);
    });
    section(&mut out, "INITIALIZATION", &flat.initial_conditions, |out, (name, value)| {
        pair(out, "InitialCondition", "Value", name, value);
    });
    out.push_str("  <INTEGRATION>\n");
    element(&mut out, "Engine", flat.engine.iter().cloned());
    flat.outputs.iter().for_each(|output: &Pairs| element(&mut out, "Output", output.iter().cloned()));
    out.push_str("  </INTEGRATION>\n</Contents>\n");
    out
}

fn section<T>(out: &mut String, name: &str, list: &[T], each: impl Fn(&mut String, &T)) {
    out.push_str(&format!("  <{name}>\n"));
    list.iter().for_each(|item| each(out, item));
    out.push_str(&format!("  </{name}>\n"));
}

/// What is connected, or begins: by an attribute, whose name may be too much for XML.
fn pair(out: &mut String, name: &str, value_name: &str, to: &str, value: &str) {
    let is_attribute = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    if to.chars().all(is_attribute) {
        return element(out, name, [(to.to_owned(), value.to_owned())].into_iter());
    }
    element(
        out,
        name,
        [("To", to), (value_name, value)].map(|(name, value)| (name.to_owned(), value.to_owned())).into_iter(),
    );
}

/// An element, on as many lines as it needs.
fn element(out: &mut String, name: &str, attributes: impl Iterator<Item = (String, String)>) {
    out.push_str(&format!("    <{name}"));
    let mut column = 5 + name.len();
    for (name, value) in attributes {
        let written = format!("{name}=\"{}\"", escape(value.split_whitespace().collect::<Vec<_>>().join(" ")));
        if column + 1 + written.chars().count() > WIDTH && column > 10 {
            out.push_str("\n     ");
            column = 5;
        }
        column += 1 + written.chars().count();
        out.push(' ');
        out.push_str(&written);
    }
    out.push_str("/>\n");
}
