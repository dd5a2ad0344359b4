// A recording holds what the threads did: diagrams are drawn from nothing else.
#include "catch.hpp"
#include "process.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <map>

namespace {

using nlohmann::json;
using scanlab::Ended;

struct Run {
    Ended ended;
    std::optional<json> recording;
};

Run run(const std::vector<std::string>& arguments = {}) {
    const scanlab::ScratchFolder scratch;
    const auto file = scratch.path() / "recording.json";
    std::vector<std::string> command{RECORDED};
    command.insert(command.end(), arguments.begin(), arguments.end());
    Run result{scanlab::run_process(command, std::chrono::seconds(60), scratch.path(), {"SCANLAB_SIM_RECORD=" + file.string()}),
               std::nullopt};
    if (std::filesystem::exists(file)) result.recording = json::parse(std::ifstream(file));
    return result;
}

const json& recording() {
    static const Run it = run();
    REQUIRE(it.ended.code == 0);
    REQUIRE(it.recording);
    return *it.recording;
}

/// Name of the variable that an event is about; "" if it is a thread's own.
std::string variable(const json& event) {
    const int v = event.value("v", -1);
    return v < 0 ? "" : recording()["variables"][static_cast<std::size_t>(v)]["name"];
}

/// The events of one thread of the first launch.
std::vector<json> events(int thread) {
    std::vector<json> result;
    for (const json& e : recording()["events"])
        if (e.value("t", -1) == thread && e["l"] == 0) result.push_back(e);
    return result;
}

std::vector<json> accesses(int thread, const std::string& what, const std::string& name) {
    std::vector<json> result;
    for (const json& e : events(thread))
        if (e["e"] == what && variable(e) == name) result.push_back(e);
    return result;
}

long long count(const std::string& what) {
    long long n = 0;
    for (const json& e : recording()["events"]) n += e["e"] == what;
    return n;
}

} // namespace

TEST_CASE("a write shows what was stored, a read what was there, and where") {
    const auto reads = accesses(3, "read", "data");
    REQUIRE(reads.size() == 1);
    CHECK(reads[0]["i"] == 3);
    CHECK(reads[0]["w"] == json{30});
    const auto shared = accesses(3, "write", "sums");
    REQUIRE(shared.size() == 1);
    CHECK(shared[0]["w"] == json{31});
    CHECK(shared[0]["line"] == 10);
    const auto written = accesses(3, "write", "data");
    REQUIRE(written.size() == 1);
    CHECK(written[0]["w"] == json{20 + 41}); // of its left neighbour, and of thread 4
}

TEST_CASE("a thread's own variables are recorded, too") {
    std::vector<json> own;
    for (const json& e : accesses(3, "write", ""))
        if (e["line"] == 9) own.push_back(e["w"]);
    CHECK(own == std::vector<json>{json{30}});
}

TEST_CASE("a shuffle tells whom a value comes from") {
    for (const json& e : events(6))
        if (e["e"] == "receive") CHECK((e["from"] == 5 && e["w"][0] == 50 && e["op"] == "shuffle_up"));
    for (const json& e : events(4)) // the first lane of its warp of four gets its own
        if (e["e"] == "receive") CHECK((e["from"] == 4 && e["w"][0] == 40));
    CHECK(count("publish") == 8);
    CHECK(count("receive") == 8);
    CHECK(count("sync") == 2);
}

TEST_CASE("an atomic update is a read of the old value and a write of the new one") {
    std::vector<json> own;
    for (const json& e : events(5))
        if (variable(e) == "counter") own.push_back({e["e"], e["w"][0], e["s"]});
    CHECK(own == std::vector<json>{{"read", 0, "atomic"}, {"write", 3, "atomic"}});
    CHECK(accesses(6, "read", "counter").size() == 1);
    CHECK(accesses(6, "write", "counter").empty());
}

TEST_CASE("barriers, exits, the launch and the warps are there") {
    CHECK(count("barrier") == 1);
    CHECK(count("exit") == 8);
    CHECK(recording()["warp_size"] == 4);
    CHECK(recording()["launches"][0]["kernel"] == "kernel");
    CHECK(recording()["launches"][0]["block"] == json{8, 1, 1});
    CHECK(recording()["events"].front()["e"] == "launch");
    CHECK(recording()["events"].back()["e"] == "end");
    CHECK(recording()["findings"].empty());
}

TEST_CASE("what is wrong is in the recording") {
    const Run wrong = run({"1", "race"});
    REQUIRE(wrong.recording);
    const json& findings = (*wrong.recording)["findings"];
    REQUIRE(findings.size() == 1);
    CHECK(findings[0]["kind"] == "race-global");
    CHECK(findings[0]["variable"] == "data");
}

TEST_CASE("a run that is too large for a picture says so, and leaves no file") {
    const Run large = run({"20000"});
    CHECK_FALSE(large.recording);
    CHECK(large.ended.err.find("give fewer elements") != std::string::npos);
}
