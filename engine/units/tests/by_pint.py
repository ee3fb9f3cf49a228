"""Writes by_pint.csv: units as Bowline writes them, beside what pint (0.25.3) says of them.

Where the two differ on purpose: pint's Hz is 1/s here too, but counts nothing; its `L`, `nmi` and `hp` have other names; its `t`,
`h`, `P`, `St`, `kn` are spelt out; `%` and `rpm` are left to tests of their own; pint takes `ft` and `in` as we do.
"""

import random

import pint

ureg = pint.UnitRegistry()
NAMES = {
    "m": "meter", "mm": "millimeter", "km": "kilometer", "g": "gram", "kg": "kilogram", "t": "metric_ton", "s": "second",
    "ms": "millisecond", "min": "minute", "h": "hour", "A": "ampere", "mA": "milliampere", "K": "kelvin", "mol": "mole",
    "cd": "candela", "N": "newton", "kN": "kilonewton", "MN": "meganewton", "Pa": "pascal", "kPa": "kilopascal",
    "MPa": "megapascal", "GPa": "gigapascal", "bar": "bar", "mbar": "millibar", "psi": "pound_force_per_square_inch",
    "ksi": "kip_per_square_inch", "J": "joule", "kJ": "kilojoule", "W": "watt", "kW": "kilowatt", "MW": "megawatt",
    "C": "coulomb", "V": "volt", "F": "farad", "Ohm": "ohm", "S": "siemens", "Wb": "weber", "T": "tesla", "H": "henry",
    "l": "liter", "ml": "milliliter", "cSt": "centistokes", "St": "stokes", "P": "poise", "cP": "centipoise", "in": "inch",
    "ft": "foot", "lb": "pound", "lbf": "force_pound", "kgf": "force_kilogram", "hp": "horsepower", "kn": "knot",
    "nmi": "nautical_mile","deg": "degree", "rev": "turn", "mrad": "milliradian", "rad": "radian",
}
BASE = ["meter", "kilogram", "second", "ampere", "kelvin", "mole", "candela"]
SYMBOLS = ["m", "kg", "s", "A", "K", "mol", "cd"]


def row(text, unit):
    base = (1 * unit).to_base_units()
    powers = {name: exponent for name, exponent in base.unit_items()}
    powers.pop("radian", None)
    si = " ".join(f"{s}^{powers[b]:g}" for b, s in zip(BASE, SYMBOLS) if powers.get(b))
    # Bowline reads exponents up to 12.
    if any(abs(power) > 12 for power in powers.values()):
        return None
    return f"{text};{si or '1'};{base.magnitude!r}"


random.seed(31)
lines = []
for ours in NAMES:
    try:
        lines.append(row(ours, ureg.Unit(NAMES[ours])))
    except pint.UndefinedUnitError as error:
        print("unknown to pint:", ours, error)
plain = [name for name in NAMES if name not in ("deg", "rev", "rad", "mrad")]
for _ in range(400):
    above = random.sample(plain, random.randint(1, 3))
    below = random.sample([name for name in plain if name not in above], random.randint(0, 2))
    text, unit = [], ureg.Unit("dimensionless")
    for name in above:
        power = random.choice([1, 1, 1, 2, 3])
        text.append(name if power == 1 else f"{name}^{power}")
        unit = unit * ureg.Unit(NAMES[name]) ** power
    for name in below:
        unit = unit / ureg.Unit(NAMES[name])
    text = " ".join(text)
    if len(below) == 1:
        text += f"/{below[0]}"
    elif below:
        text += f"/({' '.join(below)})"
    lines.append(row(text, unit))
with open("by_pint.csv", "w") as file:
    file.write("\n".join(line for line in lines if line) + "\n")
