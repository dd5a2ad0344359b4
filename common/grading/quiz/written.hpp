/// \file
/// Questions written down, for pages and for learning platforms.
#pragma once

#include "asked.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace scanlab::quiz {

/// For a page: the answers are folded, and bear what docs/site/quiz.js needs to ask for them.
std::string markdown(const std::vector<Asked>& questions);

/// For paper or a terminal: the questions, and below them the key.
std::string paper(const std::vector<Asked>& questions);

/// Each question in its variants: the same with other numbers.
using Variants = std::vector<std::vector<Asked>>;

/// For Moodle: a file in GIFT. Each question is a category, from which a quiz can draw at random.
std::string gift(const Variants& questions);

/// For Canvas and others: a zip of IMS QTI 1.2, with a quiz for each lesson, in which each question is
/// a group of which one is drawn. Throws UsageError if it cannot be written.
void write_qti(const Variants& questions, const std::filesystem::path& zip);

/// "Lesson 03: double buffer", of a lesson's folder.
std::string title_of(const std::string& lesson);

} // namespace scanlab::quiz
