// Declarations of sampled parts that C++ code gets wrong; `What` chooses one.

#include "simobject.hpp"

using namespace bowline;

class Unpunctual : public SimObject {
public:
    static constexpr const char *TypeName = "Bad/Unpunctual";
    static constexpr bool Reentrant = false;

    Unpunctual(std::string name, ISimObjectCreator *creator) : SimObject(name) {
        creator->GetStringParam("What", m_what, "nothing");
        const auto is = [this](const char *what) { return m_what == what; };
        const Clock clock = Clock::Every(0.1), other = Clock::Every(0.2);
        creator->AddDiscreteState("Y", 2, &m_y);
        creator->SetInitialValue("Y", {0.0});
        creator->AddIndicator("Gap", PORT_FUNCTION(Unpunctual::Gap), Crossing::Rising).Reads();
        creator->RegisterCommonCalculation(COMMON_COMPUTATION_FUNCTION(Unpunctual::Calc), &m_calc).On(clock).Reads();
        // What says nothing of what it reads reads no common calculation of another clock.
        creator->AddOutport("Free", 1, PORT_FUNCTION(Unpunctual::Free));
        Registration &out = creator->AddOutport("Out", 1, PORT_FUNCTION(Unpunctual::Out));
        Registration &update = creator->AddUpdate(UPDATE_FUNCTION(Unpunctual::Step)).On(clock).Sets(m_y);
        if (is("another clock")) {
            out.Reads(m_calc).On(other);
        } else if (is("no clock")) {
            out.Reads(m_calc);
        } else {
            out.Reads(m_calc).On(Clock::Every(0.1));
        }
        if (is("handler on a clock")) {
            creator->AddEventHandler("Gap", HANDLER_FUNCTION(Unpunctual::Step)).On(clock);
        }
        if (is("out-port that sets")) {
            out.Sets(m_y);
        }
        if (is("no state")) {
            update.Sets(4711);
        }
        if (is("no indicator")) {
            creator->AddEventHandler("Nowhere", HANDLER_FUNCTION(Unpunctual::Step)).Sets(m_y);
        }
        if (is("null pointer")) {
            DiscreteState *nothing = nullptr;
            update.Sets(nothing);
        }
        if (is("handler of an out-port")) {
            creator->AddEventHandler("Out", HANDLER_FUNCTION(Unpunctual::Step)).Sets(m_y);
        }
        if (is("handler and update")) {
            update.ReadsNoStates();
            creator->AddEventHandler("Gap", HANDLER_FUNCTION(Unpunctual::Step)).Sets(m_y);
        }
        if (is("set in the constructor")) {
            m_y->SetNext({1.0, 2.0});
        }
    }

    void Calc(double, const double *) { m_out = 1.0; }

    const double *Out(double T, const double *X) {
        if (m_what == "sets in an out-port") {
            m_y->SetNow({1.0, 2.0});
        }
        if (m_what == "reads what it must not") {
            m_calc->ComputeFunction(T, X);
        }
        return &m_out;
    }

    // As Out, but for what Calc leaves: that is not held between ticks.
    const double *Free(double T, const double *X) {
        Out(T, X);
        return &m_free;
    }

    double Gap(double T, const double *) const { return T - 0.55; }

    void Step(double, const double *) {
        if (m_what == "too narrow") {
            m_y->SetNext(1.0);
        }
        if (m_what == "no such state") {
            SetNow(4711, 1.0);
        }
        m_y->SetNext({1.0, 2.0});
    }

private:
    std::string m_what;
    DiscreteState *m_y;
    ICommonComputation *m_calc;
    double m_out = 0.0;
    double m_free = 0.0;
};

BOWLINE_LIBRARY(unpunctual, "1.0", "Wrong clocks and events in C++", Unpunctual)
