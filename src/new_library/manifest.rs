//! The manifests of the crates that libraries depend on, as they stand outside
//! their workspace. They say the same as the crates' own, but for what is of use
//! only to who changes the crates: lints, and what their tests need.

const WORKSPACE: &str = include_str!("../../Cargo.toml");

/// That of the contract.
pub(super) fn simobject() -> String {
    written_out(include_str!("../../engine/simobject/Cargo.toml"), WORKSPACE)
}

/// That of what libraries share.
pub(super) fn simobject_elements() -> String {
    written_out(include_str!("../../libraries/elements/Cargo.toml"), WORKSPACE)
}

/// That of the units.
pub(super) fn bowline_units() -> String {
    written_out(include_str!("../../engine/units/Cargo.toml"), WORKSPACE)
}

/// A crate's manifest, with what it inherits from its workspace's package. What
/// it depends on lies beside it.
fn written_out(manifest: &str, workspace: &str) -> String {
    let package: Vec<&str> = tables(workspace).find(|table| table[0] == "[workspace.package]").unwrap_or_default();
    let inherited = |key: &str| package.iter().find(|line| line.split(" = ").next() == Some(key)).copied();
    let kept = tables(manifest).filter(|table| !["[dev-dependencies]", "[lints]"].contains(&table[0]));
    let lines = kept.flatten().map(|line| match line.strip_suffix(".workspace = true") {
        Some(key) => inherited(key).map_or_else(|| format!("{key} = {{ path = \"../{key}\" }}"), str::to_owned),
        None => line.to_owned(),
    });
    lines.flat_map(|line| [line, "\n".to_owned()]).collect::<String>().trim_end().to_owned() + "\n"
}

/// The lines of each table, the first with its name.
fn tables(manifest: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines: Vec<&str> = manifest.lines().collect();
    let tables: Vec<_> = lines.chunk_by(|_, next| !next.starts_with('[')).map(<[&str]>::to_vec).collect();
    tables.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_crate_inherits_is_written_out() {
        let workspace = "\
            [workspace]\nmembers = [\"a\"]\n\n[workspace.package]\nversion = \"1.2.3\"\nedition = \"2024\"\n\n\
            [package]\nname = \"program\"\nversion = \"9\"\n";
        let manifest = "\
            [package]\nname = \"a\"\nversion.workspace = true\nedition.workspace = true\n\n\
            [dependencies]\nserde = \"1\"\nb.workspace = true\n\n\
            [dev-dependencies]\nproptest.workspace = true\n\n[features]\nx = []\n\n\
            [lints]\nworkspace = true\n";
        let expected = "\
            [package]\nname = \"a\"\nversion = \"1.2.3\"\nedition = \"2024\"\n\n\
            [dependencies]\nserde = \"1\"\nb = { path = \"../b\" }\n\n[features]\nx = []\n";
        assert_eq!(written_out(manifest, workspace), expected);
    }

    #[test]
    fn nothing_points_out_of_the_project() {
        let elements = simobject_elements();
        assert!(elements.contains("[dependencies]\nsimobject = { path = \"../simobject\" }\n"), "{elements}");
        let simobject = simobject();
        assert!(simobject.contains("[dependencies]\nbowline-units = { path = \"../bowline-units\" }\n"), "{simobject}");
        check("simobject", &simobject.replace("path = \"../bowline-units\"", ""));
        check("bowline-units", &bowline_units());
        check("simobject-elements", &elements.replace("path = \"../simobject\"", ""));
    }

    fn check(name: &str, manifest: &str) {
        let name = format!("name = \"{name}\"");
        for line in [
            name.as_str(),
            concat!("version = \"", env!("CARGO_PKG_VERSION"), "\""),
            concat!("rust-version = \"", env!("CARGO_PKG_RUST_VERSION"), "\""),
            concat!("license = \"", env!("CARGO_PKG_LICENSE"), "\""),
        ] {
            assert!(manifest.lines().any(|found| found == line), "{line} is not in {manifest}");
        }
        for word in ["workspace", "path"] {
            assert!(!manifest.contains(word), "{manifest}");
        }
    }
}
