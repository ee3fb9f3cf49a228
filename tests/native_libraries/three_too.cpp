// What three.c has, in C++, operation by operation.

#include <cmath>

#include "simobject.hpp"

using namespace bowline;

class StickSlip : public SimObject {
public:
    static constexpr const char *TypeName = "Friction/StickSlip";

    StickSlip(const std::string &name, ISimObjectCreator *creator) : SimObject(name) {
        m_pos = creator->AddState("Pos", 1, {"m", "Stretch of the spring"});
        m_vel = creator->AddState("Vel", 1, {"m/s", "Velocity"});
        creator->AddDiscreteState("Mode", 1, &m_mode, {"", "1 faster than the belt, -1 slower, 0 with it"});
        creator->AddOutport("Lead", 1, PORT_FUNCTION(StickSlip::Lead), {"m/s", "How much faster than the belt it is"})
            .Reads(m_vel);
        // One function gives the load for all that watch it.
        creator->AddPrivate("Load", 1, PORT_FUNCTION(StickSlip::Load), &m_load).Reads(m_pos);
        creator->AddIndicator("Forwards", PORT_FUNCTION(StickSlip::Forwards), Crossing::Falling, {"N", ""});
        creator->AddIndicator("Backwards", PORT_FUNCTION(StickSlip::Backwards), Crossing::Falling, {"N", ""});
        creator->AddIndicator("Stop", PORT_FUNCTION(StickSlip::Stop), Crossing::Falling, {"m/s", ""});
        creator->AddEventHandler("Forwards", HANDLER_FUNCTION(StickSlip::SlipForwards)).Reads().Sets(m_mode);
        creator->AddEventHandler("Backwards", HANDLER_FUNCTION(StickSlip::SlipBackwards)).Reads().Sets(m_mode);
        creator->AddEventHandler("Stop", HANDLER_FUNCTION(StickSlip::Stick)).Reads().Sets(m_mode, m_vel);
        creator->SetSide("Forwards", "Mode");
        creator->SetSide("Backwards", "Mode");
        creator->SetNominal("Forwards", 2.0);
        creator->AddOutportOfState("Pos", "Pos");
        creator->SetInitialValue("Pos", {0.0});
        creator->SetInitialValue("Mode", {0.0});
        creator->SetNominal("Pos", 0.1);
        creator->SetPattern("Pos", "Vel", Pattern::Diagonal());
        creator->SetDatum("Lead", BOWLINE_DATUM_RELATIVE);
        creator->GetDoubleParam("Mass", &m_mass, About("kg", "Mass").MoreThan(0.0));
        creator->GetDoubleParam("Stiffness", &m_stiffness, About("N/m", "Stiffness").MoreThan(0.0));
        creator->GetDoubleParam("Belt", &m_belt, {"m/s", "Velocity of the belt"});
        creator->GetDoubleParam("Static", &m_atRest, About("N", "Friction at rest").MoreThan(0.0));
        creator->GetDoubleParam("Sliding", &m_sliding, About("N", "Friction where it slides").AtLeast(0.0));
        creator->GetChoiceParam("Law", &m_law, {"Coulomb", "Stribeck"}, "Coulomb", {"", "How friction depends on velocity"});
        creator->SetInitialValue("Vel", {m_belt});
    }

    void OdeFcn(const double T, const double *const X, double *const XDot) const {
        const double mode = *m_mode->GetValue(T, X);
        XDot[m_pos] = X[m_vel];
        if (mode == 0.0) {
            XDot[m_vel] = 0.0;
            return;
        }
        double friction = m_sliding;
        if (m_law == Law::Stribeck) {
            friction += (m_atRest - m_sliding) * std::exp(-std::fabs(X[m_vel] - m_belt) / 0.1);
        }
        XDot[m_vel] = (-m_stiffness * X[m_pos] - mode * friction) / m_mass;
    }

    double Load(const double, const double *const X) const { return -m_stiffness * X[m_pos]; }
    double Lead(const double, const double *const X) const { return X[m_vel] - m_belt; }

    double Forwards(const double T, const double *const X) const {
        return IsStuck(T, X) ? m_atRest - *m_load->GetValue(T, X) : 1.0;
    }
    double Backwards(const double T, const double *const X) const {
        return IsStuck(T, X) ? m_atRest + *m_load->GetValue(T, X) : 1.0;
    }
    double Stop(const double T, const double *const X) const {
        return IsStuck(T, X) ? 1.0 : *m_mode->GetValue(T, X) * (X[m_vel] - m_belt);
    }

