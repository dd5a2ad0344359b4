#include "system_calls.hpp"

#include <cerrno>
#include <cstddef>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>

namespace scanlab::grader {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t architecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t architecture =
    0; // there are none: the policy on what a program may call stands alone
#endif

constexpr std::uint32_t first_of_x32 = 0x40000000; // the same calls by other numbers, on x86-64

constexpr std::uint32_t offset_of_argument(unsigned i) {
    return offsetof(seccomp_data, args) + 8 * i; // the low half, on the machines above
}

constexpr sock_filter step(int what, std::uint32_t value, unsigned char if_true = 0,
                           unsigned char if_false = 0) {
    return {static_cast<std::uint16_t>(what), if_true, if_false, value};
}

} // namespace

SystemCallFilter::SystemCallFilter() {
    load(offsetof(seccomp_data, arch));
    add(BPF_JMP | BPF_JEQ | BPF_K, architecture, 1, 0);
    kill_all_others();
    load(offsetof(seccomp_data, nr));
    add(BPF_JMP | BPF_JGE | BPF_K, first_of_x32, 0, 1);
    kill_all_others();
}

void SystemCallFilter::allow(std::initializer_list<int> calls) { decide(calls, SECCOMP_RET_ALLOW); }
void SystemCallFilter::refuse(std::initializer_list<int> calls) {
    decide(calls, SECCOMP_RET_ERRNO | EACCES);
}
void SystemCallFilter::kill(std::initializer_list<int> calls) {
    decide(calls, SECCOMP_RET_KILL_PROCESS);
}
void SystemCallFilter::allow_all_others() { add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW); }
void SystemCallFilter::kill_all_others() { add(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS); }

void SystemCallFilter::allow_within(int call, unsigned argument, std::uint32_t mask) {
    allow_if(call, argument, step(BPF_JMP | BPF_JSET | BPF_K, ~mask, 1, 0));
}

void SystemCallFilter::allow_if_equal(int call, unsigned argument, std::uint32_t value) {
    allow_if(call, argument, step(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1));
}

bool SystemCallFilter::install() const {
    if (architecture == 0) return false;
    const sock_fprog program{static_cast<unsigned short>(code_.size()),
                             const_cast<sock_filter*>(code_.data())};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

void SystemCallFilter::add(int what, std::uint32_t value, unsigned char if_true,
                           unsigned char if_false) {
    code_.push_back(step(what, value, if_true, if_false));
}

void SystemCallFilter::load(std::uint32_t offset) { add(BPF_LD | BPF_W | BPF_ABS, offset); }

void SystemCallFilter::decide(std::initializer_list<int> calls, std::uint32_t decision) {
    for (const int call : calls) {
        add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 1);
        add(BPF_RET | BPF_K, decision);
    }
}

/// The test goes on with the next instruction if it holds, else with the one after that.
void SystemCallFilter::allow_if(int call, unsigned argument, sock_filter test) {
    add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 4);
    load(offset_of_argument(argument));
    code_.push_back(test);
    add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    load(offsetof(seccomp_data, nr));
}

} // namespace scanlab::grader
