#!/bin/sh
# compare_ncu.sh [N [TABLE.csv]]: the simulator's counters against those of a GPU, which Nsight Compute (ncu) reads.
#
# For one call of every lesson on N elements (2^20) in blocks of 256, and for the access patterns of
# tests/simulator/counters. The GPU runs each program twice: compiled without optimisation (-G), where it makes
# the accesses that the source asks for, and as usual, where the compiler may save some.
#
# Needs a GPU, the CUDA toolkit, ncu, and permission to read the GPU's performance counters. Builds in build/sim,
# build/cuda and build/cuda-debug.
set -eu
cd "$(dirname "$0")/../.."
n=${1:-2^20}
table=${2:-docs/results/h200/counters.csv}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
command -v ncu >/dev/null || { echo "compare_ncu.sh: there is no ncu (Nsight Compute)" >&2; exit 2; }

# What is compared: a name, and the metrics of ncu whose sum it is. Bank conflicts are wavefronts beyond those needed.
metrics='global load requests|l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum
global load sectors|l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
global store requests|l1tex__t_requests_pipe_lsu_mem_global_op_st.sum
global store sectors|l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum
global atomic requests|l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum+l1tex__t_requests_pipe_lsu_mem_global_op_red.sum
global atomic sectors|l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum+l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum
shared load requests|smsp__sass_inst_executed_op_shared_ld.sum
shared load wavefronts|smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum
shared store requests|smsp__sass_inst_executed_op_shared_st.sum
shared store wavefronts|smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum
shared atomic requests|smsp__sass_inst_executed_op_shared_atom.sum
shared atomic wavefronts|l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum
block barriers|sass__inst_executed_per_opcode'
ncu_metrics=$(echo "$metrics" | sed 's/.*|//' | tr '+\n' ',,' | sed 's/,$//')

# --- programs ------------------------------------------------------------------------------------------------

for backend in sim cuda cuda-debug; do
    [ -f build/$backend/build.ninja ] || case $backend in
    cuda-debug) cmake --preset cuda -B build/cuda-debug -DCMAKE_CUDA_FLAGS=-G ;;
    *) cmake --preset $backend ;;
    esac >"$scratch/log" || { cat "$scratch/log" >&2; exit 1; }
    cmake --build build/$backend --target lessons access_patterns >"$scratch/log" || { cat "$scratch/log" >&2; exit 1; }
done

# --- counting ------------------------------------------------------------------------------------------------

