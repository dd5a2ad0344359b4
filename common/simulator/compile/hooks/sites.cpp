#include "compile/hooks/sites.hpp"

#include "compile/ir/module.hpp"

#include <array>
#include <map>

namespace scanlab::instrument {

namespace {

/// The module's debug information: what is wanted of its nodes, by their names.
class DebugInformation {
public:
    explicit DebugInformation(const Lines& lines) {
        for (const std::string_view line : lines)
            if (line.starts_with('!')) nodes_.emplace(line.substr(0, line.find(' ')), line);
    }

    std::string_view operator[](std::string_view node) const {
        const auto found = nodes_.find(node);
        return found == nodes_.end() ? std::string_view{} : found->second;
    }

    static std::string line_of(std::string_view node) { return number_after(node, "line: "); }
    static std::string column_of(std::string_view node) { return number_after(node, "column: "); }

    /// The name of the file that a location or a function lies in.
    std::string file_of(std::string_view node) const {
        while (node.find(" file: !") == std::string_view::npos &&
               node.find("scope: !") != std::string_view::npos)
            node = (*this)[node_after(node, "scope: ")];
        const std::string_view file = (*this)[node_after(node, " file: ")];
        const std::string name(quoted_after(file, "filename: "));
        const std::string folder(quoted_after(file, "directory: "));
        if (name.empty() || name.starts_with('/') || folder.empty()) return name;
        return folder + (folder.ends_with('/') ? "" : "/") + name;
    }

private:
    static std::string number_after(std::string_view node, std::string_view field) {
        const std::string_view number = node_after(node, field);
        return number.empty() ? "0" : std::string(number);
    }

    std::map<std::string_view, std::string_view> nodes_;
};

/// Elements of a constant table.
struct Table {
    std::string type, elements;
    std::size_t count = 0;

    void add(const std::string& element) {
        elements += (count++ == 0 ? "" : ", ") + type + " " + element;
    }
    std::string definition(const std::string& name) const {
        return name + " = internal constant [" + std::to_string(count) + " x " + type + "] [" +
               elements + "]\n";
    }
};

/// Whether the instruction may stop the program for what it computes, or because it is come to.
bool may_trap(std::string_view instruction) {
    constexpr std::array beginnings{"sdiv ", "udiv ", "srem ", "urem ", "unreachable"};
    for (const std::string_view beginning : beginnings)
        if (instruction.starts_with(beginning)) return true;
    return false;
}

bool is_called_elsewhere(std::string_view line) {
    const auto call = read_call(line);
    return call && !call->callee.starts_with("@llvm.") && !call->callee.starts_with("@__scanlab_step");
}

/// Whether the instruction makes an array on the stack whose length is no constant.
bool makes_array_of_any_length(std::string_view instruction) {
    constexpr std::string_view alloca = "alloca ";
    const auto parts = split(instruction);
    return instruction.starts_with(alloca) && parts.size() > 1 && !parts[1].starts_with("align ") &&
           parts[1].find('%') != std::string_view::npos;
}

/// A line that may define a variable. An array of 16 bytes or more begins at a multiple of 16, as
/// x86-64 has it: where bytes lie decides whether a larger value that is read from them is misaligned.
std::string with_array_aligned(std::string_view line, const Types& types) {
    constexpr std::size_t large = 16;
    constexpr std::string_view align = ", align ";
    std::string result(line);
    const std::size_t before_type = std::min(line.find(" alloca ["), line.find(" global [")),
                      number = line.rfind(align) + align.size();
    if (before_type == std::string_view::npos || number < before_type) return result;
    std::string_view type = line.substr(line.find('[', before_type));
    std::size_t digits = 0;
    if (types.store_bytes(take_type(type)) >= large &&
        std::stoul(result.substr(number), &digits) < large)
        result.replace(number, digits, std::to_string(large));
    return result;
}

/// What a function has on the stack: platform/stack_frames.hpp.
constexpr std::string_view frame = "{ ptr, ptr, i32 }";

class Numberer {
public:
    Numberer(const Lines& lines, const Module& module) : module_(module), debug_(lines) {}

    void put(std::string_view line) {
        text_ += line;
        text_ += '\n';
    }

