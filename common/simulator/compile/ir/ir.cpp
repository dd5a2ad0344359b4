#include "compile/ir/ir.hpp"

#include <algorithm>
#include <bit>
#include <cctype>
#include <charconv>

namespace scanlab::instrument {

namespace {

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

/// Behind the quotes that open at `at`.
std::size_t after_quotes(std::string_view text, std::size_t at) {
    const std::size_t close = text.find('"', at + 1);
    return close == std::string_view::npos ? text.size() : close + 1;
}

bool is_in_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '$' || c == '-';
}

/// Behind the name, quoted or not, that starts with the % or @ at `at`.
std::size_t after_name(std::string_view text, std::size_t at) {
    ++at;
    if (at < text.size() && text[at] == '"') return after_quotes(text, at);
    while (at < text.size() && is_in_name(text[at])) ++at;
    return at;
}

std::size_t after_word(std::string_view text, std::size_t at) {
    while (at < text.size() && (is_in_name(text[at]) || text[at] == '+')) ++at;
    return at;
}

/// "[4 x i32]" is 4 and "i32", "<4 x float>" is 4 and "float".
struct Sequence {
    std::size_t count;
    std::string_view element;
};
std::optional<Sequence> sequence(std::string_view inside) {
    const std::size_t by = inside.find(" x ");
    const auto count = number_in(inside.substr(0, by));
    if (by == std::string_view::npos || !count) return {};
    return Sequence{*count, inside.substr(by + 3)};
}

std::size_t rounded_up(std::size_t bytes, std::size_t alignment) {
    return (bytes + alignment - 1) / alignment * alignment;
}

std::optional<std::size_t> bits_of_integer(std::string_view type) {
    return type.starts_with('i') ? number_in(type.substr(1)) : std::nullopt;
}

} // namespace

std::optional<std::size_t> number_in(std::string_view text) {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(value)
                                                                    : std::nullopt;
}

std::string_view bracketed(std::string_view text, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"')
            i = after_quotes(text, i) - 1;
        else if (c == '(' || c == '[' || c == '{' || c == '<')
            ++depth;
        else if ((c == ')' || c == ']' || c == '}' || c == '>') && --depth == 0)
            return text.substr(open, i + 1 - open);
    }
    return text.substr(open);
}

std::vector<std::string_view> split(std::string_view list) {
    std::vector<std::string_view> parts;
    std::size_t begin = 0, i = 0;
    while (i < list.size()) {
        const char c = list[i];
        if (c == '"')
            i = after_quotes(list, i);
        else if (c == '(' || c == '[' || c == '{' || c == '<')
            i += bracketed(list, i).size();
        else if (c == ',') {
            parts.push_back(trimmed(list.substr(begin, i - begin)));
            begin = ++i;
        } else
            ++i;
    }
    if (!trimmed(list.substr(begin)).empty()) parts.push_back(trimmed(list.substr(begin)));
    return parts;
}

std::string_view take_type(std::string_view& text) {
    text = trimmed(text);
    if (text.empty()) return {};
    std::size_t end = 0;
    if (text[0] == '%')
        end = after_name(text, 0);
    else if (text[0] == '{' || text[0] == '[' || text[0] == '<')
        end = bracketed(text, 0).size();
    else
        end = after_word(text, 0);
    while (end < text.size()) {
        if (text[end] == '*')
            ++end;
        else if (text.substr(end).starts_with(" ("))
            end += 1 + bracketed(text, end + 1).size();
        else if (text.substr(end).starts_with(" addrspace("))
            end += 10 + bracketed(text, end + 10).size();
        else
            break;
    }
    const std::string_view type = text.substr(0, end);
    text.remove_prefix(end);
    return type;
}

std::optional<Operand> read_operand(std::string_view text) {
    Operand operand;
    operand.type = take_type(text);
    // Between type and value stand the parameter's attributes.
    std::size_t at = 0;
    while (at < text.size()) {
        if (text[at] == ' ') {
            ++at;
            continue;
        }
        if (text[at] == '%' || text[at] == '@') {
            operand.value = text.substr(at, after_name(text, at) - at);
            return operand;
        }
        const std::size_t begin = at;
        at = after_word(text, at);
        const std::string_view word = text.substr(begin, at - begin);
        const bool is_expression = word == "getelementptr" || word == "bitcast" || word == "inttoptr" ||
                                   word == "addrspacecast" || word == "select";
        if (is_expression) {
            const std::size_t open = operands_of_expression(text, at);
            if (open == std::string_view::npos) return {};
            operand.value = text.substr(begin, open + bracketed(text, open).size() - begin);
            return operand;
        }
        const bool is_constant =
            word == "null" || word == "undef" || word == "poison" || word == "zeroinitializer" ||
            word == "true" || word == "false" ||
            (!word.empty() && (std::isdigit(static_cast<unsigned char>(word[0])) || word[0] == '-'));
        if (is_constant) {
            operand.value = word;
            return operand;
        }
        if (at < text.size() && text[at] == '(')
            at += bracketed(text, at).size();
        else if (at == begin)
            return {};
        else if (word == "align")
            at = after_word(text, at + 1); // "align 4"
    }
    return {};
}

