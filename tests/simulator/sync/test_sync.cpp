// What can be tried without a compiler: edits as patches, and what could do in place of a call.
#include "alternatives.hpp"
#include "catch.hpp"
#include "errors.hpp"
#include "process.hpp"
#include "remedies.hpp"
#include "report.hpp"
#include "schema.hpp"
#include "synchronisations.hpp"

#include <fstream>
#include <nlohmann/json.hpp>

using namespace scanlab;
using namespace scanlab::sync;

namespace {

class Files {
public:
    /// The translation begins with two lines of its own, and has changed the line with `shared`.
    Files() {
        std::ofstream(original()) << "a();\n    b();\n    shared;\n    while (c) {\n    }\nlast\n";
        std::ofstream(translated()) << "#line 1 \"scan.cu\"\na();\n    b();\n    other;\n    while (c) {\n    }\nlast\n";
    }
    std::filesystem::path original() const { return folder_.path() / "scan.cu"; }
    std::filesystem::path translated() const { return folder_.path() / "scan.cpp"; }

private:
    ScratchFolder folder_;
};

/// Where the translation has this text.
Extent at(const TranslatedSource& source, const std::string& text) {
    const std::size_t begin = source.text().find(text);
    return {begin, begin + text.size()};
}
/// The lines of a patch after its file names.
std::string hunks(const std::string& patch) { return patch.substr(patch.find("@@")); }

Call call(const std::string& function, const std::string& order = "") {
    return {function, {10, 30}, {10, 20}, order.empty() ? std::vector<Call::Argument>{} : std::vector<Call::Argument>{{order, {22, 29}}}};
}
std::vector<std::string> texts(const std::vector<Edit>& edits) {
    std::vector<std::string> all;
    for (const Edit& edit : edits) all.push_back(edit.text);
    return all;
}
using Texts = std::vector<std::string>;

} // namespace

TEST_CASE("a patch has what is put in, left out or changed, in lines as the user has them") {
    const Files files;
    const TranslatedSource source(files.original(), files.translated());
    const Extent b = at(source, "b();"), end = at(source, "}");
    CHECK(source.line_at(b.begin) == 2);
    CHECK(source.column_at(b.begin) == 5);
    CHECK(hunks(source.patch({{{b.begin, b.begin}, "__syncthreads(); "}})) ==
          "@@ -1,5 +1,6 @@\n a();\n+    __syncthreads();\n     b();\n     shared;\n     while (c) {\n     }\n");
    CHECK(hunks(source.patch({{{b.begin, b.end - 1}, std::string(nothing)}})) ==
          "@@ -1,5 +1,4 @@\n a();\n-    b();\n     shared;\n     while (c) {\n     }\n");
    CHECK(hunks(source.patch({{at(source, "b"), "d"}, {{end.begin, end.begin}, "e(); "}})) ==
          "@@ -1,6 +1,7 @@\n a();\n-    b();\n+    d();\n     shared;\n     while (c) {\n+        e();\n     }\n last\n");
}

TEST_CASE("what the translation has changed can only be replaced as a whole") {
    const Files files;
    const TranslatedSource source(files.original(), files.translated());
    const Extent other = at(source, "other");
    CHECK(source.column_at(other.begin) == 0);
    CHECK(hunks(source.patch({{other, "x"}})) ==
          "@@ -1,6 +1,6 @@\n a();\n     b();\n-    shared;\n+    x;\n     while (c) {\n     }\n last\n");
    const Edit inside{{other.begin, other.end - 1}, "x"}, two_lines{at(source, "b();\n    other"), "x"};
    CHECK_FALSE(source.can_be_patched(inside));
    CHECK_FALSE(source.can_be_patched(two_lines));
    CHECK_THROWS_AS(source.patch({inside}), UsageError);
}

TEST_CASE("a patch includes a header before all others, and begins lines where an edit says") {
    const Files files;
    std::ofstream(files.original()) << "// A scan.\n#include <cstdio>\n    launch;\n";
    std::ofstream(files.translated()) << "#include <cuda_runtime.h>\n#line 1 \"scan.cu\"\n// A scan.\n#include <cstdio>\n    call;\n";
    const TranslatedSource source(files.original(), files.translated());
    const Edit header = inclusion("cuda/atomic"), both{at(source, "call"), "{\v    a();\v}"};
    CHECK(edited(source.text(), {header}).starts_with("#include <cuda/atomic>\n#include <cuda_runtime.h>\n#line 1"));
    CHECK(hunks(source.patch({both, header})) ==
          "@@ -1,3 +1,6 @@\n // A scan.\n+#include <cuda/atomic>\n #include <cstdio>\n-    launch;\n+    {\n+        a();\n+    };\n");
}

