//! The libraries that are linked into the program.

use bowline_engine::Catalog;

/// All of them.
pub(crate) fn catalog() -> Catalog {
    Catalog::new([&bowline_base::LIBRARY, &bowline_tutorial::LIBRARY, &bowline_mechanics::LIBRARY])
}
