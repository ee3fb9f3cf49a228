/* SimObjects whose ports are bundles, as a C author writes them. */

#include "simobject.h"

/* A port of side C of a mechanic element. */
typedef struct {
    BowlinePlace v, c, zc;
} Port;

static Port mechanic_port(BowlineCreator *creator, const char *name) {
    const uint32_t bundle = bowline_bundle(creator, name, bowline_tlm_mechanic(), "C", "What it pulls at");
    Port port;
    port.v = bowline_in_member(creator, bundle, "v", 1);
    bowline_in_member(creator, bundle, "f", 1);
    bowline_in_member(creator, bundle, "x", 1);
    bowline_in_member(creator, bundle, "me", 1);
    port.c = bowline_out_member(creator, bundle, "c", 1);
    port.zc = bowline_out_member(creator, bundle, "Zc", 1);
    return port;
}

/* A spring, by waves: c1' = c2 + 2 Zc v2 and c2' = c1 + 2 Zc v1. */
typedef struct {
    Port ports[2];
    BowlinePlace before[2];
    double zc;
} Spring;

static int waves(const Spring *self, BowlineIo *io) {
    int i;
    for (i = 0; i < 2; ++i) {
        const int other = 1 - i;
        const double wave = *bowline_read(io, self->before[other], 1) +
                            2.0 * self->zc * *bowline_read(io, self->ports[other].v, 1);
        *bowline_write(io, self->ports[i].c, 1) = wave;
        *bowline_write(io, self->ports[i].zc, 1) = self->zc;
    }
    return 0;
}
BOWLINE_SWEEP(waves, Spring)

static int keep(const Spring *self, BowlineIo *io) {
    int i;
    for (i = 0; i < 2; ++i) {
        *bowline_next(io, self->before[i], 1) = *bowline_read(io, self->ports[i].c, 1);
    }
    return 0;
}
BOWLINE_SWEEP(keep, Spring)

static uint32_t construct_spring(BowlineCreator *creator, void *memory) {
    Spring *self = (Spring *)memory;
    const double zero = 0.0;
    self->ports[0] = mechanic_port(creator, "P1");
    self->ports[1] = mechanic_port(creator, "P2");
    self->before[0] = bowline_discrete_state(creator, "B1", 1, "N", "");
    self->before[1] = bowline_discrete_state(creator, "B2", 1, "N", "");
    bowline_initial_value(creator, self->before[0], &zero, 1);
    bowline_initial_value(creator, self->before[1], &zero, 1);
    {
        const Port *a = &self->ports[0], *b = &self->ports[1];
        const uint32_t before[] = {self->before[0].index, self->before[1].index};
        const uint32_t velocities[] = {a->v.index, b->v.index}, kept[] = {a->c.index, b->c.index};
        const uint32_t fills[] = {a->c.index, a->zc.index, b->c.index, b->zc.index};
        const BowlineClock clock = bowline_sample_time_clock();
        bowline_common_computation_on(creator, "waves", waves_sweep, clock, BOWLINE_ROW(before),
                                      BOWLINE_ROW(velocities), BOWLINE_ROW(fills));
        bowline_update(creator, "keep", keep_sweep, clock, BOWLINE_ROW(kept), BOWLINE_NONE, BOWLINE_ROW(before));
    }
    self->zc = bowline_number(creator, "Zc", "N s/m", "Impedance");
    return 0;
}
BOWLINE_TYPE(SPRING, Spring, "Tlm/Spring", "A spring between two bodies", construct_spring);

/* A kind of its own: J dw/dt = -T, with a member that is a state and one that adds
 * up. */
static const double nothing[] = {0.0};
static const BowlineBundleMember drive[] = {
    BOWLINE_MEMBER("w", "rad/s", 1, "Angular velocity"),
    BOWLINE_MEMBER("axis", "", 3, "Direction of the shaft"),
};
static const BowlineBundleMember load[] = {
    BOWLINE_OPEN_MEMBER("T", "N m", 1, "Torque that slows it down", nothing),
};
static const BowlineBundleKind SHAFT = BOWLINE_BUNDLE_KIND("Shaft", "A rotating shaft", "Drive", drive, "Load", load);

typedef struct {
    BowlinePlace torque, axis, velocity;
    double inertia;
} Flywheel;

static int direction(const Flywheel *self, BowlineIo *io) {
    double *axis = bowline_write(io, self->axis, 3);
    axis[0] = 1.0;
    axis[1] = 2.0;
    axis[2] = 3.0;
    return 0;
}
BOWLINE_SWEEP(direction, Flywheel)

