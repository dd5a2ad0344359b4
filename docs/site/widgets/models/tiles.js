// Tiles that scan an array together, each in a block of its own: a small simulation of events in time.
//
// A tile loads its elements and sums them, learns what precedes it, scans and stores. As many blocks run at a time as
// there are places. What a tile publishes can be seen some time later; a read takes its time too, and sees in the middle of it
// what is published by then. A tile that finds what it waits for missing reads again at once.
(globalThis.scanlabWidgets ??= {}).tiles = (() => {
    const EMPTY = "empty",
        AGGREGATE = "aggregate",
        PREFIX = "prefix";
    const UNEVEN = [0, 0.2, -0.15, 0.1, -0.2, 0.25, -0.05, 0.15, -0.25, 0.05]; // loads differ by up to a quarter

    const defaults = {
        tiles: 10,
        places: 6,
        process: 10,
        read: 4,
        publish: 2,
        window: 4,
        paused: -1,
        pause: 40, // this tile's load takes so much longer
        order: "tickets", // or "backwards": the first block to start takes the last tile
        method: "look_back", // or "chained": a tile waits for the prefix of the one before
    };

    /** Sums of the tiles, so that results can be checked: tile t's is t + 1. */
    const sumOf = (tile) => tile + 1;

    /**
     * Runs until all tiles are done, or all that run wait for one that never comes. A tile's record: `place`, and the times
     * `start`, `loaded`, `known` and `end`; `visible`, when its statuses could be seen; `reads`, its look-back.
     */
    function simulate(settings = {}) {
        const s = { ...defaults, ...settings };
        const records = Array.from({ length: s.tiles }, (_, tile) => ({ tile, visible: {}, reads: [] }));
        const published = records.map(() => ({ status: EMPTY, value: 0 }));
        const waiting = records.map((_, tile) => (s.order === "backwards" ? s.tiles - 1 - tile : tile));
        const looking = new Set();
        const stuck = new Set(); // tiles that found something missing, and nothing has been published since
        const events = [];
        let others = 0; // events that are not reads: as long as there are any, something is going to change
        let count = 0;
        let now = 0;

        const at = (time, isRead, act) => {
            events.push({ time, isRead, act, number: ++count });
            if (!isRead) ++others;
        };
        const next = () => {
            events.sort((one, other) => one.time - other.time || one.number - other.number);
            return events.shift();
        };

        function start(place) {
            if (waiting.length === 0) return;
            const tile = waiting.shift();
            const load = s.process * (1 + UNEVEN[tile % UNEVEN.length]) + (tile === s.paused ? s.pause : 0);
            Object.assign(records[tile], { place, start: now });
            at(now + load, false, () => loaded(records[tile]));
        }

        function publish({ tile, visible }, status, value) {
            at(now + s.publish, false, () => {
                published[tile] = { status, value };
                visible[status] = now;
                stuck.clear();
            });
        }

        function loaded(record) {
            record.loaded = now;
            if (record.tile === 0) return finish(record, 0);
            if (s.method === "look_back") publish(record, AGGREGATE, sumOf(record.tile));
            looking.add(record.tile);
            read(record, record.tile - 1, 0);
        }

        /** Reads the statuses of a window of tiles, `nearest` and those before it. */
        function read(record, nearest, sum) {
            const width = s.method === "chained" ? 1 : s.window;
            const tiles = Array.from({ length: Math.min(width, nearest + 1) }, (_, i) => nearest - i);
            const one = { sent: now, tiles };
            record.reads.push(one);
            at(now + s.read / 2, true, () => {
                one.seen = now;
                one.found = tiles.map((tile) => ({ ...published[tile] }));
                judge(record, one, sum);
            });
        }

        function judge(record, one, sum) {
            const prefix = one.found.findIndex(({ status }) => status === PREFIX);
            const counted = one.found.slice(0, prefix < 0 ? undefined : prefix + 1);
            const missing = counted.some(({ status }) => status === EMPTY);
            one.back = now + s.read / 2;
            one.missing = missing;
            if (missing) {
                stuck.add(record.tile);
                if (others === 0 && stuck.size === looking.size) return; // a deadlock: nothing can change any more
                at(one.back, true, () => read(record, one.tiles[0], sum));
                return;
            }
            const total = counted.reduce((all, { value }) => all + value, sum);
            at(one.back, false, () =>
                prefix >= 0 ? finish(record, total) : read(record, one.tiles.at(-1) - 1, total),
            );
        }

        function finish(record, before) {
            looking.delete(record.tile);
            Object.assign(record, { known: now, before });
            publish(record, PREFIX, before + sumOf(record.tile));
            at(now + s.process / 2, false, () => {
                record.end = now;
                start(record.place);
            });
        }

        for (let place = 0; place < s.places; ++place) start(place);
        while (events.length > 0) {
            const { time, isRead, act } = next();
            now = time;
            if (!isRead) --others;
            act();
        }
        return {
            settings: s,
            records,
            end: now,
            deadlock: records.some(({ end }) => end === undefined),
            reads: records.reduce((count, { reads }) => count + reads.length, 0),
            waited: records.reduce((time, { loaded, known }) => time + ((known ?? now) - (loaded ?? now)), 0),
        };
    }

    /** What others can see of a tile at a time. */
    function statusAt({ visible }, time) {
        if (visible[PREFIX] <= time) return PREFIX;
        return visible[AGGREGATE] <= time ? AGGREGATE : EMPTY;
    }

    return { EMPTY, AGGREGATE, PREFIX, defaults, simulate, statusAt, sumOf };
})();
