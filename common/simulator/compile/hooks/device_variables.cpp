#include "compile/hooks/device_variables.hpp"

#include "compile/ir/module.hpp"

#include <algorithm>

namespace scanlab::instrument {

namespace {

/// The entries of the array with which the line initializes its variable.
std::string_view entries_of(std::string_view line) {
    const std::size_t type = line.find('[');
    if (type == std::string_view::npos) return {};
    const std::size_t value = line.find('[', type + bracketed(line, type).size());
    if (value == std::string_view::npos) return {};
    const std::string_view list = bracketed(line, value);
    return list.substr(1, list.size() - 2);
}

std::string_view first_name(std::string_view text) {
    const std::size_t begin = text.find('@');
    if (begin == std::string_view::npos) return {};
    if (text[begin + 1] == '"') return text.substr(begin, text.find('"', begin + 2) + 1 - begin);
    return text.substr(begin, text.find_first_of(",) }", begin) - begin);
}

std::string_view text_of_string(std::string_view line) {
    const std::size_t begin = line.find(" c\"");
    if (begin == std::string_view::npos) return {};
    return line.substr(begin + 3, line.find_first_of("\\\"", begin + 3) - begin - 3);
}

} // namespace

std::vector<Annotation> annotations_of(const std::vector<std::string_view>& lines) {
    std::map<std::string_view, std::string_view> texts;
    std::string_view entries;
    for (const std::string_view line : lines) {
        if (line.starts_with("@llvm.global.annotations = "))
            entries = entries_of(line);
        else if (line.starts_with('@'))
            texts[line.substr(0, line.find(" = "))] = text_of_string(line);
    }
    std::vector<Annotation> annotations;
    for (const std::string_view entry : split(entries)) {
        const std::string_view symbol = first_name(entry);
        const std::size_t behind =
            static_cast<std::size_t>(symbol.data() + symbol.size() - entry.data());
        const std::string_view text = texts[first_name(entry.substr(behind))];
        if (text.starts_with("scanlab.")) annotations.push_back({symbol, text.substr(8)});
    }
    return annotations;
}

bool is_of_device(std::string_view qualifier) {
    return qualifier == "device" || qualifier == "constant" || qualifier == "managed";
}

DeviceVariables::DeviceVariables(const std::vector<std::string_view>& lines, const Types& types,
                                 bool has_opaque_pointers, const std::vector<Belonging>& more)
    : types_(types), has_opaque_pointers_(has_opaque_pointers), size_type_(types.size_type()) {
    for (const std::string_view line : lines) {
        if (line.starts_with("@llvm.global_ctors = ")) {
            other_constructors_ = entries_of(line);
            other_constructor_count_ = split(other_constructors_).size();
        } else if (line.starts_with("@llvm.compiler.used = ")) {
            used_ = entries_of(line);
        } else if (line.starts_with('@'))
            definitions_[line.substr(0, line.find(" = "))] = line;
    }
    for (const auto& [variable, qualifier] : annotations_of(lines))
        if (is_of_device(qualifier)) add(variable, qualifier, variable.substr(1));
    for (const Belonging& b : more) {
        if (b.type.empty())
            add(b.symbol, b.qualifier, b.name.empty() ? std::string_view(b.symbol).substr(1) : b.name);
        else
            variables_.push_back(
                {b.symbol, b.type.substr(0, b.type.size() - 1), b.qualifier, 1, b.name});
    }
}

/// Unless it is a function, or defined elsewhere.
void DeviceVariables::add(std::string_view symbol, std::string_view qualifier, std::string_view name) {
    const auto definition = definitions_.find(symbol);
    const auto type =
        definition == definitions_.end() ? std::nullopt : type_of_variable(definition->second);
    const auto bytes = type ? types_.store_bytes(*type) : std::nullopt;
    if (!bytes) return;
    const auto known = std::find_if(variables_.begin(), variables_.end(),
                                    [&](const DeviceVariable& e) { return e.symbol == symbol; });
    if (known == variables_.end())
        variables_.push_back({std::string(symbol), std::string(*type), std::string(qualifier), *bytes,
                              std::string(name)});
    else if (qualifier != "device")
        known->qualifier = qualifier; // __device__ __constant__
}

std::string DeviceVariables::plain_pointer(const std::string& type, const std::string& symbol) const {
    if (has_opaque_pointers_) return "ptr " + symbol;
    return "i8* bitcast (" + type + "* " + symbol + " to i8*)";
}

void DeviceVariables::keep(const std::string& pointer) {
    used_ += (used_.empty() ? "" : ", ") + pointer;
}

bool DeviceVariables::contains(std::string_view variable) const {
    return std::any_of(variables_.begin(), variables_.end(), [&](const DeviceVariable& e) {
        return e.symbol == variable && e.qualifier != "value";
    });
}

std::string DeviceVariables::gap_after(std::string_view line) {
    const std::string_view variable = line.substr(0, line.find(" = "));
    if (!contains(variable)) return {};
    // It has to lie in the section that the variable does.
    const bool is_zero = line.find(" zeroinitializer") != std::string_view::npos;
    const bool is_constant = line.find(" constant ") != std::string_view::npos;
    const std::string name =
        std::string(variable.substr(1, variable.size() - (variable.ends_with('"') ? 2 : 1)));
    const std::string symbol = variable[1] == '"' ? "@" + name + ".gap\"" : "@" + name + ".gap",
                      type = "{ i64, [31 x i64] }";
    keep(plain_pointer(type, symbol));
    std::string gap = symbol + " = internal " + (is_constant ? "constant " : "global ") + type +
                      " { i64 " + (is_zero ? "0" : "1") + ", [31 x i64] zeroinitializer }";
    const std::size_t group = line.find(", comdat");
    if (group != std::string_view::npos)
        gap += ", comdat(" + ("$" + std::string(variable.substr(1))) + ")";
    return gap;
}

std::string DeviceVariables::text(const std::string& more) const {
    const std::string pointer = has_opaque_pointers_ ? "ptr" : "i8*";
    const std::string entry_type =
        "{ " + pointer + ", " + size_type_ + ", " + pointer + ", " + pointer + " }";
    std::string text, list;
    const auto constant = [&](const std::string& name, const std::string& value) {
        const std::string type = "[" + std::to_string(value.size() + 1) + " x i8]";
        text += name + " = private unnamed_addr constant " + type + " c\"" + value + "\\00\"\n";
        return has_opaque_pointers_ ? "ptr " + name
                                    : "i8* getelementptr inbounds (" + type + ", " + type + "* " +
                                          name + ", i64 0, i64 0)";
    };
    std::size_t number = 0;
    for (const DeviceVariable& variable : variables_) {
        const std::string suffix = "." + std::to_string(number++);
        std::string name = variable.name;
        std::erase(name, '"');
        const std::string name_pointer = constant("@scanlab.name" + suffix, name);
        list += (list.empty() ? "" : ", ") + entry_type + " { " +
                plain_pointer(variable.type, variable.symbol) + ", " + size_type_ + " " +
                std::to_string(variable.bytes) + ", " + name_pointer + ", " +
                constant("@scanlab.qualifier" + suffix, variable.qualifier) + " }";
    }
    std::string used = used_;
    for (const DeviceVariable& variable : variables_)
        used += (used.empty() ? "" : ", ") + plain_pointer(variable.type, variable.symbol);
    if (!used.empty())
        text += "@llvm.compiler.used = appending global [" + std::to_string(split(used).size()) +
                " x " + pointer + "] [" + used + "], section \"llvm.metadata\"\n";
    const std::string table_type = "[" + std::to_string(variables_.size()) + " x " + entry_type + "]";
    text += "@scanlab.variables = internal constant " + table_type + " [" + list + "]\n";
    const std::string table = has_opaque_pointers_
                                  ? "ptr @scanlab.variables"
                                  : "i8* bitcast (" + table_type + "* @scanlab.variables to i8*)";
    // It returns to this program, which tells the runtime where it is loaded.
    text += "declare void @__scanlab_program(" + pointer + ", " + size_type_ + ")\n";
    text += "define internal void @scanlab.announce() {\n  notail call void @__scanlab_program(" +
            table + ", " + size_type_ + " " + std::to_string(variables_.size()) + ")\n" + more +
            "  ret void\n}\n";
    const std::string function_pointer = has_opaque_pointers_ ? "ptr" : "void ()*";
    const std::string constructor = "{ i32, " + function_pointer + ", " + pointer + " }";
    text += "@llvm.global_ctors = appending global [" + std::to_string(other_constructor_count_ + 1) +
            " x " + constructor + "] [" + constructor + " { i32 101, " + function_pointer +
            " @scanlab.announce, " + pointer + " null }" +
            (other_constructors_.empty() ? "" : ", " + other_constructors_) + "]\n";
    return text;
}

} // namespace scanlab::instrument
