#include "submission.hpp"

#include "collected.hpp"
#include "errors.hpp"
#include "format.hpp"
#include "gradescope_export.hpp"
#include "names.hpp"
#include "process.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <tuple>
#include <utility>

namespace scanlab::grader {
namespace {

namespace fs = std::filesystem;

using Path = std::vector<std::string>;

/// A collected file that has the name of an exercise. Its path begins where the student's own begins.
struct Candidate {
    Collected file;
    SolutionName name;
};

/// What is known of one student's hand-in, before it is decided what is graded.
struct Pile {
    Submission submission;
    std::vector<Candidate> candidates{};
    std::vector<Collected> refused{};
    std::vector<std::string> misnamed{}; ///< where they lie
};

/// As in 05_coarsened.
bool is_lesson(const std::string& folder) {
    return folder.size() > 3 && std::isdigit(static_cast<unsigned char>(folder[0])) != 0 &&
           std::isdigit(static_cast<unsigned char>(folder[1])) != 0 && folder[2] == '_';
}

/// As in lessons/05_coarsened/raking_exercise.cu, at whatever depth.
bool lies_in_lessons(const Collected& file) {
    return file.path.size() > 2 && file.path[file.path.size() - 3] == "lessons";
}

std::string not_taken(const Collected& file) {
    return fmt::format("{} was not taken: {}", file.name(), file.refused);
}

/// Zip archives count in steps of two seconds.
bool same_age(const Candidate& a, const Candidate& b) {
    return a.name.attempt == b.name.attempt && std::llabs(a.file.modified - b.file.modified) <= 2;
}

/// The one that counts goes to the submission: of a whole kit, what lies in its `lessons`; of several,
/// the latest, by the number in its name or by its time.
void choose(Submission& submission, const std::string& exercise, std::vector<Candidate> candidates) {
    const auto in_lessons = [](const Candidate& c) { return lies_in_lessons(c.file); };
    if (std::ranges::any_of(candidates, in_lessons))
        std::erase_if(candidates, [&](const Candidate& c) { return !in_lessons(c); });
    std::ranges::sort(candidates, {}, [](const Candidate& c) {
        return std::tuple(c.name.attempt, c.file.modified, c.file.path);
    });
    const Candidate latest = candidates.back();
    candidates.pop_back();
    const std::string text = content(latest.file.file);
    std::erase_if(candidates, [&](const Candidate& c) { return content(c.file.file) == text; });
    if (!candidates.empty() && same_age(candidates.back(), latest)) {
        submission.refused[exercise] =
            fmt::format("handed in more than once, as {} and {}, so it is not clear which one counts",
                        candidates.back().file.name(), latest.file.name());
        return;
    }
    for (const Candidate& older : candidates)
        submission.remarks.push_back(
            fmt::format("{} was not taken: {} is newer", older.file.name(), latest.file.name()));
    submission.files[exercise] = {latest.file.file, latest.file.name()};
}

/// A remark on each missing exercise for which a file may be meant that has another name.
void remark_on_names(Pile& pile, const std::vector<ExerciseDescription>& exercises) {
    Submission& submission = pile.submission;
    for (const ExerciseDescription& exercise : exercises) {
        const std::string& name = exercise.lesson.name;
        const auto is_meant = [&](const std::string& path) {
            return names_exercise(path, exercise, exercises);
        };
        const auto found = std::ranges::find_if(pile.misnamed, is_meant);
        if (found != pile.misnamed.end() && !submission.files.contains(name) &&
            !submission.refused.contains(name))
            submission.remarks.push_back(
                fmt::format("{} was not taken: if it is exercise {}, name it {}", *found, name,
                            file_name(exercise)));
    }
    if (submission.remarks.empty() && submission.files.empty() && submission.refused.empty() &&
        !pile.misnamed.empty())
        submission.remarks.push_back(
            fmt::format("{} was not taken: it has no exercise's name, such as {}",
                        pile.misnamed.front(), file_name(exercises.front())));
}

/// What the pile comes to.
Submission decided(Pile pile, const std::vector<ExerciseDescription>& exercises) {
    Submission& submission = pile.submission;
    std::map<std::string, std::vector<Candidate>> by_exercise;
    for (const Candidate& candidate : pile.candidates)
        by_exercise[candidate.name.exercise->lesson.name].push_back(candidate);
    for (auto& [exercise, candidates] : by_exercise)
        choose(submission, exercise, std::move(candidates));
    for (const Collected& file : pile.refused) {
        const auto solution = solution_name(file.path.back(), exercises);
        bool missed = false;
        for (const ExerciseDescription& exercise : exercises) {
            const std::string& name = exercise.lesson.name;
            const bool concerned = !solution || solution->exercise == &exercise; // or it is an archive
            if (!concerned || submission.files.contains(name)) continue;
            submission.refused.emplace(name, not_taken(file));
            missed = true;
        }
        if (!missed) submission.remarks.push_back(not_taken(file));
    }
    remark_on_names(pile, exercises);
    constexpr std::size_t most_remarks = 5;
    if (const std::size_t all = submission.remarks.size(); all > most_remarks) {
        submission.remarks.resize(most_remarks);
        submission.remarks.push_back(fmt::format("… and {} more", all - most_remarks));
    }
    return std::move(submission);
}

/// Decides whose each file of a class is.
class Class {
public:
    Class(const Collection& all, const std::vector<ExerciseDescription>& exercises)
        : all_(all), exercises_(exercises) {
        find_metadata();
        is_of_canvas_ = tells_of_canvas();
        exported_ =
            !metadata_.empty() || is_of_canvas_ || std::ranges::any_of(all.tops, [](const auto& top) {
                return moodle_owner(top.first).has_value();
            });
    }

