/* Declares what no sound library declares: a type for each. */

#include "simobject.h"

typedef struct {
    BowlinePlace in, out;
} Nonsense;

static int nothing(const Nonsense *self, BowlineIo *io) {
    (void)self, (void)io;
    return 0;
}
BOWLINE_SWEEP(nothing, Nonsense)

/* A sound in-port, out-port and computation. */
static void sound(BowlineCreator *creator, Nonsense *self) {
    self->in = bowline_in_port(creator, "In", 1, "", "");
    self->out = bowline_out_port(creator, "Out", 1, "", "");
    const uint32_t reads[] = {self->in.index}, fills[] = {self->out.index};
    bowline_common_computation(creator, "nothing", nothing_sweep, BOWLINE_ROW(reads), BOWLINE_ROW(fills));
}

#define CONSTRUCTOR(name)                                              \
    static uint32_t name(BowlineCreator *creator, void *memory) {      \
        sound(creator, (Nonsense *)memory);                            \
        name##_too(creator, (Nonsense *)memory);                       \
        return 0;                                                      \
    }

static void zero_width_too(BowlineCreator *creator, Nonsense *self) {
    (void)self;
    bowline_in_port(creator, "Empty", 0, "", "");
}
CONSTRUCTOR(zero_width)

static void too_wide_too(BowlineCreator *creator, Nonsense *self) {
    (void)self;
    bowline_in_port(creator, "Wide", (size_t)-1, "", "");
}
CONSTRUCTOR(too_wide)

static void duplicate_too(BowlineCreator *creator, Nonsense *self) {
    (void)self;
    bowline_in_port(creator, "In", 2, "", "");
}
CONSTRUCTOR(duplicate)

static void empty_name_too(BowlineCreator *creator, Nonsense *self) {
    (void)self;
    bowline_in_port(creator, "", 1, "", "");
}
CONSTRUCTOR(empty_name)

static void null_name_too(BowlineCreator *creator, Nonsense *self) {
    BowlineSignal signal = {sizeof signal, BOWLINE_ROLE_IN_PORT, {NULL, 5}, {NULL, 0}, {NULL, 0}, 1, 0, 0, 0, 0, 0, 0, NULL, 0, 0, 0};
    (void)self;
    creator->calls->signal(creator, &signal);
}
CONSTRUCTOR(null_name)

static void not_utf8_too(BowlineCreator *creator, Nonsense *self) {
    (void)self;
    bowline_in_port(creator, "Kr\xf8""nike", 1, "", "");
}
CONSTRUCTOR(not_utf8)

static void unknown_role_too(BowlineCreator *creator, Nonsense *self) {
    (void)self;
    bowline_signal(creator, 99, "Odd", 1, "", "");
}
CONSTRUCTOR(unknown_role)

static void unknown_kind_too(BowlineCreator *creator, Nonsense *self) {
    BowlineSignal signal = {sizeof signal, BOWLINE_ROLE_IN_PORT, BOWLINE_LITERAL("Bundle"), {NULL, 0}, {NULL, 0}, 1, 0, 77, 0, 0, 0, 0, NULL, 0, 0, 0};
    (void)self;
    creator->calls->signal(creator, &signal);
}
CONSTRUCTOR(unknown_kind)

static void state_that_is_none_too(BowlineCreator *creator, Nonsense *self) {
    bowline_out_port_of(creator, "Shown", self->in, 1);
}
CONSTRUCTOR(state_that_is_none)

static void too_many_reads_too(BowlineCreator *creator, Nonsense *self) {
    const uint32_t reads[] = {0, 0, 0, 0}, fills[] = {bowline_private(creator, "Left", 1).index};
    (void)self;
    bowline_common_computation(creator, "greedy", nothing_sweep, BOWLINE_ROW(reads), BOWLINE_ROW(fills));
}
CONSTRUCTOR(too_many_reads)

