/** What the page asks its own program for; nobody else is spoken to. */

/** An answer that is no success: `told` is what the program said, in words for the player. */
export class Refused extends Error {
  /** @param {{error: string, mistakes?: {line: number, why: string}[], stale?: boolean}} told */
  constructor(told) {
    super(told.error);
    this.told = told;
  }
}

/** @param {string} where @param {RequestInit} [how] @returns {Promise<Response>} */
async function answered(where, how = {}) {
  const headers = { ...how.headers, "X-Board-Key": localStorage.getItem("key") ?? "" };
  let found;
  try {
    found = await fetch(where, { ...how, headers });
  } catch {
    throw new Refused({ error: "The program does not answer: it was ended, or the computer slept. Start 'pbem board' once more; nothing that was signed is lost." });
  }
  if (found.ok) return found;
  const type = found.headers.get("content-type") ?? "";
  throw new Refused(type.startsWith("application/json") ? await found.json() : { error: await found.text() });
}

/** @param {string} where @returns {Promise<any>} */
export async function read(where) {
  return (await answered(where)).json();
}

/** @param {string} where @returns {Promise<string>} */
export async function text(where) {
  return (await answered(where)).text();
}

/** @param {string} where @param {Blob} what @returns {Promise<any>} */
export async function give(where, what) {
  return (await answered(where, { method: "POST", body: what })).json();
}

/** @param {string} where @param {object} what @returns {Promise<any>} */
export async function tell(where, what) {
  const how = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(what) };
  return (await answered(where, how)).json();
}
