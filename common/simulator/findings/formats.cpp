#include "formats.hpp"

#include "json.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>

namespace scanlab::sim {

std::string shared_path(const std::string& file) {
    const std::string path = path_in_repository(file);
    return path.empty() ? path_from_here(file) : path;
}

std::vector<Finding> that_are_told(const std::vector<Finding>& findings) {
    std::vector<Finding> told;
    std::ranges::copy_if(findings, std::back_inserter(told),
                         [](const Finding& f) { return counts(f) && is_cause(f); });
    return told;
}

std::string write_formats(const std::vector<Finding>& findings,
                          const std::function<std::string(const Setting&)>& wanted) {
    std::string complaints;
    for (const Format& format : formats) {
        const Setting& setting = *find_setting(format.setting);
        const std::string value = wanted(setting);
        if (value.empty()) continue;
        const std::string text = format.text(findings);
        if (setting.type == Setting::Type::flag) {
            std::fputs(text.c_str(), stderr);
            continue;
        }
        std::ofstream file(value, std::ios::binary);
        if (!(file << text).flush())
            complaints += "scanlab: cannot write " + value + ": " + std::strerror(errno) + "\n";
    }
    return complaints;
}

namespace {

/// The text with some of its characters replaced.
std::string replaced(std::string_view text, const std::map<char, std::string_view>& by) {
    std::string out;
    for (const char c : text)
        if (const auto found = by.find(c); found != by.end())
            out += found->second;
        else
            out += c;
    return out;
}

const char* word(Severity severity) { return severity == Severity::note ? "notice" : name(severity); }

/// "::error file=scan.cu,line=12,col=5,title=race-shared::…", escaped as GitHub's toolkit does it
/// (actions/toolkit, packages/core/src/command.ts).
std::string annotation(const char* command, const SourceLine& at, std::string_view title,
                       std::string_view message) {
    const auto data = [](std::string_view text) {
        return replaced(text, {{'%', "%25"}, {'\r', "%0D"}, {'\n', "%0A"}});
    };
    const auto property = [&](std::string_view text) {
        return replaced(data(text), {{':', "%3A"}, {',', "%2C"}});
    };
    std::string out = std::string("::") + command + " ";
    if (at.line) {
        out += "file=" + property(shared_path(at.file)) + ",line=" + std::to_string(at.line) + ",";
        if (at.column) out += "col=" + std::to_string(at.column) + ",";
    }
    return out + "title=" + property(title) + "::" + data(message) + "\n";
}

/// "scan.cu:12:5: error: …"
std::string gcc_line(const SourceLine& at, std::string_view severity, std::string_view message) {
    const std::string place =
        at.line ? text(at) + ":" + std::to_string(std::max(at.column, 1)) : "scanlab";
    return place + ": " + std::string(severity) + ": " + replaced(message, {{'\n', " "}}) + "\n";
}

/// What a text may hold in XML: no other control characters.
std::string in_xml(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t length = utf8_length(text.substr(i));
        const auto c = static_cast<unsigned char>(text[i]);
        const bool is_allowed = length > 0 && (c >= 0x20 || c == '\n' || c == '\t');
        out += is_allowed ? text.substr(i, length) : "\uFFFD";
        i += length > 1 ? length - 1 : 0;
    }
    return replaced(out, {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}});
}

std::string attribute(const char* name, std::string_view value) {
    return std::string(" ") + name + "=\"" + in_xml(value) + "\"";
}

/// `inside` is XML.
std::string test_case(const Finding& f, const std::string& inside) {
    const std::string place = text(f.at);
    std::string out = "    <testcase" +
                      attribute("classname", f.at.line ? shared_path(f.at.file) : "scanlab") +
                      attribute("name", name(f.kind) + (place.empty() ? "" : " at " + place));
    if (f.at.line)
        out += attribute("file", shared_path(f.at.file)) + attribute("line", std::to_string(f.at.line));
    return out + ">\n      " + inside + "\n    </testcase>\n";
}

} // namespace

std::string github_text(const std::vector<Finding>& findings) {
    std::string out;
    for (const Finding& f : that_are_told(findings)) {
        out += annotation(word(f.severity), f.at, name(f.kind), f.message + "\n" + f.hint);
        if (f.other.line && f.other != f.at)
            out += annotation("notice", f.other, name(f.kind),
                              "This is the other line of a finding at " + text(f.at) + ".");
    }
    return out;
}

std::string gcc_text(const std::vector<Finding>& findings) {
    std::string out;
    for (const Finding& f : that_are_told(findings)) {
        const std::string kind = std::string(" [") + name(f.kind) + "]";
        out += gcc_line(f.at, name(f.severity), f.message + kind);
        if (f.other.line && f.other != f.at)
            out += gcc_line(f.other, "note", "this is the other line of that finding" + kind);
    }
    return out;
}

std::string junit_text(const std::vector<Finding>& findings) {
    std::string cases;
    int number = 0, failures = 0, skipped = 0;
    const auto add = [&](const Finding& f, const std::string& inside) {
        ++number;
        cases += test_case(f, inside);
    };
    for (const Finding& f : that_are_told(findings)) {
        const bool is_error = f.severity == Severity::error;
        failures += is_error;
        add(f, is_error
                   ? "<failure" + attribute("type", name(f.kind)) + attribute("message", f.message) +
                         ">" + in_xml(human_text(f)) + "</failure>"
                   : "<system-out>" + in_xml(human_text(f)) + "</system-out>");
    }
    for (const Finding& f : findings) {
        if (!f.suppressed) continue;
        ++skipped;
        add(f,
            "<skipped" + attribute("message", f.suppressed->rule + ": " + f.suppressed->reason) + "/>");
    }
    if (cases.empty()) cases = "    <testcase classname=\"scanlab\" name=\"nothing found\"/>\n";
    const std::string numbers = attribute("tests", std::to_string(std::max(number, 1))) +
                                attribute("failures", std::to_string(failures)) +
                                attribute("errors", "0") +
                                attribute("skipped", std::to_string(skipped));
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + numbers + ">\n  <testsuite" +
           attribute("name", "Scanlab") + numbers + ">\n" + cases + "  </testsuite>\n</testsuites>\n";
}

} // namespace scanlab::sim
