#include "kernel_host.hpp"

#include "errors.hpp"
#include "format.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <regex>

namespace scanlab {
namespace {

namespace fs = std::filesystem;

std::string trimmed(std::string_view text) {
    const auto is_space = [](unsigned char c) { return std::isspace(c) != 0; };
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return std::string(text);
}

/// What stands between commas that no bracket surrounds.
std::vector<std::string> parts_of(std::string_view text) {
    std::vector<std::string> parts;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        if (i < text.size() && std::string_view("([{").find(text[i]) != std::string_view::npos) ++depth;
        if (i < text.size() && std::string_view(")]}").find(text[i]) != std::string_view::npos) --depth;
        if (i < text.size() && (text[i] != ',' || depth > 0)) continue;
        parts.push_back(trimmed(text.substr(begin, i - begin)));
        begin = i + 1;
    }
    if (parts.size() == 1 && parts.front().empty()) parts.clear();
    return parts;
}

/// kernel <<< configuration >>> ( arguments )
struct LaunchText {
    std::string kernel, configuration;
    std::vector<std::string> arguments;
};

LaunchText launch_text(const std::string& text) {
    const std::size_t open = text.find("<<<"), close = text.find(">>>");
    const std::size_t bracket = close == std::string::npos ? close : text.find('(', close);
    if (open == std::string::npos || bracket == std::string::npos || trimmed(text).back() != ')')
        throw UsageError(fmt::format("`{}` is no launch. Write, for example, "
                                     "'scale<<<8, 256>>>(in int[2048] random, out int[2048], 2048)'.",
                                     text));
    LaunchText launch{
        trimmed(text.substr(0, open)), trimmed(text.substr(open + 3, close - open - 3)),
        parts_of(std::string_view(text).substr(bracket + 1, text.rfind(')') - bracket - 1))};
    const std::size_t count = parts_of(launch.configuration).size();
    if (launch.kernel.empty()) throw UsageError("the launch names no kernel before `<<<`");
    if (count < 2 || count > 3)
        throw UsageError(fmt::format("`<<<{}>>>`: give blocks and threads, and bytes of dynamic shared "
                                     "memory if the kernel has some",
                                     launch.configuration));
    return launch;
}

struct ArrayText {
    std::string name, type, count, begin;
    bool is_read, is_written;
};

/// "in NAME: TYPE[COUNT] BEGIN". Null if the argument is a number.
std::optional<ArrayText> array_text(const std::string& argument, unsigned seed) {
    static const std::regex kind("(in|out|inout)\\s+(.*)");
    static const std::regex whole(
        "((\\w+)\\s*:(?!:)\\s*)?([^\\[]*[^\\[\\s])\\s*\\[([^\\]]+)\\]\\s*(\\S*)");
    std::smatch of_kind, found;
    if (!std::regex_match(argument, of_kind, kind)) return std::nullopt;
    const std::string rest = of_kind[2];
    if (!std::regex_match(rest, found, whole))
        throw UsageError(fmt::format("`{}` is no array. Write, for example, `in int[2048] random` or "
                                     "`out sums: float[8]`.",
                                     argument));
    ArrayText array{found[2], found[3], found[4], found[5], of_kind[1] != "out", of_kind[1] != "in"};
    static const std::map<std::string, std::string> ways{{"zero", "Zero{}"}, {"iota", "Iota{}"}};
    if (array.begin.empty() && array.is_read)
        throw UsageError(
            fmt::format("`{}`: say what is in it: random, zero, iota, or a file of numbers", argument));
    if (array.begin.empty())
        array.begin = "Unset{}";
    else if (array.begin == "random")
        array.begin = fmt::format("Random{{{}}}", seed);
    else if (const auto way = ways.find(array.begin); way != ways.end())
        array.begin = way->second;
    else if (fs::is_regular_file(array.begin))
        array.begin = fmt::format("File{{R\"({})\"}}", fs::absolute(array.begin).string());
    else
        throw UsageError(
            fmt::format("`{}`: there is no file {}. Give random, zero, iota, or a file of numbers",
                        argument, array.begin));
    return array;
}

/// Those without a name are "in", "in2", "in3", …; "out", "out2", …
void name_arrays(std::vector<ArrayText>& arrays) {
    std::map<std::string, int> count;
    for (ArrayText& array : arrays) {
        if (!array.name.empty()) continue;
        const std::string base = array.is_written ? (array.is_read ? "inout" : "out") : "in";
        const int number = ++count[base];
        array.name = number == 1 ? base : base + std::to_string(number);
    }
}

/// The check that an expectation stands for.
std::string check_text(const std::string& expected, const std::vector<ArrayText>& arrays) {
    static const std::regex assignment("\\s*(\\w+)\\s*=(?!=)\\s*(.+)");
    std::smatch found;
    const bool has_name = std::regex_match(expected, found, assignment);
    const std::string value = has_name ? found[2].str() : expected;
    const auto is_meant = [&](const ArrayText& array) {
        return array.is_written && (!has_name || array.name == found[1]);
    };
    const auto array = std::ranges::find_if(arrays, is_meant);
    if (array == arrays.end() || (!has_name && std::ranges::count_if(arrays, is_meant) > 1))
        throw UsageError(fmt::format(
            "--expect '{}': {}", expected,
            has_name ? fmt::format("the launch has no array `{}` that is out or inout", found[1].str())
            : array == arrays.end() ? "the launch has no array that is out or inout"
                                    : "which array? Write, for example, 'out = in[i]'"));
    if (fs::is_regular_file(value))
        return fmt::format("    right &= {}.is(File{{R\"({})\"}});\n", array->name,
                           fs::absolute(value).string());
    return fmt::format("    right &= {}.is([&](std::size_t i) {{ return {}; }});\n", array->name,
                       value);
}

} // namespace

std::string kernel_host(const KernelTrial& trial) {
    const LaunchText launch = launch_text(trial.launch);
    std::vector<ArrayText> arrays;
    std::vector<std::size_t> array_of(launch.arguments.size(), std::string::npos);
    for (std::size_t i = 0; i < launch.arguments.size(); ++i)
        if (auto array = array_text(launch.arguments[i], trial.seed + static_cast<unsigned>(i))) {
            array_of[i] = arrays.size();
            arrays.push_back(std::move(*array));
        }
    name_arrays(arrays);
    std::string text = fmt::format(
        "#pragma clang diagnostic ignored \"-Wreturn-type\" // of a main that is none here\n"
        "#define main main_of_the_file\n#include \"{}\"\n#undef main\n"
        "#include <scanlab_sim/kernel_trial.hpp>\n\nint main() {{\n"
        "    using namespace scanlab::trial;\n",
        fs::absolute(trial.source).string());
    for (const ArrayText& array : arrays)
        text += fmt::format("    Array<{}> {}(\"{}\", {}, {});\n", array.type, array.name, array.name,
                            array.count, array.begin);
    std::vector<std::string> arguments;
    for (std::size_t i = 0; i < launch.arguments.size(); ++i)
        arguments.push_back(array_of[i] == std::string::npos ? launch.arguments[i]
                                                             : arrays[array_of[i]].name + ".device()");
    text += fmt::format("    {}<<<{}>>>({});\n    if (!has_run()) return 1;\n    bool right = true;\n",
                        launch.kernel, launch.configuration, fmt::join(arguments, ", "));
    for (const std::string& expected : trial.expected) text += check_text(expected, arrays);
    return text + "    return right ? 0 : 1;\n}\n";
}

} // namespace scanlab