    /// Whether a course system has put it together.
    bool is_exported() const { return exported_; }

    /// Whether it tells of several students. One alone may have made it, and written any name into it.
    bool has_several_owners() const {
        std::set<std::pair<std::string, std::string>> owners;
        for (const auto& [folder, submission] : metadata_)
            for (const auto& person : submission.people) owners.emplace(person.name, person.id);
        if (metadata_.empty())
            for (const auto& [top, is_folder] : all_.tops)
                if (const auto owner = owner_by_system(top)) owners.emplace(owner->student, owner->id);
        return owners.size() > 1;
    }

    /// Whether exercises lie where one student has them.
    bool is_one_submission() const {
        return std::ranges::any_of(all_.files, [this](const Collected& file) {
            Path folders = file.path;
            const std::string name = folders.back();
            folders.pop_back();
            if (!folders.empty() && folders.front() == "lessons") folders.erase(folders.begin());
            const auto solution = solution_name(name, exercises_);
            const bool mine = solution && solution->owner.empty();
            return mine && (folders.empty() || (folders.size() == 1 && is_lesson(folders.front())));
        });
    }

    std::vector<Submission> students() {
        if (metadata_.empty())
            for (const auto& [top, unused] : all_.tops) pile_of({top});
        for (const auto& [folder, unused] : metadata_) piles_[folder].submission.student = folder;
        for (const Collected& file : all_.files) add(file);
        for (const Path& path : all_.misnamed) add_misnamed(path);
        std::vector<Submission> submissions;
        for (auto& [key, pile] : piles_) {
            const auto known = metadata_.find(key);
            const Submission submission = decided(std::move(pile), exercises_);
            if (known == metadata_.end())
                submissions.push_back(submission);
            else
                add_group(submissions, submission, known->second);
        }
        return submissions;
    }

    Submission one(const std::string& student) {
        Pile pile{.submission = {.student = student}};
        for (const Collected& file : all_.files) put(pile, file, true);
        for (const Path& path : all_.misnamed)
            pile.misnamed.push_back(fmt::format("{}", fmt::join(path, "/")));
        return decided(std::move(pile), exercises_);
    }

private:
    /// Gradescope's folders lie beside its metadata, at the top or in assignment_9_export there.
    void find_metadata() {
        const auto is_export = [](const std::string& folder) {
            return folder.starts_with("assignment_") && folder.ends_with("_export");
        };
        for (const Collected& file : all_.files) {
            const bool at_top =
                file.path.size() == 1 ||
                (file.path.size() == 2 && all_.tops.size() == 1 && is_export(file.path.front()));
            if (!at_top || file.file.empty() || file.path.back() != gradescope_metadata) continue;
            metadata_ = read_gradescope(content(file.file));
            depth_ = file.path.size() - 1;
        }
    }

    /// Other files may have numbers in their names, too.
    bool is_canvas_file(const std::string& name) const {
        const auto owner = canvas_owner(name);
        return owner && (solution_name(owner->rest, exercises_) || without_archive_ending(owner->rest));
    }

    /// Whether Canvas has named the files: one of them after an exercise, and no two by one number.
    bool tells_of_canvas() const {
        std::set<std::string> uploads;
        bool has_exercise = false;
        for (const auto& [top, is_folder] : all_.tops) {
            const auto owner = is_folder ? std::nullopt : canvas_owner(top);
            if (owner && !uploads.insert(owner->upload).second) return false;
            has_exercise |= owner && is_canvas_file(top);
        }
        return has_exercise;
    }

