#!/bin/sh
# reads.sh COMPILE_OBJECT ROOT: what Clang reads of a judged file decides what it has included, whatever a reader of directives
# makes of it. Each row has an exit code, what the compiler says, and the file, as printf has it. 4: it is not allowed, and
# nobody learns whether there is such a file.
set -eu
compile=$1 root=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
none='none of the headers on the page of the rules'

# compiled CODE WORDS
compiled() {
    status=0
    sh "$compile" --judged exercise --brief "$folder/it.cu" "$folder/it.o" -- -I "$root/common/base" -I "$root/common/harness" \
        >"$folder/said" 2>&1 || status=$?
    echo "(exit code $status)" >>"$folder/said"
    [ "$status" = "$1" ] && grep -q "$2" "$folder/said" || {
        echo "expected $1 and \"$2\", got $status:"
        tail -n 20 "$folder/it.cu" "$folder/said"
        failed=1
    }
}

while IFS='|' read -r code words text; do
    # shellcheck disable=SC2059 # a format, for its escapes
    printf "$text" >"$folder/it.cu"
    compiled "$code" "$words"
done <<END
4|$none|#include <regex>\n
4|$none|#include "/etc/passwd"\n
4|$none|#include "/etc/nopasswd"\n
4|$none|#include __FILE__\n
4|$none|// \\\\\r\r\n#include <cuda/latch>\n
4|$none|#define X 1e+'a'/*'\n#include <curand_kernel.h>\n// */\n
4|$none|#pragma GCC dependency "/etc/nopasswd"\n
4|$none|#include <scanlab_sim/../cuda/pipeline>\n
1|unknown type name|import "/etc/passwd";\n
1|unknown type name|import "/etc/nopasswd";\n
END

# All that may be included, twice: nothing of it is read anew, whatever macros stand before it. And no question tells of a file.
{
    echo '#define no_unique_address no_unique_address]] int mine; [[maybe_unused'
    sed -n 's/^#include <.*/&\n&/p' "$root/common/grading/grader/allowed_headers.hpp"
    cat <<'END'
#define ASK __has_##include
#define FILE_THERE "/etc/passwd"
#define FILE_ELSEWHERE "/etc/nopasswd"
_Pragma("GCC dependency \"/etc/nopasswd\"")
#define P(text) _Pra##gma(text)
P("GCC dependency \"/etc/nopasswd\"")
#if __has_include(FILE_THERE) != __has_include(FILE_ELSEWHERE)
#error one of them exists
#endif
#undef __has_include
#ifdef __has_include
#error it can still be asked
#endif
END
} >"$folder/it.cu"
compiled 0 'exit code 0'
for header in "$root"/common/include/scanlab/* "$root"/common/simulator/include/cuda/std/*; do
    name=${header#"$root"/common/include/}
    name=${name#"$root"/common/simulator/include/}
    case $name in
    cuda/std/expected | scanlab/header.cuh | scanlab/device_call.cuh | scanlab/device_scan.cuh | scanlab/device_select.cuh | scanlab/device_sort.cuh | scanlab/digits.cuh | scanlab/row_scan.cuh) continue ;;
    esac # there is none in C++20; and whole scans, which an exercise asks for
    grep -q "^#include <$name>" "$root/common/grading/grader/allowed_headers.hpp" || {
        echo "allowed_headers.hpp lacks $name"
        failed=1
    }
    grep -q '^#pragma once' "$header" || {
        echo "$header may be read twice"
        failed=1
    }
done
[ -z "${failed-}" ]
