#include "speed.hpp"

#include "format.hpp"
#include "sandbox.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <limits>
#include <sys/file.h>
#include <unistd.h>
#include <vector>

namespace scanlab::grader {
namespace {

namespace fs = std::filesystem;

/// Held by one grader at a time: two programs on a GPU would slow each other down.
class FileLock {
public:
    explicit FileLock(const fs::path& file) : file_(open(file.c_str(), O_RDONLY | O_CLOEXEC)) {
        flock(file_, LOCK_EX);
    }
    ~FileLock() { close(file_); }
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

private:
    int file_;
};

/// What a program has to know to find the GPU and its driver.
std::vector<std::string> gpu_environment() {
    std::vector<std::string> settings;
    for (const char* name : {"CUDA_VISIBLE_DEVICES", "LD_LIBRARY_PATH"})
        if (const char* value = std::getenv(name))
            settings.push_back(fmt::format("{}={}", name, value));
    return settings;
}

/// The CUDA driver has threads and sockets, and the CPU's scans run on all processors.
Limits gpu_limits() {
    Limits limits;
    limits.computing = std::chrono::seconds(3600);
    limits.may_start_threads = limits.may_use_sockets = true;
    return limits;
}

Speed run_once(const fs::path& program, long long n) {
    const ScratchFolder scratch;
    const fs::path file = scratch.path() / "report.json";
    const Ended ended = run_confined(
        {program.string(), "--n", std::to_string(n), "--case", "random", "--json", file.string()}, {},
        gpu_environment(), gpu_limits());
    if (ended.how == Ended::How::too_slow) return {0, "It did not end, and was stopped."};
    try {
        std::ifstream stream(file);
        const auto report = nlohmann::json::parse(stream);
        const double share = report.at("percent_of_copy").get<double>() / 100;
        if (report.at("status") == "pass" && std::isfinite(share) && share > 0) return {share, {}};
    } catch (const nlohmann::json::exception&) {
        // The program has said why, or nobody knows.
    }
    return {0, "Nothing was measured. The program has printed:\n" + ended.err};
}

Speed median_of_three(const fs::path& program, long long n) {
    std::array<double, 3> shares{};
    for (double& share : shares) {
        const Speed once = run_once(program, n);
        if (!once.fault.empty()) return once;
        share = once.share;
    }
    std::ranges::sort(shares);
    return {shares[1], {}};
}

std::string sizes_text(const std::vector<long long>& sizes) {
    return fmt::format("n = {}, the median of three runs", fmt::join(sizes, ", "));
}

} // namespace

Speed speed_on_gpu(const ExerciseDescription& exercise, const fs::path& source,
                   const Toolchain& toolchain, std::span<const long long> sizes) {
    const ScratchFolder folder;
    const StudentProgram program = build_program(exercise, source, toolchain, folder.path());
    if (!program.flag.empty() || !program.error.empty())
        return {0, "It cannot be built for the GPU.\n" + program.flag + program.error};
    const FileLock lock(toolchain.script);
    Speed slowest{std::numeric_limits<double>::infinity(), {}};
    for (const long long n : sizes) {
        const Speed speed = median_of_three(program.path, n);
        if (!speed.fault.empty()) return speed;
        slowest.share = std::min(slowest.share, speed.share);
    }
    return slowest;
}

void grade_speed(const RubricLine& line, const Speed& speed, LineResult& result) {
    result.status = Status::fail;
    result.detail = speed.fault;
    if (!speed.fault.empty()) return;
    const auto reached =
        std::ranges::find_if(line.bands, [&](const Band& band) { return speed.share >= band.share; });
    if (reached != line.bands.end()) result.points = reached->points;
    result.detail =
        fmt::format("{:.3f} of a copy's speed with {}\n", speed.share, sizes_text(line.sizes));
    if (reached == line.bands.begin()) {
        result.status = Status::pass;
    } else {
        const Band& next = *std::prev(reached);
        result.detail += fmt::format("{:g} points are for a share of {:g}\n", next.points, next.share);
    }
}

} // namespace scanlab::grader
