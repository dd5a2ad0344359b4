#!/bin/sh
# several_devices.sh DEVICES SEVERAL_GPUS SLICES: both are right on so many devices, at sizes that leave some without a tile, in
# several rounds, in orders of all kinds, and on devices without bulk copies; without peer access there is a sentence.
set -u
export SCANLAB_SIM_DEVICES="$1"
status=0
right() {
    "$@" >out 2>&1 && return
    echo "fails on $SCANLAB_SIM_DEVICES devices: $*"
    cat out
    status=1
}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
for n in 0 1 33 2000 40009; do
    for program in "$2" "$3"; do right "$program" --block 32 --n $n --case large --seed $n; done
done
for schedule in reversed round-robin random; do
    for order in 1 2 3; do
        SCANLAB_SIM_SCHEDULE=$schedule right "$2" --block 32 --n 9001 --case random --order $order
    done
done
SCANLAB_SIM_COMPUTE_CAPABILITY=8 right "$2" --n 100003 --case random
right "$2" --gpus 1 --n 100
if SCANLAB_SIM_PEER_ACCESS=none "$2" --n 100 >out 2>&1; then
    echo "without peer access it should have stopped" && status=1
fi
[ "$(grep -c 'cannot reach the memory of GPU' out)" -eq 1 ] && [ "$(wc -l <out)" -eq 1 ] || { cat out && status=1; }
exit $status
