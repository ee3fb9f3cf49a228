// Small elements in C++, in the manner of FhSim, for the benchmark of languages.

#include "simobject.hpp"

using namespace bowline;

class Lag : public SimObject {
public:
    static constexpr const char *TypeName = "Lag";

    Lag(const std::string &name, ISimObjectCreator *creator) : SimObject(name) {
        creator->AddInport("In", 1, &m_in);
        m_x = creator->AddState("X", 1);
        creator->SetInitialValue("X", {0.0});
        creator->AddOutportOfState("Out", "X");
        creator->GetDoubleParam("Rate", &m_rate);
    }

    void OdeFcn(const double T, const double *const X, double *const XDot) const {
        XDot[m_x] = m_rate * (*m_in->GetPortValue(T, X) - X[m_x]);
    }

private:
    ISignalPort *m_in;
    int m_x;
    double m_rate;
};

class Gain : public SimObject {
public:
    static constexpr const char *TypeName = "Gain";

    Gain(const std::string &name, ISimObjectCreator *creator) : SimObject(name) {
        creator->AddInport("In", 1, &m_in);
        creator->AddOutport("Out", 1, PORT_FUNCTION(Gain::Out));
        creator->GetDoubleParam("Factor", &m_factor);
    }

    double Out(const double T, const double *const X) const { return m_factor * *m_in->GetPortValue(T, X); }

private:
    ISignalPort *m_in;
    double m_factor;
};

class Spring : public SimObject {
public:
    static constexpr const char *TypeName = "Spring";

    Spring(const std::string &name, ISimObjectCreator *creator) : SimObject(name) {
        creator->AddInport("A", 3, &m_a);
        creator->AddInport("B", 3, &m_b);
        creator->AddOutport("Force", 3, PORT_FUNCTION(Spring::Force));
        creator->GetDoubleParam("Stiffness", &m_stiffness);
        creator->GetDoubleParam("Length", &m_length);
    }

    void Force(const double T, const double *const X, double *const force) const {
        const double *a = m_a->GetPortValue(T, X), *b = m_b->GetPortValue(T, X);
        const double d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
        const double length = std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        const double tension = m_stiffness * (1.0 - m_length / length);
        for (int i = 0; i < 3; ++i) {
            force[i] = tension * d[i];
        }
    }

private:
    ISignalPort *m_a, *m_b;
    double m_stiffness, m_length;
};

BOWLINE_LIBRARY(small_cpp, "1.0", "Small elements", Lag, Gain, Spring)
