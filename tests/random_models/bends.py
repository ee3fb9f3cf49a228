"""Limited oscillations: rates that bend, by explicit methods at many tolerances."""

import math

from program import lib, near, scenario


def check(draw, program):
    speed, limit = round(draw.uniform(1, 3), 3), round(draw.uniform(0.3, 1.2), 3)
    back, size = round(draw.uniform(0, 0.5), 3), round(draw.uniform(1, 3), 3)
    end = 10.0
    tolerance = 10 ** draw.uniform(-9, -5)
    method = draw.choice(("DormandPrince", "Tsitouras", "auto"))
    objects = [
        lib("base", "Signal/Saturation", "L", Lower=-limit, Upper=limit),
        lib("base", "Math/Integrator", "Z", InitialValue=0),
    ]
    meets = [f'To="L.In" From="{size}*sin({speed}*time/(1 s)) - {back}*Z.Out"', 'Z.In="L.Out"']
    engine = f'TOutput="0, {end}" HMax="0.2" RelTol="{tolerance!r}" AbsTol="{tolerance!r}" IntegratorMethod="{method}" FileOutput="Z.Out"'
    text = scenario(objects, meets, engine)

    def rate(t, z):
        return min(max(size * math.sin(speed * t) - back * z, -limit), limit)

    steps, z = 20000, 0.0
    h = end / steps
    for step in range(steps):
        t = step * h
        k1 = rate(t, z)
        k2 = rate(t + h / 2, z + h / 2 * k1)
        k3 = rate(t + h / 2, z + h / 2 * k2)
        z += h / 6 * (k1 + 2 * k2 + 2 * k3 + rate(t + h, z + h * k3))
    # A bend may cost a hundred tolerances; this reference is known to some 1e-7.
    near(program.rows(text)[-1]["Z.Out"], z, 500 * tolerance + 5e-7, f"the state\n{text}")
