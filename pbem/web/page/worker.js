/** The worker of the page: it alone has the home of the player, and the engine in it. */

import { digest, forget, read, works, write } from "./image.js";
import { python } from "./python.js";

/** @param {string} said @param {object} [more] */
const report = (said, more = {}) => postMessage({ said, ...more });

/** A file of the journal, for `pbem.web.journal.Medium`. @param {any} file */
function medium(file) {
  /** What the browser refuses is an error of Python's with a number. @param {() => any} what */
  const tries = (what) => {
    try {
      return what();
    } catch (error) {
      report("", { refused: String(error) });
      forget(); // what is signed needs the room more than an image
      return -1;
    }
  };
  return {
    size: () => file.getSize(),
    /** @param {number} at @param {number} size */
    read(at, size) {
      const into = new Uint8Array(size);
      return into.subarray(0, file.read(into, { at }));
    },
    /** @param {any} data @param {number} at */
    write(data, at) {
      const view = data.getBuffer("u8");
      try {
        return tries(() => file.write(view.data, { at }));
      } finally {
        view.release();
      }
    },
    /** @param {number} size */
    truncate: (size) => tries(() => { file.truncate(size); return 0; }),
    flush: () => tries(() => { file.flush(); return 0; }),
  };
}

/** Milliseconds that a worker which was ended takes at most to let go of its home. */
const PATIENCE = 3000;

/** Have this home to oneself until the page ends. @returns {Promise<boolean>} */
function alone() {
  return new Promise((got) => {
    navigator.locks.request("pbem-home", { signal: AbortSignal.timeout(PATIENCE) }, () => {
      got(true);
      return new Promise(() => {});
    }).catch(() => got(false));
  });
}

/** The files of the journal. @type {ReturnType<typeof medium>[]} */
const media = [];

/** The folder in which Python sees modules of the player, and the browser's own with copies of them. */
const MODULES = "/modules", COPIES = "modules";
/** Bytes that are copied at a time. */
const PIECE = 4 << 20;
/** The number of an error of reading, for Python. */
const EIO = 29;
/** Modules that were chosen and have no copy, by name. @type {Map<string, File>} */
const chosen = new Map();

/** The folder of the copies. @returns {Promise<any>} */
const copies = async () => (await navigator.storage.getDirectory()).getDirectoryHandle(COPIES, { create: true });
/** The name of a module here. Its size stands in it: a copy that was cut off has another. @param {File} file */
const called = (file) => `${file.size}-${file.name.replace(/[^\p{L}\p{N}. _-]/gu, "-").slice(-80)}`;

/** Let Python read a file of the player's by pieces, without a copy; return its path. @param {any} FS @param {File} file @param {string} name */
function mount(FS, file, name) {
  const at = `${MODULES}/${name}`, plain = name.replace(/^\d+-/, "");
  FS.mkdirTree(at);
  if (FS.lookupPath(at, { follow_mount: false }).node.mounted) FS.unmount(at);
  FS.mount(FS.filesystems.WORKERFS, { blobs: [{ name: plain, data: file }] }, at);
  return `${at}/${plain}`;
}

/** Make of a file that is gone or was changed an error of Python's, and not the end of Python. @param {any} FS */
function careful(FS) {
  const operations = FS.filesystems.WORKERFS.stream_ops, { read } = operations;
  operations.read = (/** @type {any[]} */ ...all) => {
    try {
      return read(...all);
    } catch {
      throw new FS.ErrnoError(EIO);
    }
  };
}

/** What is done with copies of modules. @type {Record<string, (FS: any) => Promise<any>>} */
const COPYING = {
  /** Give Python those that are here; one that is not whole goes. */
  async copies(FS) {
    const folder = await copies(), names = [];
    for await (const [name, handle] of folder.entries()) {
      const file = await handle.getFile();
      if (!name.startsWith(`${file.size}-`)) await folder.removeEntry(name);
      else {
        mount(FS, file, name);
        names.push(name.replace(/^\d+-/, ""));
      }
    }
    return names;
  },
  /** Copy what was chosen: whole, or not at all. */
  async copy(FS) {
    const folder = await copies();
    for (const [name, file] of chosen) {
      try {
        const to = await (await folder.getFileHandle(name, { create: true })).createSyncAccessHandle();
        try {
          for (let at = 0; at < file.size; at += PIECE) to.write(await file.slice(at, at + PIECE).arrayBuffer(), { at });
          to.flush();
        } finally {
          to.close();
        }
      } catch (error) {
        await folder.removeEntry(name).catch(() => {});
        throw new Error(`This browser keeps no copy (${error}). Choose the file again next time.`);
      }
    }
    chosen.clear();
    return COPYING.copies(FS);
  },
  /** Delete all copies: their games have flat counters, until a file is chosen. */
  async drop(FS) {
    const folder = await copies();
    for await (const name of folder.keys()) {
      FS.unmount(`${MODULES}/${name}`);
      await folder.removeEntry(name);
    }
    return [];
  },
};