    void function(std::string_view definition, const Lines& body) {
        const std::string_view own = node_after(definition, " !dbg ");
        if (own.empty() || definition.find(" naked ") != std::string_view::npos) {
            put(definition);
            for (const std::string_view line : body) put(line);
            return;
        }
        is_library_ = module_.functions_of_libraries.contains(own);
        put(without_section(definition));
        const bool begins_with_label = !body.empty() && !body.front().starts_with(' ');
        if (begins_with_label) put(body.front());
        // The first of its variables lies highest.
        put("  %scanlab.frame = alloca " + std::string(frame));
        const std::string source = ", !dbg " + source_of_function(own, body);
        const std::size_t first = sites_;
        put("  call void @__scanlab_called(ptr %scanlab.frame, ptr " + site(begin_of(debug_[own])) +
            ")" + source);
        for (std::size_t i = begins_with_label; i < body.size(); ++i) instruction(body, i, source);
        if (!is_library_) note_function(definition, debug_[own], first);
    }

    void variable(std::string_view line) {
        const std::string_view name = line.substr(0, line.find(" = "));
        const auto known = module_.variables.find(name);
        if (known == module_.variables.end() || name.starts_with("@llvm.") ||
            line.find(" thread_local") != std::string_view::npos)
            return;
        const auto bytes = module_.types.store_bytes(known->second);
        constexpr std::string_view for_the_compiler = "section \"llvm.metadata\"";
        if (!bytes || line.find(for_the_compiler) != std::string_view::npos ||
            line.find(" appending ") != std::string_view::npos)
            return;
        const bool is_private = line.find(" = private ") != std::string_view::npos;
        const bool is_constant = module_.constants.contains(name);
        if (is_private && !is_constant) return;
        variables_.add("{ ptr " + std::string(name) + ", i32 " + std::to_string(*bytes) + ", ptr " +
                       (is_private ? "null" : text_of(plain(name))) + ", i32 " +
                       (is_constant ? "1" : "0") + " }");
    }

    std::string take_text() {
        const auto bytes = [](std::size_t count) {
            return "[" + std::to_string(count) + " x i8] zeroinitializer\n";
        };
        put("@scanlab_site = external global ptr\n@scanlab_frame = external global ptr\n"
            "declare void @__scanlab_called(ptr, ptr)\n"
            "declare void @__scanlab_more_variables(ptr)\ndeclare void @__scanlab_step()");
        text_ += "@scanlab.sites = internal global " + bytes(sites_ + 1) +
                 "@scanlab.library_sites = internal global " + bytes(library_sites_ + 1);
        text_ += site_locations_.definition("@scanlab.site_locations") +
                 library_locations_.definition("@scanlab.library_locations") +
                 locations_.definition("@scanlab.locations") +
                 functions_.definition("@scanlab.functions") +
                 variables_.definition("@scanlab.known_variables") + names_;
        const auto list = [](const std::string& name, std::size_t count) {
            return "ptr @scanlab." + name + ", i32 " + std::to_string(count) + ", ";
        };
        text_ +=
            "@scanlab_program = constant { ptr, i32, ptr, i32, ptr, ptr, ptr, ptr, i32, ptr, i32 } { " +
            list("sites", sites_) + list("library_sites", library_sites_) +
            "ptr @scanlab.site_locations, ptr @scanlab.library_locations, ptr @scanlab.locations, " +
            list("functions", functions_.count) + "ptr @scanlab.known_variables, i32 " +
            std::to_string(variables_.count) + " }\n";
        return std::move(text_);
    }

private:
    /// Any location in the function, for what is called in its name.
    std::string source_of_function(std::string_view own, const Lines& body) {
        for (const std::string_view line : body) {
            const std::string_view node = node_after(line, "!dbg ");
            if (!node.empty() && debug_[node].find("inlinedAt: ") == std::string_view::npos)
                return std::string(node);
        }
        return "!DILocation(line: 0, scope: " + std::string(own) + ")";
    }

    static std::string without_section(std::string_view definition) {
        constexpr std::string_view section = " section \"scanlab_library\"";
        std::string result(definition);
        if (const std::size_t at = result.find(section); at != std::string::npos)
            result.erase(at, section.size());
        return result;
    }

