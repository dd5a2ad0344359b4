#include "schema.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <functional>
#include <map>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace {

using nlohmann::json;

class Checker {
public:
    void check(const json& schema, const json& instance, const std::string& path) {
        for (const auto& [keyword, value] : schema.items()) {
            const auto rule = rules().find(keyword);
            if (rule == rules().end()) throw std::runtime_error("the schema has the unknown keyword " + keyword);
            rule->second(*this, schema, value, instance, path);
        }
    }
    std::vector<std::string> violations;

private:
    using Rule = std::function<void(Checker&, const json& schema, const json& value, const json& instance, const std::string& path)>;
    static const std::map<std::string, Rule>& rules();

    void demand(bool holds, const std::string& path, const std::string& what) {
        if (!holds) violations.push_back(path + " " + what);
    }
};

bool is_of_type(const json& instance, const std::string& type) {
    if (type == "integer") return instance.is_number_integer();
    return type == instance.type_name(); // "string", "array", "object", "null"
}

const std::map<std::string, Checker::Rule>& Checker::rules() {
    static const Rule nothing = [](auto&...) {};
    static const std::map<std::string, Rule> all{
        {"$schema", nothing},
        {"title", nothing},
        {"description", nothing},
        {"type",
         [](Checker& c, const json&, const json& type, const json& instance, const std::string& path) {
             const json types = type.is_array() ? type : json::array({type});
             c.demand(std::ranges::any_of(types, [&](const json& t) { return is_of_type(instance, t); }), path, "is no " + type.dump());
         }},
        {"pattern",
         [](Checker& c, const json&, const json& pattern, const json& instance, const std::string& path) {
             const bool fits =
                 !instance.is_string() || std::regex_search(instance.get<std::string>(), std::regex(pattern.get<std::string>()));
             c.demand(fits, path, "does not fit " + pattern.dump());
         }},
        {"enum", [](Checker& c, const json&, const json& values, const json& instance,
                    const std::string& path) { c.demand(std::ranges::count(values, instance) == 1, path, "is none of " + values.dump()); }},
        {"minimum",
         [](Checker& c, const json&, const json& least, const json& instance, const std::string& path) {
             c.demand(!instance.is_number() || instance >= least, path, "is below " + least.dump());
         }},
        {"maximum", [](Checker& c, const json&, const json& most, const json& instance,
                       const std::string& path) { c.demand(!instance.is_number() || instance <= most, path, "is above " + most.dump()); }},
        {"minItems",
         [](Checker& c, const json&, const json& least, const json& instance, const std::string& path) {
             c.demand(!instance.is_array() || instance.size() >= least, path, "has too few items");
         }},
        {"maxItems",
         [](Checker& c, const json&, const json& most, const json& instance, const std::string& path) {
             c.demand(!instance.is_array() || instance.size() <= most, path, "has too many items");
         }},
        {"items",
         [](Checker& c, const json&, const json& item, const json& instance, const std::string& path) {
             if (!instance.is_array()) return;
             for (std::size_t i = 0; i < instance.size(); ++i) c.check(item, instance[i], fmt::format("{}[{}]", path, i));
         }},
        {"required",
         [](Checker& c, const json&, const json& keys, const json& instance, const std::string& path) {
             if (!instance.is_object()) return;
             for (const std::string key : keys) c.demand(instance.contains(key), path, "has no " + key);
         }},
        {"properties",
         [](Checker& c, const json&, const json& members, const json& instance, const std::string& path) {
             for (const auto& [key, member] : members.items())
                 if (instance.contains(key)) c.check(member, instance.at(key), path + "." + key);
         }},
        {"additionalProperties", [](Checker& c, const json& schema, const json& allowed, const json& instance, const std::string& path) {
             if (!instance.is_object() || allowed != false) return;
             for (const auto& [key, member] : instance.items())
                 c.demand(schema.at("properties").contains(key), path, "has the unknown member " + key);
         }}};
    return all;
}

} // namespace

std::vector<std::string> schema_violations(const json& schema, const json& instance) {
    Checker checker;
    checker.check(schema, instance, "it");
    return checker.violations;
}

const json& sarif_members() {
    static const json members = json::parse(std::ifstream(SARIF_MEMBERS));
    return members;
}

const json& finding_schema() {
    static const json schema = json::parse(std::ifstream(FINDING_SCHEMA));
    return schema;
}

std::vector<std::string> finding_violations(const std::string& lines) {
    std::vector<std::string> all;
    std::istringstream stream(lines);
    for (std::string line; std::getline(stream, line);)
        for (const std::string& violation : schema_violations(finding_schema(), json::parse(line))) all.push_back(violation + ": " + line);
    return all;
}
