// What is wrong with which program: labels by a pattern, or from a table.
#include "catch.hpp"

#include "errors.hpp"
#include "process.hpp"
#include "suite.hpp"

#include <fstream>

using namespace scanlab;
using Catch::Matchers::ContainsSubstring;

namespace {

/// A folder with empty programs of these names.
class Suite {
public:
    explicit Suite(const std::vector<std::string>& names) {
        for (const std::string& name : names) {
            std::filesystem::create_directories((folder() / name).parent_path());
            std::ofstream(folder() / name) << "\n";
        }
    }
    std::filesystem::path folder() const { return scratch_.path(); }
    std::filesystem::path table(const std::string& lines) const {
        std::ofstream(folder() / "labels.csv") << lines;
        return folder() / "labels.csv";
    }

private:
    ScratchFolder scratch_;
};

std::vector<std::string> labels(const std::vector<LabelledProgram>& programs) {
    std::vector<std::string> texts;
    for (const LabelledProgram& program : programs) texts.push_back(program.source.filename().string() + " " + text(program.label));
    return texts;
}

} // namespace

TEST_CASE("labels are read, and written as they were") {
    CHECK(label_of("correct") == Label{false, {}});
    CHECK(label_of("buggy") == Label{true, {}});
    CHECK(label_of("race") == Label{true, {"race"}});
    CHECK(label_of("race-global+leak") == Label{true, {"race-global", "leak"}});
    for (const char* word : {"correct", "buggy", "race", "leak+race-global"}) CHECK(text(label_of(word)) == word);
}

TEST_CASE("a label that is none is refused, with those that there are") {
    for (const char* word : {"", "rice", "race+", "race+rice", "correct+race"})
        CHECK_THROWS_WITH(label_of(word), ContainsSubstring("give correct, buggy, or kinds"));
    CHECK_THROWS_WITH(label_of("rice"), ContainsSubstring("race-shared, race-global, race-scope"));
}

TEST_CASE("programs that match a pattern are buggy, the others correct") {
    const Suite suite({"a/sum.cu", "a/sumBug.cu", "b/sum.cu", "b/notes.txt"});
    CHECK(labels(programs_by_pattern(suite.folder(), {"*Bug*"}, {})) ==
          std::vector<std::string>{"sum.cu correct", "sumBug.cu buggy", "sum.cu correct"});
    CHECK(labels(programs_by_pattern(suite.folder(), {"b/*"}, {})) ==
          std::vector<std::string>{"sum.cu correct", "sumBug.cu correct", "sum.cu buggy"});
}

TEST_CASE("a pattern may say which kind is to be found, and several patterns more") {
    const Suite suite({"raceBug.cu", "boundsRaceBug.cu", "syncBug.cu"});
    CHECK(labels(programs_by_pattern(suite.folder(), {"race=*ace*", "out-of-bounds=*bounds*", "*Bug*"}, {"--n", "5"})) ==
          std::vector<std::string>{"boundsRaceBug.cu out-of-bounds+race", "raceBug.cu race", "syncBug.cu buggy"});
    CHECK(programs_by_pattern(suite.folder(), {"*Bug*"}, {"--n", "5"}).front().arguments == std::vector<std::string>{"--n", "5"});
}

TEST_CASE("a pattern that matches nothing is a mistake") {
    const Suite suite({"sum.cu"});
    CHECK_THROWS_WITH(programs_by_pattern(suite.folder(), {"*Bug*"}, {}), ContainsSubstring("--buggy *Bug*: no .cu file"));
    CHECK_THROWS_WITH(programs_by_pattern(suite.folder() / "none", {"*"}, {}), ContainsSubstring("there is no folder"));
    CHECK_THROWS_WITH(programs_by_pattern(Suite({"sum.cpp"}).folder(), {"*"}, {}), ContainsSubstring("there is no .cu file"));
}

TEST_CASE("a table lists programs, arguments and labels") {
    const Suite suite({"sum.cu", "scan.cu"});
    const auto programs = programs_by_table(
        suite.folder(), suite.table("# a comment\n\nsum.cu,,correct\r\nscan.cu,64  3,race\nscan.cu,file,1,buggy\n"), {"last"});
    CHECK(labels(programs) == std::vector<std::string>{"sum.cu correct", "scan.cu race", "scan.cu buggy"});
    CHECK(programs[0].arguments == std::vector<std::string>{"last"});
    CHECK(programs[1].arguments == std::vector<std::string>{"64", "3", "last"});
    CHECK(programs[2].arguments == std::vector<std::string>{"file,1", "last"});
}

TEST_CASE("a line of a table that is none is named") {
    const Suite suite({"sum.cu"});
    const auto read = [&](const char* lines) { return programs_by_table(suite.folder(), suite.table(lines), {}); };
    CHECK_THROWS_WITH(read("sum.cu,,correct\nsum.cu,correct\n"),
                      ContainsSubstring("labels.csv:2: 'sum.cu,correct' is no PROGRAM,ARGUMENTS,LABEL"));
    CHECK_THROWS_WITH(read("prod.cu,,correct\n"), ContainsSubstring("labels.csv:1: there is no file"));
    CHECK_THROWS_WITH(read("sum.cu,,fine\n"), ContainsSubstring("labels.csv:1: 'fine': give correct"));
    CHECK_THROWS_WITH(read("# nothing\n"), ContainsSubstring("lists no program"));
    CHECK_THROWS_AS(programs_by_table(suite.folder(), suite.folder() / "none.csv", {}), UsageError);
}
