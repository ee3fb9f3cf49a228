"""Runs that go on from a state file with what was set before, against one run."""

import os
import tempfile

from program import Wrong, lib, near, read, scenario


def check(draw, program):
    stiffness, damping, mass = (10 ** draw.uniform(-1, 2) for _ in range(3))
    objects = [
        lib("terminals", "Translational/Fixed", "G"),
        lib("terminals", "Translational/Mass", "M", m=1),
        lib("terminals", "Translational/Spring", "K", c=1),
        lib("terminals", "Translational/Damper", "D", d=1),
    ]
    text = scenario(
        objects, ['G.A="K.A, D.A" M.A="K.B, D.B"'], 'TOutput="0:0.1:2" RelTol="1e-10" AbsTol="1e-12" FileOutput="M.s, M.v"', 'M.s="1"'
    )
    later = draw.choice((None, 10 ** draw.uniform(-1, 2)))
    set_first = ["--set", f"K.c={stiffness!r}", "--set", f"D.d={damping!r}", "--set", f"M.m={mass!r}"]
    half = round(draw.uniform(0.2, 1.8), 2)
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "m.xml"), "w") as file:
            file.write(text)

        def run(*words):
            done = program.call(["run", "m.xml", "-q", *words], folder)
            if done.returncode:
                raise Wrong(f"{words}: {done.stderr[:300]}\n{text}")

        run(*set_first, "--until", str(half), "--final-state", "half.json", "-o", "half.csv")
        again = [] if later is None else ["--set", f"K.c={later!r}"]
        run("--initial-state", "half.json", *again, "-o", "on.csv")
        # The same by an own integration of the second half.
        begins = read(os.path.join(folder, "half.csv"))[-1]
        last = read(os.path.join(folder, "on.csv"))[-1]
    c = stiffness if later is None else later
    s, v = exact(begins["M.s"], begins["M.v"], c, damping, mass, 2.0 - half)
    near(last["M.s"], s, 1e-6, f"K.c={c}, from {half} s\n{text} {set_first} {again}")


def exact(s, v, c, d, m, time):
    """A damped oscillator by its two eigenvalues."""
    import cmath

    root = cmath.sqrt(d * d - 4 * m * c)
    if abs(root) < 1e-9:
        root = 1e-9
    one, two = (-d + root) / (2 * m), (-d - root) / (2 * m)
    a = (v - two * s) / (one - two)
    b = s - a
    e = a * cmath.exp(one * time) + b * cmath.exp(two * time)
    return e.real, (a * one * cmath.exp(one * time) + b * two * cmath.exp(two * time)).real
