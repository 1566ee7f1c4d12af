/** The engine: Python in this thread, with its library and the program. */

import { keys, sodiumFor } from "./crypto.js";
import makeSodium from "./engine/libsodium-sumo.mjs";
import makeEngine from "./engine/pyodide.asm.mjs";
import { loadPyodide } from "./engine/pyodide.mjs";

/** The one library that is neither Python's nor ours, and is compiled. */
const SHARED = "/program/msgspec/_core.cpython-314-wasm32-emscripten.so";
const ENV = { HOME: "/home/pyodide", PBEM_HOME: "/home/pyodide/pbem", PYTHONDONTWRITEBYTECODE: "1", PYTHONPATH: "/program:/library" };
/** The numbers with which an entry in the list of a ZIP file begins, and the size of what ends it. */
const ENTRY = 0x02014b50, END = 22;

/** Unpack what a build packed. @param {ArrayBuffer} packed */
const unpacked = async (packed) => new Uint8Array(await new Response(/** @type {any} */ (new Response(packed).body).pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());

/** The files of a ZIP file in which they lie as they are, without a copy of them. @param {Uint8Array} zip */
function* files(zip) {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.length), words = new TextDecoder();
  let at = view.getUint32(zip.length - END + 16, true);
  while (view.getUint32(at, true) === ENTRY) {
    const size = view.getUint32(at + 24, true), length = view.getUint16(at + 28, true), begins = view.getUint32(at + 42, true) + 30 + length;
    yield { name: words.decode(zip.subarray(at + 46, at + 46 + length)), data: zip.subarray(begins, begins + size) };
    at += 46 + length;
  }
}

/** Give Python its library and the program. @param {any} FS @param {Uint8Array} zip */
function install(FS, zip) {
  const made = new Set();
  for (const { name, data } of files(zip)) {
    const folder = `/${name.slice(0, name.lastIndexOf("/"))}`;
    if (!made.has(folder)) FS.mkdirTree(folder);
    made.add(folder);
    FS.writeFile(`/${name}`, data, { canOwn: true });
  }
}

/** Begin.
 * @param {string} engine where the files of the engine lie
 * @param {Promise<ArrayBuffer>} packed the library and the program
 * @param {Uint8Array|null} image of an earlier start, by `image`
 */
export async function python(engine, packed, image = null) {
  const zip = packed.then(unpacked), sodium = await makeSodium({ getRandomValue: () => crypto.getRandomValues(new Uint32Array(1))[0] });
  sodium._sodium_init();
  /** Objects that the memory of Python knows by name. @type {Record<string, any>} */
  const lent = { pbem_sodium: sodiumFor(sodium, () => raw.HEAPU8), pbem_keys: keys };
  /** @type {any} The engine, before it has begun. */
  let raw;
  const found = await loadPyodide({
    indexURL: engine,
    // The library is no archive here, which Python would unpack module by module. Something has to lie in its place.
    stdLibURL: `${engine}pyodide-lock.json`,
    env: ENV,
    ...(image ? { _loadSnapshot: image, _snapshotDeserializer: (/** @type {string} */ name) => lent[name] } : { _makeSnapshot: true }),
    async createPyodideModule(/** @type {any} */ settings) {
      raw = settings;
      const made = await makeEngine(settings);
      if (image) made.growMemory(image.length - new Uint32Array(image.buffer, 0, 2)[1]);
      return made;
    },
    async fsInit(/** @type {any} */ FS) {
      install(FS, await zip);
      // Loaded before Python begins, it comes to the same place in memory each time.
      raw.newDSO(SHARED, undefined, await raw.loadWebAssemblyModule(FS.readFile(SHARED), { global: true, nodelete: true, loadAsync: true }, SHARED));
    },
  });
  if (!image) for (const [name, value] of Object.entries(lent)) found.registerJsModule(name, value);
  found.runPython("import random, sys; random.seed(); sys.path.remove('')"); // no module comes from the folder of the player
  return {
    python: found,
    /** The memory, from which a later start goes on; an error where it has an object that is not ours. @returns {Uint8Array} */
    image: () => found._api.makeSnapshot((/** @type {any} */ value) => {
      const [name] = Object.entries(lent).find(([, one]) => one === value) ?? [];
      if (!name) throw new Error("an object of no name");
      return name;
    }),
  };
}
