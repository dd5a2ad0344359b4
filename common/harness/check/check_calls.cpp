#include "check_calls.hpp"

#include "call.hpp"

namespace scanlab {

CheckResult check_calls(const Lesson& lesson, const Variant& variant, const Checks& checks) {
    std::shared_ptr<Workspace> workspace;
    return check_all(layout_of(variant), checks, [&](InputKind kind, long long n, std::uint64_t order) {
        const Recipe recipe{kind, lesson.task, n, checks.seed};
        return check_once(lesson, variant, recipe, order, workspace);
    });
}

CheckResult check_input(const Lesson& lesson, const Variant& variant, const Input& input,
                        InputKind kind, std::uint64_t order) {
    std::shared_ptr<Workspace> workspace;
    return check_one(kind, count(input.values), order,
                     [&](InputKind, long long, std::uint64_t in_order) {
                         return check_once(lesson, variant, input, in_order, workspace);
                     });
}

} // namespace scanlab
