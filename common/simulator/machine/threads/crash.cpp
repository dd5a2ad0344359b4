#include "machine/threads/crash.hpp"

#include "findings/source_lines.hpp"
#include "machine/base/ending.hpp"
#include "machine/base/errors.hpp"
#include "machine/base/events.hpp"
#include "machine/threads/threads.hpp"
#include "platform/platform.hpp"

#include <utility>

namespace scanlab::sim {

namespace {
const LastWords* at_worst = nullptr; ///< while something is told that may not come to its end

bool is_own_mistake = false; ///< what is told: no finding, then
constexpr int exit_own_mistake = 70;

bool crash_is_told = false; ///< and the program only has to end
} // namespace

const LastWords& words_of_a_crash() {
    static const auto& words =
        *new LastWords({.kind = FindingKind::host_crash,
                        .at = {},
                        .message = "The host code of the program crashed in such a way that its line "
                                   "is not known.",
                        .hint = "Check the code that frees or overwrites host memory."});
    return words;
}

bool is_telling() { return at_worst != nullptr; }

void give_up_telling() {
    const LastWords& words = *std::exchange(at_worst, nullptr);
    if (!is_own_mistake) words.say();
    settle_findings();
    platform::leave(is_own_mistake ? exit_own_mistake : 3);
}

void tell_or_else(const LastWords& words, const std::function<void()>& tell) {
    constexpr double patience = 2;
    at_worst = &words;
    platform::tick_after(patience);
    tell();
    at_worst = nullptr;
}

void report_crash(Finding finding) {
    crash_is_told = true;
    tell_or_else(words_of_a_crash(), [&] {
        report(std::move(finding));
        finish_early();
    });
}

void tell_giving_up(const std::string& message, const char* hint) {
    if (!found_errors() || !may_have_given_up()) return tell_crash(message, hint);
    if (!std::exchange(crash_is_told, true)) tell_or_else(words_of_a_crash(), finish_early);
}

void tell_crash(const std::string& message, const char* hint) {
    if (crash_is_told) return;
    report_crash({.kind = FindingKind::host_crash,
                  .at = current_source_line(),
                  .message = message,
                  .hint = hint});
}

void end_telling(const std::string& line) {
    platform::refuse_to_work_as_copy();
    if (std::exchange(is_own_mistake, true)) platform::leave(exit_own_mistake);
    now.thread = nullptr;
    tell_or_else(words_of_a_crash(), [&] {
        platform::print_error(line.data(), line.size());
        finish_early();
    });
    platform::leave(exit_own_mistake);
}

void end_by_own_mistake(const std::string& what) {
    const char* const doubt =
        host_is_observed ? "" : "; if the program itself is wrong, a run without --fast can tell";
    end_telling("scanlab: internal error: " + what +
                "; this is a mistake of Scanlab's: please report it (SUPPORT.md says where)" + doubt +
                "\n");
}

} // namespace scanlab::sim
