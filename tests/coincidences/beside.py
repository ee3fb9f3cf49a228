"""What may stand beside a model: others whose events come at the same instants, save points and an end
there, and options of the engine that change no result."""

from ulps import distance, moved

# Crossed and come back within this, an event may be missed; no model here does so.
EVENT_TOL = 1e-10


def beside(model, random, groups, end, safe):
    """Adds such things; `groups` are the instants of the model, `safe` its rows away from them."""
    inside = [group[0] for group in groups if 0 < group[0] < end]
    if not inside:
        return
    for i in range(random.choice((0, 0, 1, 2, 4))):
        time = random.choice(inside)
        signal, before, after = random.choice((stepped, ramped, thrown, limited))(
            model, random, f"Z{i}", moved(time, distance(random)), end
        )
        for row in safe:
            model.expect(signal, row, after if row > time else before)
    if random.random() < 0.3:
        model.saves = [t for t in (moved(random.choice(inside), distance(random)), round(random.uniform(0, end), 1))
                       if 0 < t < end]
    if random.random() < 0.15:
        model.cut(moved(random.choice(inside), distance(random)))
    if random.random() < 0.15:
        model.engine["LogEvents"] = "1"
    if random.random() < 0.15:
        model.engine["EventTol"] = repr(EVENT_TOL)
    if random.random() < 0.1:
        model.engine["NumCores"] = "2"


def stepped(model, random, name, time, end):
    """A relay that a step sends past both thresholds."""
    model.add("base:Src/Step", f"{name}U", StepTime=time, Before=-5.0, After=5.0)
    model.add("base:Signal/Relay", name, SwitchOn=1.0, SwitchOff=-1.0)
    model.connect(f"{name}.In", f"{name}U.Out")
    return f"{name}.On", 0.0, 1.0


def ramped(model, random, name, time, end):
    """A relay whose threshold a ramp crosses."""
    model.add("base:Src/Ramp", f"{name}U", EndTime=end, Before=0.0, After=end / time)
    model.add("base:Signal/Relay", name, SwitchOn=1.0, SwitchOff=-1.0)
    model.connect(f"{name}.In", f"{name}U.Out")
    return f"{name}.On", 0.0, 1.0


def thrown(model, random, name, time, end):
    """A ball without gravity, which bounces once."""
    model.add("mechanics:Body/BouncingBall", name, g=0.0, Restitution=0.5)
    model.initial |= {f"{name}.Pos": 2 * time, f"{name}.Vel": -2.0}
    return f"{name}.Impacts", 0.0, 1.0


def limited(model, random, name, time, end):
    """An integrator, which comes to its limit."""
    model.add("base:Src/Constant", f"{name}U", Value=1.0)
    model.add("base:Math/Integrator", name, Upper=time)
    model.connect(f"{name}.In", f"{name}U.Out")
    return f"{name}.Limit", 0.0, 1.0
