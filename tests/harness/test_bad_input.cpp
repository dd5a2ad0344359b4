// Everything that a user can get wrong on the command line ends in one clear line and exit code 2.
#include "catch.hpp"

#include "program.hpp"

using Catch::Matchers::ContainsSubstring;
using scanlab::Ended;

namespace {

std::string complaint(const std::vector<std::string>& arguments) {
    const Ended ended = run_program("sound_scan", arguments);
    CAPTURE(arguments, ended.out, ended.err);
    CHECK(ended.how == Ended::How::exited);
    CHECK(ended.code == 2);
    CHECK(ended.out.empty());
    CHECK(lines(ended.err) == 1);
    CHECK_THAT(ended.err, Catch::Matchers::StartsWith("sound_scan: error: "));
    return ended.err;
}

} // namespace

TEST_CASE("bad values of options get one line") {
    CHECK_THAT(complaint({"--n", "-5"}),
               ContainsSubstring("--n -5: ") && ContainsSubstring("negative"));
    CHECK_THAT(complaint({"--n", "abc"}), ContainsSubstring("--n abc: not a number of elements"));
    CHECK_THAT(complaint({"--n", "1e99"}), ContainsSubstring("--n 1e99: too many elements"));
    CHECK_THAT(complaint({"--block", "100"}), ContainsSubstring("32, 64, 128, 256, 512, 1024"));
    CHECK_THAT(complaint({"--block", "2048"}), ContainsSubstring("32, 64, 128, 256, 512, 1024"));
    CHECK_THAT(complaint({"--frobnicate"}), ContainsSubstring("--frobnicate"));
    CHECK_THAT(complaint({"five"}), ContainsSubstring("five"));
}

TEST_CASE("more elements than memory get one line with the largest n that fits, and that one is not "
          "refused") {
    const std::string line = complaint({"--n", "2^46"});
    CHECK_THAT(line, ContainsSubstring("70368744177664 elements need") &&
                         ContainsSubstring("MiB of the device's memory") &&
                         ContainsSubstring("the largest n that fits is"));
}

TEST_CASE("files that cannot be written get one line, before any work") {
    CHECK_THAT(complaint({"--json", "/no/such/folder/x.json"}),
               ContainsSubstring("--json /no/such/folder/x.json"));
    CHECK_THAT(complaint({"--csv", "/no/such/folder/x.csv"}),
               ContainsSubstring("--csv /no/such/folder/x.csv"));
    CHECK_THAT(complaint({"--csv", "/tmp"}), ContainsSubstring("this is a folder"));
    CHECK_THAT(complaint({"--input", "/dev/null", "--output", "/no/such/folder/x"}),
               ContainsSubstring("--output /no/such"));
    CHECK_THAT(complaint({"--output", "/tmp/x"}), ContainsSubstring("--input FILE, which is missing"));
}

TEST_CASE("bad input files get one line") {
    const scanlab::ScratchFolder folder;
    const std::string file = (folder.path() / "numbers.txt").string();
    CHECK_THAT(complaint({"--input", file}), ContainsSubstring("there is no such file"));
    CHECK_THAT(complaint({"--input", folder.path().string()}), ContainsSubstring("this is a folder"));
    write_file(file, "");
    CHECK_THAT(complaint({"--input", file}), ContainsSubstring("the file is empty"));
    write_file(file, "1\n2\nthree\n");
    CHECK_THAT(complaint({"--input", file}), ContainsSubstring("line 3: 'three' is not an integer"));
    write_file(file, "4294967296");
    CHECK_THAT(complaint({"--input", file}), ContainsSubstring("does not fit into 32 bits"));
    write_file(file + ".i32", "12345");
    CHECK_THAT(complaint({"--input", file + ".i32"}), ContainsSubstring("5 bytes are no whole number"));
}

TEST_CASE("a user's own numbers are scanned, and the result lands in the file") {
    const scanlab::ScratchFolder folder;
    const std::string text = (folder.path() / "in.txt").string(),
                      raw = (folder.path() / "out.i32").string(),
                      out = (folder.path() / "out.txt").string();
    write_file(text, "3, 1, 4\n1 5 -9\n2147483647\n");
    CHECK(run_program("sound_scan", {"--input", text, "--output", out}).code == 0);
    CHECK(read_file(out) == "3\n4\n8\n9\n14\n5\n-2147483644\n");
    CHECK(run_program("sound_scan", {"--input", text, "--output", raw}).code == 0);
    CHECK(read_file(raw).size() == 28);
    CHECK(run_program("sound_scan", {"--input", raw, "--output", out}).code == 0);
    CHECK(read_file(out) == "3\n7\n15\n24\n38\n43\n-2147483601\n");
}

TEST_CASE("a user's own numbers are compacted, kept ones only") {
    const scanlab::ScratchFolder folder;
    const std::string text = (folder.path() / "in.txt").string(),
                      out = (folder.path() / "out.txt").string();
    write_file(text, "0 7 0 0 -3 0 7 0\n");
    CHECK(run_program("broken_compaction", {"none", "--input", text, "--output", out}).code == 0);
    CHECK(read_file(out) == "7\n-3\n7\n");
}

TEST_CASE("a wrong kernel does not replace a user's earlier result") {
    const scanlab::ScratchFolder folder;
    const std::string text = (folder.path() / "in.txt").string(),
                      out = (folder.path() / "out.txt").string();
    write_file(text, "1 2 3\n");
    write_file(out, "precious");
    const Ended ended = run_program("never_adds", {"--input", text, "--output", out});
    CHECK(ended.code == 1);
    CHECK_THAT(ended.out, ContainsSubstring("--input " + text));
    CHECK(read_file(out) == "precious");
}

TEST_CASE("--help names every option and says it worked") {
    const Ended ended = run_program("sound_scan", {"--help"});
    CHECK(ended.code == 0);
    for (const char* option : {"--n", "--block", "--reps", "--seed", "--order", "--case", "--csv",
                               "--json", "--fit", "--input", "--output"}) {
        CHECK_THAT(ended.out, ContainsSubstring(option));
    }
}
