// Kernel launches: every form that people write, and what only looks like one.
#include "catch.hpp"
#include "translated.hpp"

#include <string>

namespace {

/// A launch as the simulator's headers want it.
std::string launch(const std::string& callee, const std::string& config, const std::string& args = "") {
    std::string name = callee;
    for (std::size_t i = 0; (i = name.find('"', i)) != std::string::npos; i += 2) name.insert(i, "\\");
    return "::scanlab::sim::launch(\"" + name + "\", ::scanlab::sim::LaunchConfig(" + config + "), SCANLAB_KERNEL(" + callee + ")" +
           (args.empty() ? "" : ", ") + args + ")";
}

} // namespace

TEST_CASE("a launch of two, three and four values keeps its arguments") {
    CHECK(translated("k<<<1, 2>>>(a, b);") == launch("k", "1, 2", "a, b") + ";");
    CHECK(translated("k<<<g, b, 3 * 4>>>(a);") == launch("k", "g, b, 3 * 4", "a") + ";");
    CHECK(translated("k<<<g, b, 0, s>>>();") == launch("k", "g, b, 0, s") + ";");
}

TEST_CASE("a formatter that does not know launches may have set blanks into them") {
    const std::string expected = launch("k", "g, b ", "x") + ";";
    for (const std::string text : {"k<< <g, b >> >(x);", "k< <<g, b >> >(x);", "k<< <g, b >>>(x);", "k<<<g, b >> >(x);"})
        CHECK(translated(text) == expected);
    for (const std::string text : {"a << b < c;", "std::vector<std::vector<int>> v;", "A<B<C<int> > > x(3);", "f(a >> b > (c));"})
        CHECK(translated(text) == text);
}

TEST_CASE("two launches of which a directive chooses one share their arguments") {
    const std::string prefix = "::scanlab::sim::launch_with(\"k\", ::scanlab::sim::LaunchConfig(", suffix = "), SCANLAB_KERNEL(k))\n";
    CHECK(translated("#ifdef A\nk<<<1, 2, 0, s>>>\n#else\nk<<<1, 2>>>\n#endif\n(x);") ==
          "#ifdef A\n" + prefix + "1, 2, 0, s" + suffix + "#else\n" + prefix + "1, 2" + suffix + "#endif\n(x);");
}

TEST_CASE("every way to name a kernel can be launched") {
    const std::string callee =
        GENERATE("k", "a::b::k", "::k", "k<256>", "ns::k<256, (4 > 2), std::pair<int, int>>", "k<a < b>", "k<(1 << 4)>", "k<1 << 4>",
                 "k<N <= 4>", "k<A<B<C<int>>>>", "(cond ? k1 : k2)", "(*pointer)", "o.k", "o->k", "a.b->c[3]", "kernels[i + 1]",
                 "table[i][j]", "choose(n)", "choose<int>(n)", "static_cast<void (*)(int)>(k)", "T::template run<4>", "o.template run<4>",
                 "A<int>::k", "k<&f>", "k<'>', \"<\"[0]>");
    const std::string expected = launch(callee, "g, b", "x");
    for (const std::string before : {"", "return ", "if (x) ", "else ", "{ ", "a = b; ", "case 1: ", "f(), "}) {
        CHECK(translated(before + callee + "<<<g, b>>>(x);") == before + expected + ";");
    }
}

TEST_CASE("awkward launch parameters are copied as they are") {
    const std::string config =
        GENERATE("dim3{1, 2}, b", "dim3(1, 2, 3), dim3(f(x), y)", "{1, 2}, {3, 4}", "(n + 255) / 256, 256", "(n >> 2), (b > 3 ? 1 : 2)",
                 "static_cast<unsigned>(n), B<1, 2>::value", "g, b, sizeof(P<int, int>)", "[&] { int a = 1; return a; }(), b", "1'000, 2",
                 "g /* >>> */, b", "CONFIG", "config(1, 2)", "all...", "f<x>, g<y>");
    CHECK(translated("k<<<" + config + ">>>(x);") == launch("k", config, "x") + ";");
}

TEST_CASE("template arguments that end where the launch parameters end") {
    CHECK(translated("k<<<g, f<int>>>>(x);") == launch("k", "g, f<int>", "x") + ";");
}

TEST_CASE("three templates may end together within the launch parameters") {
    for (const std::string config : {"f<g<h<int>>>(), 1", "f<g<h<int>>>::n, 1", "n < 3 ? 1 : 2, a<b<c<2>>>(x, y)"})
        CHECK(translated("k<<<" + config + ">>>(x); k2<<<1, 2>>>(y);") ==
              launch("k", config, "x") + "; " + launch("k2", "1, 2", "y") + ";");
}

TEST_CASE("comments and white space anywhere in a launch are harmless") {
    CHECK(translated("k /* one */ <<< g, b >>> /* two */ ( x );") == launch("k", " g, b ", " x ") + ";");
    CHECK(translated("k  <  4 ><<<g, b>>>(x);") == launch("k < 4 >", "g, b", "x") + ";");
    CHECK(translated("k<<<g, b // blocks >>> (\n>>>(x);").find("LaunchConfig(g, b // blocks >>> (\n)") != std::string::npos);
}

