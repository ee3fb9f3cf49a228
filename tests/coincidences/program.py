"""Runs the program."""

import os
import re
import subprocess
from dataclasses import dataclass

EVENT = re.compile(r"^t = (\S+) s: `([^`.]+)\.[^`]*`", re.MULTILINE)
# A run takes a few milliseconds.
TIMEOUT_S = 120
# Only the libraries that are built in.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "BOWLINE_LIBRARY_PATH"}


@dataclass
class Run:
    """What a run left."""

    status: int
    said: str
    header: list
    rows: list

    def values(self, signal):
        """A signal by the times of the rows."""
        column = self.header.index(signal)
        return {float(row[0]): float(row[column]) for row in self.rows}

    def events(self):
        """(SimObject, time) of all events."""
        return [(name, float(time)) for time, name in EVENT.findall(self.said)]


class Program:
    def __init__(self, path, folder):
        self.path, self.folder = path, folder

    def run(self, scenario, *arguments):
        """Runs a scenario, whose rows and events come back."""
        (self.folder / "model.xml").write_text(scenario)
        command = [self.path, "run", "model.xml", "-v", *arguments]
        if "-o" not in arguments:
            command += ["-o", "-"]
        try:
            done = subprocess.run(
                command,
                cwd=self.folder,
                env=ENVIRONMENT,
                capture_output=True,
                text=True,
                timeout=TIMEOUT_S,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return Run(-1, f"no end after {TIMEOUT_S} s", [], [])
        rows = done.stdout
        if "-o" in arguments:
            results = self.folder / arguments[arguments.index("-o") + 1]
            rows = results.read_text() if results.exists() else ""
        lines = [line.split(",") for line in rows.splitlines()]
        return Run(done.returncode, done.stderr, lines[0] if lines else [], lines[1:])
