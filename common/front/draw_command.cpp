#include "building.hpp"
#include "command_line.hpp"
#include "commands.hpp"
#include "draw.hpp"
#include "errors.hpp"
#include "format.hpp"
#include "kit.hpp"
#include "process.hpp"
#include "programs.hpp"
#include "registry.hpp"
#include "simulator_options.hpp"

#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>

namespace scanlab {
namespace {

namespace fs = std::filesystem;

struct DrawArguments {
    explicit DrawArguments(CLI::App& app) : simulator(app, "draw") {}
    SimulatorOptions simulator;
    std::string what, n, block, seed, view, out, format, warp, recording;
    std::vector<std::string> program_arguments;
};

std::shared_ptr<DrawArguments> add_options(CLI::App& app) {
    auto arguments = std::make_shared<DrawArguments>(app);
    const auto add = [&](const char* name, std::string& value, const char* help) {
        return app.add_option(name, value, help);
    };
    add("what", arguments->what, "A lesson, by number or name, a FILE.cu, or all: the catalogue");
    app.add_option("arguments", arguments->program_arguments, "After --: what the program is given");
    add("--n", arguments->n, "How many elements (lessons, and programs on their harness; 16 if none)");
    add("--block", arguments->block, "Threads per block; by default as few as will do");
    add("--seed", arguments->seed, "Of the inputs (--order: of the threads)");
    add("--out", arguments->out,
        "Where to draw it: .svg, .png, .dot, .html, a page that goes through it step by step, or .md, "
        "a table of what each thread reads and writes; with all, the folder");
    add("--format", arguments->format,
        "svg, png, dot, html or md, for a file named after what is drawn");
    add("--view", arguments->view,
        "network, memories, look-back, compaction, sort or warps, instead of what suits the kernel")
        ->check(CLI::IsMember({"network", "memories", "look-back", "compaction", "sort", "warps"}));
    add("--warp", arguments->warp,
        "Of a FILE.cu: 2, 4, 8, 16 or 32 lanes per warp, as scanlab::warp_size and warpSize say");
    add("--recording", arguments->recording, "Draw what a program has recorded in this file");
    for (CLI::Option* option : app.get_options()) // the catalogue's come first
        if (!option->get_positional()) option->take_last();
    return arguments;
}

/// A line of the catalogue.
struct Picture {
    std::string name, what;
    std::vector<std::string> options;
};

std::vector<Picture> catalogue() {
    std::ifstream file(kit_folder() / "diagrams/catalogue");
    std::vector<Picture> pictures;
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        Picture picture;
        if (!(words >> picture.name) || picture.name.starts_with("#")) continue;
        words >> picture.what;
        picture.options.assign(std::istream_iterator<std::string>(words), {});
        pictures.push_back(picture);
    }
    return pictures;
}

/// A line of diagrams/variants: a lesson with an edit that leaves out a barrier.
struct BarrierLeftOut {
    std::string edit, name;
    std::vector<std::string> options;
};

std::vector<BarrierLeftOut> variants_of(const std::string& lesson) {
    std::ifstream file(kit_folder() / "diagrams/variants");
    std::vector<BarrierLeftOut> variants;
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(" : ");
        std::istringstream words(line.substr(0, colon));
        std::string folder;
        BarrierLeftOut variant;
        if (!(words >> folder >> variant.edit) || folder != lesson || colon == std::string::npos)
            continue;
        variant.name = line.substr(colon + 3);
        variant.options.assign(std::istream_iterator<std::string>(words), {});
        variants.push_back(variant);
    }
    return variants;
}

/// The folder of a lesson, as in "02_hillis_steele_shared"; empty if there is no such lesson.
std::string lesson_folder(const std::string& what) {
    for (const Program& lesson : read_registry(folder_of(Backend::sim)).programs)
        if (answers_to(lesson, what)) return fmt::format("{:02}_{}", lesson.number, lesson.name);
    return {};
}

