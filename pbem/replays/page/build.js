/** Elements made of words: text of others is never read as markup. */

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
