#!/bin/sh
# watch.sh WATCH: an exercise is graded at once, and again whenever its file is saved, however an editor does that.
cd "$(mktemp -d)" || exit 1
echo first >it.cu
sh "$1" it.cu sh -c 'cat it.cu >>graded; exit 1' >out 2>&1 &
watch=$!
trap 'kill $watch' EXIT

# graded LINES: waits until all of them are.
graded() {
    tries=0
    while [ "$(cat graded 2>/dev/null)" != "$1" ]; do
        tries=$((tries + 1))
        [ $tries -lt 300 ] || { echo "expected: $1; graded: $(cat graded)"; exit 1; }
        sleep 0.2
    done
}
graded first
echo second >it.cu
graded "first
second"
echo third >new && rm it.cu && sleep 0.5 && mv new it.cu
graded "first
second
third"
touch it.cu # saved, but nothing has changed
sleep 1
graded "first
second
third"
grep -q "Waiting for it.cu to be saved" out
