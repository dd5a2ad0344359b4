/// \file
/// Which system calls a process can make, as Linux enforces it: seccomp filters, on x86-64 and aarch64.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <linux/filter.h>
#include <vector>

namespace scanlab::grader {

/// A program for the kernel: it goes through a list of calls, from the first to the last. Calls of
/// another architecture than the program's own end the process.
class SystemCallFilter {
public:
    SystemCallFilter();

    void allow(std::initializer_list<int> calls);
    /// If no other bit of the argument than those of `mask` is set.
    void allow_within(int call, unsigned argument, std::uint32_t mask);
    void allow_if_equal(int call, unsigned argument, std::uint32_t value);
    /// They fail with EACCES.
    void refuse(std::initializer_list<int> calls);
    void kill(std::initializer_list<int> calls);
    void allow_all_others();
    void kill_all_others();

    /// False where the kernel has no such filters. Async-signal-safe.
    bool install() const;

private:
    void add(int what, std::uint32_t value, unsigned char if_true = 0, unsigned char if_false = 0);
    void load(std::uint32_t offset);
    void decide(std::initializer_list<int> calls, std::uint32_t decision);
    void allow_if(int call, unsigned argument, sock_filter test);

    std::vector<sock_filter> code_;
};

} // namespace scanlab::grader
