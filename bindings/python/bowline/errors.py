"""The exceptions of Bowline. Each has a message for people and ``diagnostics`` for programs."""

from __future__ import annotations

import json as _json
from typing import TYPE_CHECKING, Any, Dict, List, Optional

if TYPE_CHECKING:
    from .results import Results


class BowlineError(Exception):
    """An error of Bowline; all others are special cases of it."""

    def __init__(self, message: str, json: str = "") -> None:
        super().__init__(message, json)

    def __str__(self) -> str:
        return str(self.args[0])

    @property
    def diagnostics(self) -> List[Dict[str, Any]]:
        """The errors, each with ``code``, ``severity``, ``message`` and ``help``; errors in scenarios also with ``file``,
        ``line`` and ``column``. The format is that of ``bowline check --format json``."""
        text = self.args[1] if len(self.args) > 1 else ""
        found: List[Dict[str, Any]] = _json.loads(text)["diagnostics"] if text else []
        return found


class ScenarioError(BowlineError, ValueError):
    """The scenario is wrong. The message shows each place."""


class UnknownName(BowlineError, LookupError):
    """There is no signal or input of that name. The message has the names that are near to it."""


class Refused(BowlineError, ValueError):
    """The request is not possible; nothing has changed."""


class NotFound(BowlineError, RuntimeError):
    """There is no equilibrium, linear model or loop. The message says what is missing."""


class LibraryError(BowlineError):
    """A library of SimObjects cannot be used."""


class FileError(BowlineError, OSError):
    """A file cannot be read or written, or would replace something else."""

    def __init__(self, message: str, json: str = "") -> None:
        super().__init__(message, json)
        # Two arguments would be a number and a text of the system.
        self.errno, self.strerror, self.filename = None, message, None


class RunError(BowlineError, RuntimeError):
    """A run ended before its end. A snapshot can be restored."""

    results: Optional[Results] = None
    """The rows up to there, if :meth:`bowline.Model.run` was called."""
