"""Rows of equal balls, touching or nearly: a blow of k balls leaves with k balls."""

from program import lib, near, scenario


def check(draw, program):
    count, moving = draw.randint(3, 7), draw.randint(1, 2)
    mass, speed = 10 ** draw.uniform(-2, 2), 10 ** draw.uniform(-1, 1)
    apart = draw.choice((0.0, 0.0, 1e-6, 1e-3))
    objects = [lib("terminals", "Translational/Mass", f"M{i}", m=mass) for i in range(count)]
    objects += [lib("terminals", "Translational/Stop", f"S{i}", s_min=0, e=1, v_rest=0) for i in range(count - 1)]
    meets = [f'M{i}.A="S{i}.A" M{i + 1}.A="S{i}.B"' for i in range(count - 1)]
    # Those that come in do not touch each other, else they would be one.
    places = [i * 0.05 for i in range(moving)] + [1.0 + i * apart for i in range(count - moving)]
    velocities = [speed] * moving + [0.0] * (count - moving)
    initial = " ".join(f'M{i}.s="{s!r}" M{i}.v="{v!r}"' for i, (s, v) in enumerate(zip(places, velocities)))
    end = 2.5 / speed
    columns = ", ".join(f"M{i}.v" for i in range(count))
    text = scenario(objects, meets, f'TOutput="0, {end!r}" FileOutput="{columns}"', initial)
    last = program.rows(text)[-1]
    for i in range(count):
        wanted = speed if i >= count - moving else 0.0
        near(last[f"M{i}.v"], wanted, 1e-9 * speed, f"ball {i} of {count}, {moving} came\n{text}")
