// FhSim's tutorial as somebody would port it: results in members, functions of
// (T, X), a common calculation, and no word about reads where none is needed.

#include <cmath>

#include "simobject.hpp"

using namespace bowline;

class CLinearSpring : public SimObject {
public:
    static constexpr const char *TypeName = "Cable/LinearSpring";
    static constexpr bool Reentrant = false;

    CLinearSpring(std::string name, ISimObjectCreator *creator) : SimObject(name) {
        creator->AddInport("PosA", 3, &m_posA);
        creator->AddInport("PosB", 3, &m_posB);
        creator->RegisterCommonCalculation(COMMON_COMPUTATION_FUNCTION(CLinearSpring::Forces), &m_forces);
        creator->AddOutport("ForceA", 3, PORT_FUNCTION(CLinearSpring::ForceA));
        creator->AddOutport("ForceB", 3, PORT_FUNCTION(CLinearSpring::ForceB));
        creator->GetDoubleParam("Stiffness", &m_stiffness);
        creator->GetDoubleParam("RelaxedLength", &m_relaxedLength);
    }

    const double *ForceA(const double T, const double *const X) {
        m_forces->ComputeFunction(T, X);
        return m_forceA;
    }

    const double *ForceB(const double T, const double *const X) {
        m_forces->ComputeFunction(T, X);
        return m_forceB;
    }

    void Forces(const double T, const double *const X) {
        const double *a = m_posA->GetPortValue(T, X), *b = m_posB->GetPortValue(T, X);
        double length = 0.0;
        for (int i = 0; i < 3; i++) {
            m_forceA[i] = b[i] - a[i];
            length += m_forceA[i] * m_forceA[i];
        }
        length = std::sqrt(length);
        for (int i = 0; i < 3; i++) {
            m_forceA[i] *= length > 0.0 ? m_stiffness * (length - m_relaxedLength) / length : 0.0;
            m_forceB[i] = -m_forceA[i];
        }
    }

private:
    ISignalPort *m_posA, *m_posB;
    ICommonComputation *m_forces;
    double m_stiffness, m_relaxedLength;
    double m_forceA[3], m_forceB[3];
};

// Its position goes out by a function, under a name of its own. `Silent`
// leaves out what that reads: nothing but states.
class CMass : public SimObject {
public:
    static constexpr const char *TypeName = "Body/Mass";

    CMass(std::string name, ISimObjectCreator *creator) : SimObject(name) {
        bool silent;
        creator->GetBoolParam("Silent", &silent, false);
        creator->AddInport("Force", 3, &m_force);
        Registration &position = creator->AddOutport("Position", 3, PORT_FUNCTION(CMass::Position));
        m_pos = creator->AddState("Pos", 3);
        m_vel = creator->AddState("Vel", 3);
        if (!silent) {
            position.Reads(m_pos);
        }
        creator->GetDoubleParam("Mass", &m_mass);
        creator->GetDoubleParam("g", &m_g, 0.0);
        if (m_mass <= 0.0) {
            creator->ReportParameterError("Mass", "must be more than 0");
        }
    }

    void OdeFcn(const double T, const double *const X, double *const XDot) const {
        const double *force = m_force->GetPortValue(T, X);
        for (int i = 0; i < 3; i++) {
            XDot[m_pos + i] = X[m_vel + i];
            XDot[m_vel + i] = force[i] / m_mass - (i == 2 ? m_g : 0.0);
        }
    }

    const double *Position(const double, const double *const X) const { return X + m_pos; }

private:
    ISignalPort *m_force;
    int m_pos, m_vel;
    double m_mass, m_g;
};

// Begins where its input is, follows it, and is pushed from `JumpAt` on:
// dValue/dt = Stages Weights (In - Value) + (T < JumpAt ? 0 : 1).
class Follower : public SimObject {
public:
    static constexpr const char *TypeName = "Signal/Follower";
    static constexpr bool Reentrant = false;

    Follower(std::string name, ISimObjectCreator *creator) : SimObject(name) {
        std::vector<double> weights;
        int stages;
        creator->AddInport("In", 2, &m_in);
        m_state = creator->AddState("Value", 2);
        creator->AddOutportOfState("Out", "Value");
        creator->InitialCondition().Reads(m_in);
        creator->GetDoubleParam("JumpAt", &m_jumpAt, 1e9);
        creator->GetDoubleVectorParam("Weights", weights, 2, {1.0, 1.0});
        creator->GetIntParam("Stages", &stages, 1);
        m_weights = weights;
        m_stages = stages;
    }

    void OdeFcn(const double T, const double *const X, double *const XDot) {
        const double *in = m_in->GetPortValue(T, X);
        for (int i = 0; i < 2; i++) {
            const double jump = T < m_jumpAt ? 0.0 : 1.0;
            XDot[m_state + i] = m_stages * m_weights[i] * (in[i] - X[m_state + i]) + jump;
        }
    }

    void InitialConditionSetup(const double T, const double *const currentIC, double *const updatedIC) {
        Log(BOWLINE_LEVEL_WARNING, "begins at its input");
        for (int i = 0; i < 2; i++) {
            // What is known already stays, whatever is written here.
            updatedIC[m_state + i] = std::isnan(currentIC[m_state + i]) ? m_in->GetPortValue(T, currentIC)[i] : 1e6;
        }
    }

    double NextTimeEvent(const double T) { return T < m_jumpAt ? m_jumpAt : INFINITY; }
    double NextStop(const double T) { return std::floor(T) + 1.0; }

private:
    ISignalPort *m_in;
    int m_state, m_stages;
    double m_jumpAt;
    std::vector<double> m_weights;
};

BOWLINE_LIBRARY(ported, "2.1", "FhSim's tutorial, ported", CLinearSpring, CMass, Follower)
