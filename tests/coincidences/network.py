"""Sources that jump, what is sampled, relays and latches: a network without loops, exact, instant by
instant, in whatever order what coincides comes."""

import copy
import itertools
from fractions import Fraction


class Source:
    """A value that jumps at times of its own: (moment, value)."""

    def __init__(self, first, jumps):
        self.value, self.jumps = exact(first), [(moment, exact(value)) for moment, value in jumps]


class Sampled:
    """Holds what it reads at its ticks, or gives it one tick later."""

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
    """Its inputs are two sums."""

    def __init__(self, inputs, threshold, set_wins):
        self.inputs, self.threshold, self.set_wins, self.is_on = inputs, exact(threshold), set_wins, False

    @property
    def value(self):
        return Fraction(self.is_on)

    def after(self, inputs):
        is_set, is_reset = (value > self.threshold for value in inputs)
        if is_set and is_reset:
            return self.set_wins
        return is_set or (self.is_on and not is_reset)


def exact(value):
    return Fraction(value)


class Network:
    """Blocks by name, each behind what it reads. `inputs` are sums: tuples of (factor, name)."""

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

    def tick(self, time):
        """New values take effect, then what holds is calculated."""
        ticking = [b for b in self.blocks.values() if isinstance(b, Sampled) and (time / b.period).denominator == 1]
        for block in ticking:
            if block.is_delay:
                block.value = block.next
        for block in ticking:
            if not block.is_delay:
                block.value = self.read(block)[0]

    def remember(self, time):
        for block in self.blocks.values():
            if isinstance(block, Sampled) and block.is_delay and (time / block.period).denominator == 1:
                block.next = self.read(block)[0]

    def settle(self, in_rounds):
        """Switches what has to, all at once in a round or one after the other."""
        for _ in range(100):
            changed = False
            fired = []
            for block in self.blocks.values():
                if isinstance(block, (Relay, Latch)):
                    is_on = block.after(self.read(block))
                    if is_on != block.is_on:
                        changed = True
                        if in_rounds:
                            fired.append((block, is_on))
                        else:
                            block.is_on = is_on
            for block, is_on in fired:
                block.is_on = is_on
            if not changed:
                return
        raise RuntimeError("does not settle")

    def instant(self, time, jumps, together):
        """All that may come of an instant: jumps are (name, value), in any order unless they are one."""
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
