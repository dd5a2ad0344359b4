// The judge itself: a corpus that is always content would prove nothing.
#include "catch.hpp"

#include "expectations.hpp"
#include "process.hpp"

#include <fstream>

using namespace scanlab::corpus;
using Catch::Matchers::ContainsSubstring;

namespace {

const std::string broken_scan = R"(first line
    left = sums[t - distance]; // finds: race-shared (1), maybe uninitialized
    sums[t] += left; // finds: race-shared (1) (2)
    sums[0] = 0; // finds: race-shared (2)
    sums[BLOCK] = 0; // finds: out-of-bounds
)";

/// The program's source and what a run of it has written, as files.
struct Files {
    scanlab::ScratchFolder folder;
    std::filesystem::path source = folder.path() / "scan.cu", findings = folder.path() / "findings";

    explicit Files(const std::string& code, const std::string& json = "") {
        std::ofstream(source) << code;
        std::ofstream(findings) << json;
    }
    Expectations expectations() const { return read_expectations(source); }
};

const std::vector<Place> all_found{{"race-shared", {2, 3}}, {"out-of-bounds", {5}}};

std::vector<std::string> complaints_about(const std::vector<Place>& found, int exit_code = 3) {
    return complaints(Files(broken_scan).expectations(), found, exit_code);
}

} // namespace

TEST_CASE("markers become places") {
    const Expectations expected = Files(broken_scan).expectations();
    CHECK(expected.places ==
          std::vector<Place>{{"out-of-bounds", {5}}, {"race-shared", {2, 3}}, {"race-shared", {3, 4}}});
    CHECK(expected.tolerated == std::vector<Place>{{"uninitialized", {2}}});
    CHECK_FALSE(expected.wrong_result);
    CHECK(Files("x // finds: wrong-result\n").expectations().wrong_result);
    CHECK(Files("a line races with itself; // finds: race-global\n").expectations().places ==
          std::vector<Place>{{"race-global", {1}}});
}

TEST_CASE("a marker that makes no sense is not overlooked") {
    CHECK_THROWS_WITH(Files("a // finds: Race\n").expectations(), ContainsSubstring("scan.cu:1"));
    CHECK_THROWS_WITH(Files("a // finds: race-shared race-global\n").expectations(),
                      ContainsSubstring("scan.cu:1"));
    const std::string three =
        "a // finds: race-global\nb // finds: race-global\nc // finds: race-global\n";
    CHECK_THROWS_WITH(Files(three).expectations(), ContainsSubstring("1, 2, 3"));
}

TEST_CASE("findings are read with their lines in the program's own source") {
    const Files files(
        "", R"({"kind":"race-global","file":"/a/scan.cu","line":7,"other_file":"scan.cu","other_line":7}
{"kind":"out-of-bounds","file":"/b/tile.cuh","line":7,"other_file":null,"other_line":null}
{"kind":"double-free","file":"scan.cu","line":9,"other_file":"scan.cu","other_line":8}
)");
    CHECK(read_findings(files.findings, files.source) ==
          std::vector<Place>{{"race-global", {7}}, {"out-of-bounds", {}}, {"double-free", {9}}});
}

TEST_CASE("a bug counts as found only with its kind and line") {
    CHECK(complaints_about(all_found).empty());
    CHECK(complaints_about({{"race-shared", {3, 4}}, {"out-of-bounds", {5}}, {"uninitialized", {2}}})
              .empty());
    CHECK_THAT(complaints_about({{"race-shared", {2, 3}}}).at(0),
               ContainsSubstring("not found: out-of-bounds at line 5"));
    CHECK_THAT(complaints_about({{"race-global", {2, 3}}, {"out-of-bounds", {5}}}).at(0),
               ContainsSubstring("not expected: race-global at lines 2, 3"));
    CHECK(complaints_about({{"race-shared", {2, 4}}, {"out-of-bounds", {5}}}).size() == 3);
    CHECK(complaints_about({{"race-shared", {2}}, {"out-of-bounds", {5}}}).size() == 3);
}

TEST_CASE("one finding too many is one complaint") {
    auto found = all_found;
    found.push_back({"uninitialized", {3}});
    CHECK(complaints_about(found).size() == 1);
}

TEST_CASE("the exit code has to agree") {
    CHECK_THAT(complaints_about(all_found, 0).at(0), ContainsSubstring("exit code is 0, not 3"));
    CHECK(complaints({}, {}, 0).empty());
    CHECK(complaints({}, {}, 1).size() == 1);
    CHECK(complaints({}, {{"leak", {1}}}, 3).size() == 2);
    const Expectations wrong_result{{}, {}, true};
    CHECK(complaints(wrong_result, {}, 1).empty());
    CHECK(complaints(wrong_result, {}, 0).size() == 1);
}
