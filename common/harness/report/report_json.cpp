#include "report.hpp"
#include "task/task.hpp"

#include <nlohmann/json.hpp>

namespace scanlab {
namespace {

using nlohmann::json;

json to_json(const Fault& fault) {
    json j{{"kind", name(fault.kind)}, {"cause", fault.cause}};
    if (fault.diagnosis) {
        j["wrong"] = fault.diagnosis->wrong;
        j["of"] = fault.diagnosis->total;
        if (fault.diagnosis->kept) j["kept"] = *fault.diagnosis->kept;
        if (fault.diagnosis->first_wrong) {
            const Owner& owner = *fault.diagnosis->owner;
            j["first_wrong"] = *fault.diagnosis->first_wrong;
            j["owner"] = {{"block", owner.block},
                          {"warp", owner.warp},
                          {"lane", owner.lane},
                          {"thread", owner.thread}};
        }
    }
    for (const Neighbour& n : fault.neighbours) {
        json row{{"index", n.index}, {"expected", n.expected}, {"got", n.got}}; // floats as their bits
        if (n.input) row["input"] = *n.input;
        if (n.head) row["head"] = *n.head;
        j["neighbours"].push_back(row);
    }
    return j;
}

json to_json(const Failure& failure) {
    json j = to_json(failure.fault);
    j["n"] = failure.n;
    j["input"] = name(failure.kind);
    if (failure.passes) j["passes_at"] = *failure.passes;
    if (failure.cause_seen_at) j["cause_seen_at"] = *failure.cause_seen_at;
    j["runs"] = failure.runs;
    j["right_runs"] = failure.right_runs;
    j["runs_differ"] = failure.runs_differ;
    return j;
}

void add_measurement(json& j, const Measurement& m) {
    j["n"] = m.n;
    j["ideal_bytes_per_element"] = m.ideal_bytes_per_element;
    if (m.timing) {
        j["time"] = {{"median_us", m.timing->median_us},
                     {"p10_us", m.timing->p10_us},
                     {"p90_us", m.timing->p90_us},
                     {"reps", m.timing->reps}};
        j["gbps"] = m.timing->gbps;
        j["copy_gbps"] = m.timing->copy_gbps;
        j["percent_of_copy"] = 100 * m.timing->gbps / m.timing->copy_gbps;
        j["best_copy_gbps"] = m.timing->best_copy_gbps;
        j["percent_of_best_copy"] = 100 * m.timing->gbps / m.timing->best_copy_gbps;
        if (m.peak_gbps > 0) {
            j["peak_gbps"] = m.peak_gbps;
            j["percent_of_peak"] = 100 * m.timing->gbps / m.peak_gbps;
        }
    }
    if (m.fit) {
        j["fit"] = {{"gbps", m.fit->gbps},
                    {"fixed_us", m.fit->fixed_us},
                    {"r_squared", m.fit->r_squared},
                    {"repeats", m.fit->repeats}};
    }
    if (m.cpu) {
        j["cpu"] = {{"plain_gbps", m.cpu->plain_gbps},
                    {"parallel_gbps", m.cpu->parallel_gbps},
                    {"threads", m.cpu->threads}};
    }
    if (m.cost) {
        j["cost"] = {{"launches", m.cost->launches},
                     {"simulated_seconds", m.cost->seconds},
                     {"barriers_per_thread", m.cost->barriers_per_thread}};
        if (const auto& a = m.cost->accesses) {
            j["cost"]["bytes_read_per_element"] = a->bytes_read;
            j["cost"]["bytes_written_per_element"] = a->bytes_written;
            j["cost"]["bytes_per_element"] = a->bytes_read + a->bytes_written;
            j["cost"]["sectors_per_element"] = a->sectors;
            j["cost"]["sector_bytes_used"] = a->used;
            j["cost"]["bank_conflicts_per_element"] = a->bank_conflicts;
        }
    }
}

} // namespace

json to_json(const Lesson& lesson) {
    return {{"number", lesson.number},
            {"name", lesson.name},
            {"title", lesson.title},
            {"task", name(lesson.task)},
            {"scope", lesson.scope == Scope::block ? "block" : "device"}};
}

json to_json(const Report& report) {
    json j = to_json(report.lesson);
    j["status"] = report.passed() ? "pass" : "fail";
    j["backend"] = on_simulator ? "sim" : "cuda";
    j["device"] = report.device;
    j["block"] = report.layout.block;
    j["items_per_thread"] = report.layout.items_per_thread;
    j["seed"] = report.seed;
    if (report.order) {
        j["schedule"] = report.order->schedule;
        j["order"] = report.order->number;
    }
    j["checks"] = {{"cases", report.checked.cases}, {"sizes", report.checks.sizes}};
    for (const InputKind kind : report.checks.kinds) j["checks"]["inputs"].push_back(name(kind));
    if (report.checked.failure) j["failure"] = to_json(*report.checked.failure);
    if (report.measured) {
        add_measurement(j, *report.measured);
        const auto& cost = report.measured->cost;
        if (report.counters && cost && cost->accesses) j["kernels"] = json::parse(cost->accesses->json);
        if (report.measured->fault) j["failure"] = to_json(*report.measured->fault);
    }
    if (!report.passed()) j["failure"]["rerun"] = report.rerun;
    return j;
}

} // namespace scanlab
