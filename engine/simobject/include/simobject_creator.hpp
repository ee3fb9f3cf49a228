/* SPDX-License-Identifier: MIT-0 OR MIT OR Apache-2.0
 *
 * The part of simobject.hpp that constructors talk to: include that. */

#include "simobject.hpp"

#ifndef BOWLINE_SIMOBJECT_CREATOR_HPP
#define BOWLINE_SIMOBJECT_CREATOR_HPP

namespace bowline {

/// What a constructor declares its SimObject to. A wrong parameter does not
/// stop it: the host notes what is wrong, and gives a value to go on with.
class Creator {
public:
    explicit Creator(BowlineCreator *host) : m_host(host) {}

    std::string GetSimObjectName() const { return detail::string(m_host->calls->object_name(m_host)); }

    /// What simobject.h works with, for what there is nothing here.
    BowlineCreator *GetHost() const { return m_host; }

    /* -- ports, states, calculations */

    /// An in-port, for which `port` will stand.
    void AddInport(const std::string &name, int width, SignalPort **port, const About &about = {}) {
        SignalPort &declared = m_handles.Add<SignalPort>();
        static_cast<detail::Signal &>(declared) = Declare(BOWLINE_ROLE_IN_PORT, name, width, about);
        *port = &declared;
    }

    /// An in-port that adds up any number of sources, as forces on a body.
    void AddSumport(const std::string &name, int width, SumPort **port, const About &about = {}) {
        SumPort &declared = m_handles.Add<SumPort>();
        static_cast<detail::Signal &>(declared) = Declare(BOWLINE_ROLE_SUM_PORT, name, width, about);
        *port = &declared;
    }

    /// An out-port, with the function that gives its numbers: one of
    ///
    ///     void Function(double T, const double *X, double *out) const    sets them
    ///     double Function(double T, const double *X) const               returns the one number
    ///     const double *Function(double T, const double *X) const        returns where they are
    template <auto F>
    Registration &AddOutport(const std::string &name, int width, Function<F>, const About &about = {}) {
        return Fill<F>(Declare(BOWLINE_ROLE_OUT_PORT, name, width, about), name);
    }

    /// Numbers that a function gives, as that of an out-port does, and that others of the
    /// SimObject read: `value` will stand for them.
    template <auto F>
    Registration &AddPrivate(const std::string &name, int width, Function<F>, PrivateValue **value) {
        PrivateValue &declared = m_handles.Add<PrivateValue>();
        static_cast<detail::Signal &>(declared) = Declare(BOWLINE_ROLE_PRIVATE, name, width, {});
        *value = &declared;
        Registration &registration = Fill<F>(declared, name);
        registration.m_is_private = true;
        return registration;
    }

    /// An out-port that is a state, with its unit and description, which costs
    /// nothing. It may have the state's name; any other out-port must not.
    void AddOutportOfState(const std::string &name, const std::string &state) {
        const Named declared = Find(state);
        Declare(BOWLINE_ROLE_OUT_PORT_OF_STATE, name, static_cast<int>(declared.width), {}, declared.index);
    }

    /// A bundle of that side of a kind. Declare every member of it, once: what the
    /// side gives as out-ports, the rest as in-ports. A member is a port called
    /// `Bundle.member`, with the width, unit and description of the kind.
    Bundle AddBundle(const std::string &name, const BowlineBundleKind *kind, const std::string &side,
                     const std::string &doc = "") {
        if (kind == nullptr) {
            throw Failure("the kind of the bundle `" + name + "` is a null pointer");
        }
        Bundle bundle;
        bundle.m_name = name;
        bundle.m_kind = kind;
        bundle.m_number = bowline_bundle(m_host, name.c_str(), kind, side.c_str(), doc.c_str());
        return bundle;
    }

    /// A member that the other side gives.
    void AddInport(const Bundle &bundle, const std::string &member, SignalPort **port) {
        SignalPort &declared = m_handles.Add<SignalPort>();
        static_cast<detail::Signal &>(declared) = DeclareMember(BOWLINE_ROLE_IN_PORT, bundle, member, bundle.Width(member));
        *port = &declared;
    }

    /// A member that this side gives, with the function that gives its numbers.
    template <auto F> Registration &AddOutport(const Bundle &bundle, const std::string &member, Function<F>) {
        const detail::Signal port = DeclareMember(BOWLINE_ROLE_OUT_PORT, bundle, member, bundle.Width(member));
        return Fill<F>(port, m_named.back().name);
    }

