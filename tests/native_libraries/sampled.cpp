// What runs on clocks, and what happens in between, as a C++ author writes it.

#include <cmath>

#include "simobject.hpp"

using namespace bowline;

// Y is what In was at the tick before.
class UnitDelay : public SimObject {
public:
    static constexpr const char *TypeName = "Signal/UnitDelay";

    UnitDelay(std::string name, ISimObjectCreator *creator) : SimObject(name) {
        creator->AddInport("In", 1, &m_in);
        creator->AddDiscreteState("Y", 1, &m_y, {"", "In at the tick before"});
        creator->AddOutportOfState("Y", "Y");
        creator->SetInitialValue("Y", {0.0});
        creator->AddUpdate(UPDATE_FUNCTION(UnitDelay::Sample)).On(Clock::Model()).Reads(m_in).Sets(m_y);
    }

    void Sample(const double T, const double *const X) const { m_y->SetNext(*m_in->GetPortValue(T, X)); }

private:
    ISignalPort *m_in;
    DiscreteState *m_y;
};

// A line that pulls as a spring does until it breaks: a mode, which an event sets.
class Line : public SimObject {
public:
    static constexpr const char *TypeName = "Cable/Line";

    Line(std::string name, ISimObjectCreator *creator) : SimObject(name) {
        creator->AddInport("Stretch", 1, &m_stretch, {"m", "How much longer it is than at rest"});
        creator->AddDiscreteState("Broken", 1, &m_broken, {"", "1 when it is broken"});
        creator->AddOutportOfState("Broken", "Broken");
        creator->SetInitialValue("Broken", {0.0});
        creator->AddOutport("Tension", 1, PORT_FUNCTION(Line::Tension), {"N", "What it pulls with"}).Reads(m_stretch);
        creator->AddIndicator("Reserve", PORT_FUNCTION(Line::Reserve), Crossing::Falling, {"N", "Up to its strength"})
            .Reads(m_stretch);
        creator->AddEventHandler("Reserve", HANDLER_FUNCTION(Line::Break)).Reads().Sets(m_broken);
        creator->GetDoubleParam("Stiffness", &m_stiffness, About("N/m", "Stiffness").MoreThan(0.0));
        creator->GetDoubleParam("Strength", &m_strength, About("N", "What it holds").MoreThan(0.0));
    }

    double Tension(const double T, const double *const X) const {
        const bool isBroken = *m_broken->GetValue(T, X) != 0.0;
        return isBroken ? 0.0 : m_stiffness * *m_stretch->GetPortValue(T, X);
    }

    double Reserve(const double T, const double *const X) const {
        const bool isBroken = *m_broken->GetValue(T, X) != 0.0;
        return isBroken ? 1.0 : m_strength - m_stiffness * *m_stretch->GetPortValue(T, X);
    }

    void Break(double, const double *) const { m_broken->SetNow(1.0); }

private:
    ISignalPort *m_stretch;
    DiscreteState *m_broken;
    double m_stiffness, m_strength;
};

// A mass that is let go where the line begins to pull, downwards positive.
class Load : public SimObject {
public:
    static constexpr const char *TypeName = "Body/Load";

    Load(std::string name, ISimObjectCreator *creator) : SimObject(name) {
        creator->AddInport("Tension", 1, &m_tension);
        m_pos = creator->AddState("Pos", 1);
        m_vel = creator->AddState("Vel", 1);
        creator->AddOutportOfState("Pos", "Pos");
        creator->SetInitialValue("Pos", {0.0});
        creator->SetInitialValue("Vel", {0.0});
        creator->GetDoubleParam("Mass", &m_mass);
    }

    void OdeFcn(const double T, const double *const X, double *const XDot) const {
        XDot[m_pos] = X[m_vel];
        XDot[m_vel] = 9.81 - *m_tension->GetPortValue(T, X) / m_mass;
    }

private:
    ISignalPort *m_tension;
    int m_pos, m_vel;
    double m_mass;
};

// A ball that bounces: a handler that sets states which have derivatives.
class Ball : public SimObject {
public:
    static constexpr const char *TypeName = "Body/Ball";

    Ball(std::string name, ISimObjectCreator *creator) : SimObject(name) {
        m_height = creator->AddState("Height", 1, {"m", ""});
        m_speed = creator->AddState("Speed", 1, {"m/s", ""});
        creator->AddDiscreteState("Bounces", 1, &m_bounces);
        creator->SetInitialValue("Bounces", {0.0});
        creator->AddIndicator("Gap", PORT_FUNCTION(Ball::Gap), Crossing::Falling, {"m", ""}).Reads(m_height);
        creator->AddEventHandler("Gap", HANDLER_FUNCTION(Ball::Bounce)).Sets(m_height, m_speed, m_bounces);
    }

    void OdeFcn(const double, const double *const X, double *const XDot) const {
        XDot[m_height] = X[m_speed];
        XDot[m_speed] = -9.81;
    }

    double Gap(const double, const double *const X) const { return X[m_height]; }

    void Bounce(const double T, const double *const X) const {
        SetNow(m_height, 0.0);
        SetNow(m_speed, {-0.8 * X[m_speed]});
        m_bounces->SetNow(*m_bounces->GetValue(T, X) + 1.0);
    }

private:
    int m_height, m_speed;
    DiscreteState *m_bounces;
};

