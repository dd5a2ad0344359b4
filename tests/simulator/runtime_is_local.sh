#!/bin/sh
# runtime_is_local.sh NM LIBRARY: of the runtime, programs see its interface and nothing else: no instances of
# templates, which the linker would merge with the program's, and none of its own functions.
set -eu
# What every C++ file has whose functions do not throw is the same in all of them.
symbols=$("$1" -C --defined-only --extern-only "$2" | sed -n 's/^[0-9a-f]* //p' |
    grep -vx '[VW] \(DW\.ref\.__gxx_personality_v0\|__clang_call_terminate\)')
failed=0
refuse() {
    found=$(echo "$symbols" | grep -E "$1" | head -n 3)
    [ -z "$found" ] || { echo "$2:" && echo "$found" && failed=1; }
}
refuse '^[VWu] ' "The linker may merge these with the program's"
refuse '^. (std|__gnu_cxx)::' "These belong to the standard library"
refuse 'scanlab::sim::(order|shadow|memory|counters|recorder|platform|bulk)::|scanlab::sim::report\(' "These are no part of the interface"
echo "$symbols" | grep -q 'T scanlab::sim::run_grid' || { echo "run_grid() cannot be seen" && failed=1; }
exit $failed
