#include "nvcc.hpp"

#include "building.hpp"
#include "errors.hpp"
#include "format.hpp"
#include "kit.hpp"
#include "process.hpp"
#include "programs.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sys/file.h>
#include <unistd.h>

namespace scanlab {
namespace {

namespace fs = std::filesystem;

void run(const Words& command) {
    if (const int code = exit_code(run_visibly(command)); code != 0) throw Stopped{code};
}

std::string script(const std::string& name) { return folder_of(Backend::sim) / name; }

/// Those that change what the headers say, or the code that they become.
bool suits_precompiled_headers(const std::string& option) {
    if (option.starts_with("-D"))
        return !option.starts_with("-DNDEBUG") && !option.starts_with("-DSCANLAB_");
    return !option.starts_with("-") || option == "-I" || option == "-isystem" || option == "-w" ||
           option.starts_with("-W") || option == "-pthread";
}

/// The simulator's headers are C++20, which older code has to compile as, too: with an older library.
bool is_before_20(const std::string& standard) {
    constexpr std::array years{"98", "03", "11", "14", "17", "0x", "1y", "1z"};
    return std::ranges::any_of(years, [&](const char* year) { return standard.ends_with(year); });
}
bool is_before_17(const std::string& standard) {
    return is_before_20(standard) && !standard.ends_with("17") && !standard.ends_with("1z");
}
bool is_after_20(const std::string& standard) {
    return !is_before_20(standard) && !standard.ends_with("20") && !standard.ends_with("2a");
}

class Nvcc {
public:
    explicit Nvcc(const NvccCall& call) : call_(call) {}

    /// It is complete as soon as it is there: another one may be making or running it.
    void program() {
        const fs::path program = call_.output.empty() ? fs::path("a.out") : fs::path(call_.output);
        const fs::path part = fmt::format("{}.{}", program.string(), getpid());
        link(part, objects_of_sources());
        fs::rename(part, program);
        if (!call_.runs) return;
        const Ended ended = become({fs::absolute(program)});
        throw UsageError(fmt::format("{}: {}", program.string(), std::strerror(ended.code)));
    }

    void objects() const {
        for (const NvccFile& input : call_.inputs)
            if (input.kind != NvccFile::Kind::linked) compile(input, output_for(input, ".o"));
    }

    void preprocessed() const {
        for (const NvccFile& input : call_.inputs) {
            Words command{script("scanlab_compile_host"), "-E"};
            if (input.kind == NvccFile::Kind::cuda)
                append_words(command, {"-DSCANLAB_PROGRAM", "-include", "cuda_runtime.h"});
            add_options(command, input);
            if (!call_.output.empty()) append_words(command, {"-o", call_.output});
            run(command);
        }
    }

    void dependencies() const {
        std::string rules;
        for (const NvccFile& input : call_.inputs) {
            if (input.kind == NvccFile::Kind::linked) continue;
            const std::string target = input.file.stem().string() + ".o";
            rules += rule(input, scratch_.path() / target, target);
        }
        if (call_.output.empty() && call_.rule_file.empty())
            fmt::print("{}", rules);
        else
            write(call_.output.empty() ? call_.rule_file : call_.output, rules);
    }

    void archive() {
        Words command{"ar", "rcs", call_.output.empty() ? "a.a" : call_.output};
        append_words(command, objects_of_sources());
        for (const NvccFile& input : call_.inputs)
            if (input.kind == NvccFile::Kind::linked) command.push_back(input.file);
        run(command);
    }

    /// All that a GPU's linker does, the host's does here.
    void device_link() const {
        run({script("scanlab_compile_host"), "-x", "c++", "-c", "/dev/null", "-o",
             call_.output.empty() ? "a_dlink.o" : call_.output});
    }

private:
    static void write(const fs::path& path, const std::string& text) {
        std::ofstream file(path);
        if (!(file << text).flush()) throw UsageError(fmt::format("cannot write {}", path.string()));
    }

