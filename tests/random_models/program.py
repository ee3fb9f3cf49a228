"""Runs the program, and reads what it writes."""

import csv
import os
import subprocess
import tempfile


class Wrong(Exception):
    """What is not as it should be."""


def lib(library, kind, name, **parameters):
    """A SimObject as a scenario has it."""
    given = "".join(f' {key}="{value}"' for key, value in parameters.items())
    return f'<Lib LibName="{library}" SimObject="{kind}" Name="{name}"{given}/>'


def scenario(objects, connections, engine, initial=""):
    """A scenario out of its parts: connections and initial conditions as attributes."""
    joined = "".join(f"<Connection {of}/>" for of in connections)
    begins = f"<INITIALIZATION><InitialCondition {initial}/></INITIALIZATION>" if initial else ""
    return (
        f"<Contents><OBJECTS>{''.join(objects)}</OBJECTS><INTERCONNECTIONS>{joined}</INTERCONNECTIONS>"
        f"{begins}<INTEGRATION><Engine {engine}/></INTEGRATION></Contents>"
    )


class Program:
    def __init__(self, path):
        self.path = os.path.abspath(path)

    def call(self, words, folder, limit=120):
        try:
            return subprocess.run([self.path, *words], capture_output=True, text=True, cwd=folder, timeout=limit)
        except subprocess.TimeoutExpired:
            raise Wrong(f"no end within {limit} s: {' '.join(words)}") from None

    def rows(self, text, *words):
        """The rows of a run, each by the names of columns."""
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "m.xml"), "w") as file:
                file.write(text)
            done = self.call(["run", "m.xml", "-q", "-o", "r.csv", *words], folder)
            if done.returncode:
                raise Wrong(f"status {done.returncode}: {done.stderr[:300]}\n{text} {' '.join(words)}")
            return read(os.path.join(folder, "r.csv"))

    def refusal(self, text, *words):
        """What the program says to a model that it refuses; none, if it takes it."""
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "m.xml"), "w") as file:
                file.write(text)
            done = self.call(["run", "m.xml", "-q", "-o", "r.csv", *words], folder)
            return done.stderr if done.returncode else None


def read(path):
    with open(path) as file:
        return [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]


def near(found, wanted, within, what):
    if not abs(found - wanted) <= within:
        raise Wrong(f"{what}: {found!r} instead of {wanted!r}, which may be {within:.1e} off")
