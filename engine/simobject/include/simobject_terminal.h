/* SPDX-License-Identifier: MIT-0 OR MIT OR Apache-2.0
 *
 * The part of simobject_inline.h about terminals, which includes this: where a
 * SimObject is joined to others without a direction, and what lies between. A damper:
 *
 *     static int pull(const Damper *self, BowlineIo *io) {
 *         *bowline_write(io, self->f, 1) = self->damping * *bowline_read(io, self->v_rel, 1);
 *         return 0;
 *     }
 *     BOWLINE_SWEEP(pull, Damper)
 *
 * and in its constructor:
 *
 *     const uint32_t a = bowline_terminal(creator, "A", bowline_nature_translational(), "Flange a");
 *     const uint32_t b = bowline_terminal(creator, "B", bowline_nature_translational(), "Flange b");
 *     self->v_rel = bowline_in_port(creator, "v_rel", 1, "m/s", "Velocity of B less that of A");
 *     self->f = bowline_out_port(creator, "f", 1, "N", "What flows into B");
 *     const uint32_t reads[] = {self->v_rel.index}, fills[] = {self->f.index};
 *     bowline_common_computation(creator, "pull", pull_sweep, BOWLINE_ROW(reads), BOWLINE_ROW(fills));
 *
 *     BowlineDescribedBranch branch = bowline_gives_through(b, a, self->f);
 *     bowline_branch_across(&branch, self->v_rel);
 *     bowline_branch(creator, &branch);
 *
 * The across variable, position and rate of a branch are those of its first end less
 * those of its second; its through variable is positive from the first end through
 * the SimObject to the second. What flows through a terminal is positive into it. */

#ifndef BOWLINE_SIMOBJECT_TERMINAL_H
#define BOWLINE_SIMOBJECT_TERMINAL_H

/* A nature: what flows through terminals, and what drives it. Each variable is a name
 * and its SI unit; there need be no position and no rate, "", "". Two natures
 * are the same if their names, variables and units are, in whatever language they are written. */
#define BOWLINE_NATURE(name, doc, across, across_unit, through, through_unit, position, position_unit, rate, \
                       rate_unit)                                                                         \
    BOWLINE_NATURE_OF_SIZE(name, doc, across, across_unit, through, through_unit, position, position_unit, rate, \
                           rate_unit, 1.0, 1.0)

/* The same with typical magnitudes of across and through variables, in which absolute
 * tolerances are counted. */
#define BOWLINE_NATURE_OF_SIZE(name, doc, across, across_unit, through, through_unit, position, position_unit, rate, \
                               rate_unit, across_nominal, through_nominal)                                \
    {sizeof(BowlineNature),     0,                               BOWLINE_LITERAL(name),                   \
     BOWLINE_LITERAL(doc),      BOWLINE_LITERAL(across),         BOWLINE_LITERAL(across_unit),            \
     BOWLINE_LITERAL(through),  BOWLINE_LITERAL(through_unit),   BOWLINE_LITERAL(position),               \
     BOWLINE_LITERAL(position_unit), BOWLINE_LITERAL(rate),      BOWLINE_LITERAL(rate_unit),              \
     across_nominal,            through_nominal}

/* In place of an end: the reference of its nature (ground, standstill, absolute zero). */
#define BOWLINE_REFERENCE 0

/* A terminal: a place where the SimObject is joined to terminals of the same nature.
 * Any number of them may meet. It returns the end by which branches name it. */
static inline uint32_t bowline_terminal(BowlineCreator *creator, const char *name, const BowlineNature *nature,
                                        const char *doc) {
    BowlineTerminal terminal;
    memset(&terminal, 0, sizeof terminal);
    terminal.size = sizeof terminal;
    terminal.name = bowline_text(name);
    terminal.doc = bowline_text(doc);
    terminal.nature = nature;
    return creator->calls->terminal(creator, &terminal) + 1;
}

/* What lies between terminals, while it is described: bowline_gives_through and its
 * neighbours make one, bowline_branch_across and its neighbours say more about it,
 * bowline_branch declares it. */
