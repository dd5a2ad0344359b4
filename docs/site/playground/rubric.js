// What ./scanlab check looks at, as far as a tab can: fewer sizes, and conditions on what a lesson's report counts.

/** Classes of sizes that need other kernels beside them, or blocks that stop. */
const inCompany = ["crowded", "stopped"];

/** The runs that a line asks for: [{ n, block }]; none if only ./scanlab check can look at it. */
export async function runsOf(line, { block: usual, items_per_thread: items, task }, rules) {
    const blocks = line.blocks ?? [usual];
    if (line.kind === "cost")
        return blocks.flatMap((block) => (line.sizes ?? [16 * block * items]).map((n) => ({ n, block, counted: true })));
    if (line.kind !== "correctness" || inCompany.includes(line.class)) return [];
    const sizes = await Promise.all(blocks.map((block) => rules.sizes(line.class, { task, block, items_per_thread: items })));
    return blocks.flatMap((block, i) => sizes[i].map((n) => ({ n, block })));
}

const total = (kernels, value) => kernels.reduce((all, kernel) => all + value(kernel), 0);

/** The values that conditions name, of a report with its kernels (common/grading/grader/cost_values.hpp has them all). */
export function valuesOf({ n, block, items_per_thread: items, cost, kernels }) {
    const tile = block * items;
    const threads = total(kernels, ({ grid, block: size, launches }) => [...grid, ...size].reduce((a, b) => a * b) * launches);
    return {
        n, block, items, tile, tiles: Math.ceil(n / tile),
        launches: cost.launches,
        barriers: cost.barriers_per_thread,
        bytes: cost.bytes_per_element * n,
        bytes_per_element: cost.bytes_per_element,
        sectors_per_element: cost.sectors_per_element,
        coalescing: cost.sector_bytes_used,
        bank_conflicts: cost.bank_conflicts_per_element * n,
        bank_conflicts_per_element: cost.bank_conflicts_per_element,
        collectives: total(kernels, ({ counters }) => counters.collectives),
        threads,
    };
}

/** Whether a line of the rubric holds: true, false, or undefined where it cannot be said here. */
export async function judge(line, exercise, { run, findings, rules }) {
    if (line.kind === "findings") return findings() === 0;
    const runs = await runsOf(line, exercise, rules);
    if (runs.length === 0) return undefined;
    let verdict = true;
    for (const options of runs) {
        const { exitCode, report } = await run(options);
        if (exitCode !== 0) return false;
        if (line.kind !== "cost") continue;
        const values = valuesOf(report);
        for (const condition of line.conditions) {
            const held = await rules.holds(condition, values);
            if (held === false) return false;
            verdict = held === undefined ? undefined : verdict;
        }
    }
    return verdict;
}

/** Findings are those of all other runs, so their line comes last. */
export const inOrder = (rubric) => [...rubric].sort((a, b) => (a.kind === "findings") - (b.kind === "findings"));
