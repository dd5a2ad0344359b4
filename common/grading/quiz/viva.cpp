#include "viva.hpp"

#include "errors.hpp"
#include "format.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <tuple>

namespace scanlab::quiz {
namespace {

using nlohmann::json;
using namespace nlohmann::literals;

constexpr int warp_size = 32, banks = 32, word_bytes = 4, sector_bytes = 32;

/// A read or a write by a thread.
struct Access {
    bool is_write;
    int launch, block, thread, variable, line, phase; ///< phase: barriers that its block has passed
    long long element;
    std::uint64_t address, bytes;
    std::uint32_t word;   ///< the first one
    const Access* writer; ///< of a read, whose value it gets; null: nobody's in this run
};

struct Barrier {
    int launch, block, line;
};

/// A run, as far as questions are asked about it.
struct Run {
    std::string exercise; ///< as in "05_raking"
    std::vector<Access> accesses;
    std::vector<Barrier> barriers;
    std::vector<std::string> names;   ///< of variables
    std::vector<bool> are_shared;     ///< they
    std::vector<std::uint32_t> input; ///< words

    const std::string& name(const Access& a) const {
        return names[static_cast<std::size_t>(a.variable)];
    }
    bool is_shared(const Access& a) const { return are_shared[static_cast<std::size_t>(a.variable)]; }
    std::string element(const Access& a) const { return fmt::format("`{}[{}]`", name(a), a.element); }
};

Run read_run(const std::filesystem::path& file) {
    std::ifstream in(file);
    const json recording = json::parse(in, nullptr, false);
    if (recording.is_discarded() || !recording.contains("events"))
        throw UsageError("{} is no recording of a run", file.string());
    Run run;
    run.exercise = fmt::format("{:02}_{}", recording.value("number", 0),
                               recording.value("name", std::string("kernel")));
    for (const json& variable : recording.at("variables")) {
        run.names.push_back(variable.at("name"));
        run.are_shared.push_back(variable.at("kind") == "shared");
    }
    for (const json& number : recording.value("/input/values"_json_pointer, json::array()))
        run.input.push_back(static_cast<std::uint32_t>(number.get<std::int64_t>()));
    std::map<std::pair<int, int>, int> phases;
    for (const json& event : recording.at("events")) {
        const std::string kind = event.at("e");
        if (kind == "barrier") {
            run.barriers.push_back({event.at("l"), event.at("b"), event.at("line")});
            ++phases[{event.at("l"), event.at("b")}];
        }
        if ((kind != "read" && kind != "write") || event.at("v").get<int>() < 0) continue;
        run.accesses.push_back({.is_write = kind == "write",
                                .launch = event.at("l"),
                                .block = event.at("b"),
                                .thread = event.at("t"),
                                .variable = event.at("v"),
                                .line = event.at("line"),
                                .phase = phases[{event.at("l"), event.at("b")}],
                                .element = event.at("i"),
                                .address = event.at("a"),
                                .bytes = event.at("n"),
                                .word = event.at("w").at(0),
                                .writer = nullptr});
    }
    // A block's shared memory may lie where another block's has lain, so the block is a part of the
    // place.
    std::map<std::tuple<int, int, std::uint64_t>, const Access*> last;
    for (Access& a : run.accesses) {
        const int block = run.is_shared(a) ? a.block : -1, launch = run.is_shared(a) ? a.launch : -1;
        const Access*& writer = last[{launch, block, a.address}];
        if (a.is_write)
            writer = &a;
        else
            a.writer = writer;
    }
    return run;
}

class Viva {
public:
    Viva(const Run& run, std::uint64_t seed) : run_(run), engine_(seed) {
        for (const Access& a : run.accesses) ++times_[key(a)];
    }

    std::vector<Asked> questions() {
        constexpr int each = 3;
        for (int i = 0; i < each; ++i) {
            who_wrote(), how_many_summed(), wavefronts(), sectors(), race();
            if (i < 2) who_writes_last(), how_often();
        }
        how_many_write();
        return std::move(questions_);
    }

private:
    using Key = std::tuple<bool, int, int, int, int, int, long long>;
    /// Those of a thread in one line at one element, which the text of a question cannot tell apart.
    static Key key(const Access& a) {
        return {a.is_write, a.launch, a.block, a.thread, a.variable, a.line, a.element};
    }

    /// One of the accesses that the condition holds for; null if there is none.
    const Access* one_of(const std::function<bool(const Access&)>& holds) {
        std::vector<const Access*> all;
        for (const Access& a : run_.accesses)
            if (times_.at(key(a)) == 1 && holds(a)) all.push_back(&a);
        return all.empty() ? nullptr : all[engine_() % all.size()];
    }

