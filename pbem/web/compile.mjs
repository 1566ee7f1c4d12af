// Compiles modules with the engine's own Python: node compile.mjs ENGINE FOLDER.
// The folder has the program and the library.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [engine, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${engine}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: engine });
for (const name of ["program", "library"]) {
  python.FS.mkdirTree(`/${name}`);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: `${folder}/${name}` }, `/${name}`);
}
python.runPython(readFileSync(new URL("compiling.py", import.meta.url), "utf8"));
