// How people and programs get to read what was counted.
#include "findings/findings.hpp"
#include "findings/json.hpp"
#include "scanlab_sim/cost.hpp"

#include <cstdarg>
#include <cstdio>
#include <fstream>
#include <map>

namespace scanlab::sim {

namespace {

__attribute__((format(printf, 1, 2))) std::string formatted(const char* format, ...) {
    char text[300];
    va_list values;
    va_start(values, format);
    std::vsnprintf(text, sizeof text, format, values);
    va_end(values);
    return text;
}

double ratio(long long a, long long b) { return static_cast<double>(a) / static_cast<double>(b); }

/// As one writes it in a launch: "256", or "(16,16)".
std::string text(const dim3& d) {
    if (d.z > 1) return formatted("(%u,%u,%u)", d.x, d.y, d.z);
    return d.y > 1 ? formatted("(%u,%u)", d.x, d.y) : formatted("%u", d.x);
}

// --- the table of a kernel --------------------------------------------------------------------------

std::string heading(const KernelCost& k) {
    std::string out =
        k.launches > 1 ? formatted("%lld launches of ", k.launches) : std::string("1 launch of ");
    out += k.kernel + " <<<" + text(k.grid) + ", " + text(k.block);
    if (k.dynamic_shared_bytes > 0) out += formatted(", %zu", k.dynamic_shared_bytes);
    return out + ">>> at " + text(SourceLine{k.file, k.line}) + "\n";
}

std::string row(const char* what, const GlobalAccesses& a, long long elements) {
    if (a.requests == 0) return {};
    std::string out =
        formatted("  %-14s %12lld %12lld %11.2f %11.1f %%", what, a.requests, a.sectors,
                  ratio(a.sectors, a.requests), 100 * ratio(a.useful_bytes, 32 * a.sectors));
    if (elements > 0) out += formatted(" %14.2f", ratio(32 * a.sectors, elements));
    return out + "\n";
}

std::string row(const char* what, const SharedAccesses& a) {
    if (a.requests == 0) return {};
    return formatted("  %-14s %12lld %12lld %11.2f %13lld\n", what, a.requests, a.wavefronts,
                     ratio(a.wavefronts, a.requests), a.bank_conflicts);
}

std::string table(const KernelCost& k, long long elements) {
    const Counters& c = k.counters;
    std::string out = heading(k);
    if (c.global().requests > 0) {
        out += formatted("  %-14s %12s %12s %11s %13s", "global memory", "requests", "sectors",
                         "a request", "bytes used");
        out += elements > 0 ? formatted(" %14s\n", "bytes/element") : "\n";
        out += row("  load", c.global_load, elements) + row("  store", c.global_store, elements) +
               row("  atomic", c.global_atomic, elements);
    }
    if (c.shared().requests > 0) {
        out += formatted("  %-14s %12s %12s %11s %13s\n", "shared memory", "requests", "wavefronts",
                         "a request", "conflicts");
        out += row("  load", c.shared_load) + row("  store", c.shared_store) +
               row("  atomic", c.shared_atomic);
    }
    out += formatted("  %-14s %g per thread\n", "block barriers", ratio(c.block_barriers, k.warps()));
    if (c.warp_syncs + c.collectives > 0)
        out += formatted("  %-14s %g per warp: %lld shuffles, votes and the like, %lld __syncwarp\n",
                         "warp-wide", ratio(c.warp_syncs + c.collectives, k.warps()), c.collectives,
                         c.warp_syncs);
    out += formatted("  %-14s %lld of %lld instructions: not all running lanes of the warp took part\n",
                     "diverged", c.diverged, c.instructions);
    return out;
}

// --- JSON -------------------------------------------------------------------------------------------

std::string json(const char* name, const GlobalAccesses& a) {
    return formatted("\"%s\":{\"requests\":%lld,\"sectors\":%lld,\"useful_bytes\":%lld},", name,
                     a.requests, a.sectors, a.useful_bytes);
}

std::string json(const char* name, const SharedAccesses& a) {
    return formatted("\"%s\":{\"requests\":%lld,\"wavefronts\":%lld,\"bank_conflicts\":%lld},", name,
                     a.requests, a.wavefronts, a.bank_conflicts);
}

std::string json(const Counters& c) {
    return "{" + json("global_load", c.global_load) + json("global_store", c.global_store) +
           json("global_atomic", c.global_atomic) + json("shared_load", c.shared_load) +
           json("shared_store", c.shared_store) + json("shared_atomic", c.shared_atomic) +
           formatted("\"block_barriers\":%lld,\"warp_syncs\":%lld,\"collectives\":%lld,"
                     "\"instructions\":%lld,\"diverged\":%lld}",
                     c.block_barriers, c.warp_syncs, c.collectives, c.instructions, c.diverged);
}

std::string json(const LineCost& line) {
    const std::string place =
        line.line ? "\"file\":" + json_string(line.file) + formatted(",\"line\":%d", line.line)
                  : "\"file\":null,\"line\":null";
    const std::string in_a_warp =
        line.in_a_warp ? formatted(",\"in_a_warp\":%lld", line.in_a_warp) : std::string();
    return "\n    {" + place + in_a_warp + ",\"counters\":" + json(line.counters) + "}";
}

std::string json(const KernelCost& k) {
    std::string out = "  {\"kernel\":" + json_string(k.kernel) + ",\"file\":" + json_string(k.file);
    out += formatted(",\"line\":%d,\"grid\":[%u,%u,%u],\"block\":[%u,%u,%u],", k.line, k.grid.x,
                     k.grid.y, k.grid.z, k.block.x, k.block.y, k.block.z);
    out += formatted("\"dynamic_shared_bytes\":%zu,\"launches\":%lld,\"warps\":%lld,\n   \"counters\":",
                     k.dynamic_shared_bytes, k.launches, k.warps());
    out += json(k.counters) + ",\n   \"lines\":[";
    for (std::size_t i = 0; i < k.lines.size(); ++i) out += (i ? "," : "") + json(k.lines[i]);
    return out + "]}";
}

// --- the annotated listing --------------------------------------------------------------------------

/// "2048 x 4.00": how many requests, and what each takes.
std::string product(long long requests, long long each_takes) {
    return requests ? formatted("%lld x %.2f", requests, ratio(each_takes, requests)) : std::string();
}

std::string number(long long n) { return n ? formatted("%lld", n) : std::string(); }

std::string columns(const std::string& global, const std::string& shared, const std::string& conflicts,
                    const std::string& synchronised, const std::string& diverged) {
    return formatted("%14s %14s %9s %9s %8s", global.c_str(), shared.c_str(), conflicts.c_str(),
                     synchronised.c_str(), diverged.c_str());
}

std::string columns(const Counters& c) {
    const GlobalAccesses global = c.global();
    const SharedAccesses shared = c.shared();
    return columns(product(global.requests, global.sectors),
                   product(shared.requests, shared.wavefronts), number(shared.bank_conflicts),
                   number(c.block_barriers + c.warp_syncs + c.collectives), number(c.diverged));
}

std::vector<std::string> lines_of(const std::string& file) {
    std::vector<std::string> lines;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

std::string listing(const std::string& file, const std::map<int, Counters>& costs) {
    constexpr int context = 2;     // lines shown above the first
    constexpr int widest_gap = 12; // lines without a cost that are still shown
    const std::vector<std::string> code = lines_of(file);
    std::string out = "\n" + text(SourceLine{file, costs.begin()->first}) + "\n";
    out += columns("global", "shared", "bank", "barriers", "diverged") + "\n";
    out += columns("x sectors", "x wavefronts", "conflicts", "shuffles", "") + "\n";
    int shown = costs.begin()->first - 1 - context;
    for (const auto& [line, counters] : costs) {
        if (line - shown > widest_gap) {
            out += columns("", "", "", "", "") + "    ...\n";
            shown = line - 1 - context;
        }
        while (++shown <= line) {
            if (shown < 1) continue;
            out += shown == line ? columns(counters) : columns("", "", "", "", "");
            out += formatted(" %6d | ", shown);
            if (static_cast<std::size_t>(shown) <= code.size())
                out += code[static_cast<std::size_t>(shown) - 1];
            out += "\n";
        }
        shown = line;
    }
    return out;
}

} // namespace

std::string counters_text(const std::vector<KernelCost>& kernels, long long elements) {
    std::string out;
    for (const KernelCost& kernel : kernels) out += "\n" + table(kernel, elements);
    return out;
}

std::string counters_json(const std::vector<KernelCost>& kernels) {
    std::string out = "[\n";
    for (std::size_t i = 0; i < kernels.size(); ++i) out += (i ? ",\n" : "") + json(kernels[i]);
    return out + "\n]\n";
}

std::string annotated_source(const std::vector<KernelCost>& kernels) {
    std::map<std::string, std::map<int, Counters>> files;
    for (const KernelCost& kernel : kernels)
        for (const LineCost& line : kernel.lines)
            if (line.line) files[line.file][line.line] += line.counters;
    std::string out;
    for (const auto& [file, costs] : files) out += listing(file, costs);
    return out;
}

} // namespace scanlab::sim
