// What is taken of the things that students hand in, and what is not.
#include "catch.hpp"

#include "errors.hpp"
#include "names.hpp"
#include "process.hpp"
#include "students.hpp"
#include "submission.hpp"

using namespace scanlab;
using namespace scanlab::grader;
using Catch::Matchers::ContainsSubstring;

namespace {

const std::vector<ExerciseDescription> wanted{find_exercise("raking"), find_exercise("brent_kung")};

std::vector<Submission> read(const std::filesystem::path& path, const Desk& desk) {
    return read_submissions({path}, Whose::as_it_looks, wanted, desk.path() / "unpacked");
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
        CHECK(content(submissions[0].files.at("raking").file) == text);
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
    CHECK(content(submissions[0].files.at("raking").file) == "alice's");
    CHECK(submissions[1].student == "bob");
    CHECK(content(submissions[1].files.at("raking").file) == "bob's");
    CHECK(submissions[2].student == "carol.d");
    CHECK(submissions[2].files.size() == 1);
    CHECK(submissions[3].student == "dan");
    CHECK(submissions[3].files.empty());
}

TEST_CASE("a folder and an archive of the same name are one student's, and the newer file counts") {
    const Desk desk;
    desk.write("all/eve/raking_exercise.cu", "old");
    desk.write("all/eve/brent_kung_exercise.cu", "same");
    desk.write("new/raking_exercise.cu", "new");
    desk.write("new/brent_kung_exercise.cu", "same");
    REQUIRE(
        desk.run("touch -d '2026-11-01 12:00' all/eve/*.cu && touch -d '2026-11-02 12:00' new/*.cu && "
                 "cd new && cmake -E tar cf ../all/eve.zip --format=zip *.cu"));
    const auto submissions = read(desk.path() / "all", desk);
    REQUIRE(submissions.size() == 1);
    CHECK(submissions[0].student == "eve");
    CHECK(content(submissions[0].files.at("raking").file) == "new");
    REQUIRE(submissions[0].remarks.size() == 1); // none of what is the same
    CHECK_THAT(submissions[0].remarks[0], ContainsSubstring("was not taken"));
}

TEST_CASE("of several downloads of one name, the last counts") {
    const Desk desk;
    desk.write("it/raking_exercise.cu", "first");
    desk.write("it/raking_exercise (2).cu", "third");
    desk.write("it/Raking_Exercise(1).CU", "second");
    desk.write("it/brent_kung_exercise-1.cu", "again");
    const Submission it = read(desk.path() / "it", desk).at(0);
    CHECK(content(it.files.at("raking").file) == "third");
    CHECK(content(it.files.at("brent_kung").file) == "again");
    CHECK(it.remarks.size() == 2);
}

TEST_CASE("what cannot be told apart, is no plain file, or is too large, is refused, and says why") {
    const Desk desk;
    REQUIRE(desk.run("mkdir -p it/a it/b && ln -s /etc/passwd it/raking_exercise.cu"));
    desk.write("it/a/brent_kung_exercise.cu", "1");
    desk.write("it/b/brent_kung_exercise.cu", "2");
    REQUIRE(desk.run("touch -d '2026-11-01 12:00' it/?/*.cu"));
    const Submission it = read(desk.path() / "it", desk).at(0);
    CHECK(it.files.empty());
    CHECK(reason(it, "raking") == "raking_exercise.cu was not taken: it is a symbolic link");
    CHECK_THAT(reason(it, "brent_kung"), ContainsSubstring("handed in more than once"));

    REQUIRE(desk.run("mkdir big && head -c 2000000 /dev/zero >big/raking_exercise.cu"));
    CHECK_THAT(reason(read(desk.path() / "big", desk).at(0), "raking"),
               ContainsSubstring("larger than a megabyte"));
    REQUIRE(desk.run("mkdir pipe && mkfifo pipe/raking_exercise.cu"));
    CHECK_THAT(reason(read(desk.path() / "pipe", desk).at(0), "raking"),
               ContainsSubstring("no regular file"));
}

TEST_CASE("every kind of archive is read, also within a student's folder, and whatever the case of its "
          "name") {
    const Desk desk;
    desk.write("raking_exercise.cu", "mine");
    for (const auto& [name, options] : {std::pair{"a.zip", "cf a.zip --format=zip"},
                                        {"a.tar", "cf a.tar"},
                                        {"a.tar.gz", "czf a.tar.gz"},
                                        {"a.tgz", "czf a.tgz"},
                                        {"a.tar.bz2", "cjf a.tar.bz2"},
                                        {"a.tar.xz", "cJf a.tar.xz"},
                                        {"a.tar.zst", "cf a.tar.zst --zstd"},
                                        {"a.7z", "cf a.7z --format=7zip"},
                                        {"A.ZIP", "cf A.ZIP --format=zip"}}) {
        INFO(name);
        REQUIRE(desk.run(std::string("cmake -E tar ") + options + " raking_exercise.cu"));
        const Submission alone = read(desk.path() / name, desk).at(0);
        CHECK(alone.student == (name[0] == 'A' ? "A" : "a"));
        REQUIRE(alone.files.size() == 1);
        CHECK(content(alone.files.at("raking").file) == "mine");

        REQUIRE(desk.run("rm -rf all && mkdir -p all/bob && mv " + std::string(name) + " all/bob"));
        const Submission bob = read(desk.path() / "all", desk).at(0);
        CHECK(bob.student == "bob");
        REQUIRE(bob.files.size() == 1);
        CHECK(bob.files.at("raking").name == std::string(name) + "/raking_exercise.cu");
    }
}

TEST_CASE("whoever hands in a thousand files gets one of them graded, and few lines in the table") {
    const Desk desk;
    for (int i = 1; i < 1000; ++i)
        desk.write("it/raking_exercise (" + std::to_string(i) + ").cu", std::to_string(i));
    const Submission it = read(desk.path() / "it", desk).at(0);
    CHECK(content(it.files.at("raking").file) == "999");
    REQUIRE(it.remarks.size() == 6);
    CHECK(it.remarks.back() == "… and 993 more");
}

TEST_CASE("a loose file is a submission, and a folder of such with names before them a class's") {
    const Desk desk;
    const auto file = desk.write("all/alice_raking_exercise.cu", "hers");
    desk.write("all/bob-raking_exercise.cu", "his");
    desk.write("all/bob-brent_kung_exercise.cu", "his, too");
    const auto submissions = read(desk.path() / "all", desk);
    REQUIRE(submissions.size() == 2);
    CHECK(submissions[0].student == "alice");
    CHECK(submissions[1].student == "bob");
    CHECK(submissions[1].files.size() == 2);
    CHECK(content(submissions[1].files.at("raking").file) == "his");
    const auto one = read(desk.write("raking_exercise.cu", "whose?"), desk);
    REQUIRE(one.size() == 1);
    CHECK(content(one[0].files.at("raking").file) == "whose?");
}

TEST_CASE("the names of one exercise may end as those of another") {
    const std::vector<ExerciseDescription> all = exercises();
    CHECK(solution_name("brent_kung_warps_exercise.cu", all)->exercise->lesson.name ==
          "brent_kung_warps");
    CHECK(solution_name("ann_brent_kung_exercise.cu", all)->owner == "ann");
    CHECK_FALSE(solution_name("xraking_exercise.cu", all));
    CHECK_FALSE(solution_name("raking_exercise.cu.1", all));
    CHECK_FALSE(solution_name("raking_exercise_old.cu", all));
}

TEST_CASE("what Moodle exports is a class: folders or files, as one archive or unpacked") {
    const Desk desk;
    desk.write("m/Ada Lovelace_101_assignsubmission_file/raking_exercise.cu", "Ada's");
    desk.write("m/Ada Lovelace_101_assignsubmission_onlinetext/onlinetext.html", "see file");
    desk.write("m/Ada Lovelace_102_assignsubmission_file_/sub/brent_kung_exercise.cu", "another Ada's");
    desk.write("m/Participant_103_assignsubmission_file_/essay.pdf", "none");
    desk.write("raking_exercise.cu", "packed");
    REQUIRE(desk.run("cmake -E tar cf 'm/Bob_104_assignsubmission_file_homework.zip' --format=zip "
                     "raking_exercise.cu && cp raking_exercise.cu "
                     "'m/Eve_105_assignsubmission_file_raking_exercise.cu' && cd m && "
                     "cmake -E tar cf ../COURSE-Scan-7.zip --format=zip ."));
    for (const char* given : {"m", "COURSE-Scan-7.zip"}) {
        INFO(given);
        const auto all = read(desk.path() / given, desk);
        REQUIRE(all.size() == 5);
        CHECK(all[0].student == "Ada Lovelace (101)");
        CHECK(all[0].id == "101");
        CHECK(content(all[0].files.at("raking").file) == "Ada's");
        CHECK_FALSE(all[0].time.has_value()); // the archive does not say
        CHECK(all[1].student == "Ada Lovelace (102)");
        CHECK(all[1].files.at("brent_kung").name == "sub/brent_kung_exercise.cu");
        CHECK(all[2].student == "Bob");
        CHECK(content(all[2].files.at("raking").file) == "packed");
        CHECK(all[3].student == "Eve");
        CHECK(content(all[3].files.at("raking").file) == "packed");
        CHECK(all[4].student == "Participant");
        CHECK(all[4].files.empty());
    }
}

TEST_CASE("what Canvas exports is a class: files that begin with names and numbers") {
    const Desk desk;
    desk.write("c/lovelaceada_101_5001_raking_exercise-1.cu", "Ada's second");
    desk.write("c/lovelaceada_101_5002_brent_kung_exercise.cu", "Ada's other");
    desk.write("c/babbagecharles_LATE_102_5003_raking_exercise.cu", "late");
    desk.write("c/hoppergrace_103_5004_notes.txt", "none");
    REQUIRE(desk.run("cd c && cmake -E tar cf ../submissions.zip --format=zip ."));
    for (const char* given : {"c", "submissions.zip"}) {
        const auto all = read(desk.path() / given, desk);
        REQUIRE(all.size() == 3);
        CHECK(all[0].student == "babbagecharles");
        CHECK(all[0].late == true);
        CHECK(all[0].returns_to == "babbagecharles_LATE_102_5003_");
        CHECK(all[1].student == "hoppergrace");
        CHECK(all[1].files.empty());
        CHECK(all[2].id == "101");
        CHECK(all[2].late == false);
        CHECK(content(all[2].files.at("raking").file) == "Ada's second");
        CHECK(all[2].files.at("brent_kung").name == "brent_kung_exercise.cu");
    }
}

TEST_CASE("what Gradescope exports is a class, with names, times and groups from its metadata") {
    const Desk desk;
    desk.write("g/assignment_9_export/submission_metadata.yml", R"(---
submission_1:
  :submitters:
  - :name: Ada Lovelace
    :sid: '100'
    :email: ada@example.com
  :created_at: 2026-11-20 10:00:00.123456000 Z
  :score: 0.0
  :history:
  - :id: 7
    :created_at: 2026-11-19 10:00:00.000000000 Z
submission_2:
  :submitters:
  - :name: Charles Babbage
    :sid:
    :email: charles@example.com
  - :name: Grace Hopper
    :email: grace@example.com
  :created_at: 2026-11-22T01:30:00+01:00
)");
    desk.write("g/assignment_9_export/submission_1/raking_exercise.cu", "Ada's");
    desk.write("g/assignment_9_export/submission_2/lessons/05_x/raking_exercise.cu", "theirs");
    REQUIRE(desk.run("cd g && cmake -E tar cf ../export.zip --format=zip ."));
    for (const char* given : {"g", "g/assignment_9_export", "export.zip"}) {
        INFO(given);
        const auto all = read(desk.path() / given, desk);
        REQUIRE(all.size() == 3);
        CHECK(all[0].student == "Ada Lovelace");
        CHECK(all[0].id == "100");
        CHECK(all[0].time == 1795168800);
        CHECK(content(all[0].files.at("raking").file) == "Ada's");
        CHECK(all[1].student == "Charles Babbage");
        CHECK(all[1].id == "charles@example.com");
        CHECK(all[1].time == 1795307400);
        CHECK(content(all[2].files.at("raking").file) == "theirs");
    }
}

TEST_CASE("what editors, git and macOS keep beside files is nobody's work") {
    const Desk desk;
    desk.write("all/ann/raking_exercise.cu", "hers");
    for (const char* other : {"all/__MACOSX/ann/._raking_exercise.cu", "all/._ann_raking_exercise.cu",
                              "all/.git/raking_exercise.cu", "all/ann/.old/raking_exercise.cu"})
        desk.write(other, "other");
    desk.write("one/raking_exercise.cu", "hers");
    desk.write("one/lab_2026_11_20.pdf", "no file of Canvas's");
    const auto all = read(desk.path() / "all", desk);
    REQUIRE(all.size() == 1);
    CHECK(content(all[0].files.at("raking").file) == "hers");
    const auto one = read(desk.path() / "one", desk);
    REQUIRE(one.size() == 1);
    CHECK(one[0].student == "one");
    CHECK(one[0].files.size() == 1);
}

TEST_CASE("no two students have one name") {
    const Desk desk;
    for (const char* place : {"a/eve/", "b/eve/", "c/eve (2)/"})
        desk.write(std::string(place) + "raking_exercise.cu", "1");
    const auto all = read_submissions({desk.path() / "a/eve", desk.path() / "b/eve", desk.path() / "c"},
                                      Whose::as_it_looks, wanted, desk.path() / "unpacked");
    REQUIRE(all.size() == 3);
    CHECK(all[0].student == "eve");
    CHECK(all[1].student == "eve (2)");
    CHECK(all[2].student == "eve (2) (2)");
}

TEST_CASE("of a class that is given again, with what came later, that counts") {
    const Desk desk;
    desk.write("first/ann/raking_exercise.cu", "old");
    desk.write("first/ann/brent_kung_exercise.cu", "kept");
    desk.write("second/ann/raking_exercise.cu", "new");
    desk.write("second/ann/brent_kung.txt", "nothing");
    REQUIRE(desk.run("ln -s nowhere second/ann/brent_kung_exercise.cu"));
    const auto all = read_submissions({desk.path() / "first", desk.path() / "second"},
                                      Whose::as_it_looks, wanted, desk.path() / "unpacked");
    REQUIRE(all.size() == 1);
    CHECK(content(all[0].files.at("raking").file) == "new");
    CHECK(content(all[0].files.at("brent_kung").file) == "kept");
    CHECK(all[0].refused.empty());
    REQUIRE(all[0].remarks.size() == 2);
    CHECK_THAT(all[0].remarks[0], ContainsSubstring("was handed in again"));
    CHECK_THAT(all[0].remarks[1], ContainsSubstring("symbolic link"));
}

TEST_CASE("nobody hands in for somebody else by the names in an archive") {
    const Desk desk;
    desk.write("w/Victim_1_assignsubmission_file_/raking_exercise.cu", "mallory's");
    desk.write("w/submission_metadata.yml", "submission_1:\n  :submitters:\n  - :name: Victim\n");
    desk.write("all/victim/raking_exercise.cu", "victim's");
    REQUIRE(desk.run("cd w && cmake -E tar cf ../all/mallory.zip --format=zip ."));
    const auto all = read(desk.path() / "all", desk);
    REQUIRE(all.size() == 2);
    CHECK(all[0].student == "mallory");
    CHECK(content(all[0].files.at("raking").file) == "mallory's");
    CHECK(content(all[1].files.at("raking").file) == "victim's");
}

TEST_CASE("a name that a student may have written gives nobody somebody else's row") {
    struct Row {
        std::vector<std::string> tops; ///< files and folders of a class; Ada's are hers
        std::vector<std::string> rows; ///< "student|id"
    };
    const std::string ada = "Ada Lovelace_101_assignsubmission_file_raking_exercise.cu";
    for (const Row& row : std::vector<Row>{
             // Moodle: the mark in a file's name, in one's own name, and in both
             {{ada, "Eve_103_assignsubmission_file_x_101_assignsubmission_file_raking_exercise.cu"},
              {"Ada Lovelace|101", "Eve_103_assignsubmission_file_x_101_assignsubmission_file|"}},
             {{ada,
               "Ada Lovelace_101_assignsubmission_file_x_103_assignsubmission_file_raking_exercise.cu"},
              {"Ada Lovelace|101",
               "Ada Lovelace_101_assignsubmission_file_x_103_assignsubmission_file|"}},
             {{ada, "Eve_101_assignsubmission_file_raking_exercise.cu"}, {"Ada Lovelace|", "Eve|"}},
             {{ada, "Ada Lovelace_103_assignsubmission_file_raking_exercise.cu"},
              {"Ada Lovelace (101)|101", "Ada Lovelace (103)|103"}},
             {{ada, "\u202eAda Lovelace_101_assignsubmission_file_raking_exercise.cu"},
              {"%E2%80%AEAda Lovelace|", "Ada Lovelace|"}},
             // Canvas: numbers in folders' and archives' names
             {{"week_5_1_ada/", "week_5_1_bob/"}, {"week_5_1_ada|", "week_5_1_bob|"}},
             {{"ada_5_1_raking_exercise.cu", "bob_6_1_raking_exercise.cu"}, {"ada_5_1|", "bob_6_1|"}},
             {{"ada_5_1_raking_exercise.cu", "bob_5_2_raking_exercise.cu"}, {"ada|", "bob|"}},
             // folders whose names look alike
             {{"ada/", "ada\u202e/"}, {"ada|", "ada%E2%80%AE|"}},
             {{"ada/", "ada /"}, {"ada|", "ada%20|"}},
             {{"ada/", "\x01"
                       "ada/"},
              {"%01ada|", "ada|"}},
             {{"J\xc3\xb6rg/", "J\xf6rg/"}, {"J%F6rg|", "J\xc3\xb6rg|"}},
             {{"ada/", "ada\xef\xbb\xbf/"}, {"ada|", "ada%EF%BB%BF|"}},
             {{std::string(130, 'x') + "1/", std::string(130, 'x') + "2/"},
              {std::string(110, 'x') + " (2)|", std::string(120, 'x') + "|"}}}) {
        const Desk desk;
        for (const std::string& top : row.tops)
            desk.write("class/" + top + (top.ends_with('/') ? "raking_exercise.cu" : ""), top);
        const bool is_packed = desk.run("cd class && cmake -E tar cf ../class.tar ."); // not all can be
        for (const char* given : {"class", "class.tar"}) {
            INFO(given << ": " << row.tops[1]);
            if (given != std::string("class") && !is_packed) continue;
            std::vector<std::string> rows;
            for (const Submission& s : read_submissions({desk.path() / given}, Whose::a_class, wanted,
                                                        desk.path() / "unpacked")) {
                rows.push_back(s.student + "|" + s.id);
                CHECK(s.files.size() == 1);
            }
            CHECK(rows == row.rows);
        }
    }
}

TEST_CASE("what one student has packed is no export, whatever it says") {
    for (const char* inner :
         {"Ada Lovelace_101_assignsubmission_file/raking_exercise.cu",
          "Ada Lovelace_101_assignsubmission_file_raking_exercise.cu",
          "lovelaceada_101_5001_raking_exercise.cu", "lovelaceada_LATE_101_5001_raking_exercise.cu",
          "assignment_9_export/submission_1/raking_exercise.cu", "submission_1/raking_exercise.cu"}) {
        INFO(inner);
        const Desk desk;
        desk.write(std::string("late/eve/") + inner, "Eve's");
        const std::string folder =
            std::string(inner).starts_with("assignment") ? "assignment_9_export/" : "";
        desk.write("late/eve/" + folder + "submission_metadata.yml",
                   "submission_1:\n  :submitters:\n  - :name: Ada Lovelace\n    :sid: '101'\n"
                   "  :created_at: 2026-11-20 10:00:00 Z\n");
        REQUIRE(desk.run("cd late/eve && cmake -E tar cf ../../eve.zip --format=zip ."));
        for (const char* given : {"late", "late/eve", "eve.zip"}) {
            INFO(given);
            const auto all = read(desk.path() / given, desk);
            REQUIRE(all.size() == 1);
            CHECK(all[0].student == "eve");
            CHECK(all[0].id.empty());
            if (all[0].files.contains("raking")) // its name may have a beginning that is not hers
                CHECK(content(all[0].files.at("raking").file) == "Eve's");
        }
    }
}

TEST_CASE("a file that is called almost as an exercise, and a link to a folder, are told of") {
    const Desk desk;
    for (const auto& [file, text] : {std::pair{"all/a/raking.cu", ""},
                                     {"all/b/raking_exercise_v2.cu", ""},
                                     {"all/c/Brent_Kung (final).cu", ""},
                                     {"all/d/homework/solution.txt", ""},
                                     {"all/e/brent_kung_exercise.cu.txt", ""},
                                     {"all/f/raking_exercise.cpp", ""},
                                     {"elsewhere/raking_exercise.cu", ""}})
        desk.write(file, text);
    REQUIRE(desk.run("ln -s ../elsewhere all/g && ln -s nowhere all/README"));
    std::vector<std::string> remarks;
    for (const Submission& s : read(desk.path() / "all", desk)) {
        REQUIRE(s.remarks.size() + !s.refused.empty() == 1);
        remarks.push_back(s.remarks.empty() ? s.refused.begin()->second : s.remarks[0]);
    }
    CHECK(
        remarks ==
        std::vector<std::string>{
            "raking.cu was not taken: if it is exercise raking, name it raking_exercise.cu",
            "raking_exercise_v2.cu was not taken: if it is exercise raking, name it raking_exercise.cu",
            "Brent_Kung (final).cu was not taken: if it is exercise brent_kung, name it "
            "brent_kung_exercise.cu",
            "homework/solution.txt was not taken: it has no exercise's name, such as "
            "raking_exercise.cu",
            "brent_kung_exercise.cu.txt was not taken: if it is exercise brent_kung, name it "
            "brent_kung_exercise.cu",
            "raking_exercise.cpp was not taken: if it is exercise raking, name it raking_exercise.cu",
            "g was not taken: it is a symbolic link to a folder, and only the folder itself is read"});
}

TEST_CASE("names are safe to print, whatever they were") {
    CHECK(clean_name("Ann\x1b[31m\n\u202eeel") == "Ann%1B[31m%0A%E2%80%AEeel");
    CHECK(clean_name(" Ann ") == "%20Ann%20");
    CHECK(clean_name("J\xf6rg") == "Jörg");
    CHECK(clean_name("M\x81ller") != clean_name("M\x94ller")); // nobody is taken for somebody else
    CHECK(clean_name("  ") == "(no name)");
    CHECK(clean_name(std::string(500, 'x')).size() == 120);
    CHECK(clean_name(std::string(119, 'x') + "ö") == std::string(119, 'x'));
    CHECK(file_name_of("../a/b\\c") == "_._a_b_c");
    const Desk desk;
    REQUIRE(desk.run("mkdir -p \"all/$(printf 'J\\366rg')\""));
    REQUIRE(desk.run("echo 1 >\"all/$(printf 'J\\366rg')/raking_exercise.cu\""));
    const auto submissions = read(desk.path() / "all", desk);
    REQUIRE(submissions.size() == 1);
    CHECK(submissions[0].student == "Jörg");
    CHECK(submissions[0].files.size() == 1);
}

TEST_CASE("whoever hands in nothing, where one student is expected, is one who has handed in nothing") {
    const Desk desk;
    desk.write("it/attic/readme.txt", "sorry");
    const auto submissions =
        read_submissions({desk.path() / "it"}, Whose::one_student, wanted, desk.path());
    REQUIRE(submissions.size() == 1);
    CHECK(submissions[0].files.empty());
}

TEST_CASE("what cannot be a submission is told") {
    const Desk desk;
    CHECK_THAT(refusal(desk.path() / "none"), ContainsSubstring("there is no "));
    CHECK_THAT(refusal(desk.write("raking.txt", "")),
               ContainsSubstring("neither a folder, nor an archive"));
    REQUIRE(desk.run("mkdir empty"));
    CHECK_THAT(refusal(desk.path() / "empty"), ContainsSubstring("holds no submission"));
}
