// Sums of floats: in the order of a look-back, which depends on what is ready first, and in one that is always the same.
(globalThis.scanlabWidgets ??= {}).rounding = (() => {
    const { fround } = Math;
    const TILES = 8;
    const BLOCKS = 4; // tile t belongs to block t % BLOCKS

    /** The same number for the same call and tile, from 0 to below `end`. */
    function chance(call, tile, end) {
        let bits = Math.imul(call * TILES + tile + 1, 0x9e3779b1);
        bits = Math.imul(bits ^ (bits >>> 15), 0x85ebca6b);
        return ((bits ^ (bits >>> 13)) >>> 0) % end;
    }

    const inputs = {
        fractions: Array.from({ length: TILES }, (_, tile) => fround(chance(184, tile, 1e9) / 1e8)),
        mixed: [16777216, 1, 1, 1, 1, 1, 1, 1],
        whole: [3, 1, 7, 0, 4, 1, 6, 3],
    };

    /** Which earlier tile's prefix each tile goes on from, −1 for none: in `call` of a look-back, any; by rounds, its block's last. */
    const lookBack = (call) => Array.from({ length: TILES }, (_, tile) => (tile === 0 ? -1 : chance(call, tile, tile)));
    const byRounds = () => Array.from({ length: TILES }, (_, tile) => Math.max(-1, tile - BLOCKS));

    /** The prefix at the end of each tile: the sums before it from the nearest back to what was `found`, that prefix, its own sum. */
    function prefixes(sums, found) {
        const results = [];
        sums.forEach((own, tile) => {
            let before = 0;
            for (let other = tile - 1; other > found[tile]; --other) before = fround(before + sums[other]);
            if (found[tile] >= 0) before = fround(before + results[found[tile]]);
            results.push(fround(before + own));
        });
        return results;
    }

    const bits = (number) => new Uint32Array(Float32Array.of(number).buffer)[0].toString(16).padStart(8, "0");

    return { TILES, inputs, lookBack, byRounds, prefixes, bits };
})();
