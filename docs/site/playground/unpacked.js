// Files of the playground, which come packed.
const runtime = new URL("runtime/", import.meta.url);
async function read(name) {
    const response = await fetch(new URL(name, runtime));
    if (!response.ok) throw new Error(`${name} cannot be loaded`);
    return response.arrayBuffer();
}
let unpack;

/** The bytes of a file; its name is relative to the runtime's folder. */
export async function unpacked(name) {
    unpack ??= import(new URL("packing.mjs", runtime)).then(({ unpackedBy }) => unpackedBy(read));
    return (await unpack)(name);
}
