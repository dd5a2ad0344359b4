// A program that misbehaves (misbehaves.cpp) gets nowhere, and leaves nothing behind.
#include "catch.hpp"

#include "sandbox.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <linux/seccomp.h>
#include <string>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace scanlab;
using namespace scanlab::grader;
using namespace std::chrono_literals;
using Catch::Matchers::ContainsSubstring;

namespace {

namespace fs = std::filesystem;

/// Where a program is given a pipe: as long as any process of its is there, the pipe is open.
class Place {
public:
    Place() {
        fs::create_directory(temporary_);
        setenv("TMPDIR", temporary_.c_str(), 1);
        const fs::path pipe = folder_.path() / "pipe";
        mkfifo(pipe.c_str(), 0600);
        pipe_ = open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    }
    ~Place() {
        close(pipe_);
        unsetenv("TMPDIR");
    }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

    const fs::path& path() const { return folder_.path(); }

    Ended run(const std::string& deed, const std::string& detail = {},
              const Limits& limits = {}) const {
        const Ended ended =
            run_confined({MISBEHAVES, deed, detail}, {{path() / "pipe", true}}, {"GIVEN=1"}, limits);
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

TEST_CASE("a program that behaves runs to its end") {
    const Place place;
    check_done(place.run("nothing"), "");
}

TEST_CASE("a program that does not exist is told from one that fails") {
    CHECK(run_confined({"/no/such/program"}, {}, {}, {}).code == 127);
}

TEST_CASE("processes, threads, sockets and signals are refused") {
    REQUIRE_FILTERS();
    const Place place;
    for (const char* deed :
         {"fork", "start a thread", "execute a program", "open a socket", "connect to the network"}) {
        INFO(deed);
        check_refused(place.run(deed));
    }
    check_refused(place.run("kill the grader", std::to_string(getpid())));
    check_refused(place.run("kill a thread of the grader", std::to_string(getpid())));
}

TEST_CASE("files can be read, but not written, created or removed") {
    REQUIRE_FILTERS();
    const Place place;
    const fs::path file = place.path() / "precious", new_file = place.path() / "new";
    std::ofstream(file) << "content";
    check_refused(place.run("create a file", new_file));
    CHECK_FALSE(fs::exists(new_file));
    check_refused(place.run("open a file for writing", file));
    check_refused(place.run("remove a file", file));
    CHECK(content(file) == "content");
    check_done(place.run("read a file", file), "read\n"); // debug information is
}

TEST_CASE("a program may end itself") {
    const Place place;
    const Ended ended = place.run("abort");
    CHECK(ended.how == Ended::How::killed);
    CHECK(ended.code == SIGABRT);
}

TEST_CASE("memory is limited") {
    const Place place;
    const Ended ended = place.run("take memory");
    CHECK(ended.how == Ended::How::exited);
    const int megabytes = std::atoi(ended.err.c_str());
    CHECK(megabytes > 1024);
    CHECK(megabytes <= 2048);
}

TEST_CASE("what is printed is limited") {
    const Place place;
    Limits limits;
    limits.file_bytes = 1 << 16;
    const Ended ended = place.run("print without end", {}, limits);
    CHECK(ended.how == Ended::How::killed);
    CHECK(ended.code == SIGXFSZ);
    CHECK_THAT(ended.err, ContainsSubstring("PASS"));
    CHECK(ended.err.size() <= 4096);
}

TEST_CASE("computing and waiting are limited") {
    const Place place;
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
    const Place place;
    Limits limits;
    limits.may_start_threads = true;
    check_done(place.run("leave a grandchild", {}, limits), "left\n");
    check_done(place.run("leave a grandchild in a session of its own", {}, limits), "left\n");
}

TEST_CASE("a program sees only what it is given") {
    const Place place;
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
