"""Bowline: simulation models of marine, hydraulic and mechatronic systems.

>>> import bowline
>>> model = bowline.load("scenarios/position_servo.xml")
>>> results = model.run()
>>> results.rows, results.units["Time"]
(401, 's')

``model.start()`` begins a run that you advance: ``run["D.High"]`` reads a signal, ``run["A.In"] = 2`` sets an input. Equilibria,
linear models, frequency responses, sweeps on all cores and verifications are methods of the model.
"""

from ._bowline import Creator, Handle, Io, Run, Snapshot, __version__
from .chart import Chart
from .errors import (
    BowlineError,
    FileError,
    LibraryError,
    NotFound,
    Refused,
    RunError,
    ScenarioError,
    UnknownName,
)
from .linear import Characteristic, Equilibrium, FrequencyResponse, LinearModel, Margins, Mode, Verification
from .model import Model, Part, Signal, load
from .results import Results, Table, read_results
from .simobject import Recoverable, SimObject

__all__ = [
    "BowlineError",
    "Characteristic",
    "Chart",
    "Creator",
    "Equilibrium",
    "FileError",
    "FrequencyResponse",
    "Handle",
    "Io",
    "LibraryError",
    "LinearModel",
    "Margins",
    "Mode",
    "Model",
    "NotFound",
    "Part",
    "Recoverable",
    "Refused",
    "Results",
    "Run",
    "RunError",
    "ScenarioError",
    "Signal",
    "SimObject",
    "Snapshot",
    "Table",
    "UnknownName",
    "Verification",
    "__version__",
    "load",
    "read_results",
]
