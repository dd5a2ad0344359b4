#include "compile/spaces/spaces.hpp"

#include "compile/hooks/device_variables.hpp"
#include "compile/ir/names.hpp"
#include "compile/spaces/device_library.hpp"
#include "compile/spaces/source_names.hpp"
#include "scanlab_sim/library_files.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <set>

namespace scanlab::instrument {

namespace {

/// Where a function may run.
enum class Space {
    kernel,
    device,
    host,
    host_device, ///< as it says
    anywhere,    ///< the simulator's own, which does not say
    implicit     ///< the compiler has made it up, and it runs wherever its members do
};

/// "_Z1fi" of "@_Z1fi", "_ZZ4mainENK3$_0clEv" of "@\"_ZZ4mainENK3$_0clEv\"".
std::string_view unquoted(std::string_view symbol) {
    const bool has_quotes = symbol.starts_with("@\"");
    return symbol.substr(has_quotes ? 2 : 1, symbol.size() - (has_quotes ? 3 : 1));
}

bool is_on_device(Space space) { return space == Space::kernel || space == Space::device; }

/// The number of a node of debug information, "!17"; 0 is the compilation's, which nothing here asks
/// for.
using Node = std::size_t;

Node number_behind(std::string_view text, std::string_view word) {
    const std::size_t at = text.find(word);
    if (at == std::string_view::npos) return 0;
    const std::string_view digits = text.substr(at + word.size());
    return number_in(digits.substr(0, digits.find_first_not_of("0123456789"))).value_or(0);
}

/// A function of the source: of it the module may have a definition, or only places to which it was
/// inlined.
struct Routine {
    std::string_view symbol; ///< "@f"; empty if there is no definition
    std::string_view name;   ///< without its namespaces and parameters
    Node file = 0;
    std::size_t line = 0;
    Space space = Space::host;
    bool is_inline = true;
    bool is_template = false;
    bool is_launch = false; ///< the simulator's, around a launch
    bool has_two_halves =
        false; ///< one for the host and one for the device: which runs is decided then
};

struct Place {
    Node file = 0;
    std::size_t line = 0, column = 0;
};

struct File {
    std::string name;
    bool is_kit = false, is_library = false;
};

/// What a module says of its functions, and which of them use which.
class Program {
public:
    Program(const Lines& lines, const SpaceRules& rules) : lines_(lines), rules_(rules) {
        read_symbols();
        read_annotations();
        for (Node node = 0; node < nodes_.size(); ++node)
            if (nodes_[node].find("!DISubprogram(") != std::string_view::npos) read_routine(node);
        for (auto& [node, routine] : routines_) decide(node, routine);
    }

    Spaces spaces() {
        Spaces all{verdict(), {}, {}};
        for (const auto& [node, routine] : routines_)
            if (!routine.symbol.empty())
                all.functions.emplace(routine.symbol,
                                      FunctionSide{side_of(routine), is_addressable(routine)});
        for (const auto& [symbol, line] : variables_) {
            if (defines_constant(line) || qualifiers_.contains(symbol) || is_of_simulator(line))
                continue;
            const Enclosed in = enclosed(symbol);
            const Space space = in.function.empty() ? Space::host : space_of_symbol(in.function);
            if (is_on_device(space) || space == Space::host_device)
                all.static_variables.emplace(symbol, space == Space::host_device);
        }
        return all;
    }

private:
    Side side_of(const Routine& routine) const {
        if (is_on_device(routine.space)) return Side::device;
        return routine.space == Space::host && !is_allowed_constexpr(&routine) ? Side::host
                                                                               : Side::both;
    }
    static bool is_addressable(const Routine& routine) {
        return routine.space == Space::device || routine.space == Space::host_device;
    }

    std::vector<Misplaced> verdict() {
        check_declarations();
        check_inlined_calls();
        for_functions(
            lines_, [&](std::string_view head, const Lines& body) { check_body(head, body); },
            [](std::string_view) {});
        check_implicit_functions();
        check_overriding();
        check_uses();
        std::ranges::sort(found_);
        found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
        return std::move(found_);
    }

    // --- what there is

