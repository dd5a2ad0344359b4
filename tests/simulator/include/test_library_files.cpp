// Whose a file is follows from the folders that the build knows, and not from how its name looks.
#include "catch.hpp"

#include <scanlab_sim/library_files.hpp>

#include <string>
#include <vector>

using namespace scanlab::sim;

namespace {

/// The name that the compiler has for the header which defines std::vector's members.
const std::string header_of_vector = [] {
    const std::string folders = SCANLAB_SYSTEM_FOLDERS;
    return folders.substr(0, folders.find(':')) + "bits/stl_vector.h";
}();

} // namespace

TEST_CASE("files of the simulator and of the compiler's libraries are not the user's") {
    CHECK(is_library_file(SCANLAB_SIMULATOR_FOLDERS "include/cuda_runtime.h"));
    CHECK(is_library_file(header_of_vector));
    CHECK(is_library_file("/usr/include/math.h"));
}

TEST_CASE("a file is the user's although its name looks like a library's") {
    CHECK_FALSE(is_library_file("/usr/src/app/scan.cu"));
    CHECK_FALSE(is_library_file("/usr/local/share/course/scan.cu"));
    CHECK_FALSE(is_library_file("/home/me/common/simulator/mine.cu"));
    CHECK_FALSE(is_library_file("/home/me/include/c++/mine.cuh"));
    CHECK_FALSE(is_library_file("scan.cu"));
}

TEST_CASE("a name below one of several folders is what comes after it") {
    CHECK(name_below("/a/:/b/c/", "/b/c/d.hpp") == "d.hpp");
    CHECK(name_below("/a/:/b/c/", "/a/include/x") == "include/x");
    CHECK_FALSE(name_below("/a/:/b/c/", "/b/d.hpp"));
    CHECK_FALSE(name_below("", "/b/d.hpp"));
}