TEST_CASE("several launches on a line are all made") {
    CHECK(translated("a<<<1, 2>>>(); b<3><<<4, 5>>>(x), c<<<6, 7>>>(y);") ==
          launch("a", "1, 2") + "; " + launch("b<3>", "4, 5", "x") + ", " + launch("c", "6, 7", "y") + ";");
}

TEST_CASE("launches inside lambdas, arguments and macro calls are made") {
    CHECK(translated("auto f = [&] { k<<<1, 2>>>(x); };") == "auto f = [&] { " + launch("k", "1, 2", "x") + "; };");
    CHECK(translated("CHECK(\"k\", k<8><<<1, 2>>>(x));") == "CHECK(\"k\", " + launch("k<8>", "1, 2", "x") + ");");
    CHECK(translated("a<<<1, 2>>>([] { b<<<3, 4>>>(); });") == launch("a", "1, 2", "[] { " + launch("b", "3, 4") + "; }") + ";");
}

TEST_CASE("a NULL argument still is a null pointer") {
    CHECK(translated("k<<<1, 2>>>(NULL, f(NULL), a + NULL, NULL);") == launch("k", "1, 2", "nullptr, f(NULL), a + NULL, nullptr") + ";");
}

TEST_CASE("a literal argument becomes what the parameter is") {
    CHECK(translated("k<<<1, 2>>>(0, f(0), a + 0, 0u, {1, {2}}, T{0});") ==
          launch("k", "1, 2", "::scanlab::sim::Zero(), f(0), a + 0, 0u, SCANLAB_IN_BRACES({1, {2}}), T{0}") + ";");
}

TEST_CASE("what is not a launch is left alone") {
    const std::string source = GENERATE(
        "const char* s = \"k<<<1, 2>>>(x)\";", "// k<<<1, 2>>>(x)\n", "/* k<<<1, 2>>>(x) */", "auto s = R\"x(k<<<1, 2>>>(x) )\" )x\";",
        "auto s = u8R\"(\")k<<<1, 2>>>(x)\"; // )\"", "std::vector<std::vector<std::vector<int>>> v;", "x >>= 3; x <<= 3; x = a << b >> c;",
        "std::cout << '<' << \"<\" << x;", "o.operator<<<int>(x);", "#if 0\nk<<<1, 2>>>(x don't\n#endif\n", "#error k<<<1, 2>>>(x)\n",
        "// comment \\\nk<<<1, 2>>>(x)\n", "#include <<<\n", "char c = '\\'', d = '\"'; f(1'000);", "#if 1\n#else\nk<<<1\n#endif\n");
    CHECK(translated(source) == source);
}

TEST_CASE("the other branch of #if 0 is translated") {
    CHECK(translated("#if 0\nk<<<\n#else\nk<<<1, 2>>>();\n#endif") == "#if 0\nk<<<\n#else\n" + launch("k", "1, 2") + ";\n#endif");
}

TEST_CASE("a launch in a macro works, and is named after what the macro is given") {
    CHECK(translated("#define L(k, n) k<n><<<1, 2>>>(n)\n") == "#define L(k, n) ::scanlab::sim::launch(\"\" #k \"<\" #n \">\", "
                                                               "::scanlab::sim::LaunchConfig(1, 2), "
                                                               "SCANLAB_KERNEL(k<n>), n)\n");
    CHECK(translated("#define L(n) scan_##n<<<1, 2>>>()\n").find("SCANLAB_KERNEL(scan_##n)") != std::string::npos);
    CHECK(translated("#define L k<<<1, 2>>>(x)\n") == "#define L " + launch("k", "1, 2", "x") + "\n");
}

TEST_CASE("a macro that passes its variable arguments on may be given none") {
    CHECK(translated("#define L(...) k<<<1, 2>>>(__VA_ARGS__)\n").find(") __VA_OPT__(,) __VA_ARGS__)") != std::string::npos);
    CHECK(translated("#define L(a...) k<<<1, 2>>>(a)\n").find(") __VA_OPT__(,) a)") != std::string::npos);
    CHECK(translated("#define L(...) k<<<1, 2>>>(x, __VA_ARGS__)\n").find("), x, __VA_ARGS__)") != std::string::npos);
}

TEST_CASE("a lambda has its qualifiers behind its parameters, where an attribute may stand, and functions keep theirs") {
    CHECK(translated("auto f = [=] __host__ __device__ (int i) { return i; };") ==
          "auto f = [=]   (int i) __host__ __device__  { return i; };");
    CHECK(translated("g([&, n] __device__ ON_BOTH_SIDES (int i) mutable { a[i] = 1; }, [] "
                     "ON_BOTH_SIDES { f(); });") ==
          "g([&, n]   (int i) __device__ ON_BOTH_SIDES  mutable { a[i] = 1; }, []  () ON_BOTH_SIDES { f(); });");
    const std::string none = "x = [] mutable { return a[1] and (b); }; delete[] f(a); T operator[] "
                             "f(T); int a[2] ALIGNED(4);";
    CHECK(translated(none) == none);
    const std::string function = "__device__ int f(int (&a)[2]); [[noreturn]] void g() {}";
    CHECK(translated(function) == function);
}
