// The command, on a suite of seven programs.
#include "catch.hpp"

#include "process.hpp"

#include <chrono>

using namespace scanlab;
using Catch::Matchers::ContainsSubstring;

namespace {

Ended score(std::vector<std::string> words) {
    const ScratchFolder scratch;
    words.insert(words.begin(), {SCANLAB, "score", SUITE});
    return run_process(words, std::chrono::hours(1), scratch.path(), {"SCANLAB_BUILD=no"});
}

} // namespace

TEST_CASE("programs labelled by a table: all as they are labelled") {
    const ScratchFolder folder;
    const auto csv = folder.path() / "score.csv";
    const Ended ended = score({"--labels", LABELS, "--csv", csv});
    CHECK(ended.err == "");
    CHECK(ended.code == 0);
    CHECK_THAT(ended.out, ContainsSubstring("race                      1       0       0       4"));
    CHECK_THAT(content(csv), ContainsSubstring("shift/boundsBug.cu,64,correct,,silent\n"));
    CHECK_THAT(content(csv), ContainsSubstring("shift/boundsBug.cu,100,out-of-bounds,out-of-bounds,found\n"));
}

TEST_CASE("programs labelled by a pattern: one missed, one alarm, one that does not compile") {
    const Ended ended = score({"--buggy", "*Bug.cu", "--", "100"});
    CHECK(ended.code == 1);
    CHECK_THAT(ended.out, ContainsSubstring("all programs              2       1       1       2"));
    CHECK_THAT(ended.out, ContainsSubstring("missed: " SUITE "/histogram/wrongBinBug.cu: buggy"));
    CHECK_THAT(ended.out, ContainsSubstring("false alarm: " SUITE "/histogram/notCleared.cu:4: uninitialized"));
    CHECK_THAT(ended.out, ContainsSubstring("does not compile: " SUITE "/shift/tensorCoreBug.cu\n"));
}

TEST_CASE("labels are asked for once, and in one way") {
    CHECK_THAT(score({}).err, ContainsSubstring("which programs are buggy?"));
    CHECK_THAT(score({"--buggy", "*", "--labels", LABELS}).err, ContainsSubstring("which programs are buggy?"));
    CHECK_THAT(score({"--buggy", "*", "--only", "correct"}).err, ContainsSubstring("--only correct"));
    CHECK(score({}).code == 2);
}
