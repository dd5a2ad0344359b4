/// \file
/// Running another program to its end, whatever that end is.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace scanlab {

/// How a program ended, and what it printed.
struct Ended {
    enum class How { exited, killed, too_slow, not_started };
    How how;
    int code; ///< exit code, number of the signal, or errno
    std::string out, err;
};

/// Runs `command[0]`, a path or a program on PATH, with its arguments, waits for it, and kills it after
/// `limit`. What it prints
/// passes through files in the folder `scratch`, so that nobody waits for a pipe that a lost child
/// holds open. `settings`, such as "NAME=value", are added to its environment.
Ended run_process(const std::vector<std::string>& command, std::chrono::seconds limit,
                  const std::filesystem::path& scratch, const std::vector<std::string>& settings = {});

/// Runs a program likewise, without a limit, and hands on each line that it prints as soon as it is
/// there. As soon as `stop` says so, the program is told to end (SIGTERM).
Ended run_by_line(const std::vector<std::string>& command, const std::filesystem::path& scratch,
                  const std::function<void(const std::string&)>& on_line,
                  const std::function<bool()>& stop);

/// Where the output of a program goes that writes to the terminal, or wherever this program's goes.
enum class Output { own, to_stderr };

/// Runs a program likewise, which reads and writes what this one does, without a limit.
Ended run_visibly(const std::vector<std::string>& command, Output output = Output::own,
                  const std::vector<std::string>& settings = {});

/// Waits until a child has ended, and leaves it to be waited for; false if that takes longer.
bool ends_within(pid_t child, std::chrono::milliseconds patience);

/// What waitpid() tells of a child; none if it takes longer: then it has been killed.
std::optional<int> status_within(pid_t child, std::chrono::milliseconds patience);

/// From now on a signal that asks this program to end (Ctrl-C, SIGTERM, SIGHUP) is only noted. What
/// run_process() runs is told to end as well, and killed two seconds later.
void note_interruptions();
/// The number of such a signal; 0 if none has come.
int interruption();

/// Becomes another program, and returns only if that is not possible.
Ended become(const std::vector<std::string>& command, const std::vector<std::string>& settings = {});

/// How it ended if not by itself: "crashed: Aborted (signal 6)"; empty if it exited.
std::string describe(const Ended& ended);

/// Its exit code as a shell says it: 128 and the signal's number if one killed it.
int exit_code(const Ended& ended);

/// The processor's time that this program's children have taken until now.
double seconds_of_children();

/// Whether PATH has a program of that name.
bool has_program(const std::string& name);

/// As the system's functions want a command or an environment: valid as long as the words are.
std::vector<char*> pointers_to(const std::vector<std::string>& words);

/// All of a file, or so many bytes from its beginning; empty if it cannot be read.
std::string content(const std::filesystem::path& path);
std::string content(const std::filesystem::path& path, std::size_t most);

/// An empty folder that is gone with its owner.
class ScratchFolder {
public:
    ScratchFolder();
    ~ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

} // namespace scanlab
