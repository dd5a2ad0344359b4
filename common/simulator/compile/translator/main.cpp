/// \file
/// scanlab_translate: makes a CUDA source readable to an ordinary C++ compiler.
/// Exit codes: 0 done, 1 the source is wrong, 2 bad usage or a file that cannot be read or written.
#include "compile/translator/unit.hpp"
#include "compile/translator/unsized_arrays.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace {

namespace fs = std::filesystem;

/// The folders that are given after `-I` or `-isystem`.
std::vector<fs::path> folders_after(const std::string& kind, const std::vector<std::string>& options) {
    std::vector<fs::path> folders;
    for (std::size_t i = 0; i < options.size(); ++i) {
        if (options[i] == kind && i + 1 < options.size())
            folders.emplace_back(options[i + 1]);
        else if (options[i].starts_with(kind) && options[i] != kind)
            folders.emplace_back(options[i].substr(kind.size()));
    }
    return folders;
}

/// Those in the environment variable CPATH.
std::vector<fs::path> folders_of_environment() {
    std::vector<fs::path> folders;
    const char* path = std::getenv("CPATH");
    std::istringstream text(path == nullptr ? "" : path);
    for (std::string folder; std::getline(text, folder, ':');)
        folders.emplace_back(folder.empty() ? "." : folder);
    return folders;
}

/// Where a compiler with these options looks for headers, in its order.
std::vector<fs::path> folders_of(const std::vector<std::string>& options) {
    std::vector<fs::path> folders = folders_after("-I", options);
    for (const auto& more : {folders_of_environment(), folders_after("-isystem", options)})
        folders.insert(folders.end(), more.begin(), more.end());
    return folders;
}

/// The file appears whole or not at all.
void write_file(const fs::path& path, const std::string& text) {
    const fs::path part = path.string() + ".part";
    std::ofstream file(part, std::ios::binary);
    file << text;
    file.close();
    std::error_code failed;
    if (file) fs::rename(part, path, failed);
    if (!file || failed) {
        std::error_code ignored;
        fs::remove(part, ignored);
        throw std::runtime_error("cannot write '" + path.string() + "'");
    }
}

} // namespace

int main(int argc, char** argv) {
    CLI::App app{
        "Makes a CUDA source readable to an ordinary C++ compiler, for Scanlab's GPU simulator."};
    fs::path input, output, depfile, said;
    bool exposes_locals = false;
    scanlab::translate::Folders folders;
    char** const words_end = std::find(argv, argv + argc, std::string_view("--"));
    const std::vector<std::string> for_compiler(words_end, argv + argc); // its options, after --
    app.add_option("INPUT", input, "the CUDA source file")->required();
    app.add_option("-o", output, "the C++ file to write; translated headers are written beside it")
        ->required();
    app.add_option("-I", folders.searched, "a folder to look for headers in")->allow_extra_args(false);
    app.add_option("--leave", folders.left,
                   "a folder that comes first, whose headers are left as they are")
        ->allow_extra_args(false);
    app.add_option("--depfile", depfile, "a make rule to write, naming every file read");
    app.add_flag("--expose-locals", exposes_locals,
                 "let the simulator see what kernels do with their own variables, too");
    app.add_option("--said", said,
                   "what the compiler has said of an earlier translation: which arrays get values, "
                   "though their length is no constant");
    try {
        app.parse(static_cast<int>(words_end - argv), argv);
        for (const fs::path& folder : folders_of(for_compiler)) folders.searched.push_back(folder);
        std::ifstream messages(said);
        const auto unit = scanlab::translate::translate_unit(
            input, output, folders,
            exposes_locals ? scanlab::translate::Locals::exposed : scanlab::translate::Locals::hidden,
            scanlab::translate::unsized_arrays(messages));
        for (const auto& error : unit.errors) {
            std::cerr << error.file << ':' << error.line << ':' << error.column
                      << ": error: " << error.message << '\n';
        }
        if (!unit.errors.empty()) return 1;
        if (std::ranges::count(unit.read, fs::absolute(output).lexically_normal()) != 0) {
            throw std::runtime_error("the output '" + output.string() + "' is one of the files read");
        }
        for (const auto& [path, text] : unit.outputs) write_file(path, text);
        if (!depfile.empty())
            write_file(depfile, scanlab::translate::dependency_rule(output, unit.read));
        return 0;
    } catch (const CLI::CallForHelp& help) {
        return app.exit(help);
    } catch (const std::exception& error) {
        std::cerr << "scanlab_translate: " << error.what() << '\n';
        return 2;
    }
}
