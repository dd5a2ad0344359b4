// A program that misbehaves (misbehaves.cpp) gets nowhere, and leaves nothing behind.
#include "catch.hpp"

#include "catalogue.hpp"
#include "sandbox.hpp"
#include "student_program.hpp"
#include "text.hpp"
#include "worker_process.hpp"
#include "worker_program.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <linux/seccomp.h>
#include <string>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace scanlab;
using namespace scanlab::grader;
using namespace std::chrono_literals;
using Catch::Matchers::ContainsSubstring;

namespace {

namespace fs = std::filesystem;

/// Where a program is given a pipe: as long as any process of its is there, the pipe is open.
class Room {
public:
    Room() {
        fs::create_directory(temporary_);
        setenv("TMPDIR", temporary_.c_str(), 1);
        const fs::path pipe = folder_.path() / "pipe";
        mkfifo(pipe.c_str(), 0600);
        pipe_ = open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    }
    ~Room() {
        close(pipe_);
        unsetenv("TMPDIR");
    }
    Room(const Room&) = delete;
    Room& operator=(const Room&) = delete;

    const fs::path& path() const { return folder_.path(); }

    Ended run(const std::string& action, const std::string& detail = {},
              const Limits& limits = {}) const {
        const Ended ended =
            run_confined({MISBEHAVES, action, detail}, {{path() / "pipe", true}}, {"GIVEN=1"}, limits);
        char nothing;
        const bool all_have_ended = read(pipe_, &nothing, 1) == 0;
        CHECK(all_have_ended);
        CHECK(fs::is_empty(temporary_));
        return ended;
    }

private:
    ScratchFolder folder_;
    fs::path temporary_ = folder_.path() / "temporary";
    int pipe_ = -1;
};

/// Whether the kernel would take a filter: it only objects to there being none here.
bool has_filters() {
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, nullptr) < 0 && errno == EFAULT;
}

void check_refused(const Ended& ended) {
    CHECK(ended.how == Ended::How::killed);
    CHECK(ended.code == SIGSYS);
}

void check_done(const Ended& ended, const std::string& printed) {
    CHECK(ended.how == Ended::How::exited);
    CHECK(ended.code == 0);
    CHECK(ended.err == printed);
}

} // namespace

#define REQUIRE_FILTERS()                                                                              \
    if (!has_filters()) {                                                                              \
        WARN("skipped: this kernel has no seccomp filters");                                           \
        return;                                                                                        \
    }

#define REQUIRE_FILE_RULES()                                                                           \
    if (!FileRules::are_enforced()) {                                                                  \
        WARN("skipped: this kernel has no Landlock");                                                  \
        return;                                                                                        \
    }

TEST_CASE("a program that behaves runs to its end") {
    const Room place;
    check_done(place.run("nothing"), "");
}

TEST_CASE("a program that does not exist is told from one that fails") {
    CHECK(run_confined({"/no/such/program"}, {}, {}, {}).code == 127);
}

TEST_CASE("processes, threads, sockets and signals are refused") {
    REQUIRE_FILTERS();
    const Room place;
    for (const char* action :
         {"fork", "start a thread", "execute a program", "open a socket", "connect to the network"}) {
        INFO(action);
        check_refused(place.run(action));
    }
    check_refused(place.run("kill the grader", std::to_string(getpid())));
    check_refused(place.run("kill a thread of the grader", std::to_string(getpid())));
}

TEST_CASE("other processes, new code, and open files but for what is printed are refused") {
    REQUIRE_FILTERS();
    const Room place;
    check_refused(place.run("look into another process", std::to_string(getpid())));
    check_refused(place.run("trace another process", std::to_string(getpid())));
    check_refused(place.run("call by the numbers of another architecture"));
    check_refused(place.run("make memory executable"));
    check_refused(place.run("write to a file that is open"));
}

TEST_CASE("files cannot be read, written, created or removed") {
    REQUIRE_FILTERS();
    const Room place;
    const fs::path file = place.path() / "precious", new_file = place.path() / "new";
    std::ofstream(file) << "content";
    check_done(place.run("create a file", new_file), "");
    CHECK_FALSE(fs::exists(new_file));
    check_done(place.run("read a file", file), "not read\n");
    check_refused(place.run("remove a file", file));
    CHECK(content(file) == "content");
}

