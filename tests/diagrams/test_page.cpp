// What stands in a page before any script has run: all that its reader can read.
#include "catch.hpp"

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
    return page(p, "<?xml?>\n<!DOCTYPE svg>\n<svg width=\"9pt\"></svg>", sources);
}

} // namespace

TEST_CASE("text is shown as it is, and never becomes markup") {
    const std::string html = made(picture());
    CHECK_THAT(html, ContainsSubstring("<title>a &lt; b &amp; &quot;c&quot;</title>"));
    CHECK_THAT(html, ContainsSubstring(">if (a &lt; b)</span>"));
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
    CHECK(html.find("What is wrong") < html.find("<svg"));
}

TEST_CASE("a page needs nothing but itself") {
    const std::string html = made(picture());
    for (const char* reference :
         {"<link", "src=", "@import", "url(", "http:", "https:", "<?xml", "<!DOCTYPE svg"})
        CHECK_THAT(html, !ContainsSubstring(reference));
}
