// Files of the playground, which come packed.
import { once } from "../../../common/simulator/browser/once.mjs";

const runtime = new URL("runtime/", import.meta.url);
async function read(name) {
    const response = await fetch(new URL(name, runtime));
    if (!response.ok) throw new Error(`${name} cannot be loaded`);
    return response.arrayBuffer();
}

const unpack = once(async () => (await import(new URL("packing.mjs", runtime))).unpackedBy(read));

/** The bytes of a file; its name is relative to the runtime's folder. */
export const unpacked = async (name) => (await unpack())(name);

/** A script of the playground. Browsers keep the failure of an address, so each time asks for another one. */
export const script = (name) => {
    let times = 0;
    return once(() => import(new URL(`${name}${times++ ? `?${times}` : ""}`, import.meta.url)).catch(() => {
        throw new Error(`${name} could not be loaded; is there a network?`);
    }));
};
