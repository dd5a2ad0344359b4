#!/bin/sh
# runtime_is_local.sh NM LIBRARY: of the runtime, programs see its interface and nothing else: no instances of
# templates, which the linker would merge with the program's, and none of its own functions. None of its variables is ever
# destroyed, and all are there before the program's: what runs first and last in the program may call it, too.
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
symbols=$("$1" --undefined-only "$2" | sed -n "s/^ *//p")
refuse "^U __cxa_(thread_)?atexit" "A variable of the runtime would be destroyed while it is still wanted"
symbols=$("$3" -SW "$2")
refuse " [.](init|fini)_array " "This runs after the program has begun, or before it has ended"
exit $failed
