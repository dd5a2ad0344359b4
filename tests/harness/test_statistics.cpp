#include "catch.hpp"

#include "measure/statistics.hpp"

using namespace scanlab;

TEST_CASE("one slow run does not change the reported time: the median is in the middle") {
    CHECK(quantile({3}, .5) == 3);
    CHECK(quantile({1, 1000, 2}, .5) == 2);
    CHECK(quantile({4, 1, 3, 2}, .5) == 2.5);
    CHECK(quantile({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, .1) == 2);
    CHECK(quantile({5, 4, 3}, 1) == 5);
    CHECK(quantile({5, 4, 3}, 0) == 3);
}

TEST_CASE("a fit tells the fixed cost of a launch from the speed") {
    const std::vector<double> calls{1, 2, 3, 4}, times{13, 23, 33, 43};
    const Line line = fit_line(calls, times);
    CHECK(line.slope == Approx(10));
    CHECK(line.intercept == Approx(3));
    CHECK(line.r_squared == Approx(1));

    const std::vector<double> noisy{13, 24, 32, 43};
    CHECK(fit_line(calls, noisy).r_squared < 1);
    CHECK(fit_line(calls, noisy).r_squared > .99);
}
