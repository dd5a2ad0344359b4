#include "format.hpp"
#include "reports.hpp"
#include "text.hpp"

namespace scanlab::grader {
namespace {

// The colours are told apart by colour-blind people, and say nothing that a word does not say, too.
constexpr std::string_view head = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>
:root { color-scheme: light dark; --pass: #007a58; --fail: #a8430a; --line: #8886; --code: #8881; }
@media (prefers-color-scheme: dark) { :root { --pass: #4cc9a4; --fail: #f0905c; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .25rem .75rem .25rem 0; vertical-align: top; }
th { border-bottom: 1px solid var(--line); }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; width: 7rem; }
.pass { color: var(--pass); } .fail { color: var(--fail); } .status { white-space: nowrap; width: 6rem; }
pre { background: var(--code); border-left: 3px solid var(--fail); padding: .75rem; margin: .25rem 0 .75rem;
      white-space: pre-wrap; overflow-wrap: anywhere; font-size: 14px; }
</style>
)";

std::string points(double points, double max) { return fmt::format("{:g} of {:g}", points, max); }

std::string overview(const Grade& grade) {
    std::string rows;
    for (const Result& result : grade.results) {
        const State state = state_of(result);
        rows +=
            fmt::format("<tr><td><a href=\"#{0}\">{0}</a></td><td>{1}</td><td class=\"{2}\">{3}</td>"
                        "<td class=\"number\">{4}</td></tr>\n",
                        label(result), escaped(result.title), state == State::full ? "pass" : "fail",
                        name(state), points(result.points(), result.max()));
    }
    return "<table>\n<thead><tr><th>Exercise</th><th></th><th></th><th "
           "class=\"number\">Points</th></tr></thead>\n"
           "<tbody>\n" +
           rows + "</tbody>\n</table>\n";
}

/// What being late has cost, and what else was decided.
std::string lateness(const Grade& grade) {
    if (grade.days_late == 0) return {};
    return fmt::format("<p>Handed in late, by {}: {:g} of the {:g} points count.</p>\n",
                       counted(grade.days_late, "day"), grade.points(), grade.earned());
}

std::string section(const Result& result, bool all) {
    std::string text =
        fmt::format("<h2 id=\"{0}\">{0}: {1}</h2>\n", label(result), escaped(result.title));
    if (!result.file.empty())
        text += fmt::format("<p>Graded: <code>{}</code></p>\n", escaped(result.file));
    if (!obstacle(result).empty())
        text +=
            fmt::format("<p class=\"fail\">{}</p>\n<pre>{}</pre>\n",
                        result.flag.empty() ? "This could not be graded:" : "This is not allowed here:",
                        escaped(obstacle(result)));
    int hidden = 0;
    text += "<table>\n";
    for (const LineResult& line : result.lines) {
        if (!all && line.visibility != "visible") {
            ++hidden;
            continue;
        }
        const bool pass = line.status == Status::pass;
        text += fmt::format(
            "<tr><td class=\"status {}\">{}</td><td>{}</td><td class=\"number\">{}</td></tr>\n",
            pass ? "pass" : "fail", name(line.status), escaped(line.title),
            points(line.points, line.max));
        if (!line.detail.empty())
            text += fmt::format("<tr><td></td><td colspan=\"2\"><pre>{}</pre></td></tr>\n",
                                escaped(line.detail));
    }
    text += "</table>\n";
    if (hidden > 0)
        text += fmt::format("<p>{} of this exercise's tests {} not shown here, and count.</p>\n",
                            hidden, hidden == 1 ? "is" : "are");
    return text;
}

} // namespace

std::string html(const Grade& grade, bool all) {
    const std::string student = escaped(grade.student);
    std::string page(head);
    page += fmt::format(
        "<title>{0}: {1} points</title>\n</head>\n<body>\n<h1>{0}</h1>\n<p>{1} points</p>\n", student,
        points(grade.points(), grade.max()));
    page += lateness(grade) + overview(grade);
    for (const Result& result : grade.results) page += section(result, all);
    return page + "</body>\n</html>\n";
}

} // namespace scanlab::grader