static void other_width_too(BowlineCreator *creator, Nonsense *self) {
    const BowlinePlace state = bowline_state(creator, "Value", 2, "", "");
    (void)self;
    bowline_out_port_of(creator, "Shown", state, 3);
    bowline_derivatives(creator, "still", nothing_sweep, NULL, 0);
}
CONSTRUCTOR(other_width)

static void reads_beyond_too(BowlineCreator *creator, Nonsense *self) {
    const uint32_t reads[] = {0, 1000000}, fills[] = {bowline_private(creator, "Left", 1).index};
    (void)self;
    bowline_common_computation(creator, "stray", nothing_sweep, BOWLINE_ROW(reads), BOWLINE_ROW(fills));
}
CONSTRUCTOR(reads_beyond)

static void no_function_too(BowlineCreator *creator, Nonsense *self) {
    const uint32_t fills[] = {bowline_private(creator, "Left", 1).index};
    (void)self;
    bowline_common_computation(creator, "absent", NULL, NULL, 0, BOWLINE_ROW(fills));
}
CONSTRUCTOR(no_function)

static void unknown_purpose_too(BowlineCreator *creator, Nonsense *self) {
    const uint32_t fills[] = {self->out.index};
    bowline_calculation(creator, 99, "odd", nothing_sweep, NULL, 0, BOWLINE_ROW(fills));
}
CONSTRUCTOR(unknown_purpose)

static void small_struct_too(BowlineCreator *creator, Nonsense *self) {
    BowlineSignal signal = {8, BOWLINE_ROLE_IN_PORT, BOWLINE_LITERAL("Small"), {NULL, 0}, {NULL, 0}, 1, 0, 0, 0, 0, 0, 0, NULL, 0, 0, 0};
    (void)self;
    creator->calls->signal(creator, &signal);
}
CONSTRUCTOR(small_struct)

static void null_struct_too(BowlineCreator *creator, Nonsense *self) {
    (void)self;
    creator->calls->calculation(creator, NULL);
}
CONSTRUCTOR(null_struct)

static void unknown_parameter_too(BowlineCreator *creator, Nonsense *self) {
    const BowlineParameter request = bowline_parameter(99, "Odd", "", "");
    (void)self;
    bowline_ask(creator, &request);
}
CONSTRUCTOR(unknown_parameter)

static void number_of_nothing_too(BowlineCreator *creator, Nonsense *self) {
    const double one = 1.0;
    const BowlineNumber number = {sizeof number, BOWLINE_MEANING_NOMINAL, 4711, 0, &one, 1, {NULL, 0}};
    (void)self;
    creator->calls->number(creator, &number);
}
CONSTRUCTOR(number_of_nothing)

static void look_at_nothing_too(BowlineCreator *creator, Nonsense *self) {
    const BowlinePlace nothing = {4711, 0, 0, 0};
    const BowlineLookAttribute sphere[] = {bowline_look_follows(BOWLINE_LOOK_CENTRE, nothing)};
    (void)self;
    bowline_look(creator, BOWLINE_SHAPE_SPHERE, BOWLINE_ROW(sphere), "", "");
}
CONSTRUCTOR(look_at_nothing)

/* A number of that meaning for a signal. */
static void number(BowlineCreator *creator, uint32_t meaning, BowlinePlace signal) {
    const double one = 1.0;
    const BowlineNumber number = {sizeof number, meaning, signal.index, 0, &one, 1, {NULL, 0}};
    creator->calls->number(creator, &number);
}

static void nominal_of_port_too(BowlineCreator *creator, Nonsense *self) {
    number(creator, BOWLINE_MEANING_NOMINAL, self->in);
}
CONSTRUCTOR(nominal_of_port)

static void initial_of_port_too(BowlineCreator *creator, Nonsense *self) {
    number(creator, BOWLINE_MEANING_INITIAL_VALUE, self->in);
}
CONSTRUCTOR(initial_of_port)

static void default_input_of_out_too(BowlineCreator *creator, Nonsense *self) {
    number(creator, BOWLINE_MEANING_DEFAULT_INPUT, self->out);
}
CONSTRUCTOR(default_input_of_out)

