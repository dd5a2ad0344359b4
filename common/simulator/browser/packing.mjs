// Static files are compressed, whatever serves them: by Brotli, since gzip's, which browsers unpack, would be a third larger. What
// unpacks them comes by gzip. No server knows how their names end, so none says that the browser should unpack them.
import { once } from './once.mjs';

const unpacker = 'brotli.wasm';
export const packedName = (name) => `${name}.packed`;
export const isGzipped = (name) => name === unpacker;

async function through(bytes, transform) {
    return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(transform)).arrayBuffer());
}

const unzipped = async (bytes) => through(await bytes, new DecompressionStream('gzip'));

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

async function brotliFrom(packed) {
    const [library, module] = await Promise.all([import('./libraries/brotli/brotli_dec_wasm.js'), unzipped(packed)]);
    library.initSync({ module });
    return library;
}

/// What `read` gives of a file, unpacked.
export function unpackedBy(read) {
    const brotli = once(() => brotliFrom(read(packedName(unpacker), () => {})));
    return async (name, hear = () => {}) => {
        const [packed, library] = await Promise.all([read(packedName(name), hear), brotli()]);
        return through(packed, brotliStream(library));
    };
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