std::string_view name_at(std::string_view text, std::size_t at) {
    return text.substr(at, after_name(text, at) - at);
}

bool is_pointer(std::string_view type) { return type.starts_with("ptr") || type.ends_with('*'); }

std::string_view result_of(std::string_view instruction) {
    instruction = trimmed(instruction);
    if (instruction.empty() || instruction[0] != '%') return {};
    const std::string_view name = name_at(instruction, 0);
    return instruction.substr(name.size()).starts_with(" = ") ? name : std::string_view{};
}

std::string_view without_result(std::string_view instruction) {
    const std::string_view result = result_of(instruction);
    instruction = trimmed(instruction);
    return result.empty() ? instruction : instruction.substr(result.size() + 3);
}

std::vector<std::string_view> parts_of_address(std::string_view instruction) {
    std::string_view text = without_result(instruction);
    constexpr std::string_view begin = "getelementptr ";
    if (!text.starts_with(begin)) return {};
    text.remove_prefix(begin.size());
    for (const std::string_view flag : {"inbounds ", "nusw ", "nuw "})
        if (text.starts_with(flag)) text.remove_prefix(flag.size());
    return split(text);
}

std::size_t operands_of_expression(std::string_view text, std::size_t from) {
    const std::size_t open = text.find('(', from);
    const bool is_of_range =
        open != std::string_view::npos && text.substr(0, open).ends_with("inrange");
    return is_of_range ? text.find('(', open + bracketed(text, open).size()) : open;
}

std::string_view label_of(std::string_view line) {
    if (line.empty() || line[0] == ' ') return {};
    const std::size_t colon = line.front() == '"' ? line.find("\":") + 1 : line.find(':');
    return colon == std::string_view::npos ? std::string_view{} : line.substr(0, colon);
}

std::vector<std::string_view> targets_of(std::string_view line) {
    constexpr std::string_view label = "label %";
    std::vector<std::string_view> targets;
    for (std::size_t at = line.find(label); at != std::string_view::npos;
         at = line.find(label, at + label.size()))
        targets.push_back(name_at(line, at + label.size() - 1).substr(1));
    return targets;
}

bool uses(std::string_view text, std::string_view value) {
    for (std::size_t at = text.find(value); at != std::string_view::npos;
         at = text.find(value, at + 1)) {
        const std::size_t end = at + value.size();
        if (end == text.size() || text[end] == ',' || text[end] == ' ' || text[end] == ')') return true;
    }
    return false;
}

std::optional<Call> read_call(std::string_view instruction) {
    std::string_view text = without_result(instruction);
    for (const std::string_view kind : {"tail ", "musttail ", "notail "})
        if (text.starts_with(kind)) text.remove_prefix(kind.size());
    if (!text.starts_with("call ") && !text.starts_with("invoke ")) return {};
    // The callee is the first name that an opening bracket follows at once.
    for (std::size_t i = 0; i < text.size();) {
        const char c = text[i];
        if (c == '%' || c == '@') {
            const std::size_t end = after_name(text, i);
            if (end < text.size() && text[end] == '(') {
                const std::string_view list = bracketed(text, end);
                return Call{text.substr(i, end - i), list.substr(1, list.size() - 2)};
            }
            i = end;
        } else if (c == '(' || c == '[' || c == '{' || c == '<') {
            i += bracketed(text, i).size();
        } else {
            ++i;
        }
    }
    return {};
}

void Types::set_data_layout(std::string_view layout) {
    if (layout.find("-p:32:") != std::string_view::npos) pointer_bytes_ = 4;
}

void Types::define(std::string_view name, std::string_view definition) {
    definitions_.emplace(name, definition);
}

std::optional<Types::Layout> Types::layout_of_members(std::string_view list, bool packed) const {
    Layout all{0, 1};
    for (const std::string_view member : split(list)) {
        const auto own = layout(member);
        if (!own) return {};
        if (!packed) {
            all.bytes = rounded_up(all.bytes, own->alignment);
            all.alignment = std::max(all.alignment, own->alignment);
        }
        all.bytes += own->bytes;
    }
    all.bytes = rounded_up(all.bytes, all.alignment);
    return all;
}