    void read_symbols() {
        for (const std::string_view line : lines_) {
            if (line.starts_with('!')) {
                const Node node = number_behind(line, "!");
                if (line.size() < 2 || line[1] < '0' || line[1] > '9') continue;
                if (nodes_.size() <= node) nodes_.resize(node + 1);
                nodes_[node] = line;
            } else if (line.starts_with("define ")) {
                heads_.emplace(name_of_function(line), line);
            } else if (line.starts_with("declare ")) {
                declared_.emplace(name_of_function(line), line);
            } else if (line.starts_with('@')) {
                read_variable(line);
            } else if (line.starts_with('%')) {
                types_.insert(name_of_type(line));
            } else if (line.starts_with("attributes #")) {
                const std::string_view group = line.substr(11, line.find(' ', 11) - 11);
                if (line.find(" convergent ") != std::string_view::npos)
                    groups_[group].insert("device");
                if (line.find(" noduplicate ") != std::string_view::npos) groups_[group].insert("host");
            }
        }
        for (const auto& [symbol, head] : heads_) {
            symbols_.emplace(number_behind(head, " !dbg !"), symbol);
            encodings_.emplace(encoding_of(symbol), symbol);
        }
    }

    /// "BlockScan" of "%\"class.lib::BlockScan.5\" = type { … }".
    static std::string_view name_of_type(std::string_view line) {
        std::string_view name = line.substr(0, line.find(" = "));
        while (name.ends_with('"')) name.remove_suffix(1);
        name = name.substr(name.find('.') + 1);
        const std::size_t number = name.rfind('.'), scope = name.rfind("::");
        if (number != std::string_view::npos && (scope == std::string_view::npos || scope < number))
            name = name.substr(0, number);
        return scope == std::string_view::npos ? name : name.substr(scope + 2);
    }

    void read_variable(std::string_view line) {
        const std::string_view name = name_at(line, 0);
        const std::string_view rest = line.substr(std::min(name.size() + 3, line.size()));
        const std::size_t alias = rest.find(" alias ");
        if (alias != std::string_view::npos && alias < rest.find('"')) {
            if (const auto symbols = symbols_in(rest); !symbols.empty())
                aliases_.emplace(name, symbols.back());
        } else if (!rest.starts_with("private ") && !rest.starts_with("appending ")) {
            variables_.emplace(name, line);
        }
    }

    void read_annotations() {
        for (const auto& [symbol, qualifier] : annotations_of(lines_)) {
            qualifiers_[symbol].insert(qualifier);
            std_is_on_devices_ |= qualifier == "std"; // include/scanlab_sim/cuda_std.hpp
        }
        for (const auto* functions : {&heads_, &declared_})
            for (const auto& [symbol, head] : *functions)
                if (const auto group = groups_.find(group_of(head));
                    group != groups_.end() && !is_marked(symbol, "global"))
                    qualifiers_[symbol].insert(group->second.begin(), group->second.end());
    }
    /// "#5" of "define void @f(i32 %0) unnamed_addr #5 comdat …": its attributes.
    static std::string_view group_of(std::string_view head) {
        const std::string_view name = name_of_function(head);
        const std::size_t open = static_cast<std::size_t>(name.data() + name.size() - head.data());
        const std::size_t at = head.find(" #", open + bracketed(head, open).size());
        return at == std::string_view::npos
                   ? std::string_view{}
                   : head.substr(at + 1, head.find_first_not_of("0123456789", at + 2) - at - 1);
    }
    bool is_marked(std::string_view symbol, std::string_view qualifier) const {
        const auto at = qualifiers_.find(symbol);
        return at != qualifiers_.end() && at->second.contains(qualifier);
    }

    const File& file(Node node) {
        const auto [at, is_new] = files_.try_emplace(node);
        File& file = at->second;
        if (is_new && node < nodes_.size()) {
            const std::string_view line = nodes_[node];
            const std::string_view name = quoted_after(line, "filename: "),
                                   folder = quoted_after(line, "directory: ");
            file.name = name.starts_with('/') || folder.empty() || folder == "/"
                            ? std::string(name)
                            : std::string(folder) + "/" + std::string(name);
            file.is_kit = sim::name_in_simulator(file.name).has_value();
            file.is_library = sim::is_library_file(file.name);
        }
        return file;
    }