    void instruction(const Lines& body, std::size_t i, const std::string& source) {
        const std::string_view line = body[i], text = without_result(line);
        const bool ends_round = line.find(", !llvm.loop ") != std::string_view::npos;
        if (is_called_elsewhere(line) || may_trap(text) || ends_round) {
            const std::string_view node = node_after(line, "!dbg ");
            put("  store ptr " + site(number_of(node)) + ", ptr @scanlab_site" + source);
        }
        if (ends_round) put("  call void @__scanlab_step()" + source);
        if (text.starts_with("ret ")) {
            const std::string number = std::to_string(++returns_), caller = "%scanlab.caller." + number,
                              place = "%scanlab.place." + number;
            put("  " + caller + " = load ptr, ptr %scanlab.frame" + source);
            put("  store ptr " + caller + ", ptr @scanlab_frame" + source);
            put("  " + place + " = getelementptr " + std::string(frame) +
                ", ptr %scanlab.frame, i32 0, i32 1" + source);
            put("  " + place + ".site = load ptr, ptr " + place + source);
            put("  store ptr " + place + ".site, ptr @scanlab_site" + source);
        }
        put(with_array_aligned(line, module_.types));
        if (makes_array_of_any_length(text))
            put("  call void @__scanlab_more_variables(ptr %scanlab.frame)" + source);
    }

    /// A new one, at the location of this number.
    std::string site(std::size_t location) {
        (is_library_ ? library_locations_ : site_locations_).add(std::to_string(location));
        const std::string name = is_library_ ? "@scanlab.library_sites" : "@scanlab.sites";
        const std::size_t number = is_library_ ? library_sites_++ : sites_++;
        return "getelementptr (i8, ptr " + name + ", i32 " + std::to_string(number + 1) + ")";
    }

    /// In the table of locations, from 1 on; 0 stands for none.
    std::size_t number_of(std::string_view location) {
        if (location.empty()) return 0;
        if (const auto known = numbers_.find(location); known != numbers_.end()) return known->second;
        const std::string_view node = debug_[location];
        const std::size_t inlined_at = number_of(node_after(node, "inlinedAt: "));
        return numbers_[location] = new_location(node, inlined_at);
    }
    /// Where a function begins.
    std::size_t begin_of(std::string_view function) { return new_location(function, 0); }
    std::size_t new_location(std::string_view node, std::size_t inlined_at) {
        locations_.add("{ ptr " + text_of(debug_.file_of(node)) + ", i32 " +
                       DebugInformation::line_of(node) + ", i32 " + DebugInformation::column_of(node) +
                       ", i32 " + std::to_string(inlined_at) + " }");
        return locations_.count;
    }

    void note_function(std::string_view definition, std::string_view node, std::size_t first) {
        const std::string name(name_of_function(definition));
        const auto place = [](std::size_t number) {
            return "ptr getelementptr (i8, ptr @scanlab.sites, i32 " + std::to_string(number) + ")";
        };
        functions_.add("{ ptr " + name + ", ptr " + text_of(plain(name)) + ", ptr " +
                       text_of(debug_.file_of(node)) + ", i32 " + DebugInformation::line_of(node) +
                       ", " + place(first + 1) + ", " + place(sites_ + 1) + " }");
    }

    static std::string plain(std::string_view name) {
        std::string result(name.substr(1));
        std::erase(result, '"');
        return result;
    }

    /// A constant with this text, one for each.
    std::string text_of(const std::string& text) {
        const auto [known, is_new] =
            texts_.try_emplace(text, "@scanlab.text." + std::to_string(texts_.size()));
        if (is_new)
            names_ += known->second + " = private unnamed_addr constant [" +
                      std::to_string(text.size() + 1) + " x i8] c\"" + text + "\\00\"\n";
        return known->second;
    }

    const Module& module_;
    DebugInformation debug_;
    bool is_library_ = false; ///< the function that is being read
    std::size_t sites_ = 0, library_sites_ = 0, returns_ = 0;
    std::map<std::string_view, std::size_t> numbers_; ///< of locations
    std::map<std::string, std::string> texts_;
    Table site_locations_{"i32", {}}, library_locations_{"i32", {}},
        locations_{"{ ptr, i32, i32, i32 }", {}}, functions_{"{ ptr, ptr, ptr, i32, ptr, ptr }", {}},
        variables_{"{ ptr, i32, ptr, i32 }", {}};
    std::string names_, text_;
};

} // namespace

std::string with_sites(std::string_view text) {
    const Lines lines = lines_of(text);
    const Module module = read_module(lines);
    Numberer numberer(lines, module);
    for_functions(
        lines,
        [&](std::string_view definition, const Lines& body) { numberer.function(definition, body); },
        [&](std::string_view line) {
            numberer.put(with_array_aligned(line, module.types));
            if (line.starts_with('@')) numberer.variable(line);
        });
    return numberer.take_text();
}

} // namespace scanlab::instrument
