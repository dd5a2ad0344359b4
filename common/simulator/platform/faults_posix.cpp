#include "platform.hpp"

#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <ucontext.h>

namespace scanlab::sim::platform {

namespace {

Handlers handlers;
int last_fault = 0; ///< the number of its signal

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

void on_fault(int number, siginfo_t* info, void*) {
    last_fault = number;
    handlers.fault(number == SIGFPE ? Fault::division_by_zero : Fault::bad_access,
                   reinterpret_cast<std::uintptr_t>(info->si_addr));
}

void on_tick(int, siginfo_t*, void* context) { handlers.tick(instruction_in(context)); }

void install(int number, void (*action)(int, siginfo_t*, void*)) {
    struct sigaction how {};
    // The handlers may leave by switching to another fiber, so the signal must not stay blocked.
    how.sa_flags = SA_NODEFER | SA_ONSTACK | SA_RESTART | SA_SIGINFO;
    how.sa_sigaction = action;
    sigaction(number, &how, nullptr);
}

/// Handlers get a stack of their own: the thread's may be what overflowed.
void use_stack_for_handlers() {
    static char stack[64 * 1024];
    stack_t alternative{};
    alternative.ss_sp = stack;
    alternative.ss_size = sizeof stack;
    sigaltstack(&alternative, nullptr);
}

} // namespace

void install(const Handlers& wanted) {
    handlers = wanted;
    use_stack_for_handlers();
    for (const int number : {SIGSEGV, SIGBUS, SIGFPE}) install(number, on_fault);
    install(SIGVTALRM, on_tick);
    pthread_atfork(nullptr, nullptr, [] { tick_after(1'000'000); }); // a fork does not inherit the timer
}

void leave_fault_to_the_system() {
    signal(last_fault, SIG_DFL);
    raise(last_fault);
}

void tick_after(unsigned microseconds) {
    constexpr unsigned second = 1'000'000;
    const itimerval times{{1, 0}, {microseconds / second, microseconds % second}};
    setitimer(ITIMER_VIRTUAL, &times, nullptr);
}

} // namespace scanlab::sim::platform
