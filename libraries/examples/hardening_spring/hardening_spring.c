/* A library in C: a spring between two flanges that gets stiffer as it is stretched.
 *
 * With s_rel = s(B) - s(A) and x = s_rel - s_rel0 the force f = c (x + h x^3) flows
 * into B: it pulls B back towards A. With h = 0 it is a linear spring. */

#include "simobject.h"

typedef struct {
    BowlinePlace s_rel, f;
    double stiffness, hardening, relaxed;
} Spring;

static int pull(const Spring *self, BowlineIo *io) {
    const double x = *bowline_read(io, self->s_rel, 1) - self->relaxed;
    *bowline_write(io, self->f, 1) = self->stiffness * (x + self->hardening * x * x * x);
    return 0;
}
BOWLINE_SWEEP(pull, Spring)

static uint32_t construct(BowlineCreator *creator, void *memory) {
    Spring *self = (Spring *)memory;
    const uint32_t a = bowline_terminal(creator, "A", bowline_nature_translational(), "Flange a");
    const uint32_t b = bowline_terminal(creator, "B", bowline_nature_translational(), "Flange b");
    self->s_rel = bowline_in_port(creator, "s_rel", 1, "m", "Position of B less that of A");
    self->f = bowline_out_port(creator, "f", 1, "N", "What flows into B");
    self->stiffness = bowline_number_at_least(creator, "c", "N/m", "Stiffness where it is relaxed", 0.0);
    self->hardening = bowline_number_or(creator, "h", "1/m^2", "How much stiffer it gets", 0.0);
    self->relaxed = bowline_number_or(creator, "s_rel0", "m", "Where it is relaxed", 0.0);

    const uint32_t reads[] = {self->s_rel.index}, fills[] = {self->f.index};
    bowline_common_computation(creator, "pull", pull_sweep, BOWLINE_ROW(reads), BOWLINE_ROW(fills));

    /* The host gives it s_rel, and takes f from it. */
    BowlineDescribedBranch spring = bowline_gives_through(b, a, self->f);
    bowline_branch_position(&spring, self->s_rel);
    bowline_branch(creator, &spring);
    return 0;
}
BOWLINE_TYPE(SPRING, Spring, "Translational/HardeningSpring", "A spring that gets stiffer as it is stretched",
             construct);

BOWLINE_LIBRARY(hardening_spring, "1.0", "A spring with terminals, written in C", &SPRING)
