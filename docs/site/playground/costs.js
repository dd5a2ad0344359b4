// What was counted, as tables and as texts beside lines.
import { html } from "./dom.js";

const kinds = ["load", "store", "atomic"];
const sum = (counters, memory, what) => kinds.reduce((all, kind) => all + counters[`${memory}_${kind}`][what], 0);
const number = (value) => (Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : 1));

/** What a line of the source costs: "32 global, 17 shared, 3 conflicts". */
function textOf(counters) {
    const global = sum(counters, "global", "sectors"), shared = sum(counters, "shared", "wavefronts");
    const conflicts = sum(counters, "shared", "bank_conflicts");
    const parts = [
        [global, "sect"], [shared, "wave"], [conflicts, "conf"], [counters.block_barriers, "barr"], [counters.collectives, "shfl"],
    ];
    return parts.filter(([value]) => value > 0).map(([value, name]) => `${value} ${name}`).join(" ");
}

/** By line, of all kernels together: what stands beside the editor's lines. */
export function costsOfLines(kernels, isShown) {
    const texts = new Map();
    for (const { lines = [] } of kernels)
        for (const { file, line, counters } of lines)
            if (line !== null && isShown(file) && textOf(counters)) texts.set(line, textOf(counters));
    return texts;
}

const rows = [
    ["launches", ({ launches }) => launches],
    ["grid × block", ({ grid, block }) => `${grid.join("×").replace(/(×1)+$/, "")} × ${block.join("×").replace(/(×1)+$/, "")}`],
    ["sectors of global memory, 32 bytes each", ({ counters }) => sum(counters, "global", "sectors")],
    ["of their bytes used", ({ counters }) => {
        const sectors = sum(counters, "global", "sectors");
        return sectors ? `${Math.round((100 * sum(counters, "global", "useful_bytes")) / (32 * sectors))} %` : "–";
    }],
    ["wavefronts of shared memory", ({ counters }) => sum(counters, "shared", "wavefronts")],
    ["bank conflicts", ({ counters }) => sum(counters, "shared", "bank_conflicts")],
    ["barriers, per warp", ({ counters, warps }) => (warps ? number(counters.block_barriers / warps) : counters.block_barriers)],
    ["shuffles and votes", ({ counters }) => counters.collectives],
    ["diverged branches", ({ counters }) => counters.diverged],
];

/** A table with a column for each kernel. */
export function costTable(kernels) {
    const shown = kernels.slice(0, 6);
    return html("div", { class: "pg-scroll", tabindex: "0", role: "region", "aria-label": "What the kernels cost" },
        html("table", {},
            html("thead", {}, html("tr", {}, html("th", { scope: "col" }, "kernel"),
                ...shown.map(({ kernel }) => html("th", { scope: "col" }, html("code", {}, kernel.replace(/<.*/, "")))))),
            html("tbody", {}, ...rows.map(([name, value]) =>
                html("tr", {}, html("th", { scope: "row" }, name), ...shown.map((kernel) => html("td", {}, String(value(kernel)))))))));
}

/** What a lesson's report says of one call. */
export function callTable({ cost, n, ideal_bytes_per_element: ideal }) {
    const lines = [
        ["elements", n], ["launches", cost.launches], ["barriers per thread", cost.barriers_per_thread],
        ["bytes per element", cost.bytes_per_element === undefined ? undefined : `${number(cost.bytes_per_element)}, ideally ${number(ideal)}`],
        ["sectors per element", cost.sectors_per_element], ["bank conflicts per element", cost.bank_conflicts_per_element],
    ];
    return html("table", {}, html("tbody", {}, ...lines.filter(([, value]) => value !== undefined).map(([name, value]) =>
        html("tr", {}, html("th", { scope: "row" }, name), html("td", {}, typeof value === "number" ? number(value) : value)))));
}
