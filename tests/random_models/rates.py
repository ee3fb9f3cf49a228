"""Flanges that move as a position and its rates say: rates that belong together are taken, others are not."""

import math

from program import Wrong, lib, near, scenario


def check(draw, program):
    amplitude, speed = round(draw.uniform(0.01, 2), 3), round(draw.uniform(0.5, 20), 2)
    phase = round(draw.uniform(0, 6), 2)
    angle = f"({speed} rad/s*time + {phase} rad)"
    velocity = f"{amplitude} m*{speed} rad/s*cos{angle}"
    acceleration = f"-{amplitude} m*({speed} rad/s)^2*sin{angle}"
    wrong = draw.choice((None, None, "velocity", "acceleration", "zero"))
    if wrong == "velocity":
        velocity = f"1.02*{velocity}"
    elif wrong == "acceleration":
        acceleration = f"-1.02*({acceleration})"
    elif wrong == "zero":
        velocity = "0"
    objects = [
        lib("terminals", "Translational/Position", "P"),
        lib("terminals", "Translational/Damper", "D", d=10),
        lib("terminals", "Translational/Mass", "M", m=1),
    ]
    meets = [
        'P.A="D.A" D.B="M.A"',
        f'To="P.Ref" From="{amplitude} m*sin{angle}"',
        f'To="P.RefVel" From="{velocity}"',
        f'To="P.RefAcc" From="{acceleration}"',
    ]
    text = scenario(objects, meets, 'TOutput="0:0.1:3" RelTol="1e-9" AbsTol="1e-10" FileOutput="M.v, P.A.s"')
    if wrong:
        said = program.refusal(text)
        if said is None or "has to be the rate of that" not in " ".join(said.replace("│", "").split()):
            raise Wrong(f"wrong rates ({wrong}) are taken: {said}\n{text}")
        return
    # v' = 10 (u - v) with u = A w cos(w t + p), from rest.
    last = program.rows(text)[-1]
    forced = lambda t: 10 * amplitude * speed * (10 * math.cos(speed * t + phase) + speed * math.sin(speed * t + phase)) / (100 + speed**2)
    wanted = forced(3.0) - forced(0.0) * math.exp(-30.0)
    near(last["M.v"], wanted, 1e-6 * amplitude * speed + 1e-8, f"the velocity\n{text}")
