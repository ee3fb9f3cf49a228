/* SPDX-License-Identifier: MIT-0 OR MIT OR Apache-2.0
 *
 * The part of simobject_inline.h about resources, which includes this: numbers
 * that one SimObject gives for numbers that many others ask with.
 *
 *     static const BowlineQuantity where[] = {BOWLINE_QUANTITY("Pos", "m", 3)};
 *     static const BowlineQuantity what[] = {BOWLINE_QUANTITY("Vel", "m/s", 3)};
 *     static const BowlineResourceKind CURRENT =
 *         BOWLINE_RESOURCE_KIND("Current", "Velocity of the water", where, what);
 *
 * The one answers:
 *
 *     static int velocity(const Sea *self, BowlineIo *io, const double *pos, double *vel) { ... return 0; }
 *     BOWLINE_ANSWERS(velocity, Sea, 3, 3)
 *
 *     bowline_provides(creator, "Water", &CURRENT, "Its current", "velocity", velocity_answers, BOWLINE_ROW(reads));
 *
 * and the others ask, in calculations that name the place in what they read:
 *
 *     self->water = bowline_uses(creator, "Water", &CURRENT, "The water around it");
 *
 *     if (bowline_query(io, self->water, pos, vel) != 0) {
 *         return 1;
 *     }
 *
 * Two kinds are the same if their names and all quantities are, in whatever
 * language they are written. */

#ifndef BOWLINE_SIMOBJECT_RESOURCE_H
#define BOWLINE_SIMOBJECT_RESOURCE_H

/* A quantity of a kind, as it stands in an array of them. */
#define BOWLINE_QUANTITY(name, unit, width) {BOWLINE_LITERAL(name), BOWLINE_LITERAL(unit), (width)}

/* A kind: arrays of what is asked with, and of what is answered. */
#define BOWLINE_RESOURCE_KIND(name, doc, inputs, outputs)                                 \
    {sizeof(BowlineResourceKind), sizeof(BowlineQuantity), BOWLINE_LITERAL(name), BOWLINE_LITERAL(doc), \
     BOWLINE_ROW(inputs), BOWLINE_ROW(outputs)}

/* Defines `function_answers`, which calls `int function(const Type *, BowlineIo *,
 * const double *inputs, double *outputs)` once for each that is asked for; there are
 * so many inputs and outputs. A function that does not return 0 (but bowline_fail)
 * stops it. It changes nothing but the outputs, for several may ask at once. */
#define BOWLINE_ANSWERS(function, Type, input_width, output_width)                                            \
    static size_t function##_answers(const void *object, BowlineIo *io, const double *inputs,                 \
                                     double *outputs, size_t count, size_t tag) {                             \
        size_t i;                                                                                             \
        (void)tag;                                                                                            \
        for (i = 0; i < count; ++i) {                                                                         \
            if (function((const Type *)object, io, inputs + i * (input_width), outputs + i * (output_width)) != \
                0) {                                                                                          \
                return i;                                                                                     \
            }                                                                                                 \
        }                                                                                                     \
        return count;                                                                                         \
    }

static inline BowlineResource bowline_resource(uint32_t role, const char *name, const BowlineResourceKind *kind,
                                               const char *doc) {
    BowlineResource resource;
    memset(&resource, 0, sizeof resource);
    resource.size = sizeof resource;
    resource.role = role;
    resource.name = bowline_text(name);
    resource.doc = bowline_text(doc);
    resource.kind = kind;
    return resource;
}

/* A resource that the SimObject answers for. `reads` holds the `index` of what the
 * answers depend on, beside what is asked with and time: in-ports, what its
 * computations fill, resources that it asks itself, its own states; the rule is that
 * of calculations. The type must be re-entrant. */
static inline BowlinePlace bowline_provides(BowlineCreator *creator, const char *name,
                                            const BowlineResourceKind *kind, const char *doc, const char *function,
                                            BowlineAnswer answers, const uint32_t *reads, size_t read_count) {
    BowlineResource resource = bowline_resource(BOWLINE_RESOURCE_PROVIDES, name, kind, doc);
    resource.function = bowline_text(function);
    resource.answer = answers;
    resource.flags = bowline_reads_flags(read_count);
    resource.reads = reads;
    resource.read_count = read_count == SIZE_MAX ? 0 : read_count;
    return creator->calls->resource(creator, &resource);
}

/* A resource that the SimObject asks. The one that provides such a kind is found by
 * itself; where several do, the scenario says which. */
static inline BowlinePlace bowline_uses(BowlineCreator *creator, const char *name, const BowlineResourceKind *kind,
                                        const char *doc) {
    const BowlineResource resource = bowline_resource(BOWLINE_RESOURCE_USES, name, kind, doc);
    return creator->calls->resource(creator, &resource);
}

/* Asks `count` times at once: the inputs and outputs of one after those of the
 * other. If it does not return 0, there is no answer, and the host knows why: the
 * calculation returns that, too. */
static inline int bowline_query_many(BowlineIo *io, BowlinePlace resource, const double *inputs, double *outputs,
                                     size_t count) {
    const BowlineProvider *provider;
    const uint32_t outer = io->asking;
    size_t done;
    if (resource.first >= io->resource_count) {
        io->calls->out_of_bounds(io, resource.first, 0);
        return 1;
    }
    provider = (const BowlineProvider *)(const void *)((const char *)io->resources +
                                                        (size_t)resource.first * io->provider_size);
    io->asking = resource.first;
    done = provider->answer(provider->object, io, inputs, outputs, count, provider->tag);
    io->asking = outer;
    return done != count;
}

/* Asks once. */
static inline int bowline_query(BowlineIo *io, BowlinePlace resource, const double *inputs, double *outputs) {
    return bowline_query_many(io, resource, inputs, outputs, 1);
}

/* -- kinds that libraries share --------------------------------------------------- */

/* The acceleration of gravity at a position: `Pos` (3, m), `Acc` (3, m/s^2). */
static inline const BowlineResourceKind *bowline_gravity(void) {
    static const BowlineQuantity where[] = {BOWLINE_QUANTITY("Pos", "m", 3)};
    static const BowlineQuantity what[] = {BOWLINE_QUANTITY("Acc", "m/s^2", 3)};
    static const BowlineResourceKind kind =
        BOWLINE_RESOURCE_KIND("Gravity", "Acceleration of gravity at a position", where, what);
    return &kind;
}

/* A vector at a position: `Pos` (3, m), `Value` (3). */
static inline const BowlineResourceKind *bowline_vector_field(void) {
    static const BowlineQuantity where[] = {BOWLINE_QUANTITY("Pos", "m", 3)};
    static const BowlineQuantity what[] = {BOWLINE_QUANTITY("Value", "", 3)};
    static const BowlineResourceKind kind =
        BOWLINE_RESOURCE_KIND("VectorField", "A vector at a position", where, what);
    return &kind;
}

#endif
