// What each line costs, as the simulator has counted it.
"use strict";

const sum = (counters, names, member) => names.reduce((all, name) => all + counters[name][member], 0);
/** "32 × 3.91": how many requests, and what each takes. */
const product = (requests, each) => requests && `${requests} × ${(each / requests).toFixed(2)}`;

const globals = ["global_load", "global_store", "global_atomic"];
const shareds = ["shared_load", "shared_store", "shared_atomic"];
/** The columns of `scanlab sim --annotate`, with the words for one line. */
const columns = [
    ["global × sectors", (c) => product(sum(c, globals, "requests"), sum(c, globals, "sectors"))],
    ["shared × wavefronts", (c) => product(sum(c, shareds, "requests"), sum(c, shareds, "wavefronts"))],
    ["bank conflicts", (c) => sum(c, shareds, "bank_conflicts")],
    ["barriers, shuffles", (c) => c.block_barriers + c.warp_syncs + c.collectives],
    ["diverged", (c) => c.diverged],
];

function added(one, other) {
    if (typeof one === "number") return one + other;
    return Object.fromEntries(Object.keys(one).map((name) => [name, added(one[name], other[name])]));
}

/** Of the JSON that SCANLAB_SIM_COUNTERS names: a map of files, each a map of lines (from 1) to a text, of all kernels together. */
function costsIn(json) {
    const files = new Map();
    for (const { file, line, counters } of JSON.parse(json).flatMap((kernel) => kernel.lines)) {
        if (!file) continue;
        if (!files.has(file)) files.set(file, new Map());
        const lines = files.get(file);
        lines.set(line, lines.has(line) ? added(lines.get(line), counters) : counters);
    }
    for (const lines of files.values()) for (const [line, counters] of lines) lines.set(line, costText(counters));
    return files;
}

const costText = (counters) =>
    columns.map(([name, value]) => [name, value(counters)]).filter(([, value]) => value).map(([name, value]) => `${name}: ${value}`).join("   ");

module.exports = { costsIn };
