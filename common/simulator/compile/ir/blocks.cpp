#include "compile/ir/blocks.hpp"

#include "compile/ir/ir.hpp"

#include <map>

namespace scanlab::instrument {

std::vector<BasicBlock> blocks_of(const std::vector<std::string_view>& body) {
    std::vector<BasicBlock> blocks{{0, body.size(), {}}};
    std::map<std::string_view, std::size_t> by_label;
    for (std::size_t i = 0; i < body.size(); ++i) {
        const std::string_view label = label_of(body[i]);
        if (label.empty()) continue;
        if (i > 0) {
            blocks.back().end = i;
            blocks.push_back({i, body.size(), {}});
        }
        by_label[label] = blocks.size() - 1;
    }
    for (BasicBlock& block : blocks)
        for (std::size_t i = block.first; i < block.end; ++i)
            for (const std::string_view name : targets_of(body[i]))
                if (const auto target = by_label.find(name); target != by_label.end())
                    block.successors.push_back(target->second);
    return blocks;
}

} // namespace scanlab::instrument
