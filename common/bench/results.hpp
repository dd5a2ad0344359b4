/// \file
/// What `scanlab bench` has measured, as files hold it.
#pragma once

#include <nlohmann/json.hpp>

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace scanlab {

/// One case of one program. What is not known is 0 or empty.
struct Row {
    std::string kind;    ///< see Benchmark
    std::string version; ///< of a rival, as in "CUB 3.0.1"
    int number = 0;      ///< of the lesson
    std::string name, title;
    std::string task, scope; ///< as in "inclusive-scan", "device"
    std::string processor;   ///< gpu, cpu or simulator
    std::string device;
    std::string sweep; ///< see Sweep
    long long n = 0;
    int block = 0, items_per_thread = 0;
    int kept_percent = 0;                  ///< compaction and split
    int gpus = 1;                          ///< that worked on a call, and on a copy, side by side
    std::string way = "row";               ///< see Way
    std::string data = "random";           ///< see Data
    double us = 0, p10_us = 0, p90_us = 0; ///< of a call
    double gbps = 0;                       ///< useful bytes over the median
    double copy_us = 0, copy_p10_us = 0, copy_p90_us = 0;
    double copy_gbps = 0; ///< of a copy of n elements, measured in turns with the calls
    double share_of_copy = 0;
    double best_copy_gbps = 0; ///< of the fastest copy of n elements that was measured, this one or a
                               ///< kernel, as name_best_copies() finds it
    std::string best_copy;     ///< its name; "copy" is the driver's
    double peak_gbps = 0;      ///< what the device's memory would give at its clock and width
    int sm_mhz = 0, memory_mhz = 0;    ///< clocks while it was measured
    double watts = 0, microjoules = 0; ///< on average, and of a call
    int samples = 0, calls_a_sample = 0;
    bool in_graph = false, verified = false;
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Row, kind, version, number, name, title, task, scope,
                                                processor, device, sweep, n, block, items_per_thread,
                                                kept_percent, gpus, way, data, us, p10_us, p90_us, gbps,
                                                copy_us, copy_p10_us, copy_p90_us, copy_gbps,
                                                share_of_copy, best_copy_gbps, best_copy, peak_gbps,
                                                sm_mhz, memory_mhz, watts, microjoules, samples,
                                                calls_a_sample, in_graph, verified)

/// The line through a program's times over n: time = fixed + useful bytes / speed. Every point counts
/// by its relative error, or the largest n alone would decide.
struct SpeedFit {
    std::string name;
    double gbps, fixed_us, r_squared;
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SpeedFit, name, gbps, fixed_us, r_squared)

/// Where, when and how they were measured.
struct Circumstances {
    std::string date, command, host, gpu, toolkit;
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Circumstances, date, command, host, gpu, toolkit)

struct Results {
    Circumstances circumstances;
    std::vector<Row> rows;
};

/// A fit for each program that was measured at three sizes or more; `copy` is the GPU's.
std::vector<SpeedFit> fits(std::span<const Row> rows);

/// Finds the fastest verified copy of each n and way, and notes it in all rows of these.
void name_best_copies(std::vector<Row>& rows);

/// The name of what was measured, a lesson's with its number, a rival's with its version: "05
/// coarsened", "cub_select (CUB 3.0.1)".
std::string label(const Row& row);

/// Elements over the median time: what a sort's speed is told in.
inline double billion_keys_per_second(const Row& row) {
    return static_cast<double>(row.n) / row.us / 1e3;
}

/// What in a row cannot have been measured, in words: "us is 0". Empty if nothing.
std::string mistake_in(const Row& row);

/// Writes ways.csv: rows that differ by the way in which calls were timed. Throws UsageError.
void write_ways(std::span<const Row> rows, const std::filesystem::path& folder);

/// Writes bench.csv, bench.json and device.txt. Throws UsageError.
void write_results(const Results& results, const std::filesystem::path& folder);

/// Reads bench.json. Throws UsageError, also if a row has a mistake.
Results read_results(const std::filesystem::path& folder);

} // namespace scanlab
