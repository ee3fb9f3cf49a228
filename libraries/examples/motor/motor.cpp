// A library in C++: an electric motor with permanent magnets.
//
// Between the pins P and N lie resistance, inductance and the voltage that turning
// induces, v = R i + L di/dt + k w; at the flange the torque k i comes out. What flows
// into the motor there is tau = -k i.

#include "simobject.hpp"

class Motor : public bowline::SimObject {
public:
    static constexpr const char *TypeName = "Electric/Motor";
    static constexpr const char *TypeDoc = "A motor with permanent magnets";

    Motor(const std::string &name, bowline::ISimObjectCreator *creator) : SimObject(name) {
        const bowline::Terminal p = creator->AddTerminal("P", bowline::nature::Electric, "Positive pin");
        const bowline::Terminal n = creator->AddTerminal("N", bowline::nature::Electric, "Negative pin");
        const bowline::Terminal flange = creator->AddTerminal("Flange", bowline::nature::Rotational, "Shaft");

        creator->AddInport("v", 1, &m_v, {"V", "Voltage from P to N"});
        creator->AddInport("w", 1, &m_w, {"rad/s", "Angular velocity"});
        m_i = creator->AddState("i", 1, {"A", "Current from P to N"});
        creator->SetInitialValue("i", {0.0});
        creator->AddOutport("tau", 1, PORT_FUNCTION(Motor::Torque), {"N m", "What flows into Flange"}).Reads(m_i);

        // The host gives the branches v and w, and takes i and tau from them.
        creator->GivesThrough({p, n}, "i").Named("armature").Across(m_v);
        creator->GivesThrough(flange, "tau").Named("shaft").Across(m_w);

        creator->GetDoubleParam("R", &m_resistance, bowline::About("Ohm", "Resistance").AtLeast(0.0));
        creator->GetDoubleParam("L", &m_inductance, bowline::About("H", "Inductance").MoreThan(0.0));
        creator->GetDoubleParam("k", &m_k, bowline::About("V s/rad", "Voltage per angular velocity").MoreThan(0.0));
    }

    void OdeFcn(const double T, const double *const X, double *const XDot) const {
        const double v = *m_v->GetPortValue(T, X), w = *m_w->GetPortValue(T, X);
        XDot[m_i] = (v - m_resistance * X[m_i] - m_k * w) / m_inductance;
    }

    double Torque(const double, const double *const X) const { return -m_k * X[m_i]; }

private:
    bowline::ISignalPort *m_v, *m_w;
    int m_i;
    double m_resistance, m_inductance, m_k;
};

BOWLINE_LIBRARY(motor_in_cpp, "1.0", "A motor with terminals, written in C++", Motor)
