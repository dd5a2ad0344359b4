#include "process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <poll.h>
#include <spawn.h>
#include <sstream>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

extern char** environ;

namespace scanlab {
namespace {

namespace fs = std::filesystem;

/// Where a child's input comes from and its output goes to.
class Redirection {
public:
    Redirection(const fs::path& out, const fs::path& err) : Redirection(err) {
        posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, out.c_str(), flags, 0600);
    }
    Redirection(int out, const fs::path& err) : Redirection(err) {
        posix_spawn_file_actions_adddup2(&actions_, out, STDOUT_FILENO);
    }
    ~Redirection() { posix_spawn_file_actions_destroy(&actions_); }
    Redirection(const Redirection&) = delete;
    Redirection& operator=(const Redirection&) = delete;
    const posix_spawn_file_actions_t* get() const { return &actions_; }

private:
    explicit Redirection(const fs::path& err) {
        posix_spawn_file_actions_init(&actions_);
        posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, err.c_str(), flags, 0600);
    }

    static constexpr int flags = O_WRONLY | O_CREAT | O_TRUNC;
    posix_spawn_file_actions_t actions_{};
};

/// The two ends of a pipe, which a child does not inherit by itself.
struct Pipe {
    Pipe() {
        std::array<int, 2> ends{};
        if (pipe2(ends.data(), O_CLOEXEC) != 0)
            throw std::system_error(errno, std::generic_category(), "pipe");
        from = ends[0];
        to = ends[1];
    }
    ~Pipe() {
        close_writing_end();
        close(from);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    void close_writing_end() {
        if (to >= 0) close(to);
        to = -1;
    }
    int from, to;
};

std::string name_of(const std::string& setting) { return setting.substr(0, setting.find('=')); }

/// This program's environment with these settings.
std::vector<std::string> environment_with(const std::vector<std::string>& settings) {
    std::vector<std::string> all = settings;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string inherited = *entry;
        if (std::none_of(settings.begin(), settings.end(), [&](const std::string& setting) {
                return name_of(setting) == name_of(inherited);
            }))
            all.push_back(inherited);
    }
    return all;
}

volatile std::sig_atomic_t interrupted_by = 0;

/// Waits for a child, and tells it to end if this program is; none if it had to be killed because it
/// took too long.
std::optional<int> wait_for(pid_t child, std::chrono::seconds limit) {
    using namespace std::chrono_literals;
    using std::chrono::steady_clock;
    auto end = steady_clock::now() + limit;
    for (bool told = false; steady_clock::now() < end && !ends_within(child, 50ms);) {
        if (interruption() == 0 || std::exchange(told, true)) continue;
        kill(child, SIGTERM);
        end = std::min(end, steady_clock::now() + 2s);
    }
    return status_within(child, 0ms);
}

int status_of(pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    return status;
}

/// What waitpid() has told.
Ended ended_by(int status) {
    if (WIFSIGNALED(status)) return {Ended::How::killed, WTERMSIG(status), {}, {}};
    return {Ended::How::exited, WEXITSTATUS(status), {}, {}};
}

/// Takes the complete lines off the front of a text.
void hand_on_lines(std::string& text, const std::function<void(const std::string&)>& on_line) {
    for (std::size_t end; (end = text.find('\n')) != std::string::npos; text.erase(0, end + 1))
        on_line(text.substr(0, end));
}

} // namespace

std::vector<char*> pointers_to(const std::vector<std::string>& words) {
    std::vector<char*> pointers;
    for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
    pointers.push_back(nullptr);
    return pointers;
}

Ended run_process(const std::vector<std::string>& command, std::chrono::seconds limit,
                  const fs::path& scratch, const std::vector<std::string>& settings) {
    const fs::path out = scratch / "out", err = scratch / "err";
    const Redirection redirection(out, err);
    const std::vector<std::string> environment = environment_with(settings);
    pid_t child = 0;
    const int refused = posix_spawnp(&child, command.front().c_str(), redirection.get(), nullptr,
                                     pointers_to(command).data(), pointers_to(environment).data());
    if (refused != 0) return {Ended::How::not_started, refused, {}, {}};
    const std::optional<int> status = wait_for(child, limit);
    Ended ended = status ? ended_by(*status) : Ended{Ended::How::too_slow, 0, {}, {}};
    ended.out = content(out);
    ended.err = content(err);
    return ended;
}

