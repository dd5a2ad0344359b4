// wrong: launch\(\), workspace\(\) and piece\(\) are to be functions of the file
// exercise: balanced_slices
// The function that deals the array is an address that nobody has checked.
#include <scanlab/exercise.hpp>

scanlab::Exercise scanlab::exercise() {
    static Variant variants[] = {{.block = 256, .items_per_thread = 4, .workspace = [](long long) { return std::size_t{0}; },
                                  .launch = [](const Problem&) {}, .piece = (Piece(*)(long long, int, long long))16}};
    return {"balanced_slices", __FILE__, variants};
}
