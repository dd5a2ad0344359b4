// Time that the program is charged for.
#include "platform/platform.hpp"

#include "catch.hpp"

#include <time.h>
#include <unistd.h>

using namespace scanlab::sim::platform;

namespace {

double now_by(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// By the clock, and what of it counts.
struct Took {
    double seconds, counted;
};

/// Waits for two copies that do this.
Took time_of_copies(void (*work)(void*)) {
    const double began = now_by(CLOCK_MONOTONIC), run = seconds_run();
    const auto first = WorkingCopy::begin(work, nullptr), second = WorkingCopy::begin(work, nullptr);
    REQUIRE((first && second && WorkingCopy::have_done_their_work(*first, *second, false)));
    return {now_by(CLOCK_MONOTONIC) - began, seconds_run() - run};
}

} // namespace

TEST_CASE("a copy of the process that does not get the processor costs no time") {
    const Took took = time_of_copies([](void*) { usleep(200'000); });
    CHECK(took.counted < took.seconds / 2);
}

TEST_CASE("what the busier copy computes counts") {
    constexpr double enough = 0.1;
    const Took took = time_of_copies([](void*) {
        while (now_by(CLOCK_PROCESS_CPUTIME_ID) < enough) {}
    });
    CHECK(took.counted > enough / 2);
    CHECK(took.counted <= took.seconds);
}
