/* SPDX-License-Identifier: MIT-0 OR MIT OR Apache-2.0
 *
 * The part of simobject_inline.h about bundles, which includes this: in-ports and
 * out-ports that one connection joins.
 *
 *     static const double nothing[] = {0.0};
 *     static const BowlineBundleMember drive[] = {BOWLINE_MEMBER("w", "rad/s", 1, "Angular velocity")};
 *     static const BowlineBundleMember load[] = {BOWLINE_OPEN_MEMBER("T", "N m", 1, "Torque of the load", nothing)};
 *     static const BowlineBundleKind SHAFT =
 *         BOWLINE_BUNDLE_KIND("Shaft", "A rotating shaft", "Drive", drive, "Load", load);
 *
 *     const uint32_t shaft = bowline_bundle(creator, "Shaft", &SHAFT, "Drive", "What it drives");
 *     self->velocity = bowline_out_member(creator, shaft, "w", 1);
 *     self->torque = bowline_in_member(creator, shaft, "T", 1);
 *
 * Two kinds are the same if their names, sides and members are, in whatever
 * language they are written. */

#ifndef BOWLINE_SIMOBJECT_BUNDLE_H
#define BOWLINE_SIMOBJECT_BUNDLE_H

/* A member of a kind, as it stands in an array of those that a side gives. */
#define BOWLINE_MEMBER(name, unit, width, doc) \
    {BOWLINE_LITERAL(name), BOWLINE_LITERAL(unit), BOWLINE_LITERAL(doc), (width), NULL, 0, 0, 0}

/* The same, whose numbers are counted from a `datum`, as BOWLINE_DATUM_ABSOLUTE. */
#define BOWLINE_MEMBER_OF(name, unit, width, doc, datum) \
    {BOWLINE_LITERAL(name), BOWLINE_LITERAL(unit), BOWLINE_LITERAL(doc), (width), NULL, 0, (datum), 0}

/* One that is `open`, an array of as many numbers or of one that fills it, where
 * the other side is not connected. Others must be. */
#define BOWLINE_OPEN_MEMBER(name, unit, width, doc, open) \
    {BOWLINE_LITERAL(name), BOWLINE_LITERAL(unit), BOWLINE_LITERAL(doc), (width), BOWLINE_ROW(open), 0, 0}

/* The same, whose numbers are counted from a `datum`. */
#define BOWLINE_OPEN_MEMBER_OF(name, unit, width, doc, open, datum) \
    {BOWLINE_LITERAL(name), BOWLINE_LITERAL(unit), BOWLINE_LITERAL(doc), (width), BOWLINE_ROW(open), (datum), 0}

/* A kind with two sides: their names, and arrays of what each gives. */
#define BOWLINE_BUNDLE_KIND(name, doc, one, one_gives, other, other_gives)                \
    {sizeof(BowlineBundleKind), sizeof(BowlineBundleMember), BOWLINE_LITERAL(name), BOWLINE_LITERAL(doc), \
     {BOWLINE_LITERAL(one), BOWLINE_LITERAL(other)},                                      \
     {(one_gives), (other_gives)},                                                        \
     {BOWLINE_COUNT(one_gives), BOWLINE_COUNT(other_gives)}}

/* A bundle of that side of a kind; the number by which its members name it.
 * Declare every member, once: what the side gives as out-ports, the rest as
 * in-ports. A member is a port called `Bundle.member`. */
static inline uint32_t bowline_bundle(BowlineCreator *creator, const char *name, const BowlineBundleKind *kind,
                                      const char *side, const char *doc) {
    BowlineBundle bundle;
    memset(&bundle, 0, sizeof bundle);
    bundle.size = sizeof bundle;
    bundle.name = bowline_text(name);
    bundle.doc = bowline_text(doc);
    bundle.kind = kind;
    bundle.side = bowline_text(side);
    return creator->calls->bundle(creator, &bundle);
}

static inline BowlinePlace bowline_member(BowlineCreator *creator, uint32_t role, uint32_t bundle, const char *member,
                                          size_t width, uint32_t state) {
    BowlineSignal signal;
    memset(&signal, 0, sizeof signal);
    signal.size = sizeof signal;
    signal.role = role;
    signal.name = bowline_text(member);
    signal.width = width;
    signal.state = state;
    signal.bundle = bundle + 1;
    return creator->calls->signal(creator, &signal);
}

/* A member that the other side gives; see bowline_read. */
static inline BowlinePlace bowline_in_member(BowlineCreator *creator, uint32_t bundle, const char *member,
                                             size_t width) {
    return bowline_member(creator, BOWLINE_ROLE_IN_PORT, bundle, member, width, 0);
}

/* One that adds up its sources, where it is not connected as part of its bundle
 * but by itself; see bowline_sum. */
static inline BowlinePlace bowline_sum_member(BowlineCreator *creator, uint32_t bundle, const char *member,
                                              size_t width) {
    return bowline_member(creator, BOWLINE_ROLE_SUM_PORT, bundle, member, width, 0);
}