    void ask(std::string id, std::string text, double number, std::string why) {
        const auto is_same = [&](const Asked& other) { return other.text == text; };
        if (std::ranges::any_of(questions_, is_same)) return;
        Asked asked;
        asked.lesson = run_.exercise;
        asked.id = std::move(id);
        asked.text = std::move(text);
        asked.why = std::move(why);
        asked.number = number;
        questions_.push_back(std::move(asked));
    }

    static std::string thread(const Access& a) {
        return fmt::format("thread {} of block {}", a.thread, a.block);
    }

    void who_wrote() {
        const Access* const read = one_of([](const Access& a) {
            return a.writer && a.writer->thread != a.thread && a.writer->launch == a.launch &&
                   a.writer->block == a.block;
        });
        if (!read) return;
        ask("who_wrote",
            fmt::format("In line {}, {} reads {}. Which thread of its block wrote this value?",
                        read->line, thread(*read), run_.element(*read)),
            read->writer->thread,
            fmt::format("Thread {} wrote it in line {}.", read->writer->thread, read->writer->line));
    }

    /// So many neighbouring elements of the input add up to the word; 0: none do.
    long long summed(std::uint32_t word) const {
        for (std::size_t begin = 0; begin < run_.input.size(); ++begin) {
            std::uint32_t sum = 0;
            for (std::size_t end = begin; end < run_.input.size(); ++end)
                if ((sum += run_.input[end]) == word) return static_cast<long long>(end + 1 - begin);
        }
        return 0;
    }

    void how_many_summed() {
        const Access* const read =
            one_of([&](const Access& a) { return !a.is_write && a.writer && run_.is_shared(a); });
        const long long count = read ? summed(read->word) : 0;
        if (count == 0) return;
        ask("summed",
            fmt::format(
                "In line {}, {} reads {}. How many elements of the input are added up in this value?",
                read->line, thread(*read), run_.element(*read)),
            static_cast<double>(count),
            fmt::format("It is the sum of {} neighbouring elements.", count));
    }

    void who_writes_last() {
        const Access* const write =
            one_of([&](const Access& a) { return a.is_write && run_.is_shared(a); });
        if (!write) return;
        const Access* last = write;
        for (const Access& a : run_.accesses)
            if (a.is_write && a.launch == write->launch && a.block == write->block &&
                a.address == write->address)
                last = &a;
        ask("last_write",
            fmt::format("Block {} writes {} last in which line?", write->block, run_.element(*write)),
            last->line, fmt::format("Thread {} writes it there.", last->thread));
    }

    void how_often() {
        const Access* const one = one_of([&](const Access& a) { return run_.is_shared(a); });
        if (!one) return;
        const auto count = std::ranges::count_if(run_.accesses, [&](const Access& a) {
            return !a.is_write && a.launch == one->launch && a.block == one->block &&
                   a.thread == one->thread && a.variable == one->variable;
        });
        ask("how_often",
            fmt::format("How often does {} read an element of `{}`?", thread(*one), run_.name(*one)),
            static_cast<double>(count), "");
    }

    void how_many_write() {
        const Access* const one =
            one_of([&](const Access& a) { return a.is_write && run_.is_shared(a) && a.phase > 0; });
        if (!one) return;
        std::set<int> threads;
        for (const Access& a : run_.accesses)
            if (a.is_write && a.launch == one->launch && a.block == one->block &&
                a.variable == one->variable && a.phase == one->phase)
                threads.insert(a.thread);
        ask("writers",
            fmt::format(
                "After its barrier number {} and before the next one, how many threads of block {} "
                "write to `{}`?",
                one->phase, one->block, run_.name(*one)),
            static_cast<double>(threads.size()), "");
    }

    /// The accesses that the lanes of a warp make at once: each thread's first in the line, to this
    /// variable.
    std::vector<const Access*> with(const Access& one) const {
        std::map<int, const Access*> first;
        for (const Access& a : run_.accesses)
            if (a.launch == one.launch && a.block == one.block && a.line == one.line &&
                a.is_write == one.is_write && a.variable == one.variable &&
                a.thread / warp_size == one.thread / warp_size)
                first.try_emplace(a.thread, &a);
        std::vector<const Access*> all;
        for (const auto& [thread, access] : first) all.push_back(access);
        return all;
    }

    std::string of_warp(const Access& a) const {
        return fmt::format("When warp {} of block {} {} `{}` in line {} for the first time",
                           a.thread / warp_size, a.block, a.is_write ? "writes" : "reads", run_.name(a),
                           a.line);
    }

