"""Outputs of `Math/Expression` that later ones name, against Python."""

import math

from program import lib, near, scenario


def check(draw, program):
    names, values = ["x", "y", "k"], {}
    values["x"], values["y"], values["k"] = (round(draw.uniform(-3, 3), 3) for _ in range(3))
    outputs, known = [], dict(values)
    for number in range(draw.randint(2, 6)):
        name = f"F{number}"
        formula = tree(draw, sorted(known), 3)
        outputs.append((name, formula))
        known[name] = eval(formula.replace("^", "**"), {"sin": math.sin, "cos": math.cos, "abs": abs, **known})
    written = "; ".join(f"{name} = {formula}" for name, formula in outputs)
    events = draw.choice((0, 1))
    objects = [lib("base", "Math/Expression", "E", Inputs="x, y", Parameters="k", k=values["k"], Outputs=written, Events=events)]
    columns = ", ".join(f"E.{name}" for name, _ in outputs)
    text = scenario(objects, [f'E.x="{values["x"]}" E.y="{values["y"]}"'], f'TOutput="0, 1" FileOutput="{columns}"')
    row = program.rows(text)[-1]
    for name, _ in outputs:
        near(row[f"E.{name}"], known[name], 1e-11 * max(1.0, abs(known[name])), f"{name}\n{text}")


def tree(draw, names, depth):
    if depth == 0 or draw.random() < 0.2:
        return draw.choice((draw.choice(names), str(round(draw.uniform(0.1, 4), 2))))
    kind = draw.randrange(5)
    if kind == 0:
        return f"{draw.choice(('sin', 'cos', 'abs'))}({tree(draw, names, depth - 1)})"
    return f"({tree(draw, names, depth - 1)} {draw.choice('+-*')} {tree(draw, names, depth - 1)})"