    /// A member that this side gives and that is a state.
    void AddOutportOfState(const Bundle &bundle, const std::string &member, const std::string &state) {
        const Named declared = Find(state);
        DeclareMember(BOWLINE_ROLE_OUT_PORT_OF_STATE, bundle, member, declared.width, declared.index);
    }

    /// A resource that it asks, for which `resource` will stand. The SimObject that
    /// provides such a kind is found by itself; where several do, the scenario says which.
    void AddResource(const std::string &name, const BowlineResourceKind *kind, Resource **resource,
                     const std::string &doc = "") {
        Resource &declared = m_handles.Add<Resource>();
        static_cast<detail::Signal &>(declared) = {bowline_uses(m_host, name.c_str(), kind, doc.c_str()), 0};
        *resource = &declared;
    }

    /// A resource that it answers for: `void Function(double T, const double *X, const
    /// double *inputs, double *outputs) const`. What the answers depend on is said as for
    /// other functions, `.Reads(...)`. Several may ask at once: so the type
    /// is Reentrant.
    template <auto F>
    Registration &Provide(const std::string &name, const BowlineResourceKind *kind, Function<F> function,
                          const std::string &doc = "");

    /// Numbers that the host solves for, for which `unknown` will stand: it chooses them so
    /// that their residuals, which the function gives as that of an out-port does, become 0. To others they are an
    /// out-port. The function is called with unknowns on trial: where it throws a recoverable Failure, or a
    /// residual is not finite, the host tries others.
    template <auto F>
    Registration &AddUnknown(const std::string &name, int width, Function<F>, Unknown **unknown,
                             const About &about = {}) {
        Unknown &declared = m_handles.Add<Unknown>();
        static_cast<detail::Signal &>(declared) = Declare(BOWLINE_ROLE_UNKNOWN, name, width, about);
        *unknown = &declared;
        const std::string residual = name + "-residual";
        Registration &registration = Fill<F>(Declare(BOWLINE_ROLE_RESIDUAL, residual, width, {}, declared.m_index), residual);
        registration.m_purpose = BOWLINE_PURPOSE_RESIDUAL;
        return registration;
    }

    /// A state. Returns where it lies in the X and XDot of functions.
    int AddState(const std::string &name, int width, const About &about = {}) {
        m_states.push_back(Declare(BOWLINE_ROLE_STATE, name, width, about));
        return static_cast<int>(m_states.back().m_first);
    }

    /// A discrete state, for which `state` will stand.
    void AddDiscreteState(const std::string &name, int width, DiscreteState **state, const About &about = {}) {
        DiscreteState &declared = m_handles.Add<DiscreteState>();
        m_discrete_states.push_back(&declared);
        static_cast<detail::Signal &>(declared) = Declare(BOWLINE_ROLE_DISCRETE_STATE, name, width, about);
        *state = &declared;
    }

    [[deprecated("write AddDiscreteState")]] void AddSampledState(const std::string &name, int width,
                                                                  DiscreteState **state, const About &about = {}) {
        AddDiscreteState(name, width, state, about);
    }

    /// Room for so many numbers, zeros at first, for which `memory` will stand.
    void AddMemory(const std::string &name, int width, Memory **memory) {
        Memory &declared = m_handles.Add<Memory>();
        static_cast<detail::Signal &>(declared) = Declare(BOWLINE_ROLE_MEMORY, name, width, {});
        *memory = &declared;
    }

    /// The same as a ring of entries of a width: at tick n, counted from 0, the update replaces entry n % entries,
    /// which is the oldest one, and no other. So the host knows what it remembers, as linear models need it.
    void AddRing(const std::string &name, int entries, int width, Memory **memory) {
        Memory &declared = m_handles.Add<Memory>();
        static_cast<detail::Signal &>(declared) =
            Declare(BOWLINE_ROLE_MEMORY, name, entries * width, {}, 0, 0, static_cast<std::uint32_t>(width));
        *memory = &declared;
    }

