#include "shrink.hpp"

#include "building.hpp"
#include "errors.hpp"
#include "format.hpp"
#include "process.hpp"
#include "programs.hpp"
#include "sizes.hpp"
#include "text.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace scanlab {

namespace {

namespace fs = std::filesystem;
using std::chrono::seconds;

constexpr seconds soon{5};                     // what takes no longer need not be shrunk
constexpr seconds patience{10};                // for anything that is tried
constexpr std::uint64_t few_threads = 1 << 15; // with which most programs end soon
constexpr std::size_t most_tried = 16;         // candidates

/// What a program launches, found out without running any kernel.
struct Work {
    std::uint64_t threads = 0, launches = 0;
    std::map<std::tuple<int, std::string, std::uint64_t>, std::uint64_t>
        blocks;                   ///< by line, kernel and threads per block
    std::set<std::string> shapes; ///< of blocks
};

/// A constant of the source, or an argument, that may bound the work.
struct Bound {
    std::string name; ///< "N", "argument 1"
    int line;         ///< 0: an argument
    std::uint64_t value;
    std::uint64_t threads_with_half = 0;
    std::string text() const {
        return line > 0 ? fmt::format("{} in line {}, now {}", name, line, value)
                        : fmt::format("{}, now {}", name, value);
    }
};

std::string text_of(std::uint64_t count, std::string_view what) {
    return counted(static_cast<long long>(count), what);
}

struct Run {
    double seconds;
    bool ended;
    int code;
};

using Values = std::vector<std::uint64_t>; ///< of the bounds

class Shrinker {
public:
    explicit Shrinker(const LongProgram& program)
        : program_(program), source_(content(program.source)), sizes_(sizes_in(source_)) {
        for (const Size& size : sizes_) bounds_.push_back({size.name, size.line, size.value});
        for (std::size_t i = 0; i < program.arguments.size(); ++i) {
            const std::string& word = program.arguments[i];
            const bool is_number =
                word.size() < 18 && word.find_first_not_of("0123456789") == std::string::npos;
            const std::uint64_t value = is_number && !word.empty() ? std::stoull(word) : 0;
            argument_of_.push_back(value >= 64 ? std::optional(bounds_.size()) : std::nullopt);
            if (value >= 64) bounds_.push_back({fmt::format("argument {}", i + 1), 0, value});
        }
    }

    int propose() {
        compile_visibly();
        const Run as_is = timed(bounds_values(0), soon);
        const std::string name = program_.source.string();
        if (as_is.ended) {
            fmt::print("{} ends after {:.1f} s as it is: there is no need of a smaller size.\n", name,
                       as_is.seconds);
            return exit_pass;
        }
        const std::optional<Work> work = work_with(bounds_values(0));
        if (!work || work->threads == 0) {
            fmt::print("{} starts no thread, or needs more than {} s even if no kernel runs: its time "
                       "goes to the host's part.\n",
                       name, patience.count());
            return exit_pass;
        }
        print(*work);
        keep_what_bounds(*work);
        if (bounds_.empty() || std::ranges::none_of(bounds_, &Bound::threads_with_half)) {
            fmt::print("No constant of {} and no argument was found that bounds this: look at what the "
                       "grid is computed from.\n",
                       name);
            return exit_pass;
        }
        print_bounds();
        try_sizes(*work);
        return exit_pass;
    }

private:
    /// Those that bound the work, halved so often.
    Values bounds_values(int halvings) const {
        Values values;
        for (const Bound& bound : bounds_) {
            const bool is_shrunk = halvings > 0 && bound.threads_with_half > 0;
            values.push_back(is_shrunk ? std::max<std::uint64_t>(bound.value >> halvings, 1)
                                       : bound.value);
        }
        return values;
    }

    Values of_source(Values values) const {
        values.resize(sizes_.size());
        return values;
    }

    Words nvcc(const fs::path& source, const fs::path& result) const {
        Words command{program_.self, "nvcc", "-std=c++20", "-rdc=true"};
        append_words(command, program_.compile);
        append_words(command, {"-I", fs::absolute(program_.source).parent_path(), source});
        append_words(command, program_.more_files);
        append_words(command, {"-o", result});
        return command;
    }

    void compile_visibly() {
        build_compiler();
        const fs::path result = scratch_.path() / "program";
        const Ended ended =
            run_visibly(nvcc(program_.source, result), Output::to_stderr, {"SCANLAB_BUILD=no"});
        if (exit_code(ended) != 0) throw Stopped{exit_code(ended)};
        compiled_[of_source(bounds_values(0))] = result;
    }

    /// The program with these values; none if it does not compile.
    std::optional<fs::path> compiled_with(const Values& values) {
        const Values constants = of_source(values);
        const auto [entry, is_new] = compiled_.try_emplace(constants);
        if (!is_new) return entry->second;
        const fs::path copy = scratch_.path() / program_.source.filename(),
                       result = scratch_.path() / std::to_string(compiled_.size());
        std::ofstream(copy) << with_values(source_, sizes_, constants);
        const Ended ended =
            run_process(nvcc(copy, result), seconds(300), scratch_.path(), {"SCANLAB_BUILD=no"});
        if (exit_code(ended) == 0) entry->second = result;
        return entry->second;
    }

    Words command_with(const fs::path& compiled, const Values& values) const {
        Words command{compiled};
        for (std::size_t i = 0; i < program_.arguments.size(); ++i)
            command.push_back(argument_of_[i] ? std::to_string(values[*argument_of_[i]])
                                              : program_.arguments[i]);
        return command;
    }

    Words settings_and(const Words& more) const {
        Words settings = program_.settings;
        append_words(settings, more);
        settings.emplace_back("SCANLAB_SIM_QUIET=1");
        return settings;
    }

