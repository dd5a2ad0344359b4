// Whole files: what they include, what is written, and what the command line says about bad input.
#include "catch.hpp"
#include "compile/translator/unit.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace {

namespace fs = std::filesystem;

/// A folder of its own for each test.
class Folder {
public:
    Folder() {
        static int count = 0;
        path_ = fs::temp_directory_path() / ("scanlab_translate " + std::to_string(getpid()) + "_" + std::to_string(count++));
        fs::create_directories(path_);
    }
    ~Folder() { fs::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    fs::path operator/(const std::string& name) const { return path_ / name; }

    fs::path write(const std::string& name, const std::string& text) const {
        fs::create_directories((path_ / name).parent_path());
        std::ofstream(path_ / name, std::ios::binary) << text;
        return path_ / name;
    }
    std::string read(const std::string& name) const {
        std::ostringstream text;
        text << std::ifstream(path_ / name, std::ios::binary).rdbuf();
        return text.str();
    }

    struct Run {
        int code;
        std::string message;
    };
    /// Runs scanlab_translate in this folder.
    Run run(const std::string& arguments) const {
        const std::string command = "cd '" + path_.string() + "' && '" SCANLAB_TRANSLATE "' " + arguments + " 2> err";
        const int status = std::system(command.c_str());
        return {WEXITSTATUS(status), read("err")};
    }

private:
    fs::path path_;
};

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string quoted(const fs::path& path) { return '"' + path.string() + '"'; }

const std::string kernel = "__global__ void k() { __shared__ int x; }\n";
const std::string translated_kernel = "__global__ void k() { SCANLAB_SHARED(x, int); }\n";

} // namespace

TEST_CASE("the compiler is told the student's file and line") {
    const Folder folder;
    folder.write("a.cu", "int a;\n");
    REQUIRE(folder.run("a.cu -o a.cpp").code == 0);
    CHECK(folder.read("a.cpp") == "#include <cuda_runtime.h>\n#line 1 " + quoted(folder / "a.cu") + "\nint a;\n");
}

TEST_CASE("a path with quotes and backslashes is escaped") {
    const Folder folder;
    folder.write("od\"d \\ name.cu", "int a;\n");
    REQUIRE(folder.run("'od\"d \\ name.cu' -o a.cpp").code == 0);
    CHECK(contains(folder.read("a.cpp"), "/od\\\"d \\\\ name.cu\"\nint a;"));
}

TEST_CASE("a byte order mark does not end up inside the file") {
    const Folder folder;
    folder.write("a.cu", "\xEF\xBB\xBFint a;\n");
    REQUIRE(folder.run("a.cu -o a.cpp").code == 0);
    CHECK_FALSE(contains(folder.read("a.cpp"), "\xEF"));
}

TEST_CASE("a header with CUDA constructs is translated, whatever its extension") {
    const std::string name = GENERATE("sub/h.cuh", "sub/h.h", "sub/h");
    const Folder folder;
    folder.write("a.cu", "#include \"" + name + "\"\n");
    const fs::path header = folder.write(name, "#pragma once\n" + kernel);
    REQUIRE(folder.run("a.cu -o out.cpp").code == 0);
    const std::string written = "out.h" + fs::path(name).extension().string();
    CHECK(contains(folder.read("out.cpp"), "#include " + quoted(folder / written) + "\n"));
    CHECK(folder.read(written) == "#line 1 " + quoted(header) + "\n#pragma once\n" + translated_kernel);
}

TEST_CASE("a header without CUDA constructs is used where it is") {
    const Folder folder;
    folder.write("a.cu", "#include \"sub/h.h\" // <<<\n#include \"missing.h\"\n#include <vector>\n");
    const fs::path header = folder.write("sub/h.h", "// k<<<1, 2>>>()\n");
    REQUIRE(folder.run("a.cu -o out.cpp").code == 0);
    CHECK(contains(folder.read("out.cpp"), "#include " + quoted(header) + " // <<<\n#include \"missing.h\"\n#include <vector>\n"));
    CHECK_FALSE(fs::exists(folder / "out.h.h"));
}

TEST_CASE("a header that only includes one with CUDA constructs is translated too") {
    const Folder folder;
    folder.write("a.cu", "#include \"outer.h\"\n");
    folder.write("outer.h", "#include \"inner.cuh\"\n");
    folder.write("inner.cuh", kernel);
    REQUIRE(folder.run("a.cu -o out.cpp").code == 0);
    CHECK(contains(folder.read("out.outer.h"), "#include " + quoted(folder / "out.inner.cuh")));
    CHECK(contains(folder.read("out.inner.cuh"), translated_kernel));
}

TEST_CASE("headers that include each other, or one twice, are translated once") {
    const Folder folder;
    folder.write("a.cu", "#include \"b.cuh\"\n#include \"c.cuh\"\n#include \"./sub/../b.cuh\"\n");
    folder.write("b.cuh", "#pragma once\n#include \"c.cuh\"\n");
    folder.write("c.cuh", "#pragma once\n#include \"b.cuh\"\n" + kernel);
    folder.write("sub/b.cuh", "");
    const auto unit = scanlab::translate::translate_unit(folder / "a.cu", folder / "out.cpp", {});
    CHECK(unit.outputs.size() == 3);
    CHECK(unit.read.size() == 3);
}