    /// A number whose sign the host watches, which a function returns: `double
    /// Function(double T, const double *X)`. Where it crosses 0 the step ends, and
    /// its handlers run. It should cross 0 with a slope, and go on smoothly behind.
    template <auto F>
    Registration &AddIndicator(const std::string &name, Function<F>, Crossing crossing, const About &about = {}) {
        static_assert(detail::Is<F, detail::Returns>, "the function of an indicator is `double F(double T, const double *X)`");
        return Fill<F>(Declare(BOWLINE_ROLE_INDICATOR, name, 1, about, 0, static_cast<std::uint32_t>(crossing)), name);
    }

    /// A function, `void Function(double T, const double *X)`, that runs at the ticks
    /// of a clock (`.On(...)`), sets next values of discrete states and writes memory
    /// (`.Sets(...)`).
    template <auto F> Registration &AddUpdate(Function<F> function) {
        return Runs<F>(BOWLINE_PURPOSE_UPDATE, function.name);
    }

    /// A function, `void Function(double T, const double *X)`, that runs where the
    /// indicator of that name crosses 0, just behind, and sets states of both kinds
    /// (`.Sets(...)`).
    template <auto F> Registration &AddEventHandler(const std::string &indicator, Function<F> function) {
        const std::uint32_t index = Find(indicator).index;
        Registration &registration = Runs<F>(BOWLINE_PURPOSE_HANDLER, function.name);
        registration.m_indicator = index;
        return registration;
    }

    /// The period of a clock, s, for coefficients that depend on it. Clock::Steps()
    /// has none.
    double GetSampleTime(const Clock &clock) { return bowline_sample_time(m_host, clock.m_clock); }

    /// A calculation, `void Function(double T, const double *X)`, that other
    /// functions share, for which `common` will stand. It counts as reading all
    /// in-ports, and the common calculations that were registered before it.
    template <auto F>
    Registration &RegisterCommonCalculation(Function<F> function, CommonComputation **common = nullptr) {
        CommonComputation &declared = m_handles.Add<CommonComputation>();
        if (common != nullptr) {
            *common = &declared;
        }
        Registration &registration = Runs<F>(BOWLINE_PURPOSE_COMMON_COMPUTATION, function.name);
        registration.m_sweep = detail::Share<F>;
        registration.m_common = &declared;
        return registration;
    }

    /// Where to say what InitialConditionSetup reads, `InitialCondition().Reads(m_in)`, if
    /// not all in-ports: initial conditions that wait for each other are an error.
    Registration &InitialCondition() { return m_initial; }

    /* -- terminals, and what lies between them */

    /// A terminal: a place where the SimObject is joined to terminals of the same nature.
    /// Any number of them may meet.
    Terminal AddTerminal(const std::string &name, const Nature &nature, const std::string &doc = "") {
        Terminal terminal;
        terminal.m_end = bowline_terminal(m_host, name.c_str(), &nature.m_nature, doc.c_str());
        return terminal;
    }

    /// A branch that gives its through variable, as springs, dampers and resistors do: an
    /// out-port, whose function may read what the branch is given, an unknown, or a state.
    Branch &GivesThrough(const Ends &ends, const BranchSignal &through) {
        return AddBranch(BOWLINE_BRANCH_THROUGH, ends).Through(through);
    }

    /// A branch that only measures: it is given what it asks for, and nothing flows through it.
    Branch &Measures(const Ends &ends) { return AddBranch(BOWLINE_BRANCH_THROUGH, ends); }

    /// A branch that stores, as masses and capacitors do: its through variable is the
    /// coefficient times the rate of its across variable. The host integrates it.
    Branch &Stores(const Ends &ends, double coefficient) {
        Branch &branch = AddBranch(BOWLINE_BRANCH_STORAGE, ends);
        branch.m_numbers = {coefficient};
        return branch;
    }
    /// The same with a coefficient that an out-port gives.
    Branch &Stores(const Ends &ends, const BranchSignal &coefficient) {
        return AddBranch(BOWLINE_BRANCH_STORAGE, ends).Of(4, coefficient);
    }

    /// A branch that fixes its across variable, as sources do, at what out-ports give
    /// (`.Across`, `.Position`, `.Rate`); at 0, if none is named.
    Branch &FixesAcross(const Ends &ends) { return AddBranch(BOWLINE_BRANCH_ACROSS, ends); }

