// Runs a Python file in the engine of a folder, under node: node node.mjs FOLDER TESTS LOGS FILE.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, tests, logs, file] = process.argv.slice(2);
/** @param {string} name */
const load = (name) => import(pathToFileURL(`${folder}/${name}`).href);
const { keys, sodiumFor } = await load("crypto.js");
const { default: makeSodium } = await load("engine/libsodium-sumo.mjs");
const { loadPyodide } = await load("engine/pyodide.mjs");
const sodium = await makeSodium({ getRandomValue: () => crypto.getRandomValues(new Uint32Array(1))[0] });
sodium._sodium_init();
const python = await loadPyodide({ indexURL: `${folder}/engine`, env: { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1" } });
python.registerJsModule("pbem_sodium", sodiumFor(sodium));
python.registerJsModule("pbem_keys", keys);
python.unpackArchive(new Uint8Array(readFileSync(`${folder}/engine/program.zip`)), "zip", { extractDir: "/program" });
for (const [at, root] of [["/tests", tests], ["/logs", logs]]) {
  python.FS.mkdirTree(at);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, at);
}
python.runPython("import sys; sys.path[:0] = ['/program', '/tests']; import pbem.web.absent");
try {
  python.runPython(readFileSync(file, "utf8"));
} catch (error) {
  console.error(String(error.message ?? error)); // node would print the engine's source before it
  process.exit(1);
}
