/** Elements made of words, and drawings: text of others is never read as markup. */

/** @param {string} id @returns {any} */
export function the(id) {
  return document.getElementById(id);
}

/**
 * @param {string} tag
 * @param {Record<string, any>} [with_] properties; `on` are listeners
 * @param {...(Node|string)} inside
 * @returns {any}
 */
export function make(tag, with_ = {}, ...inside) {
  const made = document.createElement(tag);
  const { on = {}, ...rest } = with_;
  Object.assign(made, rest);
  for (const [name, listener] of Object.entries(on)) made.addEventListener(name, listener);
  made.append(...inside);
  return made;
}

/** @param {Element} where @param {...(Node|string)} inside */
export function fill(where, ...inside) {
  where.replaceChildren(...inside);
}

/** What an object has under a name that others give: `constructor` and `toString` are of every object. @template T @param {Record<string, T>|null|undefined} all @param {string} name @returns {T|undefined} */
export const own = (all, name) => all && Object.hasOwn(all, name) ? all[name] : undefined;

/** A shape of a drawing, or a group of such. @param {string} tag @param {Record<string, string|number>} says its attributes @param {...Node} inside @returns {any} */
export function shape(tag, says, ...inside) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(says)) made.setAttribute(name, String(value));
  made.append(...inside);
  return made;
}

/** A drawing of its own of what lies in a box of the map, for the eye alone. @param {{x: number, y: number, width: number, height: number}} box @param {number} edge so many units around it @param {Node} what @param {number|null} scale so many pixels a unit; null: another says it @returns {any} */
export function cutout({ x, y, width, height }, edge, what, scale) {
  const wide = width + 2 * edge, high = height + 2 * edge, size = scale === null ? {} : { width: wide * scale, height: high * scale };
  return shape("svg", { class: "map", viewBox: `${x - edge} ${y - edge} ${wide} ${high}`, ...size, "aria-hidden": "true" }, what);
}
