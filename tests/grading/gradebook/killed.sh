#!/bin/sh
# killed.sh SCANLAB CLASS ALONE PARTS WORKERS KILLS EXERCISE…: two simulated nodes of Slurm grade the class in folder CLASS,
# while KILLS times, at a random moment, a part, a node's daemon, the controller or the command itself is killed by SIGKILL.
# The reports have to be the same, byte by byte, as those in folder ALONE, which this machine grades first if there is none,
# and each result has to be written once. No test runs it, because it takes long; it needs inotifywait.
set -u
scanlab=$1 class=$(realpath "$2") alone=$(realpath "$3") parts=$4 workers=$5 kills=$6
shift 6
exercises=
for exercise; do exercises="$exercises --exercise $exercise"; done
desk=$(mktemp -d)
. "$(dirname "$0")/cluster.sh"
trap 'stop_cluster; kill $helpers 2>/dev/null; rm -rf "$desk"' EXIT
helpers=
cluster=$desk/cluster
export SCANLAB_BUILD=no
# graded OUT OPTION…
graded() {
    out=$1
    shift
    # shellcheck disable=SC2086 # options are words
    exec "$scanlab" grade --submission "$class" $exercises --seed 20261 --out "$out" --format csv,html,json,canvas "$@"
}
[ -d "$alone" ] || (graded "$alone" >"$alone.log") || exit 1
mkdir -p "$desk/out/checked"
inotifywait -q -m -e moved_to --format %f "$desk/out/checked" >"$desk/written" &
helpers=$!
start_cluster "$cluster" 2 || { cat "$cluster"/*.log; exit 1; }
operate >"$desk/resumed" &
helpers="$helpers $!"

begin=$(date +%s)
start_grading() {
    graded "$desk/out" --on slurm --parts "$parts" --jobs "$workers" >"$desk/log" 2>&1 &
    grading=$!
}
random() { od -An -N2 -tu2 /dev/urandom | awk -v most="$1" '{ print $1 % most }'; }
start_grading
killed=0
while [ $killed -lt "$kills" ] && kill -0 $grading 2>/dev/null; do
    sleep "$((1 + $(random 8))).$(random 10)"
    kill -0 $grading 2>/dev/null || break
    killed=$((killed + 1))
    case $((killed % 4)) in
    0) echo "killed: the command" && kill -KILL $grading && wait $grading 2>/dev/null; start_grading ;;
    1) part=$(pgrep -f -- "--out $desk/out .*--part [0-9]" | shuf -n 1) && [ -n "$part" ] && echo "killed: a part" && kill -KILL "$part" ;;
    2) echo "killed: the controller" && kill_and_restart slurmctld ;;
    3) echo "killed: the daemon of a node" && kill_and_restart scanlab$((1 + $(random 2))) ;;
    esac
done
wait $grading || { echo "exit code $?" && cat "$desk/log"; }
seconds=$(($(date +%s) - begin))
for folder in "$alone" "$desk/out"; do
    cp -r "$folder" "$desk/compared" && rm -rf "$desk/compared/checked"
    sed -i '/"seconds"/d' "$desk/compared/grades.json"
    mv "$desk/compared" "$desk/reports_$(basename "$folder")"
done
status=0
diff -r "$desk/reports_$(basename "$alone")" "$desk/reports_out" || status=1
twice=$(grep '\.json$' "$desk/written" | sort | uniq -d | wc -l)
results=$(find "$desk/out/checked" -name '*.json' | wc -l)
[ "$twice" = 0 ] && [ "$results" = "$(find "$alone/checked" -name '*.json' | wc -l)" ] || status=1
echo "$workers workers, $parts parts, $killed kills, $seconds s: $results results, $twice written twice," \
    "$(find "$desk/reports_out" -type f | wc -l) reports $([ $status = 0 ] || echo not) the same;" \
    "drained nodes resumed: $(wc -l <"$desk/resumed")"
exit $status
