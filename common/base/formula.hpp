/// \file
/// Formulas in data files: the conditions of a rubric, as in "barriers <= log2(2*block)", and the
/// answers of a quiz.
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace scanlab {

/// A formula says nothing: a word is unknown, or it is not written as one.
struct FormulaError : std::runtime_error {
    using runtime_error::runtime_error;
};

using Values = std::map<std::string, double, std::less<>>;

/// Both sides of a condition, and whether it holds. Equal up to rounding is equal.
struct Comparison {
    double left, right;
    bool holds;
};

/// A sum of products of numbers, names, parentheses and log2(x), which is rounded up, exp2(x), ceil(x)
/// and max(x, y). Throws FormulaError.
double value_of(std::string_view formula, const Values& values);

/// The names of values in a formula or a condition, each as often as it stands there.
std::vector<std::string_view> names_in(std::string_view text);

/// `left <= right`, `<`, `>=`, `>` or `==`, of two such. Throws FormulaError.
Comparison evaluate(std::string_view condition, const Values& values);

} // namespace scanlab
