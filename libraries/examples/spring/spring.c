/* A library in C: a massless linear spring between two points.
 *
 * With L = |PosB - PosA| it pulls both ends together along the line between
 * them with Stiffness (L - RelaxedLength), and pushes them apart when it is
 * compressed. At L = 0 there is no direction and no force. */

#include <math.h>

#include "simobject.h"

typedef struct {
    BowlinePlace pos_a, pos_b, force_a, force_b;
    double stiffness, relaxed_length;
} Spring;

static int forces(const Spring *self, BowlineIo *io) {
    const double *a = bowline_read(io, self->pos_a, 3);
    const double *b = bowline_read(io, self->pos_b, 3);
    double *force_a = bowline_write(io, self->force_a, 3);
    double *force_b = bowline_write(io, self->force_b, 3);
    const double along[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    const double length = sqrt(along[0] * along[0] + along[1] * along[1] + along[2] * along[2]);
    const double pull = length == 0.0 ? 0.0 : self->stiffness * (length - self->relaxed_length) / length;
    for (int i = 0; i < 3; ++i) {
        force_a[i] = pull * along[i];
        force_b[i] = -force_a[i];
    }
    return 0;
}
BOWLINE_SWEEP(forces, Spring)

static uint32_t construct(BowlineCreator *creator, void *memory) {
    Spring *self = (Spring *)memory;
    self->pos_a = bowline_in_port(creator, "PosA", 3, "m", "Position of end A");
    self->pos_b = bowline_in_port(creator, "PosB", 3, "m", "Position of end B");
    self->force_a = bowline_out_port(creator, "ForceA", 3, "N", "Force of the spring on what is at end A");
    self->force_b = bowline_out_port(creator, "ForceB", 3, "N", "Force of the spring on what is at end B");
    self->stiffness = bowline_number_at_least(creator, "Stiffness", "N/m", "Stiffness", 0.0);
    self->relaxed_length = bowline_number_at_least(creator, "RelaxedLength", "m", "Length without force", 0.0);

    const uint32_t ends[] = {self->pos_a.index, self->pos_b.index};
    const uint32_t results[] = {self->force_a.index, self->force_b.index};
    bowline_common_computation(creator, "forces", forces_sweep, BOWLINE_ROW(ends), BOWLINE_ROW(results));

    const double radius[] = {0.25};
    const BowlineLookAttribute coil[] = {
        bowline_look_follows(BOWLINE_LOOK_FROM, self->pos_a),
        bowline_look_follows(BOWLINE_LOOK_TO, self->pos_b),
        bowline_look_numbers(BOWLINE_LOOK_RADIUS, BOWLINE_ROW(radius)),
    };
    bowline_look(creator, BOWLINE_SHAPE_COIL, BOWLINE_ROW(coil), "", "");
    return 0;
}
BOWLINE_TYPE(SPRING, Spring, "Cable/LinearSpring", "A massless linear spring between two points", construct);

BOWLINE_LIBRARY(spring_in_c, "1.0", "A spring written in C", &SPRING)