    /// A branch of friction: it holds its ends together, up to a limit of its through
    /// variable that an out-port gives, and slides beyond, with what `.Sliding` gives. Where
    /// the limit is 0 it is open; from BOWLINE_UNLIMITED on it holds whatever comes, and
    /// passes impulses.
    Branch &Holds(const Ends &ends, const BranchSignal &limit) {
        return AddBranch(BOWLINE_BRANCH_FRICTION, ends).Of(5, limit);
    }

    /// A stop: the position of its first end less that of its second does not fall below
    /// this. What hits it leaves with the part `restitution` of its velocity; if that is
    /// less than `rest`, it comes to rest.
    Branch &Blocks(const Ends &ends, double position, double restitution, double rest) {
        Branch &branch = AddBranch(BOWLINE_BRANCH_STOP, ends);
        branch.m_numbers = {position, restitution, rest};
        return branch;
    }

    /// Relates across variables, as gears and levers do: the sum of those of all pairs of
    /// ends, each times its factor, is 0. The through variable of each pair is its factor
    /// times that of the branch.
    Branch &Relates(std::initializer_list<std::pair<Ends, double>> pairs) {
        m_branches.emplace_back();
        Branch &branch = m_branches.back();
        branch.m_form = BOWLINE_BRANCH_RATIO;
        for (const auto &[ends, factor] : pairs) {
            branch.m_ends.insert(branch.m_ends.end(), {ends.m_pair[0], ends.m_pair[1]});
            branch.m_numbers.push_back(factor);
        }
        return branch;
    }

    /* -- parameters: without a default, the scenario must give them */

    void GetDoubleParam(const std::string &name, double *into, const About &about = {}) {
        const BowlineParameter request = Request(BOWLINE_PARAMETER_NUMBER, name, about);
        *into = bowline_ask_number(m_host, &request);
    }
    void GetDoubleParam(const std::string &name, double *into, double otherwise, const About &about = {}) {
        BowlineParameter request = Request(BOWLINE_PARAMETER_NUMBER, name, about, BOWLINE_REQUIREMENT_DEFAULT);
        request.default_numbers = &otherwise;
        request.default_count = 1;
        *into = bowline_ask_number(m_host, &request);
    }

    /// A whole number from 0 on.
    void GetIntParam(const std::string &name, int *into, const About &about = {}) {
        const BowlineParameter request = Request(BOWLINE_PARAMETER_WHOLE, name, about);
        *into = Whole(name, request);
    }
    /// A default below 0, as in `-1`, says that the parameter may be left out.
    void GetIntParam(const std::string &name, int *into, int otherwise, const About &about = {}) {
        BowlineParameter request =
            Request(BOWLINE_PARAMETER_WHOLE, name, about, otherwise < 0 ? BOWLINE_REQUIREMENT_OPTIONAL : BOWLINE_REQUIREMENT_DEFAULT);
        request.default_whole = static_cast<std::uint64_t>(std::max(otherwise, 0));
        *into = Whole(name, request, otherwise);
    }

    void GetBoolParam(const std::string &name, bool *into, const About &about = {}) {
        const BowlineParameter request = Request(BOWLINE_PARAMETER_BOOLEAN, name, about);
        *into = bowline_ask(m_host, &request).whole != 0;
    }
    void GetBoolParam(const std::string &name, bool *into, bool otherwise, const About &about = {}) {
        BowlineParameter request = Request(BOWLINE_PARAMETER_BOOLEAN, name, about, BOWLINE_REQUIREMENT_DEFAULT);
        request.default_whole = otherwise;
        *into = bowline_ask(m_host, &request).whole != 0;
    }

    void GetStringParam(const std::string &name, std::string &into, const About &about = {}) {
        const BowlineParameter request = Request(BOWLINE_PARAMETER_TEXT, name, about);
        into = detail::string(bowline_ask(m_host, &request).text);
    }
    void GetStringParam(const std::string &name, std::string &into, const char *otherwise, const About &about = {}) {
        BowlineParameter request = Request(BOWLINE_PARAMETER_TEXT, name, about, BOWLINE_REQUIREMENT_DEFAULT);
        request.default_text = detail::text(otherwise);
        into = detail::string(bowline_ask(m_host, &request).text);
    }

