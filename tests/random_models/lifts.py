"""A mass on a mass on a spring: they part where the spring is relaxed, at a time and with a speed that are known."""

import math

from program import Wrong, lib, near, scenario

G = 9.81


def check(draw, program):
    lower, upper = 10 ** draw.uniform(-1, 0.5), 10 ** draw.uniform(-1, 0.5)
    stiffness = 10 ** draw.uniform(1.5, 2.7)
    rest = -(lower + upper) * G / stiffness
    deep = rest * draw.uniform(2.2, 4.0)
    objects = [
        lib("terminals", "Translational/Fixed", "G"),
        lib("terminals", "Translational/Mass", "M1", m=lower, g=G),
        lib("terminals", "Translational/Mass", "M2", m=upper, g=G),
        lib("terminals", "Translational/Spring", "K", c=stiffness),
        lib("terminals", "Translational/Stop", "C", s_min=0),
    ]
    frequency = math.sqrt(stiffness / (lower + upper))
    parts = math.acos(rest / (rest - deep)) / frequency
    speed = frequency * (rest - deep) * math.sin(frequency * parts)
    # They meet again no sooner than the upper one is back, and the lower one swings by itself meanwhile.
    shown = parts + 0.2 * speed / G
    located = draw.choice(("", 'EventTol="1e-6"'))
    method = draw.choice(("", 'IntegratorMethod="BDF"', 'IntegratorMethod="TRBDF2"', 'IntegratorMethod="ESDIRK34"'))
    end = max(2.0, 2 * shown)
    engine = f'TOutput="0, {parts / 2!r}, {shown!r}, {end!r}" RelTol="1e-8" AbsTol="1e-9" {located} {method} FileOutput="M1.s, M2.s, C.f"'
    text = scenario(objects, ['G.A="K.A" M1.A="K.B, C.A" M2.A="C.B"'], engine, f'M1.s="{deep!r}" M2.s="{deep!r}"')
    rows = program.rows(text)
    at = {row["Time"]: row for row in rows}
    half = rest + (deep - rest) * math.cos(frequency * parts / 2)
    near(at[parts / 2]["M2.s"], half, 1e-5, f"together\n{text}")
    push = upper * (G - frequency**2 * (half - rest))
    near(-at[parts / 2]["C.f"], push, 1e-4 * upper * G, f"the push\n{text}")
    flight = shown - parts
    near(at[shown]["M2.s"], speed * flight - G * flight**2 / 2, 2e-5, f"in flight\n{text}")
    if at[shown]["C.f"] != 0.0:
        raise Wrong(f"the stop pushes in flight\n{text}")
