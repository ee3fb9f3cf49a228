"""Writes scenarios by loops, as one would without schemes and repetitions.

    by_hand.py line N      a line of N masses and springs that hangs between two points
    by_hand.py net N       a net of N x N masses

Positions are whole numbers, so that nothing depends on how a formula rounds.
"""

import sys


def scenario(objects, connections, starts, record):
    lines = ["<Contents>", "<OBJECTS>"]
    lines += objects
    lines += ["</OBJECTS>", "<INTERCONNECTIONS>"]
    lines += [f'<Connection {port}="{source}"/>' for port, source in connections]
    lines += ["</INTERCONNECTIONS>", "<INITIALIZATION>"]
    lines += [f'<InitialCondition {state}="{value}"/>' for state, value in starts]
    lines += ["</INITIALIZATION>", "<INTEGRATION>"]
    lines += [f'<Engine TOutput="0:0.05:0.2" RelTol="1e-6" AbsTol="1e-6" FileOutput="{record}"/>']
    lines += ["</INTEGRATION>", "</Contents>"]
    return "\n".join(lines)


def mass(name, kilograms):
    return f'<Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="{name}" Mass="{kilograms}" g="-9.81"/>'


def spring(name, stiffness, length):
    return (
        f'<Lib LibName="FhsimTutorialLibrary" SimObject="Cable/LinearSpring" Name="{name}" Stiffness="{stiffness}"'
        f' RelaxedLength="{length}"/>'
    )


def line(count):
    objects, connections, starts = [], [], []
    for i in range(1, count + 1):
        objects += [mass(f"S{i}.Mass", "0.25"), spring(f"S{i}.Spring", "12500", "1")]
        before = "0,0,0" if i == 1 else f"S{i - 1}.Mass.Pos"
        behind = f"S{i + 1}.Spring.ForceA" if i < count else "End.ForceA"
        connections += [
            (f"S{i}.Spring.PosA", before),
            (f"S{i}.Spring.PosB", f"S{i}.Mass.Pos"),
            (f"S{i}.Mass.Force", f"S{i}.Spring.ForceB + {behind}"),
        ]
        starts += [(f"S{i}.Mass.Pos", f"{i},0,0"), (f"S{i}.Mass.Vel", "0,0,0")]
    objects.append(spring("End", "12500", "1"))
    connections += [("End.PosA", f"S{count}.Mass.Pos"), ("End.PosB", f"{count + 1},0,0")]
    return scenario(objects, connections, starts, "objects:states")


def net(count):
    objects, connections, starts = [], [], []
    pulls = {}
    rows = range(count)
    for i in rows:
        for j in rows:
            objects.append(mass(f"M{i:02}_{j:02}", "1"))
            starts += [(f"M{i:02}_{j:02}.Pos", f"{i},{j},0"), (f"M{i:02}_{j:02}.Vel", "0,0,0")]
    for name, di, dj in (("X", 1, 0), ("Y", 0, 1)):
        for i in range(count - di):
            for j in range(count - dj):
                objects.append(spring(f"{name}{i:02}_{j:02}", "10000", "1"))
                here, there = f"M{i:02}_{j:02}", f"M{i + di:02}_{j + dj:02}"
                connections += [
                    (f"{name}{i:02}_{j:02}.PosA", f"{here}.Pos"),
                    (f"{name}{i:02}_{j:02}.PosB", f"{there}.Pos"),
                ]
                pulls.setdefault(here, []).append(f"{name}{i:02}_{j:02}.ForceA")
                pulls.setdefault(there, []).append(f"{name}{i:02}_{j:02}.ForceB")
    connections += [(f"{mass}.Force", " + ".join(of)) for mass, of in pulls.items()]
    return scenario(objects, connections, starts, "M00_00.Pos, M07_03.Pos")


print({"line": line, "net": net}[sys.argv[1]](int(sys.argv[2])))
