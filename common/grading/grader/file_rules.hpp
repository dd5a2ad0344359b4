/// \file
/// Which files a process can open, as Linux enforces it for any user: Landlock, since 5.13.
#pragma once

#include <filesystem>
#include <vector>

namespace scanlab::grader {

/// Files, and folders with all that lies in them; what does not exist is left out.
struct Reach {
    std::vector<std::filesystem::path> to_read; ///< and to execute
    std::vector<std::filesystem::path> to_change;
};

/// Rules for a process and those that it starts.
class FileRules {
public:
    /// Nothing but this can be opened. No address can be connected to, and no process outside be sent a
    /// signal, as far as the kernel knows of these rules, too.
    explicit FileRules(const Reach& reach);
    ~FileRules();
    FileRules(const FileRules&) = delete;
    FileRules& operator=(const FileRules&) = delete;

    /// From now on they hold here. False where the kernel has no Landlock. Async-signal-safe.
    bool enforce() const;
    /// Whether the kernel has it.
    static bool are_enforced();

private:
    int rules_; ///< a descriptor; -1 without Landlock
};

} // namespace scanlab::grader
