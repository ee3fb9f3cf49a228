//! The first line of results as comma-separated values.

/// What makes a name ambiguous among others: it is put in quotes then.
const QUOTED: [char; 4] = [',', '"', '\n', '\r'];

/// Names with commas between them and the end of the line, as RFC 4180 has it
/// but for the end, which is one character.
pub(super) fn header<N: AsRef<str>>(names: impl Iterator<Item = N>) -> String {
    let mut line = String::new();
    for (index, name) in names.enumerate() {
        if index > 0 {
            line.push(',');
        }
        let name = name.as_ref();
        if name.contains(QUOTED) {
            line.push('"');
            line.push_str(&name.replace('"', "\"\""));
            line.push('"');
        } else {
            line.push_str(name);
        }
    }
    line.push('\n');
    line
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::header;

    #[test]
    fn names_that_need_it_are_quoted() {
        for (names, line) in [
            (&["Time"][..], "Time\n"),
            (&["Time [s]", "B.Pos[2] [m]", " B.Vel ", "Öl.p#'\\;"], "Time [s],B.Pos[2] [m], B.Vel ,Öl.p#'\\;\n"),
            (&["Time", "", ""], "Time,,\n"),
            (&["Time", "a,b", "say \"a\"", "\""], "Time,\"a,b\",\"say \"\"a\"\"\",\"\"\"\"\n"),
            (&["Time", "a\nb", "a\rb", "\r\n"], "Time,\"a\nb\",\"a\rb\",\"\r\n\"\n"),
        ] {
            assert_eq!(header(names.iter().copied()), line);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn it_is_what_the_crate_csv_writes(names in prop::collection::vec("[a,\"\n\r #'\\\\;\té]{0,5}", 0..6)) {
            let names = || std::iter::once("Time").chain(names.iter().map(String::as_str));
            let mut writer = csv::Writer::from_writer(Vec::new());
            writer.write_record(names()).unwrap();
            prop_assert_eq!(header(names()).into_bytes(), writer.into_inner().unwrap());
        }
    }
}
