// Hillis-Steele in one array of shared memory, its threads in an order that a number chooses, with barriers or without.
(globalThis.scanlabWidgets ??= {}).interleaving = (() => {
    /** What a thread does: per distance, it reads its left neighbour, and adds what it has read to its own element. */
    function program(n, { first, second }) {
        const instructions = [];
        for (let distance = 1; distance < n; distance *= 2) {
            instructions.push({ kind: "read", distance });
            if (first) instructions.push({ kind: "barrier", distance });
            instructions.push({ kind: "write", distance });
            if (second) instructions.push({ kind: "barrier", distance });
        }
        return instructions;
    }

    /** Numbers from 0 to below 1, always the same ones for a seed. */
    function randomNumbers(seed) {
        let state = (seed * 2654435761) >>> 0;
        return () => (state = (state * 1664525 + 1013904223) >>> 0) / 2 ** 32;
    }

    /** The sum that element `thread` should hold after the step with this distance. */
    const expected = (inputs, thread, distance) =>
        inputs.slice(Math.max(0, thread - 2 * distance + 1), thread + 1).reduce((sum, x) => sum + x, 0);

    /**
     * Runs all threads to their end. Order 0: in step, one instruction each in turn. Others: at random, a thread may run ahead
     * until a barrier stops it.
     * @returns {{events: object[], sums: number[], wrong: number[]}} wrong: the elements that are
     */
    function run(inputs, barriers, order) {
        const n = inputs.length;
        const instructions = program(n, barriers);
        const random = randomNumbers(order);
        const threads = inputs.map((_, thread) => ({ thread, at: 0, left: 0 }));
        const sums = [...inputs];
        const events = [];
        const isWaiting = ({ at }) => instructions[at]?.kind === "barrier";
        const isRunnable = ({ at }) => at < instructions.length && instructions[at].kind !== "barrier";

        function step(t) {
            const { kind, distance } = instructions[t.at++];
            const { thread } = t;
            if (kind === "read") {
                if (thread < distance) return void (t.left = 0);
                t.left = sums[thread - distance];
                const index = thread - distance;
                const should = expected(inputs, index, distance / 2);
                const ahead = threads[index].at - t.at; // of this read, the thread that owns the element
                const cause = ahead > 0 ? "overwritten" : ahead < -1 ? "not written" : "earlier";
                events.push({ kind, thread, distance, index, value: t.left, should, right: t.left === should, cause });
            } else {
                sums[thread] += t.left;
                const value = sums[thread];
                const should = expected(inputs, thread, distance);
                // Nothing to add: as far as others can see, nothing is written.
                if (thread >= distance)
                    events.push({ kind, thread, distance, index: thread, value, should, right: value === should });
            }
        }

        for (;;) {
            const runnable = threads.filter(isRunnable);
            if (runnable.length === 0) {
                if (!threads.some(isWaiting)) break;
                events.push({ kind: "barrier", distance: instructions[threads[0].at].distance });
                for (const t of threads) ++t.at;
            } else if (order === 0) {
                runnable.forEach(step);
            } else {
                const t = runnable[Math.floor(random() * runnable.length)];
                do step(t);
                while (isRunnable(t) && random() < 0.5);
            }
        }
        const wrong = sums.flatMap((sum, i) => (sum === expected(inputs, i, n) ? [] : [i]));
        return { events, sums, wrong };
    }

    return { run, expected };
})();
