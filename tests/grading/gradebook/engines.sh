#!/bin/sh
# engines.sh ROOT SCANLAB ENGINE: a class that an engine grades has the same grades, to the byte, as one that this machine
# grades alone, also if parts, a machine, the controller, and the command itself are killed; each file is graded once.
# Exit code 77: there is no such engine here.
root=$1 scanlab=$2 engine=$3
case $engine in
parallel) needed=parallel ;;
slurm) needed="slurmctld slurmd munged sbatch" ;;
esac
for program in $needed; do command -v $program >/dev/null || { echo "skipped: there is no $program" && exit 77; }; done
[ -d "$root/solutions" ] || exit 77
desk=$(mktemp -d)
. "$(dirname "$0")/cluster.sh"
cluster=$desk/cluster
operator=
trap 'stop_cluster; kill $operator 2>/dev/null; rm -rf "$desk"' EXIT
cd "$desk" || exit 1
export SCANLAB_BUILD=no
status=0
fail() { echo "$1" && status=1; }

solution=$root/solutions/03_double_buffer/sklansky_shared_exercise.cu
for student in ada bob carl dora eve fred; do
    mkdir -p "class/$student"
    case $student in
    ada | dora) cp "$solution" "class/$student" ;;
    bob) echo 'this is no C++' >"class/$student/sklansky_shared_exercise.cu" ;;
    *) sh "$root/common/grading/exercises/make_starter.sh" "$solution" >"class/$student/sklansky_shared_exercise.cu" ;;
    esac
    echo "// $student" >>"class/$student/sklansky_shared_exercise.cu"
done
# graded OUT OPTION…: the class, with reports in OUT; becomes this command, so that it can be killed.
graded() {
    out=$1
    shift
    exec "$scanlab" grade --submission class --exercise 03 --out "$desk/$out" --format csv,html,json,canvas "$@" >"$out.log" 2>&1
}
# same OUT: as graded alone. Of JSON, all but how long it took.
same() {
    for folder in alone "$1"; do
        cp -r "$folder" "$folder.compared" && rm -rf "$folder.compared/checked"
        sed -i '/"seconds"/d' "$folder.compared/grades.json"
    done
    diff -r alone.compared "$1.compared" >differences || fail "$1: other reports: $(cat differences "$1.log")"
    rm -rf alone.compared "$1.compared"
    [ "$(find "$1/checked" -name '*.json' | wc -l)" = 6 ] || fail "$1: a result is missing, or there twice"
}

(graded alone) || fail "$(cat alone.log)"
[ "$engine" = parallel ] || start_cluster "$cluster" 1 || { echo "skipped: Slurm does not start here" && exit 77; }
(graded together --on "$engine" --jobs 2 --parts 3) || fail "$(cat together.log)"
same together

# Kept results are not graded again.
touch mark
(graded together --on "$engine" --jobs 2 --parts 3)
[ -z "$(find together/checked -name '*.json' -newer mark)" ] || fail "what was kept is graded again"

# The command is killed as soon as something is graded, then parts, a node and the controller; the same command goes on.
graded killed --on "$engine" --jobs 2 --parts 6 &
grading=$!
while ! ls killed/checked/*.json >/dev/null 2>&1; do sleep 0.2; done
kill -KILL $grading
graded killed --on "$engine" --jobs 2 --parts 6 &
grading=$!
sleep 1
for part in $(pgrep -f -- "--out $desk/killed .*--part [1-3]/6"); do kill -KILL "$part"; done
[ "$engine" = parallel ] || {
    operate &
    operator=$!
    kill_and_restart slurmctld && kill_and_restart scanlab1
}
wait $grading || fail "after some were killed: $(cat killed.log)"
same killed
exit $status