static void fills_in_port_too(BowlineCreator *creator, Nonsense *self) {
    const uint32_t fills[] = {self->in.index};
    bowline_common_computation(creator, "backwards", nothing_sweep, NULL, 0, BOWLINE_ROW(fills));
}
CONSTRUCTOR(fills_in_port)

static void sets_port_too(BowlineCreator *creator, Nonsense *self) {
    const uint32_t sets[] = {self->out.index};
    bowline_initial(creator, "begin", nothing_sweep, NULL, 0, BOWLINE_ROW(sets));
}
CONSTRUCTOR(sets_port)

static void pattern_of_port_too(BowlineCreator *creator, Nonsense *self) {
    const BowlinePattern pattern = {sizeof pattern, BOWLINE_PATTERN_BAND, self->in.index, self->in.index, 0, 0, NULL, 0};
    creator->calls->pattern(creator, &pattern);
}
CONSTRUCTOR(pattern_of_port)

/* A sphere with this piece of an attribute, and a radius. */
static void sphere(BowlineCreator *creator, BowlineLookAttribute piece, size_t count) {
    const double radius[] = {1.0};
    const BowlineLookAttribute sphere[] = {bowline_look_numbers(BOWLINE_LOOK_RADIUS, BOWLINE_ROW(radius)), piece};
    bowline_look(creator, BOWLINE_SHAPE_SPHERE, sphere, count, "", "");
}

static void narrow_look_too(BowlineCreator *creator, Nonsense *self) {
    sphere(creator, bowline_look_follows(BOWLINE_LOOK_CENTRE, self->in), 2);
}
CONSTRUCTOR(narrow_look)

static void look_beyond_too(BowlineCreator *creator, Nonsense *self) {
    sphere(creator, bowline_look_elements(BOWLINE_LOOK_CENTRE, self->in, 0xFFFFFFFF, 3), 2);
}
CONSTRUCTOR(look_beyond)

static void unfinished_look_too(BowlineCreator *creator, Nonsense *self) {
    sphere(creator, bowline_look_follows(BOWLINE_LOOK_CENTRE, self->in), 1);
}
CONSTRUCTOR(unfinished_look)

static void strange_attribute_too(BowlineCreator *creator, Nonsense *self) {
    sphere(creator, bowline_look_follows(99, self->in), 2);
}
CONSTRUCTOR(strange_attribute)

static void endless_look_too(BowlineCreator *creator, Nonsense *self) {
    sphere(creator, bowline_look_follows(BOWLINE_LOOK_CENTRE, self->in), (size_t)-1);
}
CONSTRUCTOR(endless_look)

static void numbers_of_null_too(BowlineCreator *creator, Nonsense *self) {
    (void)self;
    sphere(creator, bowline_look_numbers(BOWLINE_LOOK_CENTRE, NULL, 3), 2);
}
CONSTRUCTOR(numbers_of_null)

static void unknown_shape_too(BowlineCreator *creator, Nonsense *self) {
    (void)self;
    bowline_look(creator, 99, NULL, 0, "", "");
}
CONSTRUCTOR(unknown_shape)

static void endless_pattern_too(BowlineCreator *creator, Nonsense *self) {
    const uint32_t pair[] = {0, 0};
    const BowlinePattern pattern = {
        sizeof pattern, BOWLINE_PATTERN_ELEMENTS, self->in.index, self->in.index, 0, 0, pair, (size_t)-1};
    creator->calls->pattern(creator, &pattern);
}
CONSTRUCTOR(endless_pattern)

static void endless_vector_too(BowlineCreator *creator, Nonsense *self) {
    BowlineParameter request = bowline_parameter(BOWLINE_PARAMETER_VECTOR, "Long", "", "");
    (void)self;
    request.length = (size_t)-1;
    bowline_ask(creator, &request);
}
CONSTRUCTOR(endless_vector)

