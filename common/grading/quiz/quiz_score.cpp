#include "quiz_score.hpp"

#include "output_file.hpp"
#include "process.hpp"

#include <nlohmann/json.hpp>

#include <utility>

namespace scanlab::quiz {

Score::Score(std::filesystem::path file) : file_(std::move(file)) {
    try {
        right_ = nlohmann::json::parse(content(file_)).get<decltype(right_)>();
    } catch (const nlohmann::json::exception&) { // there is no score yet
    }
}

void Score::note(const std::string& lesson, const std::string& question, bool right) {
    right_[lesson][question] |= right;
    std::filesystem::create_directories(file_.parent_path());
    OutputFile("the score", file_).write(nlohmann::json(right_).dump(2) + "\n");
}

Score::Count Score::count(const std::string& lesson) const {
    Count count;
    if (const auto found = right_.find(lesson); found != right_.end())
        for (const auto& [question, right] : found->second) {
            ++count.answered;
            count.right += right;
        }
    return count;
}

} // namespace scanlab::quiz