/** Have the program look at a module that was chosen. @param {any} page @param {any} FS @param {any} asked */
async function hold(page, FS, { file, path, query }) {
  const name = called(file), found = await page.hold(path, query, mount(FS, file, name));
  if (found.get(0) === 200) chosen.set(name, file);
  else FS.unmount(`${MODULES}/${name}`);
  return found;
}

async function open() {
  const root = await navigator.storage.getDirectory();
  for (const name of ["journal-a", "journal-b"]) {
    const file = await root.getFileHandle(name, { create: true });
    media.push(medium(await /** @type {any} */ (file).createSyncAccessHandle()));
  }
}

/** The name of a worker that takes the place of one which ended. */
const PLAIN = "plain";
/** Keep what this start computed for the next one; it does so once. @type {() => Promise<void>} */
let keep = async () => {};
/** Whether an earlier start kept it for this one. */
let imaged = false;

/** Python with the program: from the image of an earlier start, or from the beginning. */
async function engine() {
  const place = new URL("./engine/", import.meta.url), packed = fetch(new URL("modules.packed", place)).then((found) => found.arrayBuffer());
  const image = self.name === PLAIN ? null : await read();
  if (image) {
    try {
      const made = await python(place.href, packed, image);
      imaged = true;
      return made.python;
    } catch (error) {
      console.warn(error);
    }
  }
  await forget(); // there is none that counts
  const made = await python(place.href, packed);
  made.python.pyimport("pbem.web.worker").destroy();
  try {
    const now = made.image(), modules = packed.then(digest);
    keep = async () => { keep = async () => {}; await write(now, await modules); };
  } catch (error) {
    console.warn(error); // the next start begins like this one
  }
  return made.python;
}

async function begin() {
  if (!await alone()) throw new Error("These games are open in another window of this browser. Close that one, and load this page again.");
  const { FS, pyimport } = await engine();
  careful(FS);
  await COPYING.copies(FS);
  await open();
  return { page: pyimport("pbem.web.worker").begin(media), FS };
}

const ready = begin();
/** The journal cannot be read, so nothing more is done with it but what the player chooses. */
let damaged = false;
ready.then(async () => {
  if (imaged) await works().catch(() => {});
  report("ready", { imaged });
}, (error) => {
  console.error(error);
  if (imaged) forget();
  damaged = error?.type === "DamagedJournalError";
  report("failed", { why: words(error), damaged });
});

/** What may be done with a damaged journal: it is saved as it is, or forgotten. @type {Record<string, () => any>} */
const RESCUE = {
  left: () => media.map((one) => one.read(0, one.size()).slice()),
  forget: () => media.every((one) => one.truncate(0) === 0 && one.flush() === 0),
};

/** The last line of an error of Python's, which has the words. @param {any} error */
function words(error) {
  const lines = String(error?.message ?? error).trim().split("\n");
  return lines[lines.length - 1].replace(/^[\w.]*(Error|Exception): /, "");
}

/** One after the other, as everything here is used from one thread. */
let queue = Promise.resolve();
onmessage = ({ data }) => {
  if (data.kind === "keep") keep().catch(() => {}).then(() => postMessage({ id: data.id })); // nobody waits for it
  else queue = queue.then(() => answer(data));
};

/** @param {any} asked */
async function answer(asked) {
  try {
    let found;
    if (damaged && asked.kind in RESCUE) return postMessage({ id: asked.id, found: RESCUE[asked.kind]() });
    const { page, FS } = await ready;
    if (asked.kind === "mark") found = { mark: page.mark(asked.at) };
    else if (asked.kind in COPYING) found = await COPYING[asked.kind](FS);
    else {
      const made = await (asked.file ? hold(page, FS, asked) : page.ask(asked.method, asked.path, asked.query, asked.body ?? new Uint8Array()));
      found = made.toJs({ create_pyproxies: false });
      made.destroy();
    }
    postMessage({ id: asked.id, found });
  } catch (error) {
    // What is fatal to the interpreter ends this worker: the page starts another one.
    const fatal = Boolean(/** @type {any} */ (error)?.pyodide_fatal_error) || error instanceof RangeError || error instanceof WebAssembly.RuntimeError;
    postMessage({ id: asked.id, error: words(error), fatal });
  }
}