typedef struct {
    uint32_t form;
    uint32_t pair[2];
    uint32_t signals[6];
    double own[3];
    size_t own_count;
    const char *name;
    const uint32_t *ends;
    size_t end_count;
    const double *numbers;
    size_t number_count;
} BowlineDescribedBranch;

static inline BowlineDescribedBranch bowline_described_branch(uint32_t form, uint32_t first, uint32_t second) {
    BowlineDescribedBranch branch;
    memset(&branch, 0, sizeof branch);
    branch.form = form;
    branch.pair[0] = first;
    branch.pair[1] = second;
    return branch;
}

/* Its across variable: an in-port that is given it, or, where the branch fixes it, the
 * out-port that gives it. */
static inline void bowline_branch_across(BowlineDescribedBranch *branch, BowlinePlace signal) {
    branch->signals[0] = signal.index + 1;
}

/* Its position, the same way. */
static inline void bowline_branch_position(BowlineDescribedBranch *branch, BowlinePlace signal) {
    branch->signals[1] = signal.index + 1;
}

/* The rate of its across variable, the same way. */
static inline void bowline_branch_rate(BowlineDescribedBranch *branch, BowlinePlace signal) {
    branch->signals[2] = signal.index + 1;
}

/* Its through variable: an in-port that is given it. */
static inline void bowline_branch_through(BowlineDescribedBranch *branch, BowlinePlace in_port) {
    branch->signals[3] = in_port.index + 1;
}

/* Names it, for messages: where a SimObject has several. */
static inline void bowline_branch_named(BowlineDescribedBranch *branch, const char *name) { branch->name = name; }

/* A branch that gives its through variable, as springs, dampers and resistors do: an
 * out-port that a common computation fills from what the branch is given, an unknown
 * whose residual does, or a state. It may be given across variable, position and rate. */
static inline BowlineDescribedBranch bowline_gives_through(uint32_t first, uint32_t second, BowlinePlace through) {
    BowlineDescribedBranch branch = bowline_described_branch(BOWLINE_BRANCH_THROUGH, first, second);
    bowline_branch_through(&branch, through);
    return branch;
}

/* A branch that only measures: it is given what it asks for, and nothing flows through it. */
static inline BowlineDescribedBranch bowline_measures(uint32_t first, uint32_t second) {
    return bowline_described_branch(BOWLINE_BRANCH_THROUGH, first, second);
}

/* A branch that stores, as masses and capacitors do: its through variable is the
 * coefficient times the rate of its across variable. The host integrates it. */
static inline BowlineDescribedBranch bowline_stores(uint32_t first, uint32_t second, double coefficient) {
    BowlineDescribedBranch branch = bowline_described_branch(BOWLINE_BRANCH_STORAGE, first, second);
    branch.own[0] = coefficient;
    branch.own_count = 1;
    return branch;
}

/* With what the across variable of a branch that stores begins, where the scenario says
 * nothing: else with 0. */
static inline void bowline_branch_begins(BowlineDescribedBranch *branch, double across) {
    branch->own[1] = across;
    branch->own_count = 2;
}

/* The same with a coefficient that an out-port gives. */
static inline BowlineDescribedBranch bowline_stores_with(uint32_t first, uint32_t second, BowlinePlace coefficient) {
    BowlineDescribedBranch branch = bowline_described_branch(BOWLINE_BRANCH_STORAGE, first, second);
    branch.signals[4] = coefficient.index + 1;
    return branch;
}

/* A branch that fixes its across variable, as sources do, at what out-ports give
 * (bowline_branch_across, bowline_branch_position, bowline_branch_rate); at 0, if none
 * is named. */
static inline BowlineDescribedBranch bowline_fixes_across(uint32_t first, uint32_t second) {
    return bowline_described_branch(BOWLINE_BRANCH_ACROSS, first, second);
}

/* Relates across variables, as gears and levers do: the sum of those of all `count`
 * pairs, each times its factor, is 0. `ends` are two for each pair. The through
 * variable of each pair is its factor times that of the branch. Both rows stay where
 * they are until the branch is declared. */
