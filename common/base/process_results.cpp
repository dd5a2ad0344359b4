// What process.hpp has of processes that have ended, and of files.
#include "process.hpp"

#include <cstring>
#include <fstream>
#include <sstream>
#include <utility>

namespace scanlab {

namespace fs = std::filesystem;

std::string describe(const Ended& ended) {
    switch (ended.how) {
    case Ended::How::not_started:
        return std::string("could not be started: ") + std::strerror(ended.code);
    case Ended::How::killed:
        return std::string("crashed: ") + strsignal(ended.code) + " (signal " +
               std::to_string(ended.code) + ")";
    case Ended::How::too_slow:
        return "did not end in time";
    case Ended::How::exited:
        break;
    }
    return {};
}

int exit_code(const Ended& ended) {
    return ended.how == Ended::How::killed ? 128 + ended.code : ended.code;
}

std::string content(const fs::path& path) {
    std::ostringstream text; // a whole file at a time: not optimised, iterators take long
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return std::move(text).str();
}

std::string content(const fs::path& path, std::size_t most) {
    std::string text(most, '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(text.data(), static_cast<std::streamsize>(most));
    text.resize(static_cast<std::size_t>(file.gcount()));
    return text;
}

} // namespace scanlab
