/* The stiff problems of this benchmark, solved by SUNDIALS CVODE: BDF of
 * variable order, Newton's method, Jacobians by CVODE's own differences, dense
 * or banded.
 *
 *     cvode PROBLEM END RTOL ATOL ROUNDS < initial state
 *
 * prints one line: version, steps, failed steps, evaluations, those of them
 * that were for Jacobians, Jacobians, the least CPU seconds of ROUNDS runs, and
 * the final state. Failed steps are those that failed the error test and those
 * for which Newton's method did not converge. Written for SUNDIALS 6.4. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_version.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>

typedef struct {
    const char *name;
    CVRhsFn derivatives;
    /* Width of the band on either side of the diagonal; 0: a dense matrix. */
    sunindextype half_band;
} Problem;

static int van_der_pol(sunrealtype t, N_Vector x, N_Vector dx, void *user)
{
    const double *y = N_VGetArrayPointer(x);
    double *f = N_VGetArrayPointer(dx);
    (void)t, (void)user;
    f[0] = y[1];
    f[1] = 1000.0 * (1.0 - y[0] * y[0]) * y[1] - y[0];
    return 0;
}

static int robertson(sunrealtype t, N_Vector x, N_Vector dx, void *user)
{
    const double *y = N_VGetArrayPointer(x);
    double *f = N_VGetArrayPointer(dx);
    double first = 0.04 * y[0], second = 3e7 * y[1] * y[1], third = 1e4 * y[1] * y[2];
    (void)t, (void)user;
    f[0] = third - first;
    f[1] = first - third - second;
    f[2] = second;
    return 0;
}

static int hires(sunrealtype t, N_Vector x, N_Vector dx, void *user)
{
    const double *y = N_VGetArrayPointer(x);
    double *f = N_VGetArrayPointer(dx);
    double met = 280.0 * y[5] * y[7];
    (void)t, (void)user;
    f[0] = -1.71 * y[0] + 0.43 * y[1] + 8.32 * y[2] + 0.0007;
    f[1] = 1.71 * y[0] - 8.75 * y[1];
    f[2] = -10.03 * y[2] + 0.43 * y[3] + 0.035 * y[4];
    f[3] = 8.32 * y[1] + 1.71 * y[2] - 1.12 * y[3];
    f[4] = -1.745 * y[4] + 0.43 * y[5] + 0.43 * y[6];
    f[5] = -met + 0.69 * y[3] + 1.71 * y[4] - 0.43 * y[5] + 0.69 * y[6];
    f[6] = met - 1.81 * y[6];
    f[7] = -met + 1.81 * y[6];
    return 0;
}

/* A rod of length 1 with both ends at 0: du/dt = u''. */
static int rod(sunrealtype t, N_Vector x, N_Vector dx, void *user)
{
    const double *u = N_VGetArrayPointer(x);
    double *f = N_VGetArrayPointer(dx);
    sunindextype n = N_VGetLength(x);
    double square = (double)((n + 1) * (n + 1));
    (void)t, (void)user;
    for (sunindextype i = 0; i < n; i++) {
        double left = i == 0 ? 0.0 : u[i - 1];
        double right = i + 1 == n ? 0.0 : u[i + 1];
        f[i] = square * (left - 2.0 * u[i] + right);
    }
    return 0;
}

/* Masses of 1 kg in a row, each joined to the one before it by a damped spring
 * of length 1 m, the first one to the origin. Position and velocity of each. */
static int chain(sunrealtype t, N_Vector x, N_Vector dx, void *user)
{
    static const double origin[6] = {0};
    const double stiffness = 1e6, damping = 1e4, gravity = 9.81;
    const double *state = N_VGetArrayPointer(x);
    double *f = N_VGetArrayPointer(dx);
    sunindextype masses = N_VGetLength(x) / 6;
    (void)t, (void)user;
    for (sunindextype i = 0; i < masses; i++) {
        const double *b = state + 6 * i;
        const double *a = i == 0 ? origin : b - 6;
        double *fb = f + 6 * i;
        double d[3], square = 0.0, stretching = 0.0;
        for (int axis = 0; axis < 3; axis++) {
            fb[axis] = b[3 + axis];
            d[axis] = b[axis] - a[axis];
            square += d[axis] * d[axis];
            stretching += d[axis] * (b[3 + axis] - a[3 + axis]);
        }
        double length = sqrt(square);
        double pull = (stiffness * (length - 1.0) + damping * stretching / length) / length;
        for (int axis = 0; axis < 3; axis++) {
            fb[3 + axis] = -pull * d[axis] - (axis == 2 ? gravity : 0.0);
            if (i > 0) {
                fb[axis - 3] += pull * d[axis];
            }
        }
    }
    return 0;
}

