/* A SimObject with one of each shape. */

#include "simobject.h"

typedef struct {
    BowlinePlace pos, turn, nodes, force;
} Looking;

static uint32_t construct(BowlineCreator *creator, void *memory) {
    Looking *self = (Looking *)memory;
    self->pos = bowline_in_port(creator, "Pos", 3, "m", "Position");
    self->turn = bowline_in_port(creator, "Turn", 4, "", "Orientation");
    self->nodes = bowline_in_port(creator, "Nodes", 6, "m", "Two points");
    self->force = bowline_sum_port(creator, "Force", 3, "N", "Force");

    const double origin[] = {0.0, 0.0, 0.0}, size[] = {2.0, 4.0, 6.0}, end[] = {0.0, 0.0, 2.0};
    const double columns[] = {3.0}, spacing[] = {10.0, 20.0}, purple[] = {0.5, 0.0, 1.0};
    const double radius[] = {0.25}, length[] = {1.5}, factor[] = {0.001};
    const BowlineLookAttribute position = bowline_look_follows(BOWLINE_LOOK_POSITION, self->pos);
    const BowlineLookAttribute orientation = bowline_look_follows(BOWLINE_LOOK_ORIENTATION, self->turn);
    const BowlineLookAttribute at_origin = bowline_look_numbers(BOWLINE_LOOK_CENTRE, BOWLINE_ROW(origin));
    const BowlineLookAttribute from = bowline_look_follows(BOWLINE_LOOK_FROM, self->pos);
    const BowlineLookAttribute to = bowline_look_elements(BOWLINE_LOOK_TO, self->nodes, 3, BOWLINE_LOOK_REST);
    const BowlineLookAttribute thick = bowline_look_numbers(BOWLINE_LOOK_RADIUS, BOWLINE_ROW(radius));

    const BowlineLookAttribute sphere[] = {bowline_look_follows(BOWLINE_LOOK_CENTRE, self->pos), thick,
                                           bowline_look_numbers(BOWLINE_LOOK_COLOUR, BOWLINE_ROW(purple))};
    bowline_look(creator, BOWLINE_SHAPE_SPHERE, BOWLINE_ROW(sphere), "", "");
    const BowlineLookAttribute box[] = {at_origin, bowline_look_numbers(BOWLINE_LOOK_SIZE, BOWLINE_ROW(size)), position,
                                        orientation};
    bowline_look(creator, BOWLINE_SHAPE_BOX, BOWLINE_ROW(box), "#ff8000", "");
    const BowlineLookAttribute between[] = {from, to, thick};
    bowline_look(creator, BOWLINE_SHAPE_CYLINDER, BOWLINE_ROW(between), "Simple/Red", "");
    bowline_look(creator, BOWLINE_SHAPE_CONE, BOWLINE_ROW(between), "", "");
    bowline_look(creator, BOWLINE_SHAPE_CAPSULE, BOWLINE_ROW(between), "", "");
    /* A point put together of an element and two numbers. */
    const BowlineLookAttribute line[] = {bowline_look_follows(BOWLINE_LOOK_POINTS, self->nodes),
                                         bowline_look_elements(BOWLINE_LOOK_POINTS, self->pos, 2, 1),
                                         bowline_look_numbers(BOWLINE_LOOK_POINTS, spacing, 2)};
    bowline_look(creator, BOWLINE_SHAPE_LINE, BOWLINE_ROW(line), "", "");
    const BowlineLookAttribute tube[] = {line[0], thick, position, orientation};
    bowline_look(creator, BOWLINE_SHAPE_TUBE, BOWLINE_ROW(tube), "", "");
    const BowlineLookAttribute coil[] = {from, to, thick, bowline_look_elements(BOWLINE_LOOK_WINDINGS, self->pos, 2, 1)};
    bowline_look(creator, BOWLINE_SHAPE_COIL, BOWLINE_ROW(coil), "", "");
    const BowlineLookAttribute cylinder[] = {bowline_look_numbers(BOWLINE_LOOK_FROM, BOWLINE_ROW(origin)),
                                             bowline_look_numbers(BOWLINE_LOOK_TO, BOWLINE_ROW(end)),
                                             bowline_look_numbers(BOWLINE_LOOK_BARREL_RADIUS, BOWLINE_ROW(radius)),
                                             bowline_look_numbers(BOWLINE_LOOK_BARREL_LENGTH, BOWLINE_ROW(length)),
                                             bowline_look_numbers(BOWLINE_LOOK_ROD_RADIUS, BOWLINE_ROW(radius)),
                                             bowline_look_numbers(BOWLINE_LOOK_ROD_LENGTH, BOWLINE_ROW(length))};
    bowline_look(creator, BOWLINE_SHAPE_HYDRAULIC_CYLINDER, BOWLINE_ROW(cylinder), "", "");
    const BowlineLookAttribute arrow[] = {from, bowline_look_follows(BOWLINE_LOOK_VECTOR, self->force),
                                          bowline_look_numbers(BOWLINE_LOOK_SCALE, BOWLINE_ROW(factor))};
    bowline_look(creator, BOWLINE_SHAPE_ARROW, BOWLINE_ROW(arrow), "", "");
    const BowlineLookAttribute text[] = {bowline_look_follows(BOWLINE_LOOK_CENTRE, self->pos),
                                         bowline_look_numbers(BOWLINE_LOOK_HEIGHT, BOWLINE_ROW(radius)),
                                         bowline_look_elements(BOWLINE_LOOK_VISIBLE, self->pos, 0, 1)};
    bowline_look(creator, BOWLINE_SHAPE_TEXT, BOWLINE_ROW(text), "", "so high");
    const BowlineLookAttribute axes[] = {bowline_look_numbers(BOWLINE_LOOK_LENGTH, BOWLINE_ROW(length)), position,
                                         orientation};
    bowline_look(creator, BOWLINE_SHAPE_AXES, BOWLINE_ROW(axes), "", "");
    const BowlineLookAttribute mesh[] = {position, orientation};
    bowline_look(creator, BOWLINE_SHAPE_MESH, BOWLINE_ROW(mesh), "", "hull.glb");
    const BowlineLookAttribute surface[] = {bowline_look_follows(BOWLINE_LOOK_HEIGHTS, self->nodes),
                                            bowline_look_numbers(BOWLINE_LOOK_COLUMNS, BOWLINE_ROW(columns)),
                                            bowline_look_numbers(BOWLINE_LOOK_SPACING, BOWLINE_ROW(spacing))};
    bowline_look(creator, BOWLINE_SHAPE_SURFACE, BOWLINE_ROW(surface), "", "");
    const BowlineLookAttribute trail[] = {bowline_look_follows(BOWLINE_LOOK_CENTRE, self->pos),
                                          bowline_look_numbers(BOWLINE_LOOK_DURATION, BOWLINE_ROW(radius))};
    bowline_look(creator, BOWLINE_SHAPE_TRAIL, BOWLINE_ROW(trail), "", "");
    return 0;
}
BOWLINE_TYPE(LOOKING, Looking, "Looking", "Something with one of each shape", construct);

BOWLINE_LIBRARY(looking_in_c, "1.0", "Looks", &LOOKING)