std::optional<Types::Layout> Types::layout(std::string_view type) const {
    type = trimmed(type);
    if (type.empty()) return {};
    if (type == "ptr" || type.back() == '*') return Layout{pointer_bytes_, pointer_bytes_};
    if (const auto bits = bits_of_integer(type)) {
        const std::size_t bytes = std::bit_ceil(std::max<std::size_t>((*bits + 7) / 8, 1));
        return Layout{bytes, std::min<std::size_t>(bytes, 16)};
    }
    if (type == "half" || type == "bfloat") return Layout{2, 2};
    if (type == "float") return Layout{4, 4};
    if (type == "double") return Layout{8, 8};
    if (type == "x86_fp80" || type == "fp128") return Layout{16, 16};
    if (type[0] == '%') {
        const auto found = definitions_.find(type);
        return found == definitions_.end() ? std::nullopt : layout(found->second);
    }
    const std::string_view inside = type.substr(1, type.size() - 2);
    if (type.starts_with("<{")) return layout_of_members(inside.substr(1, inside.size() - 2), true);
    if (type[0] == '{') return layout_of_members(inside, false);
    if (type[0] != '[' && type[0] != '<') return {};
    const auto parts = sequence(inside);
    const auto element = parts ? layout(parts->element) : std::nullopt;
    if (!element) return {};
    const std::size_t bytes = parts->count * element->bytes;
    return Layout{bytes,
                  type[0] == '<' ? std::bit_ceil(std::max<std::size_t>(bytes, 1)) : element->alignment};
}

std::string_view Types::definition(std::string_view type) const {
    const auto found = definitions_.find(type);
    return found == definitions_.end() ? type : std::string_view(found->second);
}

std::optional<std::size_t> Types::member_offset(std::string_view list, std::size_t index,
                                                bool packed) const {
    const auto members = split(list);
    std::size_t end = 0;
    for (std::size_t m = 0; m < members.size(); ++m) {
        const auto own = layout(members[m]);
        if (!own) return {};
        const std::size_t begin = packed ? end : rounded_up(end, own->alignment);
        if (m == index) return begin;
        end = begin + own->bytes;
    }
    return {};
}

std::optional<std::size_t> Types::offset(std::string_view type,
                                         const std::vector<std::string_view>& indices) const {
    std::size_t offset = 0;
    for (std::size_t i = 0; i < indices.size(); ++i) {
        const auto index = number_in(indices[i].substr(indices[i].rfind(' ') + 1));
        if (!index) return {};
        if (i > 0) type = definition(type);
        const bool is_packed = type.starts_with("<{");
        if (i > 0 && (is_packed || type[0] == '{')) {
            const std::size_t brackets = is_packed ? 2 : 1;
            const std::string_view list = type.substr(brackets, type.size() - 2 * brackets);
            const auto begin = member_offset(list, *index, is_packed);
            if (!begin) return {};
            offset += *begin;
            type = split(list)[*index];
            continue;
        }
        if (i > 0) { // an array
            const auto parts = sequence(type.substr(1, type.size() - 2));
            if (!parts) return {};
            type = parts->element;
        }
        const auto element = layout(type);
        if (!element) return {};
        offset += *index * element->bytes;
    }
    return offset;
}

std::optional<std::string_view> Types::inner_array(std::string_view type,
                                                   const std::vector<std::string_view>& indices) const {
    type = definition(type);
    const bool is_packed = type.starts_with("<{");
    if (indices.size() != 2 || (!is_packed && !type.starts_with('{'))) return {};
    const std::size_t brackets = is_packed ? 2 : 1;
    const auto members = split(type.substr(brackets, type.size() - 2 * brackets));
    const auto index = number_in(indices[1].substr(indices[1].rfind(' ') + 1));
    if (!index || *index + 1 >= members.size()) return {};
    const std::string_view member = trimmed(members[*index]);
    const auto parts =
        member.starts_with('[') ? sequence(member.substr(1, member.size() - 2)) : std::nullopt;
    return parts && parts->count > 1 && store_bytes(member) ? std::optional(member) : std::nullopt;
}

std::optional<std::size_t> Types::store_bytes(std::string_view type) const {
    type = trimmed(type);
    if (type == "x86_fp80") return 10;
    if (const auto bits = bits_of_integer(type)) return (*bits + 7) / 8;
    const auto own = layout(type);
    return own ? std::optional(own->bytes) : std::nullopt;
}

} // namespace scanlab::instrument
