/** An image of the engine's memory: a later start goes on from it.
 *
 * It is made before the journal is opened, so it has no key, no name and no game. It counts for the release that the
 * service worker keeps (sw.js), and for this browser, language and time zone. Any other image is left alone, and a
 * new one takes its place. The service worker forgets it with its release.
 *
 * A mark lies beside it from before it is read until the start works. A start that finds the mark follows one that
 * crashed, hung or was closed: it throws the image away.
 */

const CACHE = "pbem-image", STATE = "pbem-state", MODULES = "engine/modules.packed";
const here = new URL("./", import.meta.url).href, PLACE = `${here}image`, MARK = `${here}image-begun`;

/** @param {BufferSource} data */
export const digest = async (data) => [...new Uint8Array(await crypto.subtle.digest("SHA-256", data))].map((one) => one.toString(16).padStart(2, "0")).join("");

/** What is kept of this site: the digest of its modules, and for what an image of them counts; null: nothing is. */
async function kept() {
  const state = await caches.match(here + STATE, { cacheName: STATE });
  const list = state && await caches.match(`${here}files.json`, { cacheName: (await state.json()).name });
  if (!list) return null;
  const text = await list.text(), { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const counts = new TextEncoder().encode(JSON.stringify([text, navigator.userAgent, navigator.language, timeZone]));
  return { modules: JSON.parse(text).files[MODULES], counts: await digest(counts) };
}

/** The image that counts, if it is whole; from now on it is marked. @returns {Promise<Uint8Array|null>} */
export async function read() {
  try {
    const now = await kept(), found = now && await caches.match(PLACE, { cacheName: CACHE });
    if (!now || found?.headers.get("counts") !== now.counts) return null;
    const cache = await caches.open(CACHE);
    if (await cache.match(MARK)) return null;
    await cache.put(MARK, new Response());
    const image = new Uint8Array(await found.arrayBuffer());
    return found.headers.get("digest") === await digest(image) ? image : null;
  } catch {
    return null; // this browser keeps nothing
  }
}

/** Take the mark away: a start from the image works. */
export const works = async () => (await caches.open(CACHE)).delete(MARK);

/** Forget the image: what began from it may fail again. */
export const forget = () => caches.delete(CACHE).catch(() => false);

/** Keep an image, if the modules in it are those of the release that is kept, and as much room again is left for games.
 * @param {Uint8Array} image @param {string} modules their digest */
export async function write(image, modules) {
  const now = await kept(), { quota = 0, usage = 0 } = await navigator.storage.estimate();
  if (now?.modules !== modules || quota - usage < 2 * image.length) return;
  const headers = { counts: now.counts, digest: await digest(/** @type {any} */ (image)) };
  await (await caches.open(CACHE)).put(PLACE, new Response(/** @type {any} */ (image), { headers }));
}
