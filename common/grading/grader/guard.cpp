#include "guard.hpp"

#include "confinement.hpp"
#include "descriptor.hpp"
#include "guard_settings.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace scanlab::grader {
namespace {

namespace fs = std::filesystem;

/// A process hears of the limit when it comes to it, and is killed `grace` later.
void limit(__rlimit_resource_t resource, rlim_t value, rlim_t grace = 0) {
    const rlimit both{value, value + grace};
    setrlimit(resource, &both);
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

} // namespace

void run_here(const GuardedProgram& program, const Place& place, const Limits& limits) {
    const bool is_there = chdir(place.folder.c_str()) == 0;
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, static_cast<rlim_t>(limits.computing.count()), 1);
    if (limits.file_bytes > 0) limit(RLIMIT_FSIZE, limits.file_bytes);
    if (!limits.may_start_threads) limit(RLIMIT_NPROC, 0);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    // Where the kernel has neither rules nor filters, the limits stand alone.
    if (limits.reach) static_cast<void>(FileRules(*limits.reach).enforce());
    if (!limits.may_use_sockets) static_cast<void>(filter_for_tools().install());
    closefrom(place.descriptors);
#ifndef SCANLAB_SANITIZED // a sanitizer takes terabytes of addresses for itself
    if (limits.memory_bytes > 0) limit(RLIMIT_AS, limits.memory_bytes);
#endif
    if (is_there) program.run();
    _exit(127);
}

void stand_guard(const GuardedProgram& program, const Place& place, const Limits& limits) {
    limit(RLIMIT_CORE, 0);
    prctl(PR_SET_CHILD_SUBREAPER, 1); // processes that lose their parent become this one's children
    program.before();
    const pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); // it ends with its guard
        setsid();
        run_here(program, place, limits);
    }
    const bool in_time = ends_within(child, limits.wall_time);
    kill(-child, SIGKILL); // its session, before the number can be another's
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    while (kill_children() > 0) waitpid(-1, nullptr, 0); // whose children come next
    if (!in_time) end_by(SIGXCPU);
    if (WIFSIGNALED(status)) end_by(WTERMSIG(status));
    if (WEXITSTATUS(status) == 0) program.after();
    _exit(WEXITSTATUS(status));
}

Ended run_forked(const GuardedProgram& program, const Limits& limits) {
    const ScratchFolder scratch;
    const fs::path printed = scratch.path() / "printed", folder = scratch.path() / "empty";
    fs::create_directory(folder);
    const Descriptor input("/dev/null", O_RDONLY), output(printed, O_WRONLY | O_CREAT | O_APPEND);
    const pid_t guard = fork();
    if (guard < 0) return {Ended::How::not_started, errno, {}, {}};
    if (guard == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        dup2(input.number(), STDIN_FILENO);
        for (const int standard : {STDOUT_FILENO, STDERR_FILENO}) dup2(output.number(), standard);
        stand_guard(program, {folder.string()}, limits);
    }
    int status = 0;
    while (waitpid(guard, &status, 0) < 0 && errno == EINTR) {}
    return ended_with_guard(status, printed);
}

} // namespace scanlab::grader
