// From a recording to the page that steps through it: diagrams/generator and Graphviz, both compiled to WebAssembly.
import { Graphviz } from "@hpcc-js/wasm-graphviz";
import { once } from "../../../common/simulator/browser/once.mjs";
import { unpacked } from "./unpacked.js";

const drawer = async () => WebAssembly.compile(await unpacked("draw.wasm"));
const loaded = once(() => Promise.all([Graphviz.load(), drawer(), import(new URL("runtime/wasi.mjs", import.meta.url))]));

/** What diagrams/generator/neato_wasm.cpp asks for; `memory()` is the module's. */
function layouts(graphviz, memory) {
    let svg;
    return {
        lay_out(at, size) {
            const graph = new TextDecoder().decode(new Uint8Array(memory().buffer, at, size));
            svg = new TextEncoder().encode(graphviz.layout(graph, "svg", "nop2"));
            return svg.length;
        },
        take: (at) => new Uint8Array(memory().buffer).set(svg, at),
    };
}

/** The HTML of that page; `files`: a tree of the sources. Throws what the drawer has to say. */
export async function draw(recording, files) {
    const [graphviz, module, { runCommand }] = await loaded();
    const { code, err, files: left } = runCommand(module, {
        args: ["draw", "/recording", "/page.html"], files: { ...files, recording },
        imports: (memory) => ({ scanlab: layouts(graphviz, memory) }) });
    if (code !== 0) throw new Error(err.trim());
    return new TextDecoder().decode(left["page.html"]);
}
