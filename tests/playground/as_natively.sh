#!/bin/sh
# as_natively.sh PLAYGROUND NATIVE COMMAND…: has compare.mjs run by the command, if there is something to compare.
playground=$1 native=$2
shift 2
cd "$(dirname "$0")/../.." || exit 1
command -v node >/dev/null || { echo "skipped: there is no Node" && exit 77; }
[ -f "$playground/static/sizes.json.packed" ] || { echo "skipped: the playground is not built" && exit 77; }
if [ "${SCANLAB_TEST_PLAYGROUND-}" = all ]; then
    sources=$(find tests/simulator/planted_bugs tests/simulator/correct_tricky lessons/* -maxdepth 1 -name '*.cu' ! -name '*_exercise.cu' | sort)
else
    sources="tests/simulator/planted_bugs/hillis_steele_without_first_barrier.cu tests/simulator/planted_bugs/recursive_sum_without_end.cu tests/simulator/correct_tricky/last_block_one_fence.cu
        tests/simulator/planted_bugs/device_wide_too_early.cu
        lessons/02_hillis_steele_shared/hillis_steele_shared.cu"
fi
# shellcheck disable=SC2086 # names without blanks
exec "$@" node tests/playground/compare.mjs "$playground" "$native" $sources