    /// A vector of that length, which a single number fills; of any length if it is 0.
    void GetDoubleVectorParam(const std::string &name, std::vector<double> &into, int length = 0,
                              const About &about = {}) {
        BowlineParameter request = Request(BOWLINE_PARAMETER_VECTOR, name, about);
        request.length = Width(name, length);
        into = Numbers(request);
    }
    void GetDoubleVectorParam(const std::string &name, std::vector<double> &into, int length,
                              std::initializer_list<double> otherwise, const About &about = {}) {
        BowlineParameter request = Request(BOWLINE_PARAMETER_VECTOR, name, about, BOWLINE_REQUIREMENT_DEFAULT);
        request.length = Width(name, length);
        request.default_numbers = otherwise.begin();
        request.default_count = otherwise.size();
        into = Numbers(request);
    }

    /// Rows of numbers.
    void GetMatrixParam(const std::string &name, Matrix &into, const Shape &shape = {}, const About &about = {}) {
        into = AsMatrix(OfShape(Request(BOWLINE_PARAMETER_MATRIX, name, about), name, shape));
    }
    void GetMatrixParam(const std::string &name, Matrix &into, const Shape &shape, const Matrix &otherwise,
                        const About &about = {}) {
        BowlineParameter request =
            OfShape(Request(BOWLINE_PARAMETER_MATRIX, name, about, BOWLINE_REQUIREMENT_DEFAULT), name, shape);
        request.default_numbers = otherwise.Elements().data();
        request.default_count = otherwise.Elements().size();
        request.default_columns = otherwise.Columns();
        into = AsMatrix(request);
    }

    /// One of a few words: which of them, from 0 on, as an int or an enumeration.
    template <class Choice>
    void GetChoiceParam(const std::string &name, Choice *into, std::initializer_list<const char *> options,
                        const About &about = {}) {
        Choose(Request(BOWLINE_PARAMETER_CHOICE, name, about), into, options);
    }
    template <class Choice>
    void GetChoiceParam(const std::string &name, Choice *into, std::initializer_list<const char *> options,
                        const char *otherwise, const About &about = {}) {
        BowlineParameter request = Request(BOWLINE_PARAMETER_CHOICE, name, about, BOWLINE_REQUIREMENT_DEFAULT);
        const auto is_it = [otherwise](const char *option) { return std::string(option) == otherwise; };
        const auto found = std::find_if(options.begin(), options.end(), is_it);
        if (found == options.end()) {
            throw Failure("the default of `" + name + "`, `" + otherwise + "`, is none of its options");
        }
        request.default_whole = static_cast<std::uint64_t>(found - options.begin());
        Choose(request, into, options);
    }

    /// The contents of a text file that the scenario names. (What a SimObject
    /// reads by itself, the host knows nothing of.)
    void GetTextFileParam(const std::string &name, std::string &contents, const About &about = {}) {
        const BowlineParameter request = Request(BOWLINE_PARAMETER_TEXT_FILE, name, about);
        contents = detail::string(bowline_ask(m_host, &request).text);
    }

    /// Notes that a parameter is wrong in a way that its bounds do not say.
    void ReportParameterError(const std::string &parameter, const std::string &message) {
        Fault(BOWLINE_FAULT_WRONG_PARAMETER, parameter, message);
    }

    /* -- more about what is declared, by its name */

    /// Typical magnitude of a state, of an unknown, or of an out-port that may be in a loop; the absolute tolerance is
    /// multiplied by it.
    void SetNominal(const std::string &name, double magnitude) { Number(BOWLINE_MEANING_NOMINAL, name, {magnitude}); }

    /// Where the search for an unknown begins, or for an out-port in a loop, where the scenario says nothing else;
    /// a single number fills it.
    void SetGuess(const std::string &name, const std::vector<double> &value) {
        Number(BOWLINE_MEANING_GUESS, name, value);
    }

    /// Value of an in-port that is not connected; a single number fills it.
    void SetDefaultInput(const std::string &port, const std::vector<double> &value) {
        Number(BOWLINE_MEANING_DEFAULT_INPUT, port, value);
    }

    [[deprecated("write SetDefaultInput")]] void SetFallback(const std::string &port,
                                                             const std::vector<double> &value) {
        SetDefaultInput(port, value);
    }

    /// Between which values an in-port means something: who moves it by hand has a slider from one to the other. They
    /// are no check; what is beyond them, the calculation that reads it deals with.
    void SetInputRange(const std::string &port, double low, double high) {
        Number(BOWLINE_MEANING_LOWER, port, {low});
        Number(BOWLINE_MEANING_UPPER, port, {high});
    }

