#include "formula.hpp"

#include "format.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>

namespace scanlab {
namespace {

/// Reads a formula or a condition from left to right and computes as it goes.
class Reader {
public:
    Reader(std::string_view text, const Values& values) : text_(text), rest_(text), values_(values) {}

    double formula() {
        const double value = sum();
        if (!rest_.empty()) fail("an end");
        return value;
    }

    Comparison condition() {
        const double left = sum();
        for (const std::string_view sign : {"<=", ">=", "==", "<", ">"}) {
            if (!take(sign)) continue;
            const double right = sum();
            if (!rest_.empty()) fail("an end");
            return {left, right, compare(left, sign, right)};
        }
        fail("a comparison");
    }

private:
    static bool compare(double left, std::string_view sign, double right) {
        const double slack = 1e-9 * std::max(std::abs(left), std::abs(right));
        if (sign == "<=") return left <= right + slack;
        if (sign == ">=") return left >= right - slack;
        if (sign == "<") return left < right - slack;
        if (sign == ">") return left > right + slack;
        return std::abs(left - right) <= slack;
    }

    double sum() {
        double value = product();
        for (;;) {
            if (take("+"))
                value += product();
            else if (take("-"))
                value -= product();
            else
                return value;
        }
    }

    double product() {
        double value = factor();
        for (;;) {
            if (take("*"))
                value *= factor();
            else if (take("/"))
                value /= factor();
            else
                return value;
        }
    }

    double factor() {
        skip_space();
        if (take("(")) {
            const double value = sum();
            expect(")");
            return value;
        }
        if (!rest_.empty() && (std::isdigit(static_cast<unsigned char>(rest_.front())) != 0))
            return number();
        const std::string_view name = word();
        if (name.empty()) fail("a number or a name");
        if (take("(")) return call(name);
        const auto value = values_.find(name);
        if (value == values_.end())
            throw FormulaError(fmt::format("'{}' in '{}' is unknown", name, text_));
        return value->second;
    }

    double call(std::string_view name) {
        const double x = sum();
        if (name == "max") {
            expect(",");
            const double y = sum();
            expect(")");
            return std::max(x, y);
        }
        expect(")");
        if (name == "log2") return std::ceil(std::log2(std::max(x, 1.0)) - 1e-9);
        if (name == "exp2") return std::exp2(x);
        if (name == "ceil") return std::ceil(x - 1e-9);
        throw FormulaError(fmt::format("'{}' in '{}' is no function", name, text_));
    }

    double number() {
        const std::string copy(rest_);
        char* end = nullptr;
        const double value = std::strtod(copy.c_str(), &end);
        rest_.remove_prefix(static_cast<std::size_t>(end - copy.c_str()));
        return value;
    }

    std::string_view word() {
        const auto end = std::ranges::find_if_not(
            rest_, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
        const std::string_view name(rest_.begin(), end);
        rest_.remove_prefix(name.size());
        return name;
    }

    void skip_space() {
        while (rest_.starts_with(' ')) rest_.remove_prefix(1);
    }

    bool take(std::string_view sign) {
        skip_space();
        if (!rest_.starts_with(sign)) return false;
        rest_.remove_prefix(sign.size());
        return true;
    }

    void expect(std::string_view sign) {
        if (!take(sign)) fail(fmt::format("'{}'", sign));
    }

    [[noreturn]] void fail(std::string_view expected) const {
        throw FormulaError(fmt::format("{} is expected in '{}' before '{}'", expected, text_, rest_));
    }

    std::string_view text_, rest_;
    const Values& values_;
};

} // namespace

double value_of(std::string_view formula, const Values& values) {
    return Reader(formula, values).formula();
}

std::vector<std::string_view> names_in(std::string_view text) {
    const auto is_of_word = [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '_' || c == '.';
    };
    std::vector<std::string_view> names;
    for (auto begin = std::ranges::find_if(text, is_of_word); begin != text.end();) {
        const auto end = std::find_if_not(begin, text.end(), is_of_word);
        const auto next = std::find_if_not(end, text.end(), [](char c) { return c == ' '; });
        const bool is_number = std::isalpha(static_cast<unsigned char>(*begin)) == 0 && *begin != '_',
                   is_function = next != text.end() && *next == '(';
        if (!is_number && !is_function) names.emplace_back(begin, end);
        begin = std::find_if(end, text.end(), is_of_word);
    }
    return names;
}

Comparison evaluate(std::string_view condition, const Values& values) {
    return Reader(condition, values).condition();
}

} // namespace scanlab