    /// Where what is made of the source goes.
    fs::path output_for(const NvccFile& input, const std::string& ending) const {
        if (!call_.output.empty()) return call_.output;
        return fs::path(call_.output_folder) / (input.file.stem().string() + ending);
    }

    void add_options(Words& command, const NvccFile& input) const {
        const bool is_c = input.kind == NvccFile::Kind::c;
        append_words(command, call_.host);
        const bool has_kernels = input.kind == NvccFile::Kind::cuda;
        if (!is_c)
            command.push_back("-std=" +
                              (has_kernels && is_before_20(call_.standard) ? "c++20" : call_.standard));
        append_words(command, call_.compile);
        append_words(command, {"-x", is_c ? "c" : "c++", input.file, "-x", "none"});
    }

    void compile_for_host(const NvccFile& input, const fs::path& object,
                          const fs::path& rule_file) const {
        Words command{script("scanlab_compile_host"), "-c", "-o", object};
        if (!rule_file.empty()) append_words(command, {"-MMD", "-MF", rule_file});
        add_options(command, input);
        run(command);
    }

    /// What the simulator makes of the source stays out of the user's folders.
    void compile_for_device(const NvccFile& input, const fs::path& object,
                            const fs::path& rule_file) const {
        const fs::path made = scratch_.path() / (input.file.stem().string() + ".made.o");
        Words command{"sh", script("scanlab_compile_object")};
        if (call_.fast) command.emplace_back("--fast");
        if (call_.separate) command.emplace_back("--separate");
        append_words(command, call_.spaces);
        if (is_before_20(call_.standard)) command.emplace_back("--c++17");
        if (is_after_20(call_.standard) ||
            !std::ranges::all_of(call_.compile, suits_precompiled_headers))
            command.emplace_back("--without-headers");
        append_words(command, {input.file, made});
        if (!rule_file.empty()) command.push_back(scratch_.path() / "of_compiler.d");
        command.emplace_back("--");
        if (is_after_20(call_.standard)) command.push_back("-std=" + call_.standard);
        if (is_before_17(call_.standard)) command.emplace_back("-Wno-error=dynamic-exception-spec");
        append_words(command, call_.compile);
        run(command);
        fs::copy_file(made, object, fs::copy_options::overwrite_existing);
        if (!rule_file.empty())
            fs::copy_file(made.string() + ".cpp.d", rule_file, fs::copy_options::overwrite_existing);
    }

    /// Compiles the source, and returns the rule for make that `target` depends on all that was read.
    std::string rule(const NvccFile& input, const fs::path& object, const std::string& target) const {
        const fs::path file = scratch_.path() / "rule.d";
        compile_observed_or_not(input, object, file);
        const std::string text = content(file);
        return (call_.rule_target.empty() ? target : call_.rule_target) +
               text.substr(std::min(text.find(": "), text.find(":\\")));
    }

    void compile_observed_or_not(const NvccFile& input, const fs::path& object,
                                 const fs::path& rule_file) const {
        if (input.kind == NvccFile::Kind::cuda)
            compile_for_device(input, object, rule_file);
        else
            compile_for_host(input, object, rule_file);
    }

    void compile(const NvccFile& input, const fs::path& object) const {
        if (!object.parent_path().empty() && !fs::is_directory(object.parent_path()))
            throw UsageError(fmt::format("{}: there is no folder {}", object.string(),
                                         object.parent_path().string()));
        if (!call_.writes_rule) return compile_observed_or_not(input, object, {});
        const std::string text = rule(input, object, object);
        write(call_.rule_file.empty() ? fs::path(object).replace_extension(".d")
                                      : fs::path(call_.rule_file),
              text);
    }

    Words objects_of_sources() const {
        Words objects;
        for (const NvccFile& input : call_.inputs) {
            if (input.kind == NvccFile::Kind::linked) continue;
            const std::string number = std::to_string(objects.size());
            objects.push_back(scratch_.path() / (number + input.file.stem().string() + ".o"));
            compile_observed_or_not(input, objects.back(), {});
        }
        return objects;
    }

