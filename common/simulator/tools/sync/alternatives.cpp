#include "alternatives.hpp"

#include "format.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace scanlab::sync {
namespace {

/// Comes before the source. The variable is set before main(); what is in this namespace may be used in
/// kernels, and is not observed.
constexpr std::string_view preamble = R"(#include <cstdlib>
#include <cuda_runtime.h>
namespace scanlab::sim {
inline const char* const tried = std::getenv("SCANLAB_TRIED");
SCANLAB_UNOBSERVED __device__ inline bool is_tried(unsigned number) { return tried && tried[number] == '1'; }
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

} // namespace

Alternatives::Alternatives(const std::string& source, const std::vector<Alternative>& all) {
    std::map<Extent, std::vector<Edit>> of_call;
    std::vector<Edit> edits;
    for (const Alternative& one : all)
        if (one.call == Extent{}) {
            edits.push_back({one.edit.where,
                             fmt::format("if ({}) {{ {}}} ", condition(all_.size()), one.edit.text)});
            all_.push_back(one);
        } else {
            of_call[one.call].push_back(one.edit);
        }
    std::size_t end = 0;
    for (const auto& [call, changes] : of_call) {
        if (call.begin < end) continue; // it is an argument of the call before
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
        const auto found = std::ranges::find(all_, edit, &Alternative::edit);
        if (found == all_.end()) return {};
        if (found->call != Extent{} && !calls.insert(found->call).second) return {};
        tried[static_cast<std::size_t>(found - all_.begin())] = '1';
    }
    return "SCANLAB_TRIED=" + tried;
}

} // namespace scanlab::sync