    void SlipForwards(const double, const double *const) const { m_mode->SetNow(1.0); }
    void SlipBackwards(const double, const double *const) const { m_mode->SetNow(-1.0); }
    void Stick(const double, const double *const) const {
        m_mode->SetNow(0.0);
        SetNow(m_vel, m_belt);
    }

private:
    enum class Law { Coulomb, Stribeck };

    bool IsStuck(const double T, const double *const X) const { return *m_mode->GetValue(T, X) == 0.0; }

    DiscreteState *m_mode;
    PrivateValue *m_load;
    int m_pos, m_vel;
    double m_mass, m_stiffness, m_belt, m_atRest, m_sliding;
    Law m_law;
};

class Filter : public SimObject {
public:
    static constexpr const char *TypeName = "Signal/Filter";

    Filter(const std::string &name, ISimObjectCreator *creator) : SimObject(name) {
        creator->GetMatrixParam("A", m_a, Shape::Square(), {"", "Square"});
        const int order = static_cast<int>(m_a.Rows());
        creator->GetMatrixParam("B", m_b, Shape(order, 1), {"", "A column"});
        creator->GetMatrixParam("C", m_c, Shape(1, order), {"", "A row"});
        creator->GetDoubleParam("JumpAt", &m_jumpAt, 1e9, {"s", "When 1 is added to Out"});
        creator->AddSumport("In", 1, &m_in, {"", "What is filtered"});
        creator->AddDiscreteState("X", order, &m_x, {"", "What it remembers"});
        creator->AddOutport("Out", 1, PORT_FUNCTION(Filter::Out), {"", "What is left"}).Reads(m_x);
        creator->AddUpdate(UPDATE_FUNCTION(Filter::Step)).On(Clock::Model()).Reads(m_in, m_x).Sets(m_x).CountsTicks();
        creator->SetDefaultInput("In", {0.0});
        creator->SetInitialValue("X", {0.0});
    }

    void Step(const double T, const double *const X) const {
        const double in = m_in->GetPortValue(T, X), *const x = m_x->GetValue(T, X);
        std::vector<double> next;
        for (std::size_t row = 0; row < m_a.Rows(); ++row) {
            double sum = m_b(row, 0) * in;
            for (std::size_t column = 0; column < m_a.Columns(); ++column) {
                sum += m_a(row, column) * x[column];
            }
            next.push_back(sum);
        }
        m_x->SetNext(next.data(), next.size());
    }

    double Out(const double T, const double *const X) const {
        double sum = T < m_jumpAt ? 0.0 : 1.0;
        for (std::size_t i = 0; i < m_c.Columns(); ++i) {
            sum += m_c(0, i) * m_x->GetValue(T, X)[i];
        }
        return sum;
    }

    double NextTimeEvent(const double T) const { return T < m_jumpAt ? m_jumpAt : INFINITY; }
    double NextStop(const double T) const { return std::floor(T) + 1.0; }

private:
    Matrix m_a, m_b, m_c;
    double m_jumpAt;
    SumPort *m_in;
    DiscreteState *m_x;
};

/// It keeps scratch in a member, so that every run has its own.
class Pipe : public SimObject {
public:
    static constexpr const char *TypeName = "Pipe/Colebrook";
    static constexpr bool Reentrant = false;

    Pipe(const std::string &name, ISimObjectCreator *creator) : SimObject(name) {
        creator->GetDoubleParam("Roughness", &m_roughness, {"", "Roughness over diameter"});
        creator->AddInport("Re", 1, &m_reynolds, {"", "Reynolds number"});
        creator->AddUnknown("Factor", 1, PORT_FUNCTION(Pipe::Equation), &m_factor, {"", "Friction factor"});
        creator->SetGuess("Factor", {0.02});
        creator->SetNominal("Factor", 0.01);
    }

    double Equation(const double T, const double *const X) {
        const double factor = *m_factor->GetValue(T, X), reynolds = *m_reynolds->GetPortValue(T, X);
        if (factor <= 0.0) {
            throw Failure("a friction factor is more than 0", Failure::Recoverable);
        }
        m_root = std::sqrt(factor);
        return 1.0 / m_root + 2.0 * std::log10(m_roughness / 3.7 + 2.51 / (reynolds * m_root));
    }

private:
    SignalPort *m_reynolds;
    Unknown *m_factor;
    double m_roughness, m_root = 0.0;
};

BOWLINE_LIBRARY(three_too, "1.0", "The same in three languages", StickSlip, Filter, Pipe)
