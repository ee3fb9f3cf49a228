// A line that keeps in a member that it broke.

#include "simobject.hpp"

#include <cmath>

using namespace bowline;

class Line : public SimObject {
public:
    static constexpr const char *TypeName = "Mooring/Line";
    static constexpr bool Reentrant = false;

    Line(std::string name, ISimObjectCreator *creator) : SimObject(name) {
        creator->GetDoubleParam("Strength", &m_strength, About("N", "Tension at which it breaks").MoreThan(0.0));
        m_pos = creator->AddState("Pos", 1);
        m_vel = creator->AddState("Vel", 1);
        creator->SetInitialValue("Pos", {1.0});
        creator->SetInitialValue("Vel", {0.0});
        creator->RegisterCommonCalculation(COMMON_COMPUTATION_FUNCTION(Line::Pull), &m_pull).Reads(m_pos, m_vel);
        creator->AddOutport("Tension", 1, PORT_FUNCTION(Line::Tension), {"N", "Tension"}).Reads(m_pull);
    }

    // 1000 N at the most, as long as it holds: x'' = -x from 1 m.
    void Pull(double, const double *X) {
        m_tension = 1000.0 * std::hypot(X[m_pos], X[m_vel]);
        m_broken = m_broken || m_tension > m_strength;
        if (m_broken) {
            m_tension = 0.0;
        }
    }

    const double *Tension(double T, const double *X) {
        m_pull->ComputeFunction(T, X);
        return &m_tension;
    }

    void OdeFcn(double T, const double *X, double *XDot) {
        m_pull->ComputeFunction(T, X);
        XDot[m_pos] = X[m_vel];
        XDot[m_vel] = m_tension > 0.0 ? -X[m_pos] : 0.0;
    }

private:
    ICommonComputation *m_pull;
    double m_strength, m_tension = 0.0;
    bool m_broken = false;
    int m_pos, m_vel;
};

BOWLINE_LIBRARY(remembering, "1.0", "A line that remembers too much", Line)
