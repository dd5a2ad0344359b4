#!/bin/sh
# table.sh patterns | list | missed | gpu: a table of the real bugs for a page, from list.tsv, patterns.tsv and results.tsv.
#   patterns   how many bugs of each pattern there are, and how many were found
#   list       one row for each bug
#   missed     those that were not found in the default run, or whose mended twin was not silent
#   gpu        by pattern, how many the tools of compute-sanitizer report on a GPU
cd "$(dirname "$0")" || exit 1
[ "$1" != gpu ] || exec awk -F '\t' '
    FNR == 1 { ++file; if (file != 3) next }
    file == 1 { title[$1] = $2; order[++patterns] = $1; next }
    file == 2 { found[$1] = $2 == "found"; next }
    file == 3 { pattern[$1] = $2; next }
    $2 == "shipped" {
        p = pattern[$1]
        ++bugs[p]; ++bugs["all"]
        if ($4 $5 $6 $7 ~ /reports/) { ++reported[p]; ++reported["all"] }
        seen[p] += found[$1]; seen["all"] += found[$1]
    }
    function row(name, p) { print "| " name " | " bugs[p] " | " reported[p] + 0 " | " seen[p] + 0 " |" }
    END {
        print "| pattern | bugs | compute-sanitizer reports | the simulator finds |"
        print "|---|---:|---:|---:|"
        for (i = 1; i <= patterns; ++i) row(title[order[i]], order[i])
        row("all", "all")
    }' patterns.tsv results.tsv list.tsv FS=, ../../../docs/results/h200/real_bugs.csv
awk -F '\t' -v what="$1" '
    FNR == 1 { ++file; if (file < 4) next }
    file == 1 { title[$1] = $2; order[++patterns] = $1; next }
    file == 2 { verdict[$1] = $2; many[$1] = $3; twin[$1] = $4; next }
    function ok(yes) { return yes ? "yes" : "**no**" }
    {
        if (FNR == 1 && NR > 1 && $1 == "program") next
        ++bugs[$2]
        found[$2] += verdict[$1] == "found"
        found_by_many[$2] += many[$1] == "found"
        silent[$2] += twin[$1] == "silent"
        thread = "[" $3 " " $4 "](https://github.com/" $3 "/issues/" $4 ")"
        row = "| " thread " | " $10 " | " $5 " | " ok(verdict[$1] == "found") " | " ok(many[$1] == "found") " | " ok(twin[$1] == "silent") " |"
        if (what == "list" || (what == "missed" && (verdict[$1] != "found" || twin[$1] != "silent"))) rows = rows row "\n"
    }
    END {
        if (what != "patterns") {
            print "| thread | what happened | kind | found | under 24 schedules | twin silent |"
            print "|---|---|---|---|---|---|"
            printf "%s", rows
            exit
        }
        print "| pattern | bugs | found | under 24 schedules | mended twins silent |"
        print "|---|---:|---:|---:|---:|"
        for (i = 1; i <= patterns; ++i) {
            p = order[i]
            print "| " title[p] " | " bugs[p] " | " found[p] " | " found_by_many[p] " | " silent[p] " |"
            all += bugs[p]; a += found[p]; b += found_by_many[p]; c += silent[p]
        }
        print "| all | " all " | " a " | " b " | " c " |"
    }' patterns.tsv results.tsv list.tsv
