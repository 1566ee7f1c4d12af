// Runs a Python file in the engine of a folder, under node: node node.mjs FOLDER TESTS LOGS FILE.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, tests, logs, file] = process.argv.slice(2);
const { python: begin } = await import(pathToFileURL(`${folder}/python.js`).href);
const modules = new Uint8Array(readFileSync(`${folder}/engine/modules.packed`));
const { python } = await begin(`${folder}/engine/`, Promise.resolve(modules.buffer));
for (const [at, root] of [["/tests", tests], ["/logs", logs]]) {
  python.FS.mkdirTree(at);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, at);
}
python.runPython("import sys; sys.path.insert(1, '/tests'); import pbem.web.absent");
try {
  python.runPython(readFileSync(file, "utf8"));
} catch (error) {
  console.error(String(error.message ?? error)); // node would print the engine's source before it
  process.exit(1);
}
