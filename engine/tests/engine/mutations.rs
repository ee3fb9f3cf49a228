//! Scenarios that somebody's hand or a broken program has spoiled: whatever
//! is written, loading ends, and what it says can be shown.

use std::time::{Duration, Instant};

use bowline_engine::{Diagnostics, LoadOptions, Source, Sources};
use miette::{Diagnostic as _, NarratableReportHandler};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::laboratory::load_from;

const SCENARIOS: [&str; 4] = [
    include_str!("../../../scenarios/mass_linear_spring.xml"),
    include_str!("../../../scenarios/falling_in_the_wind.xml"),
    include_str!("../../../fuzz/corpus-seeds/sources.xml"),
    BUNDLES,
];

const BUNDLES: &str = r#"<Contents>
<OBJECTS>
<Lib LibName="laboratory" SimObject="Flywheel" Name="F"/>
<Lib LibName="laboratory" SimObject="Flywheel" Name="G" Inertia="3"/>
<Lib LibName="laboratory" SimObject="Brake" Name="B" Ports="3"/>
<Lib LibName="laboratory" SimObject="Plug" Name="P" Kind="same" Side="Drive"/>
</OBJECTS>
<INTERCONNECTIONS>
<Connection F.Shaft="B.S1" B.S2="G.Shaft" P.P="B.S3"/>
<Connection P.In="2*F.Shaft.axis[1] - B.S2.T"/>
</INTERCONNECTIONS>
<INTEGRATION>
<Engine TOutput="0, 1" FileOutput="F.Shaft, object.G:Shaft.axis[0:2], B.S2, objects:states"/>
</INTEGRATION>
</Contents>
"#;

/// What stands in a text where something else was.
const STRANGE: [&str; 40] = [
    "",
    " ",
    "0",
    "-0",
    "-1",
    "1e308",
    "-1e308",
    "1e400",
    "1e-320",
    "NaN",
    "inf",
    "1,5",
    "0.1.2",
    "18446744073709551616",
    "99999999999",
    "170141183460469231731687303715884105728",
    ",,",
    ";",
    ":",
    "..",
    "[0:9]",
    "[1:1]",
    "((((((((",
    "-",
    "*",
    "\"",
    "'",
    "<",
    ">",
    "/>",
    "&",
    "&#0;",
    "&#x202E;",
    "&lt;",
    "<!--",
    "]]>",
    "<!DOCTYPE a>",
    "\0",
    "\u{202E}",
    "🚢æ\u{301}",
];

/// Longest report of one diagnostic, bytes.
const LONGEST: usize = 20_000;
/// Far more than any of them needs, and far less than for ever.
const LATEST: Duration = Duration::from_secs(10);

/// What a text is taken apart into.
#[derive(Debug, Clone, Copy)]
enum Pieces {
    /// Elements, which have a line of their own each.
    Lines,
    Attributes,
    /// Names and numbers, and what stands between them.
    Words,
    /// The same in the values of attributes only, so that it stays XML.
    WordsOfValues,
    Characters,
}

impl Pieces {
    /// The pieces, and which of them may be changed.
    fn of(self, text: &str) -> (Vec<String>, Vec<usize>) {
        let (mut pieces, mut changeable): (Vec<String>, Vec<usize>) = (Vec::new(), Vec::new());
        let (mut before, mut quoted, mut was_quoted) = ('\0', false, false);
        for c in text.chars() {
            let same_word = c.is_alphanumeric() == before.is_alphanumeric();
            let inside = quoted && c != '"';
            let belongs = match self {
                Self::Lines => before != '\n',
                Self::Attributes => !(c == ' ' && before == '"'),
                Self::Words => same_word,
                Self::WordsOfValues => inside == was_quoted && (same_word || !inside),
                Self::Characters => false,
            };
            match pieces.last_mut() {
                Some(last) if belongs => last.push(c),
                _ => {
                    if inside || !matches!(self, Self::WordsOfValues) {
                        changeable.push(pieces.len());
                    }
                    pieces.push(c.into());
                }
            }
            quoted ^= c == '"';
            (before, was_quoted) = (c, inside);
        }
        (pieces, changeable)
    }
}

