// What instructors decide: deadlines, points of their own, inputs of each student's own; and whose work
// is alike.
#include "catch.hpp"

#include "deadline.hpp"
#include "errors.hpp"
#include "overrides.hpp"
#include "secret.hpp"
#include "similarity.hpp"
#include "students.hpp"
#include "table_file.hpp"

#include <cstdlib>
#include <ctime>
#include <set>

using namespace scanlab;
using namespace scanlab::grader;
using Catch::Matchers::ContainsSubstring;

namespace {

const std::vector<ExerciseDescription> wanted{find_exercise("raking"), find_exercise("brent_kung")};

/// What the action says if it is refused.
template <class Action>
std::string refusal(Action action) {
    try {
        action();
    } catch (const UsageError& error) {
        return error.what();
    }
    return "no error";
}

struct InUtc {
    InUtc() {
        setenv("TZ", "UTC", 1);
        tzset();
    }
};

} // namespace

TEST_CASE("times are read as people and course systems write them") {
    const InUtc utc;
    constexpr std::int64_t noon = 1795176000; // 2026-11-20 12:00 UTC
    for (const char* text :
         {"2026-11-20 12:00", "2026-11-20T12:00", "2026-11-20T12:00:00Z", "2026-11-20T13:00:00+01:00",
          "2026-11-20T07:00-0500", "2026-11-20 12:00:00.5 UTC", "Friday, 20 November 2026, 12:00 PM"}) {
        INFO(text);
        CHECK(read_time(text) == noon);
    }
    CHECK(read_time("2026-11-20") == noon + 12 * 3600 - 1);
    for (const char* text : {"", "yesterday", "2026-11-20 12:00 x", "20.11.2026", "2026-11-20T12:00+1"})
        CHECK_FALSE(read_time(text).has_value());
}

TEST_CASE("a day begun is a day late, and those that are free cost nothing") {
    const Deadline deadline{.due = 1000, .free_days = 2, .percent = 25};
    constexpr std::int64_t day = 24 * 60 * 60;
    CHECK(deadline.days_late(1000) == 0);
    CHECK(deadline.days_late(1001) == 1);
    CHECK(deadline.days_late(1000 + day) == 1);
    CHECK(deadline.days_late(1001 + day) == 2);
    CHECK(deadline.share(2) == 1);
    CHECK(deadline.share(3) == 0.75);
    CHECK(deadline.share(100) == 0);
}

TEST_CASE("Moodle's grading worksheet says when each one handed in") {
    const InUtc utc;
    const Desk desk;
    const auto file = desk.write(
        "w.csv", "\xEF\xBB\xBFIdentifier,\"Full name\",Status,Grade,\"Last modified (submission)\"\r\n"
                 "\"Participant 101\",\"Lovelace, Ada\",x,,\"Friday, 20 November 2026, 12:00 PM\"\r\n"
                 "\"Participant 102\",Bob,x,,-\r\n");
    const auto times = read_times(file);
    CHECK(times.at("101") == 1795176000);
    CHECK(times.at("Lovelace, Ada") == 1795176000);
    CHECK(times.size() == 2);
    CHECK_THAT(refusal([&] { read_times(desk.write("x.csv", "student,time\nann,noon\n")); }),
               ContainsSubstring("x.csv:2: `noon` is not a time"));
    CHECK_THAT(refusal([&] { read_times(desk.write("x.csv", "who,when\n")); }),
               ContainsSubstring("has to name a column 'student' or"));
}

TEST_CASE("tables are read as spreadsheets write them") {
    const Desk desk;
    const auto rows =
        read_table(desk.write("t.csv", "A;b\r\n\"x;\"\"y\"\"\nz\";2\r\n\r\n;3\n"), {{"a"}, {"b"}});
    REQUIRE(rows.size() == 2);
    CHECK(rows[0].first_of({"a"}) == "x;\"y\"\nz");
    CHECK(rows[1].line == 5);
    CHECK(rows[1].first_of({"a", "b"}) == "3");
}

TEST_CASE("no cell of a table is a formula") {
    for (const std::string text : {"=1+1", "+1", "-1", "@SUM(1)", "\t=1", "\r=1"})
        CHECK(text_cell(text) != text);
    CHECK(text_cell("=A1") == "'=A1");
    CHECK(text_cell("@a,\"b\"") == "\"'@a,\"\"b\"\"\"");
    CHECK(text_cell("Ann-Marie") == "Ann-Marie");
}

TEST_CASE("an instructor's points stand beside the grader's, with the reason, and count") {
    const Desk desk;
    const std::vector<Submission> submissions{{.student = "Ann", .id = "7"}, {.student = "Bob"}};
    const auto overrides = read_overrides(
        desk.write("o.csv",
                   "student,exercise,points,reason\n7,05,8,\"my mistake, sorry\"\nBob,late,0,ill\n"),
        submissions, wanted);
    REQUIRE(overrides.size() == 2);
    Result raking{.name = "raking", .number = 5, .flag = "it opens files"};
    raking.lines = {{"correct", "right", 0, 10}};
    Grade ann{"Ann", {raking}};
    apply(overrides[0], ann);
    CHECK(ann.points() == 8);
    CHECK(ann.max() == 10);
    CHECK(state_of(ann.results[0]) == State::set_by_hand);
    CHECK_THAT(ann.results[0].lines.back().title, ContainsSubstring("my mistake, sorry"));
    apply(overrides[0], ann);
    CHECK(ann.points() == 8);
    Grade bob{.student = "Bob", .results = {}, .days_late = 3};
    apply(overrides[1], bob);
    CHECK(bob.days_late == 0);
    CHECK_THAT(bob.remarks.at(0), ContainsSubstring("ill"));
}

