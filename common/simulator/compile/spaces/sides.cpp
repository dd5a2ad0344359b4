#include "compile/spaces/sides.hpp"

#include "compile/ir/module.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>

namespace scanlab::instrument {

namespace {

/// "@f.device" of "@f", "@\"f g.device\"" of "@\"f g\"".
std::string with_suffix(std::string_view symbol, std::string_view suffix) {
    const bool has_quotes = symbol.ends_with('"');
    return std::string(symbol.substr(0, symbol.size() - has_quotes)) + std::string(suffix) +
           (has_quotes ? "\"" : "");
}
std::string of_device(std::string_view symbol) { return with_suffix(symbol, ".device"); }
std::string of_host(std::string_view symbol) { return with_suffix(symbol, ".host"); }

/// Tables of virtual functions, and those of a class with virtual bases.
bool is_virtual_table(std::string_view symbol) {
    return symbol.starts_with("@_ZTV") || symbol.starts_with("@_ZTT") || symbol.starts_with("@_ZTC");
}
/// What the compiler notes of types is compared by its address.
bool is_type_information(std::string_view symbol) {
    return symbol.starts_with("@_ZTI") || symbol.starts_with("@_ZTS");
}

/// The text, in which by(symbol) stands for each symbol for which it is not empty.
using Rename = std::function<std::string(std::string_view)>;
std::string renamed(std::string_view text, const Rename& by) {
    std::string result;
    std::size_t at = 0;
    for (const std::string_view symbol : symbols_in(text)) {
        const std::string other = by(symbol);
        if (other.empty()) continue;
        const auto begin = static_cast<std::size_t>(symbol.data() - text.data());
        result += std::string(text.substr(at, begin - at)) + other;
        at = begin + symbol.size();
    }
    return result += text.substr(at);
}

class Sides {
public:
    Sides(std::string_view module, const Spaces& spaces, bool chooses)
        : lines_(lines_of(module)), spaces_(spaces), chooses_(chooses),
          has_opaque_pointers_(instrument::has_opaque_pointers(lines_)) {}

    SeparateSides separated() {
        read();
        for_functions(
            lines_, [&](std::string_view head, const Lines& body) { function(head, body); },
            [&](std::string_view line) { other(line); });
        for (const std::string_view symbol : thunks_) put_thunk(symbol);
        return {std::move(result_), std::move(belongings_)};
    }

private:
    // --- what there is

    void read() {
        for (const auto& [symbol, qualifier] : annotations_of(lines_))
            if (is_of_device(qualifier)) variables_of_device_.insert(symbol);
        for (const auto& [symbol, is_of_both] : spaces_.static_variables) {
            variables_of_device_.insert(symbol);
            belongings_.push_back({symbol, is_of_both ? "managed" : "device", "", ""});
        }
        for (const std::string_view line : lines_) {
            if (line.starts_with("define ")) heads_.emplace(name_of_function(line), line);
            if (line.starts_with('@')) read_variable(line);
            if (line.starts_with("attributes #") &&
                line.find(" disable_sanitizer_instrumentation ") != std::string_view::npos)
                unobserved_attributes_.insert(line.substr(11, line.find(" = ") - 11));
        }
        for_functions(
            lines_,
            [&](std::string_view head, const Lines& body) {
                if (spaces_.of(name_of_function(head)).side == Side::host) return;
                for (const std::string_view line : body) need_constants_of(line);
            },
            [](std::string_view) {});
        for (const std::string_view variable : variables_of_device_)
            if (const auto at = definitions_.find(variable); at != definitions_.end())
                need_constants_of(at->second.substr(variable.size()));
    }

    void read_variable(std::string_view line) {
        const std::string_view symbol = name_at(line, 0);
        if (!symbol.starts_with("@llvm.") && type_of_variable(line)) definitions_.emplace(symbol, line);
    }

    bool is_separable(std::string_view symbol) const {
        const auto at = definitions_.find(symbol);
        return at != definitions_.end() && !variables_of_device_.contains(symbol) &&
               !is_type_information(symbol) && defines_constant(as_constant(at->second));
    }
    void need_constants_of(std::string_view text) {
        if (text.find('@') == std::string_view::npos) return;
        for (const std::string_view symbol : symbols_in(text))
            if (is_separable(symbol) && constants_.insert(symbol).second)
                need_constants_of(definitions_.at(symbol).substr(symbol.size()));
    }

