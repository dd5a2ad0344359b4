#include "nvcc_options.hpp"

#include "errors.hpp"
#include "format.hpp"
#include "process.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <sstream>
#include <string_view>

namespace scanlab {
namespace {

namespace fs = std::filesystem;

/// What an option does with its value, which is empty if it takes none.
using Effect = void (*)(NvccCall&, const std::string& value);

struct NvccOption {
    enum class Takes {
        nothing,
        value,
        joined
    };                      ///< joined: -Ifolder, too, as other options do not allow
    std::string_view names; ///< "-o --output-file"
    Takes takes;
    Effect effect;
};

void accept(NvccCall&, const std::string&) {}

template <NvccCall::Goal GOAL>
void aim(NvccCall& call, const std::string&) {
    call.goal = GOAL;
}

std::string lower(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

/// The words of a file, as a shell reads them.
Words words_of(const std::string& text) {
    Words words;
    bool is_in_word = false;
    char quote = '\0';
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote == '\0' && std::isspace(static_cast<unsigned char>(c)) != 0) {
            is_in_word = false;
            continue;
        }
        if (!is_in_word) words.emplace_back();
        is_in_word = true;
        if (c == quote)
            quote = '\0';
        else if (quote == '\0' && (c == '"' || c == '\''))
            quote = c;
        else if (c == '\\' && quote != '\'' && i + 1 < text.size())
            words.back() += text[++i];
        else
            words.back() += c;
    }
    return words;
}

/// The words that "a,b" or "a b" stands for.
Words at_commas(const std::string& list) {
    Words words;
    std::istringstream text(list);
    for (std::string word; std::getline(text, word, ',');) append_words(words, words_of(word));
    return words;
}

/// Clang 14 knows the newer ones by their older names only.
void set_standard(NvccCall& call, const std::string& standard) {
    if (!standard.starts_with("c++") && !standard.starts_with("gnu++"))
        throw UsageError(fmt::format("-std={}: give a standard of C++, such as c++17", standard));
    const std::string language = standard.substr(0, standard.size() - 2);
    call.standard = standard.ends_with("23")   ? language + "2b"
                    : standard.ends_with("26") ? language + "2c"
                                               : standard;
}

/// Those of the host's compiler that matter to both sorts of files, or to the linker as well.
void add_host_option(NvccCall& call, const std::string& option) {
    const auto begins = [&](std::string_view text) { return option.starts_with(text); };
    if (begins("-std=")) return set_standard(call, option.substr(5));
    if (begins("-O") || begins("-march") || begins("-mtune") || begins("-g")) {
        call.host.push_back(option);
    } else if (begins("-Wl,") || option == "-static" || option == "-rdynamic" || option == "-shared") {
        call.link.push_back(option);
    } else {
        call.compile.push_back(option);
        if (option == "-fopenmp" || option == "-pthread" || begins("-fsanitize"))
            call.link.push_back(option);
    }
}

/// The compiler looks there anyway, last; if it came first, it would hide what stands in for CUDA's own
/// libraries.
bool is_systems_folder(const fs::path& folder) {
    std::error_code error; // there may be no such folder
    return fs::equivalent(folder, "/usr/include", error) ||
           fs::equivalent(folder, "/usr/local/include", error);
}

void add_include_folder(NvccCall& call, const std::string& folder) {
    if (!is_systems_folder(folder)) append_words(call.compile, {"-I", folder});
}

void add_library(NvccCall& call, const std::string& name) {
    constexpr std::array ours{"cudart",  "cudadevrt", "cuda",     "nvToolsExt", "nvtx3interop", "nccl",
                              "culibos", "cublas",    "cublasLt", "cufft",      "curand"};
    constexpr std::array missing{"cudnn",     "cusparse", "cusolver", "nvrtc",    "nvml",  "npp",
                                 "nvidia-ml", "nvjpeg",   "cupti",    "cutensor", "nvblas"};
    if (std::ranges::count(ours, name.substr(0, name.find("_static"))) != 0) return;
    if (std::ranges::any_of(missing, [&](const char* library) { return name.starts_with(library); }))
        call.notes.push_back(
            fmt::format("-l{}: the simulator does not have this library; it is left out", name));
    else
        call.link.push_back("-l" + name);
}

/// nvcc's options, in the order of its manual.
const auto& options() {
    using enum NvccOption::Takes;
    static const std::array all{
        NvccOption{"-o --output-file", joined, [](NvccCall& c, const std::string& v) { c.output = v; }},
        NvccOption{"-odir --output-directory", value,
                   [](NvccCall& c, const std::string& v) { c.output_folder = v; }},
        NvccOption{"-include --pre-include", value,
                   [](NvccCall& c, const std::string& v) {
                       append_words(c.compile, {"-include", v});
                   }},
        NvccOption{"-l --library", joined, add_library},
        NvccOption{"-L --library-path", joined,
                   [](NvccCall& c, const std::string& v) { c.link.push_back("-L" + v); }},
        NvccOption{"-D --define-macro", joined,
                   [](NvccCall& c, const std::string& v) { c.compile.push_back("-D" + v); }},
        NvccOption{"-U --undefine-macro", joined,
                   [](NvccCall& c, const std::string& v) { c.compile.push_back("-U" + v); }},
        NvccOption{"-I --include-path", joined, add_include_folder},
        NvccOption{"-isystem --system-include", value,
                   [](NvccCall& c, const std::string& v) {
                       append_words(c.compile, {"-isystem", v});
                   }},
        NvccOption{"-std --std", value, set_standard},
        NvccOption{"-O --optimize", joined,
                   [](NvccCall& c, const std::string& v) { c.host.push_back("-O" + v); }},
        NvccOption{"-w --disable-warnings", nothing,
                   [](NvccCall& c, const std::string&) { c.compile.push_back("-w"); }},
        NvccOption{"-Werror --Werror", value, accept},
        NvccOption{"-x --x", value, accept}, // read_nvcc() has to know what comes after it
        NvccOption{"-Xcompiler --compiler-options", value,
                   [](NvccCall& c, const std::string& v) {
                       for (const std::string& word : at_commas(v)) add_host_option(c, word);
                   }},
        NvccOption{"-Xlinker --linker-options", value,
                   [](NvccCall& c, const std::string& v) {
                       for (const std::string& word : at_commas(v))
                           append_words(c.link, {"-Xlinker", word});
                   }},
        // Phases
        NvccOption{"-c --compile -dw --device-w", nothing, aim<NvccCall::Goal::object>},
        NvccOption{"-dc --device-c", nothing,
                   [](NvccCall& c, const std::string&) {
                       c.goal = NvccCall::Goal::object, c.separate = true;
                   }},
        NvccOption{"-rdc --relocatable-device-code", value,
                   [](NvccCall& c, const std::string& v) { c.separate = lower(v) == "true"; }},
        NvccOption{"-dlink --device-link", nothing, aim<NvccCall::Goal::device_link>},
        NvccOption{"-lib --lib", nothing, aim<NvccCall::Goal::archive>},
        NvccOption{"-link --link", nothing, accept},
        NvccOption{"-E --preprocess", nothing, aim<NvccCall::Goal::preprocessed>},
        NvccOption{"-M --generate-dependencies -MM --generate-nonsystem-dependencies", nothing,
                   aim<NvccCall::Goal::dependencies>},
        NvccOption{"-MD --generate-dependencies-with-compile -MMD "
                   "--generate-nonsystem-dependencies-with-compile",
                   nothing, [](NvccCall& c, const std::string&) { c.writes_rule = true; }},
        NvccOption{"-MF --dependency-output", value,
                   [](NvccCall& c, const std::string& v) { c.rule_file = v; }},
        NvccOption{"-MT --dependency-target-name", value,
                   [](NvccCall& c, const std::string& v) { c.rule_target = v; }},
        NvccOption{"-run --run", nothing, [](NvccCall& c, const std::string&) { c.runs = true; }},
        NvccOption{"-V --version", nothing, aim<NvccCall::Goal::version>},
        NvccOption{"-h --help", nothing, aim<NvccCall::Goal::help>},
        NvccOption{"-v --verbose", nothing, [](NvccCall& c, const std::string&) { c.verbose = true; }},
        NvccOption{"-dryrun --dryrun", nothing,
                   [](NvccCall& c, const std::string&) { c.verbose = c.dry = true; }},
        // What changes the meaning
        NvccOption{"-use_fast_math --use_fast_math", nothing,
                   [](NvccCall& c, const std::string&) {
                       c.notes.emplace_back(
                           "-use_fast_math: here functions such as sinf() stay as exact as without it");
                   }},
        NvccOption{"-default-stream --default-stream", value,
                   [](NvccCall& c, const std::string& v) {
                       if (v == "per-thread")
                           append_words(c.compile,
                                        {"-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1", "-include",
                                         "scanlab_sim/per_thread_default_stream.hpp"});
                   }},
        // What means nothing here
        NvccOption{"-arch --gpu-architecture -code --gpu-code -gencode --generate-code -ccbin "
                   "--compiler-bindir",
                   value, accept},
        NvccOption{
            "-Xptxas --ptxas-options -Xnvlink --nvlink-options -Xarchive --archive-options -Xfatbinary",
            value, accept},
        NvccOption{
            "-Xcudafe -Xnvvm -maxrregcount --maxrregcount -ftz --ftz -prec-div --prec-div -prec-sqrt",
            value, accept},
        NvccOption{
            "--prec-sqrt -fmad --fmad -cudart --cudart -cudadevrt --cudadevrt -keep-dir --keep-dir",
            value, accept},
        NvccOption{"-diag-suppress --diag-suppress -diag-error --diag-error -diag-warn --diag-warn -t "
                   "--threads",
                   value, accept},
        NvccOption{
            "-split-compile --split-compile -time --time -target-dir --target-directory -m --machine",
            value, accept},
        NvccOption{"-opt-info --opt-info -jump-table-density -minimal --minimal -Ofc --Ofast-compile",
                   value, accept},
        NvccOption{"-g --debug -G --device-debug -lineinfo --generate-line-info -pg --profile -MP "
                   "-restrict --restrict -res-usage --resource-usage -keep --keep",
                   nothing, accept},
        NvccOption{"-extended-lambda --extended-lambda -expt-extended-lambda --expt-extended-lambda",
                   nothing,
                   [](NvccCall& c, const std::string&) { c.spaces.push_back("--extended-lambda"); }},
        NvccOption{"-expt-relaxed-constexpr --expt-relaxed-constexpr", nothing,
                   [](NvccCall& c, const std::string&) { c.spaces.push_back("--relaxed-constexpr"); }},
        NvccOption{"-save-temps --save-temps -dlto --dlink-time-opt -lto -src-in-ptx --source-in-ptx "
                   "-m64 -extra-device-vectorization",
                   nothing, accept},
        NvccOption{"-forward-unknown-to-host-compiler --forward-unknown-to-host-compiler -noeh "
                   "--no-exceptions",
                   nothing, accept},
        NvccOption{"-forward-unknown-to-host-linker --forward-unknown-to-host-linker "
                   "-allow-unsupported-compiler",
                   nothing, accept},
        NvccOption{"--allow-unsupported-compiler -cudart=none -clean --clean-targets "
                   "-disable-optimizer-constants",
                   nothing, accept},
        NvccOption{"-Wno-deprecated-gpu-targets --Wno-deprecated-gpu-targets "
                   "-Wno-deprecated-declarations -Wreorder",
                   nothing, accept},
        NvccOption{"-Wdefault-stream-launch -Wmissing-launch-bounds -Wext-lambda-captures-this -err-no "
                   "--display-error-number",
                   nothing, accept},
        NvccOption{"-no-display-error-number --no-display-error-number -nodlink -noprof "
                   "--no-host-device-initializer-list",
                   nothing, accept},
        NvccOption{"-noexceptions -no-compress --no-compress -idp --input-drive-prefix -arch-ls "
                   "--list-gpu-arch",
                   nothing, accept},
    };
    return all;
}

std::map<std::string, const NvccOption*, std::less<>> named_options() {
    std::map<std::string, const NvccOption*, std::less<>> named;
    for (const NvccOption& option : options()) {
        std::istringstream names{std::string(option.names)};
        for (std::string name; names >> name;) named[name] = &option;
    }
    return named;
}

void refuse_device_code(const std::string& word) {
    constexpr std::array wanted{"-ptx",       "--ptx",    "-cubin",      "--cubin",
                                "-fatbin",    "--fatbin", "-optix-ir",   "-ltoir",
                                "--optix-ir", "--ltoir",  "-gen-opt-lto"};
    if (std::ranges::count(wanted, word) != 0)
        throw UsageError(fmt::format(
            "{}: no code for a GPU is made here. Leave it out, and the program runs on the simulator",
            word));
}

/// Options may also stand in files, of which each is named after -optf, or, as CMake has it when it
/// links, after @.
Words with_options_of_files(const Words& words) {
    Words all;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        std::string file = word.starts_with("@") ? word.substr(1) : "";
        for (const std::string name : {"-optf", "--options-file"}) {
            if (word == name && i + 1 < words.size())
                file = words[++i];
            else if (word.starts_with(name + "="))
                file = word.substr(name.size() + 1);
        }
        if (file.empty()) {
            all.push_back(word);
            continue;
        }
        for (const std::string& name : at_commas(file)) {
            if (!fs::is_regular_file(name))
                throw UsageError(fmt::format("{}: there is no such file {}", word, name));
            append_words(all, with_options_of_files(words_of(content(name))));
        }
    }
    return all;
}

