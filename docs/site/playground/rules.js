// What the grader and the simulator go by: their own C++ answers, compiled to WebAssembly (common/grading/grader/rules_main.cpp).
import { once } from "../../../common/simulator/browser/once.mjs";
import { unpacked } from "./unpacked.js";

/** Questions to a program that `run` runs: it gets the text of a request, and gives { code, out, err }. */
export function rulesBy(run) {
    async function ask(request) {
        const { code, out, err } = await run(JSON.stringify(request));
        if (code !== 0) throw new Error(err.trim());
        return JSON.parse(out);
    }
    return {
        /** Whether a condition holds; undefined if it names a value that is not known. */
        holds: async (condition, values) => (await ask({ condition, values })) ?? undefined,
        /** The sizes of a class. */
        sizes: (name, { task, block, items_per_thread }) => ask({ class: name, task, block, items_per_thread }),
        /** A text for each finding, the same for those that are one to the user. */
        identities: (findings) => ask({ findings }),
    };
}

const loaded = once(() => Promise.all([unpacked("rules.wasm").then((bytes) => WebAssembly.compile(bytes)), import(new URL("runtime/wasi.mjs", import.meta.url))]));

/** Those of this page. */
export const rules = rulesBy(async (request) => {
    const [module, { runCommand }] = await loaded();
    return runCommand(module, { args: ["rules", "/request"], files: { request } });
});
