#include "worker_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace scanlab::grader {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

/// Its guards look for processes that are left, and how much memory they have.
Reach reach_of(const StudentProgram& program, const fs::path& folder) {
    Reach reach{program.reads, {folder, "/dev/null"}};
    reach.to_read.push_back(program.path.parent_path());
    reach.to_read.emplace_back("/proc");
    return reach;
}

/// Of the worker itself: what it forks does the work.
Limits limits_of(const StudentProgram& program, const fs::path& folder) {
    return {.computing = 60s,
            .file_bytes = 0,
            .may_start_threads = true,
            .reach = reach_of(program, folder)};
}

std::pair<Descriptor, Descriptor> socket_pair() {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throw std::system_error(errno, std::generic_category(), "socketpair");
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

/// Whether there is something to read, or the other end is closed.
bool is_readable_within(int descriptor, std::chrono::milliseconds patience) {
    const auto end = std::chrono::steady_clock::now() + patience;
    for (;;) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
            end - std::chrono::steady_clock::now());
        pollfd readable{descriptor, POLLIN, 0};
        const int ready = poll(&readable, 1, std::max(0, static_cast<int>(left.count())));
        if (ready >= 0 || errno != EINTR) return ready > 0;
    }
}

} // namespace

WorkerProcess::WorkerProcess(const StudentProgram& program, const ExerciseDescription& exercise,
                             std::chrono::seconds patience)
    : patience_(patience) {
    auto [own, its] = socket_pair();
    const Descriptor output(printed(), O_WRONLY | O_CREAT | O_APPEND);
    process_ = start_confined({program.path.string(), exercise.entry},
                              {its.number(), output.number(), output.number()},
                              {"SCANLAB_SIM_QUIET=1", "SCANLAB_SIM_TIMEOUT=86400",
                               "SCANLAB_SIM_MEMORY=256", "OMP_NUM_THREADS=1", "SCANLAB_SIM_UNDIVIDED=1",
                               "SCANLAB_SIM_DEVICES=" + std::to_string(exercise.devices),
                               "TMPDIR=" + folder_.path().string()},
                              {.place = {folder_.path().string()},
                               .limits = limits_of(program, folder_.path()),
                               .has_guard = false});
    socket_ = std::move(own);
}

WorkerProcess::~WorkerProcess() {
    shutdown(socket_.number(), SHUT_RDWR); // which ends it
    if (!is_alive_) kill(process_, SIGKILL);
    status_within(process_, 10s);
}

bool WorkerProcess::send_and_wait(const Job& job, JobEnded& answer) const {
    return send(socket_.number(), &job, sizeof job, MSG_NOSIGNAL) == sizeof job &&
           is_readable_within(socket_.number(), patience_) &&
           recv(socket_.number(), &answer, sizeof answer, 0) == sizeof answer;
}

std::optional<Ended> WorkerProcess::run(const Job& job) {
    JobEnded answer{Ended::How::not_started, 0, {}};
    is_alive_ = is_alive_ && send_and_wait(job, answer);
    if (!is_alive_ && (has_answered_ || !ends_within(process_, 1s))) return std::nullopt;
    has_answered_ = is_alive_;
    answer.printed.back() = '\0';
    return Ended{answer.how, answer.code, {}, is_alive_ ? answer.printed.data() : content(printed())};
}

} // namespace scanlab::grader
