// wrong: launch\(\) and workspace\(\) are to be functions of the file
#include <scanlab/exercise.hpp>

#include <vector>

scanlab::Exercise scanlab::exercise() {
    auto* const somewhere = reinterpret_cast<void (*)(const Problem&)>(0x401000);
    static std::vector<Variant> all;
    for (const int block : {32, 64, 128, 256, 512, 1024})
        all.push_back({block, 2, [](long long) -> std::size_t { return 0; }, somewhere, Arrangement::striped});
    return {"sklansky_shared", __FILE__, all};
}
