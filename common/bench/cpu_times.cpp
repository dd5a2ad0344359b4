#include "cpu_times.hpp"

#include "errors.hpp"
#include "task/host_array.hpp"
#include "task/inputs.hpp"
#include "task/parallel.hpp"
#include "task/poison.hpp"
#include "task/reference.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <optional>
#include <string>

namespace scanlab {
namespace {

constexpr Task scan = Task::inclusive_scan, compaction = Task::compaction;

const Rival rivals[] = {
    {"cpu_scan_plain", "CPU scan, plain", scan,
     [](Numbers in, std::span<int> out, std::span<int>) { return compute_plain(scan, in, out); }},
    {"cpu_scan_simd", "CPU scan, SIMD", scan,
     [](Numbers in, std::span<int> out, std::span<int>) {
         scan_simd(in, out);
         return count(in);
     }},
    {"cpu_scan_threads", "CPU scan, threads and SIMD", scan,
     [](Numbers in, std::span<int> out, std::span<int>) { return compute_parallel(scan, in, out); }},
    {"cpu_compact_plain", "CPU compaction without a scan", compaction,
     [](Numbers in, std::span<int> out, std::span<int>) { return compute_plain(compaction, in, out); }},
    {"cpu_compact_scan", "CPU compaction by a scan", compaction,
     [](Numbers in, std::span<int> out, std::span<int> positions) {
         return compact_by_scan(in, out, positions);
     }},
    {"cpu_compact_threads", "CPU compaction, threads", compaction,
     [](Numbers in, std::span<int> out, std::span<int>) {
         return compute_parallel(compaction, in, out);
     }},
};

bool is_scan(Numbers in, Numbers out) {
    unsigned before = 0;
    for (std::size_t i = 0; i < in.size(); ++i) {
        if (static_cast<unsigned>(out[i]) - before != static_cast<unsigned>(in[i])) return false;
        before = static_cast<unsigned>(out[i]);
    }
    return true;
}

bool is_compaction(Numbers in, Numbers out, long long kept) {
    std::size_t rank = 0;
    for (const int value : in)
        if (value != 0 && out[rank++] != value) return false;
    return static_cast<long long>(rank) == kept;
}

/// Input and output for calls in a row, which lie as far apart as the caches are large.
class HostArena {
public:
    HostArena(Task task, long long n)
        : elements_(std::max(n, spread)), input_(make_input(InputKind::large, task, elements_, 1)),
          output_(elements_), scratch_(n) {}

    void keep(int percent) {
        input_ = make_input(InputKind::large, Task::inclusive_scan, elements_, 1);
        for (int& value : std::span<int>(input_)) {
            const bool kept = static_cast<unsigned>(value) % 100 < static_cast<unsigned>(percent);
            value = kept ? value | 1 : 0;
        }
    }
    int calls(long long n) const {
        constexpr long long most = 64;
        return static_cast<int>(std::clamp(elements_ / n, 1LL, most));
    }
    Numbers input(long long n, int i) const { return Numbers(input_).subspan(first(n, i), size(n)); }
    std::span<int> output(long long n, int i) {
        return std::span<int>(output_).subspan(first(n, i), size(n));
    }
    std::span<int> scratch(long long n) { return std::span<int>(scratch_).first(size(n)); }

private:
    static constexpr long long spread = 1LL << 24;
    static std::size_t size(long long n) { return static_cast<std::size_t>(n); }
    std::size_t first(long long n, int i) const { return size(elements_ / calls(n)) * size(i); }

    long long elements_;
    HostArray input_, output_, scratch_;
};

void copy(Numbers in, std::span<int> out) {
    for_each_chunk(count(in), [&](int, long long begin, long long end) {
        std::memcpy(out.data() + begin, in.data() + begin,
                    static_cast<std::size_t>(end - begin) * sizeof(int));
    });
}

CaseTimes time_case(const Rival& rival, HostArena& arena, const Case& c, int reps) {
    constexpr double most_us = 300e3;
    const int calls = arena.calls(c.n);
    const auto each = [&](const auto& act) {
        for (int i = 0; i < calls; ++i) act(arena.input(c.n, i), arena.output(c.n, i));
    };
    const auto time = [&](const auto& act) {
        const auto start = std::chrono::steady_clock::now();
        each(act);
        const std::chrono::duration<double, std::micro> elapsed =
            std::chrono::steady_clock::now() - start;
        return elapsed.count() / calls;
    };
    const auto work = [&](Numbers in, std::span<int> out) {
        return rival.work(in, out, arena.scratch(c.n));
    };

    CaseTimes times{{}, {}, 0, calls, false, true};
    const double estimate = time(work) + time(copy); // and warms up
    const int samples =
        std::clamp(static_cast<int>(most_us / (estimate * calls)), 3, std::max(3, reps));
    for (int i = 0; i < samples; ++i) {
        times.copies.push_back(time(copy));
        times.calls.push_back(time(work));
    }
    each([&](Numbers in, std::span<int> out) {
        std::ranges::fill(out, poison_word);
        const long long kept = work(in, out);
        times.verified &= rival.task == scan ? is_scan(in, out) : is_compaction(in, out, kept);
    });
    const double written = rival.task == scan ? 1 : c.kept_percent / 100.0;
    times.useful_bytes = sizeof(int) * static_cast<double>(c.n) * (1 + written);
    return times;
}

} // namespace

const Rival& find_rival(std::string_view name) {
    const auto rival = std::ranges::find(rivals, name, &Rival::name);
    if (rival == std::end(rivals)) throw UsageError("there is no rival '" + std::string(name) + "'");
    return *rival;
}

void time_cases(const Rival& rival, const std::vector<Case>& cases, int reps, const TakeTimes& take) {
    const auto largest = std::ranges::max_element(cases, {}, &Case::n);
    if (largest == cases.end()) return;
    HostArena arena(rival.task, largest->n);
    std::optional<int> kept;
    for (const Case& c : cases) {
        if (rival.task == compaction && kept != c.kept_percent) arena.keep(c.kept_percent);
        kept = c.kept_percent;
        take(c, time_case(rival, arena, c, reps));
    }
}

} // namespace scanlab
