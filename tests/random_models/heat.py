"""Nodes without capacity between conductors and radiation: balances solved by bisection and by Newton's method."""

from program import Wrong, lib, near, scenario

SIGMA = 5.670374419e-8


def check(draw, program):
    ambient = draw.uniform(4.0, 600.0)
    flow = draw.choice((1, 1, 1, -1)) * 10 ** draw.uniform(0, 4)
    emissive, conductance = 10 ** draw.uniform(-2, 1), draw.choice((0.0, 10 ** draw.uniform(-2, 1)))
    objects = [
        lib("terminals", "Thermal/FixedHeatFlow", "Q", Q_flow=flow),
        lib("terminals", "Thermal/BodyRadiation", "R", Gr=emissive),
        lib("terminals", "Thermal/FixedTemperature", "A", T=ambient),
        lib("terminals", "Thermal/TemperatureSensor", "S"),
    ]
    meets = ['Q.A="R.A, S.A"', 'R.B="A.A"']
    if conductance:
        objects.append(lib("terminals", "Thermal/ThermalConductor", "K", G=conductance))
        meets = ['Q.A="R.A, S.A, K.A"', 'R.B="A.A, K.B"']
    text = scenario(objects, meets, 'TOutput="0, 1" FileOutput="S.T"')

    def left(t):
        return emissive * SIGMA * (t**4 - ambient**4) + conductance * (t - ambient) - flow

    if left(0.0) > 0.0:
        said = program.refusal(text)
        if said is None:
            raise Wrong(f"more heat is drawn than comes, and nobody says so\n{text}")
        return
    low, high = 0.0, 1e5
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if left(middle) < 0 else (low, middle)
    if high < 1.0:
        # Where the balance is flat, a tolerance of what flows is many kelvins.
        return
    near(program.rows(text)[-1]["S.T"], high, 1e-5 * high, f"the temperature\n{text}")
