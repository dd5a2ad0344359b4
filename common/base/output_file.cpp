#include "output_file.hpp"

#include "errors.hpp"
#include "format.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <unistd.h>
#include <utility>

namespace scanlab {

namespace fs = std::filesystem;

OutputFile::OutputFile(std::string_view option, fs::path path)
    : option_(option), path_(std::move(path)) {
    std::error_code error;
    if (fs::is_directory(path_, error)) {
        throw UsageError("{} {}: this is a folder; name a file", option_, path_.string());
    }
    const bool plain = !fs::exists(path_, error) || fs::is_regular_file(path_, error);
    if (!plain) { // such as /dev/stdout: nothing to try, and nothing to rename
        temporary_ = path_;
        return;
    }
    // A link keeps pointing where it does: the file behind it is the one to replace.
    const fs::path target = fs::weakly_canonical(path_, error);
    temporary_ = fmt::format("{}.{}.tmp", target.string(), getpid());
    is_temporary_ = true;
    const bool readonly = fs::exists(target, error) && access(target.c_str(), W_OK) != 0;
    if (readonly || !std::ofstream(temporary_)) {
        throw UsageError("{} {}: cannot be written: {}", option_, path_.string(), std::strerror(errno));
    }
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : option_(other.option_), path_(std::move(other.path_)), temporary_(std::move(other.temporary_)),
      is_temporary_(std::exchange(other.is_temporary_, false)) {}

OutputFile::~OutputFile() {
    std::error_code ignored;
    if (is_temporary_) fs::remove(temporary_, ignored);
}

void OutputFile::write(std::string_view content) {
    std::ofstream file(temporary_, std::ios::binary);
    file.write(content.data(), static_cast<std::streamsize>(content.size()));
    file.close();
    std::error_code error;
    if (file && is_temporary_) {
        fs::rename(temporary_, fs::weakly_canonical(path_), error);
        is_temporary_ = static_cast<bool>(error);
    }
    if (!file || error) {
        throw UsageError("{} {}: could not be written: {}", option_, path_.string(),
                         error ? error.message() : std::strerror(errno));
    }
}

} // namespace scanlab