TEST_CASE("a tool opens only what it is to read and write") {
    REQUIRE_FILE_RULES();
    const Room place;
    const fs::path given = place.path() / "given", own = place.path() / "own", file = given / "file";
    fs::create_directory(given);
    fs::create_directory(own);
    std::ofstream(file) << "content";
    Limits limits;
    limits.reach =
        Reach{{given, "/usr", "/lib", "/lib64", "/etc/ld.so.cache", fs::path(MISBEHAVES)}, {own}};
    check_done(place.run("read a file as a tool", file, limits), "read\n");
    check_done(place.run("read a file as a tool", "/etc/passwd", limits), "not read\n");
    check_done(place.run("write a file as a tool", own / "new", limits), "written\n");
    check_done(place.run("write a file as a tool", file, limits), "not written\n");
    check_done(place.run("write a file as a tool", place.path() / "new", limits), "not written\n");
}

TEST_CASE("a tool has no network, and no more memory than it may") {
    const Room place;
    Limits limits;
    limits.memory_bytes = std::size_t{512} << 20;
    check_done(place.run("take memory as a tool", {}, limits), "not taken\n");
    check_done(place.run("take memory as a tool"), "taken\n");
    REQUIRE_FILTERS();
    check_done(place.run("open a socket as a tool"), "not opened\n");
    limits.may_use_sockets = true;
    check_done(place.run("open a socket as a tool", {}, limits), "opened\n");
}

TEST_CASE("the guard shares with its program what it has made shared, and looks at it afterwards") {
    const Room place;
    const fs::path file = place.path() / "handed over";
    struct Shared {
        std::atomic<int> value;
    };
    Shared* shared = nullptr;
    int own = 1;
    const auto run = [&](int exit_code) {
        return run_forked({.run =
                               [&] {
                                   shared->value += own = 5;
                                   _exit(exit_code);
                               },
                           .before =
                               [&] {
                                   shared = static_cast<Shared*>(
                                       mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE,
                                            MAP_SHARED | MAP_ANONYMOUS, -1, 0));
                                   shared->value = 37;
                               },
                           .after = [&] { std::ofstream(file) << shared->value << ' ' << own; }},
                          {});
    };
    CHECK(run(1).code == 1);
    CHECK_FALSE(fs::exists(file));
    CHECK(run(0).code == 0);
    CHECK(content(file) == "42 1");
}

/// What the student is told if this script stands in for the compiler.
std::string
message_of(const std::string& script,
           const std::string& text = "#include <scanlab/exercise.hpp>\n"
                                     "__global__ void kernel() {}\n"
                                     "template <int BLOCK> struct Kernels { static void launch(); };\n"
                                     "SCANLAB_EXERCISE(sklansky_shared, Kernels);\n") {
    const ScratchFolder folder, work;
    const fs::path file = folder.path() / "compile", source = folder.path() / "source.cu";
    std::ofstream(file) << script;
    std::ofstream(file.string() + ".reads") << file.string() << "\n";
    std::ofstream(source) << text;
    return build_program(find_exercise("sklansky_shared"), source, {file, {}}, work.path()).error;
}

TEST_CASE("what is too much for the compiler gets one sentence") {
    for (const auto& [script, sentence] : std::vector<std::pair<std::string, std::string>>{
             {"yes >\"$3\"", "wrote more than 64 MB"},
             {"echo 'LLVM ERROR: out of memory' >&2; kill -ABRT $$", "wanted more than 3 GB of memory"},
             {"sh -c 'ulimit -S -t 1; while :; do :; done'", "stopped after 30 s of computing"},
             {"echo 'PLEASE submit a bug report' >&2; exit 70", "itself broke on this file"},
             {"kill -SEGV $$", "itself broke on this file"}}) {
        INFO(script);
        const std::string message = message_of(script);
        CHECK_THAT(message, ContainsSubstring(sentence));
        CHECK(std::ranges::count(message, '\n') == 2);
    }
}

TEST_CASE("a compiler's messages are cleaned and bounded") {
    CHECK(message_of("printf 'a\\033[31mb\\377\\n' >&2; exit 1") == "DOES NOT COMPILE\na?[31mb?\n");
    CHECK(message_of("echo '#error out of memory' >&2; exit 1") ==
          "DOES NOT COMPILE\n#error out of memory\n");
    CHECK(message_of("yes 'error: all is wrong' | head -n 100000 >&2; exit 1").size() < 4100);
}

TEST_CASE("lines and names that are too long for the policy are refused before it sees them") {
    CHECK_THAT(message_of("", "\nint x = " + std::string(1'000'000, '(') + ";\n"),
               ContainsSubstring("Line 2 has more than 4000 characters"));
    for (const std::string directive :
         {"#define x", "#pragma x", "#include", "  %: define x", "# \\\n if"}) {
        std::string spliced = "int before;\n" + directive;
        for (int line = 0; line < 300; ++line)
            spliced += ' ' + std::string(3000, 'a') + "\\\n"; // of std::regex's stack, too much
        CHECK_THAT(
            message_of("", spliced + "\n"),
            ContainsSubstring(
                "The directive in line 2, with the lines that it goes on in, has more than 4000"));
    }
    const std::string compile = "echo 'int '" + std::string(5000, 'a') +
                                "'() { return 0; }' >\"$3.cpp\"; " CXX_COMPILER
                                " -c \"$3.cpp\" -o \"$3\"";
    CHECK_THAT(message_of(compile), ContainsSubstring("has more than 4000 characters: _Z5000aaaa"));
}

