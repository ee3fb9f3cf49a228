"""Pulses by a clock that is a state: events that are closer than the steps would be."""

import math

from program import lib, near, scenario


def check(draw, program):
    speed, level = 10 ** draw.uniform(-1, 1), round(draw.uniform(-0.95, 0.97), 3)
    phase, count = round(draw.uniform(0, 6), 3), draw.uniform(3, 60)
    speed = float(f"{speed:.4g}")
    end = float(f"{count * math.tau / speed:.6g}")
    objects = [
        lib("base", "Math/Integrator", "T", InitialValue=0),
        lib("base", "Math/Expression", "X", Inputs="t", Outputs=f"Out = if(sin({speed}*t + {phase}) gt {level}, 1, 0)", Events=1),
        lib("base", "Math/Integrator", "I", InitialValue=0),
    ]
    meets = ['T.In="1"', 'X.t="T.Out"', 'I.In="X.Out"']
    method = draw.choice(("DormandPrince", "Tsitouras", "BogackiShampine", "BDF"))
    text = scenario(objects, meets, f'TOutput="0, {end!r}" IntegratorMethod="{method}" FileOutput="I.Out"')
    # Above the level from asin(level) to pi - asin(level) of each turn.
    rises, falls = math.asin(level), math.pi - math.asin(level)

    def above(angle):
        turns, rest = divmod(angle - rises, math.tau)
        return turns * (falls - rises) + min(rest, falls - rises)

    wanted = (above(speed * end + phase) - above(phase)) / speed
    near(program.rows(text)[-1]["I.Out"], wanted, 1e-6 * end, f"the time above {level}\n{text}")
