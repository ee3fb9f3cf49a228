// Compares the rows of the scenario with what is known exactly. The upper tank
// is a lag of first order, both together are one of second order.

#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>

int main(int count, char **arguments) {
    // Time constants Area R / (Density g) of the tanks, s, and the level at
    // which a tank's outflow equals the pump's flow Q, m: Q R / (Density g).
    const double upper_time = 0.5 * 1.962e5 / (1000.0 * 9.81), lower_time = 0.2 * 1.962e5 / (1000.0 * 9.81);
    const double flow = 0.02, full = flow * 1.962e5 / (1000.0 * 9.81);
    std::ifstream csv(count == 2 ? arguments[1] : "");
    std::string row;
    if (!std::getline(csv, row)) { // the header
        std::fputs("usage: check scenario.csv\n", stderr);
        return 2;
    }
    int rows = 0, wrong = 0;
    double time, upper, alarm, lower, outflow;
    const char *const format = "%lf,%lf,%lf,%lf,%lf";
    while (std::getline(csv, row) &&
           std::sscanf(row.c_str(), format, &time, &upper, &alarm, &lower, &outflow) == 5) {
        const double slow = std::exp(-time / upper_time), fast = std::exp(-time / lower_time);
        const double exact_upper = full * (1.0 - slow);
        const double exact_lower = full * (1.0 - (upper_time * slow - lower_time * fast) / (upper_time - lower_time));
        const double error = std::fmax(std::fabs(upper - exact_upper), std::fabs(lower - exact_lower));
        // The upper level is 0.2 m of 0.4 m at 10 s ln 2.
        if (alarm != (time < 6.93 ? 0.0 : 1.0)) {
            std::printf("at %g s: the alarm is %g\n", time, alarm);
            ++wrong;
        }
        if (!(error < 1e-8 && std::fabs(outflow - flow * exact_lower / full) < 1e-9)) {
            std::printf("at %g s: levels %.17g and %.17g m, not %.17g and %.17g\n", time, upper, lower, exact_upper,
                        exact_lower);
            ++wrong;
        }
        ++rows;
    }
    std::printf("%d rows of 61, %d of them wrong\n", rows, wrong);
    return rows != 61 || wrong != 0;
}
