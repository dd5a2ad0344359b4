// Archives that mean harm: each gets one sentence, writes nowhere else, costs no more than its limits,
// and takes nothing from others.
#include "catch.hpp"

#include "made_archives.hpp"
#include "students.hpp"
#include "submission.hpp"

#include <csignal>
#include <unistd.h>

using namespace scanlab;
using namespace scanlab::grader;
using Catch::Matchers::ContainsSubstring;

namespace {

namespace fs = std::filesystem;

const std::vector<ExerciseDescription> wanted{find_exercise("raking"), find_exercise("brent_kung")};
const std::string raking = "raking_exercise.cu";

/// Hands in the archive beside a student who means well, and a file that nobody may touch.
struct Room {
    Desk desk{};

    Submission hand_in(const std::string& archive, const std::string& bytes) const {
        desk.write("class/" + archive, bytes);
        return hand_in();
    }
    Submission hand_in() const {
        desk.write("class/zoe/" + raking, "zoe's");
        desk.write("precious", "mine");
        fs::create_directories(scratch());
        const auto all =
            read_submissions({desk.path() / "class"}, Whose::as_it_looks, wanted, scratch());
        REQUIRE(all.size() == 2);
        CHECK(content(all[1].files.at("raking").file) == "zoe's");
        CHECK(content(desk.path() / "precious") == "mine");
        CHECK_FALSE(fs::exists(desk.path() / raking));
        for (const auto& entry : fs::recursive_directory_iterator(scratch()))
            CHECK((entry.is_directory() || entry.is_regular_file()));
        return all[0];
    }
    fs::path scratch() const { return desk.path() / "scratch"; }
};

std::string reason(const Submission& submission) {
    CHECK(submission.files.empty());
    const auto found = submission.refused.find("raking");
    return found == submission.refused.end() ? "no reason" : found->second;
}

const std::vector<ExerciseDescription> asked_for{find_exercise("raking")};

} // namespace

TEST_CASE("1: a hard link with content overwrites nothing, and reads nothing") {
    const Room room;
    const std::string outside = (room.desk.path() / "precious").string();
    CHECK(reason(room.hand_in("a.tar", tar_entry(raking, '1', "overwritten", outside) + tar_end())) ==
          "raking_exercise.cu was not taken: it is a link to another file");
}

TEST_CASE("2: a hard link to a file that is overwritten afterwards") {
    const Room room;
    const std::string outside = (room.desk.path() / "precious").string();
    CHECK(reason(room.hand_in("a.tar", tar_entry(raking, '1', "", outside) +
                                           tar_entry(raking, '0', "overwritten", "", 1 << 30) +
                                           tar_end())) ==
          "raking_exercise.cu was not taken: it is a link to another file");
}

TEST_CASE("3: a symbolic link shows nobody a file of the instructor's") {
    const Room room;
    CHECK(reason(room.hand_in("a.tar", tar_entry(raking, '2', "", "/etc/passwd") + tar_end())) ==
          "raking_exercise.cu was not taken: it is a symbolic link");
}

TEST_CASE("4: a folder that is a link, and a file in it") {
    const Room room;
    const Submission it =
        room.hand_in("a.tar", tar_entry("out", '2', "", room.desk.path().string()) +
                                  tar_entry("out/precious", '0', "overwritten") +
                                  tar_entry("out/" + raking, '0', "mine") + tar_end());
    CHECK(content(it.files.at("raking").file) == "mine"); // harmless: no name of an archive is a file's
}

TEST_CASE("5: names that climb out, are absolute, or have a drive") {
    for (const std::string path :
         {"../../", "/tmp/", "a/../../", "C:\\", "..\\..\\", "\\\\server\\x\\"}) {
        const Room room;
        CHECK_THAT(reason(room.hand_in("a.tar", tar_entry(path + raking, '0', "x") + tar_end())),
                   ContainsSubstring("its name leads out of the archive"));
    }
}

TEST_CASE("6: devices and pipes") {
    for (const char type : {'3', '4', '6'}) {
        const Room room;
        CHECK(reason(room.hand_in("a.tar", tar_entry(raking, type, "") + tar_end())) ==
              "raking_exercise.cu was not taken: it is no regular file");
    }
}

