#include "sandbox.hpp"

#include "confinement.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace scanlab::grader {
namespace {

namespace fs = std::filesystem;

class Descriptor {
public:
    Descriptor(const fs::path& path, int flags) {
        // High up, so that the child can put it in its place without hitting another one.
        const int low = open(path.c_str(), flags | O_CLOEXEC, 0600);
        number_ = low < 0 ? -1 : fcntl(low, F_DUPFD_CLOEXEC, 64);
        const int error = errno;
        if (low >= 0) close(low);
        if (number_ < 0) throw std::system_error(error, std::generic_category(), path.string());
    }
    ~Descriptor() {
        if (number_ >= 0) close(number_);
    }
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&&) = delete;
    int number() const { return number_; }

private:
    int number_;
};

/// A process hears of the limit when it comes to it, and is killed `grace` later.
void limit(__rlimit_resource_t resource, rlim_t value, rlim_t grace = 0) {
    const rlimit both{value, value + grace};
    setrlimit(resource, &both);
}

/// What the guard and the program are started with. Other threads may have been running when they were
/// forked: only async-signal-safe functions in either, but for what the caller brings.
struct Start {
    const ConfinedProgram& program;
    const std::vector<int>& descriptors;
    const char* folder;
    const Limits& limits;
    const FileRules* files;         ///< null: none
    const SystemCallFilter* filter; ///< null: none
};

[[noreturn]] void become(const Start& start) {
    prctl(PR_SET_PDEATHSIG, SIGKILL); // it ends with its guard
    setsid();
    bool well = chdir(start.folder) == 0;
    // Where the kernel has neither rules nor filters, the limits stand alone.
    if (start.files) static_cast<void>(start.files->enforce()); // before its descriptor is closed
    const int given = static_cast<int>(start.descriptors.size());
    for (int i = 0; i < given; ++i)
        well = well && dup2(start.descriptors[static_cast<std::size_t>(i)], i) == i;
    closefrom(given);
    limit(RLIMIT_CPU, static_cast<rlim_t>(start.limits.computing.count()), 1);
    limit(RLIMIT_FSIZE, start.limits.file_bytes);
    if (start.limits.memory_bytes > 0) limit(RLIMIT_AS, start.limits.memory_bytes);
    if (!start.limits.may_start_threads) limit(RLIMIT_NPROC, 0);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (start.filter) static_cast<void>(start.filter->install());
    if (well) start.program.run();
    _exit(127);
}

/// Waits until the child has ended, without taking notice of it; false if it takes too long.
bool has_ended(pid_t child, std::chrono::seconds patience) {
    using namespace std::chrono_literals;
    const auto end = std::chrono::steady_clock::now() + patience;
    constexpr long open_process = 434; // pidfd_open, since Linux 5.3; older headers lack it
    pollfd process{static_cast<int>(syscall(open_process, child, 0)), POLLIN, 0};
    if (process.fd >= 0) {
        const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(patience);
        poll(&process, 1, static_cast<int>(milliseconds.count())); // a signal may cut it short
        close(process.fd);
    }
    auto pause = 200us;
    for (;;) {
        siginfo_t info{};
        waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT);
        if (info.si_pid == child) return true;
        if (std::chrono::steady_clock::now() > end) return false;
        std::this_thread::sleep_for(pause);
        pause = std::min(pause * 2, std::chrono::microseconds(5ms));
    }
}

/// How many there were.
int kill_children() {
    char list[4096];
    const int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    const ssize_t length = read(file, list, sizeof list - 1);
    close(file);
    list[std::max<ssize_t>(length, 0)] = '\0';
    int killed = 0;
    char* end = list;
    // A space follows each, but one that is cut off.
    for (pid_t child; (child = static_cast<pid_t>(std::strtol(end, &end, 10))) > 0 && *end == ' ';) {
        kill(child, SIGKILL);
        ++killed;
    }
    return killed;
}

[[noreturn]] void end_by(int signal_number) {
    signal(signal_number, SIG_DFL);
    raise(signal_number);
    _exit(127);
}

/// Stands between the grader and one program. Processes that lose their parent become its children, so
/// that none gets away, whatever session it is in. Ends as the program did, or by SIGXCPU if it took
/// too long.
[[noreturn]] void guard(const Start& start) {
    limit(RLIMIT_CORE, 0);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    start.program.before();
    const pid_t program = fork();
    if (program == 0) become(start);
    const bool in_time = has_ended(program, start.limits.wall_time);
    kill(-program, SIGKILL); // its session, before the number can be another's
    kill(program, SIGKILL);
    int status = 0;
    waitpid(program, &status, 0);
    while (kill_children() > 0) waitpid(-1, nullptr, 0); // whose children come next
    if (!in_time) end_by(SIGXCPU);
    if (WIFSIGNALED(status)) end_by(WTERMSIG(status));
    if (WEXITSTATUS(status) == 0) start.program.after();
    _exit(WEXITSTATUS(status));
}

std::string beginning_of(const fs::path& path) {
    constexpr std::size_t most = 4096;
    std::string text(most, '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(text.data(), static_cast<std::streamsize>(most));
    text.resize(static_cast<std::size_t>(file.gcount()));
    return text;
}

} // namespace

Ended run_confined(const std::vector<std::string>& command, const std::vector<GivenFile>& files,
                   const std::vector<std::string>& environment, const Limits& limits) {
    const auto arguments = pointers_to(command), settings = pointers_to(environment);
    return run_confined({.run = [&] { execve(arguments[0], arguments.data(), settings.data()); }},
                        files, limits);
}

Ended run_confined(const ConfinedProgram& program, const std::vector<GivenFile>& files,
                   const Limits& limits) {
    const ScratchFolder scratch;
    const fs::path printed = scratch.path() / "printed", folder = scratch.path() / "empty";
    fs::create_directory(folder);

    std::vector<Descriptor> opened;
    opened.emplace_back("/dev/null", O_RDONLY);
    for (int i = 0; i < 2; ++i) opened.emplace_back(printed, O_WRONLY | O_CREAT | O_APPEND);
    for (const GivenFile& file : files)
        opened.emplace_back(file.path, file.for_writing ? O_WRONLY | O_CREAT | O_TRUNC : O_RDONLY);
    std::vector<int> descriptors;
    for (const Descriptor& d : opened) descriptors.push_back(d.number());

    const std::optional<FileRules> rules =
        limits.reach ? std::optional<FileRules>(std::in_place, *limits.reach) : std::nullopt;
    const SystemCallFilter filter = filter_for_tools();
    const Start start{program,
                      descriptors,
                      folder.c_str(),
                      limits,
                      rules ? &*rules : nullptr,
                      limits.may_use_sockets ? nullptr : &filter};

    const pid_t child = fork();
    if (child < 0) return {Ended::How::not_started, errno, {}, {}};
    if (child == 0) guard(start);
    int status = 0;
    waitpid(child, &status, 0);
    Ended ended{Ended::How::exited, 0, {}, beginning_of(printed)};
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) {
        ended.how = Ended::How::too_slow;
    } else if (WIFSIGNALED(status)) {
        ended.how = Ended::How::killed;
        ended.code = WTERMSIG(status);
    } else {
        ended.code = WEXITSTATUS(status);
    }
    return ended;
}

} // namespace scanlab::grader