TEST_CASE("a text of unknown origin becomes one that any report can hold") {
    CHECK(printable("a\tb\nä€😀", 100) == "a\tb\nä€😀");
    CHECK(printable("\x1b[2J\r\x7f\xc2\x9b"
                    "0m",
                    100) == "?[2J???0m");
    CHECK(printable("\xe4 \xc3", 100) == "? ?");
    CHECK(printable("\xc0\xaf\xed\xa0\x80\xf4\x90\x80\x80", 100) ==
          "?????????"); // no characters, byte by byte
    CHECK(printable("ab€", 4) == "ab\n[…]\n");
}

TEST_CASE("what runs when a student's program is loaded sees nothing but what it needs to be loaded") {
    REQUIRE_FILE_RULES();
    const auto said = [](const char* action) {
        StudentProgram program{{}, {}, MISBEHAVES, {"/usr", "/lib", "/lib64", "/etc/ld.so.cache"}};
        ExerciseDescription exercise = find_exercise("sklansky_shared");
        exercise.entry = action; // what it is called with
        return WorkerProcess(program, exercise).run({}).value().err;
    };
    CHECK(said("read the list of users as a tool") == "not read\n");
    CHECK(said("open a socket as a tool") == "not opened\n");
    CHECK(said("list the folder") != "");
    CHECK_THAT(said("list the environment"), !ContainsSubstring("HOME="));
    CHECK(said("list the descriptors") == "0\n1\n2\n");
}

TEST_CASE(
    "a worker that answers no more is ours, not the student's: it is ended, and another one is asked") {
    const StudentProgram program{{}, {}, MISBEHAVES, {"/usr", "/lib", "/lib64", "/etc/ld.so.cache"}};
    ExerciseDescription exercise = find_exercise("sklansky_shared");
    const auto answers = [&](const char* action, int jobs) {
        exercise.entry = action; // what it is called with
        WorkerProcess worker(program, exercise, 1s);
        std::vector<bool> all;
        for (int job = 0; job < jobs; ++job) all.push_back(worker.run({}).has_value());
        return all;
    };
    CHECK(answers("sleep as a worker", 1) == std::vector{false});
    CHECK(answers("answer once as a worker", 2) == std::vector{true, false});
    CHECK(answers("end at once as a worker", 1) ==
          std::vector{true}); // as code does that runs when it is loaded

    exercise.lesson.name = "answer once as a worker"; // and so does the one that takes its place
    const WorkerProgram lost(exercise, program);
    const InputArrays arrays = make_inputs(InputKind::ones, exercise.lesson.task, 1, 1);
    const Case c{.block = 256,
                 .devices = 1,
                 .kind = InputKind::ones,
                 .n = 1,
                 .seed = 1,
                 .order = 1,
                 .schedule = "random"};
    CHECK_NOTHROW(lost.run(c, arrays));
    CHECK_NOTHROW(lost.run(c, arrays)); // the first one is lost, the second answers its first job
}

TEST_CASE("what the guard is told comes to it as it was") {
    GuardSettings settings{.place = {"/a folder=with a sign", 5},
                           .limits = {.wall_time = 7s,
                                      .computing = 3s,
                                      .file_bytes = 0,
                                      .memory_bytes = 1ull << 40,
                                      .may_start_threads = true,
                                      .reach = Reach{{"/b", "/c=d"}, {"/e f"}}},
                           .has_guard = false};
    const GuardSettings read = read_settings(words_of(settings));
    CHECK(words_of(read) == words_of(settings));
    CHECK(read.place.folder == "/a folder=with a sign");
    CHECK(read.limits.reach->to_read.at(1) == "/c=d");
    CHECK(read.limits.memory_bytes == 1ull << 40);
    CHECK_FALSE(read.has_guard);
    CHECK_FALSE(read_settings(words_of({})).limits.reach.has_value());
    CHECK_THROWS_AS(read_settings({"colour=red"}), std::invalid_argument);
    CHECK_THROWS_AS(read_settings({"computing"}), std::invalid_argument);
    CHECK_THROWS_AS(read_settings({"computing=long"}), std::invalid_argument);
}