NvccFile::Kind kind_of(const fs::path& file) {
    const std::string ending = file.extension().string();
    if (ending == ".cu" || ending == ".cuh") return NvccFile::Kind::cuda;
    if (ending == ".cpp" || ending == ".cc" || ending == ".cxx" || ending == ".C" || ending == ".c++")
        return NvccFile::Kind::cpp;
    return ending == ".c" ? NvccFile::Kind::c : NvccFile::Kind::linked;
}

std::optional<NvccFile::Kind> kind_named(const std::string& language) {
    if (language == "cu" || language == "cuda") return NvccFile::Kind::cuda;
    if (language == "c++") return NvccFile::Kind::cpp;
    if (language == "c") return NvccFile::Kind::c;
    if (language == "none") return std::nullopt;
    throw UsageError(fmt::format("-x {}: the languages are cu, c++ and c", language));
}

class NvccReader {
public:
    explicit NvccReader(Words words) : words_(std::move(words)) {}

    NvccCall run() {
        while (at_ < words_.size()) {
            const std::string word = words_[at_++];
            if (word.starts_with("-") && word != "-")
                option(word);
            else
                input(word);
        }
        return std::move(call_);
    }

private:
    void option(const std::string& word) {
        refuse_device_code(word);
        if (const auto found = named_.find(word); found != named_.end())
            return apply(word, *found->second);
        const std::size_t equals = word.find('=');
        if (const auto found = named_.find(word.substr(0, equals));
            equals != std::string::npos && found != named_.end() &&
            found->second->takes != NvccOption::Takes::nothing)
            return apply(word.substr(0, equals), *found->second, word.substr(equals + 1));
        if (const auto found = named_.find(word.substr(0, 2));
            found != named_.end() && found->second->takes == NvccOption::Takes::joined)
            return apply(word.substr(0, 2), *found->second, word.substr(2));
        const bool is_hosts = word.starts_with("-f") || word.starts_with("-W") ||
                              word.starts_with("-m") || word.starts_with("-std") ||
                              word == "-pthread" || word == "-shared" || word == "-rdynamic" ||
                              word == "-pedantic";
        if (!is_hosts)
            throw UsageError(fmt::format(
                "unknown option {}; what is meant for the host's compiler goes after -Xcompiler",
                word));
        add_host_option(call_, word);
    }

