/// \file
/// The questions of a lesson: its file quiz.json, read. docs/adding_a_lesson.md describes the file.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace scanlab::quiz {

/// Something to choose.
struct Choice {
    std::string text;
    std::string why; ///< it is right or wrong
    bool right;
};

/// A question, whose answer is a number or one of several choices. In its texts `${2*n}` stands for a
/// formula's value.
struct Question {
    std::string id;   ///< unique within its lesson, as in "barriers"
    std::string part; ///< "predict" or "check": before or after the student runs the lesson
    std::string ask;  ///< Markdown, of which only `code` is used
    std::string code; ///< lines of CUDA that it is about; empty if none
    std::string why;  ///< the answer is what it is
    /// The numbers that the names in formulas may stand for. The first of each is a page's.
    std::map<std::string, std::vector<double>> given;
    std::string valid;           ///< a condition on numbers that a user brings; empty: any will do
    std::string answer;          ///< a formula; empty if there are choices
    std::string counter;         ///< what of the simulator's counts it predicts; empty if none
    std::string uncounted;       ///< why there is none
    std::string program;         ///< whose run is counted; empty: the lesson's
    std::vector<Choice> choices; ///< none if the answer is a number
};

struct Quiz {
    std::string lesson; ///< its folder, as in "03_double_buffer"
    std::vector<Question> questions;
};

/// The quiz in a lesson's folder. Throws UsageError, with the file's name and what is wrong, if it is
/// none.
Quiz read_quiz(const std::filesystem::path& lesson);

} // namespace scanlab::quiz