    void read_routine(Node node) {
        const std::string_view line = nodes_[node];
        Routine& routine = routines_[node];
        if (const auto symbol = symbols_.find(node); symbol != symbols_.end())
            routine.symbol = symbol->second;
        routine.name = quoted_after(line, "name: ");
        routine.file = number_behind(line, " file: !");
        routine.line = number_behind(line, " line: ");
        if (routine.symbol.empty()) {
            routine.is_template = routine.name.find('<') != std::string_view::npos;
            return;
        }
        const std::string_view head = heads_.at(routine.symbol);
        routine.is_inline = head.starts_with("define linkonce") || head.starts_with("define weak") ||
                            head.starts_with("define internal ");
        routine.is_template = is_of_template(demangled(routine.symbol));
        routine.is_launch = is_marked(routine.symbol, "launch");
    }

    /// "1fi" of "@_Z1fi", and "1f" of "@f": how the name of what lies in the function has it.
    static std::string encoding_of(std::string_view symbol) {
        const std::string_view name = unquoted(symbol);
        if (name.starts_with("_Z")) return std::string(name.substr(2));
        return std::to_string(name.size()) + std::string(name);
    }

    /// The function that something lies in whose symbol begins like "@_ZZ1fiE…", and the rest of it.
    struct Enclosed {
        std::string_view function, rest;
    };
    Enclosed enclosed(std::string_view symbol) const {
        symbol = unquoted(symbol);
        if (!symbol.starts_with("_ZZ")) return {};
        for (std::size_t end = symbol.rfind('E'); end != std::string_view::npos && end > 3;
             end = symbol.rfind('E', end - 1)) {
            const auto at = encodings_.find(symbol.substr(3, end - 3));
            if (at != encodings_.end()) return {at->second, symbol.substr(end + 1)};
        }
        return {};
    }

    /// Whether it is what a lambda does, and not a member of a class that is local to a function.
    static bool is_of_lambda(std::string_view rest) {
        if (rest.starts_with('N')) rest.remove_prefix(1);
        if (rest.starts_with('K')) rest.remove_prefix(1);
        const std::size_t digits = rest.find_first_not_of("0123456789");
        return rest.starts_with("Ul") || (digits != 0 && digits != std::string_view::npos &&
                                          rest.substr(digits).starts_with("$_"));
    }
    static bool is_lambda(std::string_view symbol) {
        return source_name(demangled_plain(symbol)).ends_with("lambda::operator()");
    }

    void decide(Node node, Routine& routine) {
        if (routine.space != Space::host) return; // it has been asked for
        routine.space = space_of(node, routine);
    }
    Space space_of(Node node, const Routine& routine) {
        const std::string_view symbol = routine.symbol;
        if (routine.is_launch) return Space::anywhere;
        if (is_marked(symbol, "global")) return Space::kernel;
        const bool device = is_marked(symbol, "device"), host = is_marked(symbol, "host");
        if (device || host)
            return device && host ? Space::host_device : device ? Space::device : Space::host;
        const File& where = file(routine.file);
        if (where.is_kit) return Space::anywhere;
        if (nodes_[node].find("DIFlagArtificial") != std::string_view::npos) return Space::implicit;
        // Of a constructor or a lambda that has been inlined everywhere nothing is left that says where
        // it may run.
        if (symbol.empty() && (routine.name.starts_with('~') || routine.name == "operator()" ||
                               types_.contains(routine.name)))
            return Space::anywhere;
        const Enclosed in = symbol.empty() ? Enclosed{} : enclosed(symbol);
        if (!in.function.empty() && is_of_lambda(in.rest)) {
            const Space outer = space_of_symbol(in.function);
            return outer == Space::kernel ? Space::device : outer;
        }
        if (where.is_library && ((std_is_on_devices_ && routine.is_inline) ||
                                 is_on_devices(source_name(routine_name(routine)))))
            return Space::anywhere;
        return Space::host;
    }
    std::string routine_name(const Routine& routine) const {
        return routine.symbol.empty() ? std::string(routine.name) : demangled_plain(routine.symbol);
    }
    static std::string demangled_plain(std::string_view symbol) { return demangled(unquoted(symbol)); }

    std::string_view resolved(std::string_view symbol) const {
        const auto alias = aliases_.find(symbol);
        return alias == aliases_.end() ? symbol : alias->second;
    }
    Routine* routine_of(std::string_view symbol) {
        const auto head = heads_.find(resolved(symbol));
        if (head == heads_.end()) return nullptr;
        const auto at = routines_.find(number_behind(head->second, " !dbg !"));
        return at == routines_.end() ? nullptr : &at->second;
    }
    Space space_of_symbol(std::string_view symbol) {
        const auto head = heads_.find(resolved(symbol));
        if (head == heads_.end()) return Space::host;
        const Node node = number_behind(head->second, " !dbg !");
        const auto at = routines_.find(node);
        if (at == routines_.end()) return Space::anywhere;
        decide(node, at->second);
        return at->second.space;
    }