    /// Initial value of a state of either kind or of memory that the scenario does not
    /// give; or of an out-port on a clock, for those who read its previous value.
    void SetInitialValue(const std::string &state, const std::vector<double> &value) {
        Number(BOWLINE_MEANING_INITIAL_VALUE, state, value);
    }

    /// From where the numbers of a port, state or private value are counted: BOWLINE_DATUM_ABSOLUTE,
    /// BOWLINE_DATUM_RELATIVE or BOWLINE_DATUM_BOOKKEEPING.
    void SetDatum(const std::string &signal, std::uint32_t datum) {
        bowline_datum(m_host, Find(signal), datum);
    }

    /// On which side of 0 an indicator has to be in a mode, a discrete state of width 1 that its handler sets: where it
    /// is on the other one at the start, or at the end of an instant, its handler runs. A falling or rising one has to
    /// be before 0; one for Crossing::Either above 0 where the mode is not 0, else not.
    void SetSide(const std::string &indicator, const std::string &mode) {
        bowline_side(m_host, Find(indicator), Find(mode));
    }

    /// The in-port `rate` reads the rate of the in-port `of`, in its unit per second. There is one in equilibria, 0, and
    /// in frequency responses; a model in which `rate` is not connected does not run. Give it the default input 0.
    void SetRate(const std::string &rate, const std::string &of) {
        bowline_rate(m_host, Find(rate), Find(of));
    }

    /// Says on which elements of a state or in-port the derivatives of a state depend; what is
    /// not said counts as all. The more of it is known, the faster are implicit methods.
    void SetPattern(const std::string &state, const std::string &on, const Pattern &elements) {
        if (elements.m_kind == BOWLINE_PATTERN_BAND) {
            bowline_pattern_band(m_host, Find(state), Find(on), elements.m_below, elements.m_above);
        } else {
            bowline_pattern_elements(m_host, Find(state), Find(on), elements.m_elements.data(), elements.m_elements.size());
        }
    }

    /// Adds a shape to what the SimObject looks like; the ports and states that it
    /// names are declared before.
    void AddLook(const Look &look) {
        std::vector<BowlineLookAttribute> attributes;
        for (const auto &[attribute, binding] : look.m_bindings) {
            for (const Binding::Piece &piece : binding.m_pieces) {
                const std::uint32_t signal = piece.signal.empty() ? BOWLINE_LOOK_NUMBERS : Find(piece.signal).index;
                attributes.push_back({attribute, signal, piece.first, piece.count, piece.numbers.data(),
                                      piece.numbers.size()});
            }
        }
        const BowlineLook passed = {sizeof passed,     look.m_shape, attributes.data(),
                                    attributes.size(), detail::text(look.m_material), detail::text(look.m_text),
                                    sizeof(BowlineLookAttribute), 0};
        m_host->calls->look(m_host, &passed);
    }

    /// Says something to the user: BOWLINE_LEVEL_ERROR to BOWLINE_LEVEL_TRACE.
    void Log(std::uint32_t level, const std::string &message) {
        m_host->calls->log(m_host, level, detail::text(message));
    }

    /// Notes that something is wrong: BOWLINE_FAULT_WRONG_PARAMETER to BOWLINE_FAULT_MISTAKE.
    void Fault(std::uint32_t kind, const std::string &parameter, const std::string &message) {
        BowlineFault fault{};
        fault.size = sizeof fault;
        fault.kind = kind;
        fault.parameter = detail::text(parameter);
        fault.message = detail::text(message);
        m_host->calls->fault(m_host, &fault);
    }

    /// Tells the host the calculations of a constructed SimObject, which takes
    /// over what was declared. (Only now all is known that they may read.)
    template <class T> void Finish(T &object);

private:
    struct Named {
        std::string name;
        std::uint32_t role, index;
        std::size_t width;

        /// As simobject.h names it.
        operator BowlinePlace() const { return {index, 0, 0, 0}; }
    };

    static std::size_t Width(const std::string &name, int width) {
        if (width < 0) {
            throw Failure("`" + name + "` has a negative width, " + std::to_string(width));
        }
        return static_cast<std::size_t>(width);
    }

