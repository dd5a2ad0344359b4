// models.js COUNT_ACCESSES: what the widgets of pages compute is right; COUNT_ACCESSES prints what the simulator counts.
const test = require("node:test");
const assert = require("node:assert/strict");
const { execFileSync } = require("node:child_process");
const { readFileSync } = require("node:fs");
const { join } = require("node:path");

const root = join(__dirname, "../../..");
for (const model of ["scans", "accesses", "tiles", "interleaving", "in_flight", "rounding"])
    require(join(root, "docs/site/widgets/models", `${model}.js`));
const { scans, accesses, tiles, interleaving, inFlight, rounding } = globalThis.scanlabWidgets;

const range = (count) => Array.from({ length: count }, (_, i) => i);
const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);
let state = 1;
const random = (below) => (state = (state * 48271) % 2147483647) % below;
const someNumbers = (n) => range(n).map(() => random(200) - 100);

const trees = ["brent_kung", "blelloch"]; // over powers of two
const log2 = Math.log2;

test("every network scans any input", () => {
    for (const name of scans.names) {
        for (const n of trees.includes(name) ? [2, 4, 8, 16, 32, 128] : [2, 3, 5, 8, 13, 16, 31, 32, 100]) {
            const network = scans.network(name, n);
            const inputs = someNumbers(n);
            const results = scans.run(network, inputs).at(-1);
            results.forEach((cell, i) => {
                assert.equal(
                    cell.value,
                    sum(inputs.slice(0, network.exclusive ? i : i + 1)),
                    `${name}, n = ${n}, element ${i}`,
                );
                assert.ok(scans.isComplete(network, cell, i));
            });
        }
    }
});

test("every addition joins neighbours, the left one first, as an operator that does not commute needs it", () => {
    for (const name of scans.names) {
        const network = scans.network(name, 32);
        const rows = scans.run(network, someNumbers(32));
        network.steps.forEach((step, k) => {
            for (const {
                from: [left, right],
            } of step.filter(scans.isAddition)) {
                const [one, other] = [rows[k][left], rows[k][right]];
                assert.ok(one.last < one.first || one.last + 1 === other.first, `${name}, step ${k}`);
            }
            assert.equal(new Set(step.map(({ to }) => to)).size, step.length, "a column is written once per step");
        });
    }
});

test("a value's origins reach exactly the inputs that it is the sum of", () => {
    for (const name of scans.names) {
        const rows = scans.run(scans.network(name, 16), someNumbers(16));
        rows.forEach((row, r) =>
            row.forEach(({ first, last }, c) => {
                const columns = scans
                    .origins(rows, r, c)
                    .filter(([at]) => at === 0)
                    .map(([, column]) => column);
                assert.deepEqual(
                    columns.sort((one, other) => one - other),
                    range(last - first + 1).map((i) => first + i),
                );
            }),
        );
    }
});

test("steps, additions, chains and readers follow their formulas", () => {
    for (const n of [4, 8, 16, 32, 128]) {
        const cost = Object.fromEntries(scans.names.map((name) => [name, scans.costs(scans.network(name, n))]));
        const expected = (steps, additions, chain, fanOut) => ({
            steps,
            additions,
            chain,
            fanOut,
            idle: steps * n - additions,
        });
        assert.deepEqual(cost.serial, expected(n - 1, n - 1, n - 1, 1));
        assert.deepEqual(cost.hillis_steele, expected(log2(n), n * log2(n) - (n - 1), log2(n), 2));
        assert.deepEqual(cost.sklansky, expected(log2(n), (n / 2) * log2(n), log2(n), n / 2));
        assert.deepEqual(cost.brent_kung, expected(2 * log2(n) - 1, 2 * n - 2 - log2(n), 2 * log2(n) - 2, 1));
        assert.deepEqual(cost.blelloch, expected(2 * log2(n), 2 * (n - 1), 2 * log2(n) - 1, 1));
    }
});

test("steps and additions are those of lessons 01, 02 and 06", () => {
    const stepsAndAdditions = (name, n) => {
        const { steps } = scans.network(name, n);
        return [steps.filter(scans.isCounted).length, steps.flat().filter(scans.isAddition).length];
    };
    assert.deepEqual(stepsAndAdditions("hillis_steele", 65536), [16, 983041]);
    assert.deepEqual(stepsAndAdditions("hillis_steele", 256), [8, 1793]);
    assert.deepEqual(stepsAndAdditions("blelloch", 512), [18, 1022]);
});

