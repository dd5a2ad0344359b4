/// \file
/// A student's program that stands ready to run cases.
#pragma once

#include "catalogue.hpp"
#include "descriptor.hpp"
#include "job.hpp"
#include "sandbox.hpp"
#include "student_program.hpp"

#include <chrono>
#include <optional>

namespace scanlab::grader {

/// A process that has loaded the program and warmed up the simulator, and runs none of the student's
/// code itself: it forks a confined process for each case (worker.cpp). Nor can it do harm if some of
/// that code should run when it is loaded: it sees what it needs to be loaded, and its own folder.
class WorkerProcess {
public:
    /// Starts it; that the program could not be loaded shows in run(). A job that takes longer than
    /// `patience` has been lost by the worker itself, which ends the program that it runs after
    /// Limits::wall_time.
    WorkerProcess(const StudentProgram& program, const ExerciseDescription& exercise,
                  std::chrono::seconds patience = std::chrono::seconds(360));
    ~WorkerProcess();
    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;

    /// Where the next job's files are.
    JobFiles files() const { return JobFiles(folder_.path()); }
    /// None if the worker has been lost: no answer came in time, or it has died after it had answered
    /// before. That says nothing about the student's code, none of which runs in it.
    std::optional<Ended> run(const Job& job);
    /// Whether it can run another one.
    bool is_alive() const { return is_alive_; }

private:
    std::filesystem::path printed() const { return folder_.path() / "printed"; }

    bool send_and_wait(const Job& job, JobEnded& answer) const;

    ScratchFolder folder_;
    std::chrono::seconds patience_;
    Descriptor socket_{-1};
    pid_t process_ = -1;
    bool is_alive_ = true, has_answered_ = false;
};

} // namespace scanlab::grader
