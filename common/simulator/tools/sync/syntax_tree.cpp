#include "syntax_tree.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

namespace scanlab::sync {
namespace {

using Json = nlohmann::ordered_json;

/// Clang names a file only where it is another one than that of the place before: names it
/// everywhere.
void name_files(Json& node, std::string& file) {
    if (!node.is_structured()) return;
    if (node.is_object() && node.contains("offset")) {
        if (node.contains("file")) file = node["file"];
        node["file"] = file;
        return;
    }
    for (Json& part : node) name_files(part, file);
}

std::string member(const Json& node, const char* name) { return node.value(name, std::string()); }

/// Where a token is: as it is written, perhaps in a macro's definition, or where it takes effect.
const Json& written(const Json& place) {
    return place.contains("spellingLoc") ? place["spellingLoc"] : place;
}
const Json& in_effect(const Json& place) {
    return place.contains("expansionLoc") ? place["expansionLoc"] : place;
}

/// Of an expression, without aliases.
std::string type_of(const Json& expression) {
    const Json& type = expression["type"];
    return member(type, type.contains("desugaredQualType") ? "desugaredQualType" : "qualType");
}

const Json& inner(const Json& node) {
    static const Json none = Json::array();
    return node.contains("inner") ? node["inner"] : none;
}

/// The expression without what Clang has put around it.
const Json& bare(const Json& expression) {
    const std::string kind = member(expression, "kind");
    const bool is_around = kind == "ImplicitCastExpr" || kind == "ExprWithCleanups" ||
                           kind == "MaterializeTemporaryExpr" || kind == "CXXBindTemporaryExpr";
    return is_around && inner(expression).size() == 1 ? bare(expression["inner"][0]) : expression;
}

bool is_one_of(const std::string& kind, std::initializer_list<const char*> kinds) {
    return std::ranges::find(kinds, kind) != kinds.end();
}

bool is_expression(const std::string& kind) {
    return kind.ends_with("Expr") || kind.ends_with("Operator") || kind == "ExprWithCleanups";
}

/// Whether this part of the node is what a loop repeats, or what a branch does.
bool is_body(const Json& node, const std::string& kind, std::size_t part) {
    if (kind == "DoStmt") return part == 0;
    if (kind == "IfStmt") return part + (node.value("hasElse", false) ? 2 : 1) >= inner(node).size();
    return is_one_of(kind, {"ForStmt", "WhileStmt", "CXXForRangeStmt"}) &&
           part + 1 == inner(node).size();
}

/// Whether `__device__` or `__global__` is written before the function.
bool is_marked(const Json& function) {
    return std::ranges::any_of(inner(function),
                               [](const Json& part) { return member(part, "kind") == "AnnotateAttr"; });
}

class Reader {
public:
    explicit Reader(std::string source) : source_(std::move(source)) {}

    /// What is around a node.
    struct Around {
        std::string scope{};        ///< "cooperative_groups::"
        Extent function{};          ///< the innermost one's body
        Extent block{};             ///< the innermost one
        int loops = 0;              ///< in that
        bool may_wait = false;      ///< the innermost loop does not count
        bool is_on_device = false;  ///< that function
        bool is_block = false;      ///< the node is a part of a block
        bool is_body = false;       ///< the node is all that a loop or branch does
        bool is_cleaned_up = false; ///< the node is a statement, but for destructors
    };

    void visit(const Json& node, Around around) {
        const std::string kind = member(node, "kind"), name = member(node, "name");
        const bool is_statement = around.is_block || around.is_body || around.is_cleaned_up;
        if (around.is_block) {
            add_boundary(node["range"]["begin"], around, false, kind != "DeclStmt");
            if (kind == "IfStmt") add_branch(node, around);
        }
        if (around.is_body && is_expression(kind) && is_in_source(node))
            add_boundary(node["range"]["begin"], around, true);
        around.is_cleaned_up = is_statement && kind == "ExprWithCleanups";
        around.is_block = kind == "CompoundStmt" && is_in_source(node);
        if (around.is_block) enter_block(node, around);
        if (is_one_of(kind, {"FunctionDecl", "CXXMethodDecl"})) {
            note_function(node, around.scope + name);
            around.function = {};
            around.is_on_device |= is_marked(node);
        }
        if (is_one_of(kind, {"NamespaceDecl", "CXXRecordDecl", "ClassTemplateSpecializationDecl"}) &&
            !name.empty())
            around.scope += name + "::";
        if (is_one_of(kind, {"ForStmt", "WhileStmt", "DoStmt", "CXXForRangeStmt"}))
            enter_loop(node, kind, around);
        if (is_one_of(kind, {"CallExpr", "CXXMemberCallExpr"})) add_call(node, is_statement);
        if (is_one_of(kind, {"CompoundAssignOperator", "UnaryOperator"})) add_update(node);
        if (is_statement && is_one_of(kind, {"BinaryOperator", "CompoundAssignOperator"}))
            add_assignment(node, around);
        if (kind == "DeclRefExpr") add_mention(node, around);
        if (member(node, "castKind") == "LValueToRValue") add_load(node["inner"][0], around);
        const Json& parts = inner(node);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            around.is_body = is_body(node, kind, i);
            visit(parts[i], around);
        }
    }

