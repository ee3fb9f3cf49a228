/* An open tank with vertical walls that drains through a narrow pipe at its bottom.
 *
 * The flow in the pipe is laminar, so that it is proportional to the pressure above it:
 *
 *     Outflow = Density g Level / Resistance
 *     d Level / dt = (Inflow - Outflow) / Area
 *
 * Where the level rises above `AlarmLevel` an alarm goes on, and stays on. */

#include "simobject.h"

/* Acceleration of gravity, m/s^2. */
static const double GRAVITY = 9.81;

typedef struct {
    BowlinePlace inflow, level, alarm, outflow, excess;
    double area, height, alarm_level, outflow_per_level;
} Tank;

static int drain(const Tank *tank, BowlineIo *io) {
    const double level = *bowline_read(io, tank->level, 1);
    *bowline_write(io, tank->outflow, 1) = tank->outflow_per_level * level;
    return 0;
}
BOWLINE_SWEEP(drain, Tank)

static int watch(const Tank *tank, BowlineIo *io) {
    *bowline_write(io, tank->excess, 1) = *bowline_read(io, tank->level, 1) - tank->alarm_level;
    return 0;
}
BOWLINE_SWEEP(watch, Tank)

/* Never in a field of Tank: functions run at trial points too, which are thrown away. */
static int raise_alarm(const Tank *tank, BowlineIo *io) {
    const double on = 1.0;
    bowline_set_now(io, tank->alarm, 1, &on);
    return 0;
}
BOWLINE_SWEEP(raise_alarm, Tank)

static int balance(const Tank *tank, BowlineIo *io) {
    const double inflow = *bowline_read(io, tank->inflow, 1);
    const double outflow = *bowline_read(io, tank->outflow, 1);
    if (*bowline_read(io, tank->level, 1) > tank->height) {
        return bowline_fail(io, BOWLINE_FAILURE_RECOVERABLE, "the tank runs over");
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
    const double off = 0.0;
    tank->alarm = bowline_discrete_state(creator, "Alarm", 1, "", "1 from where the level was too high on");
    bowline_out_port_of(creator, "Alarm", tank->alarm, 1);
    bowline_initial_value(creator, tank->alarm, &off, 1);
    tank->outflow = bowline_out_port(creator, "Outflow", 1, "m^3/s", "Flow out of the pipe");
    tank->excess = bowline_indicator(creator, "Excess", "m", "Level above AlarmLevel", BOWLINE_CROSSING_RISING);

    const uint32_t drain_reads[] = {tank->level.index}, drain_fills[] = {tank->outflow.index};
    bowline_common_computation(creator, "drain", drain_sweep, BOWLINE_ROW(drain_reads), BOWLINE_ROW(drain_fills));
    const uint32_t excess_fills[] = {tank->excess.index}, sets[] = {tank->alarm.index};
    bowline_common_computation(creator, "watch", watch_sweep, BOWLINE_ROW(drain_reads), BOWLINE_ROW(excess_fills));
    bowline_event_handler(creator, tank->excess, "raise_alarm", raise_alarm_sweep, BOWLINE_NONE, BOWLINE_ROW(sets));
    const uint32_t balance_reads[] = {tank->inflow.index, tank->outflow.index, tank->level.index};
    bowline_derivatives(creator, "balance", balance_sweep, BOWLINE_ROW(balance_reads));

    tank->area = bowline_number_more_than(creator, "Area", "m^2", "Area of the bottom", 0.0);
    tank->height = bowline_number_more_than(creator, "Height", "m", "Height of the walls", 0.0);
    tank->alarm_level = bowline_number_more_than(creator, "AlarmLevel", "m", "Level of the alarm", 0.0);
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