    detail::Signal Declare(std::uint32_t role, const std::string &name, int width, const About &about,
                           std::uint32_t state = 0, std::uint32_t crossing = 0, std::uint32_t ring = 0) {
        BowlineSignal signal = bowline_described_signal(role, name.c_str(), Width(name, width), about.m_unit, about.m_doc);
        signal.state = state;
        signal.crossing = crossing;
        signal.ring = ring;
        const detail::Signal declared(m_host->calls->signal(m_host, &signal), signal.width);
        m_named.push_back({name, role, declared.m_index, declared.m_width});
        return declared;
    }

    detail::Signal DeclareMember(std::uint32_t role, const Bundle &bundle, const std::string &member,
                                 std::size_t width, std::uint32_t state = 0) {
        const detail::Signal declared(bowline_member(m_host, role, bundle.m_number, member.c_str(), width, state), width);
        m_named.push_back({bundle.m_name + "." + member, role, declared.m_index, width});
        return declared;
    }

    const Named &Find(const std::string &name) const {
        for (const Named &named : m_named) {
            if (named.name == name) {
                return named;
            }
        }
        throw Failure("no port or state `" + name + "` is declared yet");
    }

    Registration &Register(std::uint32_t purpose, const std::string &name) {
        Registration &registration = m_registrations.emplace_back();
        registration.m_purpose = purpose;
        registration.m_name = name;
        return registration;
    }

    /// `Forces` of `Spring::Forces`.
    static std::string LastPart(const std::string &path) {
        const std::size_t colon = path.rfind(':');
        return colon == std::string::npos ? path : path.substr(colon + 1);
    }

    /// Registers a function that gives the numbers of a port, private value or indicator.
    template <auto F> Registration &Fill(const detail::Signal &filled, const std::string &name) {
        static_assert(detail::Is<F, detail::Sets> || detail::Is<F, detail::Returns> || detail::Is<F, detail::Points>,
                      "a function that gives numbers is `void F(double T, const double *X, double *out)`, `double "
                      "F(double T, const double *X)` or `const double *F(double T, const double *X)`");
        if (detail::Is<F, detail::Returns> && filled.m_width != 1) {
            throw Failure("`" + name + "` has " + std::to_string(filled.m_width) + " elements, its function returns one");
        }
        Registration &registration = OfFunction<F>(BOWLINE_PURPOSE_COMMON_COMPUTATION, name);
        registration.m_filled = filled;
        registration.m_sweep = detail::Fill<F>;
        return registration;
    }

    /// Registers a function that gives no numbers itself.
    template <auto F> Registration &Runs(std::uint32_t purpose, const char *function_name) {
        static_assert(detail::Is<F, detail::Runs>, "this function is `void F(double T, const double *X)`");
        Registration &registration = OfFunction<F>(purpose, LastPart(function_name));
        registration.m_sweep = detail::Execute<F>;
        return registration;
    }

    template <auto F> Registration &OfFunction(std::uint32_t purpose, const std::string &name) {
        static_assert(detail::KeepsStill<F>,
                      "this function may change members of its SimObject: write `const` behind it, or say `static "
                      "constexpr bool Reentrant = false;` in the class that has it");
        Registration &registration = Register(purpose, name);
        registration.m_part = detail::PartOf<detail::Owner<F>>;
        return registration;
    }

    BowlineParameter Request(std::uint32_t kind, const std::string &name, const About &about,
                             std::uint32_t requirement = BOWLINE_REQUIREMENT_REQUIRED) const {
        BowlineParameter request = bowline_parameter(kind, name.c_str(), about.m_unit, about.m_doc);
        request.requirement = requirement;
        request.bounds = about.m_bounds;
        request.lower = about.m_lower;
        request.upper = about.m_upper;
        return request;
    }

    int Whole(const std::string &name, const BowlineParameter &request, int otherwise = 0) {
        const BowlineValue value = bowline_ask(m_host, &request);
        if (value.given == 0) {
            return otherwise;
        }
        const std::uint64_t whole = value.whole;
        if (whole > INT32_MAX) {
            ReportParameterError(name, "must be at most 2147483647");
            return INT32_MAX;
        }
        return static_cast<int>(whole);
    }

    std::vector<double> Numbers(const BowlineParameter &request) {
        const BowlineValue value = bowline_ask(m_host, &request);
        std::vector<double> numbers(value.numbers, value.numbers + value.count);
        numbers.resize(request.length > 0 ? request.length : value.count);
        return numbers;
    }

