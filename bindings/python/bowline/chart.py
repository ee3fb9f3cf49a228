"""Charts, which a notebook shows."""

from __future__ import annotations

import os
from typing import Union


class Chart:
    """A chart. Notebooks show it; ``save`` writes it."""

    def __init__(self, svg: str) -> None:
        self.svg = svg
        """The chart as SVG."""

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<bowline.Chart, {len(self.svg)} bytes of SVG>"

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes it as SVG, under a name that ends in ``.svg``."""
        if os.path.splitext(os.fspath(path))[1].lower() != ".svg":
            raise ValueError(f"`{os.fspath(path)}`: a chart is written as .svg; give the name this ending")
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)
