#include "written.hpp"

#include "errors.hpp"
#include "format.hpp"
#include "text.hpp"
#include "zip_file.hpp"

#include <map>

namespace scanlab::quiz {
namespace {

/// Text with `code` as HTML, escaped once more for the XML around it.
std::string as_html(std::string_view text) {
    std::string html;
    for (bool in_code = false;; in_code = !in_code) {
        const std::size_t tick = text.find('`');
        html += escaped(text.substr(0, tick));
        if (tick == std::string_view::npos) return escaped("<p>" + html + "</p>");
        html += in_code ? "</code>" : "<code>";
        text.remove_prefix(tick + 1);
    }
}

std::string material(const std::string& html) {
    return fmt::format("<material><mattext texttype=\"text/html\">{}</mattext></material>", html);
}

std::string question_of(const Asked& asked) {
    const std::string code =
        asked.code.empty() ? "" : escaped(fmt::format("<pre>{}</pre>", escaped(asked.code)));
    return material(as_html(asked.text) + code);
}

std::string field(std::string_view label, std::string_view entry) {
    return fmt::format("<qtimetadatafield><fieldlabel>{}</fieldlabel><fieldentry>{}</fieldentry>"
                       "</qtimetadatafield>",
                       label, entry);
}

/// What the student is given to answer with.
std::string response_of(const Asked& asked) {
    if (asked.choices.empty())
        return "<response_str ident=\"response1\" rcardinality=\"Single\"><render_fib "
               "fibtype=\"Decimal\">"
               "<response_label ident=\"answer1\"/></render_fib></response_str>";
    std::string labels;
    for (std::size_t i = 0; i < asked.choices.size(); ++i)
        labels += fmt::format("<response_label ident=\"{}\">{}</response_label>", i + 1,
                              material(as_html(asked.choices[i].text)));
    return fmt::format("<response_lid ident=\"response1\" rcardinality=\"Single\"><render_choice>{}"
                       "</render_choice></response_lid>",
                       labels);
}

/// When an answer is right. Canvas wants both forms of a number.
std::string right_of(const Asked& asked) {
    const auto compared = [](const char* how, const std::string& with) {
        return fmt::format("<{0} respident=\"response1\">{1}</{0}>", how, with);
    };
    if (!asked.choices.empty()) return compared("varequal", asked.answer());
    return fmt::format("<or>{}<and>{}{}</and></or>", compared("varequal", asked.answer()),
                       compared("vargte", fmt::format("{:.6f}", asked.number - asked.tolerance)),
                       compared("varlte", fmt::format("{:.6f}", asked.number + asked.tolerance)));
}

/// A piece of feedback, and what shows it.
struct Feedback {
    std::string condition, text;
};

Feedback feedback(const std::string& id, const std::string& when, const std::string& why) {
    if (why.empty()) return {};
    return {
        fmt::format("<respcondition continue=\"Yes\"><conditionvar>{}</conditionvar><displayfeedback "
                    "feedbacktype=\"Response\" linkrefid=\"{}\"/></respcondition>\n",
                    when, id),
        fmt::format("<itemfeedback ident=\"{}\"><flow_mat>{}</flow_mat></itemfeedback>\n", id,
                    material(as_html(why)))};
}

/// Shown whatever the answer was, and shown for each choice.
Feedback all_feedback(const Asked& asked) {
    Feedback all = feedback("general_fb", "<other/>", asked.why);
    for (std::size_t i = 0; i < asked.choices.size(); ++i) {
        const Feedback one =
            feedback(fmt::format("{}_fb", i + 1),
                     fmt::format("<varequal respident=\"response1\">{}</varequal>", i + 1),
                     asked.choices[i].why);
        all.condition += one.condition;
        all.text += one.text;
    }
    return all;
}

std::string item(const Asked& asked, const std::string& id) {
    const Feedback said = all_feedback(asked);
    return fmt::format(
        "<item ident=\"{}\" "
        "title=\"{}\">\n<itemmetadata><qtimetadata>{}{}</qtimetadata></itemmetadata>\n"
        "<presentation>{}{}</presentation>\n"
        "<resprocessing><outcomes><decvar maxvalue=\"100\" minvalue=\"0\" varname=\"SCORE\" "
        "vartype=\"Decimal\"/></outcomes>\n{}"
        "<respcondition continue=\"No\"><conditionvar>{}</conditionvar>"
        "<setvar action=\"Set\" "
        "varname=\"SCORE\">100</setvar></respcondition>\n</resprocessing>\n{}</item>\n",
        id, escaped(asked.id),
        field("question_type",
              asked.choices.empty() ? "numerical_question" : "multiple_choice_question"),
        field("points_possible", "1"), question_of(asked), response_of(asked), said.condition,
        right_of(asked), said.text);
}

/// A group, of which one question is drawn.
std::string section(const std::vector<Asked>& variants) {
    const std::string group = fmt::format("{}_{}", variants.front().lesson, variants.front().id);
    std::string items;
    for (std::size_t i = 0; i < variants.size(); ++i)
        items += item(variants[i], fmt::format("{}_{}", group, i + 1));
    return fmt::format("<section ident=\"{}\" title=\"{}\">\n<selection_ordering><selection>"
                       "<selection_number>1</selection_number><selection_extension><points_per_item>1"
                       "</points_per_item></selection_extension></selection></selection_ordering>\n{}"
                       "</section>\n",
                       group, escaped(variants.front().id), items);
}

constexpr std::string_view xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

std::string assessment(const std::string& lesson, const std::string& sections) {
    return fmt::format(
        "{}<questestinterop xmlns=\"http://www.imsglobal.org/xsd/ims_qtiasiv1p2\">\n<assessment "
        "ident=\""
        "scanlab_{}\" title=\"{}\">\n<section ident=\"root_section\">\n{}</section>\n</assessment>\n"
        "</questestinterop>\n",
        xml, lesson, escaped(title_of(lesson)), sections);
}

std::string manifest(const std::map<std::string, std::string>& sections) {
    std::string resources;
    for (const auto& [lesson, unused] : sections)
        resources += fmt::format("<resource identifier=\"scanlab_{0}\" type=\"imsqti_xmlv1p2\" "
                                 "href=\"{0}.xml\"><file href=\"{0}.xml\"/></resource>\n",
                                 lesson);
    return fmt::format("{}<manifest identifier=\"scanlab\" "
                       "xmlns=\"http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1\">\n"
                       "<metadata><schema>IMS Content</schema><schemaversion>1.1.3</schemaversion>"
                       "</metadata>\n<organizations/>\n<resources>\n{}</resources>\n</manifest>\n",
                       xml, resources);
}

} // namespace

void write_qti(const Variants& questions, const std::filesystem::path& zip) {
    std::map<std::string, std::string> sections, files;
    for (const std::vector<Asked>& variants : questions)
        sections[variants.front().lesson] += section(variants);
    for (const auto& [lesson, text] : sections) files[lesson + ".xml"] = assessment(lesson, text);
    files["imsmanifest.xml"] = manifest(sections);
    write_zip(zip, files);
}

std::string title_of(const std::string& lesson) {
    std::string name = lesson.substr(3);
    for (char& c : name)
        if (c == '_') c = ' ';
    return fmt::format("Lesson {}: {}", lesson.substr(0, 2), name);
}

} // namespace scanlab::quiz
