#include "c_library.hpp"
#include "platform.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <utility>

namespace scanlab::sim::platform {

namespace {

Handlers handlers;
int last_fault = 0;                         ///< the number of its signal
std::optional<pthread_t> thread_of_kernels; ///< while one runs
timer_t ticks;
bool have_ticks = false;
double began = 0, computed_before = 0, waited_for_copies_before = 0;
std::optional<double> waited_before;

const void* instruction_in([[maybe_unused]] const void* context) {
#if defined(__x86_64__)
    const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
    return reinterpret_cast<const void*>(registers[REG_RIP]);
#elif defined(__aarch64__)
    return reinterpret_cast<const void*>(static_cast<const ucontext_t*>(context)->uc_mcontext.pc);
#else
    return nullptr;
#endif
}

using Action = void (*)(int, siginfo_t*, void*);

struct sigaction calling(Action action) {
    struct sigaction how {};
    // The handlers may leave by switching to another fiber, so the signal must not stay blocked.
    how.sa_flags = SA_NODEFER | SA_ONSTACK | SA_RESTART | SA_SIGINFO;
    how.sa_sigaction = action;
    return how;
}

Fault fault_of(int number) {
    return number == SIGFPE   ? Fault::division_by_zero
           : number == SIGILL ? Fault::illegal_instruction
                              : Fault::bad_access;
}

void on_fault(int number, siginfo_t* info, void* context) {
    last_fault = number;
    handlers.fault(fault_of(number), reinterpret_cast<std::uintptr_t>(info->si_addr),
                   instruction_in(context));
}

void on_abort(int number, siginfo_t*, void*) {
    last_fault = number;
    handlers.abort();
}

void on_end(int number, siginfo_t*, void*) {
    handlers.told_to_end();
    signal(number, SIG_DFL);
    raise(number);
}

void on_tick(int number, siginfo_t*, void* context) {
    if (thread_of_kernels && !pthread_equal(pthread_self(), *thread_of_kernels)) {
        pthread_kill(*thread_of_kernels, number);
        return;
    }
    handlers.tick(instruction_in(context));
}

struct Signal {
    int number;
    Action action;
};
constexpr std::array faults{Signal{SIGSEGV, on_fault}, Signal{SIGBUS, on_fault},
                            Signal{SIGFPE, on_fault}, Signal{SIGILL, on_fault},
                            Signal{SIGABRT, on_abort}};
std::array<struct sigaction, faults.size()> of_the_program; ///< its own actions, while faults are ours
bool program_has_actions = false; ///< maybe, for faults: else there is nothing to do at a launch

/// Leaves alone what this program was told to ignore, as nohup does.
void install_unless_ignored(int number, Action action) {
    struct sigaction before {};
    sigaction(number, nullptr, &before);
    if (before.sa_handler != SIG_DFL) return;
    const struct sigaction ours = calling(action);
    sigaction(number, &ours, nullptr);
}

/// Handlers get a stack of their own: the thread's may be what overflowed.
void use_stack_for_handlers() {
    static char stack[64 * 1024];
    stack_t alternative{};
    alternative.ss_sp = stack;
    alternative.ss_size = sizeof stack;
    sigaltstack(&alternative, nullptr);
}

double seconds(const timespec& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double now_by(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return seconds(time);
}

/// Seconds in which this process could have run, but for others; none if the file that counts them
/// cannot be opened.
std::optional<double> seconds_kept_waiting() {
    const int file = open("/proc/self/schedstat", O_RDONLY | O_CLOEXEC);
    if (file < 0) return std::nullopt;
    char text[128] = {}; // nanoseconds on a processor, nanoseconds waiting for one, …
    const ssize_t bytes = read(file, text, sizeof text - 1);
    close(file);
    char* second = text;
    if (bytes > 0) std::strtoull(text, &second, 10);
    return static_cast<double>(std::strtoull(second, nullptr, 10)) * 1e-9;
}

void begin_time() {
    began = now_by(CLOCK_MONOTONIC);
    computed_before = now_by(CLOCK_PROCESS_CPUTIME_ID);
    waited_before = seconds_kept_waiting();
    waited_for_copies_before = seconds_waited_for_copies();
    sigevent signal{};
    signal.sigev_notify = SIGEV_SIGNAL; // to the main thread, or to another one if that has ended
    signal.sigev_signo = SIGVTALRM;
    have_ticks = timer_create(CLOCK_MONOTONIC, &signal, &ticks) == 0;
}

} // namespace

void install(const Handlers& wanted) {
    handlers = wanted;
    use_stack_for_handlers();
    for (const Signal& s : faults) install_unless_ignored(s.number, s.action);
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU})
        install_unless_ignored(number, on_end);
    const struct sigaction tick = calling(on_tick);
    sigaction(SIGVTALRM, &tick, nullptr);
    begin_time();
    program_has_actions = false;
    pthread_atfork(
        handlers.fork_comes, [] { handlers.fork_ends(false); },
        [] {
            begin_time(); // a fork does not inherit the timer
            handlers.fork_ends(true);
        });
}

