#!/bin/sh
# time.sh SCANLAB C++_COMPILER SOLUTION: lines on time drop out where there is no GPU. Where there is one, here a
# toolchain that is made up, they are a bonus.
set -eu
export SCANLAB_BUILD=no
scanlab=$1 compiler=$2 solution=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() {
    printf '%s\n\n%s\n' "$said" "$1"
    exit 1
}
says() { printf '%s\n' "$said" | grep -qE -e "$1" || fail "it should say: $1"; }

cat >"$folder/rubric.json" <<'END'
{"every": [
  {"id": "time", "title": "Fast", "points": 10, "kind": "time", "sizes": [1000],
   "bands": [{"share": 0.9, "points": 10}, {"share": 0.8, "points": 7}]},
  {"id": "bytes", "title": "Few bytes", "points": 5, "kind": "cost", "conditions": ["bytes_per_element <= 8"]}],
 "exercises": {}}
END
cat >"$folder/program" <<'END'
#!/bin/sh
echo '{"status": "pass", "percent_of_copy": 84}' >"$6"
END
cat >"$folder/toolchain" <<END
case \$1 in
object) echo | '$compiler' -x c++ -c - -o "\$3" ;;
link) cp '$folder/program' "\$3" && chmod +x "\$3" ;;
esac
END
echo "$folder" >"$folder/toolchain.reads" # what it may read besides

said=$("$scanlab" check --rubric "$folder/rubric.json" "$solution") || fail "it deserves all points"
says '^ +5 / 5 +points'
says 'The bonus for speed can be graded only on a GPU'
! printf '%s\n' "$said" | grep -q Fast || fail "time should not be graded"

said=$("$scanlab" check --rubric "$folder/rubric.json" --gpu-toolchain "$folder/toolchain" "$solution") ||
    fail "it deserves all points, whatever its bonus"
says '^ +5 / 5 +pass +Few bytes'
says '^ +7 / 10 +fail +Fast'
says '^ +12 / 5 +points'
says '0\.840 of a copy.s speed with n = 1000'
says '10 points are for a share of 0\.9'
