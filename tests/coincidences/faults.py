"""What of a run is not as expected."""

def of_run(model, method, run):
    """In words; nothing if all is right."""
    if run.status != 0:
        return [f"expected exit status 0, got {run.status}: {last_lines(run.said)}"]
    columns = {signal: run.values(signal) for signal in model.signals()}
    found = []
    events = run.events()
    for expected in model.expected:
        if expected.order > method.order:
            continue
        if expected.is_value:
            found += of_value(expected, columns[expected.signal])
        else:
            found += of_events(expected, [time for name, time in events if name == expected.name])
    return found


def of_value(expected, column):
    got = column.get(expected.time)
    if got is None:
        return [f"expected {expected}, got no row at that time"]
    if any(abs(got - value) <= expected.tolerance for value in expected.values):
        return []
    return [f"expected {expected}, got {got!r}"]


def of_events(expected, times):
    found = []
    for time in times:
        if not any(abs(time - other) <= expected.tolerance for other in expected.times):
            found.append(f"expected no event of {expected.name} at {time!r}; its times are {list(expected.times)}")
    if len(times) < expected.least:
        found.append(f"expected {expected.least} events of {expected.name}, got {len(times)}: {times}")
    # An input that is back by the end of its bracket may cross once more, some ulp later.
    most = 2 * len(expected.times)
    if len(times) > most:
        found.append(f"expected {most} events of {expected.name} at most, got {len(times)}: {times}")
    return found


def last_lines(said):
    return "\n    ".join(said.strip().splitlines()[-12:])