    // --- places

    Node subprogram_of(Node scope) const {
        while (scope < nodes_.size() && nodes_[scope].find("!DILexicalBlock") != std::string_view::npos)
            scope = number_behind(nodes_[scope], "scope: !");
        return scope;
    }
    Place place_of(Node location) const {
        const std::string_view line = nodes_[location];
        const Node scope = number_behind(line, "scope: !");
        const Node with_file = scope < nodes_.size() ? scope : 0;
        return {number_behind(nodes_[with_file], "file: !"), number_behind(line, "line: "),
                number_behind(line, "column: ")};
    }

    // --- what calls what

    /// Of libraries only what the compiler has made up is looked at, since that calls what users write.
    bool is_trusted(const Routine& routine) {
        if (routine.is_launch || routine.space == Space::implicit) return false;
        return routine.space == Space::anywhere || file(routine.file).is_library;
    }

    /// A function as one that is called: of the module, inlined, or neither.
    struct Callee {
        std::string_view symbol;
        Node node = 0;
    };

    void check_inlined_calls() {
        for (const std::string_view line : nodes_) {
            const Node at = line.find("!DILocation(") == std::string_view::npos
                                ? 0
                                : number_behind(line, "inlinedAt: !");
            if (at == 0 || at >= nodes_.size()) continue;
            const Node callee = subprogram_of(number_behind(line, "scope: !")),
                       caller = subprogram_of(number_behind(nodes_[at], "scope: !"));
            if (!routines_.contains(callee) || !routines_.contains(caller)) continue;
            if (is_trusted(routines_[caller])) continue;
            check_call(routines_[caller], {routines_[callee].symbol, callee}, place_of(at));
        }
    }

    void check_body(std::string_view head, const Lines& body) {
        const auto own = routines_.find(number_behind(head, " !dbg !"));
        if (own == routines_.end()) return;
        for (std::size_t i = 0; i < body.size(); ++i) {
            std::string_view line = body[i];
            const std::string_view words = without_result(line);
            if (words.starts_with("catch ") || words.starts_with("filter ")) continue;
            if (line.find('@') == std::string_view::npos) continue;
            // An invoke ends on the line after the one that it begins on.
            const bool is_invoke = words.starts_with("invoke ");
            const Node location =
                number_behind(is_invoke && i + 1 < body.size() ? body[i + 1] : line, ", !dbg !");
            Routine* routine = &own->second;
            Place place{routine->file, routine->line, 0};
            if (location != 0 && location < nodes_.size()) {
                const auto inner =
                    routines_.find(subprogram_of(number_behind(nodes_[location], "scope: !")));
                if (inner != routines_.end()) routine = &inner->second;
                place = place_of(location);
            }
            if (!is_trusted(*routine)) check_instruction(*routine, line, place);
        }
    }

    void check_instruction(Routine& routine, std::string_view line, Place place) {
        const auto call = read_call(line);
        std::string_view callee;
        if (call && call->callee.starts_with('@')) {
            callee = call->callee;
            if (callee.starts_with("@llvm.stacksave"))
                return forbid(routine, place, &Program::array_of_any_size);
            if (callee.starts_with("@llvm.memmove")) check_call(routine, {"@memmove", 0}, place);
            if (callee.starts_with("@llvm.") || callee.starts_with("@__ubsan_")) {
                if (!callee.starts_with("@llvm.mem")) return;
            } else if (callee == "@__cxa_throw" || callee == "@__cxa_rethrow" ||
                       callee == "@__cxa_begin_catch") {
                return forbid(routine, place, &Program::exceptions);
            } else if (callee == "@__dynamic_cast") {
                return forbid(routine, place, &Program::type_information);
            } else {
                check_call(routine, {callee, 0}, place);
            }
        }
        check_store(routine, line, place);
        const std::string_view source = source_of(line);
        const std::string_view instruction =
            source.empty() ? line
                           : line.substr(0, static_cast<std::size_t>(source.data() - line.data()));
        for (const std::string_view symbol : symbols_in(without_result(instruction)))
            if (symbol.data() != callee.data() && !is_copied_value(callee, symbol))
                check_reference(routine, resolved(symbol), place);
    }

