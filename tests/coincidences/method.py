"""The methods of integration, each with adaptive or fixed steps."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Method:
    name: str
    # It integrates polynomials in time of this degree exactly, up to rounding.
    order: int
    is_fixed: bool = False

    @property
    def label(self):
        return self.name + (" with fixed steps" if self.is_fixed else "")

    @property
    def file_name(self):
        return self.name + ("-fixed" if self.is_fixed else "")


METHODS = (
    Method("DormandPrince", 5),
    Method("Tsitouras", 5),
    Method("BogackiShampine", 3),
    Method("BDF", 2),
    Method("ESDIRK34", 3),
    Method("TRBDF2", 2),
    Method("auto", 2),
    Method("DormandPrince", 5, True),
    Method("Tsitouras", 5, True),
    Method("BogackiShampine", 3, True),
    Method("RK4", 4, True),
    Method("Heun", 2, True),
    Method("Euler", 1, True),
)