    // --- names on either side

    std::string device_name(std::string_view symbol) const {
        return constants_.contains(symbol) ? of_device(symbol) : "";
    }
    std::string host_name(std::string_view symbol) {
        const auto head = chooses_ ? heads_.find(symbol) : heads_.end();
        if (head == heads_.end() || !spaces_.of(symbol).is_addressable ||
            head->second.find("...") != std::string_view::npos)
            return "";
        thunks_.insert(head->first);
        return of_host(symbol);
    }
    std::string for_device(std::string_view text) const {
        return renamed(text, [&](std::string_view symbol) { return device_name(symbol); });
    }
    std::string for_host(std::string_view text) {
        return renamed(text, [&](std::string_view symbol) { return host_name(symbol); });
    }

    // --- variables

    void other(std::string_view line) {
        const std::string_view symbol = line.starts_with('@') ? name_at(line, 0) : std::string_view{};
        if (!definitions_.contains(symbol)) return put(line);
        if (variables_of_device_.contains(symbol))
            return put(std::string(symbol) + for_device(line.substr(symbol.size())));
        const bool is_of_types = is_virtual_table(symbol) || is_type_information(symbol);
        put(is_of_types ? std::string(line)
                        : std::string(symbol) + for_host(line.substr(symbol.size())));
        if (constants_.contains(symbol)) put_constant(symbol, as_constant(line));
    }

    /// In a table of the device's: functions that a GPU does not have get addresses that are known.
    std::string with_marked_functions_of_host(std::string_view table) {
        return renamed(table, [&](std::string_view symbol) -> std::string {
            const auto head = heads_.find(symbol);
            if (head == heads_.end() || spaces_.of(symbol).side != Side::host) return "";
            thunks_.insert(head->first);
            return of_host(symbol);
        });
    }

    /// The device's, which no linker puts together with an equal one.
    void put_constant(std::string_view symbol, std::string_view line) {
        std::string value(line.substr(line.find(" constant ", symbol.size()) + 1));
        for (const std::string_view end : {", !dbg ", ", comdat", ", section "})
            if (const std::size_t at = value.rfind(end);
                at != std::string::npos && at > value.find_last_of("\"]})"))
                value.erase(at);
        const bool is_table = is_virtual_table(symbol) && chooses_;
        put(of_device(symbol) + " = internal " +
            (is_table ? with_marked_functions_of_host(for_device(value)) : for_device(value)));
        const bool has_name = !line.substr(symbol.size()).starts_with(" = private ");
        belongings_.push_back({of_device(symbol), is_table ? "virtual" : "value",
                               has_name ? std::string(symbol.substr(1)) : "a constant", ""});
    }

    // --- functions

    bool is_unobserved(std::string_view head) const {
        const std::size_t at = head.rfind(" #");
        return at != std::string_view::npos &&
               unobserved_attributes_.contains(
                   head.substr(at + 1, head.find_first_not_of("0123456789", at + 2) - at - 1));
    }

    void function(std::string_view head, const Lines& body) {
        put(head);
        Side side = spaces_.of(name_of_function(head)).side;
        if (side == Side::both && (!chooses_ || is_unobserved(head))) side = Side::device;
        for (std::size_t i = 0; i < body.size(); ++i) {
            const std::string_view line = body[i];
            if (line.find('@') == std::string_view::npos)
                put(line);
            else if (side == Side::device)
                put(for_device(line));
            else if (side == Side::host)
                put(for_host_but_callee(line));
            else
                put(chosen(line));
        }
    }

    std::string for_host_but_callee(std::string_view line) {
        const auto call = read_call(line);
        return renamed(line, [&](std::string_view symbol) {
            return call && symbol.data() == call->callee.data() ? "" : host_name(symbol);
        });
    }

