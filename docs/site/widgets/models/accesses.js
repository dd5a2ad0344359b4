// What one memory instruction of a warp costs: the simulator's rules (common/simulator/watch/counting/warp_access.cpp), for lanes
// that all take part.
(globalThis.scanlabWidgets ??= {}).accesses = (() => {
    const LANES = 32,
        BANKS = 32,
        WORD = 4,
        SECTOR = 32;
    const range = (count) => Array.from({ length: count }, (_, i) => i);

    /** Element `stride`·lane for each lane; with padding, a gap of one word after each 32. */
    const words = (stride, padding, lanes = LANES) =>
        range(lanes)
            .map((lane) => lane * stride)
            .map((i) => (padding ? i + Math.floor(i / BANKS) : i));

    /**
     * How the banks serve lanes that want one word each: for each lane, its word, bank and wavefront. A wavefront serves each
     * bank once, and lanes that want the same word share it.
     */
    function serve(wanted) {
        const queues = range(BANKS).map(() => []);
        const served = wanted.map((word, lane) => {
            const bank = word % BANKS;
            if (!queues[bank].includes(word)) queues[bank].push(word);
            return { lane, word, bank, wavefront: queues[bank].indexOf(word) };
        });
        return { served, wavefronts: Math.max(...queues.map((queue) => queue.length)) };
    }

    /** The bytes that each lane asks for, from an array that begins at a multiple of 256. */
    const requests = ({ bytes, stride, offset }) =>
        range(LANES).map((lane) => ({ lane, first: (offset + lane * stride) * bytes, bytes }));

    /** The sectors that a request touches, in the order of the lanes, and how many bytes of them were asked for. */
    function touch(lanes) {
        const asked = new Set(lanes.flatMap(({ first, bytes }) => range(bytes).map((i) => first + i)));
        const sectors = new Set([...asked].map((byte) => Math.floor(byte / SECTOR)));
        return { sectors: [...sectors], useful: asked.size, moved: sectors.size * SECTOR };
    }

    return { LANES, BANKS, WORD, SECTOR, words, serve, requests, touch };
})();
