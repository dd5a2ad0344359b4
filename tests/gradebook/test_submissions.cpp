// What is taken of the things that students hand in, and what is not.
#include "catch.hpp"

#include "errors.hpp"
#include "process.hpp"
#include "students.hpp"
#include "submission.hpp"

using namespace scanlab;
using namespace scanlab::grader;
using Catch::Matchers::ContainsSubstring;

namespace {

const std::vector<ExerciseDescription> wanted{find_exercise("raking"), find_exercise("brent_kung")};

std::vector<Submission> read(const std::filesystem::path& path, const Desk& desk) {
    return read_submissions(path, false, wanted, desk.path() / "unpacked");
}

std::string refusal(const std::filesystem::path& path) {
    const Desk desk;
    try {
        read(path, desk);
    } catch (const UsageError& error) {
        return error.what();
    }
    return "no error";
}

std::string reason(const Submission& submission, const std::string& exercise) {
    const auto found = submission.refused.find(exercise);
    return found == submission.refused.end() ? "" : found->second;
}

} // namespace

TEST_CASE("one student's folder is read, whether the files lie in it or in lessons") {
    const Desk desk;
    desk.write("flat/raking_exercise.cu", "a");
    desk.write("kit/lessons/05_coarsened/raking_exercise.cu", "b");
    desk.write("kit/starters/05_coarsened/raking_exercise.cu", "starter");
    desk.write("kit/common/harness/check.cpp", "all is right");
    for (const auto& [folder, text] :
         {std::pair{"flat", "a"}, {"kit", "b"}, {"kit/lessons", "b"}, {"flat/", "a"}}) {
        const auto submissions = read(desk.path() / folder, desk);
        REQUIRE(submissions.size() == 1);
        REQUIRE(submissions[0].files.size() == 1);
        CHECK(content(submissions[0].files.at("raking")) == text);
        CHECK(submissions[0].refused.empty());
    }
    CHECK(read(desk.path() / "flat/", desk)[0].student == "flat");
}

TEST_CASE("a folder of submissions holds folders and archives, one a student") {
    const Desk desk;
    desk.write("all/bob/raking_exercise.cu", "bob's");
    desk.write("hers/homework/raking_exercise.cu", "alice's");
    desk.write("hers/homework/notes.txt", "none");
    REQUIRE(desk.run("cmake -E tar cf all/alice.zip --format=zip hers"));
    REQUIRE(desk.run("cmake -E tar czf all/carol.d.tar.gz hers"));
    REQUIRE(desk.run("mkdir all/dan && echo nothing >all/readme.txt"));
    const auto submissions = read(desk.path() / "all", desk);
    REQUIRE(submissions.size() == 4);
    CHECK(submissions[0].student == "alice");
    CHECK(content(submissions[0].files.at("raking")) == "alice's");
    CHECK(submissions[1].student == "bob");
    CHECK(content(submissions[1].files.at("raking")) == "bob's");
    CHECK(submissions[2].student == "carol.d");
    CHECK(submissions[2].files.size() == 1);
    CHECK(submissions[3].student == "dan");
    CHECK(submissions[3].files.empty());
}

TEST_CASE("submissions of one name do not get mixed up") {
    const Desk desk;
    desk.write("all/eve/raking_exercise.cu", "1");
    REQUIRE(desk.run("cd all/eve && cmake -E tar cf ../eve.zip --format=zip raking_exercise.cu"));
    const auto submissions = read(desk.path() / "all", desk);
    REQUIRE(submissions.size() == 2);
    CHECK(submissions[0].student == "eve");
    CHECK(submissions[1].student == "eve (2)");
}

TEST_CASE("an archive writes nothing outside of its folder, and nothing but exercises") {
    const Desk desk;
    desk.write("work/inside/brent_kung_exercise.cu", "fine");
    desk.write("work/inside/lesson.hpp", "mine");
    desk.write("raking_exercise.cu", "from above");
    REQUIRE(desk.run(
        "mkdir in && cd work && cmake -E tar cf ../in/mallory.tar ../raking_exercise.cu inside"));
    REQUIRE(desk.run("rm raking_exercise.cu"));
    const auto submissions = read(desk.path() / "in/mallory.tar", desk);
    REQUIRE(submissions.size() == 1);
    CHECK(submissions[0].files.size() == 1);
    CHECK(content(submissions[0].files.at("brent_kung")) == "fine");
    CHECK_FALSE(exists(desk.path() / "raking_exercise.cu"));
    CHECK_FALSE(exists(desk.path() / "unpacked/raking_exercise.cu"));
    for (const auto& entry : std::filesystem::recursive_directory_iterator(desk.path() / "unpacked"))
        CHECK(entry.path().filename() != "lesson.hpp");
}

TEST_CASE("links, files without end, and files handed in twice are refused") {
    const Desk desk;
    REQUIRE(desk.run("mkdir -p it/a it/b && ln -s /etc/passwd it/raking_exercise.cu"));
    desk.write("it/a/brent_kung_exercise.cu", "1");
    desk.write("it/b/brent_kung_exercise.cu", "2");
    CHECK_THAT(reason(read(desk.path() / "it", desk).at(0), "raking"),
               ContainsSubstring("not a plain file"));
    CHECK_THAT(reason(read(desk.path() / "it", desk).at(0), "brent_kung"),
               ContainsSubstring("handed in more than once"));

    REQUIRE(desk.run("cmake -E tar cf link.tar it/raking_exercise.cu"));
    CHECK_THAT(reason(read(desk.path() / "link.tar", desk).at(0), "raking"),
               ContainsSubstring("not a plain file"));

    REQUIRE(desk.run("mkdir big && head -c 50000000 /dev/zero >big/raking_exercise.cu"));
    CHECK_THAT(reason(read(desk.path() / "big", desk).at(0), "raking"),
               ContainsSubstring("larger than a megabyte"));
    REQUIRE(desk.run("cmake -E tar cf big.zip --format=zip big"));
    const Submission bomb = read(desk.path() / "big.zip", desk).at(0);
    CHECK(bomb.files.empty());
    CHECK_THAT(reason(bomb, "raking"), ContainsSubstring("big.zip"));
}

TEST_CASE("a damaged archive costs its student the points, and nobody else") {
    const Desk desk;
    desk.write("all/frank.zip", "this is no archive");
    desk.write("all/grace/raking_exercise.cu", "1");
    const auto submissions = read(desk.path() / "all", desk);
    REQUIRE(submissions.size() == 2);
    CHECK_THAT(reason(submissions[0], "raking"), ContainsSubstring("frank.zip cannot be unpacked"));
    CHECK(submissions[1].files.size() == 1);
}

TEST_CASE("whoever hands in nothing, where one student is expected, is one who has handed in nothing") {
    const Desk desk;
    desk.write("it/attic/readme.txt", "sorry");
    const auto submissions = read_submissions(desk.path() / "it", true, wanted, desk.path());
    REQUIRE(submissions.size() == 1);
    CHECK(submissions[0].files.empty());
}

TEST_CASE("what cannot be a submission is told") {
    const Desk desk;
    CHECK_THAT(refusal(desk.path() / "none"), ContainsSubstring("there is no "));
    CHECK_THAT(refusal(desk.write("raking.txt", "")), ContainsSubstring("neither a folder nor"));
    REQUIRE(desk.run("mkdir empty"));
    CHECK_THAT(refusal(desk.path() / "empty"), ContainsSubstring("holds no submission"));
}