// The mean of the last `Count` samples, each a vector: memory, a common calculation on
// the clock of the update, an out-port on it, and a width that a parameter gives.
class MovingMean : public SimObject {
public:
    static constexpr const char *TypeName = "Signal/MovingMean";
    static constexpr bool Reentrant = false;

    MovingMean(std::string name, ISimObjectCreator *creator) : SimObject(name) {
        creator->GetIntParam("Width", &m_width, 1);
        creator->GetIntParam("Count", &m_count, 2);
        const Clock clock = Clock::Every(0.25);
        m_period = creator->GetSampleTime(clock);
        creator->AddInport("In", m_width, &m_in);
        creator->AddMemory("Ring", m_width * m_count, &m_ring);
        creator->AddDiscreteState("Last", m_width, &m_last);
        creator->SetInitialValue("Last", {-1.0});
        creator->AddOutportOfState("Last", "Last");
        creator->RegisterCommonCalculation(COMMON_COMPUTATION_FUNCTION(MovingMean::Sum), &m_calc)
            .On(clock)
            .Reads(m_in, m_ring);
        creator->AddOutport("Mean", m_width, PORT_FUNCTION(MovingMean::Mean)).On(clock).Reads(m_calc);
        creator->AddOutport("Tick", 1, PORT_FUNCTION(MovingMean::Tick)).On(clock).Reads();
        creator->AddUpdate(UPDATE_FUNCTION(MovingMean::Shift)).On(clock).Reads(m_in).Sets(m_ring, m_last);
        m_sum.resize(m_width);
    }

    // Now's and those that are kept, of Count - 1 ticks before.
    void Sum(const double T, const double *const X) {
        const double *in = m_in->GetPortValue(T, X), *ring = m_ring->GetValue(T, X);
        for (int i = 0; i < m_width; ++i) {
            m_sum[i] = in[i];
            for (int row = 0; row + 1 < m_count; ++row) {
                m_sum[i] += ring[row * m_width + i];
            }
        }
    }

    const double *Mean(const double T, const double *const X) {
        m_calc->ComputeFunction(T, X);
        for (double &sum : m_sum) {
            sum /= m_count;
        }
        return m_sum.data();
    }

    const double *Tick(const double T, const double *) {
        // The time of a tick is the number nearest to it.
        m_tick = T == static_cast<double>(GetTick()) * m_period ? static_cast<double>(GetTick()) : -1.0;
        return &m_tick;
    }

    void Shift(const double T, const double *const X) {
        double *ring = m_ring->Write();
        std::copy_backward(ring, ring + m_width * (m_count - 1), ring + m_width * m_count);
        std::copy(m_in->GetPortValue(T, X), m_in->GetPortValue(T, X) + m_width, ring);
        m_last->SetNext(m_in->GetPortValue(T, X), m_width);
    }

private:
    ISignalPort *m_in;
    Memory *m_ring;
    DiscreteState *m_last;
    ICommonComputation *m_calc;
    int m_width, m_count;
    double m_period, m_tick;
    std::vector<double> m_sum;
};

// One side of a line between two: each reads what the other gave at the tick before.
class Side : public SimObject {
public:
    static constexpr const char *TypeName = "Wave/Side";
    static constexpr bool Reentrant = false;

    Side(std::string name, ISimObjectCreator *creator) : SimObject(name) {
        creator->AddInport("Other", 1, &m_other);
        creator->GetDoubleParam("Begin", &m_begin);
        creator->AddOutport("Out", 1, PORT_FUNCTION(Side::Out)).On(Clock::Every(0.25)).ReadsPrevious(m_other);
        bool hasBegin;
        creator->GetBoolParam("HasBegin", &hasBegin, true);
        if (hasBegin) {
            creator->SetInitialValue("Out", {m_begin});
        }
    }

    const double *Out(const double T, const double *const X) {
        m_out = 1.0 + *m_other->GetPortValue(T, X);
        return &m_out;
    }

private:
    ISignalPort *m_other;
    double m_begin, m_out;
};

// The largest input that an accepted step has seen: what FhSim's code did where
// bIsMajorTimeStep was set.
class Peak : public SimObject {
public:
    static constexpr const char *TypeName = "Signal/Peak";

    Peak(std::string name, ISimObjectCreator *creator) : SimObject(name) {
        creator->AddInport("In", 1, &m_in);
        creator->AddDiscreteState("Peak", 1, &m_peak);
        creator->AddOutportOfState("Peak", "Peak");
        creator->InitialCondition().Reads(m_in);
        creator->AddUpdate(UPDATE_FUNCTION(Peak::Step)).On(Clock::Steps()).Sets(m_peak);
    }

    void InitialConditionSetup(const double T, const double *const currentIC, double *const) const {
        m_peak->SetInitial(*m_in->GetPortValue(T, currentIC));
    }

    void Step(const double T, const double *const X) const {
        m_peak->SetNext(std::fmax(*m_peak->GetValue(T, X), *m_in->GetPortValue(T, X)));
    }

private:
    ISignalPort *m_in;
    DiscreteState *m_peak;
};

BOWLINE_LIBRARY(sampled, "1.0", "Clocks, updates and events in C++", UnitDelay, Line, Load, Ball, MovingMean,
                Side, Peak)
