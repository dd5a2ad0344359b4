#include "alternatives.hpp"

#include "format.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace scanlab::sync {
namespace {

/// Comes before the source. The variable is set before main(); what is in this namespace may be used
/// everywhere, and is not observed.
constexpr std::string_view preamble = R"(#include <cstdlib>
#include <cooperative_groups.h>
#include <cuda_runtime.h>
namespace scanlab::sim {
inline const char* const tried = std::getenv("SCANLAB_TRIED");
SCANLAB_UNOBSERVED __host__ __device__ inline bool is_tried(unsigned number) { return tried && tried[number] == '1'; }
}
)";

std::string condition(std::size_t number) {
    return fmt::format("::scanlab::sim::is_tried({})", number);
}

/// The part of the source with the edit, which is in it.
std::string edited_part(const std::string& source, const Extent& part, const Edit& edit) {
    return edited(source.substr(part.begin, part.end - part.begin),
                  {{{edit.where.begin - part.begin, edit.where.end - part.begin}, edit.text}});
}

/// What comes before a statement or an expression.
Edit beside_it(const Alternative& one, const std::string& condition) {
    constexpr std::array formats{"", "if ({0}) {{ {1}}} ", "if ({0}) {{ {1}; }} else ",
                                 "({0} && ({1}true)), "};
    const std::size_t begin = one.edit.where.begin;
    return {{begin, begin},
            fmt::format(fmt::runtime(formats[static_cast<std::size_t>(one.form)]), condition,
                        one.edit.text)};
}

} // namespace

Alternatives::Alternatives(const std::string& source, std::vector<Alternative> all,
                           std::vector<Edit> always)
    : always_(std::move(always)) {
    // In place of a statement with a condition, there may be more than one.
    for (const Edit& edit : always_)
        std::erase_if(all, [&](const Alternative& one) {
            return one.form == Alternative::Form::instead_of_statement && is_condition(edit) &&
                   edit.where.begin == one.edit.where.begin;
        });
    std::ranges::stable_sort(all, {}, &Alternative::form);
    std::map<Extent, std::vector<Edit>> of_call;
    std::vector<Edit> edits = always_;
    for (const Alternative& one : all)
        if (one.form != Alternative::Form::of_call) {
            edits.push_back(beside_it(one, condition(all_.size())));
            all_.push_back(one);
        } else {
            of_call[one.call].push_back(one.edit);
        }
    std::size_t end = 0;
    for (const auto& [call, changes] : of_call) {
        const auto is_inside = [at = call](const Edit& edit) {
            return at.begin <= edit.where.begin && edit.where.end <= at.end;
        };
        // It is an argument of the call before, or another one anyway.
        if (call.begin < end || std::ranges::any_of(always_, is_inside)) continue;
        end = call.end;
        std::string text = "(";
        for (const Edit& change : changes) {
            text +=
                fmt::format("{} ? ({}) : ", condition(all_.size()), edited_part(source, call, change));
            all_.push_back({call, change});
        }
        edits.push_back({call, text + "(" + source.substr(call.begin, call.end - call.begin) + "))"});
    }
    text_ = std::string(preamble) + edited(source, edits);
}

std::string Alternatives::setting(const std::vector<Edit>& edits) const {
    if (all_.empty()) return {};
    std::string tried(all_.size(), '0');
    std::set<Extent> calls;
    for (const Edit& edit : edits) {
        if (is_inclusion(edit) || std::ranges::find(always_, edit) != always_.end()) continue;
        const auto found = std::ranges::find(all_, edit, &Alternative::edit);
        if (found == all_.end()) return {};
        if (found->call != Extent{} && !calls.insert(found->call).second) return {};
        tried[static_cast<std::size_t>(found - all_.begin())] = '1';
    }
    return "SCANLAB_TRIED=" + tried;
}

} // namespace scanlab::sync
