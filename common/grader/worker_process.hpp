/// \file
/// A student's program that stands ready to run cases.
#pragma once

#include "job.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace scanlab::grader {

/// A process that has loaded the program and warmed up the simulator, and runs none of the student's
/// code itself: it forks a confined process for each case (worker.cpp).
class WorkerProcess {
public:
    /// Starts it with nothing but this environment. That it could not be started shows in run().
    WorkerProcess(const std::filesystem::path& program, const std::string& exercise,
                  const std::vector<std::string>& environment);
    ~WorkerProcess();
    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;

    Ended run(const Job& job);
    /// Whether it can run another one.
    bool is_alive() const { return is_alive_; }

private:
    int socket_ = -1;
    int process_ = -1;
    bool is_alive_ = false;
};

} // namespace scanlab::grader
