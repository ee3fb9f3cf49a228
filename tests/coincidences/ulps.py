"""Numbers that lie a few units in the last place (ulp) from each other."""

import math
from fractions import Fraction

DISTANCES = (0, 1, 3, 12, 100, 1000)


def distance(random):
    """A number of ulp, of either sign; 0 as often as all others together."""
    k = 0 if random.random() < 0.5 else random.choice(DISTANCES[1:])
    return k if random.random() < 0.5 else -k


def moved(time, k):
    """A time, `k` ulp later."""
    return time + k * math.ulp(time)


def exact(number):
    """A number as the fraction that it stands for."""
    return Fraction(number)