TEST_CASE("headers of one name in two folders stay two files") {
    const Folder folder;
    folder.write("a.cu", "#include \"x/h.cuh\"\n#include \"y/h.cuh\"\n");
    folder.write("x/h.cuh", "namespace x {" + kernel + "}");
    folder.write("y/h.cuh", "namespace y {" + kernel + "}");
    REQUIRE(folder.run("a.cu -o out.cpp").code == 0);
    CHECK(contains(folder.read("out.h.cuh"), "namespace x"));
    CHECK(contains(folder.read("out.h.2.cuh"), "namespace y"));
}

TEST_CASE("headers are found beside the including file first, then in the -I folders") {
    const Folder folder;
    folder.write("a.cu", "#include \"h.cuh\"\n#include <h.cuh>\n#include <plain.h>\n#include \"plain.h\"\n");
    folder.write("h.cuh", "namespace beside {" + kernel + "}");
    folder.write("first/h.cuh", "namespace first {" + kernel + "}");
    folder.write("second/h.cuh", "namespace second {" + kernel + "}");
    folder.write("second/plain.h", "");
    REQUIRE(folder.run("-I first -Isecond a.cu -o out.cpp").code == 0);
    CHECK(contains(folder.read("out.cpp"),
                   "#include " + quoted(folder / "out.h.cuh") + "\n#include " + quoted(folder / "out.h.2.cuh") + "\n#include <plain.h>\n"));
    CHECK(contains(folder.read("out.h.cuh"), "namespace beside"));
    CHECK(contains(folder.read("out.h.2.cuh"), "namespace first"));
}

TEST_CASE("the compiler's folders for headers are searched in its order, after those whose headers are "
          "left alone") {
    const Folder folder;
    folder.write("a.cu", "#include <h.cuh>\n");
    for (const char* place : {"left", "given", "path", "system"}) folder.write(std::string(place) + "/h.cuh", kernel);
    setenv("CPATH", (folder / "path").c_str(), 1);
    const auto found = [&](const std::string& options) {
        REQUIRE(folder.run("a.cu -o a.cpp --depfile a.d " + options).code == 0);
        const std::string rule = folder.read("a.d");
        for (const char* place : {"left", "given", "path", "system"})
            if (contains(rule, std::string(place) + "/h.cuh")) return std::string(place);
        return std::string();
    };
    CHECK(found("-- -isystem system -Igiven -DX=3") == "given");
    CHECK(found("-- -I given") == "given");
    CHECK(found("-- -isystem system") == "path");
    CHECK(found("--leave left -- -Igiven") == "");
    unsetenv("CPATH");
    CHECK(found("-- -isystem system") == "system");
}

TEST_CASE("the dependency file names every file read, with spaces escaped") {
    const Folder folder;
    folder.write("a b.cu", "#include \"h h.h\"\n#include <i.h>\n");
    folder.write("h h.h", "");
    folder.write("inc/i.h", "");
    REQUIRE(folder.run("'a b.cu' -o 'out $1.cpp' -I inc --depfile out.d").code == 0);
    const std::string rule = folder.read("out.d");
    CHECK(rule.starts_with("out\\ $$1.cpp: "));
    for (const std::string file : {"/a\\ b.cu", "/h\\ h.h", "/inc/i.h"}) CHECK(contains(rule, file));
}

TEST_CASE("an error in a header names the header, and nothing is written") {
    const Folder folder;
    folder.write("a.cu", "#include \"h.cuh\"\n");
    folder.write("h.cuh", "\n  k<<<1, 2;\n");
    const auto run = folder.run("a.cu -o out.cpp --depfile out.d");
    CHECK(run.code == 1);
    CHECK(run.message == (folder / "h.cuh").string() + ":2:4: error: this kernel launch has no '>>>'\n");
    for (const std::string file : {"out.cpp", "out.h.cuh", "out.d"}) CHECK_FALSE(fs::exists(folder / file));
}

TEST_CASE("bad input and bad usage get one clear line and exit code 2") {
    const Folder folder;
    folder.write("a.cu", "int a;\n");
    folder.write("binary.cu", std::string("\x7f"
                                          "ELF\0\0",
                                          6));
    fs::create_directory(folder / "folder.cu");
    const auto [arguments, message] = GENERATE(table<std::string, std::string>({
        {"missing.cu -o out.cpp", "there is no file 'missing.cu'"},
        {"folder.cu -o out.cpp", "'folder.cu' is a folder, not a CUDA source file"},
        {"binary.cu -o out.cpp", "'binary.cu' is not a text file"},
        {"a.cu -o no/such/out.cpp", "/no/such/out.cpp'"},
        {"a.cu -o folder.cu", "/folder.cu'"},
        {"a.cu -o a.cu", "the output 'a.cu' is one of the files read"},
        {"a.cu", "-o is required"},
        {"-o out.cpp", "INPUT is required"},
        {"a.cu -o out.cpp --nonsense", "--nonsense"},
    }));
    CAPTURE(arguments);
    const auto run = folder.run(arguments);
    CHECK(run.code == 2);
    CHECK(run.message.starts_with("scanlab_translate: "));
    CHECK(contains(run.message, message));
    CHECK(std::count(run.message.begin(), run.message.end(), '\n') == 1);
    CHECK(folder.read("a.cu") == "int a;\n");
    CHECK_FALSE(fs::exists(folder / "out.cpp"));
}
