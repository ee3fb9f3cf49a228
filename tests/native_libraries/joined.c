/* Terminals and branches of all forms, as a C author writes them. */

#include "simobject.h"

/* What a SimObject of one of these types is made of. */
typedef struct {
    BowlinePlace in[10], out[6];
    int count;
} Joined;

static int rest(const Joined *self, BowlineIo *io) {
    int i;
    for (i = 0; i < self->count; ++i) {
        *bowline_write(io, self->out[i], 1) = 1.0;
    }
    return 0;
}
BOWLINE_SWEEP(rest, Joined)

static void in_ports(BowlineCreator *creator, Joined *self, int count) {
    static const char *const names[] = {"I1", "I2", "I3", "I4", "I5", "I6", "I7", "I8", "I9", "I10"};
    int i;
    for (i = 0; i < count; ++i) {
        self->in[i] = bowline_in_port(creator, names[i], 1, "", "");
    }
}

static void out_ports(BowlineCreator *creator, Joined *self, int count) {
    static const char *const names[] = {"O1", "O2", "O3", "O4", "O5", "O6"};
    uint32_t fills[6];
    int i;
    for (i = 0; i < count; ++i) {
        self->out[i] = bowline_out_port(creator, names[i], 1, "", "");
        fills[i] = self->out[i].index;
    }
    self->count = count;
    bowline_common_computation(creator, "rest", rest_sweep, BOWLINE_NONE, fills, (size_t)count);
}

/* A terminal of each nature that comes with Bowline, and of one of its own. */
static uint32_t construct_natures(BowlineCreator *creator, void *memory) {
    static const BowlineNature traffic =
        BOWLINE_NATURE("Traffic", "Cars", "density", "1/m", "flow", "1/s", "", "", "", "");
    (void)memory;
    bowline_terminal(creator, "Translational", bowline_nature_translational(), "");
    bowline_terminal(creator, "Rotational", bowline_nature_rotational(), "");
    bowline_terminal(creator, "Electric", bowline_nature_electric(), "");
    bowline_terminal(creator, "Hydraulic", bowline_nature_hydraulic(), "");
    bowline_terminal(creator, "Thermal", bowline_nature_thermal(), "");
    bowline_terminal(creator, "Traffic", &traffic, "A road");
    return 0;
}
BOWLINE_TYPE(NATURES, Joined, "Joined/Natures", "A terminal of each nature", construct_natures);

static uint32_t construct_forms(BowlineCreator *creator, void *memory) {
    Joined *self = (Joined *)memory;
    const uint32_t a = bowline_terminal(creator, "A", bowline_nature_translational(), "One end");
    const uint32_t b = bowline_terminal(creator, "B", bowline_nature_translational(), "The other end");
    const uint32_t r = bowline_terminal(creator, "R", bowline_nature_rotational(), "A shaft");
    const double factor = bowline_number_or(creator, "Factor", "", "", 2.0);
    const uint32_t ends[] = {a, b, r, BOWLINE_REFERENCE};
    const double factors[] = {1.0, -factor};
    const double nothing = 0.0;
    BowlineDescribedBranch branch;
    BowlinePlace rate;
    in_ports(creator, self, 10);
    out_ports(creator, self, 6);
    rate = bowline_in_port(creator, "Rate", 1, "", "");
    bowline_default_input(creator, rate, &nothing, 1);
    bowline_rate(creator, rate, self->in[0]);

    branch = bowline_gives_through(a, b, self->out[0]);
    bowline_branch_named(&branch, "gives");
    bowline_branch_across(&branch, self->in[0]);
    bowline_branch_position(&branch, self->in[1]);
    bowline_branch_rate(&branch, self->in[2]);
    bowline_branch(creator, &branch);

    branch = bowline_measures(b, BOWLINE_REFERENCE);
    bowline_branch_named(&branch, "measures");
    bowline_branch_rate(&branch, self->in[3]);
    bowline_branch(creator, &branch);

    branch = bowline_stores(a, BOWLINE_REFERENCE, factor);
    bowline_branch_named(&branch, "stores");
    bowline_branch_begins(&branch, 7.0);
    bowline_branch_through(&branch, self->in[4]);
    bowline_branch(creator, &branch);

    branch = bowline_stores_with(a, BOWLINE_REFERENCE, self->out[1]);
    bowline_branch_named(&branch, "stores with");
    bowline_branch_begins(&branch, 8.0);
    bowline_branch_across(&branch, self->in[5]);
    bowline_branch(creator, &branch);

    branch = bowline_fixes_across(b, BOWLINE_REFERENCE);
    bowline_branch_named(&branch, "fixes");
    bowline_branch_across(&branch, self->out[2]);
    bowline_branch_position(&branch, self->out[3]);
    bowline_branch_through(&branch, self->in[6]);
    bowline_branch(creator, &branch);

    branch = bowline_relates(ends, BOWLINE_ROW(factors));
    bowline_branch_through(&branch, self->in[7]);
    bowline_branch(creator, &branch);

    branch = bowline_holds(a, b, self->out[4]);
    bowline_branch_named(&branch, "holds");
    bowline_branch_sliding(&branch, self->out[5]);
    bowline_branch_through(&branch, self->in[8]);
    bowline_branch(creator, &branch);

    branch = bowline_blocks(a, BOWLINE_REFERENCE, -factor, 0.5, 0.001);
    bowline_branch_named(&branch, "blocks");
    bowline_branch_through(&branch, self->in[9]);
    bowline_branch(creator, &branch);
    return 0;
}
BOWLINE_TYPE(FORMS, Joined, "Joined/Forms", "A branch of each form", construct_forms);

static uint32_t construct_bungling(BowlineCreator *creator, void *memory) {
    Joined *self = (Joined *)memory;
    const uint32_t a = bowline_terminal(creator, "A", bowline_nature_electric(), "");
    const uint32_t b = bowline_terminal(creator, "B", NULL, "");
    BowlineDescribedBranch branch;
    in_ports(creator, self, 1);
    self->count = 0;
    branch = bowline_gives_through(a, b, self->in[0]);
    bowline_branch_named(&branch, "gives");
    bowline_branch(creator, &branch);
    branch = bowline_stores(a, BOWLINE_REFERENCE, -1.0);
    bowline_branch_named(&branch, "stores");
    bowline_branch_begins(&branch, 7.0);
    bowline_branch_position(&branch, self->in[0]);
    bowline_branch(creator, &branch);
    branch = bowline_measures(BOWLINE_REFERENCE, BOWLINE_REFERENCE);
    bowline_branch_named(&branch, "measures");
    bowline_branch(creator, &branch);
    return 0;
}
BOWLINE_TYPE(BUNGLING, Joined, "Bad/Bungling", "", construct_bungling);

BOWLINE_LIBRARY(joined, "1.0", "Terminals", &NATURES, &FORMS, &BUNGLING)
