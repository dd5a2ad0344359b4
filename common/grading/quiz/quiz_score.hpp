/// \file
/// Which questions a student has answered, kept from one time to the next.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace scanlab::quiz {

class Score {
public:
    /// Reads what is in the file; nothing if it is missing, or is none.
    explicit Score(std::filesystem::path file);

    /// Notes an answer, and writes the file. A question that was once answered rightly stays so.
    void note(const std::string& lesson, const std::string& question, bool right);

    /// How many questions of the lesson were answered, and how many of these rightly.
    struct Count {
        int right = 0, answered = 0;
    };
    Count count(const std::string& lesson) const;

private:
    std::filesystem::path file_;
    std::map<std::string, std::map<std::string, bool>> right_; ///< by lesson and question
};

} // namespace scanlab::quiz
