#include "sandbox.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <sys/prctl.h>
#include <sys/resource.h>
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

std::vector<char*> pointers_to(const std::vector<std::string>& words) {
    std::vector<char*> pointers;
    for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
    pointers.push_back(nullptr);
    return pointers;
}

/// A process hears of the limit when it comes to it, and is killed `grace` later.
void limit(__rlimit_resource_t resource, rlim_t value, rlim_t grace = 0) {
    const rlimit both{value, value + grace};
    setrlimit(resource, &both);
}

/// The child's first steps. Other threads may have been running: only async-signal-safe functions here.
[[noreturn]] void become(char* const* command, char* const* environment, const int* descriptors,
                         int count, const char* folder, const Limits& limits) {
    setsid();
    bool well = chdir(folder) == 0;
    for (int i = 0; i < count; ++i) well = well && dup2(descriptors[i], i) == i;
    const int most = static_cast<int>(sysconf(_SC_OPEN_MAX));
    for (int i = count; i < std::min(most, 4096); ++i) close(i);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, static_cast<rlim_t>(limits.computing.count()), 1);
    limit(RLIMIT_FSIZE, limits.file_bytes);
    limit(RLIMIT_NPROC, 0);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (well) execve(command[0], command, environment);
    _exit(127);
}

/// Waits until the child has ended, without taking notice of it; false if it takes too long.
bool has_ended(pid_t child, std::chrono::seconds patience) {
    using namespace std::chrono_literals;
    const auto end = std::chrono::steady_clock::now() + patience;
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

    const auto arguments = pointers_to(command), settings = pointers_to(environment);
    const pid_t child = fork();
    if (child < 0) return {Ended::How::not_started, errno, {}, {}};
    if (child == 0) {
        become(arguments.data(), settings.data(), descriptors.data(),
               static_cast<int>(descriptors.size()), folder.c_str(), limits);
    }

    const bool in_time = has_ended(child, limits.wall_time);
    kill(child, SIGKILL);
    kill(-child, SIGKILL); // its session, before the number can be another's
    int status = 0;
    waitpid(child, &status, 0);
    Ended ended{Ended::How::exited, 0, {}, beginning_of(printed)};
    if (!in_time || (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)) {
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