    BowlineParameter OfShape(BowlineParameter request, const std::string &name, const Shape &shape) const {
        request.rows = Width(name, shape.m_rows);
        request.columns = Width(name, shape.m_columns);
        request.flags = shape.m_square ? BOWLINE_PARAMETER_SQUARE : 0;
        return request;
    }

    Matrix AsMatrix(const BowlineParameter &request) {
        const BowlineValue value = bowline_ask(m_host, &request);
        const std::size_t columns = std::max<std::size_t>(value.columns, 1);
        return Matrix(value.count / columns, columns, {value.numbers, value.numbers + value.count});
    }

    template <class Choice>
    void Choose(BowlineParameter request, Choice *into, std::initializer_list<const char *> options) {
        std::vector<BowlineText> words;
        for (const char *option : options) {
            words.push_back(detail::text(option));
        }
        request.options = words.data();
        request.option_count = words.size();
        *into = static_cast<Choice>(bowline_ask(m_host, &request).whole);
    }

    void Number(std::uint32_t meaning, const std::string &name, const std::vector<double> &values) {
        bowline_number_of(m_host, meaning, Find(name), values.data(), values.size());
    }

    std::vector<std::uint32_t> Indices(const std::vector<Registration::Named> &names) const {
        std::vector<std::uint32_t> indices;
        for (const auto &[handle, state] : names) {
            indices.push_back(handle != nullptr ? handle->m_index : detail::Find(m_states, state).m_index);
        }
        return indices;
    }

    Branch &AddBranch(std::uint32_t form, const Ends &ends) {
        m_branches.emplace_back();
        Branch &branch = m_branches.back();
        branch.m_form = form;
        branch.m_ends = {ends.m_pair[0], ends.m_pair[1]};
        return branch;
    }

    /// Tells the host what lies between terminals.
    void DeclareBranches() {
        for (const Branch &described : m_branches) {
            std::uint32_t signals[6] = {};
            for (const auto &[slot, signal] : described.m_signals) {
                signals[slot] = (signal.m_signal != nullptr ? signal.m_signal->m_index : Find(signal.m_name).index) + 1;
            }
            BowlineBranch branch{};
            branch.size = sizeof branch;
            branch.form = described.m_form;
            branch.name = detail::text(described.m_name);
            branch.ends = described.m_ends.data();
            branch.end_count = described.m_ends.size() / 2;
            branch.signals = signals;
            branch.signal_count = std::size(signals);
            branch.numbers = described.m_numbers.data();
            branch.number_count = described.m_numbers.size();
            m_host->calls->branch(m_host, &branch);
        }
    }

    std::vector<std::uint32_t> Reads(const Registration &registration) const;

    void Calculation(const Registration &registration, const std::vector<std::uint32_t> &gives, std::size_t tag) {
        const std::vector<std::uint32_t> reads = Reads(registration), previous = Indices(registration.m_previous);
        BowlineCalculation calculation =
            bowline_described(registration.m_purpose, registration.m_name.c_str(), registration.m_sweep, reads.data(), reads.size(),
                              gives.data(), gives.size());
        calculation.flags = (registration.m_named ? BOWLINE_CALCULATION_READS_NAMED : 0) |
                            (registration.m_stateless ? BOWLINE_CALCULATION_READS_NO_STATES : 0) |
                            (registration.m_only_at_start ? BOWLINE_CALCULATION_ONLY_AT_START : 0) |
                            (registration.m_counts_ticks ? BOWLINE_CALCULATION_COUNTS_TICKS : 0);
        calculation.tag = tag;
        calculation.indicator = registration.m_indicator;
        bowline_calculation_on(m_host, calculation, registration.m_clock, previous.data(), previous.size());
    }

    void DeclareTokens();
    void DeclareResource(Registration &registration, std::size_t tag);
    template <class T> void DeclareOwn(T &object);

    BowlineCreator *m_host;
    std::vector<Named> m_named;
    detail::Handles m_handles;
    std::vector<const DiscreteState *> m_discrete_states;
    std::vector<detail::Signal> m_states;
    std::list<Registration> m_registrations;
    std::list<Branch> m_branches;
    Registration m_initial;
};

} // namespace bowline

#endif