/* A member that this side gives and a common computation fills; see bowline_write. */
static inline BowlinePlace bowline_out_member(BowlineCreator *creator, uint32_t bundle, const char *member,
                                              size_t width) {
    return bowline_member(creator, BOWLINE_ROLE_OUT_PORT, bundle, member, width, 0);
}

/* A member that this side gives and that is a state of that width. */
static inline BowlinePlace bowline_out_member_of(BowlineCreator *creator, uint32_t bundle, const char *member,
                                                 BowlinePlace state, size_t width) {
    return bowline_member(creator, BOWLINE_ROLE_OUT_PORT_OF_STATE, bundle, member, width, state.index);
}

/* -- kinds for transmission-line elements: components that are joined by waves,
 * which take a time step to get through. A component of side `Q` (a valve, a mass)
 * reads the wave variable `c` and the impedance `Zc`, and gives what follows from
 * them, as `p = c + Zc q`; one of side `C` (a volume, a spring, a line) gives `c`
 * and `Zc`. Flows and velocities are positive out of side `Q`. Its end may be open,
 * but for the electric one: no wave comes back there. */

static inline const BowlineBundleKind *bowline_tlm_hydraulic(void) {
    static const double none[] = {0.0};
    static const BowlineBundleMember q[] = {
        BOWLINE_MEMBER_OF("p", "Pa", 1, "Pressure", BOWLINE_DATUM_ABSOLUTE),
        BOWLINE_MEMBER("q", "m^3/s", 1, "Volume flow, positive out of side Q"),
    };
    static const BowlineBundleMember c[] = {
        BOWLINE_OPEN_MEMBER_OF("c", "Pa", 1, "Wave variable", none, BOWLINE_DATUM_BOOKKEEPING),
        BOWLINE_OPEN_MEMBER_OF("Zc", "Pa s/m^3", 1, "Characteristic impedance", none, BOWLINE_DATUM_BOOKKEEPING),
    };
    static const BowlineBundleKind kind = BOWLINE_BUNDLE_KIND(
        "TlmHydraulic", "A hydraulic port, between elements that are joined by waves", "Q", q, "C", c);
    return &kind;
}

static inline const BowlineBundleKind *bowline_tlm_mechanic(void) {
    static const double none[] = {0.0};
    static const BowlineBundleMember q[] = {
        BOWLINE_MEMBER("v", "m/s", 1, "Velocity, positive out of side Q"),
        BOWLINE_MEMBER("f", "N", 1, "Force"),
        BOWLINE_MEMBER("x", "m", 1, "Position"),
        BOWLINE_MEMBER("me", "kg", 1, "Equivalent mass"),
    };
    static const BowlineBundleMember c[] = {
        BOWLINE_OPEN_MEMBER_OF("c", "N", 1, "Wave variable", none, BOWLINE_DATUM_BOOKKEEPING),
        BOWLINE_OPEN_MEMBER_OF("Zc", "N s/m", 1, "Characteristic impedance", none, BOWLINE_DATUM_BOOKKEEPING),
    };
    static const BowlineBundleKind kind = BOWLINE_BUNDLE_KIND(
        "TlmMechanic", "A port that moves along a line, between elements that are joined by waves", "Q", q, "C", c);
    return &kind;
}

static inline const BowlineBundleKind *bowline_tlm_rotational(void) {
    static const double none[] = {0.0};
    static const BowlineBundleMember q[] = {
        BOWLINE_MEMBER("w", "rad/s", 1, "Angular velocity, positive out of side Q"),
        BOWLINE_MEMBER("T", "N m", 1, "Torque"),
        BOWLINE_MEMBER("a", "rad", 1, "Angle"),
        BOWLINE_MEMBER("Je", "kg m^2", 1, "Equivalent moment of inertia"),
    };
    static const BowlineBundleMember c[] = {
        BOWLINE_OPEN_MEMBER_OF("c", "N m", 1, "Wave variable", none, BOWLINE_DATUM_BOOKKEEPING),
        BOWLINE_OPEN_MEMBER_OF("Zc", "N m s/rad", 1, "Characteristic impedance", none, BOWLINE_DATUM_BOOKKEEPING),
    };
    static const BowlineBundleKind kind = BOWLINE_BUNDLE_KIND(
        "TlmRotational", "A port that turns, between elements that are joined by waves", "Q", q, "C", c);
    return &kind;
}

static inline const BowlineBundleKind *bowline_tlm_electric(void) {
    static const BowlineBundleMember q[] = {
        BOWLINE_MEMBER("U", "V", 1, "Voltage"),
        BOWLINE_MEMBER("I", "A", 1, "Current, positive out of side Q"),
    };
    static const BowlineBundleMember c[] = {
        BOWLINE_MEMBER_OF("c", "V", 1, "Wave variable", BOWLINE_DATUM_BOOKKEEPING),
        BOWLINE_MEMBER_OF("Zc", "ohm", 1, "Characteristic impedance", BOWLINE_DATUM_BOOKKEEPING),
    };
    static const BowlineBundleKind kind = BOWLINE_BUNDLE_KIND(
        "TlmElectric", "An electric port, between elements that are joined by waves", "Q", q, "C", c);
    return &kind;
}

#endif