    /// An object that is copied as a whole and that the compiler knows: nvcc puts its value there.
    bool is_copied_value(std::string_view callee, std::string_view symbol) const {
        const auto variable = variables_.find(symbol);
        return callee.starts_with("@llvm.memcpy.") && variable != variables_.end() &&
               variable->second.find(" constant ") < variable->second.find_first_of("%[{\"");
    }

    /// `n = 1;` where n is a number that is __constant__. nvcc lets programs assign to elements and
    /// members, which fails when it happens.
    void check_store(const Routine& by, std::string_view line, Place place) {
        const std::string_view words = without_result(line);
        if (!is_on_device(by.space) || !words.starts_with("store ")) return;
        const auto parts = split(words.substr(6));
        const auto target = parts.size() > 1 ? read_operand(parts[1]) : std::nullopt;
        if (!target || !is_marked(target->value, "constant")) return;
        const auto variable = variables_.find(target->value);
        const auto type =
            variable == variables_.end() ? std::nullopt : type_of_variable(variable->second);
        if (!type || std::string_view("[{<%").find(type->front()) != std::string_view::npos) return;
        report(place, subject(by) + " assigns to `" + shown(target->value, nullptr) +
                          "`, which is `__constant__`: kernels only read constant memory. Write it on "
                          "the host by cudaMemcpyToSymbol(), or declare it `__device__`.");
    }

    void check_call(Routine& from, Callee callee, Place place) {
        callee.symbol = resolved(callee.symbol);
        Routine* to = callee.node != 0 ? &routines_[callee.node] : routine_of(callee.symbol);
        const Space space = to != nullptr ? to->space : space_of_undefined(callee.symbol);
        if (from.is_launch) return check_launched(callee, to, space, place);
        from.has_two_halves |= is_marked(callee.symbol, "halves");
        if (space == Space::anywhere) return;
        if (to != nullptr) calls_[&from].push_back({to, place});
        if (space == Space::kernel) return report(place, called_like_a_function(from, *to));
        const bool to_host = space == Space::host && !is_allowed_constexpr(to);
        if (is_on_device(from.space) && to_host) {
            if (to == nullptr || !is_defaulted(*to)) return report(place, host_call(from, callee, to));
            to->space = Space::implicit;
        }
        const bool stays = from.is_template || from.has_two_halves;
        if ((from.space == Space::host || from.space == Space::host_device) && !stays &&
            space == Space::device && !is_allowed_constexpr(to))
            device_calls_.push_back({&from, shown(callee.symbol, to), place});
    }

    /// Of a function that the program does not define.
    Space space_of_undefined(std::string_view symbol) const {
        if (symbol.empty()) return Space::anywhere;
        const bool device = is_marked(symbol, "device");
        if (device || is_marked(symbol, "host"))
            return !device                     ? Space::host
                   : is_marked(symbol, "host") ? Space::host_device
                                               : Space::device;
        const std::string name = source_name(demangled_plain(symbol));
        if (is_of_compiler(symbol.substr(1)) || name.starts_with("scanlab::sim::") ||
            is_on_devices(name.starts_with("_Z") ? name : std::string(name_in_c(name))))
            return Space::anywhere;
        if (rules_.is_separate && !name.starts_with("std::")) return Space::anywhere;
        return Space::host;
    }

    /// With the option, either side may call what is constexpr. All such functions are inline.
    bool is_allowed_constexpr(const Routine* to) const {
        return rules_.relaxed_constexpr && to != nullptr && to->is_inline;
    }

    void check_launched(Callee callee, const Routine* to, Space space, Place place) {
        if (space == Space::kernel || space == Space::anywhere || space == Space::implicit) return;
        // The attribute of `__device__`, which kernels have as well, is all that is known of a function
        // of another file.
        if (to == nullptr && (rules_.is_separate || space == Space::device)) return;
        const std::string name = shown(callee.symbol, to);
        if (is_special(name)) return; // an argument is converted
        report(place, "`" + name +
                          "` is launched with <<<…>>>, but it is not marked `__global__`: write "
                          "`__global__` before its declaration.");
    }

