"""Values as scenarios write them."""

from __future__ import annotations

import numbers
from typing import Any, Iterable, List, Mapping, Sequence, Union

import numpy as np

Value = Union[str, float, bool, Sequence[float], Sequence[Sequence[float]], "np.ndarray[Any, Any]"]
"""A value of a parameter, connection or initial condition: a number, a row of numbers, rows of numbers, or a text as a
scenario has it, perhaps with a unit: ``"210 bar"``."""


def number(value: Any) -> str:
    """A number with all its digits."""
    if isinstance(value, (bool, np.bool_)):
        return "1" if value else "0"
    if isinstance(value, numbers.Integral):
        return str(int(value))
    return repr(float(value))


def text(value: Value) -> str:
    """A value as a scenario has it."""
    if isinstance(value, str):
        return value
    if isinstance(value, (list, tuple)) and value and all(isinstance(item, str) for item in value):
        return ", ".join(value)
    if isinstance(value, Mapping) or np.asarray(value).dtype.kind not in "biuf":
        raise TypeError(f"a value is a number, a row or rows of numbers, or a text, and not {value!r}")
    if np.ndim(value) == 0:
        return number(np.asarray(value).item())
    rows: Iterable[Any] = np.asarray(value).tolist()
    if np.ndim(value) == 1:
        return ", ".join(number(item) for item in rows)
    if np.ndim(value) == 2:
        return "; ".join(", ".join(number(item) for item in row) for row in rows)
    raise TypeError("a value has one or two dimensions")


def settings(given: Union[Mapping[str, Value], Iterable[str], None]) -> List[str]:
    """Settings as ``NAME=VALUE``."""
    if given is None:
        return []
    if isinstance(given, str):
        raise TypeError('give a dictionary, as in set={"B.Mass": 2}')
    if isinstance(given, Mapping):
        return [f"{name}={text(value)}" for name, value in given.items()]
    return [str(item) for item in given]
