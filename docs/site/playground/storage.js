// What this browser keeps: the programs that were changed, with their last versions, and which exercises are solved.
//
//     text.KEY     the text of a program, if it is not as it was opened
//     program.KEY  { title, path, starter, versions: [{ at, text }] }: all but the versions only of programs that are no file of the kit
//     solved       names of exercises
//     current      the key of what is open (sessionStorage has that of this tab)
//
// KEY is the path of a file of the kit, or "own:N". `at` is in milliseconds since 1970.

const ownPrefix = "own:";
const mostVersions = 20;

/** Whether a key is of a program that a link brought, or that was opened or begun here. */
export const isOwn = (key) => key.startsWith(ownPrefix);

const isVersion = (version) => typeof version?.text === "string" && Number.isFinite(version.at);
const isRecord = (record) => Array.isArray(record?.versions) && record.versions.every(isVersion);

export class Kept {
    #storage;
    #session;
    #prefix;
    #tell;

    /** `prefix`: of all names, so that two sites of one origin do not meet. `tell(what)` hears "full", "refused" and "damaged". */
    constructor({ storage, session, prefix = "", tell = () => {} }) {
        [this.#storage, this.#session, this.#prefix, this.#tell] = [storage, session, prefix, tell];
    }

    /** Calls `hear` from now on in place of what was given to the constructor. */
    set told(hear) { this.#tell = hear; }

    // --- entries

    #names(prefix = this.#prefix) {
        try {
            const { length } = this.#storage;
            return Array.from({ length }, (_, i) => this.#storage.key(i)).filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
        } catch {
            return [];
        }
    }

    #read(name) {
        try {
            return this.#storage.getItem(this.#prefix + name);
        } catch {
            return null; // it may be forbidden: then nothing is kept
        }
    }

    #remove(name) {
        try {
            this.#storage.removeItem(this.#prefix + name);
        } catch {
            // nothing is kept
        }
    }

    /** Where there is no room, the oldest versions make some. Returns whether it is kept. */
    #write(name, text) {
        for (;;) {
            try {
                this.#storage.setItem(this.#prefix + name, text);
                return true;
            } catch (error) {
                if (error?.name === "QuotaExceededError" && this.#dropOldestVersion()) continue;
                this.#tell(error?.name === "QuotaExceededError" ? "full" : "refused");
                return false;
            }
        }
    }

