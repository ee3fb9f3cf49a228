//! Units in which signals are recorded.

use simobject_host::Unit;

use super::recordable::Recordable;
use bowline_description::variables::diagnostic;
use bowline_model::model::calculated::Conversion;
use bowline_model::model::signal_id::SignalId;
use bowline_text::Text;
use bowline_text::diagnostic::Diagnostic;

/// How a signal is recorded in a unit; none, if that is its own.
pub(crate) fn conversion(
    recordable: Recordable<'_, '_>,
    id: SignalId,
    unit: Text<'_>,
) -> Result<Option<Conversion>, Diagnostic> {
    let declared = recordable.declared(id).unit.trim();
    let name = recordable.objects.list[id.object as usize].signal_name(id.signal as usize);
    let asked = unit.as_str();
    let fault = match Conversion::between(declared, asked) {
        Ok(conversion) => return Ok(conversion),
        Err(fault) => fault,
    };
    let refuse =
        |message: String| Diagnostic::error("bad-file-output", format!("FileOutput: {message}")).at(unit.span());
    if let Err(fault) = bowline_formula::unit(asked) {
        return Err(diagnostic("bad-file-output", &format!("FileOutput: `{name}`"), unit, &fault));
    }
    let Some(known) = Unit::parse(declared) else {
        return Err(if declared.is_empty() {
            let help = "leave the unit out, or name an SI unit that its numbers are in: these are not converted";
            refuse(format!("`{name}` has no unit, so that nobody knows how many {asked} it is")).help(help)
        } else {
            refuse(format!("`{name}` is in `{declared}`, which is no unit that is known")).help("leave the unit out")
        });
    };
    let help = fault.help.unwrap_or_else(|| format!("units that fit: {}", alike(declared, known)));
    Err(refuse(format!("`{name}` is in {declared}, which is not shown in {asked}")).help(help))
}

/// Units that measure the same.
fn alike(declared: &str, unit: Unit) -> String {
    let is_like = |symbol: &&str| {
        *symbol != declared && Unit::parse(symbol).is_some_and(|other| other.dimension() == unit.dimension())
    };
    let mut units = vec![format!("`{declared}`")];
    units.extend(bowline_formula::units().filter(is_like).map(|unit| format!("`{unit}`")));
    units.join(", ") + ", with prefixes"
}
