// What the engine is measured against: the same models as somebody who needs
// them fast writes them by hand. Masses and damped springs are a loop over a
// list of springs with end indices and parameters for each; the tutorial's mass
// and spring are a function. Around both stands Dormand-Prince as the engine has
// it (max norm, elementary controller), around the tutorial also RK4.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace {

struct Spring {
    std::size_t a, b;  // where the ends' states begin
    double stiffness, damping, relaxed_length;
};

// From a fixed point.
struct Anchor {
    double from[3];
    std::size_t b;
    double stiffness, damping, relaxed_length;
};

double pull_per_length(const double r[3], const double v[3], double stiffness, double damping, double relaxed_length) {
    const double length = std::sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
    const double inverse = 1.0 / length;
    const double rate = (r[0] * v[0] + r[1] * v[1] + r[2] * v[2]) * inverse;
    return (stiffness * (length - relaxed_length) + damping * rate) * inverse;
}

struct Net {
    std::vector<Spring> springs;
    std::vector<Anchor> anchors;
    std::vector<double> per_mass;
    double g;

    void evaluate(const double* __restrict x, double* __restrict dx) const {
        for (std::size_t i = 0; i < per_mass.size(); ++i) {
            for (int axis = 0; axis < 3; ++axis) {
                dx[6 * i + axis] = x[6 * i + 3 + axis];
                dx[6 * i + 3 + axis] = 0.0;
            }
        }
        for (const Spring& s : springs) {
            const double *a = x + s.a, *b = x + s.b;
            const double r[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
            const double v[3] = {b[3] - a[3], b[4] - a[4], b[5] - a[5]};
            const double f = pull_per_length(r, v, s.stiffness, s.damping, s.relaxed_length);
            for (int axis = 0; axis < 3; ++axis) {
                dx[s.a + 3 + axis] += f * r[axis];
                dx[s.b + 3 + axis] -= f * r[axis];
            }
        }
        for (const Anchor& s : anchors) {
            const double* b = x + s.b;
            const double r[3] = {b[0] - s.from[0], b[1] - s.from[1], b[2] - s.from[2]};
            const double v[3] = {b[3], b[4], b[5]};
            const double f = pull_per_length(r, v, s.stiffness, s.damping, s.relaxed_length);
            for (int axis = 0; axis < 3; ++axis) dx[s.b + 3 + axis] -= f * r[axis];
        }
        for (std::size_t i = 0; i < per_mass.size(); ++i) {
            dx[6 * i + 3] *= per_mass[i];
            dx[6 * i + 4] *= per_mass[i];
            dx[6 * i + 5] = dx[6 * i + 5] * per_mass[i] - g;
        }
    }
};

// The tutorial: a mass that hangs on a spring.
struct Hanging {
    double stiffness, relaxed_length, per_mass, g;
    double from[3];

