/// \file
/// What a command prints when it is asked for --help.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace scanlab {

/// The text in lines of at most so many columns.
std::vector<std::string> wrapped(std::string_view text, std::size_t columns);

/// The text in the right-hand column of a list whose left-hand one holds `left`.
std::string list_entry(std::string left, std::string_view text, std::size_t left_columns);

/// Prints an option's name and its help, and nothing else that CLI11 knows of it: pages show this, and
/// CLI11's own form differs from version to version.
class Help : public CLI::Formatter {
public:
    explicit Help(std::string usage) : usage_(std::move(usage)) {}
    std::string make_help(const CLI::App* app, std::string name,
                          CLI::AppFormatMode mode) const override;

private:
    std::string usage_;
};

} // namespace scanlab
