#!/bin/sh
# link_runtime.sh LD NM OBJCOPY LIBBACKTRACE OUTPUT OBJECT…: makes one object file of the runtime, in which only its interface
# can be seen from outside, and whose code and variables lie apart from the program's.
#
# The linker keeps one copy of each template's instance. If the program uses std::vector<int> and the runtime, too, that
# may be the program's copy, whose accesses are observed: the runtime would observe itself. So the runtime keeps its own;
# and its own operator new and delete (_Znw…, _Zna…, _Zdl…, _Zda…), as the program's serve kernels.
#
# Whatever runs until the very end of the program may call the runtime: destructors, functions of atexit(), threads that nobody
# has joined. So no variable of the runtime is ever destroyed: see __cxa_atexit() in platform/ends_posix.cpp.
set -eu
ld=$1 nm=$2 objcopy=$3 libbacktrace=$4 output=$5
shift 5
"$ld" -r --whole-archive "$libbacktrace" -o "$output.backtrace"
"$objcopy" --redefine-sym dl_iterate_phdr=scanlab_iterate_program "$output.backtrace" # see platform/symbols_libbacktrace.cpp
"$ld" -r --force-group-allocation -T "$(dirname "$0")/own_variables.ld" -o "$output" "$@" "$output.backtrace"
"$nm" --defined-only --extern-only "$output" | sed -n 's/^[0-9a-f]* [VWu] //p; s/^[0-9a-f]* T \(_Z[nd][wal]\|__cxa_\|backtrace_\)/\1/p' >"$output.own"
"$objcopy" --localize-hidden --localize-symbols="$output.own" "$output"
rm "$output.own" "$output.backtrace"