TEST_CASE("a worker that lies gets no points, and nothing of what it likes into a report") {
    ExerciseDescription exercise = find_exercise("sklansky_shared");
    exercise.entry = "lie as a worker"; // what it is called with
    const WorkerProgram program(exercise,
                                {{}, {}, MISBEHAVES, {"/usr", "/lib", "/lib64", "/etc/ld.so.cache"}});
    const auto outcome = [&](long long n) {
        const InputArrays arrays = make_inputs(InputKind::ones, exercise.lesson.task, n, 1);
        const Case c{.block = 256,
                     .devices = 1,
                     .kind = InputKind::ones,
                     .n = n,
                     .seed = 1,
                     .order = 1,
                     .schedule = "random"};
        const Input input = arrays;
        if (n == 1) CHECK(program.run_together({&c, 1}, {&input, 1}).right.empty());
        return program.run(c, input);
    };
    const Outcome wrong = outcome(1);
    REQUIRE(wrong.fault);
    CHECK(wrong.fault->kind == Fault::Kind::input_changed);
    REQUIRE(wrong.findings.size() == 1);
    CHECK(wrong.findings[0].message == "?[2J");
    CHECK(wrong.findings[0].at.file == "?[2J");
    CHECK(wrong.findings[0].hint.size() < 5000);
    for (const long long n : {2, 3, 4, 5, 6}) {
        INFO("n = " << n);
        const Outcome outcome_of_lie = outcome(n);
        REQUIRE(outcome_of_lie.fault);
        const std::string& cause = outcome_of_lie.fault->cause;
        CHECK_THAT(cause, ContainsSubstring("did not come to its end. It printed:\n    | ????"));
        CHECK(cause.size() < 600);
        CHECK(cause.find('\x1b') == std::string::npos);
    }
}

TEST_CASE("a compiler sees nothing of the machine but itself and the file") {
    REQUIRE_FILE_RULES();
    CHECK_THAT(message_of("cat /etc/passwd >&2"), ContainsSubstring("Permission denied"));
    CHECK_THAT(message_of("ls ~/ / /tmp >&2"), ContainsSubstring("Permission denied"));
    CHECK_THAT(message_of("echo >>\"$0\""), ContainsSubstring("Permission denied"));
    CHECK_THAT(message_of("env >&2; exit 1"), !ContainsSubstring("HOME="));
}

TEST_CASE("a program may end itself") {
    const Room place;
    const Ended ended = place.run("abort");
    CHECK(ended.how == Ended::How::killed);
    CHECK(ended.code == SIGABRT);
}

TEST_CASE("memory is limited") {
    const Room place;
    const Ended ended = place.run("take memory");
    CHECK(ended.how == Ended::How::exited);
    const int megabytes = std::atoi(ended.err.c_str());
    CHECK(megabytes > 1024);
    CHECK(megabytes <= 2048);
}

TEST_CASE("what is printed is limited") {
    const Room place;
    Limits limits;
    limits.file_bytes = 1 << 16;
    const Ended ended = place.run("print without end", {}, limits);
    CHECK(ended.how == Ended::How::killed);
    CHECK(ended.code == SIGXFSZ);
    CHECK_THAT(ended.err, ContainsSubstring("PASS"));
    CHECK(ended.err.size() <= 4096);
}

TEST_CASE("computing and waiting are limited") {
    const Room place;
    Limits limits;
    limits.computing = 1s;
    CHECK(place.run("compute without end", {}, limits).how == Ended::How::too_slow);
    const Ended deaf = place.run("compute on after the warning", {}, limits);
    CHECK(deaf.how == Ended::How::killed);
    CHECK(deaf.code == SIGKILL);
    limits.wall_time = 1s;
    CHECK(place.run("sleep for ever", {}, limits).how == Ended::How::too_slow);
}

TEST_CASE("no process is left, in the program's session or in another") {
    const Room place;
    Limits limits;
    limits.may_start_threads = true;
    check_done(place.run("leave a grandchild", {}, limits), "left\n");
    check_done(place.run("leave a grandchild in a session of its own", {}, limits), "left\n");
}

TEST_CASE("a program sees only what it is given") {
    const Room place;
    setenv("SECRET", "1", 1);
    check_done(place.run("list the environment"), "GIVEN=1\n");
    unsetenv("SECRET");
    const Ended folder = place.run("list the folder");
    CHECK((folder.err == ".\n..\n" || folder.err == "..\n.\n"));
    const int low = open("/dev/null", O_RDONLY), high = fcntl(low, F_DUPFD, 500);
    check_done(place.run("list the descriptors"), "0\n1\n2\n3\n");
    close(low);
    close(high);
}
