// What C++ authors wrote before: former names mean what those of today do. A
// compiler warns of them.

#include "simobject.hpp"

#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif

using namespace bowline;

class Former : public SimObject {
public:
    static constexpr const char *TypeName = "Signal/Former";

    Former(std::string name, ISimObjectCreator *creator) : SimObject(name) {
        creator->AddInport("In", 1, &m_in);
        creator->SetFallback("In", {2.0});
        creator->AddSampledState("Mode", 1, &m_mode);
        creator->SetInitialValue("Mode", {0.0});
        creator->AddUpdate(UPDATE_FUNCTION(Former::Step)).On(Clock::Steps()).Reads(m_in).Sets(m_mode);
    }

    void Step(const double T, const double *const X) const { m_mode->SetNext(*m_in->GetPortValue(T, X)); }

private:
    ISignalPort *m_in;
    SampledState *m_mode;
};

BOWLINE_LIBRARY(former_too, "1.0", "Former names in C++", Former)
