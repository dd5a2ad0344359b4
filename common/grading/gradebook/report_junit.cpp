#include "format.hpp"
#include "reports.hpp"
#include "text.hpp"

namespace scanlab::grader {
namespace {

std::string test_case(const Result& result, const LineResult& line) {
    std::string text =
        fmt::format("    <testcase classname=\"{}\" name=\"{}\"", label(result), escaped(line.title));
    if (line.status == Status::pass) return text + "/>\n";
    const char* element = line.status == Status::fail ? "failure" : "error";
    return text + fmt::format("><{0} message=\"{1:g} of {2:g} points\">{3}</{0}></testcase>\n", element,
                              line.points, line.max, escaped(explanation(result, line)));
}

} // namespace

std::string junit(const std::vector<Grade>& grades) {
    std::string suites;
    for (const Grade& grade : grades) {
        std::string cases;
        int tests = 0, failures = 0, errors = 0;
        for (const Result& result : grade.results) {
            for (const LineResult& line : result.lines) {
                ++tests;
                failures += line.status == Status::fail;
                errors += line.status == Status::not_run;
                cases += test_case(result, line);
            }
        }
        suites += fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" "
                              "time=\"{:.3f}\">\n{}  </testsuite>\n",
                              escaped(grade.student), tests, failures, errors, grade.seconds, cases);
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"Scanlab\">\n" + suites +
           "</testsuites>\n";
}

} // namespace scanlab::grader
