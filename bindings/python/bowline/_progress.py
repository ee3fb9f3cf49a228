"""Progress bars for terminals and notebooks."""

from __future__ import annotations

import sys
import time
from typing import Any, Callable, Optional, Union

Progress = Union[bool, Callable[..., Any], None]


class Bar:
    """A bar that goes from one value to another."""

    def __init__(self, start: float, end: float, unit: str) -> None:
        self._start, self._end, self._unit = start, end, unit
        self._shown: Any = None
        self._last = 0.0
        self._in_notebook = "ipykernel" in sys.modules

    def __call__(self, value: float, end: Optional[float] = None) -> None:
        if end is not None:
            self._end = end
        now = time.monotonic()
        if now - self._last < 0.1 and value < self._end:
            return
        self._last = now
        span = self._end - self._start
        part = min(max((value - self._start) / span, 0.0), 1.0) if span > 0 else 1.0
        told = f"{value:g} of {self._end:g} {self._unit}"
        if self._in_notebook:
            from IPython.display import HTML, display  # type: ignore[import-not-found, unused-ignore]

            bar: Any = HTML(f"<progress value='{part:.3f}' max='1'></progress> {told}")  # type: ignore[no-untyped-call, unused-ignore]
            if self._shown is None:
                self._shown = display(bar, display_id=True)  # type: ignore[no-untyped-call, unused-ignore]
            else:
                self._shown.update(bar)
        elif sys.stderr.isatty():
            filled = round(40 * part)
            sys.stderr.write(f"\r[{'#' * filled}{' ' * (40 - filled)}] {told} ")
            sys.stderr.flush()

    def close(self) -> None:
        """Ends the line."""
        if not self._in_notebook and sys.stderr.isatty() and self._last:
            sys.stderr.write("\n")


def shown(progress: Progress, start: float, end: float, unit: str) -> Optional[Callable[..., Any]]:
    """The function that gets the progress."""
    if progress is True:
        return Bar(start, end, unit)
    return progress if callable(progress) else None