    /** An entry of JSON. One that is none is put aside as damaged.NAME, where export() finds it. */
    #object(name, isRight) {
        const text = this.#read(name);
        if (text === null) return undefined;
        try {
            const object = JSON.parse(text);
            if (isRight(object)) return object;
        } catch {
            // as one that is not right
        }
        this.#remove(name); // which makes room for it
        this.#write(`damaged.${name}`, text);
        this.#tell("damaged");
        return undefined;
    }

    #dropOldestVersion() {
        const records = this.#names().filter((name) => name.startsWith("program.")).map((name) => ({ name, record: this.#object(name, isRecord) }))
            .filter(({ record }) => record?.versions.length).sort((one, other) => one.record.versions[0].at - other.record.versions[0].at);
        if (!records.length) return false;
        const [{ name, record }] = records;
        record.versions.shift();
        this.#remove(name); // a change needs room for both
        this.#storage.setItem(this.#prefix + name, JSON.stringify(record));
        return true;
    }

    // --- programs

    /** The name of the entry that has a program's text; other tabs hear of it. */
    nameOf(key) { return `${this.#prefix}text.${key}`; }

    text(key) { return this.#read(`text.${key}`) ?? undefined; }
    keep(key, text) { return this.#write(`text.${key}`, text); }
    forget(key) { this.#remove(`text.${key}`); }

    #record(key) { return this.#object(`program.${key}`, isRecord) ?? { versions: [] }; }

    /** Of a program that is no file of the kit: { key, title, path, starter }; nothing if it is not here. */
    own(key) {
        const { title, path, starter } = this.#record(key);
        return typeof starter === "string" ? { key, title: String(title), path: String(path), starter } : undefined;
    }

    /** All of them, the latest first. */
    get owns() {
        const keys = this.#names().filter((name) => name.startsWith(`program.${ownPrefix}`)).map((name) => name.slice("program.".length));
        const number = (key) => Number(key.slice(ownPrefix.length));
        return keys.sort((one, other) => number(other) - number(one)).map((key) => this.own(key)).filter(Boolean);
    }

    /** The program that began with this text. A new one if there is none; nothing if it cannot be kept. */
    ownThat({ title, path, starter }) {
        const known = this.owns.find((own) => own.path === path && own.starter === starter && own.title === title);
        if (known) return known;
        const key = `${ownPrefix}${1 + Math.max(0, ...this.owns.map((own) => Number(own.key.slice(ownPrefix.length))))}`;
        return this.#write(`program.${key}`, JSON.stringify({ title, path, starter, versions: [] })) ? this.own(key) : undefined;
    }

    /** Forgets a program with its versions. */
    remove(key) {
        this.forget(key);
        this.#remove(`program.${key}`);
    }

    // --- versions

    /** The latest first: [{ at, text }]. */
    versions(key) { return this.#record(key).versions.toReversed(); }

    /** Keeps a text among the last versions of a program, unless it is the latest. */
    addVersion(key, text, at = Date.now()) { this.#addVersions(key, [{ at, text }]); }

    #addVersions(key, more) {
        const record = this.#record(key), all = [...record.versions];
        for (const version of more.filter(isVersion)) if (!all.some(({ at, text }) => text === version.text && (at === version.at || text === all.at(-1).text))) all.push(version);
        if (all.length === record.versions.length) return;
        record.versions = all.sort((one, other) => one.at - other.at).slice(-mostVersions);
        this.#write(`program.${key}`, JSON.stringify(record));
    }

    // --- what is open, and what is solved

    get current() {
        try {
            return this.#session.getItem(`${this.#prefix}current`) ?? this.#read("current");
        } catch {
            return this.#read("current");
        }
    }
    set current(key) {
        this.#write("current", key);
        try {
            this.#session.setItem(`${this.#prefix}current`, key);
        } catch {
            // one for all tabs
        }
    }

    solved() { return new Set(this.#object("solved", Array.isArray) ?? []); }
    solve(...names) { this.#write("solved", JSON.stringify([...new Set([...this.solved(), ...names])].sort())); }

    // --- all of it

    /** An object of all work, as import() takes it. */
    export() {
        const names = this.#names(), keys = new Set();
        for (const name of names) for (const kind of ["text.", "program."]) if (name.startsWith(kind)) keys.add(name.slice(kind.length));
        const programs = [...keys].sort().map((key) => ({ key, text: this.text(key), ...this.#record(key) }));
        const damaged = Object.fromEntries(names.filter((name) => name.startsWith("damaged.")).map((name) => [name.slice("damaged.".length), this.#read(name)]));
        return { scanlab_work: 1, programs, solved: [...this.solved()], damaged };
    }

    /** Adds what export() gave. What is here, and differs, becomes a version. Returns the number of programs; throws if it is something else. */
    import(work) {
        if (work?.scanlab_work !== 1 || !Array.isArray(work.programs)) throw new Error("this file has no work of a playground in it");
        for (const { key, text, versions = [], ...own } of work.programs) {
            if (typeof key !== "string") continue;
            const mine = isOwn(key) && typeof own.starter === "string" ? this.ownThat(own)?.key : key;
            if (!mine) continue;
            const before = this.text(mine);
            this.#addVersions(mine, versions);
            if (typeof text !== "string" || text === before) continue;
            if (before !== undefined) this.addVersion(mine, before);
            this.keep(mine, text);
        }
        if (Array.isArray(work.solved)) this.solve(...work.solved.map(String));
        return work.programs.length;
    }

    /** Takes over what earlier versions of this page kept, under a prefix of their own. */
    adopt(earlier) {
        for (const name of this.#names(earlier)) {
            const text = this.#storage.getItem(earlier + name);
            const isKept = name === "text.linked" ? this.ownThat({ title: "From an earlier link", path: "", starter: text })
                : !/^text\.|^solved$/.test(name) || this.#read(name) !== null || this.#write(name, text);
            if (isKept) this.#storage.removeItem(earlier + name);
        }
    }
}

const storageOf = (name) => {
    try {
        return globalThis[name];
    } catch {
        return undefined; // forbidden: then each use throws, and nothing is kept
    }
};

/** Of this page. Its names begin with the address of the site. */
export const kept = new Kept({
    storage: storageOf("localStorage"), session: storageOf("sessionStorage"), prefix: `scanlab:${new URL("..", import.meta.url).pathname}:playground.`,
});
kept.adopt("scanlab.playground.");
