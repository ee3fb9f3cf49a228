/* An open tank with vertical walls that drains through a narrow pipe at its bottom.
 *
 * The flow in the pipe is laminar, so that it is proportional to the pressure above it:
 *
 *     Outflow = Density g Level / Resistance
 *     d Level / dt = (Inflow - Outflow) / Area */

#include "simobject.h"

/* Acceleration of gravity, m/s^2. */
static const double GRAVITY = 9.81;

typedef struct {
    BowlinePlace inflow, level, outflow;
    double area, height, outflow_per_level;
} Tank;

static int drain(const Tank *tank, BowlineIo *io) {
    const double level = *bowline_read(io, tank->level, 1);
    *bowline_write(io, tank->outflow, 1) = tank->outflow_per_level * level;
    return 0;
}
BOWLINE_SWEEP(drain, Tank)

static int balance(const Tank *tank, BowlineIo *io) {
    const double inflow = *bowline_read(io, tank->inflow, 1);
    const double outflow = *bowline_read(io, tank->outflow, 1);
    if (*bowline_read(io, tank->level, 1) > tank->height) {
        return bowline_fail(io, BOWLINE_RECOVERABLE, "the tank runs over");
    }
    *bowline_derivative(io, tank->level, 1) = (inflow - outflow) / tank->area;
    return 0;
}
BOWLINE_SWEEP(balance, Tank)

static uint32_t construct(BowlineCreator *creator, void *memory) {
    Tank *tank = (Tank *)memory;
    tank->inflow = bowline_in_port(creator, "Inflow", 1, "m^3/s", "Flow into the tank");
    tank->level = bowline_state(creator, "Level", 1, "m", "Level of the liquid above the pipe");
    bowline_out_port_of(creator, "Level", tank->level, 1);
    tank->outflow = bowline_out_port(creator, "Outflow", 1, "m^3/s", "Flow out of the pipe");

    const uint32_t drain_reads[] = {tank->level.index}, drain_fills[] = {tank->outflow.index};
    bowline_common_computation(creator, "drain", drain_sweep, BOWLINE_ROW(drain_reads), BOWLINE_ROW(drain_fills));
    const uint32_t balance_reads[] = {tank->inflow.index, tank->outflow.index, tank->level.index};
    bowline_derivatives(creator, "balance", balance_sweep, BOWLINE_ROW(balance_reads));

    tank->area = bowline_number_more_than(creator, "Area", "m^2", "Area of the bottom", 0.0);
    tank->height = bowline_number_more_than(creator, "Height", "m", "Height of the walls", 0.0);
    const double resistance =
        bowline_number_more_than(creator, "Resistance", "Pa s/m^3", "Pressure per flow in the pipe", 0.0);
    const double density = bowline_number_or(creator, "Density", "kg/m^3", "Density", 1000.0);
    if (density <= 0.0) {
        bowline_wrong_parameter(creator, "Density", "it must be more than 0");
    }
    tank->outflow_per_level = density * GRAVITY / resistance;
    return 0;
}
BOWLINE_TYPE(TANK, Tank, "Fluid/Tank", "An open tank that drains through a narrow pipe", construct);

BOWLINE_LIBRARY({{name}}, "0.1.0", "A tank that drains through a pipe", &TANK)