# simulated FILE.json: a row per kernel and metric, "launches|kernel|metric|value", from the simulator's counters.
simulated() {
    tr -d ' \n' <"$1" | sed 's/{"kernel":/\n&/g; s/{"block":\[/\n&/g' | awk '
        function field(text, pattern) { return match(text, pattern) ? substr(text, RSTART, RLENGTH) : "" }
        function number(text, key) {
            text = field(text, "\"" key "\":[0-9]+")
            sub(/.*:/, "", text)
            return text
        }
        !/"warps":/ { next } # what stands before the kernels
        {
            kernel = field($0, "\"kernel\":\"[^\"]*")
            sub(/.*"/, "", kernel)
            prefix = number($0, "launches") "|" kernel "|"
            count = split("global_load global_store global_atomic shared_load shared_store shared_atomic", groups, " ")
            for (g = 1; g <= count; g++) { # the first of each is the kernel, those of its lines follow
                group = field($0, "\"" groups[g] "\":\\{[^}]*\\}")
                name = groups[g]
                sub(/_/, " ", name)
                keys = name ~ /global/ ? "requests sectors" : "requests wavefronts"
                last = split(keys, key, " ")
                for (k = 1; k <= last; k++) print prefix name " " key[k] "|" number(group, key[k])
            }
            print prefix "block barriers|" number($0, "block_barriers")
        }'
}

# profiled BUILD LAUNCHES PROGRAM…: "launch|metric|value" of the first launches that the program makes.
profiled() {
    launches=$2
    program=build/$1/$3
    shift 3
    ncu --csv --page raw --print-metric-instances details --metrics "$ncu_metrics" --launch-count "$launches" --log-file "$scratch/raw" \
        "$program" "$@" >/dev/null || { cat "$scratch/raw" >&2; return 1; }
    cells='function cells(line, to,    count, in_quotes, i, c) { # splits a row of CSV; returns how many cells it has
        delete to
        count = 1
        for (i = 1; i <= length(line); i++) {
            c = substr(line, i, 1)
            if (c == "\"") in_quotes = !in_quotes
            else if (c == "," && !in_quotes) count++
            else to[count] = to[count] c
        }
        return count
    }
    function plain(text) { gsub(/,/, "", text); return text + 0 }
    function barriers(instructions) { # of "3120 (BAR: 16; LDG: 32; …)"
        return match(instructions, /[( ]BAR: [0-9,]+/) ? plain(substr(instructions, RSTART + 6, RLENGTH - 6)) : 0
    }'
    echo "$metrics" | awk -v raw="$scratch/raw" "$cells"'
        { split($0, parts, "|"); name[NR] = parts[1]; sources[NR] = parts[2] }
        END {
            while ((getline line < raw) > 0) {
                if (line !~ /^"/) continue
                columns = cells(line, cell)
                if (!("ID" in at)) { for (c = 1; c <= columns; c++) at[cell[c]] = c; continue }
                if (cell[at["ID"]] == "") continue # the row of units
                launch++
                for (m = 1; m <= NR; m++) {
                    if (name[m] == "block barriers") {
                        print launch "|" name[m] "|" barriers(cell[at[sources[m]]])
                        continue
                    }
                    value = 0
                    known = split(sources[m], source, "+")
                    for (s = 1; s <= known; s++) if (source[s] in at) value += plain(cell[at[source[s]]]); else value = "?"
                    print launch "|" name[m] "|" value
                }
            }
        }'
}

# rows NAME SIMULATED.json PROGRAM…: the rows of the table for one program.
rows() {
    name=$1
    json=$2
    shift 2
    simulated "$json" >"$scratch/simulated"
    launches=$(awk -F '|' '$3 == "block barriers" { sum += $1 } END { print sum }' "$scratch/simulated")
    for build in cuda-debug cuda; do
        profiled $build "$launches" "$@" >"$scratch/profiled"
        sed "s/^/$build|/" "$scratch/profiled"
    done >"$scratch/measured"
    awk -F '|' -v name="$name" '
        NR == FNR { value[$1, $2, $3] = $4; next } # build, launch, metric
        function sum(build, first, count, metric,    total, l) {
            for (l = first; l < first + count; l++) {
                if (!((build, l, metric) in value) || value[build, l, metric] == "?") return "?"
                total += value[build, l, metric]
            }
            return total + 0
        }
        function difference(simulated, measured) {
            if (measured == "?") return "?"
            return measured ? sprintf("%.2f %%", 100 * (simulated - measured) / measured) : simulated ? "new" : "0.00 %"
        }
        {
            if (!first) first = 1
            debug = sum("cuda-debug", first, $1, $3)
            optimised = sum("cuda", first, $1, $3)
            if ($4 || debug || optimised)
                printf "%s,\"%s\",%s,%s,%s,%s,%s,%s\n", name, $2, $3, $4, debug, difference($4, debug), optimised, difference($4, optimised)
            if ($3 == "block barriers") first += $1 # the last metric of a kernel
        }' "$scratch/measured" "$scratch/simulated"
}

# --- the table -----------------------------------------------------------------------------------------------

mkdir -p "$(dirname "$table")"
{
    echo "program,kernel,metric,simulator,ncu -G,difference,ncu,difference"
    sed -n 's/.*"name": "\([a-z0-9_]*\)".*/\1/p' build/sim/lessons.json | while read -r lesson; do
        arguments="--n $n --case random --block 256 --seed 1"
        # shellcheck disable=SC2086 # words
        build/sim/lessons/$lesson $arguments --counters --json "$scratch/report.json" >/dev/null
        # shellcheck disable=SC2086
        rows "$lesson" "$scratch/report.json" lessons/$lesson $arguments --reps 1
    done
    SCANLAB_SIM_COUNTERS=$scratch/patterns.json build/sim/tests/simulator/counters/access_patterns
    rows access_patterns "$scratch/patterns.json" tests/simulator/counters/access_patterns
} >"$scratch/table"
cp "$scratch/table" "$table"
cat "$table"
