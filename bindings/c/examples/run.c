/* Runs a scenario: run SCENARIO RESULTS [NAME=VALUE...]. The results have the bytes of `bowline run`. */
#include <bowline.h>
#include <stdio.h>

static int refuse(BowlineError *error) {
    fprintf(stderr, "%s\n", bowline_error_message(error));
    const int status = bowline_error_status(error) == BOWLINE_STATUS_RUN_FAILED ? 1 : 2;
    bowline_error_free(error);
    return status;
}

static void listen(void *context, BowlineLevel level, const char *message) {
    (void)level;
    fprintf(context, "%s\n", message);
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "run SCENARIO RESULTS [NAME=VALUE...]\n");
        return 2;
    }
    BowlineError *error;
    BowlineScenario *scenario = bowline_scenario_from_file(argv[1], &error);
    for (int i = 3; !error && i < argc; ++i)
        bowline_scenario_set(scenario, argv[i], &error);
    if (!error)
        bowline_scenario_log(scenario, BOWLINE_LEVEL_WARNING, listen, stderr, &error);
    BowlineModel *model = error ? NULL : bowline_model_load(scenario, NULL, &error);
    BowlineRun *run = error ? NULL : bowline_run_new(model, &error);
    if (!error && bowline_model_count(model, BOWLINE_LIST_COLUMNS) > 0)
        bowline_run_record_to_file(run, argv[2], &error);
    if (!error)
        bowline_run_to_end(run, &error);
    BowlineStatistics cost = {.size = sizeof cost};
    if (!error && bowline_run_statistics(run, &cost, &error) == BOWLINE_STATUS_OK)
        fprintf(stderr, "%llu rows, %llu steps, %.3f s\n", (unsigned long long)cost.rows, (unsigned long long)cost.steps, cost.wall_s);
    const int status = error ? refuse(error) : 0;
    const BowlineStatus written = bowline_run_free(run);
    bowline_model_free(model);
    bowline_scenario_free(scenario);
    return status ? status : written != BOWLINE_STATUS_OK;
}
