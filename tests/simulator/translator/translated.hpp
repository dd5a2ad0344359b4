#pragma once

#include "catch.hpp"
#include "compile/translator/translator.hpp"

#include <string>

using scanlab::translate::Locals;

/// What a source that has no errors becomes.
inline std::string translated(const std::string& source, Locals locals = Locals::hidden) {
    const auto result = scanlab::translate::translate(source, "a.cu", {}, locals);
    for (const auto& error : result.errors) UNSCOPED_INFO(error.line << ":" << error.column << " " << error.message);
    REQUIRE(result.errors.empty());
    return result.text;
}
