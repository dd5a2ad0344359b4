#!/bin/sh
# link_shared_runtime.sh COMPILER NM ARCHIVE NAME OUTPUT TAKEN LIBRARY…: makes libcudart.so of the simulator, for programs that are not linked
# by it, such as Python, and libraries of kernels that these load. NAME: what those who are linked with it ask the loader for.
#
# In the program of somebody else, functions of the C library come before ours. So libraries of kernels call ours by other names,
# __wrap_malloc for malloc (scanlab_link); the file TAKEN gets these functions. CUDA's functions are there by the names that
# they have in C, too.
set -eu
compiler=$1 nm=$2 archive=$3 name=$4 output=$5 taken=$6
shift 6
"$nm" --defined-only --extern-only "$archive" | awk -v aliases="$output.aliases" -v taken="$taken" '
    NF != 3 || $2 != "T" || $3 ~ /^__scanlab_/ { next }
    $3 !~ /^_Z/ || $3 ~ /^_Z(n|d)/ {
        print $3 > taken
        print "--defsym=__wrap_" $3 "=" $3 > aliases
        next
    }
    match($3, /^_Z[0-9]+/) {
        in_c = substr($3, RLENGTH + 1, substr($3, 3, RLENGTH - 2))
        if (in_c ~ /^(cuda|nccl)/ && !seen[in_c]++) print "--defsym=" in_c "=" $3 > aliases
    }'
echo 'extern const char scanlab_is_a_program; const char scanlab_is_a_program = 1;' |
    "$compiler" -shared -fPIC -Wl,-soname,"$name" -Wl,@"$output.aliases" -x c - -x none -o "$output.$$" \
        -Wl,--whole-archive "$archive" -Wl,--no-whole-archive "$@" -ldl -lpthread
rm "$output.aliases"
mv -f "$output.$$" "$output"