    void check_reference(Routine& from, std::string_view symbol, Place place) {
        const bool is_function = heads_.contains(symbol) || declared_.contains(symbol);
        if (from.is_launch) {
            if (is_function) check_call(from, {symbol, 0}, place);
            return;
        }
        if (from.space == Space::host || from.space == Space::implicit) return;
        if (symbol.starts_with("@_ZTI")) return forbid(from, place, &Program::type_information);
        if (is_function) {
            const Routine* to = routine_of(symbol);
            const Space space = to != nullptr ? to->space : space_of_undefined(symbol);
            if (is_on_device(from.space) && space == Space::host)
                report(place, subject(from) + " takes the address of `" + shown(symbol, to) +
                                  "`, a function of the host. A GPU cannot call it there: mark it "
                                  "`__device__`.");
        } else if (is_of_host(symbol)) {
            forbid(from, place, &Program::hosts_variable, symbol);
        }
    }

    /// Shared variables, and references to textures, are objects of the simulator.
    static bool is_of_simulator(std::string_view variable) {
        return variable.find(".scanlab::sim::") != std::string_view::npos;
    }
    bool is_of_host(std::string_view symbol) {
        const auto variable = variables_.find(symbol);
        if (variable == variables_.end()) return false;
        if (is_of_simulator(variable->second)) return false;
        // Of what another file defines nothing says where it is.
        if (rules_.is_separate && variable->second.find(" external ") != std::string_view::npos)
            return false;
        if (const auto at = qualifiers_.find(symbol); at != qualifiers_.end()) return false;
        constexpr std::array built_in{"@threadIdx", "@blockIdx", "@blockDim", "@gridDim",
                                      "@_ZL8warpSize"};
        if (std::ranges::find(built_in, symbol) != built_in.end()) return false;
        for (const std::string_view made :
             {"@_ZT", "@_ZGR", "@_ZGV", "@__", "@llvm.", "@scanlab", "@switch."})
            if (symbol.starts_with(made)) return false;
        const std::string name = demangled_plain(symbol);
        for (const std::string_view library : {"std::", "cuda::", "cooperative_groups::", "nvcuda::",
                                               "thrust::", "cub::", "scanlab::sim::"})
            if (name.starts_with(library)) return false;
        const Enclosed in = enclosed(symbol);
        return in.function.empty() || space_of_symbol(in.function) == Space::host;
    }

    // --- what no code may do that is made for a device

    using Sentence = std::string (Program::*)(const Routine&, std::string_view);
    struct Use {
        Routine* by;
        Place place;
        Sentence sentence;
        std::string_view of;
    };
    void forbid(Routine& routine, Place place, Sentence sentence, std::string_view of = {}) {
        if (routine.space != Space::host && routine.space != Space::implicit)
            uses_.push_back({&routine, place, sentence, of});
    }

    void check_uses() {
        for (const Use& use : uses_)
            if (!use.by->has_two_halves) report(use.place, (this->*use.sentence)(*use.by, use.of));
        for (const auto& [from, to, place] : device_calls_)
            if (!from->has_two_halves) report(place, device_call(*from, to));
    }

    // --- what the compiler makes up: it calls what its members are

    /// A function of the host's that the implicit one calls, or one of those that it calls.
    const Routine* host_function_in(Routine& implicit, std::set<const Routine*>& seen) {
        if (!seen.insert(&implicit).second) return nullptr;
        for (const auto& [to, place] : calls_[&implicit]) {
            if (to->space == Space::host && !is_allowed_constexpr(to)) {
                if (!is_defaulted(*to)) return to;
                to->space = Space::implicit;
            }
            if (to->space == Space::implicit)
                if (const Routine* found = host_function_in(*to, seen)) return found;
        }
        return nullptr;
    }
    void check_implicit_functions() {
        for (auto& [from, calls] : std::map(calls_)) {
            if (!is_on_device(from->space)) continue;
            for (const auto& [to, place] : calls) {
                if (to->space != Space::implicit) continue;
                std::set<const Routine*> seen;
                if (const Routine* found = host_function_in(*to, seen))
                    report(place, host_call(*from, {found->symbol, 0}, found));
            }
        }
    }

    /// Whether the source has it as `= default`: there the compiler says where its body ends.
    bool is_defaulted(const Routine& routine) {
        const Node node =
            routine.symbol.empty() ? 0 : number_behind(heads_.at(routine.symbol), " !dbg !");
        if (node == 0 || !is_special(source_name(routine_name(routine)))) return false;
        Place end;
        for (const std::string_view line : nodes_)
            if (line.find("!DILocation(") != std::string_view::npos &&
                number_behind(line, "scope: !") == node &&
                line.find("inlinedAt:") == std::string_view::npos) {
                const Place place{routine.file, number_behind(line, "line: "),
                                  number_behind(line, "column: ")};
                if (std::pair(place.line, place.column) > std::pair(end.line, end.column)) end = place;
            }
        return word_at(file(routine.file).name, end.line, end.column) == "default";
    }

