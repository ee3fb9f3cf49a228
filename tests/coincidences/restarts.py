"""Runs that are saved anywhere, at events too, and resumed."""

from draws import decimal
from parts import PARTS
from resumable import END, Resumable, is_away
from ulps import DISTANCES, moved


def attempt(random):
    model = Resumable()
    model.step = random.choice((0.02, 0.05, 0.07, 0.25))
    # Loose, since each model runs several times.
    model.engine |= {"AbsTol": "1e-8", "RelTol": "1e-8", "SampleTime": 0.1}
    for i, part in enumerate(random.choices(PARTS, k=random.randint(2, 6))):
        part(model, random, f"P{i}")
    model.rows = [0.0, *(round(n * 0.25, 2) for n in range(1, 16)), END]
    model.saves = apart([save_point(model, random) for _ in range(random.choice((1, 1, 2)))])
    time = model.saves[0]
    model.changes = [
        change
        for offer in model.offers
        if is_away(time, offer.events)
        for change in offer.at(time)
        if random.random() < 0.7
    ]
    model.stops_at_save = random.random() < 0.3
    return model


def save_point(model, random):
    """Anywhere, at a tick, at a row, or some ulp from an event."""
    kind = random.choice(("any", "decimal", "tick", "event", "event"))
    events = [time for time in model.events if 0.01 < time < END - 0.01]
    if kind == "event" and events:
        return moved(random.choice(events), random.choice((-1, 0, 1)) * random.choice(DISTANCES))
    if kind == "tick":
        return round(0.1 * random.randrange(1, 40), 1)
    return decimal(random, 0.1, 3.9, 2) if kind == "decimal" else random.uniform(0.1, 3.9)


def apart(saves):
    """Without those that are nearly another one."""
    kept = []
    for time in sorted(saves):
        if not kept or time - kept[-1] > 1e-6:
            kept.append(time)
    return kept
