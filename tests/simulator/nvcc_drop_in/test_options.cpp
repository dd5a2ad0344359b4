// nvcc's command line: what each kind of option becomes, and what is refused.
#include "catch.hpp"
#include "errors.hpp"
#include "nvcc_options.hpp"

#include <fstream>
#include <unistd.h>

using scanlab::NvccCall;
using scanlab::Words;
namespace fs = std::filesystem;

namespace {

/// A folder with some files to name, which is the current one.
struct Files {
    Files() {
        fs::create_directories(folder);
        for (const char* name : {"a.cu", "b.cpp", "c.c", "d.o", "libe.a"}) std::ofstream(folder / name) << "\n";
        fs::current_path(folder);
    }
    ~Files() {
        fs::current_path("/");
        fs::remove_all(folder);
    }
    fs::path folder = fs::temp_directory_path() / ("scanlab_nvcc_options_" + std::to_string(getpid()));
};

NvccCall read(const Words& words) { return scanlab::read_nvcc(words); }

std::string refusal(const Words& words) {
    try {
        read(words);
    } catch (const scanlab::UsageError& error) {
        return error.what();
    }
    return "";
}

} // namespace

TEST_CASE("values may be joined, follow an equals sign, or be a word of their own") {
    const Files files;
    for (const Words& words : {Words{"-Iinclude", "-DN=3", "-oprogram"}, Words{"-I", "include", "-D", "N=3", "-o", "program"},
                               Words{"-I=include", "-D=N=3", "--output-file=program"},
                               Words{"--include-path", "include", "--define-macro", "N=3", "--output-file", "program"}}) {
        Words all{"a.cu"};
        scanlab::append_words(all, words);
        const NvccCall call = read(all);
        CHECK(call.compile == Words{"-I", "include", "-DN=3"});
        CHECK(call.output == "program");
    }
}

TEST_CASE("what only a GPU has a use for is accepted without a word") {
    const Files files;
    const NvccCall call = read({"-O3", "-arch=sm_80", "-gencode", "arch=compute_90,code=sm_90", "-Xptxas", "-v", "-lineinfo", "-G",
                                "--expt-relaxed-constexpr", "-ccbin", "g++", "-m64", "-lcudart", "-lcuda", "-lnccl", "-std=c++11", "a.cu"});
    CHECK(call.notes.empty());
    CHECK(call.compile.empty());
    CHECK(call.link.empty());
    CHECK(call.host == Words{"-O3"});
}

TEST_CASE("the standard is the one that is given, or nvcc's own") {
    const Files files;
    CHECK(read({"a.cu"}).standard == "gnu++17");
    CHECK(read({"-std=c++11", "a.cu"}).standard == "c++11");
    CHECK(read({"--std", "c++20", "a.cu"}).standard == "c++20");
    CHECK(read({"-Xcompiler", "-std=c++14", "a.cu"}).standard == "c++14");
    CHECK(read({"-std=c++23", "a.cu"}).standard == "c++2b");
}