static const Problem problems[] = {
    {"vdpol", van_der_pol, 0}, {"rober", robertson, 0}, {"hires", hires, 0}, {"rod", rod, 1}, {"chain", chain, 11},
};

/* What a run cost. */
typedef struct {
    long steps, inaccurate, unsolved, evaluations, jacobian_evaluations, jacobians;
    double seconds;
} Cost;

static void check(int failed, const char *what)
{
    if (failed) {
        fprintf(stderr, "CVODE: %s failed (%d)\n", what, failed);
        exit(1);
    }
}

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Integrates from 0 to `end`; `x` becomes the final state. */
static Cost solve(const Problem *problem, N_Vector x, double end, double rtol, double atol, SUNContext context)
{
    Cost cost = {0};
    double begin = cpu_seconds();
    sunindextype n = N_VGetLength(x), half = problem->half_band;
    void *cvode = CVodeCreate(CV_BDF, context);
    check(CVodeInit(cvode, problem->derivatives, 0.0, x), "CVodeInit");
    check(CVodeSStolerances(cvode, rtol, atol), "CVodeSStolerances");
    SUNMatrix jacobian = half > 0 ? SUNBandMatrix(n, half, half, context) : SUNDenseMatrix(n, n, context);
    SUNLinearSolver solver = half > 0 ? SUNLinSol_Band(x, jacobian, context) : SUNLinSol_Dense(x, jacobian, context);
    check(CVodeSetLinearSolver(cvode, solver, jacobian), "CVodeSetLinearSolver");
    check(CVodeSetMaxNumSteps(cvode, 100000000), "CVodeSetMaxNumSteps");
    check(CVodeSetStopTime(cvode, end), "CVodeSetStopTime");
    sunrealtype reached = 0.0;
    int outcome = CVode(cvode, end, x, &reached, CV_NORMAL);
    check(outcome < 0 ? outcome : 0, "CVode");
    CVodeGetNumSteps(cvode, &cost.steps);
    CVodeGetNumErrTestFails(cvode, &cost.inaccurate);
    CVodeGetNumStepSolveFails(cvode, &cost.unsolved);
    CVodeGetNumRhsEvals(cvode, &cost.evaluations);
    CVodeGetNumLinRhsEvals(cvode, &cost.jacobian_evaluations);
    CVodeGetNumJacEvals(cvode, &cost.jacobians);
    CVodeFree(&cvode);
    SUNLinSolFree(solver);
    SUNMatDestroy(jacobian);
    cost.seconds = cpu_seconds() - begin;
    return cost;
}

int main(int count, char **words)
{
    if (count != 6) {
        fprintf(stderr, "usage: %s PROBLEM END RTOL ATOL ROUNDS < initial state\n", words[0]);
        return 2;
    }
    const Problem *problem = NULL;
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        if (strcmp(problems[i].name, words[1]) == 0) {
            problem = &problems[i];
        }
    }
    check(problem == NULL, words[1]);
    double end = atof(words[2]), rtol = atof(words[3]), atol = atof(words[4]);

    static double initial[100000];
    sunindextype n = 0;
    while (n < (sunindextype)(sizeof initial / sizeof *initial) && scanf("%lf", &initial[n]) == 1) {
        n++;
    }

    SUNContext context;
    /* No MPI communicator: a null pointer for version 6, a number for 7. */
    check(SUNContext_Create(0, &context), "SUNContext_Create");
    N_Vector x = N_VNew_Serial(n, context);
    double *numbers = N_VGetArrayPointer(x);
    Cost cost = {0};
    for (int round = 0; round < atoi(words[5]); round++) {
        memcpy(numbers, initial, (size_t)n * sizeof *initial);
        Cost now = solve(problem, x, end, rtol, atol, context);
        if (round > 0 && cost.seconds < now.seconds) {
            now.seconds = cost.seconds;
        }
        cost = now;
    }
    char version[32];
    SUNDIALSGetVersion(version, sizeof version);
    printf("%s %ld %ld %ld %ld %ld %.9f", version, cost.steps, cost.inaccurate + cost.unsolved,
           cost.evaluations + cost.jacobian_evaluations, cost.jacobian_evaluations, cost.jacobians, cost.seconds);
    for (sunindextype i = 0; i < n; i++) {
        printf(" %.17g", numbers[i]);
    }
    printf("\n");
    N_VDestroy(x);
    SUNContext_Free(&context);
    return 0;
}