TEST_CASE("7: a bomb that is called an exercise") {
    for (const char* made : {"cf ../class/a.zip --format=zip", "czf ../class/a.tar.gz",
                             "cf ../class/a.tar.zst --zstd", "cf ../class/a.7z --format=7zip"}) {
        INFO(made);
        const Room room;
        REQUIRE(room.desk.run("mkdir w class && head -c 50000000 /dev/zero >w/" + raking +
                              " && cd w && cmake -E tar " + made + " " + raking));
        CHECK_THAT(reason(room.hand_in()), ContainsSubstring("it is larger than a megabyte"));
        for (const auto& entry : fs::recursive_directory_iterator(room.scratch()))
            CHECK((entry.is_directory() || entry.file_size() < 10'000));
    }
}

TEST_CASE("8: a bomb beside the exercise, or of many small files") {
    const Desk desk;
    REQUIRE(
        desk.run("head -c 50000000 /dev/zero >" + raking + " && cmake -E tar czf a.tar.gz " + raking));
    CHECK_THAT(
        unpack(desk.path() / "a.tar.gz", desk.path() / "x", {}, {.bytes_unpacked = 1 << 20}).trouble,
        ContainsSubstring("unpacked it has more than a megabyte"));
    const Archive both =
        unpack(desk.path() / "a.tar.gz", desk.path() / "w", asked_for, {.bytes_unpacked = 4 << 20});
    CHECK(both.entries.at(0).refused == "it is larger than a megabyte");
    CHECK_THAT(both.trouble,
               ContainsSubstring("unpacked it has more than")); // and no more of it is read
    std::string many;
    for (int i = 0; i < 50; ++i)
        many += tar_entry(std::to_string(i) + "/" + raking, '0', std::string(100'000, 'x'));
    const fs::path tar = desk.write("many.tar", many + tar_end());
    const Archive large = unpack(tar, desk.path() / "y", asked_for, {.bytes_taken = 1 << 20});
    CHECK_THAT(large.trouble, ContainsSubstring("more than a megabyte of exercises"));
    CHECK(large.entries.size() == 11);
    CHECK_THAT(unpack(tar, desk.path() / "z", asked_for, {.entries = 10}).trouble,
               ContainsSubstring("more than 10 entries"));
}

TEST_CASE("9: archives in archives without end") {
    const Room room;
    room.desk.write(raking, "deep");
    REQUIRE(room.desk.run(
        "mkdir class && cmake -E tar cf 0.zip --format=zip " + raking +
        " && for i in 1 2 3 4 5 6; do "
        "cmake -E tar cf $i.zip --format=zip $((i - 1)).zip; done; cp 6.zip class/a.zip; rm " +
        raking));
    CHECK_THAT(reason(room.hand_in()), ContainsSubstring("in an archive in an archive"));
}

TEST_CASE("9: more archives in an archive than anybody needs") {
    const Room room;
    room.desk.write(raking, "one of many");
    REQUIRE(room.desk.run("mkdir class w && for i in 10 11 12 13 14 15 16 17 18 19 20 21 22; do "
                          "cmake -E tar cf w/$i.zip --format=zip " +
                          raking + "; done; rm " + raking +
                          "; cd w && cmake -E tar cf ../class/a.zip --format=zip ."));
    const Submission it = room.hand_in();
    CHECK(content(it.files.at("raking").file) == "one of many");
    CHECK_THAT(it.refused.at("brent_kung"), ContainsSubstring("there are more than 10 archives"));
}

TEST_CASE("10: no archive, a cut one, an empty one, an encrypted one, a RAR") {
    CHECK_THAT(reason(Room().hand_in("a.zip", "this is no archive")), ContainsSubstring("damaged"));
    CHECK_THAT(reason(Room().hand_in("a.7z", "")), ContainsSubstring("damaged"));
    CHECK_THAT(reason(Room().hand_in("a.tar", tar_entry(raking, '0', "cut", "", 9000))),
               ContainsSubstring("raking_exercise.cu was not taken: it is damaged"));
    CHECK_THAT(reason(Room().hand_in("a.tar", tar_entry(raking, '0', "x", "", 077777777777))),
               ContainsSubstring("damaged"));
    const Room room;
    fs::create_directories(room.desk.path() / "class");
    write_encrypted_zip(room.desk.path() / "class/a.zip", raking, "hidden");
    CHECK_THAT(reason(room.hand_in()), ContainsSubstring("it is encrypted"));
    const Room rar;
    rar.desk.write("class/a/homework.rar", "Rar!");
    CHECK_THAT(reason(rar.hand_in()), ContainsSubstring("RAR archives cannot be read"));
}

TEST_CASE("11: names that play with terminals, tables and readers") {
    for (const std::string& folder :
         {std::string("\x1b[2J\x1b[1;31m/"), std::string("=HYPERLINK(1)\n100,/"),
          std::string("J\xf6rg/"), std::string("\xe2\x80\xae/")}) {
        const Room room;
        const Submission it = room.hand_in("a.tar", tar_entry(folder + raking, '0', "x") + tar_end());
        REQUIRE(it.files.size() == 1);
        const std::string& shown = it.files.at("raking").name;
        CHECK(shown.find_first_of("\x1b\n\r") == std::string::npos);
        CHECK(shown.find('\xf6') == std::string::npos);
        CHECK(shown.find("\xe2\x80\xae") == std::string::npos);
    }
    const Submission it =
        Room().hand_in("a.tar", tar_entry(std::string("x/rak\0ing", 9), '0', "x") +
                                    tar_entry("raking\n_exercise.cu", '0', "x") + tar_end());
    CHECK(it.files.empty());
}

TEST_CASE("12: one name many times, in other cases, and a lesson's beside it") {
    const Room room;
    const Submission same =
        room.hand_in("a.tar", tar_entry(raking, '0', "one") + tar_entry(raking, '0', "two") +
                                  tar_entry("RAKING_exercise.CU", '0', "three") + tar_end());
    CHECK_THAT(reason(same), ContainsSubstring("handed in more than once"));
}

TEST_CASE("13: an archive that crashes or starves its reader costs nobody else anything") {
    const Desk desk;
    const fs::path tar = desk.write("a.tar", tar_entry(raking, '0', "x") + tar_end());
    for (const std::size_t memory :
         {1 << 12, 16 << 20}) // too little to be loaded, and to read anything
        CHECK_THAT(
            unpack(tar, desk.path() / std::to_string(memory), asked_for, {.memory_bytes = memory})
                .trouble,
            ContainsSubstring("cannot be read with"));
}

TEST_CASE("14: headers that override one another: another name, a link, a size, a file of holes") {
    const auto extended = [](const std::string& field) { // its length comes first: two digits, a space,
                                                         // and a newline at its end
        return tar_entry("PaxHeader", 'x', std::to_string(field.size() + 4) + " " + field + "\n");
    };
    const std::string outside = "path=../../precious/" + raking;
    CHECK_THAT(
        reason(Room().hand_in("a.tar", extended(outside) + tar_entry(raking, '0', "x") + tar_end())),
        ContainsSubstring("its name leads out of the archive"));
    CHECK_THAT(reason(Room().hand_in("a.tar", extended("linkpath=/etc/passwd") +
                                                  tar_entry(raking, '2', "", "x") + tar_end())),
               ContainsSubstring("it is a symbolic link"));
    CHECK_THAT(reason(Room().hand_in("a.tar", extended("size=99999999999") +
                                                  tar_entry(raking, '0', "x") + tar_end())),
               ContainsSubstring("damaged"));
    CHECK_THAT(reason(Room().hand_in("a.tar", extended("GNU.sparse.size=1099511627776") +
                                                  tar_entry(raking, '0', "x") + tar_end())),
               ContainsSubstring("raking_exercise.cu was not taken"));
}

TEST_CASE("15: a format that names files of the reader's disk is none that is read") {
    CHECK_THAT(reason(Room().hand_in("a.tar", "#mtree\n" + raking +
                                                  " type=file mode=0644 contents=/etc/passwd\n")),
               ContainsSubstring("it is no archive that can be read"));
}
