/** What places of the map are called, of those with a name. */

/** Place -> its name. @type {Record<string, string>} */
let names = {};

/** @param {any} state */
export function show({ places = {} }) {
  names = places;
}

/** @param {string} place @returns {string|undefined} its name, where it has one */
export const named = (place) => (Object.hasOwn(names, place) ? names[place] : undefined);