static inline BowlineDescribedBranch bowline_relates(const uint32_t *ends, const double *factors, size_t count) {
    BowlineDescribedBranch branch = bowline_described_branch(BOWLINE_BRANCH_RATIO, BOWLINE_REFERENCE, BOWLINE_REFERENCE);
    branch.ends = ends;
    branch.end_count = count;
    branch.numbers = factors;
    branch.number_count = count;
    return branch;
}

/* A branch of friction: it holds its ends together, up to a limit of its through variable
 * that an out-port gives, and slides beyond. Where the limit is 0 it is open; from
 * BOWLINE_UNLIMITED on it holds whatever comes, and passes impulses. */
static inline BowlineDescribedBranch bowline_holds(uint32_t first, uint32_t second, BowlinePlace limit) {
    BowlineDescribedBranch branch = bowline_described_branch(BOWLINE_BRANCH_FRICTION, first, second);
    branch.signals[5] = limit.index + 1;
    return branch;
}

/* What flows through a branch of friction where it slides: an out-port, above 0. Without
 * this it is the limit. */
static inline void bowline_branch_sliding(BowlineDescribedBranch *branch, BowlinePlace size) {
    branch->signals[4] = size.index + 1;
}

/* A stop: the position of the first end less that of the second does not fall below this.
 * What hits it leaves with the part `restitution` of its velocity; if that is less than
 * `rest`, it comes to rest. */
static inline BowlineDescribedBranch bowline_blocks(uint32_t first, uint32_t second, double position,
                                                    double restitution, double rest) {
    BowlineDescribedBranch branch = bowline_described_branch(BOWLINE_BRANCH_STOP, first, second);
    branch.own[0] = position;
    branch.own[1] = restitution;
    branch.own[2] = rest;
    branch.own_count = 3;
    return branch;
}

/* Declares a branch. */
static inline void bowline_branch(BowlineCreator *creator, const BowlineDescribedBranch *described) {
    const int is_ratio = described->form == BOWLINE_BRANCH_RATIO;
    BowlineBranch branch;
    memset(&branch, 0, sizeof branch);
    branch.size = sizeof branch;
    branch.form = described->form;
    branch.name = bowline_text(described->name);
    branch.ends = is_ratio ? described->ends : described->pair;
    branch.end_count = is_ratio ? described->end_count : 1;
    branch.signals = described->signals;
    branch.signal_count = BOWLINE_COUNT(described->signals);
    branch.numbers = is_ratio ? described->numbers : described->own;
    branch.number_count = is_ratio ? described->number_count : described->own_count;
    creator->calls->branch(creator, &branch);
}

/* -- natures that libraries share. Names and signs are those of Modelica's standard
 * library: through variables are positive into an element. */

/* Motion along a line: velocity and force. */
static inline const BowlineNature *bowline_nature_translational(void) {
    static const BowlineNature nature = BOWLINE_NATURE("Translational", "Motion along a line", "v", "m/s", "f", "N",
                                                       "s", "m", "a", "m/s^2");
    return &nature;
}

/* Motion about an axis: angular velocity and torque. */
static inline const BowlineNature *bowline_nature_rotational(void) {
    static const BowlineNature nature = BOWLINE_NATURE("Rotational", "Motion about an axis", "w", "rad/s", "tau",
                                                       "N m", "phi", "rad", "a", "rad/s^2");
    return &nature;
}

/* Electricity: voltage against ground and current. */
static inline const BowlineNature *bowline_nature_electric(void) {
    static const BowlineNature nature =
        BOWLINE_NATURE("Electric", "Electricity", "v", "V", "i", "A", "", "", "", "");
    return &nature;
}

/* Hydraulics: absolute pressure and volume flow. */
static inline const BowlineNature *bowline_nature_hydraulic(void) {
    static const BowlineNature nature =
        BOWLINE_NATURE_OF_SIZE("Hydraulic", "Oil under pressure", "p", "Pa", "q", "m^3/s", "", "", "", "", 1e5, 1e-4);
    return &nature;
}

/* Heat: absolute temperature and heat flow. */
static inline const BowlineNature *bowline_nature_thermal(void) {
    static const BowlineNature nature = BOWLINE_NATURE("Thermal", "Heat", "T", "K", "Q_flow", "W", "", "", "", "");
    return &nature;
}

#endif
