#include "number_file.hpp"

#include "errors.hpp"
#include "format.hpp"
#include "task/task.hpp"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

namespace scanlab {
namespace {

namespace fs = std::filesystem;

static_assert(std::endian::native == std::endian::little,
              "an .i32 file is read and written as it lies in memory");

bool is_raw(const fs::path& path) { return path.extension() == ".i32"; }

std::string read_bytes(const fs::path& path) {
    std::error_code error;
    if (!fs::exists(path, error)) throw UsageError("--input {}: there is no such file", path.string());
    if (fs::is_directory(path, error)) {
        throw UsageError("--input {}: this is a folder; name a file of integers", path.string());
    }
    std::ifstream file(path, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(file), {}};
    if (!file) throw UsageError("--input {}: {}", path.string(), std::strerror(errno));
    return bytes;
}

bool separates(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v' || c == ',';
}

std::vector<int> parse_text(const fs::path& path, const std::string& text) {
    std::vector<int> numbers;
    const char* const end = text.data() + text.size();
    for (const char* at = std::find_if_not(text.data(), end, separates); at != end;) {
        const char* const word_end = std::find_if(at, end, separates);
        int number = 0;
        const char* const digits = at[0] == '+' && at + 1 != word_end && at[1] != '-' ? at + 1 : at;
        const auto [stop, error] = std::from_chars(digits, word_end, number);
        if (error != std::errc{} || stop != word_end) {
            const auto line = 1 + std::count(text.data(), at, '\n');
            constexpr std::ptrdiff_t longest = 30;
            std::string word(at, std::min(word_end, at + longest));
            if (word_end - at > longest) word += "…";
            throw UsageError(
                "--input {}: line {}: {}", path.string(), line,
                error == std::errc::result_out_of_range && stop == word_end
                    ? fmt::format("{} does not fit into 32 bits (-2147483648 … 2147483647)", word)
                    : fmt::format("'{}' is not an integer", word));
        }
        numbers.push_back(number);
        at = std::find_if_not(word_end, end, separates);
    }
    return numbers;
}

} // namespace

HostArray read_numbers(const fs::path& path) {
    const std::string bytes = read_bytes(path);
    HostArray numbers;
    if (is_raw(path)) {
        if (bytes.size() % sizeof(int) != 0) {
            throw UsageError("--input {}: {} bytes are no whole number of 4-byte integers",
                             path.string(), bytes.size());
        }
        numbers = HostArray(static_cast<long long>(bytes.size() / sizeof(int)));
        std::memcpy(numbers.data(), bytes.data(), bytes.size());
    } else {
        const std::vector<int> parsed = parse_text(path, bytes);
        numbers = HostArray(static_cast<long long>(parsed.size()));
        std::ranges::copy(parsed, numbers.data());
    }
    if (numbers.size() == 0) {
        throw UsageError("--input {}: the file is empty; it needs at least one integer", path.string());
    }
    return numbers;
}

std::string format_numbers(const fs::path& path, std::span<const int> output, Task task) {
    if (is_raw(path)) return {reinterpret_cast<const char*>(output.data()), output.size_bytes()};
    const TaskTraits& row = traits(task);
    fmt::memory_buffer text;
    for (long long i = 0; i < count(output) / row.words; ++i)
        fmt::format_to(std::back_inserter(text), "{}\n",
                       are_floats(row.elements) ? row.text(element(output, i, task))
                                                : text_of_number(element(output, i, task)));
    return fmt::to_string(text);
}

} // namespace scanlab