    SyntaxTree tree() {
        SyntaxTree tree;
        for (auto& [extent, call] : calls_) tree.calls.push_back(std::move(call));
        for (auto& [extent, update] : updates_) tree.updates.push_back(update);
        for (auto& [extent, assignment] : assignments_)
            tree.assignments.push_back(std::move(assignment));
        for (auto& [extent, load] : loads_) tree.loads.push_back(std::move(load));
        for (auto& [extent, mention] : mentions_) tree.mentions.push_back(std::move(mention));
        for (auto& [extent, variable] : loops_) tree.loops.push_back({extent, variable});
        for (auto& [extent, branch] : branches_) tree.branches.push_back(std::move(branch));
        tree.waits.assign(waits_.begin(), waits_.end());
        for (auto& [offset, boundary] : boundaries_) tree.boundaries.push_back(boundary);
        return tree;
    }

private:
    bool is_here(const Json& place) const { return member(place, "file") == source_; }
    /// Whether the node is written in the source, from its first token to its last.
    bool is_in_source(const Json& node) const {
        if (!node.contains("range")) return false;
        const Json& range = node["range"];
        return is_here(written(range["begin"])) && is_here(written(range["end"]));
    }
    static Extent extent(const Json& first, const Json& last) {
        const std::size_t end = last["offset"];
        return {first["offset"], end + last["tokLen"].get<std::size_t>()};
    }
    static Extent extent(const Json& node) {
        return extent(written(node["range"]["begin"]), written(node["range"]["end"]));
    }
    static Extent last_token(const Json& node) {
        const Json& place = written(node["range"]["end"]);
        return extent(place, place);
    }

    void note_function(const Json& node, const std::string& name) {
        const bool is_own = node.contains("loc") && is_here(in_effect(node["loc"]));
        (is_own ? own_[member(node, "id")] : others_[member(node, "id")]) = name;
    }

    void add_call(const Json& node, bool is_statement) {
        if (!is_in_source(node) || inner(node).empty()) return;
        const Json& callee = bare(node["inner"][0]);
        if (!is_in_source(callee)) return;
        const Json& declared = callee.contains("referencedDecl") ? callee["referencedDecl"] : callee;
        const std::string id = callee.contains("referencedMemberDecl")
                                   ? member(callee, "referencedMemberDecl")
                                   : member(declared, "id");
        const bool depends_on_template = member(declared, "name").empty();
        if (depends_on_template || own_.contains(id)) return;
        // What is precompiled, and in no namespace, is not in the tree.
        const auto other = others_.find(id);
        Call call{.function = other != others_.end() ? other->second : member(declared, "name"),
                  .all = extent(node),
                  .name = last_token(callee),
                  .arguments = {},
                  .is_statement = is_statement};
        for (const Json& part : inner(node)) call.arguments.push_back(argument(bare(part)));
        call.arguments.erase(call.arguments.begin());
        calls_.try_emplace(call.all, std::move(call));
    }

    Call::Argument argument(const Json& expression) const {
        if (!is_in_source(expression)) return {};
        if (!expression.contains("referencedDecl")) return {"", {}, extent(expression)};
        return {member(expression["referencedDecl"], "name"), last_token(expression),
                extent(expression)};
    }

