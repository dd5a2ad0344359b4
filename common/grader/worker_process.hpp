/// \file
/// A student's program that stands ready to run cases.
#pragma once

#include "catalogue.hpp"
#include "job.hpp"
#include "student_program.hpp"

namespace scanlab::grader {

/// A process that has loaded the program and warmed up the simulator, and runs none of the student's
/// code itself: it forks a confined process for each case (worker.cpp). Nor can it do harm if some of
/// that code should run when it is loaded: it sees what it needs to be loaded, and its own folder.
class WorkerProcess {
public:
    /// Starts it. That it could not be started shows in run().
    WorkerProcess(const StudentProgram& program, const ExerciseDescription& exercise);
    ~WorkerProcess();
    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;

    /// Where the next job's files are.
    JobFiles files() const { return JobFiles(folder_.path()); }
    Ended run(const Job& job);
    /// Whether it can run another one.
    bool is_alive() const { return is_alive_; }

private:
    std::filesystem::path printed() const { return folder_.path() / "printed"; }

    ScratchFolder folder_;
    int socket_ = -1;
    int process_ = -1;
    bool is_alive_ = false;
};

} // namespace scanlab::grader