/// Where it is drawn, if not where the options say: in a file named after it.
std::string out_of(const DrawArguments& arguments, const std::string& name) {
    const std::string given = arguments.format.empty() ? "svg" : arguments.format;
    const std::string out = arguments.out.empty() ? name + "." + given : arguments.out;
    const std::string format = fs::path(out).extension();
    if (format != ".svg" && format != ".png" && format != ".dot" && format != ".html" &&
        format != ".md")
        throw UsageError("{}: a diagram is drawn as .svg, .png, .dot, .html or .md", out);
    return out;
}

void require_lanes(const std::string& lanes) {
    for (const char* possible : {"2", "4", "8", "16", "32"})
        if (lanes == possible) return;
    throw UsageError("--warp {}: a warp has 2, 4, 8, 16 or 32 lanes", lanes);
}

/// A program that records, and where its picture is to go.
struct Subject {
    fs::path program;
    std::string name;
    bool harness;
};

Subject lesson_subject(const DrawArguments& arguments, const std::string& folder) {
    if (!arguments.warp.empty())
        throw UsageError("--warp is for programs of your own: a lesson's picture has the warps that "
                         "suit it");
    const std::string target = folder.substr(3) + "_picture";
    const fs::path program = folder_of(Backend::sim) / "lessons" / target;
    build(Backend::sim, {target}, program);
    return {program, folder, true};
}

Subject source_subject(const DrawArguments& arguments) {
    const fs::path source = arguments.what;
    if (!fs::is_regular_file(source))
        throw UsageError("there is no lesson {}, and no file of that name; ./scanlab list "
                         "lists the lessons",
                         source.string());
    require_source(source);
    const bool harness = brings_no_main(source);
    if (!harness && !(arguments.n + arguments.block + arguments.seed).empty())
        throw UsageError("--n, --block and --seed: {} does not use Scanlab's harness; give its own "
                         "arguments after --",
                         source.string());
    const std::string lanes = !arguments.warp.empty() ? arguments.warp : harness ? "4" : "32";
    require_lanes(lanes);
    return {compile(source, {"--picture", lanes}), source.stem(), harness};
}

enum class Findings { printed, in_the_picture_only };

/// Runs the program, whose recording is then in the file. Throws Stopped if it has left none.
void record(const Subject& subject, const DrawArguments& arguments, const fs::path& recording,
            Findings findings = Findings::printed) {
    std::vector<std::string> command{subject.program};
    std::vector<std::string> settings = arguments.simulator.environment();
    if (subject.harness) {
        command.insert(command.end(), {"--record", recording});
        for (const auto& [name, value] :
             {std::pair{"--n", arguments.n}, std::pair{"--block", arguments.block},
              std::pair{"--seed", arguments.seed}})
            if (!value.empty()) command.insert(command.end(), {name, value});
    } else {
        settings.push_back("SCANLAB_SIM_RECORD=" + recording.string());
    }
    const auto& own = arguments.program_arguments;
    command.insert(command.end(), own.begin(), own.end());
    constexpr std::chrono::hours forever(24 * 365); // a kernel without end stops by itself
    const ScratchFolder scratch;
    const Ended ended = run_process(command, forever, scratch.path(), settings);
    if (findings == Findings::printed) fmt::print(stderr, "{}", ended.err);
    if (fs::exists(recording)) return;
    if (findings != Findings::printed) fmt::print(stderr, "{}", ended.err);
    fmt::print(stderr, "{}", ended.out);
    throw Stopped{exit_code(ended) > 0 ? exit_code(ended) : exit_wrong};
}

void draw_recording(const diagrams::DrawOptions& options) {
    try {
        diagrams::draw(options);
    } catch (const diagrams::BadInput& error) {
        throw UsageError(error.what());
    }
}

/// Reads the words as the options of a drawing.
std::shared_ptr<DrawArguments> read(const std::vector<std::string>& words) {
    CLI::App app;
    auto arguments = add_options(app);
    std::vector<const char*> pointers{"draw"};
    for (const std::string& word : words) pointers.push_back(word.c_str());
    read_command_line(app, static_cast<int>(pointers.size()), pointers.data());
    return arguments;
}