    // --- declarations that cannot be

    void check_declarations() {
        for (const auto& [symbol, qualifiers] : qualifiers_) {
            const Routine* routine = routine_of(symbol);
            if (routine == nullptr) {
                if (variables_.contains(symbol)) check_initializer(symbol);
                continue;
            }
            const Place place{routine->file, routine->line, 0};
            const bool is_marked_besides = qualifiers.contains("device") || qualifiers.contains("host");
            if (qualifiers.contains("global") && is_marked_besides)
                report(place,
                       "`" + shown(symbol, routine) +
                           "` is marked `__global__`, and also `__device__` or `__host__`: a kernel "
                           "is marked `__global__` alone.");
            if (is_marked_besides && !rules_.extended_lambda && is_lambda(symbol) &&
                !file(routine->file).is_library)
                report(place,
                       "a lambda is marked `__device__` or `__host__`, for which nvcc needs the option "
                       "--extended-lambda: give it, or write a struct with a `__device__` "
                       "operator().");
        }
    }
    /// `__device__ int (*f)(int) = g;`
    void check_initializer(std::string_view variable) {
        const std::string_view line = variables_.at(variable);
        for (const std::string_view symbol : symbols_in(line.substr(variable.size()))) {
            const Routine* to = routine_of(symbol);
            if (to == nullptr || to->space != Space::host) continue;
            report({to->file, to->line, 0},
                   "the device's variable `" + demangled_plain(variable) +
                       "` begins with the address of `" + shown(symbol, to) +
                       "`, a function of the host. A GPU cannot call it there: "
                       "mark it `__device__`.");
        }
    }

    // --- virtual functions

    /// Those of a class, in the order of its table, without those that further bases have brought.
    std::vector<std::string_view> virtual_functions(std::string_view table) const {
        std::vector<std::string_view> functions;
        bool is_begun = false;
        const auto line = variables_.find(table);
        if (line == variables_.end()) return functions;
        for (const std::string_view symbol : symbols_in(line->second.substr(table.size()))) {
            const bool is_type = symbol.starts_with("@_ZTI");
            if (is_type && is_begun) break;
            if (is_begun) functions.push_back(resolved(symbol));
            is_begun |= is_type;
        }
        return functions;
    }

    /// The table of the first base that has one: the class's own begins with the same functions.
    std::string table_of_base(std::string_view table) const {
        constexpr std::string_view beginning = "@_ZTV";
        const auto type = variables_.find("@_ZTI" + std::string(table.substr(beginning.size())));
        if (type == variables_.end()) return {};
        for (const std::string_view symbol : symbols_in(type->second.substr(table.size()))) {
            if (!symbol.starts_with("@_ZTI")) continue;
            std::string of_base = std::string(beginning) + std::string(symbol.substr(beginning.size()));
            if (variables_.contains(of_base)) return of_base;
        }
        return {};
    }

    void check_overriding() {
        for (const auto& [symbol, line] : variables_) {
            if (!symbol.starts_with("@_ZTV")) continue;
            const auto own = virtual_functions(symbol), base = virtual_functions(table_of_base(symbol));
            for (std::size_t i = 0; i < std::min(own.size(), base.size()); ++i)
                check_overriding(own[i], base[i]);
        }
    }
    void check_overriding(std::string_view symbol, std::string_view overridden) {
        const auto says_where = [&](const Routine* routine) {
            return routine != nullptr && routine->space != Space::anywhere &&
                   routine->space != Space::implicit && !is_defaulted(*routine);
        };
        const Routine *const by = routine_of(symbol), *const of = routine_of(overridden);
        if (!says_where(by) || !says_where(of) || by->space == of->space) return;
        report({by->file, by->line, 0},
               subject(*by) + " overrides " + subject(*of) +
                   (subject(*of).ends_with(',') ? " which nvcc" : ", which nvcc") +
                   " refuses: mark both `__device__`, both `__host__ __device__`, or neither.");
    }

    // --- sentences

    void report(Place place, std::string what) {
        found_.push_back({file(place.file).name, place.line, std::move(what)});
    }

