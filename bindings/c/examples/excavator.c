/* An excavator with a program at its levers: it raises the boom, draws the stick in, and prints where they are.
   Build it with: cc excavator.c $(pkg-config --cflags --libs bowline) */
#include <bowline.h>
#include <stdio.h>
#include <stdlib.h>

static void check(const BowlineError *error) {
    if (error) {
        fprintf(stderr, "%s\n", bowline_error_message(error));
        exit(EXIT_FAILURE);
    }
}

/* How far to push a lever. */
static double push(double gain, double left) {
    const double pushed = gain * left;
    return pushed > 0.3 ? 0.3 : pushed < -0.3 ? -0.3 : pushed;
}

int main(int argc, char **argv) {
    BowlineError *error;
    BowlineScenario *scenario = bowline_scenario_from_file(argc > 1 ? argv[1] : "scenarios/excavator.xml", &error);
    check(error);
    /* The scenario's own driver takes the hands off the levers, which are inputs from now on. */
    const char *const levers[] = {"Boom.Command", "Stick.Command"};
    const char *const hands[] = {"BoomLever.Values=0;0;0;0;0;0;0;0", "StickLever.Values=0;0;0;0;0;0;0;0"};
    for (int i = 0; i < 2; ++i) {
        bowline_scenario_add_input(scenario, levers[i], &error), check(error);
        bowline_scenario_set(scenario, hands[i], &error), check(error);
    }
    BowlineModel *model = bowline_model_load(scenario, NULL, &error);
    check(error);
    BowlineInputs *inputs = bowline_inputs_new(model, levers, 2, &error);
    check(error);
    const char *const seen[] = {"Arm.Angle", "Line.Pressure [bar]"};
    BowlineProbes *probes = bowline_probes_new(model, seen, 2, &error);
    check(error);
    BowlineRun *run = bowline_run_new(model, &error);
    check(error);
    /* rad; a longer cylinder raises the boom, and draws the stick in. */
    const double goal[] = {0.8, -1.6};
    double found[3];
    for (int tick = 0; tick <= 250; ++tick) {
        bowline_run_advance(run, 0.02 * tick, &error), check(error);
        bowline_run_get(run, probes, found, 3, &error), check(error);
        if (tick % 25 == 0)
            printf("%4.1f s: boom %6.3f rad, stick %6.3f rad, %5.1f bar\n", bowline_run_time(run), found[0], found[1], found[2]);
        const double pushed[] = {push(2, goal[0] - found[0]), push(-2, goal[1] - found[1])};
        bowline_run_set(run, inputs, pushed, 2, &error), check(error);
    }
    bowline_run_free(run);
    bowline_probes_free(probes);
    bowline_inputs_free(inputs);
    bowline_model_free(model);
    bowline_scenario_free(scenario);
    return EXIT_SUCCESS;
}
