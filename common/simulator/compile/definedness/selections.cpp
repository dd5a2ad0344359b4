#include "compile/definedness/selections.hpp"

#include "compile/definedness/effects.hpp"
#include "compile/definedness/flow.hpp"
#include "compile/ir/blocks.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

namespace scanlab::instrument {

namespace {

bool begins(std::string_view line, std::string_view word) {
    return without_result(line).starts_with(word);
}
bool is_instruction(std::string_view line) {
    return line.starts_with(' ') && !without_result(line).starts_with(';');
}

class Finder {
public:
    Finder(const Lines& body, const OwnVariables& variables, const Types& types)
        : body_(body), variables_(variables), types_(types), blocks_(blocks_of(body)) {}

    std::vector<Selection> all() const {
        std::vector<Selection> selections;
        for (std::size_t block = 0; block < blocks_.size(); ++block)
            if (const auto selection = selection_of(block)) selections.push_back(*selection);
        return selections;
    }

private:
    using Sides = std::set<std::size_t>; ///< blocks
    static constexpr std::size_t most_blocks = 16;

    std::optional<Selection> selection_of(std::size_t block) const {
        const auto branch = last_instruction(block);
        if (!branch || !begins(body_[*branch], "br i1 ")) return {};
        for (std::size_t join = block + 1; join < std::min(block + most_blocks, blocks_.size()); ++join)
            if (const auto sides = sides_before(join, block)) return made(*branch, *sides, join);
        return {};
    }

    std::optional<std::size_t> last_instruction(std::size_t block) const {
        for (std::size_t i = blocks_[block].end; i-- > blocks_[block].first;)
            if (is_instruction(body_[i])) return i;
        return {};
    }

    /// The blocks between a branch and where all that leads on from it meets; nothing if some of it
    /// leads elsewhere, goes round a loop, or does more than to assign.
    std::optional<Sides> sides_before(std::size_t join, std::size_t branching) const {
        Sides sides;
        std::vector<std::size_t> to_visit = blocks_[branching].successors;
        while (!to_visit.empty()) {
            const std::size_t block = to_visit.back();
            to_visit.pop_back();
            if (block == join || sides.contains(block)) continue;
            const std::vector<std::size_t>& next = blocks_[block].successors;
            const auto leads_back = [&](std::size_t to) { return to <= block; };
            if (block < branching || block > join || next.empty() ||
                std::ranges::any_of(next, leads_back) || !only_assigns(block))
                return {};
            sides.insert(block);
            to_visit.insert(to_visit.end(), next.begin(), next.end());
        }
        return sides;
    }

    bool only_assigns(std::size_t block) const {
        for (std::size_t i = blocks_[block].first; i < blocks_[block].end; ++i)
            if (is_instruction(body_[i]) && !is_allowed(body_[i])) return false;
        return true;
    }

    bool is_allowed(std::string_view line) const {
        if (begins(line, "br ") || begins(line, "getelementptr ") || is_note(line)) return true;
        if (const auto from = source_of_load(line)) return variables_.part_of(from->value).has_value();
        if (is_store(line)) return assigned(line).has_value();
        constexpr std::array divisions{"sdiv ", "udiv ", "srem ", "urem ", "frem "};
        const Effect effect = effect_on("", line);
        return effect == Effect::propagates || effect == Effect::derives ||
               std::ranges::any_of(divisions,
                                   [&](std::string_view word) { return begins(line, word); });
    }

    /// A pointer is none: an address that depends on what was never set cannot be followed further.
    std::optional<Selected> assigned(std::string_view line) const {
        const auto store = read_store(line);
        if (store && is_pointer(store->value.type)) return {};
        const auto part = store ? variables_.part_of(store->pointer.value) : std::nullopt;
        const auto bytes = store ? types_.store_bytes(store->value.type) : std::nullopt;
        if (!part || !bytes || part->offset + *bytes > part->variable->bytes) return {};
        const bool is_float = store->value.type == "float" || store->value.type == "double";
        return Selected{store->pointer.value, *part, *bytes, is_float};
    }

    std::optional<Selection> made(std::size_t branch, const Sides& sides, std::size_t join) const {
        std::size_t behind = blocks_[join].first;
        Selection selection{body_.begin() + static_cast<std::ptrdiff_t>(branch), {}, {}, {}};
        for (; !is_instruction(body_[behind]) || begins(body_[behind], "phi "); ++behind) {
            if (!is_instruction(body_[behind])) continue;
            const std::string_view phi = without_result(body_[behind]);
            if (is_pointer(phi.substr(4, phi.find(" [") - 4))) return {};
            selection.phis.push_back(body_.begin() + static_cast<std::ptrdiff_t>(behind));
        }
        selection.join = body_.begin() + static_cast<std::ptrdiff_t>(behind);
        for (const std::size_t block : sides)
            for (std::size_t i = blocks_[block].first; i < blocks_[block].end; ++i)
                if (const auto target = is_store(body_[i]) ? assigned(body_[i]) : std::nullopt)
                    selection.assigned.push_back(*target);
        // One or the other: what a branch defers is taken once.
        if (!selection.assigned.empty() && !selection.phis.empty()) return {};
        return selection;
    }

    const Lines& body_;
    const OwnVariables& variables_;
    const Types& types_;
    std::vector<BasicBlock> blocks_;
};

} // namespace

Selections::Selections(const Lines& body, const OwnVariables& variables, const Types& types)
    : all_(Finder(body, variables, types).all()) {}

const Selection* Selections::of(Line branch) const {
    const auto found = std::ranges::find(all_, branch, &Selection::branch);
    return found == all_.end() ? nullptr : &*found;
}

} // namespace scanlab::instrument