test("wavefronts and sectors are those that the simulator counts", () => {
    const counted = JSON.parse(execFileSync(process.argv[2]));
    const shared = counted.shared.slice(0, -1);
    const global = counted.global.slice(0, -1);
    assert.ok(shared.length > 500 && global.length > 1000);
    for (const { lanes, stride, padding, wavefronts } of shared)
        assert.equal(
            accesses.serve(accesses.words(stride, padding, lanes)).wavefronts,
            wavefronts,
            `${lanes} lanes, stride ${stride}, padding ${padding}`,
        );
    for (const { sectors, useful, ...request } of global) {
        const touched = accesses.touch(accesses.requests(request));
        assert.deepEqual([touched.sectors.length, touched.useful], [sectors, useful], JSON.stringify(request));
    }
});

test("lesson 06's table of wavefronts per warp", () => {
    const wavefronts = range(9).map(
        (k) => accesses.serve(accesses.words(2 ** (k + 1), false, Math.min(32, 256 / 2 ** k))).wavefronts,
    );
    assert.deepEqual(wavefronts, [2, 4, 8, 16, 16, 8, 4, 2, 1]);
});

test("a wavefront serves each bank once, and lanes share it only for the same word", () => {
    for (const stride of range(65)) {
        for (const { word, bank, wavefront } of accesses.serve(accesses.words(stride, false)).served) {
            const together = accesses
                .serve(accesses.words(stride, false))
                .served.filter((other) => other.bank === bank && other.wavefront === wavefront);
            assert.ok(together.every((other) => other.word === word));
        }
    }
});

const someSettings = () => ({
    tiles: 1 + random(12),
    places: 1 + random(8),
    process: 1 + random(20),
    read: 1 + random(20),
    publish: random(30),
    window: 1 + random(8),
    paused: random(14) - 1,
    pause: random(100),
    method: ["look_back", "chained"][random(2)],
});

test("no tile is stuck or wrong while blocks draw tickets, whichever is paused", () => {
    for (let i = 0; i < 400; ++i) {
        const run = tiles.simulate(someSettings());
        assert.ok(!run.deadlock, JSON.stringify(run.settings));
        for (const { tile, before } of run.records) assert.equal(before, sum(range(tile).map(tiles.sumOf)));
    }
});

test("no tile reads what is not published yet, and none misses what is", () => {
    for (let i = 0; i < 200; ++i) {
        const { records, settings } = tiles.simulate(someSettings());
        for (const { reads, loaded } of records) {
            for (const { sent, seen, back, tiles: window, found } of reads) {
                assert.ok(loaded <= sent);
                assert.deepEqual([seen, back], [sent + settings.read / 2, sent + settings.read]);
                found.forEach(({ status }, k) => {
                    const { visible } = records[window[k]];
                    if (status !== tiles.EMPTY) assert.ok(visible[status] <= seen);
                    if (status !== tiles.PREFIX) assert.ok(visible[tiles.PREFIX] >= seen);
                    if (status === tiles.EMPTY) assert.ok(!(visible[tiles.AGGREGATE] < seen));
                });
            }
        }
    }
});

test("blocks take turns at their places, and aggregates do not wait", () => {
    for (let i = 0; i < 200; ++i) {
        const { records, settings } = tiles.simulate(someSettings());
        for (const { tile, place, start, loaded, visible } of records) {
            assert.ok(place < settings.places);
            if (settings.method === "look_back" && tile > 0) assert.equal(visible.aggregate, loaded + settings.publish);
            else assert.equal(visible.aggregate, undefined);
            for (const other of records)
                assert.ok(
                    other.tile === tile ||
                        other.place !== place ||
                        other.start >= records[tile].end ||
                        other.end <= start,
                );
        }
    }
});

test("without tickets, blocks that start backwards are stuck unless all have a place", () => {
    for (const method of ["look_back", "chained"]) {
        for (const places of range(12).map((i) => i + 1)) {
            const run = tiles.simulate({ order: "backwards", tiles: 10, places, method });
            assert.equal(run.deadlock, places < 10);
        }
    }
});