    static bool is_observed(const std::string& object) {
        return object.ends_with(".o") && content(object).find("__scanlab_program") != std::string::npos;
    }

    /// Of functions that stand in many objects, the linker takes the first: those whose accesses are
    /// observed have to come before those of the host's compiler.
    void link(const fs::path& program, Words words) const {
        append_words(words, call_.link);
        std::stable_partition(words.begin(), words.end(), is_observed);
        Words command{"sh", script("scanlab_link"), program};
        append_words(command, words);
        run(command);
    }

    const NvccCall& call_;
    ScratchFolder scratch_;
};

/// What CMake reads to get to know the compiler.
void print_steps(const NvccCall& call) {
    const std::string toolkit = folder_of(Backend::sim) / "toolkit";
    fmt::print(stderr,
               "#$ TOP={0}\n#$ NVVMIR_LIBRARY_DIR={0}/nvvm/libdevice\n#$ PATH={0}/bin\n#$ "
               "INCLUDES=\"-I{0}/include\"\n"
               "#$ LIBRARIES=  \"-L{0}/lib64\"\n#$ cicc -arch compute_90\n"
               "#$ \"{0}/bin/nvcc\" -o \"{1}\" \"-L{0}/lib64\" -lcudadevrt -lcudart_static -lrt "
               "-lpthread -ldl\n"
               " collect2 -o {1} -L{0}/lib64\n", // where other compilers find the libraries
               toolkit, call.output.empty() ? "a.out" : call.output);
}

void print_version() {
    fmt::print("nvcc: NVIDIA (R) Cuda compiler driver, played by Scanlab: programs run on a simulator\n"
               "Cuda compilation tools, release 13.0, V13.0.0\n");
}

class Lock {
public:
    explicit Lock(const fs::path& path)
        : file_(open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666)) {
        if (file_ >= 0) flock(file_, LOCK_EX);
    }
    ~Lock() {
        if (file_ >= 0) close(file_);
    }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

private:
    int file_;
};

} // namespace

void require_compiler() {
    if (must_not_build()) return build_compiler();
    const fs::path done = folder_of(Backend::sim) / "toolkit/complete";
    if (fs::exists(done)) return;
    const Lock lock(folder_of(Backend::sim) / "toolkit.lock");
    if (fs::exists(done)) return;
    build_compiler();
    std::ofstream file(done);
}

fs::path compile_several(const Words& words, bool fast) {
    NvccCall call = read_nvcc(words);
    call.standard = "c++20"; // as of one file without options
    call.fast = fast;
    build_compiler();
    fs::create_directories(folder_of_programs());
    call.output =
        kept_program(call.inputs.front().file,
                     fmt::format("{} {} {}", fs::current_path().string(), fmt::join(words, " "), fast));
    Nvcc(call).program();
    return call.output;
}

int do_as_nvcc(const NvccCall& call) {
    for (const std::string& note : call.notes) fmt::print(stderr, "scanlab nvcc: {}\n", note);
    if (call.verbose) print_steps(call);
    if (call.dry || (call.verbose && call.inputs.empty())) return exit_pass;
    for (const NvccFile& input : call.inputs)
        if (!fs::exists(input.file))
            throw UsageError(fmt::format("there is no file {}", input.file.string()));
    require_compiler();
    Nvcc nvcc(call);
    switch (call.goal) {
    case NvccCall::Goal::program:
        nvcc.program();
        break;
    case NvccCall::Goal::object:
        nvcc.objects();
        break;
    case NvccCall::Goal::preprocessed:
        nvcc.preprocessed();
        break;
    case NvccCall::Goal::dependencies:
        nvcc.dependencies();
        break;
    case NvccCall::Goal::device_link:
        nvcc.device_link();
        break;
    case NvccCall::Goal::archive:
        nvcc.archive();
        break;
    case NvccCall::Goal::help:
    case NvccCall::Goal::version:
        print_version();
        break;
    }
    return exit_pass;
}

} // namespace scanlab