    /// The values that an instruction hands on: what it stores, returns, or gives to a function.
    static std::vector<Operand> handed_on(std::string_view line) {
        const std::string_view words = without_result(line);
        std::vector<Operand> operands;
        const auto add = [&](std::string_view text) {
            for (const std::string_view word : {"volatile ", "atomic "})
                if (text.starts_with(word)) text.remove_prefix(word.size());
            if (const auto operand = read_operand(text)) operands.push_back(*operand);
        };
        if (words.starts_with("store ")) {
            if (const auto parts = split(words.substr(6)); !parts.empty()) add(parts[0]);
        } else if (words.starts_with("ret ")) {
            if (const auto parts = split(words.substr(4)); !parts.empty()) add(parts[0]);
        } else if (const auto call = read_call(line); call && !call->callee.starts_with("@llvm.") &&
                                                      !call->callee.starts_with("@__ubsan") &&
                                                      !call->callee.starts_with("@__cxa")) {
            for (const std::string_view argument : split(call->arguments)) add(argument);
        }
        return operands;
    }

    /// The line of a function that both sides run: what it hands on is that of the side that runs it.
    std::string chosen(std::string_view line) {
        std::string result;
        std::size_t at = 0;
        for (const Operand& operand : handed_on(line)) {
            if (!is_pointer(operand.type) || operand.value.find('@') == std::string_view::npos)
                continue;
            const std::string device = for_device(operand.value), host = for_host(operand.value);
            if (device == operand.value && host == operand.value) continue;
            const auto begin = static_cast<std::size_t>(operand.value.data() - line.data());
            result += std::string(line.substr(at, begin - at)) +
                      choose(std::string(operand.type), device, host);
            at = begin + operand.value.size();
        }
        return result + for_device(line.substr(at));
    }

    std::string choose(const std::string& type, const std::string& device, const std::string& host) {
        const std::string name = "%scanlab.side." + std::to_string(++choices_);
        if (has_opaque_pointers_) {
            put("  " + name + " = call ptr @__scanlab_side(ptr " + device + ", ptr " + host + ")");
            return name;
        }
        const auto plain = [&](const std::string& value) {
            return type == "i8*" ? "i8* " + value : "i8* bitcast (" + type + " " + value + " to i8*)";
        };
        put("  " + name + ".plain = call i8* @__scanlab_side(" + plain(device) + ", " + plain(host) +
            ")");
        put("  " + name + " = bitcast i8* " + name + ".plain to " + type);
        return name;
    }

    /// A function that the host calls for the device's, so that the two have different addresses.
    void put_thunk(std::string_view symbol) {
        const std::string_view head = heads_.at(symbol), parameters = parameters_of(head);
        std::string_view words =
            head.substr(7, static_cast<std::size_t>(symbol.data() - head.data()) - 7);
        const std::string_view first = words.substr(0, words.find(' '));
        const bool is_internal = first == "internal" || first == "private";
        constexpr std::array linkages{
            "private",  "internal",  "linkonce", "weak",      "linkonce_odr",        "weak_odr",
            "external", "dso_local", "hidden",   "protected", "available_externally"};
        while (std::ranges::find(linkages, words.substr(0, words.find(' '))) != linkages.end())
            words.remove_prefix(words.find(' ') + 1);
        const std::string type(result_type(head, symbol));
        const std::string list = "(" + std::string(parameters) + ")",
                          call = "call " + std::string(words) + std::string(symbol) + list;
        put(std::string("define ") + (is_internal ? "internal " : "linkonce_odr hidden ") +
            std::string(words) + of_host(symbol) + list + " {");
        put(type == "void" ? "  " + call + "\n  ret void"
                           : "  %scanlab.result = " + call + "\n  ret " + type + " %scanlab.result");
        put("}");
        belongings_.push_back({of_host(symbol), "host_function", std::string(symbol.substr(1)),
                               function_type(head, symbol, parameters)});
    }

    void put(std::string_view line) {
        result_ += line;
        result_ += '\n';
    }

    Lines lines_;
    const Spaces& spaces_;
    bool chooses_, has_opaque_pointers_;
    std::map<std::string_view, std::string_view> heads_, definitions_; ///< of functions, of variables
    std::set<std::string_view> variables_of_device_;
    std::set<std::string_view> constants_; ///< that device code names, or constants that it names do
    std::set<std::string_view> thunks_;    ///< functions that have an address of the host's
    std::set<std::string_view> unobserved_attributes_; ///< "#5"
    std::vector<Belonging> belongings_;
    std::string result_;
    std::size_t choices_ = 0;
};

} // namespace

SeparateSides with_separate_sides(std::string_view module, const Spaces& spaces, bool chooses) {
    return Sides(module, spaces, chooses).separated();
}

} // namespace scanlab::instrument
