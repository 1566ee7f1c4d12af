/** The map: the drawing, how large it is, what is pointed at and what is marked on it. */

import { fill, make, shape, the } from "./build.js";
import { parsed, remade, says } from "./remaking.js";

/** As large as this a map is read well; a small one is drawn up to that large at first. */
const LEGIBLE = 1.6, FILLED = 3;
const LARGEST = 5, SMALLEST = 0.3, STEP = 1.25;
/** How large a map is drawn at least at first: the numbers of its hexes can be read then; where its window is narrow, counters too. */
const NUMBERED = 0.875, NARROW = 600, READ = 1.5;
/** So many pixels high the numbers of hexes are drawn, as far as there is room: so many units of the drawing. */
const NUMBER = 7.2, NUMBER_MOST = 8;
/** How high a figure is, by the size of its letters. */
const FIGURE = 0.73;
/** So many pixels high letters can be read; smaller ones on the ground are left out, and those on counters still smaller. */
const GROUND_LETTERS = 5, COUNTER_LETTERS = 3;
/** How high the number of a hex is drawn, and the letters of a counter about, in units of the drawing. */
const LETTERS = 4.2;
/** So many pixels a mouse may move within a click. */
export const SLACK = 5;
const SVG = "http://www.w3.org/2000/svg";

/** The drawing is as high as a multiple of so many units: to tell it another height has all of its letters laid out. Where it ends, what it lies in does. */
const ROOM = 1200;

/** @type {any} */
let drawing = null;
/** What it lies in, and how high that is, in units of the drawing. @type {any} */
let extent = null;
let high = 0;
/** The drawing as it came: one that is the same is not made again. */
let came = "";
let scale = 0;

