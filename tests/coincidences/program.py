"""The program under test, and its runs."""

import os
import re
import subprocess
from dataclasses import dataclass
from functools import cached_property

EVENT = re.compile(r"^t = (\S+) s: `([^`.]+)\.[^`]*`", re.MULTILINE)
# A run takes a few milliseconds.
TIMEOUT_S = 120
# Only the libraries that are built in.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "BOWLINE_LIBRARY_PATH"}


@dataclass
class Run:
    """The results of a run and its standard error."""

    status: int
    stderr: str
    table: str

    @cached_property
    def header(self):
        return self.table.splitlines()[0].split(",")

    @cached_property
    def rows(self):
        """The cells of each row, by its time."""
        lines = [line.split(",") for line in self.table.splitlines()[1:]]
        return {float(line[0]): line for line in lines}

    @property
    def times(self):
        return self.rows.keys()

    def value(self, signal, time):
        return float(self.rows[time][self.header.index(signal)])

    @cached_property
    def events(self):
        """(SimObject, time) of all events."""
        return [(name, float(time)) for time, name in EVENT.findall(self.stderr)]

    def wrong_status(self, expected, where=""):
        """The fault of a run that did not end with the expected exit status."""
        last_lines = "\n    ".join(self.stderr.strip().splitlines()[-12:])
        return f"expected exit status {expected}{where}, got {self.status}: {last_lines}"


class Program:
    def __init__(self, path, folder):
        self.path, self.folder = path, folder

    def run(self, scenario, *arguments):
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
            return Run(-1, f"no end after {TIMEOUT_S} s", "")
        table = done.stdout
        if "-o" in arguments:
            results = self.folder / arguments[arguments.index("-o") + 1]
            table = results.read_text() if results.exists() else ""
        return Run(done.returncode, done.stderr, table)
