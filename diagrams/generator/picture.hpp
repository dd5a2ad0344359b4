/// \file
/// A drawing, before Graphviz: what stands where, what it means, and in which step it comes.
///
/// Layouts (network, look_back, compaction) make a Picture; outputs (dot, page) only read it.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace scanlab::diagrams {

/// In points (1/72 inch); x grows to the right, y downwards.
struct Point {
    double x = 0, y = 0;
};

/// What a node is, which decides its colours.
enum class Role {
    input,     ///< an element of the input
    sum,       ///< the result of an addition
    copied,    ///< the same value as above, moved or kept
    handed,    ///< a prefix handed down (Blelloch's left child)
    identity,  ///< zero, put there by the kernel
    complete,  ///< the final value of its element
    aggregate, ///< a tile's own sum is known to the others
    prefix,    ///< the sum of everything up to the tile's end is known
    flag,      ///< a small number made from data: a flag, a count, a position
    dropped,   ///< an element that compaction leaves out
    wrong,     ///< not what it should be
    missing,   ///< should be here, but nobody has written it
    digit_0,   ///< a key that a sort's pass has put among those with digit 0
    digit_1,
    digit_2,
    digit_3
};

enum class Shape {
    circle,
    box,
    dot ///< where lines meet: no label, no meaning of its own
};

struct SourceLine {
    std::string file{}; ///< absolute path
    int line = 0;
};

/// A thread of a launch, by its linear indices.
struct Maker {
    int block = 0, thread = 0;
};

struct Node {
    std::string id{}; ///< unique in the picture; also its id in the SVG
    Point at{};       ///< of its centre
    std::string label{};
    Role role = Role::sum;
    std::string tooltip{}; ///< a sentence: "step 2, thread 5: sums[5] = x2 + … + x5 (line 31)"
    int step = 0;          ///< index into Picture::steps: when it appears
    Shape shape = Shape::circle;
    double width = 33, height = 33;
    std::vector<Maker> makers{}; ///< the threads that have made the value
    std::string work{};    ///< how: "reads", "adds", "copies", "keeps", "puts"; empty: nothing is known
    SourceLine made_at{};  ///< by which line
    std::string meaning{}; ///< what it sums, written out: "x2 + … + x5"
    std::string place{};   ///< where it stands, as in "sums[5]"; empty for a register
    int input = -1;        ///< of an element of the input, which one
    std::optional<long long> number{}; ///< of what the kernel puts there whatever the data are
};

enum class Line {
    own,       ///< the element's own previous value
    partner,   ///< a value from elsewhere, added
    moved,     ///< a value from elsewhere, copied
    kept,      ///< the value stays where it is
    taken_off, ///< a value that is subtracted
    look_back, ///< a descriptor that is read
    racing     ///< takes part in a race, or carries a wrong value
};

struct Edge {
    std::size_t from = 0, to = 0; ///< indices into Picture::nodes
    Line line = Line::partner;
    std::string tooltip{};
    int step = 0;
    std::vector<Point> via{}; ///< corners on its way around other nodes
    bool via_is_all = false;  ///< its ends, too: the line is nothing else
    int sign = 1;             ///< -1: what it brings is subtracted
};

/// A rectangle behind nodes that belong together: a launch, a block, a phase.
struct Band {
    Point top_left{}, bottom_right{};
    std::string label{}; ///< shown in its top left corner
    std::string tooltip{};
    int tint = 0; ///< bands of the same kind have the same one, from 0 up
};

/// A horizontal line: everything above it is done before anything below it begins.
struct Barrier {
    double y = 0, left = 0, right = 0;
    std::string label{};   ///< "barrier", "2 barriers"
    bool is_wrong = false; ///< not all threads came to it
    int step = 0;
};

/// A line above columns that belong together, such as the elements of a thread, under the name of what
/// they belong to.
struct Bracket {
    double y = 0, left = 0, right = 0;
    std::string label{};
};

/// Text beside or between nodes.
struct Text {
    Point at{}; ///< of its centre, or its left end
    std::string text{};
    bool left_aligned = false;
    bool is_small = false;
    int step = 0;
};

struct LegendEntry {
    enum class Sample { role, line, none } sample = Sample::none;
    Role role = Role::sum;
    Line line = Line::partner;
    std::string text{};
};

/// What happens at one time; a page goes through a picture step by step.
struct Step {
    std::string label{};       ///< "step 2, d = 2"
    std::string description{}; ///< a sentence or two for somebody who cannot see the picture
    std::vector<SourceLine> lines{};
    int launch = -1; ///< index into Picture::launches: whose threads do it; -1: nobody's
};

/// The threads that a launch has.
struct Crew {
    int blocks = 1, threads = 1; ///< threads of a block
};

/// What the lanes of a warp access at once.
struct AccessInStep {
    struct Word {
        int thread = 0, word = 0; ///< counted from where all banks begin
    };
    int step = 0, block = 0, warp = 0;
    std::string work{}, array{}; ///< "reads", "sums"
    SourceLine at{};
    bool is_shared = false;
    int cost = 1; ///< turns at the banks of shared memory, or sectors of global memory
    std::vector<Word> words{};
};

struct Picture {
    std::string id{};    ///< a word: "02_hillis_steele_shared"
    std::string title{}; ///< "Hillis-Steele in shared memory: 16 elements, 1 block of 16 threads"
    std::string description{};
    std::vector<Node> nodes;
    std::vector<Edge> edges;
    std::vector<Band> bands;
    std::vector<Barrier> barriers;
    std::vector<Bracket> brackets;
    std::vector<Text> texts;
    std::vector<LegendEntry> legend;
    std::vector<std::string> caption;  ///< lines under the picture: steps, work, checks
    std::vector<std::string> problems; ///< what is wrong, in red: the findings' sentences
    std::vector<Step> steps;           ///< the first one shows the input alone
    /// Where every node is the signed sum of what its edges bring, the number of inputs, so that a page
    /// can add up others; else 0.
    int inputs = 0;
    std::vector<Crew> launches; ///< empty: no view of the threads
    int warp_size = 32;
    std::vector<AccessInStep> accesses; ///< of all warps, in the order in which they begin
    std::string kernel{};               ///< the first one's name, without template arguments
};

} // namespace scanlab::diagrams
