/** Makes what is shown another drawing: what is the same in both stays, which is read, styled and laid out once. */

const GROUND = '<g class="ground"';
/** Groups of a drawing that stay; of the last two what differs is made anew. */
const STAY = ["ground", "counters", "names"];

/** How large it is drawn is not the drawing's affair. */
const SIZE = ["width", "height"];

/** The ground of the drawing that is shown, as it came. */
let ground = "";
/** The rest of it, as it came. @type {any} */
let rest = null;

/** @param {string} svg @returns {any} */
export const parsed = (svg) => new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;

/** @param {any} one @returns {any} */
const copy = (one) => document.importNode(one, true);

/** Return a drawing: what is shown, made into it, where both have the same ground, which is most of a map of hexes. @param {any} shown @param {string} svg @returns {any} */
export function remade(shown, svg) {
  const at = svg.indexOf(GROUND), own = at < 0 ? "" : svg.slice(at, behind(svg, at)), same = Boolean(shown && own && own === ground);
  const was = rest;
  rest = parsed(same ? `${svg.slice(0, at)}${GROUND}/>${svg.slice(at + own.length)}` : svg);
  ground = own;
  if (!same) {
    const made = copy(rest);
    part(rest, "ground")?.replaceChildren();
    return made;
  }
  for (const one of shown.querySelectorAll(".chosen,.reach,.target")) one.classList.remove("chosen", "reach", "target");
  arrange(shown, [...rest.childNodes].map((one) => staying(shown, was, one) ?? copy(one)));
  for (const name of shown.getAttributeNames()) if (!rest.hasAttribute(name)) shown.removeAttribute(name);
  for (const { name, value } of rest.attributes) if (!SIZE.includes(name)) says(shown, name, value);
  return shown;
}

/** Have a drawing say something, if it does not yet: once more has all of its letters laid out. @param {any} drawing @param {string} name @param {string} value */
export function says(drawing, name, value) {
  if (drawing.getAttribute(name) !== value) drawing.setAttribute(name, value);
}

/** @param {any} drawing @param {string} name @returns {any} */
const part = (drawing, name) => drawing.querySelector(`:scope > .${name}`);

/** Return the group of what is shown that a group of a drawing is, made like it. @param {any} shown @param {any} was what is shown, as it came @param {any} one @returns {any} */
function staying(shown, was, one) {
  const name = STAY.find((each) => one.getAttribute?.("class") === each), live = name && part(shown, name);
  if (live && name !== "ground") follow(live, part(was, name), one);
  return live;
}

/** Make a group that is shown another; what stands in both, in the same order, stays. @param {any} live @param {any} was the group that is shown, as it came @param {any} now */
function follow(live, was, now) {
  const before = [...was.childNodes], there = [...live.childNodes];
  let from = 0;
  arrange(live, [...now.childNodes].map((one) => {
    const at = before.findIndex((other, number) => number >= from && other.isEqualNode(one));
    // Whoever has the focus is made anew: what keys have opened opens when it comes back.
    if (at < 0 || there[at].contains(document.activeElement)) return copy(one);
    from = at + 1;
    return there[at];
  }));
}

/** Have these in a group, and nothing else; what is in it already stands in that order, and is not moved. @param {any} group @param {any[]} all */
function arrange(group, all) {
  const stay = new Set(all);
  for (const one of [...group.childNodes]) if (!stay.has(one)) one.remove();
  all.reduceRight((next, one) => (one.parentNode === group ? one : group.insertBefore(one, next)), null);
}

/** Return where a group ends that begins at a place of a drawing. @param {string} svg @param {number} at @returns {number} */
function behind(svg, at) {
  const tags = /<g\b[^>]*>|<\/g>/g;
  tags.lastIndex = at;
  let depth = 0;
  for (let tag = tags.exec(svg); tag; tag = tags.exec(svg)) {
    if (!tag[0].endsWith("/>")) depth += tag[0] === "</g>" ? -1 : 1;
    if (!depth) return tags.lastIndex;
  }
  return svg.length;
}