TEST_CASE("a program with all alternatives is told which of them it is") {
    const std::string source = "f(a); g();";
    const Edit a{{2, 3}, "b"}, none{{0, 4}, "void()"}, before{{0, 0}, "h(); "};
    const Edit comma{{6, 6}, "i(), "}, instead{{6, 9}, "j()"};
    using enum Alternative::Form;
    const Alternatives all(
        source, {{{0, 4}, a}, {{}, before}, {{0, 4}, none}, {{}, comma, before_expression}, {{}, instead, instead_of_statement}});
    CHECK(all.source().ends_with("if (::scanlab::sim::is_tried(0)) { h(); } (::scanlab::sim::is_tried(3) ? (f(b)) : "
                                 "::scanlab::sim::is_tried(4) ? (void()) : (f(a))); if (::scanlab::sim::is_tried(1)) { j(); } else "
                                 "(::scanlab::sim::is_tried(2) && (i(), true)), g();"));
    CHECK(all.setting({before, none}) == "SCANLAB_TRIED=10001");
    CHECK(all.setting({}) == "SCANLAB_TRIED=00000");
    CHECK(all.setting({a, none}).empty());
    CHECK(all.setting({{{5, 6}, "i"}}).empty());
}

TEST_CASE("a change that no alternative makes can be in all of them") {
    const std::string source = "f(a); g();";
    const Edit a{{2, 3}, "b"}, none{{0, 4}, "void()"}, before{{6, 6}, "h(); "};
    const Alternatives all(source, {{{0, 4}, none}, {{}, before}}, {a});
    CHECK(all.source().ends_with("f(b); if (::scanlab::sim::is_tried(0)) { h(); } g();"));
    CHECK(all.setting({a, before}) == "SCANLAB_TRIED=1");
    CHECK(all.setting({a, none}).empty());
}

TEST_CASE("what is less comes first, and no order that the function cannot have") {
    const auto narrower = [](const Call& one) {
        const auto all = synchronisations({.calls = {one}});
        return all.empty() ? Texts{"none"} : texts(all.front().narrower);
    };
    CHECK(narrower(call("__threadfence_system")) == Texts{"__threadfence_block()", "__threadfence()"});
    CHECK(narrower(call("x::load", "memory_order_seq_cst")) == Texts{"memory_order_relaxed", "memory_order_acquire"});
    CHECK(narrower(call("x::store", "release")) == Texts{"relaxed"});
    CHECK(narrower(call("x::exchange", "acq_rel")) == Texts{"relaxed", "acquire", "release"});
    CHECK(narrower(call("atomicMax_system")) == Texts{"atomicMax_block", "atomicMax"});
    CHECK(narrower(call("x::load", "memory_order_relaxed")) == Texts{"none"});
    CHECK(narrower(call("printf")) == Texts{"none"});
}

TEST_CASE("what is more is the strongest order and the widest scope") {
    const auto stronger = [](const Call& one) {
        Texts all;
        for (const Alternative& more : strengthenings({.calls = {one}})) all.push_back(more.edit.text);
        return all;
    };
    CHECK(stronger(call("x::load", "memory_order_relaxed")) == Texts{"memory_order_acquire"});
    CHECK(stronger(call("x::store", "relaxed")) == Texts{"release"});
    CHECK(stronger(call("x::fetch_add", "release")) == Texts{"acq_rel"});
    CHECK(stronger(call("x::load", "memory_order_seq_cst")).empty());
    CHECK(stronger(call("atomicAdd_block")) == Texts{"atomicAdd"});
    CHECK(stronger(call("__ldg")) == Texts{"*"});
    CHECK(stronger(call("__threadfence_block")) == Texts{"__threadfence"});
}

namespace {
/// Of "target = value".
Assignment assignment(const std::string& source, const std::string& target, bool is_of_element) {
    const std::size_t end = source.find(';');
    return {{0, end}, {0, target.size()}, {target.size() + 3, end}, "=", "int", false, is_of_element};
}
} // namespace

