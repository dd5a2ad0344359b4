#!/bin/sh
# Gradescope runs this once, as root, when it makes the machine that grades: installs what is missing, and builds.
set -eu
cd "${AUTOGRADER:-/autograder}/source"
sh scanlab grade --help
cmake --build build/sim --target grader
