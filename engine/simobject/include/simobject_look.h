/* SPDX-License-Identifier: MIT-0 OR MIT OR Apache-2.0
 *
 * The part of simobject_inline.h about looks, which includes this: what a SimObject
 * looks like in 3D. Each attribute of a shape is bound to numbers, or follows
 * elements of a signal; several entries of one attribute are its pieces, in order:
 *
 *     const double radius[] = {0.25};
 *     const BowlineLookAttribute coil[] = {
 *         bowline_look_follows(BOWLINE_LOOK_FROM, self->pos_a),
 *         bowline_look_follows(BOWLINE_LOOK_TO, self->pos_b),
 *         bowline_look_numbers(BOWLINE_LOOK_RADIUS, BOWLINE_ROW(radius)),
 *     };
 *     bowline_look(creator, BOWLINE_SHAPE_COIL, BOWLINE_ROW(coil), "Simple/Red", "");
 */

#ifndef BOWLINE_SIMOBJECT_LOOK_H
#define BOWLINE_SIMOBJECT_LOOK_H

/* So many elements of a signal, from `first` on. */
static inline BowlineLookAttribute bowline_look_elements(uint32_t attribute, BowlinePlace place, uint32_t first,
                                                         uint32_t count) {
    BowlineLookAttribute bound;
    memset(&bound, 0, sizeof bound);
    bound.attribute = attribute;
    bound.signal = place.index;
    bound.first = first;
    bound.count = count;
    return bound;
}

/* A whole signal. */
static inline BowlineLookAttribute bowline_look_follows(uint32_t attribute, BowlinePlace place) {
    return bowline_look_elements(attribute, place, 0, BOWLINE_LOOK_REST);
}

/* Numbers, which stay where they are until the look is declared. */
static inline BowlineLookAttribute bowline_look_numbers(uint32_t attribute, const double *numbers, size_t count) {
    BowlineLookAttribute bound;
    memset(&bound, 0, sizeof bound);
    bound.attribute = attribute;
    bound.signal = BOWLINE_LOOK_NUMBERS;
    bound.numbers = numbers;
    bound.number_count = count;
    return bound;
}

/* Declares a shape. The material is a name, a colour (`#rrggbb` or `#rrggbbaa`) or
 * empty; the text is what a BOWLINE_SHAPE_TEXT says or the file of a
 * BOWLINE_SHAPE_MESH, else empty. */
static inline void bowline_look(BowlineCreator *creator, uint32_t shape, const BowlineLookAttribute *attributes,
                                size_t attribute_count, const char *material, const char *text) {
    BowlineLook look;
    memset(&look, 0, sizeof look);
    look.size = sizeof look;
    look.shape = shape;
    look.attributes = attributes;
    look.attribute_count = attribute_count;
    look.material = bowline_text(material);
    look.text = bowline_text(text);
    look.attribute_size = sizeof *attributes;
    creator->calls->look(creator, &look);
}

#endif
