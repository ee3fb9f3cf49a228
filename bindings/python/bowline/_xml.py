"""Models that a program builds, as the text of a scenario."""

from __future__ import annotations

from typing import Dict, List, Mapping, Tuple
from xml.sax.saxutils import quoteattr

from ._values import Value, text

Item = Tuple[str, Tuple[Tuple[str, str], ...]]
"""A tag, and its attributes."""

SECTIONS = ("OBJECTS", "INTERCONNECTIONS", "INITIALIZATION", "INTEGRATION")


class Sections:
    """What a scenario is made of."""

    def __init__(self) -> None:
        self.items: Dict[str, List[Item]] = {section: [] for section in SECTIONS}

    def add(self, section: str, tag: str, attributes: Mapping[str, Value]) -> None:
        """Adds a line."""
        self.items[section].append((tag, tuple((name, text(value)) for name, value in attributes.items())))

    def put_engine(self, attributes: Mapping[str, Value]) -> None:
        """Says how to integrate; what was said before stays, unless it is said anew."""
        others = [item for item in self.items["INTEGRATION"] if item[0] != "Engine"]
        said = dict(attribute for item in self.items["INTEGRATION"] if item[0] == "Engine" for attribute in item[1])
        said.update((name, text(value)) for name, value in attributes.items())
        self.items["INTEGRATION"] = [("Engine", tuple(said.items())), *others]

    def __str__(self) -> str:
        lines = ["<Contents>"]
        for section, items in self.items.items():
            lines.append(f"  <{section}>")
            for tag, attributes in items:
                said = "".join(f" {name}={quoteattr(value)}" for name, value in attributes)
                lines.append(f"    <{tag}{said}/>")
            lines.append(f"  </{section}>")
        return "\n".join([*lines, "</Contents>", ""])