    void wavefronts() {
        const Access* const one =
            one_of([&](const Access& a) { return run_.is_shared(a) && a.bytes == word_bytes; });
        if (!one) return;
        std::map<std::uint64_t, std::set<std::uint64_t>> words; // of each bank
        for (const Access* a : with(*one)) {
            const std::uint64_t word = a->address / word_bytes;
            words[word % banks].insert(word);
        }
        std::size_t most = 0;
        for (const auto& [bank, different] : words) most = std::max(most, different.size());
        ask("wavefronts", of_warp(*one) + ", how many wavefronts does it take?",
            static_cast<double>(most),
            "The bank that has most to do is asked for so many different words.");
    }

    void sectors() {
        const Access* const one = one_of([&](const Access& a) { return !run_.is_shared(a); });
        if (!one) return;
        std::set<std::uint64_t> touched;
        for (const Access* a : with(*one))
            for (std::uint64_t at = a->address / sector_bytes;
                 at * sector_bytes < a->address + a->bytes; ++at)
                touched.insert(at);
        ask("sectors", of_warp(*one) + ", how many sectors of 32 bytes does it touch?",
            static_cast<double>(touched.size()), "");
    }

    using Lines = std::pair<int, int>;

    /// Pairs of lines that meet at an element in two phases of a block between which only barriers of
    /// this line stand: neither is a wait any more without them.
    std::set<Lines> racing_without(int line) const {
        std::map<std::tuple<int, int>, std::vector<int>>
            merged; // of a block: the phase that each one becomes
        for (const Barrier& b : run_.barriers) {
            auto& phases = merged[{b.launch, b.block}];
            if (phases.empty()) phases.push_back(0);
            phases.push_back(phases.back() + (b.line != line));
        }
        std::map<std::tuple<int, int, std::uint64_t, int>, std::vector<const Access*>> together;
        for (const Access& a : run_.accesses) {
            const auto phases = merged.find({a.launch, a.block});
            if (run_.is_shared(a) && phases != merged.end())
                together[{a.launch, a.block, a.address,
                          phases->second[static_cast<std::size_t>(a.phase)]}]
                    .push_back(&a);
        }
        std::set<Lines> racing;
        for (const auto& [place, all] : together)
            for (const Access* a : all)
                for (const Access* b : all)
                    if (a->phase < b->phase && a->thread != b->thread && (a->is_write || b->is_write))
                        racing.emplace(std::minmax(a->line, b->line));
        return racing;
    }

    void race() {
        if (run_.barriers.empty()) return;
        const int line = run_.barriers[engine_() % run_.barriers.size()].line;
        const std::set<Lines> racing = racing_without(line);
        if (racing.empty()) return;
        std::set<int> lines;
        for (const Access& a : run_.accesses) lines.insert(a.line);
        std::vector<Lines> others;
        for (const int a : lines)
            for (const int b : lines)
                if (a <= b && !racing.contains({a, b})) others.emplace_back(a, b);
        std::shuffle(others.begin(), others.end(), engine_);
        constexpr std::size_t wrong = 3;
        others.resize(std::min(others.size(), wrong));
        const Lines right =
            *std::next(racing.begin(), static_cast<std::ptrdiff_t>(engine_() % racing.size()));
        others.push_back(right);
        std::ranges::sort(others);
        const std::size_t before = questions_.size();
        ask("race", fmt::format("Which two lines race if the barrier in line {} goes?", line), 0,
            "Between them, only this barrier makes threads wait.");
        if (questions_.size() == before) return;
        Asked& asked = questions_.back();
        for (std::size_t i = 0; i < others.size(); ++i) {
            const auto [a, b] = others[i];
            if (others[i] == right) asked.number = static_cast<double>(i + 1);
            asked.choices.push_back({a == b ? fmt::format("line {}, of two threads", a)
                                            : fmt::format("lines {} and {}", a, b),
                                     "", others[i] == right});
        }
    }

    const Run& run_;
    std::mt19937_64 engine_;
    std::map<Key, int> times_;
    std::vector<Asked> questions_;
};

/// Another kernel's questions are about other threads and elements, even with the same seed.
std::uint64_t seed_for(const Run& run, std::uint64_t seed) {
    constexpr std::uint64_t prime = 1099511628211u; // of FNV-1a
    for (const Access& a : run.accesses)
        seed = (seed ^ static_cast<std::uint64_t>(a.line * 4096 + a.thread)) * prime;
    return seed;
}

} // namespace

std::vector<Asked> viva(const std::filesystem::path& recording, std::uint64_t seed) {
    const Run run = read_run(recording);
    std::vector<Asked> questions = Viva(run, seed_for(run, seed)).questions();
    if (questions.empty())
        throw UsageError("there is nothing to ask about: the kernel reads and writes no array");
    return questions;
}

} // namespace scanlab::quiz
