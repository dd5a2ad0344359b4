#include "compile/ir/uses.hpp"

namespace scanlab::instrument {

Uses::Uses(const Lines& body) : begin_(body.begin()), end_(body.end()) {
    for (Line line = begin_; line != end_; ++line)
        for (std::size_t at = line->find('%'); at != std::string_view::npos;
             at = line->find('%', at + 1)) {
            const std::string_view name = name_at(*line, at);
            if (name == result_of(*line)) continue;
            std::vector<Line>& lines = lines_[name];
            if (lines.empty() || lines.back() != line) lines.push_back(line);
        }
}

const std::vector<Line>& Uses::of(std::string_view value) const {
    static const std::vector<Line> none;
    const auto lines = lines_.find(value);
    return lines == lines_.end() ? none : lines->second;
}

Line Uses::only_use(Line made) const {
    const std::vector<Line>& lines = of(result_of(*made));
    return lines.size() == 1 ? lines[0] : end_;
}

bool is_store(std::string_view line) { return without_result(line).starts_with("store "); }

std::optional<Store> read_store(std::string_view line) {
    const std::string_view text = without_result(line);
    if (!text.starts_with("store ") || text.starts_with("store volatile ") ||
        text.starts_with("store atomic "))
        return {};
    const auto parts = split(text.substr(6));
    const auto value = parts.size() > 1 ? read_operand(parts[0]) : std::nullopt,
               pointer = value ? read_operand(parts[1]) : std::nullopt;
    return pointer ? std::optional(Store{*value, *pointer}) : std::nullopt;
}

bool is_note(std::string_view line) {
    const auto call = read_call(line);
    return call &&
           (call->callee.starts_with("@llvm.dbg.") || call->callee.starts_with("@llvm.lifetime."));
}

} // namespace scanlab::instrument
