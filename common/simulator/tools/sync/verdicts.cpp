#include "verdicts.hpp"

#include <utility>

namespace scanlab::sync {
namespace {

/// What could do in its place; the least comes first.
std::vector<Edit> less(const Synchronisation& one) {
    std::vector<Edit> edits = one.narrower;
    if (one.can_go) edits.insert(edits.begin(), {one.call.all, std::string(nothing)});
    return edits;
}

/// A thread that comes by is told of.
Edit trap(const Synchronisation& one, const std::string& source) {
    const Extent& at = one.call.all;
    return {at, "(__trap(), " + source.substr(at.begin, at.end - at.begin) + ")"};
}

class Judge {
public:
    Judge(const std::string& source, Variants& variants) : source_(source), variants_(variants) {}

    Verdict verdict(const Synchronisation& one) {
        Verdict needed{Verdict::Kind::needed, one};
        for (const Edit& edit : less(one)) {
            std::optional<Evidence> evidence = evidence_against(edit);
            if (!evidence) return saving(one, edit, std::move(needed.evidence));
            if (!needed.evidence || !one.can_go)
                needed = {Verdict::Kind::needed, one, std::move(evidence), edit};
        }
        return needed;
    }

private:
    std::optional<Evidence> evidence_against(const Edit& edit) {
        std::vector<Edit> all = made_;
        all.push_back(edit);
        return variants_.evidence_against(all);
    }

    /// Whether some thread comes by: a trap there would be told.
    bool is_reached(const Synchronisation& one) {
        return evidence_against(trap(one, source_)).has_value();
    }

    /// The edit changes nothing. `evidence`: of what would, being less.
    Verdict saving(const Synchronisation& one, const Edit& edit, std::optional<Evidence> evidence) {
        if (!evidence && !is_reached(one)) return {Verdict::Kind::never_reached, one};
        made_.push_back(edit);
        return {edit.text == nothing ? Verdict::Kind::not_needed : Verdict::Kind::narrower, one,
                std::move(evidence), edit};
    }

    const std::string& source_;
    Variants& variants_;
    std::vector<Edit> made_;
};

} // namespace

std::vector<Alternative> alternatives(const std::vector<Synchronisation>& all,
                                      const std::string& source) {
    std::vector<Alternative> tried;
    for (const Synchronisation& one : all) {
        for (const Edit& edit : less(one)) tried.push_back({one.call.all, edit});
        tried.push_back({one.call.all, trap(one, source)});
    }
    return tried;
}

std::vector<Verdict> judge(const std::vector<Synchronisation>& all, const std::string& source,
                           Variants& variants) {
    Judge judge(source, variants);
    std::vector<Verdict> verdicts;
    for (const Synchronisation& one : all) {
        if (interruption() != 0) break;
        verdicts.push_back(judge.verdict(one));
    }
    return verdicts;
}

std::vector<Edit> savings(const std::vector<Verdict>& verdicts) {
    std::vector<Edit> edits;
    for (const Verdict& verdict : verdicts)
        if (verdict.kind == Verdict::Kind::narrower || verdict.kind == Verdict::Kind::not_needed)
            edits.push_back(*verdict.instead);
    return edits;
}

} // namespace scanlab::sync