    Run timed(const Values& values, seconds limit) {
        const auto compiled = compiled_with(values);
        if (!compiled) return {0, false, exit_wrong};
        const auto begin = std::chrono::steady_clock::now();
        const Ended ended =
            run_process(command_with(*compiled, values), limit, scratch_.path(), settings_and({}));
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        return {took.count(), ended.how != Ended::How::too_slow, exit_code(ended)};
    }

    std::optional<Work> work_with(const Values& values) {
        const auto compiled = compiled_with(values);
        if (!compiled) return std::nullopt;
        const fs::path list = scratch_.path() / "launches";
        fs::remove(list);
        const Ended ended = run_process(command_with(*compiled, values), patience, scratch_.path(),
                                        settings_and({"SCANLAB_SIM_LAUNCHES=" + list.string()}));
        if (ended.how == Ended::How::too_slow) return std::nullopt;
        std::ifstream lines(list);
        Work work;
        int line = 0;
        std::uint64_t blocks = 0, threads = 0;
        for (std::string shape, kernel;
             lines >> line >> blocks >> threads >> shape && std::getline(lines >> std::ws, kernel);) {
            work.threads += blocks * threads;
            ++work.launches;
            work.blocks[{line, kernel, threads}] += blocks;
            work.shapes.insert(shape);
        }
        return work;
    }

    void print(const Work& work) const {
        fmt::print("{} starts {} in {}:\n", program_.source.string(), text_of(work.threads, "thread"),
                   text_of(work.launches, "launch"));
        constexpr std::size_t shown = 5;
        std::size_t lines = 0;
        for (const auto& [launch, blocks] : work.blocks) {
            if (lines++ == shown) {
                fmt::print("  and {} more\n", work.blocks.size() - shown);
                break;
            }
            const auto& [line, kernel, threads] = launch;
            fmt::print("  line {}: {}, {} of {}\n", line, kernel, text_of(blocks, "block"),
                       text_of(threads, "thread"));
        }
    }

    /// Halves one after the other. What changes the blocks' shape is no size, and what starts nothing
    /// any more is too small.
    void keep_what_bounds(const Work& work) {
        for (std::size_t i = 0; i < std::min(bounds_.size(), most_tried); ++i) {
            Values values = bounds_values(0);
            values[i] /= 2;
            const auto halved = work_with(values);
            if (halved && halved->threads > 0 && halved->shapes == work.shapes &&
                halved->threads < work.threads)
                bounds_[i].threads_with_half = halved->threads;
        }
    }

    void print_bounds() const {
        fmt::print("What bounds that, and how many threads there are with half of it:\n");
        for (const Bound& bound : bounds_)
            if (bound.threads_with_half > 0)
                fmt::print("  {}: {}\n", bound.text(), bound.threads_with_half);
    }

    std::string assignments(const Values& values) const {
        std::string text;
        for (std::size_t i = 0; i < bounds_.size(); ++i)
            if (bounds_[i].threads_with_half > 0)
                text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", bounds_[i].name, values[i]);
        return text;
    }

    /// How often all have to be halved until few threads are left, if it goes on as with the first
    /// time.
    int halvings_to_few(const Work& work) {
        const auto halved = work_with(bounds_values(1));
        if (!halved || halved->threads == 0 || halved->threads >= work.threads) return 1;
        const auto times = [](std::uint64_t from, std::uint64_t to) {
            return std::log2(static_cast<double>(from) / static_cast<double>(to));
        };
        return std::max(1, static_cast<int>(std::ceil(times(work.threads, few_threads) /
                                                      times(work.threads, halved->threads))));
    }

    /// From a size with which the program should end soon upwards, or downwards if it does not.
    void try_sizes(const Work& work) {
        int halvings = halvings_to_few(work);
        fmt::print("Tried with smaller sizes, each for at most {} s:\n", patience.count());
        bool some_ended = false;
        for (int tries = 0; tries < 4 && halvings > 0; ++tries) {
            const Values values = bounds_values(halvings);
            const Run run = timed(values, patience);
            const auto its_work = work_with(values);
            fmt::print("  {}: {}, {}\n", assignments(values),
                       text_of(its_work ? its_work->threads : 0, "thread"),
                       run.ended ? fmt::format("{:.1f} s, exit code {}", run.seconds, run.code)
                                 : "not at its end");
            if (!run.ended && some_ended) break;
            if (run.ended && run.seconds > 0.5 * static_cast<double>(soon.count())) break;
            some_ended |= run.ended;
            halvings += run.ended ? -1 : 2;
        }
        fmt::print("Nothing has been changed: choose one, and {}.\n", what_to_do());
    }

    std::string what_to_do() const {
        std::string lines, arguments;
        for (const Bound& bound : bounds_) {
            if (bound.threads_with_half == 0) continue;
            std::string& list = bound.line > 0 ? lines : arguments;
            list +=
                (list.empty() ? "" : ", ") + (bound.line > 0 ? std::to_string(bound.line) : bound.name);
        }
        if (lines.empty()) return "give it as " + arguments;
        const std::string edit = fmt::format("edit line {} of {}", lines, program_.source.string());
        return arguments.empty() ? edit : edit + ", or give it as " + arguments;
    }

    const LongProgram& program_;
    std::string source_;
    std::vector<Size> sizes_;
    std::vector<Bound> bounds_;                           ///< the sizes, then the arguments
    std::vector<std::optional<std::size_t>> argument_of_; ///< which bound each argument is
    std::map<Values, std::optional<fs::path>> compiled_;  ///< by the constants' values
    ScratchFolder scratch_;
};

} // namespace

int propose_sizes(const LongProgram& program) { return Shrinker(program).propose(); }

} // namespace scanlab