#[derive(Debug, Clone)]
enum Change {
    Delete,
    Duplicate,
    Swap(Index),
    Cut,
    Replace(String),
    Insert(String),
}

fn change() -> impl Strategy<Value = Change> {
    let strange = prop_oneof![
        4 => prop::sample::select(STRANGE.as_slice()).prop_map(str::to_owned),
        1 => prop::collection::vec(any::<char>(), 0..8).prop_map(|chars| chars.into_iter().collect()),
    ];
    prop_oneof![
        3 => Just(Change::Delete),
        2 => Just(Change::Duplicate),
        3 => any::<Index>().prop_map(Change::Swap),
        1 => Just(Change::Cut),
        6 => strange.clone().prop_map(Change::Replace),
        3 => strange.prop_map(Change::Insert),
    ]
}

fn pieces() -> impl Strategy<Value = Pieces> {
    prop_oneof![
        1 => Just(Pieces::Lines),
        1 => Just(Pieces::Attributes),
        1 => Just(Pieces::Words),
        6 => Just(Pieces::WordsOfValues),
        1 => Just(Pieces::Characters),
    ]
}

fn changed(text: &str, pieces: Pieces, at: Index, change: Change) -> String {
    let (mut list, changeable) = pieces.of(text);
    if changeable.is_empty() {
        return text.to_owned();
    }
    let at = changeable[at.index(changeable.len())];
    match change {
        Change::Delete => _ = list.remove(at),
        Change::Duplicate => list.insert(at, list[at].clone()),
        Change::Swap(other) => {
            let other = changeable[other.index(changeable.len())];
            list.swap(at, other);
        }
        Change::Cut => list.truncate(at),
        Change::Replace(new) => list[at] = new,
        Change::Insert(new) => list.insert(at, new),
    }
    list.concat()
}

/// What holds of all that is ever said.
fn can_be_shown(diagnostics: &Diagnostics) {
    for diagnostic in diagnostics.sorted() {
        let is_kebab = |c: char| c.is_ascii_lowercase() || c == '-';
        assert!(!diagnostic.code().is_empty() && diagnostic.code().chars().all(is_kebab), "{diagnostic:?}");
        assert!(!diagnostic.message().is_empty(), "{diagnostic:?}");
        let (source, place) = diagnostics.place_of(diagnostic).expect("a place");
        let text = source.text();
        assert!(text.get(place).is_some(), "{diagnostic:?}");

        let located = diagnostic.within(diagnostics.texts());
        for label in located.labels().expect("labels") {
            assert!(text.get(label.offset()..label.offset() + label.len()).is_some(), "{label:?}");
        }
        let mut report = String::new();
        NarratableReportHandler::new().render_report(&mut report, &located).expect("a report");
        assert!(report.len() < LONGEST, "{report}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_spoiled_scenario_is_loaded_or_refused_with_reasons(
        scenario in prop::sample::select(SCENARIOS.as_slice()),
        changes in prop::collection::vec((pieces(), any::<Index>(), change()), 1..5),
        overridden in prop::option::weighted(0.2, prop::sample::select(STRANGE.as_slice())),
    ) {
        let text = changes.into_iter().fold(scenario.to_owned(), |text, (pieces, at, change)| changed(&text, pieces, at, change));
        let overrides = overridden.into_iter().flat_map(|value| [format!("Engine:TOutput={value}"), value.to_owned()]);
        let sources = Sources::new(Source::new("spoiled.xml", text)).with_overrides(overrides);

        let start = Instant::now();
        let outcome = load_from(&sources, LoadOptions { check: true, ..LoadOptions::default() });
        prop_assert!(start.elapsed() < LATEST);
        match outcome {
            Ok(model) => can_be_shown(model.warnings()),
            Err(diagnostics) => {
                prop_assert!(diagnostics.has_errors());
                can_be_shown(&diagnostics);
            }
        }
    }
}
