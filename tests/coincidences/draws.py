"""Random numbers, as people write them."""

import math


def count(random, few, many):
    """Mostly between a few, sometimes between many; both as (least, most)."""
    return random.randint(*few) if random.random() < 0.9 else random.randint(*many)


def decimal(random, low, high, digits):
    """A double nearest to a decimal with so many digits."""
    return round(random.uniform(low, high), digits)


def rising_decimals(random, count, low, high, step):
    """Different multiples of a decimal step, rising."""
    first, last = round(low / step), round(high / step)
    digits = max(0, -math.floor(math.log10(step)) + 2)
    return [round(n * step, digits) for n in sorted(random.sample(range(first, last + 1), count))]
