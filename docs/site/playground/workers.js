// The workers of the page. What compiles is not what runs: a run that is cancelled must not cost the compiler.
import { once } from "../../../common/simulator/browser/once.mjs";

/** What a request ends with whose worker has been ended. */
export class Cancelled extends Error {}

class Helper {
    #worker;
    #waiting = new Map();
    #number = 0;
    #address;

    constructor(address) { this.#address = address; }

    #start() {
        this.#worker = new Worker(this.#address, { type: "module" });
        this.#worker.addEventListener("message", ({ data: { id, said, error, result } }) => {
            if (!this.#waiting.has(id)) return; // Firefox hands over what a worker has said before its end
            const { listen, resolve, reject } = this.#waiting.get(id);
            if (said) return listen(said);
            this.#waiting.delete(id);
            if (error === undefined) resolve(result);
            else reject(new Error(error));
        });
        this.#worker.addEventListener("error", ({ message }) =>
            this.#end(new Error(message ?? "a file of the playground cannot be loaded; is there a network?")));
    }

    /** What a command of worker.js gives; `listen` hears what it says meanwhile. */
    ask(command, options = {}, listen = () => {}) {
        if (!this.#worker) this.#start();
        const id = ++this.#number;
        return new Promise((resolve, reject) => {
            this.#waiting.set(id, { listen, resolve, reject });
            this.#worker.postMessage({ id, command, options });
        });
    }

    #end(error) {
        this.#worker?.terminate();
        this.#worker = undefined;
        for (const { reject } of this.#waiting.values()) reject(error);
        this.#waiting.clear();
    }

    end() { this.#end(new Cancelled()); }
}

export class Workers {
    #compiler;
    #machine;
    #load;
    #compiling;
    #givenUp;
    #abandon;
    #runs = 0;

    constructor(address) {
        this.#compiler = new Helper(address);
        this.#machine = new Helper(address);
        this.#willLoad();
    }

    #willLoad() { this.#load = once((listen) => this.#compiler.ask("load", {}, ({ progress }) => listen(progress))); }

    loadCompiler(listen) { return this.#load(listen); }

    async compile(files, how) {
        await this.orCancelled(this.#givenUp);
        const compiling = this.#compiling = this.#compiler.ask("compile", { files, how });
        const forget = () => { if (this.#compiling === compiling) this.#compiling = undefined; };
        compiling.then(forget, forget);
        return this.orCancelled(compiling);
    }

    run(program, options, listen) {
        const runsUntilNew = 25; // engines give memory back late
        if (++this.#runs % runsUntilNew === 0) this.#machine.end();
        return this.#machine.ask("run", { program, ...options }, listen);
    }

    /** What is promised, unless cancel() comes before it. */
    orCancelled(promise) {
        return Promise.race([promise, new Promise((_, reject) => { this.#abandon = reject; })]);
    }

    /** Ends what runs and what is waited for, and gives up what is being compiled. */
    cancel() {
        this.#machine.end();
        this.#abandon?.(new Cancelled());
        if (this.#compiling) this.#givenUp ??= this.#giveUp(this.#compiling).finally(() => { this.#givenUp = undefined; });
    }

    /** What is being compiled gets some seconds to come to its end, because a new compiler has to be loaded. */
    async #giveUp(compiling) {
        const ended = compiling.then(() => true, () => true);
        if (await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 3000))])) return;
        this.#compiler.end();
        this.#willLoad();
    }
}
