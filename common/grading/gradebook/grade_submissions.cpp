#include "grade_submissions.hpp"

#include "engine.hpp"
#include "errors.hpp"
#include "format.hpp"
#include "grading_progress.hpp"
#include "names.hpp"
#include "overrides.hpp"
#include "process.hpp"
#include "reports.hpp"
#include "secret.hpp"
#include "similarity.hpp"
#include "table_file.hpp"
#include "text.hpp"
#include "zip_file.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <thread>

namespace scanlab::grader {
namespace {

namespace fs = std::filesystem;

/// The exercises meant by 5, 05, raking, 05_raking, or all; if nothing is said, the
/// instructor's own, or else the main ones.
std::vector<ExerciseDescription> choose(const std::vector<std::string>& wanted) {
    const auto means = [](const std::string& word, const ExerciseDescription& exercise) {
        return word == "all" || answers_to(exercise, word);
    };
    const std::vector<ExerciseDescription> all = exercises();
    const bool has_own = std::ranges::any_of(all, &ExerciseDescription::is_own);
    const auto is_usual = [&](const ExerciseDescription& exercise) {
        return has_own ? exercise.is_own() : exercise.kind != Kind::challenge;
    };
    std::vector<ExerciseDescription> chosen;
    for (const ExerciseDescription& exercise : all) {
        const bool named =
            std::ranges::any_of(wanted, [&](const auto& word) { return means(word, exercise); });
        if (named || (wanted.empty() && is_usual(exercise))) chosen.push_back(exercise);
    }
    for (const std::string& word : wanted)
        if (std::ranges::none_of(all, [&](const auto& exercise) { return means(word, exercise); }))
            throw UsageError("--exercise {}: there is no such exercise; give a lesson's number, an "
                             "exercise's name, or all",
                             word);
    return chosen;
}

int processors() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

bool lies_in(const fs::path& path, const fs::path& folder) {
    const fs::path way = fs::weakly_canonical(path).lexically_relative(fs::weakly_canonical(folder));
    return !way.empty() && *way.begin() != "..";
}

/// All that the folder has, in an order of its own: what changes if somebody hands in.
std::string listing(const fs::path& folder) {
    std::set<std::string> files;
    std::error_code none;
    for (const auto& entry : fs::recursive_directory_iterator(folder, none))
        files.insert(fmt::format("{} {} {}\n", entry.path().string(),
                                 entry.is_regular_file(none) ? entry.file_size(none) : 0,
                                 entry.last_write_time(none).time_since_epoch().count()));
    return fmt::format("{}", fmt::join(files, ""));
}

/// Refuses what cannot be meant, before anything is read or written.
void require_sense(const SubmissionOptions& options) {
    if (options.submissions.empty())
        throw UsageError("What has been handed in? Give it by --submission, or a folder by --watch.");
    const bool writes =
        std::ranges::any_of(options.formats, [](const auto& f) { return f != "table"; });
    for (const auto& [needs, option] : {std::pair{writes, "--format"},
                                        {options.anonymous, "--anonymous"},
                                        {options.similarity, "--similarity"},
                                        {!options.part.empty(), "--part"},
                                        {!options.on.empty(), "--on"}})
        if (needs && options.out.empty())
            throw UsageError("{} needs --out FOLDER, where to write", option);
    for (const auto& [given, option] : {std::pair{options.late_days.has_value(), "--late-days"},
                                        {options.late_penalty.has_value(), "--late-penalty"},
                                        {!options.times.empty(), "--times"}})
        if (given && options.due.empty())
            throw UsageError("{} needs --due, when the work was due", option);
    for (const fs::path& given : options.submissions)
        if (!options.out.empty() && !options.single && lies_in(options.out, given))
            throw UsageError("--out {}: that is within what is graded; write elsewhere",
                             options.out.string());
    if (std::ranges::count(options.formats, "classroom50") > 0) {
        if (!options.single)
            throw UsageError("--format classroom50 is for the repository of one student: add --single");
        classroom50_submission();
    }
    if (options.check.seed && !options.secret.empty())
        throw UsageError("--secret gives each student a seed of their own: leave --seed out");
}

std::optional<Deadline> read_deadline(const SubmissionOptions& options) {
    if (options.due.empty()) return std::nullopt;
    const auto due = read_time(options.due);
    if (!due)
        throw UsageError("--due {}: this is not a time. Write it like this: 2026-11-20T23:59",
                         options.due);
    return Deadline{*due, options.late_days.value_or(0), options.late_penalty.value_or(10)};
}

/// "3/8": the third of eight.
void read_part(const std::string& text, Grading& grading) {
    if (text.empty()) return;
    const char* const end = text.data() + text.size();
    std::size_t which = 0, parts = 0;
    const auto first = std::from_chars(text.data(), end, which);
    const bool slash = first.ptr != end && *first.ptr == '/';
    const auto second = slash ? std::from_chars(first.ptr + 1, end, parts) : first;
    if (!slash || second.ptr != end || second.ec != std::errc() || which < 1 || which > parts)
        throw UsageError("--part {}: write it as 3/8, the third of eight", text);
    grading.part = which - 1;
    grading.parts = parts;
}

/// When each student handed in, by the table alone: other times are those of copies.
void set_times(std::vector<Submission>& submissions, const std::map<std::string, std::int64_t>& times) {
    for (Submission& submission : submissions) {
        const auto of_id = times.find(submission.id), of_name = times.find(submission.student);
        submission.time.reset();
        if (of_id != times.end())
            submission.time = of_id->second;
        else if (of_name != times.end())
            submission.time = of_name->second;
    }
}

void require_times(const std::vector<Submission>& submissions) {
    if (std::ranges::none_of(submissions, [](const auto& s) { return s.time || s.late; }))
        throw UsageError(
            "--due: nothing says when these students handed in; give --times TABLE.csv, such as "
            "Moodle's grading worksheet");
}

/// How many days late each one is.
void count_days(const std::vector<Submission>& submissions, const Deadline& deadline,
                std::vector<Grade>& grades) {
    for (std::size_t i = 0; i < grades.size(); ++i) {
        if (submissions[i].files.empty()) continue;
        const Submission& submission = submissions[i];
        if (submission.time)
            grades[i].days_late = deadline.days_late(*submission.time);
        else if (submission.late)
            grades[i].days_late = *submission.late; // which its remark explains
        else
            grades[i].remarks.push_back(
                "The time of this submission is unknown. It counts as on time.");
    }
}

void remark_on_late_ones(const std::vector<Submission>& submissions, std::vector<Grade>& grades) {
    for (std::size_t i = 0; i < grades.size(); ++i)
        if (submissions[i].late.value_or(false) && !submissions[i].time)
            grades[i].remarks.push_back(
                "Canvas says that this was handed in late, but not how late. With "
                "--due, it counts as one day; --times says more.");
}

/// Numbers for names, in an order that says nothing; the table that undoes it.
std::string make_anonymous(std::vector<Submission>& submissions) {
    std::vector<Submission*> shuffled;
    for (Submission& submission : submissions) shuffled.push_back(&submission);
    std::ranges::sort(shuffled, {}, [](const Submission* s) { return digest({s->student, s->id}); });
    std::string key = "anonymous,student,id\n";
    for (std::size_t i = 0; i < shuffled.size(); ++i) {
        Submission& submission = *shuffled[i];
        const std::string number = fmt::format("student {:03}", i + 1);
        key +=
            fmt::format("{},{},{}\n", number, text_cell(submission.student), text_cell(submission.id));
        submission.student = number;
        submission.id.clear();
        submission.returns_to.clear();
        submission.remarks.clear(); // they name files
        for (auto& [exercise, file] : submission.files) file.name = exercise + "_exercise.cu";
    }
    return key;
}

void write(const fs::path& file, const std::string& text) {
    std::ofstream out(file, std::ios::binary);
    out << text;
    if (!out.flush()) throw UsageError("{} cannot be written", file.string());
}

std::string dump(const nlohmann::json& json) {
    return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

/// Where each student's own reports go: a folder for each, if there are several.
std::vector<fs::path> folders_for(const std::vector<Grade>& grades, const fs::path& out) {
    if (grades.size() == 1) return {out};
    std::vector<fs::path> folders;
    std::map<std::string, int> taken; // names that differ may give the same folder
    for (const Grade& grade : grades) {
        std::string name = file_name_of(grade.student);
        if (const int before = taken[name]++; before > 0) name += fmt::format("_{}", before + 1);
        folders.push_back(out / "students" / name);
    }
    return folders;
}

/// What course systems hand back to the students: each one's report, by the name that they want.
void write_feedback(const std::vector<Grade>& grades, const SubmissionOptions& options) {
    std::map<std::string, std::string> files;
    for (const Grade& grade : grades)
        if (!grade.returns_to.empty())
            files[grade.returns_to + "report.html"] = html(grade, options.all_lines);
    if (!files.empty()) write_zip(options.out / "feedback.zip", files);
}

/// What a format has for each student.
struct OwnReport {
    std::string_view format, file;
    std::string (*text)(const Grade& grade, bool all_lines);
};
constexpr std::array own_reports{
    OwnReport{"html", "report.html", html},
    OwnReport{"gradescope", "results.json", [](auto& grade, bool) { return dump(gradescope(grade)); }},
    OwnReport{"prairielearn", "results.json",
              [](auto& grade, bool) { return dump(prairielearn(grade)); }},
    OwnReport{"classroom50", "result.json",
              [](auto& grade, bool) { return dump(classroom50(grade, classroom50_submission())); }}};

void write_own_reports(const std::vector<Grade>& grades, const std::string& format,
                       const SubmissionOptions& options) {
    const auto* const report = std::ranges::find(own_reports, format, &OwnReport::format);
    if (report == own_reports.end()) return;
    const std::vector<fs::path> folders = folders_for(grades, options.out);
    for (std::size_t i = 0; i < grades.size(); ++i) {
        fs::create_directories(folders[i]);
        write(folders[i] / report->file, report->text(grades[i], options.all_lines));
    }
}

/// Reports on all students, each in one file; and each student's own.
void write_reports(const std::vector<Grade>& grades, const SubmissionOptions& options) {
    std::vector<std::string> formats = options.formats;
    if (formats.empty()) formats = {"html", "csv", "json"};
    for (const std::string& format : formats) {
        if (format == "csv") write(options.out / "grades.csv", csv(grades));
        if (format == "moodle") write(options.out / "moodle.csv", moodle_csv(grades));
        if (format == "canvas") write(options.out / "canvas.csv", canvas_csv(grades));
        if (format == "moodle" || format == "canvas") write_feedback(grades, options);
        if (format == "junit") write(options.out / "junit.xml", junit(grades));
        if (format == "json") write(options.out / "grades.json", dump(to_json(grades)));
        write_own_reports(grades, format, options);
    }
}

/// What each two students have in common, the kit's solution being one of them.
std::string similarity_table(const std::vector<Submission>& submissions,
                             const std::vector<ExerciseDescription>& exercises,
                             const SubmissionOptions& options) {
    constexpr double least_share = 0.6; // different algorithms of the same kind reach 0.5
    const std::string kits = "(the kit's solution)";
    std::string rows;
    for (const ExerciseDescription& exercise : exercises) {
        const auto known = options.known ? options.known(exercise) : SubmissionOptions::Known{};
        std::vector<Comparable> sources;
        if (!known.solution.empty())
            sources.push_back({kits, fingerprints(known.solution, known.starter)});
        for (const Submission& submission : submissions)
            if (const auto file = submission.files.find(exercise.lesson.name);
                file != submission.files.end())
                sources.push_back(
                    {submission.student, fingerprints(content(file->second.file), known.starter)});
        for (const Likeness& pair : without_those_from(kits, likenesses(sources, least_share)))
            rows += fmt::format("{},{},{},{:.0f},{}\n", label(exercise), text_cell(pair.a),
                                text_cell(pair.b), 100 * pair.share, pair.shared);
    }
    return "exercise,a,b,per cent in common,fingerprints in common\n" + rows;
}

int interrupted(bool kept) {
    fmt::print(stderr, "scanlab grade: interrupted. {}\n",
               kept ? "Results are kept: the same command goes on from here."
                    : "With --out, results would have been kept.");
    return 128 + interruption();
}

/// The class as it is to be graded.
std::vector<Submission> read_class(const SubmissionOptions& options,
                                   const std::vector<ExerciseDescription>& exercises,
                                   const fs::path& scratch) {
    std::vector<Submission> submissions = read_submissions(options.submissions,
                                                           options.single     ? Whose::one_student
                                                           : options.as_class ? Whose::a_class
                                                                              : Whose::as_it_looks,
                                                           exercises, scratch);
    if (!options.times.empty()) set_times(submissions, read_times(options.times));
    if (!options.due.empty()) require_times(submissions);
    if (options.secret.empty()) return submissions;
    const std::string secret = read_secret(options.secret);
    for (Submission& submission : submissions)
        submission.seed = seed_of(submission.id.empty() ? submission.student : submission.id, secret);
    return submissions;
}

std::vector<Grade> grade_with_progress(const std::vector<Submission>& submissions,
                                       const Grading& grading) {
    GradingProgress progress;
    return grade(submissions, grading,
                 [&](auto done, auto all, auto kept) { progress.show(done, all, kept); });
}

/// Where the results of all files are kept, once they are there.
std::set<fs::path> places(const std::vector<Submission>& submissions, const Grading& grading) {
    std::set<fs::path> all; // of two files that are the same there is one
    for (const Submission& submission : submissions)
        for (const ExerciseDescription& exercise : grading.checker.exercises())
            if (const auto file = submission.files.find(exercise.lesson.name);
                file != submission.files.end())
                all.insert(grading.results.place(exercise, file->second.file, submission.seed));
    return all;
}

/// An engine runs the parts, again and again until no result is missing, because one of them may be
/// killed at any time; but not if that has led to no more results three times.
std::vector<Grade> grade_by_engine(const std::vector<Submission>& submissions, Grading grading,
                                   const SubmissionOptions& options) {
    grading.here = false;
    const PartsToRun wanted{options.again, options.parts, options.jobs.value_or(0),
                            options.out / "checked"};
    const std::set<fs::path> results = places(submissions, grading);
    const auto is_kept = [](const fs::path& result) { // a machine that dies may leave an empty file
        return fs::exists(result) && !fs::is_empty(result);
    };
    const auto count_kept = [&] {
        return static_cast<std::size_t>(std::ranges::count_if(results, is_kept));
    };
    GradingProgress progress;
    const std::size_t before = count_kept();
    std::size_t kept = before;
    for (int in_vain = 0; kept < results.size() && in_vain < 3 && interruption() == 0;) {
        run_parts(options.on, wanted, [&] {
            progress.show(count_kept(), results.size(), before);
            return interruption() == 0;
        });
        const std::size_t now = count_kept();
        in_vain = now > kept ? 0 : in_vain + 1;
        kept = now;
    }
    return grade(submissions, grading);
}

/// What the deadline and the instructor make of what was earned.
void settle(std::vector<Grade>& grades, const std::vector<Submission>& submissions,
            const std::vector<Override>& overrides, const std::optional<Deadline>& deadline) {
    remark_on_late_ones(submissions, grades);
    if (deadline) count_days(submissions, *deadline, grades);
    for (const Override& override : overrides) apply(override, grades[override.submission]);
    if (!deadline) return;
    for (Grade& grade : grades) grade.share = deadline->share(grade.days_late);
}

} // namespace

int grade_submissions(const SubmissionOptions& options) {
    require_sense(options);
    const std::vector<ExerciseDescription> exercises = choose(options.exercises);
    const auto deadline = read_deadline(options);
    const ScratchFolder scratch;
    std::vector<Submission> submissions = read_class(options, exercises, scratch.path());
    std::vector<Override> overrides;
    if (!options.overrides.empty())
        overrides = read_overrides(options.overrides, submissions, exercises);

    const int files = static_cast<int>(submissions.size() * exercises.size());
    CheckerOptions check = options.check;
    const int jobs = options.jobs.value_or(processors());
    check.jobs = std::max(1, jobs / files); // more, the fewer files there are
    const Checker checker(check, exercises);
    const bool keeps = !options.out.empty() && !options.single;
    const KeptResults results(checker, keeps ? options.out / "checked" : fs::path());
    Grading grading{.checker = checker, .results = results, .jobs = std::min(jobs, files)};
    read_part(options.part, grading);
    if (!options.out.empty()) fs::create_directories(options.out);
    if (options.anonymous) write(options.out / "key.csv", make_anonymous(submissions));

    note_interruptions();
    std::vector<Grade> grades = options.on.empty() ? grade_with_progress(submissions, grading)
                                                   : grade_by_engine(submissions, grading, options);
    if (interruption() != 0) return interrupted(keeps);
    if (grading.parts > 1) {
        fmt::print("Part {} is graded; without --part, the same command writes the reports.\n",
                   options.part);
        return exit_pass;
    }
    settle(grades, submissions, overrides, deadline);
    if (!options.out.empty()) write_reports(grades, options);
    if (options.similarity)
        write(options.out / "similarity.csv", similarity_table(submissions, exercises, options));
    fmt::print("{}", table(grades));
    return std::ranges::all_of(grades, &Grade::complete) ? exit_pass : exit_wrong;
}

int watch_submissions(SubmissionOptions options) {
    using namespace std::chrono_literals;
    options.submissions.push_back(options.watched);
    note_interruptions();
    for (;;) {
        const std::string graded = listing(options.watched);
        const int code = grade_submissions(options);
        if (interruption() != 0) return code;
        fmt::print("Watching {}. Press Ctrl-C to stop.\n", options.watched.string());
        std::fflush(stdout);
        std::string before = graded;
        for (bool is_settled = false; !is_settled || before == graded;) {
            std::this_thread::sleep_for(1s);
            if (interruption() != 0) return exit_pass;
            std::string now = listing(options.watched);
            is_settled = now == before;
            before = std::move(now);
        }
    }
}

} // namespace scanlab::grader
