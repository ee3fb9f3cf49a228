"""SimObjects that are written in Python, for prototypes."""

from __future__ import annotations

from ._bowline import Creator, Handle, Io

__all__ = ["Creator", "Handle", "Io", "Recoverable", "SimObject"]


class Recoverable(ArithmeticError):
    """Raised by a calculation where a smaller step may succeed: an adaptive method tries one."""


class SimObject:
    """A sub-model. Its constructor declares parameters, ports, states and calculations to ``c``; its methods calculate.

    The constructor runs several times, and must do the same each time. A calculation is a function of what it reads and of
    time: it keeps nothing in ``self``, where a run that goes back to a snapshot would not find what it was then; to set an
    attribute there is an error, and what is to be remembered is a discrete state. It runs under the interpreter's lock, some hundred times slower than one in Rust, C or
    C++: good for prototypes, and for sampled controllers that tick rarely.

    >>> import bowline
    >>> class Pendulum(bowline.SimObject):
    ...     "A mathematical pendulum."
    ...
    ...     def __init__(self, c):
    ...         self.length = c.number("Length", unit="m", default=1, above=0)
    ...         self.angle = c.state("Angle", unit="rad")
    ...         self.rate = c.state("Rate", unit="rad/s")
    ...         self.height = c.out_port("Height", unit="m")
    ...         c.out_port_of("Angle", self.angle)
    ...         c.derivatives(self.swing)
    ...         c.computation(self.rise, reads=[self.angle], gives=[self.height])
    ...
    ...     def swing(self, io):
    ...         io.set_derivative(self.angle, io[self.rate])
    ...         io.set_derivative(self.rate, -9.81 / self.length * math.sin(io[self.angle]))
    ...
    ...     def rise(self, io):
    ...         io[self.height] = self.length * (1 - math.cos(io[self.angle]))
    >>> import math
    >>> model = bowline.Model()
    >>> model.add(Pendulum, "P", Length=2)
    >>> model.initial("P.Angle", 0.01)
    >>> model.initial("P.Rate", 0)
    >>> model.engine(TOutput="0:0.01:10", RelTol=1e-9, AbsTol=1e-12, FileOutput="P.Angle")
    >>> results = model.run()
    >>> bool(abs(results["P.Angle"][-1] - 0.01 * math.cos(math.sqrt(9.81 / 2) * 10)) < 1e-5)
    True
    """

    _is_made = False

    def __init__(self, c: Creator) -> None:
        raise NotImplementedError("a SimObject declares itself in its constructor: __init__(self, c)")

    def __setattr__(self, name: str, value: object) -> None:
        if self._is_made:
            raise AttributeError(
                f"`{name}` is set outside of the constructor: a run that goes back would not take it back; "
                "keep it in a discrete state"
            )
        object.__setattr__(self, name, value)
