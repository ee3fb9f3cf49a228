"""Times at which something happens, grouped where they coincide."""

# Of the span: far more than 1000 ulp, and far less than lies between instants.
APART = 1e-6


def clusters(items, span, time=lambda item: item):
    """Groups of items, in order of their times, that lie within APART of the span of their first."""
    groups = []
    for item in sorted(items, key=time):
        if groups and time(item) - time(groups[-1][0]) <= APART * span:
            groups[-1].append(item)
        else:
            groups.append([item])
    return groups


def are_apart(times, span, least=1e-3):
    """Whether what does not coincide lies far apart."""
    groups = clusters(map(float, times), span)
    return all(b[0] - a[-1] > least * span for a, b in zip(groups, groups[1:]))


def rows_between(random, groups, end, margin):
    """Rows between all groups, at some of them, and anywhere; and those of them that lie farther than a margin
    from all groups."""
    edges = [0.0, *(g[0] for g in groups), end]
    rows = {0.0, end, *((a + b) / 2 for a, b in zip(edges, edges[1:]))}
    rows |= {group[0] for group in groups if random.random() < 0.5}
    rows |= {round(random.uniform(0, end), 2) for _ in range(random.randrange(4))}
    # No two of them one instant.
    kept = []
    for time in sorted(t for t in rows if 0 <= t <= end):
        if not kept or time - kept[-1] > 1e-9 * end:
            kept.append(time)
    if end not in kept:
        kept[-1] = end
    safe = [t for t in kept if all(abs(t - g) > margin for group in groups for g in group)]
    return kept, safe