    void apply(const std::string& name, const NvccOption& option,
               std::optional<std::string> value = {}) {
        if (option.takes != NvccOption::Takes::nothing && !value) {
            if (at_ == words_.size()) throw UsageError(fmt::format("{} needs a value", name));
            value = words_[at_++];
        }
        if (name == "-x" || name == "--x") language_ = kind_named(*value);
        option.effect(call_, value.value_or(""));
    }

    void input(const std::string& word) {
        if (word.ends_with(".ptx") || word.ends_with(".cubin"))
            throw UsageError(
                fmt::format("{}: code for a GPU does not run on the simulator; give its source", word));
        const NvccFile::Kind kind = language_.value_or(kind_of(word));
        call_.inputs.push_back({word, kind});
        if (kind == NvccFile::Kind::linked) call_.link.push_back(word);
    }

    Words words_;
    std::size_t at_ = 0;
    NvccCall call_;
    std::optional<NvccFile::Kind> language_; ///< of -x, for the files after it
    const std::map<std::string, const NvccOption*, std::less<>> named_ = named_options();
};

void require_sense_of(const NvccCall& call) {
    if (call.goal == NvccCall::Goal::help || call.goal == NvccCall::Goal::version) return;
    for (const auto& [file, kind] : call.inputs) {
        if (call.dry || call.verbose) break; // CMake asks with a file that is not there
        if (!fs::exists(file)) throw UsageError(fmt::format("there is no file {}", file.string()));
        if (!fs::is_regular_file(file))
            throw UsageError(fmt::format("{} is not a file", file.string()));
    }
    if (call.inputs.empty() && !call.verbose)
        throw UsageError(
            "which files? Give at least one .cu, .cpp, .c, .o or .a file; --help lists the options");
    const auto sources = std::ranges::count_if(
        call.inputs, [](const auto& i) { return i.kind != NvccFile::Kind::linked; });
    if (!call.output.empty() && sources > 1 &&
        (call.goal == NvccCall::Goal::object || call.goal == NvccCall::Goal::preprocessed))
        throw UsageError(fmt::format("-o {} names one object, but there are {} sources: compile them "
                                     "one by one, or leave it out",
                                     call.output, sources));
}

} // namespace

bool is_source_or_object(const fs::path& file) {
    return kind_of(file) != NvccFile::Kind::linked || file.extension() == ".o" ||
           file.extension() == ".a";
}

void append_words(Words& words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
}

NvccCall read_nvcc(const Words& words) {
    NvccCall call = NvccReader(with_options_of_files(words)).run();
    require_sense_of(call);
    return call;
}

} // namespace scanlab
