#!/bin/sh
# count_orders.sh: in how many orders the lessons' launches run, at the smallest sizes that take two blocks;
# each of them is tried. Fails if one is not, or finds anything.
cd "$(dirname "$0")/../.." || exit 1
failed=0
# count LESSON N BLOCKS
count() {
    program=build/sim/lessons/$1
    said=$(build/sim/common/front/scanlab sim --program "$program" --all-orders "$1.cu" --n "$2" --block 32 2>&1 >/dev/null |
        sed -n '$s/^scanlab: //p')
    case $said in
    'all '*' orders: nothing wrong' | 'the only order: nothing wrong') ;;
    *) failed=1 ;;
    esac
    printf '%-22s%8s%8s   %s\n' "$1" "$2" "$3" "$said"
}
printf '%-22s%8s%8s\n' "" n blocks
count hillis_steele_naive 64 2
count hillis_steele_shared 64 2
count double_buffer 64 2
count warp_shuffle 64 2
count coarsened 129 2
count blelloch 65 2
count reduce_then_scan 513 2
count decoupled_look_back 1025 2
count compaction 1025 2
exit $failed