TEST_CASE("an assignment becomes the atomic that does the same") {
    const auto atomics = [](const std::string& source, const std::string& target, bool is_of_element = false) {
        return texts(atomic_assignments(assignment(source, target, is_of_element), source));
    };
    CHECK(atomics("sum = sum + 2 * x;", "sum") == Texts{"atomicAdd(&sum, 2 * x)"});
    CHECK(atomics("b[i] = b[i] | f(x, y);", "b[i]", true) == Texts{"atomicOr(&b[i], f(x, y))"});
    CHECK(atomics("best = max(best, f(x, y));", "best") == Texts{"atomicMax(&best, f(x, y))"});
    CHECK(atomics("*m = std::min(x, *m);", "*m") == Texts{"atomicMin(&*m, x)"});
    CHECK(atomics("last = i;", "last") == Texts{"atomicMax(&last, i)"});
    CHECK(atomics("b[i] = x;", "b[i]", true).empty()); // the wrong element, perhaps
}

TEST_CASE("an access of something that is waited for becomes one of an atomic") {
    const std::string source = "flags[i] = 1; while (flags[j] == 0);";
    const Assignment store{{0, 12}, {0, 8}, {11, 12}, "=", "int", false, true};
    CHECK(atomic_store(store, "block", source).text ==
          "cuda::atomic_ref<int, cuda::thread_scope_block>(flags[i]).store(1, cuda::memory_order_release)");
    CHECK(atomic_load({{21, 29}, "int", true}, "device", source).text ==
          "cuda::atomic_ref<int, cuda::thread_scope_device>(flags[j]).load(cuda::memory_order_acquire)");
}

TEST_CASE("scopes are widened where they are narrower, and not in comments") {
    const std::string source = "thread_scope_block x; // thread_scope_block\nthread_scope_device y; thread_scope_thread z;";
    CHECK(edited(source, wider_scopes("thread_scope_device", source)) ==
          "thread_scope_device x; // thread_scope_block\nthread_scope_device y; thread_scope_device z;");
}

TEST_CASE("a launch becomes a cooperative one of the same size") {
    const std::string source =
        "::scanlab::sim::launch(\"scan\", ::scanlab::sim::LaunchConfig(f(1, 2), B, 0, s), SCANLAB_KERNEL(scan), a, b);";
    const Call launch{"launch", {0, source.size() - 1}, {17, 23}, {}, true};
    CHECK(texts(cooperative_launches({.calls = {launch}}, source)) ==
          Texts{"{\v    cudaLaunchAttribute cooperative{};\v    cooperative.id = cudaLaunchAttributeCooperative;\v"
                "    cooperative.val.cooperative = 1;\v    cudaLaunchConfig_t config{};\v    config.gridDim = f(1, 2);\v"
                "    config.blockDim = B;\v    config.dynamicSmemBytes = 0;\v    config.stream = s;\v"
                "    config.attrs = &cooperative;\v    config.numAttrs = 1;\v    cudaLaunchKernelEx(&config, scan, a, b);\v}"});
}

TEST_CASE("memory is cleared again before later launches") {
    const std::string source = "flags.clear(); n.get(); ::scanlab::sim::launch(\"a\", c, k); ::scanlab::sim::launch(\"b\", c, k);";
    const auto statement = [](const char* name, std::size_t begin, std::size_t end) {
        return Call{name, {begin, end}, {begin, end}, {}, true};
    };
    const std::size_t first = source.find("::"), second = source.rfind("::scanlab");
    const SyntaxTree tree{.calls = {statement("clear", 0, 13), statement("get", 15, 22), statement("launch", first, second - 2),
                                    statement("launch", second, source.size() - 1)}};
    CHECK(clearings(tree, source) == std::vector<Edit>{{{first, first}, "flags.clear(); "}, {{second, second}, "flags.clear(); "}});
}

TEST_CASE("an arrival moves to later places of its own block only") {
    const std::string source = "{ arrive(); { a(); } b(); }";
    const Extent outer{0, 27}, inner{12, 20};
    const auto place = [&](std::size_t offset, const Extent& block) { return Boundary{offset, outer, block, 0, true, false}; };
    const SyntaxTree tree{.calls = {{"arrive", {2, 10}, {2, 8}, {}, true}},
                          .boundaries = {place(2, outer), place(12, outer), place(14, inner), place(21, outer)}};
    std::vector<std::size_t> places;
    for (const Arrival& one : later_arrivals(tree, source)) {
        CHECK(one.removal == Edit{{2, 10}, std::string(nothing)});
        CHECK(one.insertion.text == "arrive(); ");
        places.push_back(one.insertion.where.begin);
    }
    CHECK(places == std::vector<std::size_t>{12, 21});
}

