"""Numbers that lie a few units in the last place (ulp) from each other."""

import math
from fractions import Fraction

DISTANCES = (0, 1, 3, 12, 100, 1000)


def distance(random):
    """So many ulp, 0 as often as all others together, of either sign."""
    k = 0 if random.random() < 0.5 else random.choice(DISTANCES[1:])
    return k if random.random() < 0.5 else -k


def moved(time, k):
    """`k` ulp from a time."""
    return time + k * math.ulp(time)


def exact(number):
    """A double, or what it stands for, as a fraction."""
    return number if isinstance(number, Fraction) else Fraction(float(number))


def decimal(random, low, high, digits):
    """A double nearest to a decimal with so many digits, as people write them."""
    return round(random.uniform(low, high), digits)


def shuffled_decimals(random, count, low, high, step):
    """Different multiples of a decimal step, rising."""
    first, last = round(low / step), round(high / step)
    digits = max(0, -math.floor(math.log10(step)) + 2)
    return [round(n * step, digits) for n in sorted(random.sample(range(first, last + 1), count))]
