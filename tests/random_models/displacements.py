"""Displacements per revolution, per radian and without saying, in each library that has them."""

import math

from program import Wrong, lib, near, scenario


def check(draw, program):
    volume, speed = round(10 ** draw.uniform(0, 2.5), 2), round(draw.uniform(100, 3000), 1)
    unit = draw.choice(("cm^3/rev", "cm^3/rad", "cm^3", ""))
    library = draw.choice(("terminals", "multipole"))
    written = f"{volume} {unit}" if unit else repr(volume * 1e-6)
    if library == "terminals":
        objects = [
            lib("terminals", "Rotational/ConstantSpeed", "W", w_fixed=f"{speed} rpm"),
            lib("terminals", "Hydraulic/Tank", "T"),
            lib("terminals", "Hydraulic/Pump", "P", Displacement=written),
            lib("terminals", "Hydraulic/FlowSensor", "F"),
        ]
        meets = ['W.A="P.Flange" T.A="P.A, F.B" P.B="F.A"']
        column, per_revolution = "F.q", False
    else:
        objects = [
            lib("multipole", "PH/Y", "P", D=written),
            lib("multipole", "Rotational/Left", "W", w=f"{speed} rpm"),
        ]
        return refusals(program, unit, written)
    text = scenario(objects, meets, f'TOutput="0, 1" FileOutput="{column}"')
    if unit == "cm^3":
        said = program.refusal(text)
        if said is None or "/rev`" not in said or "/rad`" not in said:
            raise Wrong(f"{written} is taken: {said}\n{text}")
        return
    turned = {"cm^3/rev": 1 / math.tau, "cm^3/rad": 1.0, "": 1 / math.tau if per_revolution else 1.0}[unit]
    flow = volume * 1e-6 * turned * speed * math.tau / 60
    near(abs(program.rows(text)[-1][column]), flow, 1e-9 * flow, f"the flow\n{text}")


def refusals(program, unit, written):
    """The pump of the library of multi-poles alone: what it takes, and what it refuses."""
    text = scenario([lib("multipole", "PH/Y", "P", D=written)], [], 'TOutput="0, 1"')
    said = program.refusal(text) or ""
    is_refused = "parameter `D`" in said
    if is_refused != (unit == "cm^3"):
        raise Wrong(f"D={written}: {said}")
