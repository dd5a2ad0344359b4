// What a browser keeps of one's work, with a storage that can run out of room, be forbidden, and be damaged.
import assert from "node:assert/strict";
import test from "node:test";
import { Kept } from "../../../docs/site/playground/storage.js";

/** As a browser's, with room for so many characters. */
class Storage {
    entries = new Map();
    constructor(room = Infinity) { this.room = room; }
    get length() { return this.entries.size; }
    key(i) { return [...this.entries.keys()][i]; }
    getItem(name) { return this.entries.get(name) ?? null; }
    removeItem(name) { this.entries.delete(name); }
    setItem(name, text) {
        const others = [...this.entries].reduce((all, [key, value]) => all + (key === name ? 0 : key.length + value.length), 0);
        if (others + name.length + text.length > this.room) throw Object.assign(new Error("no room"), { name: "QuotaExceededError" });
        this.entries.set(name, text);
    }
}
function keptIn(storage, prefix = "a/") {
    const heard = [];
    return { kept: new Kept({ storage, session: new Storage(), prefix, tell: (what) => heard.push(what) }), heard };
}

test("the last twenty versions are kept, each text once in a row", () => {
    const { kept } = keptIn(new Storage());
    for (let i = 0; i < 30; ++i) kept.addVersion("a.cu", `${i >> 1}`, i);
    assert.deepEqual(kept.versions("a.cu").map(({ text }) => text), Array.from({ length: 15 }, (_, i) => `${14 - i}`));
    for (let i = 30; i < 60; ++i) kept.addVersion("a.cu", `${i}`, i);
    assert.equal(kept.versions("a.cu").length, 20);
    assert.equal(kept.versions("a.cu")[0].text, "59");
});

test("a program of one's own is found by what it began with", () => {
    const { kept } = keptIn(new Storage());
    const one = kept.ownThat({ title: "t", path: "", starter: "int one;" }), two = kept.ownThat({ title: "t", path: "", starter: "int two;" });
    assert.notEqual(one.key, two.key);
    assert.equal(kept.ownThat({ title: "t", path: "", starter: "int one;" }).key, one.key);
    kept.remove(one.key);
    assert.deepEqual(kept.owns.map(({ key }) => key), [two.key]);
});

test("without room the oldest versions go, the text stays, and then it is said", () => {
    const { kept, heard } = keptIn(new Storage(1000));
    kept.addVersion("a.cu", "x".repeat(300), 1);
    kept.addVersion("b.cu", "y".repeat(300), 2);
    assert.equal(kept.keep("c.cu", "z".repeat(400)), true);
    assert.deepEqual([kept.versions("a.cu").length, kept.versions("b.cu").length, heard], [0, 1, []]);
    assert.equal(kept.keep("c.cu", "z".repeat(2000)), false);
    assert.deepEqual(heard, ["full"]);
    assert.equal(kept.text("c.cu"), "z".repeat(400));
});

test("a storage that is forbidden is said, and nothing throws", () => {
    const { kept, heard } = keptIn(undefined);
    assert.equal(kept.keep("a.cu", "text"), false);
    assert.deepEqual([kept.text("a.cu"), kept.owns, kept.versions("a.cu"), kept.current, [...kept.solved()]], [undefined, [], [], null, []]);
    assert.ok(heard.includes("refused"));
});

test("what is damaged is put aside, and goes into the file of all work", () => {
    const storage = new Storage(), { kept, heard } = keptIn(storage);
    for (const damage of ["[", "null", "{}", '{"versions":[{"at":"x"}]}', "\u0000"]) {
        storage.setItem("a/program.own:1", damage);
        assert.equal(kept.own("own:1"), undefined);
        assert.equal(kept.export().damaged["program.own:1"], damage);
    }
    storage.setItem("a/solved", "7");
    assert.equal(kept.solved().size, 0);
    assert.equal(heard.length, 6);
});

test("two sites of one origin do not meet", () => {
    const storage = new Storage(), [one, other] = ["/2025/", "/2026/"].map((prefix) => keptIn(storage, prefix).kept);
    one.keep("a.cu", "one");
    one.ownThat({ title: "t", path: "", starter: "" });
    assert.deepEqual([other.text("a.cu"), other.owns, other.export().programs], [undefined, [], []]);
});

test("all work comes back elsewhere, and what differs there becomes a version", () => {
    const { kept: from } = keptIn(new Storage()), { kept: to } = keptIn(new Storage(), "b/");
    from.keep("a.cu", "changed");
    from.addVersion("a.cu", "earlier", 5);
    const own = from.ownThat({ title: "race.cu", path: "", starter: "int begun;" });
    from.keep(own.key, "int mine;");
    from.solve("warm_up");
    to.keep("a.cu", "changed here");
    to.ownThat({ title: "other.cu", path: "", starter: "" }); // has the key that race.cu has elsewhere
    const work = JSON.parse(JSON.stringify(from.export()));
    assert.equal(to.import(work), 2);
    assert.equal(to.text("a.cu"), "changed");
    assert.deepEqual(to.versions("a.cu").map(({ text }) => text), ["changed here", "earlier"]);
    const brought = to.owns.find(({ title }) => title === "race.cu");
    assert.equal(to.text(brought.key), "int mine;");
    assert.deepEqual([...to.solved()], ["warm_up"]);
    const before = JSON.stringify(to.export());
    to.import(work); // a second time changes nothing
    assert.equal(JSON.stringify(to.export()), before);
});

test("what is no work of a playground is refused in a sentence", () => {
    const { kept } = keptIn(new Storage());
    for (const work of [null, {}, { scanlab_work: 2, programs: [] }, { scanlab_work: 1 }]) assert.throws(() => kept.import(work), /no work of a playground/);
});

test("an earlier page's entries are taken over only if they can be kept", () => {
    const storage = new Storage(60), { kept } = keptIn(storage);
    storage.setItem("scanlab.playground.text.a.cu", "0123456789");
    storage.setItem("unrelated", "1");
    kept.adopt("scanlab.playground."); // no room for both
    assert.equal(storage.getItem("scanlab.playground.text.a.cu"), "0123456789");
    storage.room = 1000;
    kept.adopt("scanlab.playground.");
    assert.equal(kept.text("a.cu"), "0123456789");
    assert.equal(storage.getItem("scanlab.playground.text.a.cu"), null);
});