    /// Whose the name is, if a course system has given it.
    std::optional<Owner> owner_by_system(const std::string& top) const {
        if (auto moodle = moodle_owner(top)) return moodle;
        return is_of_canvas_ && !all_.tops.at(top) ? canvas_owner(top) : std::nullopt;
    }

    static void add_group(std::vector<Submission>& submissions, Submission submission,
                          const GradescopeSubmission& known) {
        submission.time = known.time;
        if (known.people.empty()) submissions.push_back(submission);
        for (const auto& person : known.people) {
            if (!person.name.empty() || !person.id.empty())
                submission.student = person.name.empty() ? person.id : person.name;
            submission.id = person.id;
            submissions.push_back(submission);
        }
    }

    void add(Collected file) {
        if (file.path.back() == gradescope_metadata) return;
        if (metadata_.empty()) {
            const auto [pile, name] = pile_of(file.path);
            if (pile == nullptr) return;
            file.path.erase(file.path.begin());
            if (file.path.empty()) file.path.push_back(name);
            put(*pile, std::move(file));
        } else if (file.path.size() > depth_ + 1) {
            Pile& pile = piles_[file.path[depth_]];
            if (pile.submission.student.empty()) pile.submission.student = file.path[depth_];
            file.path.erase(file.path.begin(),
                            file.path.begin() + static_cast<std::ptrdiff_t>(depth_) + 1);
            put(pile, std::move(file));
        }
    }

    /// Whose a path is, and what the student called its top; nobody's if it is a file at the top whose
    /// name tells of nobody.
    std::pair<Pile*, std::string> pile_of(const Path& path) {
        const std::string& top = path.front();
        Owner owner{.student = top};
        if (const auto known = owner_by_system(top)) {
            owner = *known;
        } else if (const auto solution = solution_name(top, exercises_)) {
            if (solution->owner.empty()) return {};
            owner = {solution->owner, {}, file_name(*solution->exercise)};
        } else if (const auto archive = without_archive_ending(top)) {
            owner.student = *archive;
        } else if (!all_.tops.at(top)) {
            return {};
        }
        Pile& pile = piles_[owner.student + '\n' + owner.id];
        pile.submission.student = clean_name(owner.student);
        pile.submission.id = owner.id;
        if (owner.late) pile.submission.late = *owner.late || pile.submission.late.value_or(false);
        if (pile.submission.returns_to.empty()) pile.submission.returns_to = owner.returns_to;
        return {&pile, owner.rest.empty() ? top : owner.rest};
    }

    void add_misnamed(Path path) {
        if (!metadata_.empty() && path.size() <= depth_ + 1) return;
        Pile* const pile = metadata_.empty() ? pile_of(path).first : &piles_[path[depth_]];
        if (pile == nullptr) return;
        const std::size_t folders = metadata_.empty() ? 1 : depth_ + 1;
        if (path.size() > folders)
            path.erase(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(folders));
        pile->misnamed.push_back(fmt::format("{}", fmt::join(path, "/")));
    }

    /// `whatever_owner`: there is no other student whose name could stand before the file's.
    void put(Pile& pile, Collected file, bool whatever_owner = false) {
        if (!exported_ && file.received != 0)
            pile.submission.time = std::max(pile.submission.time.value_or(0), file.received);
        const auto solution = solution_name(file.path.back(), exercises_);
        const bool mine = solution && (whatever_owner || solution->owner.empty());
        if (!file.refused.empty())
            pile.refused.push_back(std::move(file));
        else if (mine)
            pile.candidates.push_back({std::move(file), *solution});
    }

