#include "compile/translator/unit.hpp"

#include <algorithm>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>

namespace scanlab::translate {
namespace {

namespace fs = std::filesystem;

std::string read_text(const fs::path& path) {
    const std::string name = "'" + path.string() + "'";
    if (!fs::exists(path)) throw std::runtime_error("there is no file " + name);
    if (fs::is_directory(path)) throw std::runtime_error(name + " is a folder, not a CUDA source file");
    std::ifstream file(path, std::ios::binary);
    std::ostringstream content;
    content << file.rdbuf();
    if (!file) throw std::runtime_error("cannot read " + name);
    std::string text = content.str();
    if (text.find('\0') != std::string::npos) throw std::runtime_error(name + " is not a text file");
    if (text.starts_with("\xEF\xBB\xBF"))
        text.erase(0, 3); // a byte order mark may stand only at the start
    return text;
}

/// The absolute path without `.` and `..`, and without following links where that names the same file.
fs::path tidy(const fs::path& path) {
    const fs::path normal = fs::absolute(path).lexically_normal();
    std::error_code ignored;
    return fs::equivalent(normal, path, ignored) ? normal : fs::canonical(path);
}

std::string escaped(const std::string& text, std::string_view special, char escape) {
    std::string result;
    for (const char c : text) {
        if (special.find(c) != std::string_view::npos) result += escape;
        result += c;
    }
    return result;
}

class UnitTranslator {
public:
    UnitTranslator(const fs::path& output, const Folders& folders, Locals locals,
                   const UnsizedArrays& unsized)
        : output_(fs::absolute(output).lexically_normal()), folders_(folders), locals_(locals),
          unsized_(unsized) {}

    Unit run(const fs::path& input) {
        std::string text = read_text(input);
        const fs::path main = tidy(input);
        add(main, std::move(text));
        files_.at(main).translated = output_;
        spread_cuda();
        for (const fs::path& path : unit_.read) {
            if (File& file = files_.at(path); file.has_cuda && path != main)
                file.translated = header_output(path);
        }
        for (const fs::path& path : unit_.read) {
            if (path != main && !files_.at(path).translated.empty()) write(path, "");
        }
        write(main, "#include <cuda_runtime.h>\n"); // nvcc includes it unasked
        return std::move(unit_);
    }

private:
    struct File {
        std::string text;
        bool has_cuda = false;                      ///< itself, or in what it includes
        std::map<std::string, fs::path> includes{}; ///< as spelled, and the file that was found
        fs::path translated{};                      ///< empty if it is used as it is
    };

    void add(const fs::path& path, std::string text) {
        unit_.read.push_back(path);
        Contents contents = inspect(text);
        const bool is_affected =
            contents.has_cuda || (contents.has_kernels && locals_ == Locals::exposed) ||
            std::ranges::any_of(unsized_, [&](const auto& array) { return array.first == path; });
        File& file = files_[path] = {std::move(text), is_affected};
        for (const std::string& spelling : contents.includes) {
            const auto found = find(spelling, path);
            if (!found) continue;
            if (!files_.contains(*found)) {
                try {
                    add(*found, read_text(*found));
                } catch (const std::runtime_error&) {
                    continue; // for the compiler to refuse
                }
            }
            file.includes[spelling] = *found;
        }
    }

    std::optional<fs::path> find(const std::string& spelling, const fs::path& from) const {
        const std::string name = spelling.substr(1, spelling.size() - 2);
        const auto is_in = [&](const fs::path& folder) { return fs::is_regular_file(folder / name); };
        if (spelling.starts_with('"') && is_in(from.parent_path()))
            return tidy(from.parent_path() / name);
        if (std::ranges::any_of(folders_.left, is_in)) return std::nullopt;
        const auto folder = std::ranges::find_if(folders_.searched, is_in);
        if (folder == folders_.searched.end()) return std::nullopt;
        return tidy(*folder / name);
    }

    void spread_cuda() {
        for (bool changed = true; changed;) {
            changed = false;
            for (auto& [path, file] : files_) {
                const bool from_header =
                    std::ranges::any_of(file.includes, [this](const auto& include) {
                        return files_.at(include.second).has_cuda;
                    });
                if (from_header && !file.has_cuda) file.has_cuda = changed = true;
            }
        }
    }

    /// For `scan.cpp` and a header `warp.cuh`, `scan.warp.cuh` beside `scan.cpp`.
    fs::path header_output(const fs::path& header) {
        const std::string start = output_.stem().string() + "." + header.stem().string();
        for (int count = 1;; ++count) {
            const std::string number = count == 1 ? "" : "." + std::to_string(count);
            const fs::path path =
                output_.parent_path() / (start + number + header.extension().string());
            if (path != output_ && !files_.contains(path) && header_outputs_.insert(path).second)
                return path;
        }
    }

    void write(const fs::path& path, const std::string& before) {
        const File& file = files_.at(path);
        IncludeMap includes;
        for (const auto& [spelling, found] : file.includes) {
            const fs::path& translated = files_.at(found).translated;
            if (translated.empty() && !spelling.starts_with('"')) continue;
            const std::string target = translated.empty() ? found.string() : translated.string();
            includes[spelling] =
                target.find('"') == std::string::npos ? '"' + target + '"' : '<' + target + '>';
        }
        Translation translation = translate(file.text, path.string(), includes, locals_, unsized_);
        const std::string line = "#line 1 \"" + escaped(path.string(), "\\\"", '\\') + "\"\n";
        unit_.outputs.push_back({file.translated, before + line + translation.text});
        unit_.errors.insert(unit_.errors.end(), translation.errors.begin(), translation.errors.end());
    }

    fs::path output_;
    const Folders& folders_;
    Locals locals_;
    const UnsizedArrays& unsized_;
    std::map<fs::path, File> files_;
    std::set<fs::path> header_outputs_;
    Unit unit_;
};

} // namespace

Unit translate_unit(const fs::path& input, const fs::path& output, const Folders& folders,
                    Locals locals, const UnsizedArrays& unsized) {
    return UnitTranslator(output, folders, locals, unsized).run(input);
}

std::string dependency_rule(const fs::path& output, const std::vector<fs::path>& read) {
    const auto in_make = [](const fs::path& path) {
        return escaped(escaped(path.string(), " #", '\\'), "$", '$');
    };
    std::string rule = in_make(output) + ":";
    for (const fs::path& path : read) rule += " \\\n  " + in_make(path);
    return rule + "\n";
}

} // namespace scanlab::translate
