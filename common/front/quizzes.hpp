/// \file
/// What the quizzes came to.
#pragma once

namespace scanlab {

/// Of a lesson's quiz: how many questions it has, and how many of them were answered.
struct QuizCount {
    int questions = 0, answered = 0, right = 0;
};

/// All 0 if the lesson has no quiz.
QuizCount quiz_count(int lesson);

} // namespace scanlab
