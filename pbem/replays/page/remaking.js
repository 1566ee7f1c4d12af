/** Makes what is shown another drawing: what is the same in both stays, which is read, styled and laid out once. */

/** How groups begin that stay; of what is in them what differs is made anew, as of the drawing itself. */
const STAY = ["ground", "numbers", "crowded", "deep", "counters", "names"].map((name) => `<g class="${name}"`);

/** How large it is drawn, and how much of it is seen, is not the drawing's affair. */
const SIZE = ["width", "height", "viewBox"];

const NAMESPACE = "http://www.w3.org/2000/svg";

/** What is in a drawing, or in a group that stays: each element as it came, and as it is shown. @type {WeakMap<any, {came: string[], shown: any[]}>} */
const held = new WeakMap();

/** @param {string} svg @returns {any} */
export const parsed = (svg) => new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;

/** Return a drawing: what is shown, made into it. @param {any} shown null: nothing yet @param {string} svg @returns {any} */
export function remade(shown, svg) {
  if (!shown) {
    const made = document.importNode(parsed(svg.replaceAll("\n", "")), true);
    hold(made, svg);
    return made;
  }
  for (const one of shown.querySelectorAll(".chosen,.reach,.target")) one.classList.remove("chosen", "reach", "target");
  for (const one of shown.querySelectorAll(".ground > :is(.outline, .around), .shadow")) one.remove(); // ground that is the same is not looked through
  follow(shown, svg);
  const head = parsed(`${svg.slice(0, svg.indexOf(">"))}/>`);
  for (const name of shown.getAttributeNames()) if (!head.hasAttribute(name)) shown.removeAttribute(name);
  for (const { name, value } of head.attributes) if (!SIZE.includes(name)) says(shown, name, value);
  return shown;
}

/** Have an element say something, if it does not yet: once more has all letters of a drawing laid out. @param {any} one @param {string} name @param {string} value */
export function says(one, name, value) {
  if (one.getAttribute(name) !== value) one.setAttribute(name, value);
}

/** Which of the groups that stay an element is. @param {string} text @returns {string|undefined} */
function stays(text) {
  return STAY.find((begins) => text.startsWith(begins));
}

/** Return what is in a drawing or a group, element by element. Each begins a line, and so does its end where it is a group. @param {string} text @returns {string[]} */
function inside(text) {
  const found = [], last = text.lastIndexOf("</");
  let depth = 0;
  for (let at = text.indexOf("\n") + 1, from = at; at < last;) {
    const end = text.indexOf("\n", at);
    if (text.startsWith("</", at)) depth -= 1;
    else if (text.startsWith("<g", at)) depth += 1;
    at = end + 1;
    if (depth) continue;
    found.push(text.slice(from, end));
    from = at;
  }
  return found;
}

/** Note what is shown of what came. @param {any} live @param {string} text */
function hold(live, text) {
  const came = inside(text), shown = [...live.children];
  held.set(live, { came, shown });
  came.forEach((one, number) => { if (stays(one)) hold(shown[number], one); });
}

/** Make a drawing, or a group, another; what stands in both, in the same order, stays. @param {any} live @param {string} text */
function follow(live, text) {
  const { came, shown } = /** @type {{came: string[], shown: any[]}} */ (held.get(live)), now = inside(text);
  let from = 0;
  const all = now.map((one) => {
    const group = stays(one), at = stood(one, group, came, from), there = shown[at];
    // Whoever has the focus is made anew: what keys have opened opens when it comes back.
    if (there?.parentNode !== live || (!group && there.contains(document.activeElement))) return null;
    from = at + 1;
    if (group && one !== came[at]) follow(there, one);
    return there;
  });
  const anew = made(now.filter((_, number) => !all[number]));
  all.forEach((one, number) => { all[number] = one ?? anew.shift(); });
  arrange(live, all);
  held.set(live, { came: now, shown: all });
}

/** Return where an element stood, from a place on; -1: nowhere. @param {string} one @param {string|undefined} group which of those that stay it is @param {string[]} came @param {number} from @returns {number} */
function stood(one, group, came, from) {
  return group ? came.findIndex((other, number) => number >= from && stays(other) === group) : came.indexOf(one, from);
}

/** Make elements of their text. @param {string[]} texts @returns {any[]} */
function made(texts) {
  if (!texts.length) return [];
  const all = [...document.importNode(parsed(`<svg xmlns="${NAMESPACE}">${texts.join("").replaceAll("\n", "")}</svg>`), true).children];
  texts.forEach((text, number) => { if (stays(text)) hold(all[number], text); });
  return all;
}

/** Have these in a group, and nothing else; what is in it already stands in that order, and is not moved. @param {any} group @param {any[]} all */
function arrange(group, all) {
  const stay = new Set(all);
  for (const one of [...group.childNodes]) if (!stay.has(one)) one.remove();
  all.reduceRight((next, one) => (one.parentNode === group ? one : group.insertBefore(one, next)), null);
}
