/// \file
/// Reading a command line, the same way in every program.
#pragma once

#include "errors.hpp"
#include "format.hpp"

#include <CLI/CLI.hpp>

namespace scanlab {

/// For options that take a number: CLI11 would read 010 as 8.
inline std::string plain_digits(const std::string& text) {
    const bool plain = text.find_first_not_of("0123456789") == std::string::npos &&
                       (text == "0" || !text.starts_with('0'));
    return plain ? std::string() : fmt::format("{}: give a whole number in plain digits", text);
}

/// What a user is told of words that CLI11 refuses, of which it says this.
inline std::string refusal(std::string what) {
    if (what.ends_with(" missing")) // "--n: 1 required TEXT missing"
        what = what.substr(0, what.find(':')) + " needs a value";
    return what + "; --help lists the options";
}

/// Reads the words of a command line into what the options of `app` are bound to. False if only help
/// was asked for, which has then been printed. Throws UsageError.
inline bool read_command_line(CLI::App& app, int argc, const char* const* argv) {
    app.get_formatter()->column_width(24);
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        fmt::print("{}", app.help());
        return false;
    } catch (const CLI::ParseError& error) {
        throw UsageError(refusal(error.what()));
    }
    return true;
}

} // namespace scanlab
