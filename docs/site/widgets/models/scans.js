// Networks of additions that scan n values, as the lessons' kernels make them.
(globalThis.scanlabWidgets ??= {}).scans = (() => {
    // A step is a list of operations, which all read what the step before has left. Of an operation, column `to` becomes the
    // sum of the columns `from`: two of them are an addition, one is handed over, none leaves 0.
    const add = (left, to) => ({ to, from: [left, to] });
    const range = (count) => Array.from({ length: count }, (_, i) => i);
    /** 1, 2, 4, … as long as they are less than n. */
    const powersBelow = (n) => range(Math.ceil(Math.log2(n))).map((k) => 2 ** k);

    const serial = (n) => range(n - 1).map((i) => [add(i, i + 1)]);

    const hillisSteele = (n) => powersBelow(n).map((distance) => range(n - distance).map((i) => add(i, i + distance)));

    /** Each right half adds the last sum of the left half before it. */
    const sklansky = (n) =>
        powersBelow(n).map((half) =>
            range(n)
                .filter((i) => i & half)
                .map((i) => add(i - (i % half) - 1, i)),
        );

    // The nodes of a tree over n elements, a power of two, lie where their rightmost leaf is.
    const nodes = (n, stride) => range(n / (2 * stride)).map((t) => (t + 1) * 2 * stride - 1);
    const upSweep = (n) => powersBelow(n).map((stride) => nodes(n, stride).map((node) => add(node - stride, node)));

    const brentKung = (n) => [
        ...upSweep(n),
        ...powersBelow(n / 2)
            .reverse()
            .map((stride) =>
                nodes(n, stride)
                    .slice(0, -1)
                    .map((node) => add(node, node + stride)),
            ),
    ];

    const blelloch = (n) => [
        ...upSweep(n),
        [{ to: n - 1, from: [] }],
        ...powersBelow(n)
            .reverse()
            .map((stride) =>
                nodes(n, stride).flatMap((node) => [
                    { to: node - stride, from: [node] },
                    { to: node, from: [node, node - stride] },
                ]),
            ),
    ];

    const kinds = {
        serial: { title: "A loop", about: "one processor", make: serial },
        hillis_steele: { title: "Hillis-Steele", about: "all columns add at once", make: hillisSteele },
        sklansky: { title: "Sklansky", about: "halves, then halves of halves", make: sklansky },
        brent_kung: { title: "Brent-Kung", about: "a tree up, and down again", make: brentKung },
        blelloch: { title: "Blelloch", about: "a tree; exclusive", make: blelloch, exclusive: true },
    };

    /** One of `kinds` for n values. */
    function network(name, n) {
        const { make, ...about } = kinds[name];
        return { name, n, exclusive: false, ...about, steps: make(n) };
    }

    const isAddition = ({ from }) => from.length === 2;
    /** To clear a root is no step of its own. */
    const isCounted = (step) => step.some(({ from }) => from.length > 0);

    function apply(row, { to, from }) {
        const sources = from.map((column) => row[column]).filter(({ first, last }) => first <= last);
        return {
            made: ["cleared", "handed", "sum"][from.length],
            from,
            value: sources.reduce((sum, { value }) => sum + value, 0),
            first: sources[0]?.first ?? 0, // the inputs that it is the sum of; of a 0, none: the last one is before the first
            last: sources.at(-1)?.last ?? -1,
            chain: Math.max(0, ...from.map((column) => row[column].chain)) + (from.length === 2 ? 1 : 0),
        };
    }

    /** What the columns hold at first, and after each step. */
    function run({ steps }, inputs) {
        const rows = [inputs.map((value, i) => ({ made: "input", from: [], value, first: i, last: i, chain: 0 }))];
        for (const operations of steps) {
            const before = rows.at(-1);
            const row = before.map((cell, column) => ({ ...cell, from: [column] }));
            for (const operation of operations) row[operation.to] = apply(before, operation);
            rows.push(row);
        }
        return rows;
    }

    /** Whether a column has its result already. */
    const isComplete = ({ exclusive }, { first, last }, column) =>
        first === 0 && last === (exclusive ? column - 1 : column);

    /** All places [row, column] that a value comes from, its own first. */
    function origins(rows, row, column) {
        const found = [];
        const seen = new Set();
        const visit = (r, c) => {
            if (seen.has(`${r} ${c}`)) return;
            seen.add(`${r} ${c}`);
            found.push([r, c]);
            for (const source of rows[r][c].from) visit(r - 1, source);
        };
        visit(row, column);
        return found;
    }

    const countAdditions = (steps) => steps.flat().filter(isAddition).length;

    /** The most additions of one step that read the same value. */
    function fanOut(steps) {
        const readers = steps.flatMap((step) => {
            const counts = {};
            for (const { from } of step.filter(isAddition))
                for (const column of from) counts[column] = (counts[column] ?? 0) + 1;
            return Object.values(counts);
        });
        return Math.max(...readers);
    }

    /** What a network costs. A lane, one per column, is idle in a step in which it does not add. */
    function costs({ n, steps }) {
        const counted = steps.filter(isCounted).length;
        const additions = countAdditions(steps);
        const last = run({ steps }, Array(n).fill(1)).at(-1);
        return {
            steps: counted,
            additions,
            chain: Math.max(...last.map(({ chain }) => chain)),
            fanOut: fanOut(steps),
            idle: counted * n - additions,
        };
    }

    return { names: Object.keys(kinds), network, run, costs, origins, isComplete, isAddition, isCounted };
})();
