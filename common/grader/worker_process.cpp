#include "worker_process.hpp"

#include "confinement.hpp"
#include "file_rules.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace scanlab::grader {
namespace {

namespace fs = std::filesystem;

/// Its guards look for processes that are left, and how much memory they have.
Reach reach_of(const StudentProgram& program, const fs::path& folder) {
    Reach reach{program.reads, {folder, "/dev/null"}};
    reach.to_read.push_back(program.path.parent_path());
    reach.to_read.emplace_back("/proc");
    return reach;
}

/// Between fork and exec: only async-signal-safe functions.
struct WorkerStart {
    const char* folder;
    std::array<int, 3> descriptors; ///< its input, output and error
    const FileRules& files;
    const SystemCallFilter& filter;
    char* const* arguments;
    char* const* environment;

    [[noreturn]] void become() const {
        bool well = chdir(folder) == 0;
        static_cast<void>(files.enforce()); // before its descriptor is closed
        for (int i = 0; i < 3; ++i)
            well = well && dup2(descriptors[static_cast<std::size_t>(i)], i) == i;
        closefrom(3);
        constexpr rlimit computing{60, 60}; // without its forks, which do the work
        setrlimit(RLIMIT_CPU, &computing);
        static_cast<void>(filter.install());
        if (well) execve(arguments[0], arguments, environment);
        _exit(127);
    }
};

/// A descriptor from 3 on, so that the first three can be put in their places.
int open_high(const fs::path& path, int flags) {
    const int low = open(path.c_str(), flags | O_CLOEXEC, 0600), high = fcntl(low, F_DUPFD_CLOEXEC, 3);
    close(low);
    return high;
}

} // namespace

WorkerProcess::WorkerProcess(const StudentProgram& program, const ExerciseDescription& exercise) {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throw std::system_error(errno, std::generic_category(), "socketpair");
    socket_ = ends[0];

    const std::vector<std::string> command{program.path.string(), exercise.lesson.name};
    const std::vector<std::string> environment{"SCANLAB_SIM_QUIET=1",
                                               "SCANLAB_SIM_TIMEOUT=86400",
                                               "SCANLAB_SIM_MEMORY=256",
                                               "OMP_NUM_THREADS=1",
                                               "SCANLAB_SIM_UNDIVIDED=1",
                                               "SCANLAB_SIM_DEVICES=" +
                                                   std::to_string(exercise.devices),
                                               "TMPDIR=" + folder_.path().string()};
    const auto arguments = pointers_to(command), settings = pointers_to(environment);
    const FileRules files(reach_of(program, folder_.path()));
    const SystemCallFilter filter = filter_for_tools();
    const int output = open_high(printed(), O_WRONLY | O_CREAT | O_APPEND);
    const WorkerStart start{
        folder_.path().c_str(), {ends[1], output, output}, files, filter, arguments.data(),
        settings.data()};
    process_ = fork();
    if (process_ == 0) start.become();
    is_alive_ = process_ > 0;
    close(output);
    close(ends[1]);
}

WorkerProcess::~WorkerProcess() {
    close(socket_); // which ends it
    if (process_ > 0) waitpid(process_, nullptr, 0);
}

Ended WorkerProcess::run(const Job& job) {
    JobEnded ended{Ended::How::not_started, 0, {}};
    is_alive_ = is_alive_ && send(socket_, &job, sizeof job, MSG_NOSIGNAL) == sizeof job &&
                recv(socket_, &ended, sizeof ended, 0) == sizeof ended;
    ended.printed.back() = '\0';
    return {ended.how, ended.code, {}, is_alive_ ? ended.printed.data() : content(printed())};
}

} // namespace scanlab::grader