/** Show a drawing. @param {string} svg @param {string} [side] at whose counters a map begins that there is no room for */
export function draw(svg, side = "") {
  if (svg === came) {
    unmark();
    return;
  }
  came = svg;
  const bare = drawing?.classList.contains("bare") ?? false;
  const sheet = the("sheet"), left = sheet.scrollLeft, top = sheet.scrollTop;
  const focused = sheet.contains(document.activeElement) ? /** @type {any} */ (document.activeElement).dataset.place : null;
  const made = remade(drawing, svg);
  if (made !== drawing) fill(sheet, extent = make("div", { className: "extent" }, drawing = made));
  drawing.classList.toggle("bare", bare);
  sheet.classList.toggle("afloat", drawing.matches(".afloat"));
  sheet.classList.toggle("open", Boolean(drawing.querySelector(":scope > .beyond")));
  // A reader of screens is told stacks, not the number of every hex.
  for (const one of drawing.querySelectorAll(":is(.place, text):not([aria-hidden], .stack *)")) one.setAttribute("aria-hidden", "true");
  end();
  if (scale) sheet.scrollTo(left, top);
  else first(side);
  drawn();
  if (focused) drawing.querySelector(`.stack[data-place="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

/** So many pixels high counters are drawn at first, at least; so much less where all of one's own are seen then. */
let least = 0;
const LESS = 0.7;

/** How large a map is whose window shows all of these. @param {{x: number, y: number, width: number, height: number}[]} boxes */
function within(boxes) {
  const { clientWidth, clientHeight } = the("sheet"), long = (/** @type {number[][]} */ spans) => Math.max(...spans.map(([, to]) => to)) - Math.min(...spans.map(([from]) => from));
  return Math.min(clientWidth / long(boxes.map(({ x, width }) => [x, x + width])), clientHeight / long(boxes.map(({ y, height }) => [y, y + height])));
}

/** @param {number} pixels how high counters are drawn at first, at least */
export function legible(pixels) {
  least = pixels;
}

/** So many units about a place are seen with it, such as the line around it. */
const EDGE = 4;

/** @param {DOMRect} box */
const around = ({ x, y, width, height }) => ({ x: x - EDGE, y: y - EDGE, width: width + 2 * EDGE, height: height + 2 * EDGE });

/** The box around boxes. @param {DOMRect[]} boxes */
function together(boxes) {
  const x = Math.min(...boxes.map((one) => one.x)), y = Math.min(...boxes.map((one) => one.y));
  return new DOMRect(x, y, Math.max(...boxes.map((one) => one.x + one.width)) - x, Math.max(...boxes.map((one) => one.y + one.height)) - y);
}

/** Draw a map for the first time: whole, where its counters can be read then. Else as wide as its window and large enough to be read, but no larger than shows all of somebody's counters, as far as these can be read then. @param {string} side */
function first(side) {
  if (!the("sheet").clientWidth) return; // it is not shown yet
  const sheet = the("sheet"), readable = sheet.clientWidth < NARROW ? READ : drawing.querySelector(".number") ? NUMBERED : 0;
  scaled(Math.max(fitting(), readable));
  const all = [...drawing.querySelectorAll(".stack")], own = all.filter((one) => one.querySelector(`.piece[data-side="${CSS.escape(side)}"]`));
  const boxes = (own.length ? own : all).filter((one) => one.getBBox().width).map((one) => around((place(one.dataset.place) ?? one).getBBox()));
  if (!boxes.length) return entire();
  const legible = least / (drawing.querySelector(".stack .piece[data-unit] .counter")?.getBBox().height || Infinity);
  const drawn_ = [...drawing.querySelectorAll(":scope > :is(.ground, .counters)")].map((one) => one.getBBox()).filter(({ width }) => width);
  const ground = around(drawn_.length ? together(drawn_) : drawing.viewBox.baseVal), entirely = within([ground]);
  if (legible && entirely >= Math.max(readable, LESS * legible)) {
    scaled(Math.min(entirely, FILLED));
    return sheet.scrollTo(ground.x * scale, ground.y * scale);
  }
  if (legible) scaled(Math.max(readable, Math.min(Math.max(scale, legible), Math.max(within(boxes), LESS * legible))));
  const across = centre(boxes.map(({ x, width }) => [x, x + width]), sheet.clientWidth / scale), down = centre(boxes.map(({ y, height }) => [y, y + height]), sheet.clientHeight / scale);
  sheet.scrollTo(across * scale - sheet.clientWidth / 2, down * scale - sheet.clientHeight / 2);
}

/** The middle of what is seen first: of the map's beginning, or as near to it as all of them are seen; where there is no room for all, that in the midst of them. @param {number[][]} spans @param {number} room */
function centre(spans, room) {
  const from = Math.min(...spans.map(([one]) => one)), to = Math.max(...spans.map(([, one]) => one));
  if (to - from <= room) return Math.max(to, room) - room / 2;
  return spans.map(([one, other]) => (one + other) / 2).sort((one, other) => one - other)[Math.floor(spans.length / 2)];
}

/** Show as much as can be of a map on which nobody stands yet: all of its ground, as far as it can be read then. */
function entire() {
  const ground = drawing.querySelector(".ground")?.getBBox();
  if (ground) scaled(Math.min(scale, Math.max(NUMBERED, the("sheet").clientHeight / (ground.y + ground.height))));
}

/** Return a drawing that stands still, as wide as its place. @param {string} svg */
export function still(svg) {
  const made = document.importNode(parsed(svg), true);
  for (const name of ["width", "height"]) made.removeAttribute(name);
  return made;
}

/** So many units around one of several maps are seen, and it is drawn as large at least. */
const LEDGE = 8, LEAF = 0.6;

/** Show one of several maps, as large as there is room. @param {number} number */
export function leaf(number) {
  const sheet = the("sheet"), box = drawing?.querySelectorAll(".leaf")[number]?.getBBox();
  if (!box) return;
  scaled(Math.max(LEAF, Math.min(sheet.clientWidth / (box.width + 2 * LEDGE), LEGIBLE)));
  sheet.scrollTo((box.x - LEDGE) * scale, (box.y - LEDGE) * scale);
}

let drawn = () => {}, resized = () => {};

/** @param {() => void} what called whenever the map was drawn anew @param {() => void} [sized] and whenever it was drawn larger or smaller */
export function onDrawn(what, sized = () => {}) {
  drawn = what;
  resized = sized;
}

/** How large the map is drawn: so many pixels a unit; 0: not yet. */
export const size = () => scale;

let chosen = (/** @type {string[]} */ _names) => {};

/** @param {(names: string[]) => void} what called with what is pointed at, and with nothing when it no longer is */
export function onChosen(what) {
  chosen = what;
}

/** Let the drawing end above what has been taken out of it at its foot: boards, and trays that are lifted. */
export function end() {
  if (!drawing) return;
  const rest = [...drawing.querySelectorAll(":scope > :is(.tray, .track, .box, .board)")];
  let foot = null;
  while (rest.at(-1)?.matches(".lifted, .board")) foot = rest.pop();
  const { width, height } = drawing.querySelector(":scope > .sheet");
  high = foot?.getBBox().y ?? height.baseVal.value;
  says(drawing, "viewBox", `0 0 ${width.baseVal.value} ${ROOM * Math.ceil(high / ROOM)}`);
  if (scale) scaled(scale);
}

/** How large a map is as wide as its window, up to a size at which all can be read; a small one grows on until it fills the window. */
function fitting() {
  const sheet = the("sheet"), ground = drawing.querySelector(".ground")?.getBBox();
  const wide = sheet.clientWidth / drawing.viewBox.baseVal.width, high = ground ? sheet.clientHeight / (ground.y + ground.height) : 0;
  return Math.max(SMALLEST, Math.min(LEGIBLE, wide), Math.min(FILLED, wide, high));
}

/** @param {number} wanted */
function scaled(wanted) {
  if (!drawing) return;
  const before = scale;
  scale = Math.min(LARGEST, Math.max(SMALLEST, wanted));
  const { width, height } = drawing.viewBox.baseVal;
  says(drawing, "width", String(width * scale));
  says(drawing, "height", String(height * scale));
  Object.assign(extent.style, { width: `${width * scale}px`, height: `${high * scale}px` });
  const number = Math.min(NUMBER_MOST, Math.max(LETTERS, NUMBER / scale));
  the("sheet").style.setProperty("--number", `${number}px`);
  the("sheet").style.setProperty("--lower", `${FIGURE * (number - LETTERS)}px`); // it grows downwards, into its own hex
  the("sheet").classList.toggle("numbered", scale * number >= GROUND_LETTERS);
  the("sheet").classList.toggle("near", number === LETTERS);
  the("sheet").classList.toggle("far", scale * LETTERS < GROUND_LETTERS);
  the("sheet").classList.toggle("farther", scale * LETTERS < COUNTER_LETTERS);
  if (scale !== before) resized();
}

/** @typedef {{across: number, down: number, scale: number}} Held a point of the drawing, in its own units, and how large it was drawn */

/** Return what is seen at a point: of the window, in pixels. @param {number} x @param {number} y @returns {Held} */
export function seenAt(x, y) {
  const box = drawing.getBoundingClientRect();
  return { across: (x - box.left) / scale, down: (y - box.top) / scale, scale };
}

/** Draw the map so many times as large as it was, with what was held at a point of the window. @param {Held} held @param {number} times @param {number} x @param {number} y */
export function hold(held, times, x, y) {
  scaled(held.scale * times);
  const box = drawing.getBoundingClientRect();
  the("sheet").scrollBy(box.left + held.across * scale - x, box.top + held.down * scale - y);
}

/** Zoom so that what is seen at a point stays there. @param {number} times @param {number} x @param {number} y */
export function zoom(times, x, y) {
  if (drawing) hold(seenAt(x, y), times, x, y);
}

/** The place that was pointed at last. */
let held = "";

/** Zoom by so many steps about what was pointed at last; where that is not in view, about the middle. @param {number} steps */
function stepped(steps) {
  const box = the("sheet").getBoundingClientRect(), at = place(held)?.getBoundingClientRect();
  const x = at ? at.left + at.width / 2 : -1, y = at ? at.top + at.height / 2 : -1;
  const seen = x > box.left && x < box.right && y > box.top && y < box.bottom;
  zoom(STEP ** steps, seen ? x : box.left + box.width / 2, seen ? y : box.top + box.height / 2);
}

export const larger = () => stepped(1);
export const smaller = () => stepped(-1);

/** Show all of the map, across and down. */
export function whole() {
  if (drawing) scaled(Math.min(fitting(), the("sheet").clientHeight / high));
}

/** Hide or show all counters. @returns {boolean} whether they are hidden now */
export function bare() {
  return drawing?.classList.toggle("bare") ?? false;
}

/** @typedef {{place: string, units: string[]}} Aimed a place, and the counter of it that is meant; neither where the map is blank */

/** @param {any} target @returns {Aimed} */
function aimed(target) {
  const unit = target.closest("[data-unit]")?.dataset.unit;
  return { place: target.closest("[data-place]")?.dataset.place ?? "", units: unit ? [unit] : [] };
}

/** @param {(place: string, units: string[], more: boolean) => void} point called with what was clicked; `more`: beside what was clicked before */
export function onPointing(point) {
  /** What was seen under the mouse when its button went down, and where. @type {Aimed & {target: any, x: number, y: number}|null} */
  let down = null;
  the("sheet").addEventListener("focusin", (/** @type {any} */ event) => { held = event.target.dataset.place ?? held; });
  the("sheet").addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => { down = event.pointerType === "mouse" && !event.button ? { ...aimed(event.target), target: event.target, x: event.clientX, y: event.clientY } : null; }, { capture: true });
  the("sheet").addEventListener("pointerup", (/** @type {PointerEvent} */ event) => {
    // No click comes of what is gone, as when the map was drawn anew meanwhile.
    if (!down || down.target.isConnected || Math.hypot(event.clientX - down.x, event.clientY - down.y) >= SLACK) return;
    const { place, units } = down;
    down = null;
    point(place, units, event.ctrlKey || event.shiftKey || event.metaKey);
  });
  the("sheet").addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const { place, units } = event.detail && down || aimed(event.target);
    if (place) held = place;
    point(place, units, event.ctrlKey || event.shiftKey || event.metaKey);
  });
}

/** Whether no counter stands at a place. @param {string} id */
export const isEmpty = (id) => !drawing?.querySelector(`.stack[data-place="${CSS.escape(id)}"] .piece`);

/** Name -> the place, as the drawing had them when one was looked for in vain. @type {Map<string, any>} */
let places = new Map();

/** @param {string} id @returns {any} */
function place(id) {
  if (!drawing?.contains(places.get(id) ?? null)) places = new Map([...drawing?.querySelectorAll(".place") ?? []].reverse().map((one) => [one.dataset.place, one])); // all at once: a click asks for many
  return places.get(id) ?? null;
}

/** @typedef {{x: number, y: number, width: number, height: number}} Box in units of the drawing */

/** What is on the map -> where it lies. @type {WeakMap<any, Box>} */
const lie = new WeakMap();

/** Return where a place, or something else on the map, lies. That of all places is read at once: to read one behind each mark has the map laid out as often. @param {any} at @returns {Box} */
export function lies(at) {
  if (at.matches(".place") && !lie.has(at)) for (const one of drawing.querySelectorAll(".place")) lie.set(one, one.getBBox());
  const found = lie.get(at) ?? at.getBBox();
  if (found.width) lie.set(at, found);
  return found;
}

/** A point that the drawing names, in its units; a shape may have its middle outside of the box around it. @param {string|undefined} named @returns {[number, number]|null} */
function spot(named) {
  const [x, y] = named?.split(" ").map(Number) ?? [];
  return y === undefined ? null : [x, y];
}

/** @param {string} id @returns {[number, number]|null} */
export function middle(id) {
  const at = place(id), box = at && lies(at), own = at && spot(at.dataset.middle);
  if (own) return own;
  return box ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}

/** So far below that point of an area begins its name. */
const NAMED = 2;

/** Where something is written of a place beside what stands there: above the name of an area, at the foot of a hex. @param {string} id @param {number} [high] how high that is @returns {[number, number]|null} its middle */
export function foot(id, high = 0) {
  const at = place(id), box = at && lies(at), own = at && spot(at.dataset.cost);
  return box && (own ? [own[0], own[1] + NAMED - high / 2] : [box.x + box.width / 2, box.y + box.height * 0.92]);
}

/** The first of these right in the drawing: to ask for `:scope >` has all that is in its ground looked at. @param {string} which @returns {any} */
function child(which) {
  for (let one = drawing.firstElementChild; one; one = one.nextElementSibling) if (one.matches(which)) return one;
  return null;
}

/** Lay something upon the map, beneath a stack that is open. @param {any} one */
export function lay(one) {
  drawing.insertBefore(one, child(".fan"));
}

/** Lay a line upon the map, beneath orders and what is written of places. @param {any} one */
export function line(one) {
  drawing.insertBefore(one, child(".arrow, .number-of, .cost, .fan"));
}

/** Lay something upon the ground, beneath all counters. @param {any} one */
export function under(one) {
  drawing.insertBefore(one, child(".counters"));
}

/** Take all marks off the map. */
export function unmark() {
  chosen([]);
  manned = null;
  for (const one of drawing?.querySelectorAll(".chosen,.reach,.target,.asked,.may,.fights") ?? []) one.classList.remove("chosen", "reach", "target", "asked", "may", "fights");
  for (const one of drawing?.querySelectorAll(".cost,.outline,.around,.backing,.shadow") ?? []) one.remove();
}

/** Mark the units, or the places, that are pointed at; the first of them is what one zooms about. @param {string[]} names @param {string} [where] only what stands there */
export function choose(names, where = "") {
  /** @type {any[]} */
  const stacks = [...drawing?.querySelectorAll(".stack, .tray, .fan") ?? []], named = names.map((name) => name.toLowerCase());
  chosen(names);
  const units = stacks.flatMap((stack) => [...stack.querySelectorAll(".piece")]).filter((one) => named.includes(one.dataset.unit?.toLowerCase()) && (!where || one.closest("[data-place]")?.dataset.place === where));
  for (const one of units) {
    one.classList.add("chosen");
    const counter = one.querySelector(".counter"), shadow = counter?.cloneNode();
    shadow?.setAttribute("class", "shadow"); // a filter would have all that is drawn above it painted again
    counter?.before(shadow);
  }
  const at = units[0]?.closest("[data-place]").dataset.place || names.find(place);
  if (at) held = at;
  if (!units.length && at) mark(at, "chosen");
}

/** @param {string} id @param {"chosen"|"reach"|"target"|"asked"} how @param {string|null} [cost] */
export function mark(id, how, cost = null) {
  const at = place(id);
  if (!at) return;
  at.classList.add(how);
  // Above all ground, or the places beside it would hide half of the line.
  const outline = at.querySelector("path, rect").cloneNode();
  outline.setAttribute("class", `outline ${how}${outline.matches(".hex") ? " hex" : ""}`);
  const lighter = how === "reach" && child(".way, .counters");
  if (outline.matches("path:not(.hex)")) beneath([outline]);
  else if (lighter) drawing.insertBefore(outline, lighter); // it makes the ground lighter, and no counter, name or order
  else line(outline);
  if (cost !== null) price(at, cost);
}

/** Lay something upon the ground of all areas, beneath their borders and roads. @param {any[]} ones */
function beneath(ones) {
  drawing.querySelector(":scope > .ground > .place:has(> path):has(+ :not(.place))")?.after(...ones);
}

/** So far outside of a drawing ends what cuts a frame. */
const BEYOND = 1000;

/** @param {string} how @returns {string[]} the borders of the areas that are lit */
const borders = (how) => [...drawing?.querySelectorAll(`path.outline.${how}:not(.hex)`) ?? []].map((one) => one.getAttribute("d") ?? "");

/** @param {string} id @param {string} d what is seen of what it cuts */
const cut = (id, d) => shape("clipPath", { id, class: "around" }, shape("path", { d, "clip-rule": "evenodd" }));

/** Draw frames along the borders of areas that are lit: beneath these, so that their kind is seen. One lies around all that can be reached, outside of them; one inside of each that can be attacked, so that no two cover each other. */
function frame() {
  const reach = borders("reach"), target = borders("target"), last = [...drawing?.querySelectorAll(":scope > .ground > .outline") ?? []].at(-1);
  if (reach.length + target.length === 0) return;
  const { width, height } = drawing.viewBox.baseVal, all = `M${-BEYOND} ${-BEYOND}H${width + BEYOND}V${height + BEYOND}H${-BEYOND}Z${[...reach, ...target].join("")}`;
  const ways = reach.length ? [{ d: reach.join(""), "clip-path": "url(#outside)" }] : [], inside = target.map((d, at) => ({ d, "clip-path": `url(#inside-${at})` }));
  const lines = (/** @type {string} */ how, /** @type {Record<string, string>[]} */ paths) => (paths.length ? ["casing", how].map((kind) => shape("g", { class: `around frame ${kind}` }, ...paths.map((one) => shape("path", one)))) : []);
  last.after(...ways.length ? [cut("outside", all)] : [], ...target.map((d, at) => cut(`inside-${at}`, d)), ...lines("reach", ways), ...lines("target", inside));
}

/** Draw one line around all that are lit; of hexes each side that only one of them has. */
export function enclose() {
  frame();
  const lit = [...drawing?.querySelectorAll(".outline.reach.hex") ?? []], sides = new Map();
  for (const one of lit) {
    const corners = (one.getAttribute("d") ?? "").slice(1, -1).split("L");
    corners.forEach((/** @type {string} */ from, /** @type {number} */ at) => {
      const side = [from, corners[(at + 1) % corners.length]], key = side.toSorted().join(" ");
      sides.set(key, sides.has(key) ? null : `M${side.join("L")}`);
    });
  }
  const d = [...sides.values()].filter(Boolean).join("");
  if (!d) return;
  for (const kind of [" casing", ""]) line(shape("path", { class: `around${kind}`, d }));
}

/** Where none of what is marked is seen, nor what is pointed at, scroll to the nearest of it. */
export function reveal() {
  const sheet = the("sheet"), seen = sheet.getBoundingClientRect(), x = seen.left + seen.width / 2, y = seen.top + seen.height / 2;
  const far = (/** @type {any} */ one) => { const box = one.getBoundingClientRect(); return [box.left + box.width / 2 - x, box.top + box.height / 2 - y]; };
  const named = (/** @type {string} */ which) => [...drawing?.querySelectorAll(which) ?? []].map(far);
  const lit = named(".outline.reach, .outline.target"), marks = lit.length ? lit : named(".arrow.underway"); // else what is asked about
  const stand = [...drawing?.querySelectorAll(":is(.stack, .fan) .piece.chosen") ?? []].map(far);
  if (!marks.length || [...marks, ...stand].some(([across, down]) => Math.abs(across) < seen.width / 2 && Math.abs(down) < seen.height / 2)) return;
  const [nearest] = marks.toSorted((one, other) => Math.hypot(...one) - Math.hypot(...other));
  sheet.scrollBy(nearest[0], nearest[1]);
}

/** So many pixels around what is brought into sight are seen too; so high counters stay at least, and so large the map is drawn at most. */
const AROUND = 20, COUNTER_LEAST = 24, LARGER = 2.2;

/** Have all of these in the middle of the map, drawn smaller where there is no room, and larger where there is; where counters would be too small, those that come first, and of the others as many as there is room for. @param {string} which @param {string} [others] */
export function bring(which, others = "") {
  const sheet = the("sheet"), boxes = (/** @type {string} */ one) => /** @type {any[]} */ ([...drawing?.querySelectorAll(one) ?? []]).map((each) => each.getBoundingClientRect());
  const first = boxes(which), all = others ? [...first, ...boxes(others)] : first;
  if (!first.length) return;
  const near = together(first), wide = together(all), seen = sheet.getBoundingClientRect(), tools = document.querySelector("#map > .tools")?.getBoundingClientRect();
  const covered = tools && tools.width > tools.height ? Math.max(0, tools.bottom - seen.top) : 0, high = sheet.clientHeight - covered; // buttons in a row lie upon its upper edge
  const room = (/** @type {DOMRect} */ box) => Math.min(sheet.clientWidth / (box.width + 2 * AROUND), high / (box.height + 2 * AROUND));
  const counter = drawing.querySelector(".stack .piece[data-unit] .counter")?.getBoundingClientRect().height ?? 0, floor = counter ? Math.min(1, COUNTER_LEAST / counter) : 0;
  const times = Math.max(Math.min(floor, room(near)), Math.min(Math.max(1, LARGER / scale), room(wide)));
  const middle = (/** @type {number} */ from, /** @type {number} */ long, /** @type {number} */ start, /** @type {number} */ size, /** @type {number} */ view) => {
    const half = Math.max(0, (view / times - size) / 2 - AROUND / times), own = start + size / 2;
    return Math.min(own + half, Math.max(own - half, from + long / 2));
  };
  hold(seenAt(middle(wide.x, wide.width, near.x, near.width, sheet.clientWidth), middle(wide.y, wide.height, near.y, near.height, high)), times, seen.left + sheet.clientWidth / 2, seen.top + covered + high / 2);
}

/** So many pixels high a price is drawn, as far as there is room in a hex: so many units of the drawing, at least and at most. */
const PRICE = 12, PRICE_LEAST = 7.5, PRICE_MOST = 9;

/** Where units stand, as it is read once for all prices that are written behind each other. @type {Set<string>|null} */
let manned = null;

/** Write what it costs to get to a place: above the name of an area; in a hex at its foot, or in a corner where something stands. @param {any} at @param {string} cost */
function price(at, cost) {
  manned ??= new Set([...drawing.querySelectorAll(".stack .piece[data-unit]")].map((one) => one.closest(".stack").dataset.place));
  const box = lies(at), free = !manned.has(at.dataset.place), own = spot(at.dataset.cost);
  const size = Math.max(PRICE_LEAST, Math.min(PRICE / scale, own ? Infinity : PRICE_MOST)), radius = free && !own ? 0 : 0.68 * size;
  const [x, line] = own ?? [box.x + box.width * (free ? 0.5 : 0.14), box.y + box.height * (free ? 0.85 : 0.9)];
  const y = own ? line + NAMED - radius + 0.36 * size : line; // it ends where the name begins
  const told = document.createElementNS(SVG, "g");
  told.setAttribute("class", "cost");
  told.setAttribute("data-of", at.dataset.place);
  const text = document.createElementNS(SVG, "text");
  for (const [name, value] of Object.entries({ class: "middle", x, y, "font-size": size })) text.setAttribute(name, String(value));
  text.textContent = cost;
  if (radius) {
    const disc = document.createElementNS(SVG, "circle");
    for (const [name, value] of Object.entries({ cx: x, cy: y - 0.36 * size, r: radius })) disc.setAttribute(name, String(value));
    told.append(disc);
  }
  told.append(text);
  lay(told);
}
