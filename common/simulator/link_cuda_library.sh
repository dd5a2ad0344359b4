#!/bin/sh
# link_cuda_library.sh CLANG TAKEN RUNTIME OBJECT OUTPUT: makes a library of kernels that finds the runtime beside itself. TAKEN: see
# link_shared_runtime.sh.
set -eu
clang=$1 taken=$2 runtime=$3 object=$4 output=$5
trap 'rm -f "$output.names"' EXIT
sed 's/^/--wrap=/' "$taken" >"$output.names"
# shellcheck disable=SC2016 # it is the loader that knows $ORIGIN
"$clang" -shared "$object" "$runtime" "-Wl,@$output.names" -Wl,-rpath,'$ORIGIN' "-Wl,-soname,${output##*/}" -fuse-ld=lld -o "$output.$$"
mv -f "$output.$$" "$output"