TEST_CASE("an instructor's table that cannot be meant is refused, with the line") {
    const Desk desk;
    const std::vector<Submission> submissions{{.student = "Ann"}};
    const auto told = [&](const std::string& line) {
        const auto file = desk.write("o.csv", "student,exercise,points,reason\n" + line + "\n");
        return refusal([&] { read_overrides(file, submissions, wanted); });
    };
    CHECK_THAT(told("Bob,05,1,x"), ContainsSubstring("o.csv:2: 'Bob' has not handed in"));
    CHECK_THAT(told("Ann,03,1,x"), ContainsSubstring("'03' is no exercise that is graded"));
    CHECK_THAT(told("Ann,05,many,x"), ContainsSubstring("'many' is no number of points"));
    CHECK_THAT(told("Ann,05,-1,x"), ContainsSubstring("'-1' is no number of points"));
    CHECK_THAT(told("Ann,05,1,"), ContainsSubstring("there is no reason"));
}

TEST_CASE("HMAC and SHA-256 are those of the standards") {
    // RFC 4231, test cases 1 and 2: the first eight bytes, without the sign.
    CHECK(seed_of("Hi There", std::string(20, '\x0b')) == 0xb0344c61d8db3853 >> 1);
    CHECK(seed_of("what do ya want for nothing?", "Jefe") == 0x5bdcc146bf60754e >> 1);
    CHECK(digest({}) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(digest({"ab", "c"}) != digest({"a", "bc"}));
}

TEST_CASE("each student has inputs of his own, which a secret decides") {
    const std::string secret(32, 's');
    CHECK(seed_of("ann", secret) == seed_of("ann", secret));
    CHECK(seed_of("ann", secret) != seed_of("bob", secret));
    CHECK(seed_of("ann", secret) != seed_of("ann", std::string(32, 't')));
    const Desk desk;
    CHECK_THAT(refusal([&] { read_secret(desk.write("short", "123")); }),
               ContainsSubstring("16 bytes"));
    CHECK_THAT(refusal([&] { read_secret(desk.path() / "none"); }), ContainsSubstring("/dev/urandom"));
}

TEST_CASE("whoever renames, reformats and comments shares the fingerprints; what all began with does "
          "not count") {
    const std::string starter = "__global__ void scan(const int* in, int* out, int n) {\n"
                                "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    // TODO\n}\n";
    const std::string mine =
        "__global__ void scan(const int* in, int* out, int n) {\n"
        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "    int sum = 0;\n"
        "    for (int k = 0; k <= i && i < n; ++k) sum += in[k];\n"
        "    if (i < n) out[i] = sum;\n"
        "    for (int d = 1; d < n; d *= 2) { __syncthreads(); out[i] += d > i ? 0 : in[i - d]; }\n}\n";
    const std::string copied =
        "__global__ void scan(const int* in, int* out, int n) {\n int me = "
        "blockIdx.x*blockDim.x+threadIdx.x; /* x */\n"
        "int total=0;\nfor(int j=0;j<=me&&me<n;++j)total+=in[j];\nif(me<n)out[me]=total;\n"
        "for(int step=1;step<n;step*=2){__syncthreads();out[me]+=step>me?0:in[me-step];}}";
    const std::string other =
        "__global__ void scan(const int* in, int* out, int n) {\n"
        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "    if (i >= n) return;\n"
        "    __shared__ int tile[256];\n"
        "    tile[threadIdx.x] = in[i];\n"
        "    __syncthreads();\n"
        "    while (i > 0) { tile[threadIdx.x] += tile[i / 2]; i /= 2; __syncwarp(); }\n"
        "    out[threadIdx.x] = tile[threadIdx.x] * 3 - 1;\n}\n";
    CHECK(fingerprints(mine, mine).empty());
    CHECK(fingerprints(mine, starter) == fingerprints(copied, starter));
    const std::vector<Comparable> sources{{"ann", fingerprints(mine, starter)},
                                          {"bob", fingerprints(other, starter)},
                                          {"eve", fingerprints(copied, starter)},
                                          {"dan", fingerprints(starter, starter)}};
    const auto alike = likenesses(sources, 0.5, 3);
    REQUIRE(alike.size() == 1);
    CHECK(alike[0].a == "ann");
    CHECK(alike[0].b == "eve");
    CHECK(alike[0].share == 1);
    CHECK(without_those_from("bob", alike).size() == 1);
}

TEST_CASE("who has taken the kit's solution is not accused of having copied from others who have") {
    const std::vector<Likeness> pairs{{"ann", "kit", 30, 0.9},
                                      {"bob", "kit", 30, 0.9},
                                      {"ann", "bob", 30, 0.9},
                                      {"ann", "eve", 35, 1.0},
                                      {"eve", "kit", 30, 0.9}};
    const auto left = without_those_from("kit", pairs);
    REQUIRE(left.size() == 4);
    CHECK(left[2].b == "eve"); // ann and eve share more than they have from there
}
