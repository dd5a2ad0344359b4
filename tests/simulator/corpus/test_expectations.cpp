// The judge itself: a corpus that is always content would prove nothing.
#include "catch.hpp"

#include "expectations.hpp"
#include "process.hpp"

#include <fstream>

using namespace scanlab::corpus;
using Catch::Matchers::ContainsSubstring;
using scanlab::sim::Severity;

namespace {

const std::string broken_scan = R"(first line
    left = sums[t - distance]; // finds: race-shared (1), maybe uninitialized
    sums[t] += left; // finds: race-shared (1) (2)
    sums[0] = 0; // finds: race-shared (2)
    sums[BLOCK] = 0; // finds: out-of-bounds
)";

/// What the program with this source says about itself.
Expectations expectations_of(const std::string& code) {
    const scanlab::ScratchFolder folder;
    const auto source = folder.path() / "scan.cu";
    std::ofstream(source) << code;
    return read_expectations(source);
}

const std::vector<Place> all_found{{"race-shared", {2, 3}}, {"out-of-bounds", {5}}};

std::vector<std::string> complaints_about(const std::vector<Place>& found, int exit_code = 3) {
    return complaints(expectations_of(broken_scan), found, exit_code);
}

} // namespace

TEST_CASE("markers become places") {
    const Expectations expected = expectations_of(broken_scan);
    CHECK(expected.places == std::vector<Place>{{"out-of-bounds", {5}}, {"race-shared", {2, 3}}, {"race-shared", {3, 4}}});
    CHECK(expected.tolerated == std::vector<Place>{{"uninitialized", {2}}});
    CHECK_FALSE(expected.wrong_result);
    CHECK(expectations_of("x // finds: warning wrong-result\n").wrong_result);
    CHECK(expectations_of("a line races with itself; // finds: race-global\n").places == std::vector<Place>{{"race-global", {1}}});
}

TEST_CASE("a program says which settings it is run with") {
    const Expectations expected = expectations_of("// runs with: SCANLAB_SIM_OCCUPIED=15\nint main() {}\n");
    CHECK(expected.settings == std::vector<std::string>{"SCANLAB_SIM_OCCUPIED=15"});
    CHECK(expectations_of("// runs with: patience\n").settings.empty());
}

TEST_CASE("a program says that only some orders show what is wrong") {
    CHECK(expectations_of("// only some orders show it\nint main() {}\n").only_some_orders);
    CHECK_FALSE(expectations_of(broken_scan).only_some_orders);
}

TEST_CASE("a line of its own that has run into another comment is not overlooked") {
    CHECK_THROWS_WITH(expectations_of("// A race. every marked place has to be found\n"), ContainsSubstring("scan.cu:1"));
    CHECK_THROWS_WITH(expectations_of("// A race.\n// It has two. runs with: SCANLAB_SIM_DEVICES=2\n"), ContainsSubstring("scan.cu:2"));
}

TEST_CASE("a marker that makes no sense is not overlooked") {
    CHECK_THROWS_WITH(expectations_of("a // finds: Race\n"), ContainsSubstring("scan.cu:1"));
    CHECK_THROWS_WITH(expectations_of("a // finds: race-shared race-global\n"), ContainsSubstring("scan.cu:1"));
    const std::string three = "a // finds: race-global\nb // finds: race-global\nc // finds: race-global\n";
    CHECK_THROWS_WITH(expectations_of(three), ContainsSubstring("1, 2, 3"));
}

TEST_CASE("findings count with their lines in the program's own source") {
    using scanlab::sim::FindingKind;
    const std::vector<scanlab::sim::Finding> findings{{.kind = FindingKind::race_global, .at = {"/a/scan.cu", 7}, .other = {"scan.cu", 7}},
                                                      {.kind = FindingKind::out_of_bounds, .at = {"/b/tile.cuh", 7}},
                                                      {.kind = FindingKind::double_free, .at = {"scan.cu", 9}, .other = {"scan.cu", 8}},
                                                      {.kind = FindingKind::leak, .severity = Severity::warning, .at = {"scan.cu", 5}}};
    CHECK(places_of(findings, "/a/scan.cu") ==
          std::vector<Place>{{"race-global", {7}}, {"out-of-bounds", {}}, {"double-free", {9}}, {"leak", {5}, Severity::warning}});
}

TEST_CASE("a bug counts as found only with its kind and line") {
    CHECK(complaints_about(all_found).empty());
    CHECK(complaints_about({{"race-shared", {3, 4}}, {"out-of-bounds", {5}}, {"uninitialized", {2}}}).empty());
    CHECK_THAT(complaints_about({{"race-shared", {2, 3}}}).at(0), ContainsSubstring("not found: out-of-bounds at line 5"));
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

TEST_CASE("a warning is neither an error nor a reason for exit code 3") {
    const Expectations expected = expectations_of("a // finds: warning leak, maybe warning race-global\n");
    const Place leak{"leak", {1}, Severity::warning}, race{"race-global", {1}, Severity::warning};
    CHECK(expected.places == std::vector{leak});
    CHECK(expected.tolerated == std::vector{race});
    CHECK(complaints(expected, {leak, race}, 0).empty());
    CHECK_THAT(complaints(expected, {leak}, 3).at(0), ContainsSubstring("exit code is 3, not 0"));
    const auto as_error = complaints(expected, {{"leak", {1}}}, 3);
    REQUIRE(as_error.size() == 2);
    CHECK(as_error[0] == "found, but not expected: leak at line 1");
    CHECK(as_error[1] == "not found: warning leak at line 1");
}

TEST_CASE("all places of a kind have to be found if the source says so") {
    Expectations two{{{"race-host", {1, 2}}, {"race-host", {3, 4}}}, {}, false};
    CHECK(complaints(two, {{"race-host", {1, 2}}}, 3).empty());
    two.wants_every_place = true;
    CHECK(complaints(two, {{"race-host", {1, 2}}}, 3) == std::vector<std::string>{"not found: race-host at lines 3, 4"});
    CHECK(complaints(two, {{"race-host", {1, 2}}, {"race-host", {3, 4}}}, 3).empty());
}

TEST_CASE("the exit code has to agree") {
    CHECK_THAT(complaints_about(all_found, 0).at(0), ContainsSubstring("exit code is 0, not 3"));
    CHECK(complaints({}, {}, 0).empty());
    CHECK(complaints({}, {}, 1).size() == 1);
    CHECK(complaints({}, {{"double-free", {1}}}, 3).size() == 1);
    CHECK(complaints({}, {{"double-free", {1}}}, 0).size() == 2);
    Expectations wrong_result;
    wrong_result.wrong_result = true;
    CHECK(complaints(wrong_result, {}, 1).empty());
    CHECK(complaints(wrong_result, {}, 0).size() == 1);
}
