// Throws where its parameters say, from t = 0.5 on.

#include "simobject.hpp"

using namespace bowline;

class Thrower : public SimObject {
public:
    static constexpr const char *TypeName = "Bad/Thrower";
    static constexpr bool Reentrant = false;

    Thrower(std::string name, ISimObjectCreator *creator) : SimObject(name) {
        creator->GetStringParam("Where", m_where);
        creator->GetStringParam("What", m_what, "exception");
        creator->AddInport("In", 1, &m_in);
        creator->SetDefaultInput("In", {0.0});
        m_state = creator->AddState("Value", 1);
        creator->RegisterCommonCalculation(COMMON_COMPUTATION_FUNCTION(Thrower::Common), &m_common).Reads();
        Registration &out = creator->AddOutport("Out", 1, PORT_FUNCTION(Thrower::Out)).Reads();
        if (m_where != "unnamed") {
            out.Reads(m_common);
        }
        Throw("constructor", 1.0);
    }

    void Common(double T, const double *) { Throw("common", T); }

    const double *Out(double T, const double *X) {
        m_common->ComputeFunction(T, X);
        if (m_where == "null") {
            return nullptr;
        }
        if (m_where == "undeclared") {
            return m_in->GetPortValue(T, X);
        }
        Throw("port", T);
        return &m_out;
    }

    void OdeFcn(double T, const double *, double *XDot) {
        Throw("OdeFcn", T);
        XDot[m_state] = 1.0;
    }

    void InitialConditionSetup(double, const double *, double *updatedIC) {
        Throw("InitialConditionSetup", 1.0);
        updatedIC[m_state] = 0.0;
    }

    double NextTimeEvent(double T) {
        Throw("NextTimeEvent", T);
        return T < 0.6 ? 0.6 : INFINITY;
    }

private:
    void Throw(const char *here, double T) const {
        if (m_where != here || T < 0.5) {
            return;
        }
        if (m_what == "number") {
            throw 42;
        }
        if (m_what == "recoverable") {
            throw Failure("the valve is stuck", Failure::Recoverable);
        }
        if (m_what == "fatal") {
            throw Failure("the pipe burst");
        }
        throw std::out_of_range("the table ends at 0.5");
    }

    std::string m_where, m_what;
    ISignalPort *m_in;
    ICommonComputation *m_common;
    int m_state;
    double m_out = 0.0;
};

// Forgets that FhSim lets a state and an out-port share a name.
class Namesake : public SimObject {
public:
    static constexpr const char *TypeName = "Bad/Namesake";
    static constexpr bool Reentrant = false;

    Namesake(std::string name, ISimObjectCreator *creator) : SimObject(name) {
        creator->AddOutport("Pos", 1, PORT_FUNCTION(Namesake::Pos)).Reads();
        m_pos = creator->AddState("Pos", 1);
    }
    const double *Pos(double, const double *X) { return X + m_pos; }
    void OdeFcn(double, const double *, double *XDot) { XDot[m_pos] = 0.0; }

private:
    int m_pos;
};

// Reads an in-port before there is a run.
class Impatient : public SimObject {
public:
    static constexpr const char *TypeName = "Bad/Impatient";
    static constexpr bool Reentrant = false;

    Impatient(std::string name, ISimObjectCreator *creator) : SimObject(name) {
        creator->AddInport("In", 1, &m_in);
        m_in->GetPortValue(0.0, nullptr);
    }

private:
    ISignalPort *m_in;
};

// Sets a state before there is a run.
class Premature : public SimObject {
public:
    static constexpr const char *TypeName = "Bad/Premature";
    static constexpr bool Reentrant = false;

    Premature(std::string name, ISimObjectCreator *creator) : SimObject(name) {
        SetNow(creator->AddState("Value", 1), {1.0});
    }
};

// Begins where a common calculation says, which has not run by then.
class Hasty : public SimObject {
public:
    static constexpr const char *TypeName = "Bad/Hasty";
    static constexpr bool Reentrant = false;

    Hasty(std::string name, ISimObjectCreator *creator) : SimObject(name) {
        m_state = creator->AddState("Value", 1);
        creator->RegisterCommonCalculation(COMMON_COMPUTATION_FUNCTION(Hasty::Calc), &m_calc).Reads();
    }
    void Calc(double, const double *) { m_result = 1.0; }
    void OdeFcn(double, const double *, double *XDot) { XDot[m_state] = 0.0; }
    void InitialConditionSetup(double T, const double *currentIC, double *updatedIC) {
        m_calc->ComputeFunction(T, currentIC);
        updatedIC[m_state] = m_result;
    }

private:
    ICommonComputation *m_calc;
    int m_state;
    double m_result = -999.0;
};

// Forgets one of its derivatives.
class Forgetful : public SimObject {
public:
    static constexpr const char *TypeName = "Bad/Forgetful";
    static constexpr bool Reentrant = false;

    Forgetful(std::string name, ISimObjectCreator *creator) : SimObject(name) {
        m_state = creator->AddState("Pos", 3);
        creator->SetInitialValue("Pos", {0.0, 0.0, 0.0});
    }
    void OdeFcn(double, const double *, double *XDot) { XDot[m_state] = XDot[m_state + 2] = 0.0; }

private:
    int m_state;
};

// Keeps nothing, and reads from t = 0.5 on what it did not say.
class Straying : public SimObject {
public:
    static constexpr const char *TypeName = "Bad/Straying";

    Straying(std::string name, ISimObjectCreator *creator) : SimObject(name) {
        creator->AddInport("In", 1, &m_in);
        m_state = creator->AddState("Value", 1);
        creator->SetInitialValue("Value", {0.0});
        creator->AddOutport("Out", 1, PORT_FUNCTION(Straying::Out)).Reads(m_state);
    }
    const double *Out(double T, const double *X) const { return T < 0.5 ? X + m_state : m_in->GetPortValue(T, X); }
    void OdeFcn(double, const double *, double *XDot) const { XDot[m_state] = 1.0; }

private:
    ISignalPort *m_in;
    int m_state;
};

// Throws nothing: grows by a whole number that may be left out.
class Ramp : public SimObject {
public:
    static constexpr const char *TypeName = "Signal/Ramp";
    static constexpr bool Reentrant = false;

    Ramp(std::string name, ISimObjectCreator *creator) : SimObject(name) {
        creator->GetIntParam("Index", &m_index, -1);
        m_state = creator->AddState("Value", 1);
    }
    void OdeFcn(double, const double *, double *XDot) { XDot[m_state] = m_index; }

private:
    int m_index, m_state;
};

BOWLINE_LIBRARY(throwing, "1.0", "Throws", Thrower, Namesake, Impatient, Premature, Hasty, Forgetful, Straying,
                Ramp)
