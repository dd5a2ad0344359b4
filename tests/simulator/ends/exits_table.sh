#!/bin/sh
# exits_table.sh: exits.txt as common/simulator/docs/ends.md shows it. (What a checked program leaves: see exits.sh.)
printf '| how the program ends | exit code | the last line on standard error |\n|---|---|---|\n'
sed '/^#/d' "$(dirname "$0")/exits.txt" | while IFS='|' read -r how _ code _ last; do
    last=${last# }
    echo "| $(echo "$how" | sed 's/ *$//') | $(echo "$code" | tr -d " ") | ${last:+\`$last\`} |"
done