    void evaluate(const double* __restrict x, double* __restrict dx) const {
        const double r[3] = {x[0] - from[0], x[1] - from[1], x[2] - from[2]};
        const double length = std::sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
        const double f = stiffness * (length - relaxed_length) / length;
        for (int axis = 0; axis < 3; ++axis) {
            dx[axis] = x[3 + axis];
            dx[3 + axis] = -f * r[axis] * per_mass;
        }
        dx[5] -= g;
    }
};

struct Counts {
    std::size_t evaluations, steps;
};

template <typename Model>
Counts dormand_prince(const Model& model, std::size_t n, double* x, double end, double h, double most, double tolerance) {
    std::vector<double> stages(7 * n), next(n);
    double* k1 = stages.data();
    double *k2 = k1 + n, *k3 = k2 + n, *k4 = k3 + n, *k5 = k4 + n, *k6 = k5 + n, *k7 = k6 + n;
    double *y = next.data(), *const given = x;
    double t = 0.0;
    Counts counts{1, 0};
    bool rejected = false;
    model.evaluate(x, k1);
    while (t < end) {
        const bool last = t + 1.01 * h >= end;
        const double step = last ? end - t : h;
        for (std::size_t i = 0; i < n; ++i) y[i] = x[i] + step * (1.0 / 5.0 * k1[i]);
        model.evaluate(y, k2);
        for (std::size_t i = 0; i < n; ++i) y[i] = x[i] + step * (3.0 / 40.0 * k1[i] + 9.0 / 40.0 * k2[i]);
        model.evaluate(y, k3);
        for (std::size_t i = 0; i < n; ++i)
            y[i] = x[i] + step * (44.0 / 45.0 * k1[i] - 56.0 / 15.0 * k2[i] + 32.0 / 9.0 * k3[i]);
        model.evaluate(y, k4);
        for (std::size_t i = 0; i < n; ++i)
            y[i] = x[i] + step * (19372.0 / 6561.0 * k1[i] - 25360.0 / 2187.0 * k2[i] + 64448.0 / 6561.0 * k3[i] -
                                  212.0 / 729.0 * k4[i]);
        model.evaluate(y, k5);
        for (std::size_t i = 0; i < n; ++i)
            y[i] = x[i] + step * (9017.0 / 3168.0 * k1[i] - 355.0 / 33.0 * k2[i] + 46732.0 / 5247.0 * k3[i] +
                                  49.0 / 176.0 * k4[i] - 5103.0 / 18656.0 * k5[i]);
        model.evaluate(y, k6);
        for (std::size_t i = 0; i < n; ++i)
            y[i] = x[i] + step * (35.0 / 384.0 * k1[i] + 500.0 / 1113.0 * k3[i] + 125.0 / 192.0 * k4[i] -
                                  2187.0 / 6784.0 * k5[i] + 11.0 / 84.0 * k6[i]);
        model.evaluate(y, k7);
        counts.evaluations += 6;
        double norm = 0.0;
        for (std::size_t i = 0; i < n; ++i) {
            const double error = step * (71.0 / 57600.0 * k1[i] - 71.0 / 16695.0 * k3[i] + 71.0 / 1920.0 * k4[i] -
                                         17253.0 / 339200.0 * k5[i] + 22.0 / 525.0 * k6[i] - 1.0 / 40.0 * k7[i]);
            const double larger = std::max(std::fabs(x[i]), std::fabs(y[i]));
            norm = std::max(norm, std::fabs(error) / (tolerance + tolerance * larger));
        }
        const double factor = std::clamp(0.9 * std::pow(norm, -0.2), 0.2, 5.0);
        if (norm <= 1.0) {
            t = last ? end : t + step;
            std::swap(x, y);
            std::swap(k1, k7);
            h = std::min(most, step * (rejected ? std::min(factor, 1.0) : factor));
            ++counts.steps;
            rejected = false;
        } else {
            h = step * std::min(factor, 1.0);
            rejected = true;
        }
    }
    if (x != given) std::copy(x, x + n, given);
    return counts;
}

}  // namespace

extern "C" {

Net* net_new(std::size_t masses, double mass, double g) {
    return new Net{{}, {}, std::vector<double>(masses, 1.0 / mass), g};
}

void net_free(Net* net) { delete net; }

void net_spring(Net* net, std::size_t a, std::size_t b, double stiffness, double damping, double relaxed_length) {
    net->springs.push_back({6 * a, 6 * b, stiffness, damping, relaxed_length});
}

void net_anchor(Net* net, const double* from, std::size_t b, double stiffness, double damping, double relaxed_length) {
    net->anchors.push_back({{from[0], from[1], from[2]}, 6 * b, stiffness, damping, relaxed_length});
}

void net_evaluate(const Net* net, const double* x, double* dx) { net->evaluate(x, dx); }

// Gives the number of evaluations.
std::size_t net_run(const Net* net, double* x, double end, double h, double tolerance) {
    return dormand_prince(*net, 6 * net->per_mass.size(), x, end, h, end, tolerance).evaluations;
}

// Stiffness, relaxed length, mass and gravity of the tutorial, which hangs from (0, 0, -10).
void tutorial_rk4(const double* parameters, double* x, double h, std::size_t steps) {
    const Hanging model{parameters[0], parameters[1], 1.0 / parameters[2], parameters[3], {0.0, 0.0, -10.0}};
    double k1[6], k2[6], k3[6], k4[6], y[6];
    for (std::size_t step = 0; step < steps; ++step) {
        model.evaluate(x, k1);
        for (int i = 0; i < 6; ++i) y[i] = x[i] + 0.5 * h * k1[i];
        model.evaluate(y, k2);
        for (int i = 0; i < 6; ++i) y[i] = x[i] + 0.5 * h * k2[i];
        model.evaluate(y, k3);
        for (int i = 0; i < 6; ++i) y[i] = x[i] + h * k3[i];
        model.evaluate(y, k4);
        for (int i = 0; i < 6; ++i) x[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
    }
}

// Gives the number of steps.
std::size_t tutorial_dormand_prince(const double* parameters, double* x, double end, double h, double most,
                                    double tolerance) {
    const Hanging model{parameters[0], parameters[1], 1.0 / parameters[2], parameters[3], {0.0, 0.0, -10.0}};
    return dormand_prince(model, 6, x, end, h, most, tolerance).steps;
}

}
