// Many runs of one model on many threads: a mass on a spring, let go from a snapshot with other forces; and one run that
// is cancelled from another thread. Build it with: c++ -pthread threads.cpp $(pkg-config --cflags --libs bowline)
#include <bowline.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

// An error as an exception.
class Checked {
public:
    operator BowlineError **() { return &error_; }
    ~Checked() noexcept(false) {
        if (!error_) return;
        const std::string message = bowline_error_message(error_);
        bowline_error_free(error_);
        throw std::runtime_error(message);
    }

private:
    BowlineError *error_ = nullptr;
};

template <auto Free>
struct Freed {
    template <typename T>
    void operator()(T *handle) const { Free(handle); }
};
using Scenario = std::unique_ptr<BowlineScenario, Freed<bowline_scenario_free>>;
using Model = std::unique_ptr<BowlineModel, Freed<bowline_model_free>>;
using Inputs = std::unique_ptr<BowlineInputs, Freed<bowline_inputs_free>>;
using Probes = std::unique_ptr<BowlineProbes, Freed<bowline_probes_free>>;
using Run = std::unique_ptr<BowlineRun, Freed<bowline_run_free>>;
using Snapshot = std::unique_ptr<BowlineSnapshot, Freed<bowline_snapshot_free>>;

const char text[] = R"(<Contents>
  <OBJECTS>
    <Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="B" Mass="2" g="0"/>
  </OBJECTS>
  <INTERCONNECTIONS><Connection B.Force="0,0,0"/></INTERCONNECTIONS>
  <INITIALIZATION><InitialCondition B.Pos="0,0,0" B.Vel="1,0,0"/></INITIALIZATION>
  <INTEGRATION><Engine TOutput="0:0.1:10" HMax="0.01" FileOutput="B.Pos"/></INTEGRATION>
</Contents>)";

// How many rows came.
int count(void *rows, double, const double *, size_t) {
    ++*static_cast<int *>(rows);
    return 0;
}

// Pushes the mass from a snapshot on for 5 s; how far it gets, m.
double pushed(const BowlineModel *model, const BowlineInputs *inputs, const BowlineProbes *probes,
              const BowlineSnapshot *from, double force) {
    int rows = 0;
    const Run run(bowline_run_new(model, Checked()));
    bowline_run_record_to(run.get(), count, &rows, Checked());
    bowline_run_restore(run.get(), from, Checked());
    const double forces[] = {force, 0, 0};
    bowline_run_set(run.get(), inputs, forces, 3, Checked());
    bowline_run_advance(run.get(), bowline_run_time(run.get()) + 5, Checked());
    double position = 0;
    bowline_run_get(run.get(), probes, &position, 1, Checked());
    if (rows < 50) throw std::runtime_error("rows are missing");
    return position;
}

}  // namespace

int main() try {
    const Scenario scenario(bowline_scenario_from_text("pushed", text, nullptr, Checked()));
    const Model model(bowline_model_load(scenario.get(), nullptr, Checked()));
    const char *const force = "B.Force", *const position = "B.Pos[0]";
    const Inputs inputs(bowline_inputs_new(model.get(), &force, 1, Checked()));
    const Probes probes(bowline_probes_new(model.get(), &position, 1, Checked()));

    const Run begun(bowline_run_new(model.get(), Checked()));
    bowline_run_advance(begun.get(), 2, Checked());
    const Snapshot snapshot(bowline_run_snapshot(begun.get(), Checked()));

    std::vector<double> found(8);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < found.size(); ++i)
        threads.emplace_back([&, i] { found[i] = pushed(model.get(), inputs.get(), probes.get(), snapshot.get(), double(i)); });
    for (auto &thread : threads) thread.join();
    for (std::size_t i = 0; i < found.size(); ++i) {
        std::printf("%zu N: %.6f m\n", i, found[i]);
        // x = 2 + 5 v + F/(2 m) t^2
        if (std::abs(found[i] - (7 + double(i) * 6.25)) > 1e-6) throw std::runtime_error("it is somewhere else");
    }

    // A run that would take far too long.
    const Run endless(bowline_run_new(model.get(), Checked()));
    std::thread other([&] {
        while (!(bowline_run_time(endless.get()) > 0)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        bowline_run_cancel(endless.get());
    });
    const BowlineStatus status = bowline_run_advance(endless.get(), 1e9, nullptr);
    other.join();
    if (status != BOWLINE_STATUS_CANCELLED) throw std::runtime_error("it was not cancelled");
    std::printf("cancelled\n");
    return EXIT_SUCCESS;
} catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
}