static void endless_text_too(BowlineCreator *creator, Nonsense *self) {
    BowlineParameter request = bowline_parameter(BOWLINE_PARAMETER_NUMBER, "Long", "", "");
    (void)self;
    request.doc.length = (size_t)-1;
    request.doc.first = "what is not so long";
    bowline_ask(creator, &request);
}
CONSTRUCTOR(endless_text)

/* Forgets the size of what it gets. */
static void value_without_size_too(BowlineCreator *creator, Nonsense *self) {
    const BowlineParameter request = bowline_parameter(BOWLINE_PARAMETER_NUMBER, "Lost", "", "");
    BowlineValue value;
    (void)self;
    memset(&value, 0, sizeof value);
    creator->calls->parameter(creator, &request, &value);
}
CONSTRUCTOR(value_without_size)

/* Declares something else each time: what was said in the first pass binds. */
static void fickle_too(BowlineCreator *creator, Nonsense *self) {
    static int times = 0;
    times += 1;
    const uint32_t fills[] = {bowline_private(creator, times % 2 == 1 ? "Odd" : "Even", 1).index};
    (void)self;
    bowline_common_computation(creator, "parity", nothing_sweep, NULL, 0, BOWLINE_ROW(fills));
}
CONSTRUCTOR(fickle)

#define TYPE(name) static const BowlineType TYPE_##name = {                                                        \
    sizeof(BowlineType), 0, BOWLINE_LITERAL("Nonsense/" #name), {NULL, 0}, sizeof(Nonsense),                       \
    BOWLINE_ALIGNMENT(Nonsense), name, NULL, NULL, NULL}

TYPE(zero_width);
TYPE(too_wide);
TYPE(duplicate);
TYPE(empty_name);
TYPE(null_name);
TYPE(not_utf8);
TYPE(unknown_role);
TYPE(unknown_kind);
TYPE(state_that_is_none);
TYPE(too_many_reads);
TYPE(other_width);
TYPE(reads_beyond);
TYPE(no_function);
TYPE(unknown_purpose);
TYPE(small_struct);
TYPE(null_struct);
TYPE(unknown_parameter);
TYPE(number_of_nothing);
TYPE(look_at_nothing);
TYPE(nominal_of_port);
TYPE(initial_of_port);
TYPE(default_input_of_out);
TYPE(fills_in_port);
TYPE(sets_port);
TYPE(pattern_of_port);
TYPE(narrow_look);
TYPE(look_beyond);
TYPE(unfinished_look);
TYPE(strange_attribute);
TYPE(endless_look);
TYPE(numbers_of_null);
TYPE(unknown_shape);
TYPE(endless_pattern);
TYPE(endless_vector);
TYPE(endless_text);
TYPE(value_without_size);
TYPE(fickle);

BOWLINE_LIBRARY(nonsense, "1.0", "Nonsense", &TYPE_zero_width, &TYPE_too_wide, &TYPE_duplicate, &TYPE_empty_name,
                &TYPE_null_name, &TYPE_not_utf8, &TYPE_unknown_role, &TYPE_unknown_kind, &TYPE_state_that_is_none,
                &TYPE_too_many_reads, &TYPE_other_width, &TYPE_reads_beyond, &TYPE_no_function,
                &TYPE_unknown_purpose, &TYPE_small_struct, &TYPE_null_struct, &TYPE_unknown_parameter,
                &TYPE_number_of_nothing, &TYPE_look_at_nothing, &TYPE_nominal_of_port, &TYPE_initial_of_port,
                &TYPE_default_input_of_out, &TYPE_fills_in_port, &TYPE_sets_port, &TYPE_pattern_of_port,
                &TYPE_narrow_look, &TYPE_look_beyond, &TYPE_unfinished_look, &TYPE_strange_attribute,
                &TYPE_endless_look, &TYPE_numbers_of_null, &TYPE_unknown_shape, &TYPE_endless_pattern, &TYPE_endless_vector, &TYPE_endless_text,
                &TYPE_value_without_size, &TYPE_fickle)