/// Records the lesson once more for each barrier that can be switched off.
std::vector<diagrams::Variant> record_variants(std::vector<std::string> words,
                                               const std::string& folder, const fs::path& scratch) {
    std::vector<diagrams::Variant> recorded;
    for (const BarrierLeftOut& variant : variants_of(folder)) {
        const std::string target = folder.substr(3) + "_picture_" + variant.edit;
        const fs::path program = folder_of(Backend::sim) / "lessons" / target;
        build(Backend::sim, {target}, program);
        std::vector<std::string> changed = words;
        changed.insert(changed.end(), variant.options.begin(), variant.options.end());
        const fs::path recording = scratch / fmt::format("variant_{}", recorded.size());
        record({program, folder, true}, *read(changed), recording, Findings::in_the_picture_only);
        recorded.push_back({recording, variant.name});
    }
    return recorded;
}

void draw_one(const std::vector<std::string>& words) {
    const auto read_arguments = read(words);
    const DrawArguments& arguments = *read_arguments;
    arguments.simulator.require_values();
    const std::string folder = lesson_folder(arguments.what);
    const std::string out =
        out_of(arguments, folder.empty() ? fs::path(arguments.what).stem().string() : folder);
    const Subject subject =
        folder.empty() ? source_subject(arguments) : lesson_subject(arguments, folder);
    const ScratchFolder scratch;
    const fs::path recording = scratch.path() / "recording";
    record(subject, arguments, recording);
    const bool is_page = fs::path(out).extension() == ".html";
    draw_recording(
        {recording, out, arguments.view,
         is_page ? record_variants(words, folder, scratch.path()) : std::vector<diagrams::Variant>{}});
}

void draw_all(const DrawArguments& arguments, std::size_t words) {
    if (words != (arguments.out.empty() ? 1 : 3) && words != 2)
        throw UsageError("draw all takes no option but --out FOLDER");
    const fs::path kit = kit_folder(),
                   folder = arguments.out.empty() ? kit / "diagrams" : fs::path(arguments.out);
    build(Backend::sim, {"pictures", "scanlab_sim_toolchain"},
          folder_of(Backend::sim) / "scanlab_compile");
    setenv("SCANLAB_BUILD", "no", 1); // once for all of them
    for (const Picture& picture : catalogue()) {
        std::string what = picture.what;
        if (lesson_folder(what).empty()) {
            if (what.starts_with("solutions/") && !fs::exists(kit / what)) continue; // may be missing
            what = kit / what;
        }
        std::vector<std::string> line{what};
        line.insert(line.end(), picture.options.begin(), picture.options.end());
        const fs::path out = folder / (picture.name + ".svg");
        fs::create_directories(out.parent_path());
        line.insert(line.end(), {"--out", out});
        draw_one(line);
    }
}

/// What the catalogue says of a lesson's picture holds unless the options say otherwise.
std::vector<std::string> catalogued(const std::string& what) {
    const std::string folder = lesson_folder(what);
    for (const Picture& picture : catalogue())
        if (!folder.empty() && picture.name == folder) return picture.options;
    return {};
}

int draw(const DrawArguments& arguments, const Invocation& invocation) {
    if (!arguments.recording.empty()) {
        const std::string out = out_of(arguments, fs::path(arguments.recording).stem());
        draw_recording({arguments.recording, out, arguments.view});
    } else if (arguments.what.empty()) {
        throw UsageError("what is to be drawn? A lesson's number, a FILE.cu, or all");
    } else if (arguments.what == "all") {
        draw_all(arguments, invocation.arguments.size());
    } else {
        std::vector<std::string> words = catalogued(arguments.what);
        words.insert(words.end(), invocation.arguments.begin(), invocation.arguments.end());
        draw_one(words);
    }
    return exit_pass;
}

} // namespace

Action define_draw(CLI::App& app, const Invocation& invocation) {
    const auto arguments = add_options(app);
    return [arguments, invocation] { return draw(*arguments, invocation); };
}

} // namespace scanlab
