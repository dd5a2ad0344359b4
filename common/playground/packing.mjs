// Static files are compressed, whatever serves them: as .gz, which every browser unpacks, or as .br, which is a quarter smaller.

/// What a lesson's page loads is so small that what unpacks the others would be much of it.
const unpackedByBrowsers = ['brotli.wasm', 'draw.wasm', 'harness.wasm', 'runtime_of_lessons.wasm', 'sizes.json'];
export const isUnpackedByBrowsers = (name) => unpackedByBrowsers.includes(name);

async function through(bytes, transform) {
    return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(transform)).arrayBuffer());
}

const unzipped = (bytes) => through(bytes, new DecompressionStream('gzip'));

function brotliStream({ BrotliDecStream, BrotliStreamResultCode: code }) {
    const decoder = new BrotliDecStream(), most = 1 << 20;
    let result;
    return new TransformStream({
        transform(bytes, stream) {
            do {
                result = decoder.dec(bytes, most);
                stream.enqueue(result.buf);
                bytes = bytes.subarray(result.input_offset);
            } while (result.code === code.NeedsMoreOutput);
        },
        flush() {
            decoder.free();
            if (result?.code !== code.ResultSuccess) throw new Error('a file of the playground has come in part only');
        },
    });
}

async function brotliBy(unpacked) {
    const [library, module] = await Promise.all([import('./libraries/brotli/brotli_dec_wasm.js'), unpacked('brotli.wasm')]);
    library.initSync({ module });
    return library;
}

/// What `read` gives of a file, unpacked.
export function unpackedBy(read) {
    let brotli;
    const unpacked = async (name, hear = () => {}) => {
        if (isUnpackedByBrowsers(name)) return unzipped(await read(`${name}.gz`, hear));
        brotli ??= brotliBy(unpacked);
        const [packed, library] = await Promise.all([read(`${name}.br`, hear), brotli]);
        return through(packed, brotliStream(library));
    };
    return unpacked;
}

/// The module of JavaScript that a file has.
export async function importPacked(bytes) {
    const address = URL.createObjectURL(new Blob([bytes], { type: 'text/javascript' }));
    try {
        return await import(address);
    } finally {
        URL.revokeObjectURL(address);
    }
}