    const Collection& all_;
    const std::vector<ExerciseDescription>& exercises_;
    std::map<std::string, GradescopeSubmission> metadata_; ///< by the folder's name
    std::size_t depth_ = 0;                                ///< of Gradescope's folders
    bool is_of_canvas_ = false, exported_ = false;
    std::map<std::string, Pile> piles_; ///< by name and id, or Gradescope's folder
};

/// What one path holds.
struct Read {
    std::vector<Submission> submissions;
    bool is_class; ///< else one student's, of whom only the path's name is known
};
Read read_one(const fs::path& given, Whose whose, const std::vector<ExerciseDescription>& exercises,
              const fs::path& scratch) {
    if (!fs::exists(given)) throw UsageError("there is no {}", given.string());
    const fs::path path =
        fs::absolute(given / "").lexically_normal().parent_path(); // it has a last name
    const std::string name = clean_name(path.filename().string());
    const auto archive = without_archive_ending(name);
    const auto solution = solution_name(name, exercises);
    const bool is_folder = fs::is_directory(path);
    if (!is_folder && !archive && !solution)
        throw UsageError("{} is neither a folder, nor an archive (.zip, .tar, .tar.gz, "
                         ".tar.xz, .tar.zst, .7z), nor named after an exercise as "
                         "raking_exercise.cu is",
                         given.string());
    const Collection all = collect(path, exercises, scratch);
    Class students(all, exercises);
    const bool has_one_owner = students.is_exported() && !students.has_several_owners();
    const bool is_one =
        students.is_one_submission() || has_one_owner || (!is_folder && !students.is_exported());
    if (whose == Whose::one_student || (whose == Whose::as_it_looks && is_one)) {
        const bool named = solution && !solution->owner.empty();
        Submission one = students.one(archive ? *archive : named ? solution->owner : name);
        if (has_one_owner && whose == Whose::as_it_looks)
            one.remarks.push_back(
                fmt::format("{} tells of one student, so the name in it was not taken: a student can "
                            "write any. If it is a class's, add --class",
                            name));
        return {{std::move(one)}, false};
    }
    Read read{students.students(), true};
    if (read.submissions.empty())
        throw UsageError("{} holds no submission: neither files such as "
                         "raking_exercise.cu, nor folders or archives of them",
                         given.string());
    return read;
}

/// What a student handed in later takes the place of what was handed in before.
void add_later(Submission& student, Submission later) {
    for (auto& [exercise, file] : later.files) {
        const auto before = student.files.find(exercise);
        if (before != student.files.end() && content(before->second.file) != content(file.file))
            student.remarks.push_back(
                fmt::format("{} was not taken: it was handed in again", before->second.name));
        student.refused.erase(exercise);
        student.files[exercise] = std::move(file);
    }
    for (const auto& [exercise, reason] : later.refused) {
        if (!student.files.contains(exercise))
            student.refused[exercise] = reason;
        else if (!later.files.contains(exercise))
            student.remarks.push_back(reason);
    }
    std::ranges::move(later.remarks, std::back_inserter(student.remarks));
    if (later.files.empty()) return;
    student.time = later.time;
    student.late = later.late;
    student.returns_to = later.returns_to;
}

/// Sorted, and no two of the same name.
void tell_apart(std::vector<Submission>& submissions) {
    std::ranges::sort(submissions, {}, [](const Submission& s) { return std::pair(s.student, s.id); });
    std::map<std::string, int> namesakes;
    for (const Submission& submission : submissions) ++namesakes[submission.student];
    std::set<std::string> taken;
    for (Submission& submission : submissions) {
        std::string name = submission.student;
        if (namesakes[name] > 1 && !submission.id.empty()) name += fmt::format(" ({})", submission.id);
        submission.student = name;
        for (int again = 2; !taken.insert(submission.student).second; ++again)
            submission.student = fmt::format("{} ({})", name, again);
    }
}

/// Who shares an ID with somebody else has none that may be believed.
void drop_disputed_ids(std::vector<Submission>& submissions) {
    std::map<std::string, std::vector<Submission*>> by_id;
    for (Submission& submission : submissions)
        if (!submission.id.empty()) by_id[submission.id].push_back(&submission);
    for (const auto& [id, owners] : by_id) {
        if (owners.size() < 2) continue;
        std::vector<std::string> names;
        for (const Submission* owner : owners) names.push_back(owner->student);
        for (Submission* owner : owners) {
            owner->id.clear();
            owner->returns_to.clear();
            owner->remarks.push_back(
                fmt::format("ID {} is claimed by {}: none of them has it in the tables for "
                            "course systems until you have looked",
                            id, fmt::join(names, " and ")));
        }
    }
}

} // namespace

std::vector<Submission> read_submissions(const std::vector<fs::path>& all_given, Whose whose,
                                         const std::vector<ExerciseDescription>& exercises,
                                         const fs::path& scratch) {
    std::map<std::pair<std::string, std::string>, Submission> students; // by name and ID
    std::vector<Submission> submissions;
    for (std::size_t i = 0; i < all_given.size(); ++i) {
        Read read = read_one(all_given[i], whose, exercises, scratch / fmt::format("given{}", i));
        for (Submission& submission : read.submissions) {
            const auto key = std::pair(submission.student, submission.id);
            if (!read.is_class)
                submissions.push_back(std::move(submission));
            else if (const auto known = students.find(key); known != students.end())
                add_later(known->second, std::move(submission));
            else
                students.emplace(key, std::move(submission));
        }
    }
    for (auto& [key, submission] : students) submissions.push_back(std::move(submission));
    tell_apart(submissions);
    drop_disputed_ids(submissions);
    return submissions;
}

} // namespace scanlab::grader