test("a paused tile holds up less where tiles look back", () => {
    const [chained, lookBack] = ["chained", "look_back"].map((method) => tiles.simulate({ method, paused: 2 }));
    assert.ok(lookBack.end < chained.end);
});

test("with both barriers no order goes wrong, without either some order does", () => {
    const wrongOrders = (inputs, barriers) =>
        range(50).filter((order) => interleaving.run(inputs, barriers, order).wrong.length > 0);
    for (const n of [2, 5, 8, 16]) assert.deepEqual(wrongOrders(someNumbers(n), { first: true, second: true }), []);
    const ones = Array(8).fill(1);
    for (const barriers of [
        { first: false, second: true },
        { first: true, second: false },
        { first: false, second: false },
    ]) {
        const wrong = wrongOrders(ones, barriers);
        assert.ok(wrong.length > 20, JSON.stringify(barriers));
        assert.ok(!wrong.includes(0), "in step it happens to be right");
    }
});

test("what threads read and write, one after the other, leads to the sums", () => {
    for (let order = 0; order < 50; ++order) {
        const inputs = someNumbers(8);
        const { events, sums } = interleaving.run(inputs, { first: order % 2 === 0, second: order % 3 === 0 }, order);
        const memory = [...inputs];
        if (order % 6 === 0)
            assert.ok(
                events.every(({ right }) => right !== false),
                "with both barriers",
            );
        for (const { kind, index, value } of events) {
            if (kind === "read") assert.equal(memory[index], value);
            if (kind === "write") memory[index] = value;
        }
        assert.deepEqual(memory, sums);
        const wrong = events.find(({ right }) => right === false);
        if (wrong) assert.ok(["overwritten", "not written"].includes(wrong.cause), JSON.stringify(wrong));
    }
});

const columnsOf = (file, key) => {
    const [head, ...lines] = readFileSync(join(root, "docs/results/h200", file), "utf8")
        .trim()
        .split("\n");
    const names = head.split(",");
    return lines.map((line) => Object.fromEntries(line.split(",").map((cell, i) => [names[i], cell]))).find(key);
};

test("the copies of Little's law are the measured ones", () => {
    for (const { name, warpsActive, us } of inFlight.copies) {
        const row = columnsOf("ncu_copies.csv", ({ kernel }) => kernel === name);
        assert.deepEqual([Number(row.warps_active_percent), Number(row.us)], [warpsActive, us]);
    }
    assert.equal(Number(columnsOf("bench.csv", ({ peak_gbps }) => peak_gbps).peak_gbps), inFlight.machine.peak);
});

test("Little's law as docs/measuring.md works it out", () => {
    const [one] = inFlight.copies;
    const bytes = inFlight.atMost({ share: one.warpsActive / 100, bytes: one.bytes });
    assert.equal((bytes / 1e6).toFixed(2), "0.76");
    assert.equal(inFlight.measured(one).toFixed(0), "1362");
    assert.equal((bytes / inFlight.measured(one)).toFixed(0), "561"); // nanoseconds
    assert.equal(inFlight.bandwidth(1e9, 500), inFlight.machine.peak / 2);
    assert.equal(inFlight.bandwidth(1e6, 500), 2000);
});

test("floats by a look-back have many results, all nearly right; by rounds one; whole numbers always the same", () => {
    for (const [name, sums] of Object.entries(rounding.inputs)) {
        const last = (found) => rounding.prefixes(sums, found).at(-1);
        const results = new Set(range(100).map((call) => last(rounding.lookBack(call))));
        assert.ok(name === "whole" ? results.size === 1 : results.size > 2, `${name}: ${results.size} results`);
        for (const result of [...results, last(rounding.byRounds())])
            assert.ok(Math.abs(result - sum(sums)) <= sums.length * 2 ** -24 * sum(sums), `${name}: ${result}`);
    }
    assert.equal(rounding.bits(1), "3f800000");
    for (const call of range(100))
        assert.ok(rounding.lookBack(call).every((found, tile) => found < tile && found >= (tile > 0 ? 0 : -1)));
});
