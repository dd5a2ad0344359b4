// Runs of equal elements.
#include "causes.hpp"
#include "families.hpp"
#include "source.hpp"

#include "format.hpp"

#include <cstdint>

namespace scanlab {
namespace {

/// Two ints for each run, its value and its length.
long long plain_run_lengths(const CpuWork& work, std::span<int> output) {
    const auto input = work.input.values;
    long long runs = 0;
    for (long long i = 0; i < count(input); ++i) {
        if (is_kept(input.data(), i, Kept::run_starts)) {
            output[static_cast<std::size_t>(2 * runs)] = input[static_cast<std::size_t>(i)];
            output[static_cast<std::size_t>(2 * runs++ + 1)] = 0;
        }
        ++output[static_cast<std::size_t>(2 * runs - 1)];
    }
    return runs;
}

std::string cause_of_wrong_run_lengths(const Evidence& evidence, std::optional<long long>) {
    if (*evidence.kept == never_counted)
        return "The number of runs was never written. `*kept` still holds the checker's filler value.";
    if (*evidence.kept != evidence.expected_kept())
        return *evidence.kept == evidence.expected_kept() - 1
                   ? "`*kept` counts one run too few. Is it the first or the last?"
                   : "The count is wrong.";
    const auto got = evidence.got.first(evidence.expected.size());
    if (is_untouched(got))
        return fmt::format("The count is right, but nothing was written to the output. It still holds "
                           "{}.",
                           filler_text);
    bool values_are_right = true;
    for (std::size_t i = 0; i < got.size(); i += 2)
        values_are_right = values_are_right && got[i] == evidence.expected[i];
    return values_are_right ? "The values are right, but lengths are not." : "";
}

/// As in "2 times 7".
std::string text_of_run(long long run) {
    return fmt::format("{} times {}", run >> 32, static_cast<std::int32_t>(run));
}

constexpr TaskTraits run_length_rows[]{
    {.task = Task::run_lengths,
     .name = "run-lengths",
     .sentence = "run lengths {}",
     .elements = ElementKind::runs,
     .words = 2,
     .kept = Kept::run_starts,
     .kept_are = "is the number of runs",
     .is_shortened = true,
     .picture_input = random_words,
     .plain = plain_run_lengths,
     .source = source_of_kept,
     .cause = cause_of_wrong_run_lengths,
     .text = text_of_run},
};

} // namespace

Family run_length_tasks() { return run_length_rows; }

} // namespace scanlab