    void add_update(const Json& node) {
        const std::string operation = member(node, "opcode");
        if (!is_one_of(operation, {"+=", "-=", "&=", "|=", "^=", "++", "--"}) || !is_in_source(node))
            return;
        const Json& parts = inner(node);
        Update update{extent(node), extent(parts[0]), {}, operation};
        if (parts.size() > 1) update.operand = extent(parts[1]);
        updates_.try_emplace(update.all, update);
    }

    void add_assignment(const Json& node, const Around& around) {
        const std::string operation = member(node, "opcode");
        const bool assigns = operation == "=" || member(node, "kind") == "CompoundAssignOperator";
        if (!around.is_on_device || !assigns || !is_in_source(node)) return;
        const Json& parts = inner(node);
        Assignment one{extent(node), extent(parts[0]),  extent(parts[1]),
                       operation,    type_of(parts[0]), around.is_body};
        one.is_of_element = member(bare(parts[0]), "kind") == "ArraySubscriptExpr";
        assignments_.try_emplace(one.all, std::move(one));
    }

    void add_load(const Json& node, const Around& around) {
        const bool may_be_shared = is_one_of(
            member(node, "kind"), {"ArraySubscriptExpr", "UnaryOperator", "MemberExpr", "DeclRefExpr"});
        if (around.is_on_device && may_be_shared && is_in_source(node))
            loads_.try_emplace(extent(node), Load{extent(node), type_of(node), around.may_wait});
    }

    void add_mention(const Json& node, const Around& around) {
        if (!around.is_on_device || !node.contains("referencedDecl") || !is_in_source(node)) return;
        const Json& declared = node["referencedDecl"];
        if (member(declared, "kind") == "VarDecl")
            mentions_.try_emplace(last_token(node), Mention{last_token(node), member(declared, "name"),
                                                            type_of(node), around.function});
    }

    void enter_loop(const Json& loop, const std::string& kind, Around& around) {
        ++around.loops;
        const Json& parts = inner(loop);
        const bool counts = kind == "CXXForRangeStmt" || (kind == "ForStmt" && !parts[3].empty());
        around.may_wait = !counts;
        if (!around.is_on_device || !is_in_source(loop)) return;
        if (!counts) waits_.insert(extent(loop));
        if (kind != "ForStmt") return;
        for (const Json& declared : inner(parts[0]))
            if (member(declared, "kind") == "VarDecl")
                loops_.try_emplace(extent(loop), member(declared, "name"));
    }

    void add_branch(const Json& node, const Around& around) {
        const Json& parts = inner(node);
        if (!around.is_on_device || parts.size() != 2 || !is_in_source(node)) return;
        const bool returns_value = member(parts[1], "kind") == "ReturnStmt" && !inner(parts[1]).empty();
        if (returns_value) return;
        branches_.try_emplace(extent(node), Branch{extent(node), extent(parts[0]), extent(parts[1]),
                                                   member(parts[1], "kind"), around.block});
    }

    void enter_block(const Json& block, Around& around) {
        around.block = extent(block);
        if (around.function == Extent{}) around.function = extent(block);
        if (around.function == extent(block)) around.loops = 0;
        add_boundary(block["range"]["end"], around, false);
    }

    void add_boundary(const Json& place, const Around& around, bool in_expression,
                      bool is_conditionable = false) {
        const Json& at = in_effect(place);
        if (is_here(at))
            boundaries_.try_emplace(at["offset"],
                                    Boundary{at["offset"], around.function, around.block, around.loops,
                                             around.is_on_device, in_expression, is_conditionable});
    }

    std::string source_;
    std::map<std::string, std::string> own_,
        others_; ///< functions by their number, with their names
    std::map<Extent, Call> calls_;
    std::map<Extent, Update> updates_;
    std::map<Extent, Assignment> assignments_;
    std::map<Extent, Load> loads_;
    std::map<Extent, Mention> mentions_;
    std::map<Extent, std::string> loops_; ///< with their variables
    std::map<Extent, Branch> branches_;
    std::set<Extent> waits_;
    std::map<std::size_t, Boundary> boundaries_;
};

} // namespace

SyntaxTree read_syntax_tree(const std::filesystem::path& dump, const std::string& source) {
    std::ifstream file(dump);
    Json root = Json::parse(file);
    std::string last;
    name_files(root, last);
    Reader reader(source);
    reader.visit(root, {});
    return reader.tree();
}

} // namespace scanlab::sync
