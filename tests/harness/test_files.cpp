#include "catch.hpp"

#include "errors.hpp"
#include "output_file.hpp"
#include "report/number_file.hpp"
#include "report/report_csv.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <iterator>
#include <limits>
#include <unistd.h>
#include <vector>

using namespace scanlab;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

/// A folder for one test.
class Folder {
public:
    Folder() {
        std::string name = (fs::temp_directory_path() / "scanlab-test-XXXXXX").string();
        path_ = mkdtemp(name.data());
    }
    ~Folder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    fs::path write(const char* name, const std::string& content) const {
        std::ofstream(path_ / name, std::ios::binary) << content;
        return path_ / name;
    }
    fs::path operator/(const char* name) const { return path_ / name; }
    long long files() const { return std::distance(fs::directory_iterator(path_), {}); }

private:
    fs::path path_;
};

std::string read(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<int> numbers(const fs::path& path) {
    const HostArray array = read_numbers(path);
    return {array.data(), array.data() + array.size()};
}

} // namespace

TEST_CASE("numbers in a text file are read, whatever separates them") {
    const Folder folder;
    CHECK(numbers(folder.write("a.txt", "1 2\n3,4\t-5 ,, +6\r\n\n7")) ==
          std::vector{1, 2, 3, 4, -5, 6, 7});
    CHECK(numbers(folder.write("b.txt", "2147483647 -2147483648\n")) ==
          std::vector{std::numeric_limits<int>::max(), std::numeric_limits<int>::min()});
}

TEST_CASE("numbers survive being written and read again, as text and raw") {
    const Folder folder;
    const std::vector<int> original{0, -1, 1, std::numeric_limits<int>::min(),
                                    std::numeric_limits<int>::max()};
    for (const char* name : {"x.txt", "x.i32"}) {
        CHECK(numbers(folder.write(name, format_numbers(name, original))) == original);
    }
    CHECK(format_numbers("x.i32", original).size() == 20);
    CHECK(format_numbers("x.txt", std::vector{5, -6}) == "5\n-6\n");
}

TEST_CASE("a bad input file is refused with the line and the word") {
    const Folder folder;
    CHECK_THROWS_WITH(read_numbers(folder / "none.txt"),
                      ContainsSubstring("none.txt: there is no such file"));
    CHECK_THROWS_WITH(read_numbers(folder / ""), ContainsSubstring("this is a folder"));
    CHECK_THROWS_WITH(read_numbers(folder.write("e.txt", "")), ContainsSubstring("the file is empty"));
    CHECK_THROWS_WITH(read_numbers(folder.write("e.txt", " \n,\n")),
                      ContainsSubstring("the file is empty"));
    CHECK_THROWS_WITH(read_numbers(folder.write("e.i32", "")), ContainsSubstring("the file is empty"));
    CHECK_THROWS_WITH(read_numbers(folder.write("w.txt", "1 2\n3 four 5\n")),
                      ContainsSubstring("line 2: 'four' is not an integer"));
    CHECK_THROWS_WITH(read_numbers(folder.write("w.txt", "1.5")),
                      ContainsSubstring("line 1: '1.5' is not an integer"));
    CHECK_THROWS_WITH(read_numbers(folder.write("w.txt", "+-5")),
                      ContainsSubstring("'+-5' is not an integer"));
    CHECK_THROWS_WITH(read_numbers(folder.write("w.txt", "7\n\n99999999999")),
                      ContainsSubstring("line 3: 99999999999 does not fit into 32 bits"));
    CHECK_THROWS_WITH(read_numbers(folder.write("w.txt", std::string(1000, 'x'))),
                      !ContainsSubstring(std::string(31, 'x')));
    CHECK_THROWS_WITH(read_numbers(folder.write("r.i32", "12345")),
                      ContainsSubstring("5 bytes are no whole number"));
}

TEST_CASE("an older result is replaced only when the new one is complete") {
    const Folder folder;
    const fs::path path = folder.write("result.txt", "old");
    { OutputFile abandoned("--output", path); }
    CHECK(read(path) == "old");
    OutputFile("--output", path).write("new");
    CHECK(read(path) == "new");
    CHECK(folder.files() == 1); // nothing temporary is left behind
}

TEST_CASE("a link to a result stays a link") {
    const Folder folder;
    const fs::path target = folder.write("target.txt", "old");
    fs::create_symlink(target, folder / "link");
    OutputFile("--output", folder / "link").write("new");
    CHECK(fs::is_symlink(folder / "link"));
    CHECK(read(target) == "new");
}

TEST_CASE("what cannot be written is refused before the work begins") {
    const Folder folder;
    CHECK_THROWS_WITH(OutputFile("--csv", folder / ""),
                      ContainsSubstring("--csv") && ContainsSubstring("this is a folder"));
    CHECK_THROWS_WITH(OutputFile("--json", folder / "no/such/place.json"),
                      ContainsSubstring("--json") && ContainsSubstring("No such file or directory"));
    if (geteuid() != 0) { // root may write anywhere
        const fs::path path = folder.write("readonly", "old");
        fs::permissions(path, fs::perms::owner_read);
        CHECK_THROWS_WITH(OutputFile("--output", path),
                          ContainsSubstring("cannot be written: Permission denied"));
    }
}

TEST_CASE("a device such as /dev/null is written to, not replaced") {
    OutputFile("--output", "/dev/null").write("gone");
    CHECK(fs::is_character_file("/dev/null"));
}

TEST_CASE("a spreadsheet reads the table: commas and quotes do not break a row") {
    const nlohmann::json report{{"number", 2}, {"name", "x"}, {"failure", {{"cause", "a, \"b\""}}}};
    const std::string row = csv_row(report), header = csv_header();
    CHECK_THAT(row,
               Catch::Matchers::StartsWith("2,x,") && Catch::Matchers::EndsWith(",\"a, \"\"b\"\"\"\n"));
    CHECK(std::count(row.begin(), row.end(), ',') == std::count(header.begin(), header.end(), ',') + 1);
}