static int slow(const Flywheel *self, BowlineIo *io) {
    double torque;
    bowline_sum(io, self->torque, 1, &torque);
    *bowline_derivative(io, self->velocity, 1) = -torque / self->inertia;
    return 0;
}
BOWLINE_SWEEP(slow, Flywheel)

static uint32_t construct_flywheel(BowlineCreator *creator, void *memory) {
    Flywheel *self = (Flywheel *)memory;
    const double one = 1.0;
    const uint32_t shaft = bowline_bundle(creator, "Shaft", &SHAFT, "Drive", "What it drives");
    self->velocity = bowline_state(creator, "Velocity", 1, "rad/s", "");
    bowline_initial_value(creator, self->velocity, &one, 1);
    bowline_out_member_of(creator, shaft, "w", self->velocity, 1);
    self->torque = bowline_sum_member(creator, shaft, "T", 1);
    self->axis = bowline_out_member(creator, shaft, "axis", 3);
    {
        const uint32_t reads[] = {self->torque.index}, fills[] = {self->axis.index};
        bowline_common_computation(creator, "direction", direction_sweep, BOWLINE_NONE, BOWLINE_ROW(fills));
        bowline_derivatives(creator, "slow", slow_sweep, BOWLINE_ROW(reads));
    }
    self->inertia = bowline_number_or(creator, "Inertia", "kg m^2", "Moment of inertia", 2.0);
    return 0;
}
BOWLINE_TYPE(FLYWHEEL, Flywheel, "Rotating/Flywheel", "A mass that turns", construct_flywheel);

/* Side C of all the kinds that come with the header, with zeros. */
typedef struct {
    BowlinePlace outputs[8];
} Ends;

static int rest(const Ends *self, BowlineIo *io) {
    int i;
    for (i = 0; i < 8; ++i) {
        *bowline_write(io, self->outputs[i], 1) = 0.0;
    }
    return 0;
}
BOWLINE_SWEEP(rest, Ends)

static uint32_t construct_ends(BowlineCreator *creator, void *memory) {
    Ends *self = (Ends *)memory;
    const BowlineBundleKind *const kinds[] = {bowline_tlm_hydraulic(), bowline_tlm_mechanic(),
                                              bowline_tlm_rotational(), bowline_tlm_electric()};
    const char *const names[] = {"Hydraulic", "Mechanic", "Rotational", "Electric"};
    uint32_t fills[8];
    int i;
    for (i = 0; i < 4; ++i) {
        const uint32_t bundle = bowline_bundle(creator, names[i], kinds[i], "C", "");
        size_t member;
        for (member = 0; member < kinds[i]->member_counts[0]; ++member) {
            bowline_in_member(creator, bundle, kinds[i]->members[0][member].name.first, 1);
        }
        self->outputs[2 * i] = bowline_out_member(creator, bundle, "c", 1);
        self->outputs[2 * i + 1] = bowline_out_member(creator, bundle, "Zc", 1);
    }
    for (i = 0; i < 8; ++i) {
        fills[i] = self->outputs[i].index;
    }
    bowline_common_computation(creator, "rest", rest_sweep, BOWLINE_NONE, BOWLINE_ROW(fills));
    return 0;
}
BOWLINE_TYPE(ENDS, Ends, "Tlm/Ends", "An end of each kind", construct_ends);

/* One mistake after the other. */
typedef struct {
    double nothing;
} Bungling;

static uint32_t construct_bungling(BowlineCreator *creator, void *memory) {
    BowlineBundleKind kind = SHAFT;
    BowlineBundle bundle;
    (void)memory;
    bowline_bundle(creator, "A", NULL, "Drive", "");
    bowline_in_member(creator, 7, "b", 1);
    bowline_in_member(creator, bowline_bundle(creator, "A", &SHAFT, "", ""), "b", 1);
    kind.member_counts[1] = (size_t)-1;
    bowline_bundle(creator, "C", &kind, "Drive", "");
    kind.member_counts[1] = 3;
    kind.members[1] = NULL;
    bowline_bundle(creator, "D", &kind, "Drive", "");
    kind.size = 4;
    bowline_bundle(creator, "E", &kind, "Drive", "");
    memset(&bundle, 0, sizeof bundle);
    bundle.size = 16;
    creator->calls->bundle(creator, &bundle);
    creator->calls->bundle(creator, NULL);
    bowline_member(creator, BOWLINE_ROLE_STATE, bowline_bundle(creator, "F", &SHAFT, "Drive", ""), "w", 1, 0);
    return 0;
}
BOWLINE_TYPE(BUNGLING, Bungling, "Bad/Bungling", "Declares bundles that are none", construct_bungling);

BOWLINE_LIBRARY(bundled, "1.0", "Ports that are bundles", &SPRING, &FLYWHEEL, &ENDS, &BUNGLING)
