// A student gets the hint asked for, a starter back without losing what was there, and a grade whenever
// the file is saved.
#include "catch.hpp"

#include "errors.hpp"
#include "process.hpp"
#include "workbook.hpp"

#include <fstream>
#include <iterator>
#include <sstream>

using namespace scanlab;
namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

namespace {

std::string read(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void write(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

template <class Call>
std::string refusal(const Call& call) {
    try {
        call();
    } catch (const UsageError& error) {
        return error.what();
    }
    return "no error";
}

/// A kit with one lesson's folder, and what makes starters.
struct Kit {
    Kit() {
        write(root() / raking, "");
        fs::create_directories(root() / "common/grading");
        fs::copy(fs::path(KIT) / "common/grading/exercises", root() / "common/grading/exercises");
    }
    const fs::path& root() const { return scratch.path(); }
    std::string reset() const { return workbook.reset(workbook.find("05")); }

    static constexpr const char* raking = "lessons/05_coarsened/raking_exercise.cu";
    ScratchFolder scratch;
    Workbook workbook{scratch.path()};
};

} // namespace

TEST_CASE("an exercise is found by its lesson's number, its name, both, or its file") {
    const Workbook workbook(KIT);
    const std::string raking = Kit::raking;
    for (const std::string& given : {std::string("5"), std::string("05"), std::string("raking"),
                                     std::string("05_raking"), raking, "./" + raking})
        CHECK(workbook.file(workbook.find(given)) == raking);
    CHECK(workbook.file(workbook.find("06_reduce_scan")) ==
          "lessons/06_blelloch/reduce_scan_exercise.cu");

    const std::string unknown = refusal([&] { workbook.find("03_raking"); });
    CHECK_THAT(unknown, StartsWith("there is no exercise 03_raking. There are:") &&
                            ContainsSubstring("\n    05  raking raking_reduce_scan\n"));
    const Kit kit;
    fs::create_directories(kit.root() / "lessons/99_last");
    CHECK_THAT(refusal([&] { kit.workbook.find("99"); }),
               StartsWith("lesson 99 has no exercise. There are:"));
    CHECK(workbook.find("00").lesson.name == "neighbour_sums");
    CHECK(workbook.find("three_launches").lesson.number == 1);
    CHECK_THAT(refusal([&] { workbook.find("15"); }), StartsWith("there is no exercise 15"));
}

TEST_CASE("a warm-up is found by its lesson's number or by its file") {
    const Workbook workbook(KIT);
    const std::string file = "lessons/02_hillis_steele_shared/warm_up_02_exercise.cu";
    for (const std::string& given : {std::string("2"), std::string("02"), file})
        CHECK(workbook.file(workbook.find(given, Kind::warm_up)) == file);
    CHECK(workbook.find("00", Kind::warm_up).lesson.name == "first_line");
    CHECK_THAT(refusal([&] { workbook.find("raking", Kind::warm_up); }),
               StartsWith("there is no warm-up raking; these lessons have one: 00 01 02 "));
    CHECK(workbook.find(file).lesson.name == "warm_up_02");
    for (const ExerciseDescription& exercise : all_exercises())
        CHECK_THAT(workbook.starter(exercise), ContainsSubstring("// TODO: "));
}

TEST_CASE("every exercise has three hints, without the page's markup") {
    const Workbook workbook(KIT);
    for (const ExerciseDescription& exercise : all_exercises()) {
        if (exercise.kind == Kind::warm_up && !exercise.is_program()) continue;
        for (int which = 1; which <= 3; ++which) {
            const std::string hint = workbook.hint(exercise, which);
            CAPTURE(hint);
            std::istringstream text(hint);
            CHECK(std::distance(std::istream_iterator<std::string>(text), {}) >= 15);
            CHECK_THAT(hint,
                       StartsWith(label(exercise) + ", hint " + std::to_string(which) + " of 3: "));
            for (const char* markup : {"\n##", "details>", "summary>", "]("})
                CHECK_THAT(hint, !ContainsSubstring(markup));
            CHECK_THAT(hint, ContainsSubstring(
                                 which == 3 ? "\n\nThat was the last hint. The task again: lessons/"
                                            : " hint: ./scanlab hint " + label(exercise)));
        }
    }
    CHECK_THAT(refusal([&] { workbook.hint(exercises().front(), 4); }),
               StartsWith("there is no hint 4"));
}

TEST_CASE("a reset brings the starter back, and keeps what was there") {
    const Kit kit;
    const fs::path file = kit.root() / Kit::raking;
    write(kit.root() / "starters/05_coarsened/raking_exercise.cu", "the starter\n");
    write(file, "first try\n");
    kit.reset();
    write(file, "second try\n");
    const std::string raking = Kit::raking;
    CHECK(kit.reset() ==
          "Restored the starter " + raking + ". Your version was saved as raking_exercise.cu.2.\n");
    CHECK(read(file) == "the starter\n");
    CHECK(read(file.string() + ".1") == "first try\n");
    CHECK(read(file.string() + ".2") == "second try\n");
    CHECK(kit.reset() == "Nothing to do: " + raking + " is still the starter.\n");
    fs::remove(file);
    CHECK(kit.reset() == "Restored the starter " + raking + ".\n");

    fs::remove_all(kit.root() / "starters");
    CHECK_THAT(refusal([&] { kit.reset(); }), ContainsSubstring("neither starters/ nor solutions/"));
    CHECK(read(file) == "the starter\n");
    // In two parts, since a students' archive must not hold such a line.
    write(kit.root() / "solutions/05_coarsened/raking_exercise.cu",
          "int a;\n// BEGIN "
          "SOLUTION add.\nint b;\n// END SOLUTION\n");
    kit.reset();
    CHECK(read(file) == "int a;\n// TODO: add.\n");
}

TEST_CASE(
    "an exercise is graded at once, and again when its file has changed, however an editor saves") {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "it.cu";
    write(file, "first");
    std::vector<std::string> graded;
    int looks = 0;
    // Between two looks somebody saves: in place, by a new file, what was there before, nothing at all.
    const auto save = [&] {
        ++looks;
        if (looks == 2) write(file, "second");
        if (looks == 4) fs::remove(file);
        if (looks == 6) {
            write(folder.path() / "new", "third");
            fs::rename(folder.path() / "new", file);
        }
        if (looks == 8) write(file, "third");
        return looks < 12;
    };
    watch(
        file, [&] { graded.push_back(read(file)); }, save);
    CHECK(graded == std::vector<std::string>{"first", "second", "third"});
}