TEST_CASE("threads that return early stay, and do nothing but wait at barriers") {
    const std::string source = "{ if (a) return; int b = c; __syncthreads(); if (b) return; d(); }";
    const Extent body{0, source.size()};
    SyntaxTree tree{.calls = {{"__syncthreads", {28, 43}, {28, 41}, {}, true}}};
    for (const std::size_t begin : {2, 45})
        tree.branches.push_back({{begin, begin + 13}, {begin + 4, begin + 5}, {begin + 7, begin + 13}, "ReturnStmt", body});
    for (const std::size_t offset : {2, 17, 28, 45, 60, 65})
        tree.boundaries.push_back({offset, body, body, 0, true, false, offset != 17 && offset != 65});
    CHECK(edited(source, staying(body, tree, source)) ==
          "{ bool is_out = a; int b = c; __syncthreads(); is_out = is_out || (b); if (!is_out) d(); }");
    tree.branches.clear();
    CHECK(staying(body, tree, source).empty());
}

TEST_CASE("a condition is behind what else is put in there, and both halves of an assignment have it") {
    const std::string source = "x = y;";
    const Edit condition{{0, 0}, "if (!is_out) "}, call{{0, 0}, "f(); "};
    CHECK(edited(source, {condition, call}) == "f(); if (!is_out) x = y;");
    CHECK(texts(halves(assignment(source, "x", false), syncthreads, source, condition.text)).front() ==
          "int next{}; if (!is_out) next = y; __syncthreads(); if (!is_out) x = next");
    const Edit instead{{0, 5}, "a(); b()"};
    const std::vector<Alternative> all{{{}, call}, {{}, instead, Alternative::Form::instead_of_statement}};
    CHECK(Alternatives(source, all, {condition}).source().ends_with("{ f(); } if (!is_out) x = y;"));
}

TEST_CASE("a wait can lose its condition, and a loop that waits its exceptions") {
    const std::string source = "{ if (a) while (b) {} if (c) continue; while (d) {} if (e) continue; }";
    const auto place = [&](const std::string& text) { return Extent{source.find(text), source.find(text) + text.size()}; };
    const auto branch = [&](const std::string& all, const std::string& condition, const std::string& then, const char* kind) {
        const Extent of_all = place(all);
        return Branch{of_all, place(condition), {of_all.end - then.size(), of_all.end}, kind, {0, source.size()}};
    };
    const SyntaxTree tree{.branches = {branch("if (a) while (b) {}", "a", "while (b) {}", "WhileStmt"),
                                       branch("if (c) continue", "c", "continue", "ContinueStmt"),
                                       branch("if (e) continue", "e", "continue", "ContinueStmt")},
                          .waits = {place("while (b) {}"), place("while (d) {}")}};
    CHECK(edited(source, unconditional_waits(tree, source)) == "{  while (b) {} void(); while (d) {} if (e) continue; }");
}

TEST_CASE("SARIF has the changed lines as a fix of what is found in the file") {
    const Files files;
    const TranslatedSource source(files.original(), files.translated());
    sim::Finding race{.kind = sim::FindingKind::race_shared, .at = {files.original().string(), 2}};
    sim::Finding elsewhere{.kind = sim::FindingKind::leak, .at = {"other.cu", 1}};
    race.fingerprint = race.group = elsewhere.fingerprint = elsewhere.group = "0123456789abcdef";
    const Extent b = at(source, "b();");
    const auto log = [&](const std::vector<Edit>& edits) {
        return nlohmann::json::parse(sarif_text({race, elsewhere}, files.original(), source.changes(edits)));
    };
    const nlohmann::json fixed = log({{{b.begin, b.begin}, "__syncthreads(); "}});
    CHECK(schema_violations(sarif_members(), fixed) == std::vector<std::string>{});
    const nlohmann::json& results = fixed.at("runs").at(0).at("results");
    const nlohmann::json& change = results.at(0).at("fixes").at(0).at("artifactChanges").at(0);
    CHECK(change.at("artifactLocation") == results.at(0).at("locations").at(0).at("physicalLocation").at("artifactLocation"));
    CHECK(change.at("replacements") ==
          nlohmann::json{{{"deletedRegion", {{"startLine", 2}, {"startColumn", 1}, {"endLine", 3}, {"endColumn", 1}}},
                          {"insertedContent", {{"text", "    __syncthreads();\n    b();\n"}}}}});
    CHECK_FALSE(results.at(1).contains("fixes"));
    CHECK_FALSE(log({}).at("runs").at(0).at("results").at(0).contains("fixes"));
}
