"""A network of sources that jump, delays and holds, relays and latches: exact, without loops, instant by
instant, in every order in which coinciding jumps may come."""

import copy
import itertools
from fractions import Fraction

from ulps import exact


class Source:
    """A value that jumps: (moment, value)."""

    def __init__(self, first, jumps):
        self.value, self.jumps = exact(first), [(moment, exact(value)) for moment, value in jumps]


class Sampled:
    """Reads at its ticks; it gives what it read at once, or one tick later if it is a delay."""

    def __init__(self, inputs, period, is_delay, first=0):
        self.inputs, self.period, self.is_delay = inputs, Fraction(str(period)), is_delay
        self.value, self.next = exact(first), exact(first)


class Relay:
    def __init__(self, inputs, on, off, on_value, off_value, initially_on):
        self.inputs, self.on, self.off = inputs, exact(on), exact(off)
        self.values, self.is_on = (exact(off_value), exact(on_value)), initially_on

    @property
    def value(self):
        return self.values[self.is_on]

    def after(self, inputs):
        return inputs[0] >= self.off if self.is_on else inputs[0] > self.on


class Latch:
    """Its inputs are the sums of Set and of Reset."""

    def __init__(self, inputs, threshold, set_wins):
        self.inputs, self.threshold, self.set_wins, self.is_on = inputs, exact(threshold), set_wins, False

    @property
    def value(self):
        return Fraction(self.is_on)

    def after(self, inputs):
        is_set, is_reset = (value > self.threshold for value in inputs)
        return latched(self.is_on, is_set, is_reset, self.set_wins)


def latched(is_on, is_set, is_reset, set_wins):
    """Whether a latch is on after it has read Set and Reset."""
    if is_set and is_reset:
        return set_wins
    return is_set or (is_on and not is_reset)


class Network:
    """Blocks by name, each after those that it reads. Their `inputs` are sums: tuples of (factor, name)."""

    def __init__(self):
        self.blocks = {}

    def read(self, block):
        return [sum((factor * self.blocks[name].value for factor, name in s), Fraction(0)) for s in block.inputs]

    def begin(self):
        for block in self.blocks.values():
            if isinstance(block, Sampled) and not block.is_delay:
                block.value = self.read(block)[0]
            elif isinstance(block, (Relay, Latch)):
                block.is_on = block.after(self.read(block))
        self.remember(Fraction(0))

    def ticking(self, time, is_delay):
        """The delays, or the holds, that have a tick at that time."""
        return [
            block
            for block in self.blocks.values()
            if isinstance(block, Sampled) and block.is_delay == is_delay and (time / block.period).denominator == 1
        ]

    def tick(self, time):
        """Delays give what they remember, then holds read."""
        for block in self.ticking(time, is_delay=True):
            block.value = block.next
        for block in self.ticking(time, is_delay=False):
            block.value = self.read(block)[0]

    def remember(self, time):
        """Delays read what they give one tick later."""
        for block in self.ticking(time, is_delay=True):
            block.next = self.read(block)[0]

    def settle(self, in_rounds):
        """Switches relays and latches until none changes, in rounds at once or one after the other."""
        switches = [block for block in self.blocks.values() if isinstance(block, (Relay, Latch))]
        for _ in range(100):
            fired = []
            for block in switches:
                is_on = block.after(self.read(block))
                if is_on != block.is_on:
                    fired.append((block, is_on))
                    if not in_rounds:
                        block.is_on = is_on
            for block, is_on in fired:
                block.is_on = is_on
            if not fired:
                return
        raise RuntimeError("does not settle")

    def instant(self, time, jumps, together):
        """Every network that an instant may lead to; its jumps (name, value) come together or in any order."""
        found = []
        orders = [jumps] if together else itertools.permutations(jumps)
        for order in orders:
            for in_rounds, ticks_first in itertools.product((True, False), repeat=2):
                for ticks_at in (0, len(order)) if not together else (None,):
                    after = copy.deepcopy(self)
                    after.pass_through(time, order, together, in_rounds, ticks_first, ticks_at)
                    found.append(after)
        return found

    def pass_through(self, time, jumps, together, in_rounds, ticks_first, ticks_at):
        if together:
            for name, value in jumps:
                self.blocks[name].value = value
            if not ticks_first:
                self.settle(in_rounds)
            self.tick(time)
            self.settle(in_rounds)
            self.remember(time)
            return
        for i, (name, value) in enumerate([*jumps, (None, None)]):
            if i == ticks_at:
                self.settle(in_rounds)
                self.tick(time)
                self.settle(in_rounds)
                self.remember(time)
            if name is not None:
                self.blocks[name].value = value
                self.settle(in_rounds)

    def state(self):
        return [
            (b.value, b.next) if isinstance(b, Sampled) and b.is_delay else b.value for b in self.blocks.values()
        ]
