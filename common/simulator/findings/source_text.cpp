#include "source_text.hpp"

#include "whole_words.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <string_view>

namespace scanlab::sim {

// Read once: the same bad access may be made by millions of threads.
const std::string& file_text(const std::string& path) {
    static auto& texts =
        *new std::map<std::string, std::string>; // outlives every destructor that may still report
    const auto [known, is_new] = texts.try_emplace(path);
    if (is_new) {
        std::ifstream file(path, std::ios::binary);
        known->second.assign(std::istreambuf_iterator<char>(file), {});
    }
    return known->second;
}

namespace {

/// Of a parameter's declaration, which may have a default value or an array's extent.
std::string declared_name(std::string_view parameter) {
    return std::string(last_word(parameter.substr(0, parameter.find_first_of("=["))));
}

/// The names in the parameter list whose `(` stands at `open`.
std::vector<std::string> names_in(const std::string& text, std::size_t open) {
    std::vector<std::string> names;
    int depth = 0;
    std::size_t begin = open + 1;
    for (std::size_t i = open; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '(' || c == '<' || c == '[' || c == '{') ++depth;
        if (c == ')' || c == '>' || c == ']' || c == '}') --depth;
        if ((c == ',' && depth == 1) || depth == 0) {
            const std::string name = declared_name(text.substr(begin, i - begin));
            if (!name.empty()) names.push_back(name);
            begin = i + 1;
        }
        if (depth == 0) break;
    }
    return names;
}

/// Where the line begins, or npos.
std::size_t begin_of_line(const std::string& text, int line) {
    std::size_t begin = 0;
    for (int i = 1; i < line && begin != std::string::npos; ++i) {
        begin = text.find('\n', begin);
        if (begin != std::string::npos) ++begin;
    }
    return begin;
}

/// What `&a.b[i]`, `(void**)&p` or `reinterpret_cast<void**>(&p)` ends with: the name of a pointer.
std::string name_at_the_end(std::string_view argument) {
    const std::size_t last = argument.find_last_not_of(") \t\n");
    if (last == std::string_view::npos) return {};
    std::size_t begin = last + 1;
    int brackets = 0;
    while (begin > 0) {
        const char c = argument[begin - 1];
        if (c == ']') ++brackets;
        if (brackets == 0 && !is_word_char(c) && !std::strchr(".->:", c)) break;
        if (c == '[') --brackets;
        --begin;
    }
    return std::string(argument.substr(begin, last + 1 - begin));
}

/// "p" of `int* p = new int[n];` or `p = (int*)malloc(bytes);`, if the line has one of them.
std::string assigned_from_heap(std::string_view line) {
    const std::size_t call = std::min(find_word(line, "malloc"), find_word(line, "new"));
    if (call == std::string::npos) return {};
    const std::size_t equals = line.rfind('=', call);
    return equals == std::string::npos ? std::string() : name_at_the_end(line.substr(0, equals));
}

} // namespace

std::string allocated_variable(const std::string& file, int line) {
    const std::string& text = file_text(file);
    const std::size_t begin = begin_of_line(text, line);
    if (begin == std::string::npos) return {};
    const std::size_t end = text.find('\n', begin);
    std::size_t open = std::string::npos;
    for (const char* function :
         {"cudaMalloc", "cudaMallocAsync", "cudaMallocFromPoolAsync", "cudaMallocPitch", "cudaMalloc3D",
          "cudaMallocManaged", "cudaMallocHost", "cudaHostAlloc", "cudaMallocArray",
          "cudaMalloc3DArray"}) {
        for (std::size_t call = find_word(text, function, begin); call < end;
             call = find_word(text, function, call + 1)) {
            const std::size_t next = call + std::string_view(function).size();
            if (text[next] == '"') continue; // its name in a text
            if (open != std::string::npos) return {};
            open = text.find('(', call);
        }
    }
    if (open == std::string::npos)
        return assigned_from_heap(std::string_view(text).substr(begin, end - begin));
    return name_at_the_end(std::string_view(text).substr(open + 1, text.find(',', open) - open - 1));
}

std::string rest_of_function(const std::string& file, int line) {
    const std::string& text = file_text(file);
    std::string rest;
    const std::size_t begin = begin_of_line(text, line);
    for (std::size_t i = begin; i < text.size(); ++i) {
        if (text.compare(i, 2, "//") == 0) i = std::min(text.find('\n', i), text.size() - 1);
        if (text.compare(i, 2, "/*") == 0) i = std::min(text.find("*/", i), text.size() - 2) + 1;
        // As people lay out their code, a function ends with the first brace that is not indented.
        if (text[i] == '}' && i > begin && text[i - 1] == '\n') break;
        rest += text[i];
    }
    return rest;
}

std::string source_code(const std::string& file, int line) {
    const std::string& text = file_text(file);
    const std::size_t begin = text.find_first_not_of(" \t", begin_of_line(text, line));
    if (begin == std::string::npos) return {};
    std::string code = text.substr(begin, text.find('\n', begin) - begin);
    while (!code.empty() && std::isspace(static_cast<unsigned char>(code.back()))) code.pop_back();
    return code;
}

std::string lasting_code(const std::string& file, int line) {
    const auto without_comment = [](std::string_view code) {
        const std::size_t end = code.substr(0, code.find("//")).find_last_not_of(" \t\r");
        code = code.substr(0, end == std::string_view::npos ? 0 : end + 1);
        return code.substr(std::min(code.find_first_not_of(" \t"), code.size()));
    };
    std::string_view text = file_text(file);
    std::vector<std::string_view> lines;
    for (int i = 0; i < line && !text.empty(); ++i) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(without_comment(text.substr(0, end)));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (lines.size() < static_cast<std::size_t>(line)) return "line " + std::to_string(line);
    const std::string code(lines.back());
    const auto above = std::count(lines.begin(), lines.end() - 1, code);
    return above == 0 ? code : code + " #" + std::to_string(above);
}

std::vector<std::string> parameter_names(const std::string& kernel,
                                         const std::vector<std::string>& files) {
    for (const std::string& file : files) {
        const std::string& text = file_text(file);
        for (std::size_t global = find_word(text, "__global__", 0); global != std::string::npos;
             global = find_word(text, "__global__", global + 1)) {
            const std::size_t name = find_word(text, kernel, global);
            const std::size_t body = text.find_first_of(";{", global);
            if (name == std::string::npos || name > body) continue;
            const std::size_t open = text.find_first_not_of(" \t\n", name + kernel.size());
            if (open != std::string::npos && text[open] == '(') return names_in(text, open);
        }
    }
    return {};
}

} // namespace scanlab::sim
