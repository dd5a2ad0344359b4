// Serves the site to this machine only, until it is interrupted.
//     node serve.mjs MODULES SITE PORT
import { createRequire } from "node:module";
import path from "node:path";

const [modules, site, port] = process.argv.slice(2);
const { context } = createRequire(path.resolve(modules, "package.json"))("esbuild");
try {
    const server = await (await context({})).serve({ servedir: path.resolve(site), host: "127.0.0.1", port: Number(port) });
    console.log(`http://127.0.0.1:${server.port}/docs/playground.html until Ctrl+C`);
} catch {
    console.error(`scanlab playground: port ${port} is taken; --port 0 finds a free one`);
    process.exit(2);
}
