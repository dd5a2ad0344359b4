// What the simulator reads in the user's source must be what stands there.
#include "catch.hpp"

#include "findings/source_text.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

namespace {

/// A source file, gone with its owner.
class Source {
public:
    explicit Source(const std::string& text) {
        close(mkstemp(path_.data()));
        std::ofstream(path_) << text;
    }
    ~Source() { std::remove(path_.c_str()); }
    const std::string& path() const { return path_; }

private:
    std::string path_ = std::filesystem::temp_directory_path() / "source-XXXXXX";
};

std::string variable_in(const std::string& code) {
    const Source source("// a comment\n" + code + "\ncudaMalloc(&next, 1);\n");
    return scanlab::sim::allocated_variable(source.path(), 2);
}

} // namespace

TEST_CASE("an allocation is called by the variable that its line fills") {
    CHECK(variable_in("cudaMalloc(&d_in, n * sizeof(int));") == "d_in");
    CHECK(variable_in("    CHECK(cudaMalloc((void**)&d_in, bytes));") == "d_in");
    CHECK(variable_in("cudaMalloc((void **) d_in, bytes);") == "d_in");
    CHECK(variable_in("cudaMalloc(reinterpret_cast<void**>(&d_in), n);") == "d_in");
    CHECK(variable_in("cudaMallocManaged(&buffers[i + 1], n);") == "buffers[i + 1]");
    CHECK(variable_in("cudaHostAlloc(&s->data, n, 0);") == "s->data");
    CHECK(variable_in("cudaMalloc<int>( & data_ , n);") == "data_");
    CHECK(variable_in("cudaMallocAsync(&d,\n    n, stream);") == "d");
}

TEST_CASE("an allocation has no name where the line leaves it open") {
    CHECK(variable_in("cudaMalloc(&a, 4); cudaMalloc(&b, 4);").empty());
    CHECK(variable_in("a = device_new<int>(4);").empty());
    CHECK(variable_in("my_cudaMalloc(&a, 4);").empty());
    CHECK(scanlab::sim::allocated_variable("/no/such/file.cu", 1).empty());
    CHECK(scanlab::sim::allocated_variable(Source("").path(), 7).empty());
}

TEST_CASE("a file is read once, however often a finding comes up again") {
    const Source source("cudaMalloc(&d_in, 4);\n");
    CHECK(scanlab::sim::allocated_variable(source.path(), 1) == "d_in");
    std::ofstream(source.path()) << "cudaMalloc(&d_out, 4);\n";
    CHECK(scanlab::sim::allocated_variable(source.path(), 1) == "d_in");
}
