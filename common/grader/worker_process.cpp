#include "worker_process.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace scanlab::grader {

WorkerProcess::WorkerProcess(const std::filesystem::path& program, const std::string& exercise,
                             const std::vector<std::string>& environment) {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throw std::system_error(errno, std::generic_category(), "socketpair");
    socket_ = ends[0];

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    const std::vector<std::string> command{program.string(), exercise};
    is_alive_ = posix_spawn(&process_, command[0].c_str(), &actions, nullptr,
                            pointers_to(command).data(), pointers_to(environment).data()) == 0;
    posix_spawn_file_actions_destroy(&actions);
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
    return {ended.how, ended.code, {}, ended.printed.data()};
}

} // namespace scanlab::grader