FaultsAreOurs::FaultsAreOurs() : taken_(program_has_actions) {
    thread_of_kernels = pthread_self();
    thread_local bool has_stack = false;
    if (!std::exchange(has_stack, true)) use_stack_for_handlers();
    if (!taken_) return;
    for (std::size_t i = 0; i < faults.size(); ++i) {
        const struct sigaction ours = calling(faults[i].action);
        sigaction(faults[i].number, &ours, &of_the_program[i]);
    }
}

FaultsAreOurs::~FaultsAreOurs() {
    thread_of_kernels.reset();
    if (!taken_) return;
    for (std::size_t i = 0; i < faults.size(); ++i)
        if (of_the_program[i].sa_sigaction != faults[i].action)
            sigaction(faults[i].number, &of_the_program[i], nullptr);
}

void leave_fault_to_the_system() {
    signal(last_fault, SIG_DFL);
    raise(last_fault);
}

void tick_after(double wanted) {
    if (!have_ticks) return;
    itimerspec times{};
    times.it_interval.tv_sec = 1;
    const double whole = std::floor(wanted);
    times.it_value.tv_sec = static_cast<time_t>(whole);
    times.it_value.tv_nsec = static_cast<long>((wanted - whole) * 1e9) + 1; // 0 would be never
    timer_settime(ticks, 0, &times, nullptr);
}

double seconds_run() {
    const std::optional<double> waited = seconds_kept_waiting();
    // A process that has been confined since it began can open nothing, but does nothing but compute.
    if (waited_before && !waited) return now_by(CLOCK_PROCESS_CPUTIME_ID) - computed_before;
    return now_by(CLOCK_MONOTONIC) - began - (waited.value_or(0) - waited_before.value_or(0)) -
           (seconds_waited_for_copies() - waited_for_copies_before);
}

} // namespace scanlab::sim::platform

// Functions of the C library, which a program may replace: they tell when the program handles signals
// itself.
namespace platform = scanlab::sim::platform;
#define SCANLAB_REPLACES_NAME(name) asm(#name) __attribute__((visibility("default")))
extern "C" {
using SignalHandler = void (*)(int);
int scanlab_sigaction(int number, const struct sigaction* action, struct sigaction* before)
    SCANLAB_REPLACES_NAME(sigaction);
SignalHandler scanlab_signal(int number, SignalHandler handler) SCANLAB_REPLACES_NAME(signal);

int scanlab_sigaction(int number, const struct sigaction* action, struct sigaction* before) {
    static const auto real = platform::of_the_c_library<decltype(&scanlab_sigaction)>("sigaction");
    platform::program_has_actions = true;
    return real(number, action, before);
}

SignalHandler scanlab_signal(int number, SignalHandler handler) {
    static const auto real = platform::of_the_c_library<decltype(&scanlab_signal)>("signal");
    platform::program_has_actions = true;
    return real(number, handler);
}
}
