// What stands in a page before any script has run: all that its reader can read.
#include "catch.hpp"

#include "highlight.hpp"
#include "page.hpp"

using namespace scanlab::diagrams;
using Catch::Matchers::ContainsSubstring;

namespace {

Picture picture() {
    Picture p;
    p.title = "a < b & \"c\"";
    p.caption = {"4 steps, 49 additions"};
    p.legend = {{LegendEntry::Sample::role, Role::aggregate, {}, "a tile's own sum"}};
    p.steps = {{"input", "The input.", {}},
               {"step 1", "</script>", {{"/there/scan.cu", 2}, {"/there/scan.cu", 99}}}};
    return p;
}

const std::vector<SourceFile> sources{{"/there/scan.cu", "first\nif (a < b)\n"},
                                      {"/there/unused.cuh", "unused"}};

std::string made(const Picture& p) {
    return page({{"as it is", p, "<?xml?>\n<!DOCTYPE svg>\n<svg width=\"9pt\"></svg>", sources}});
}

} // namespace

TEST_CASE("text is shown as it is, and never becomes markup") {
    const std::string html = made(picture());
    CHECK_THAT(html, ContainsSubstring("<title>a &lt; b &amp; &quot;c&quot;</title>"));
    CHECK_THAT(html, ContainsSubstring("> (a &lt; b)</span>"));
    CHECK_THAT(html, ContainsSubstring("\\u003c/script>"));
    CHECK_THAT(html, ContainsSubstring("4 steps, 49 additions"));
    CHECK_THAT(html, ContainsSubstring("a tile's own sum"));
}

TEST_CASE("only the sources that steps name are shown") {
    const std::string html = made(picture());
    CHECK_THAT(html, ContainsSubstring("scan.cu</h2>"));
    CHECK_THAT(html, ContainsSubstring("[\"line-0-2\",\"line-0-99\"]"));
    CHECK_THAT(html, !ContainsSubstring("unused"));
}

TEST_CASE("findings are shown above the picture, if there are any") {
    Picture p = picture();
    CHECK_THAT(made(p), !ContainsSubstring("What is wrong"));
    p.problems = {"sums[5] is read while it is written"};
    const std::string html = made(p);
    REQUIRE_THAT(html, ContainsSubstring("<li>sums[5] is read while it is written</li>"));
    CHECK(html.find("What is wrong") < html.find("id=\"picture\""));
}

TEST_CASE("a page needs nothing but itself") {
    const std::string html = made(picture());
    for (const char* reference :
         {"<link", "src=", "@import", "url(h", "http:", "https:", "<?xml", "<!DOCTYPE svg"})
        CHECK_THAT(html, !ContainsSubstring(reference));
}

TEST_CASE("the words of a program are told apart") {
    CHECK(
        highlighted(
            "const int t = threadIdx.x; // 1 < 2\n\n#pragma unroll\n/* a\nb */ puts(\"if\");") ==
        std::vector<std::string>{
            "<span class=\"word\">const</span> <span class=\"word\">int</span> t = <span "
            "class=\"cuda\">threadIdx</span>.x; <span class=\"comment\">// 1 &lt; 2</span>",
            "", "<span class=\"directive\">#pragma unroll</span>",
            "<span class=\"comment\">/* a</span>",
            "<span class=\"comment\">b */</span> puts(<span class=\"string\">&quot;if&quot;</span>);"});
    CHECK(highlighted("x = 0x1F;\n\"open") ==
          std::vector<std::string>{"x = <span class=\"number\">0x1F</span>;",
                                   "<span class=\"string\">&quot;open</span>"});
}

TEST_CASE("the page knows which thread makes a value, by which line, and from what") {
    Picture p = picture();
    p.kernel = "scan";
    p.inputs = 1;
    p.launches = {{2, 4}};
    p.nodes = {{.id = "r0_0", .input = 0},
               {.id = "r1_0",
                .step = 1,
                .makers = {{1, 3}},
                .work = "adds",
                .made_at = {"/there/scan.cu", 2},
                .place = "sums[0]"}};
    p.edges = {{.from = 0, .to = 1, .sign = -1}};
    const std::string html = page(
        {{"as it is", p, "<svg/>", {{"/there/scan.cu", "// scan(\n__global__ void\nscan(int n)"}}}});
    CHECK_THAT(html, ContainsSubstring("\"makers\":[[1,3]]"));
    CHECK_THAT(html, ContainsSubstring("\"line\":\"line-0-2\""));
    CHECK_THAT(html,
               ContainsSubstring("{\"id\":\"e0\",\"from\":\"r0_0\",\"to\":\"r1_0\",\"sign\":-1}"));
    CHECK_THAT(html, ContainsSubstring("\"kernel\":\"line-0-2\""));
}

TEST_CASE("variants of a kernel can be chosen, and wait as templates") {
    CHECK_THAT(made(picture()), !ContainsSubstring("<template"));
    const std::string html =
        page({{"as it is", picture(), "<svg/>", {}}, {"without < it", picture(), "<svg/>", {}}});
    CHECK_THAT(html, ContainsSubstring("value=\"0\" checked>as it is"));
    CHECK_THAT(html, ContainsSubstring("value=\"1\">without &lt; it"));
    CHECK_THAT(html, ContainsSubstring("<template data-variant=\"1\">"));
}