    std::string shown(std::string_view symbol, const Routine* routine) const {
        if (!symbol.empty()) return source_name(demangled_plain(symbol));
        return routine == nullptr ? "a function" : source_name(std::string(routine->name));
    }
    /// "the kernel `k`"
    std::string subject(const Routine& routine) const {
        const std::string name = "`" + shown(routine.symbol, &routine) + "`";
        switch (routine.space) {
        case Space::kernel:
            return "the kernel " + name;
        case Space::device:
            return "the device function " + name;
        case Space::host_device:
            return name + ", which is marked `__host__ __device__`,";
        default:
            return name + ", a function of the host,";
        }
    }

    std::string host_call(const Routine& from, const Callee& callee, const Routine* to) {
        const std::string begin = subject(from) + " calls `" + shown(callee.symbol, to) + "`";
        if (to == nullptr || file(to->file).is_library) {
            const std::string more = to != nullptr && to->is_inline
                                         ? " (If it is constexpr, the option --expt-relaxed-constexpr "
                                           "lets device code call it.)"
                                         : "";
            return begin + ", which only the host has: use what CUDA offers for device code." + more;
        }
        return begin +
               ", which is not marked `__device__`: a GPU runs only functions that are. Write "
               "`__device__` before its declaration, or `__host__ __device__` if the host calls "
               "it as well.";
    }
    std::string device_call(const Routine& from, const std::string& to) const {
        return subject(from) + " calls `" + to +
               "`, which runs on devices only: call it in a kernel, or mark it `__host__ __device__` "
               "if "
               "it is yours.";
    }
    std::string called_like_a_function(const Routine& from, const Routine& kernel) const {
        const std::string name = shown(kernel.symbol, &kernel);
        return subject(from) + " calls the kernel `" + name + "` like a function: launch it, as in `" +
               name + "<<<blocks, threads>>>(…)`.";
    }
    std::string array_of_any_size(const Routine& routine, std::string_view) {
        return subject(routine) + " has an array whose size is known only when it runs. Device code "
                                  "has no such arrays: give "
                                  "it a constant size.";
    }
    std::string exceptions(const Routine& routine, std::string_view) {
        return subject(routine) +
               " throws or catches an exception, which device code cannot: return an "
               "error, or stop with `__trap()`.";
    }
    std::string type_information(const Routine& routine, std::string_view) {
        return subject(routine) +
               " uses typeid, dynamic_cast or an exception, which device code cannot: "
               "keep the kind of an object in a member.";
    }
    std::string hosts_variable(const Routine& routine, std::string_view variable) {
        return subject(routine) + " uses `" + source_name(demangled_plain(variable)) +
               "`, a variable of the host, which a GPU cannot reach: declare it `__device__`, "
               "`__constant__` or `__managed__`, or pass its value to the kernel.";
    }

    const Lines& lines_;
    SpaceRules rules_;
    std::vector<std::string_view> nodes_; ///< of the debug information, by their numbers
    std::map<std::string_view, std::string_view> heads_, declared_, variables_, aliases_;
    std::set<std::string_view> types_; ///< without their namespaces
    bool std_is_on_devices_ = false;
    std::map<std::string_view, std::set<std::string_view>> groups_; ///< of attributes: "#5"
    std::map<Node, std::string_view> symbols_;
    std::map<std::string, std::string_view, std::less<>> encodings_;
    std::map<std::string_view, std::set<std::string_view>> qualifiers_;
    std::map<Node, File> files_;
    std::map<Node, Routine> routines_;
    struct CallTo {
        Routine* to;
        Place place;
    };
    std::map<Routine*, std::vector<CallTo>> calls_;
    struct DeviceCall {
        Routine* from;
        std::string to;
        Place place;
    };
    std::vector<DeviceCall> device_calls_;
    std::vector<Use> uses_;
    std::vector<Misplaced> found_;
};

} // namespace

FunctionSide Spaces::of(std::string_view function) const {
    const auto at = functions.find(function);
    return at == functions.end() ? FunctionSide{} : at->second;
}

Spaces spaces_of(const Lines& lines, const SpaceRules& rules) { return Program(lines, rules).spaces(); }

std::string text(const std::vector<Misplaced>& all) {
    std::string text;
    for (const Misplaced& m : all)
        text += m.file + ":" + std::to_string(m.line) + ": error: " + m.what + "\n";
    return text;
}

} // namespace scanlab::instrument