Ended run_by_line(const std::vector<std::string>& command, const fs::path& scratch,
                  const std::function<void(const std::string&)>& on_line,
                  const std::function<bool()>& stop) {
    constexpr int look_around_ms = 100;
    const fs::path err = scratch / "err";
    Pipe pipe;
    const Redirection redirection(pipe.to, err);
    pid_t child = 0;
    const int refused = posix_spawnp(&child, command.front().c_str(), redirection.get(), nullptr,
                                     pointers_to(command).data(), environ);
    if (refused != 0) return {Ended::How::not_started, refused, {}, {}};
    pipe.close_writing_end();

    std::string text;
    for (bool told = false;;) {
        if (!told && stop()) told = kill(child, SIGTERM) == 0;
        pollfd readable{pipe.from, POLLIN, 0};
        if (poll(&readable, 1, look_around_ms) <= 0) continue;
        std::array<char, 4096> buffer;
        const ssize_t bytes = read(pipe.from, buffer.data(), buffer.size());
        if (bytes == 0) break;
        if (bytes < 0) continue; // a signal came
        text.append(buffer.data(), static_cast<std::size_t>(bytes));
        hand_on_lines(text, on_line);
    }
    Ended ended = ended_by(status_of(child));
    ended.err = content(err);
    return ended;
}

Ended run_visibly(const std::vector<std::string>& command, Output output,
                  const std::vector<std::string>& settings) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (output == Output::to_stderr)
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    const std::vector<std::string> environment = environment_with(settings);
    pid_t child = 0;
    const int refused = posix_spawnp(&child, command.front().c_str(), &actions, nullptr,
                                     pointers_to(command).data(), pointers_to(environment).data());
    posix_spawn_file_actions_destroy(&actions);
    if (refused != 0) return {Ended::How::not_started, refused, {}, {}};
    constexpr std::chrono::hours forever(24 * 365);
    return ended_by(wait_for(child, forever).value_or(SIGKILL));
}

bool ends_within(pid_t child, std::chrono::milliseconds patience) {
    using namespace std::chrono_literals;
    const auto end = std::chrono::steady_clock::now() + patience;
    constexpr long open_process = 434; // pidfd_open, since Linux 5.3; older headers lack it
    pollfd process{static_cast<int>(syscall(open_process, child, 0)), POLLIN, 0};
    if (process.fd >= 0) {
        poll(&process, 1, static_cast<int>(patience.count())); // a signal may cut it short
        close(process.fd);
    }
    for (auto pause = 200us;; pause = std::min(pause * 2, std::chrono::microseconds(5ms))) {
        siginfo_t info{};
        waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT);
        if (info.si_pid == child) return true;
        if (std::chrono::steady_clock::now() >= end) return false;
        std::this_thread::sleep_for(pause);
    }
}

std::optional<int> status_within(pid_t child, std::chrono::milliseconds patience) {
    const bool in_time = ends_within(child, patience);
    if (!in_time) kill(child, SIGKILL);
    const int status = status_of(child);
    return in_time ? std::optional<int>(status) : std::nullopt;
}

void note_interruptions() {
    struct sigaction action {};
    action.sa_handler = [](int number) { interrupted_by = number; };
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaction(number, &action, nullptr);
}

int interruption() { return interrupted_by; }

Ended become(const std::vector<std::string>& command, const std::vector<std::string>& settings) {
    const std::vector<std::string> environment = environment_with(settings);
    execvpe(command.front().c_str(), pointers_to(command).data(), pointers_to(environment).data());
    return {Ended::How::not_started, errno, {}, {}};
}

double seconds_of_children() {
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

bool has_program(const std::string& name) {
    const char* path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "" : path);
    for (std::string folder; std::getline(folders, folder, ':');)
        if (access((fs::path(folder) / name).c_str(), X_OK) == 0) return true;
    return false;
}

ScratchFolder::ScratchFolder() {
    std::string name = (fs::temp_directory_path() / "scanlab-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::system_error(errno, std::generic_category(), name);
    path_ = name;
}
ScratchFolder::~ScratchFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

} // namespace scanlab