TEST_CASE("what changes the meaning is named") {
    const Files files;
    CHECK(read({"-use_fast_math", "a.cu"}).notes.size() == 1);
    CHECK(read({"-lcudnn", "a.cu"}).notes.front().find("-lcudnn") == 0);
    CHECK(read({"-lcufft_static", "-lnppig", "-lcusparse", "-lculibos", "-lm", "a.cu"}).notes.size() == 2);
    CHECK(read({"--default-stream", "per-thread", "a.cu"}).compile.front() == "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
    CHECK(read({"--default-stream", "legacy", "a.cu"}).compile.empty());
    CHECK(read({"-expt-relaxed-constexpr", "--extended-lambda", "a.cu"}).spaces == Words{"--relaxed-constexpr", "--extended-lambda"});
}

TEST_CASE("where the compiler looks last it does not look first") {
    const Files files;
    CHECK(read({"-I", "/usr/include", "-Iinclude", "-I/usr/include/", "a.cu"}).compile == Words{"-I", "include"});
}

TEST_CASE("the host's compiler and the linker get what is theirs") {
    const Files files;
    const NvccCall call = read({"-Xcompiler", "-Wall,-fopenmp", "-Xcompiler=-O2 -fPIC", "-Xlinker", "-rpath,lib", "-L.", "-lm", "d.o",
                                "libe.a", "-pthread", "a.cu", "b.cpp"});
    CHECK(call.compile == Words{"-Wall", "-fopenmp", "-fPIC", "-pthread"});
    CHECK(call.host == Words{"-O2"});
    CHECK(call.link == Words{"-fopenmp", "-Xlinker", "-rpath", "-Xlinker", "lib", "-L.", "-lm", "d.o", "libe.a", "-pthread"});
}

TEST_CASE("endings and -x say what a file is") {
    using enum scanlab::NvccFile::Kind;
    const Files files;
    const NvccCall call = read({"a.cu", "b.cpp", "c.c", "d.o", "-x", "cu", "b.cpp", "-x", "c++", "c.c"});
    std::vector<scanlab::NvccFile::Kind> kinds;
    for (const auto& input : call.inputs) kinds.push_back(input.kind);
    CHECK(kinds == std::vector{cuda, cpp, c, linked, cuda, cpp});
}

TEST_CASE("what is to be made") {
    using enum NvccCall::Goal;
    const Files files;
    CHECK(read({"a.cu"}).goal == program);
    CHECK(read({"-c", "a.cu"}).goal == object);
    CHECK_FALSE(read({"-c", "a.cu"}).separate);
    CHECK(read({"-dc", "a.cu"}).separate);
    CHECK(read({"-c", "-rdc=true", "a.cu"}).separate);
    CHECK(read({"--relocatable-device-code", "true", "-c", "a.cu"}).separate);
    CHECK(read({"-dlink", "d.o"}).goal == device_link);
    CHECK(read({"-lib", "d.o"}).goal == archive);
    CHECK(read({"--version"}).goal == version);
    const NvccCall call = read({"-MMD", "-MF", "a.d", "-MT", "x", "-c", "a.cu"});
    CHECK(call.writes_rule);
    CHECK(call.rule_file == "a.d");
    CHECK(call.rule_target == "x");
}

TEST_CASE("options may stand in a file, in quotes") {
    const Files files;
    std::ofstream("options") << "-I \"with blank\" -DA='\"x\"'\n-c";
    for (const Words& words : {Words{"--options-file", "options", "a.cu"}, Words{"@options", "a.cu"}}) {
        const NvccCall call = read(words);
        CHECK(call.compile == Words{"-I", "with blank", "-DA=\"x\""});
        CHECK(call.goal == NvccCall::Goal::object);
    }
}

TEST_CASE("bad command lines are refused with what to do") {
    const Files files;
    CHECK(refusal({}).find("which files?") == 0);
    CHECK(refusal({"missing.cu"}) == "there is no file missing.cu");
    CHECK(refusal({"-ptx", "a.cu"}).find("-ptx: no code for a GPU") == 0);
    CHECK(refusal({"a.cubin"}).find("a.cubin: code for a GPU") == 0);
    CHECK(refusal({"--no-such-option", "a.cu"}).find("unknown option --no-such-option") == 0);
    CHECK(refusal({"a.cu", "-o"}) == "-o needs a value");
    CHECK(refusal({"-std=f77", "a.cu"}).find("-std=f77") == 0);
    CHECK(refusal({"-x", "ada", "a.cu"}).find("-x ada") == 0);
    CHECK(refusal({"-c", "a.cu", "b.cpp", "-o", "x.o"}).find("-o x.o names one object") == 0);
    CHECK(refusal({"--options-file", "missing", "a.cu"}) == "--options-file: there is no such file missing");
    CHECK(refusal({"@missing", "a.cu"}) == "@missing: there is no such file missing");
}
