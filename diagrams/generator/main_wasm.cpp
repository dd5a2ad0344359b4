// draw RECORDING PICTURE [VIEW]: what ./scanlab draw does with a recording, for a page of the site.
// What is thrown ends it, with the text on standard error.
#include "draw.hpp"

int main(int argc, char** argv) {
    if (argc < 3) return 2;
    scanlab::diagrams::draw({.recording = argv[1], .out = argv[2], .view = argc > 3 ? argv[3] : ""});
}
