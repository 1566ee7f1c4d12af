/** Orders on the map: each is an arrow to the edge of what it is meant for, and there stands the number of its chip. */

import { shape, the } from "./build.js";
import * as map from "./map.js";

/** @typedef {{units: string[], path: string[], against: string[], underway?: boolean, before?: boolean, number?: number}} OnMap an order; `underway`: it was given, and waits; `before`: its phase has ended in the list; `number`: its line in the list */
/** @typedef {import("./map.js").Box} Box */
/** @typedef {[number, number]} Point in units of the drawing */
/** @typedef {{from: Point, by: Point[], to: Point, bent?: boolean}} Way `bent`: it goes round what is too near */

/** How long a head is, how large the disc of a number, and how far an arrow goes round, in pixels; beside counters that are higher than so much, as much larger. */
const HEAD = 9, DISC = 6.5, ROUND = 14, BESIDE = 37, LARGEST = 1.7, SMALLEST = 0.6;
/** How far each wing of a head reaches, and how deep its notch is, by its length: so it is seen where it points. */
const WING = 0.48, NOTCH = 0.7;
/** So short may a head be in a narrow gap, by its length; so far from an edge it ends, in pixels. */
const SHORT = 0.6, EDGE = 1;
/** How wide a digit of a number is, in pixels. */
const DIGIT = 5.5;
/** What it costs a number to cover something: another number, a head, what is written, a counter. */
const COSTS = { number: 50, head: 20, written: 3, counter: 1 };

/** Where a number may stand about a counter: at its corners, then in the midst of its sides. */
const SPOTS = [[-1, -1], [1, -1], [-1, 1], [1, 1], [-1, 0], [1, 0], [0, 1], [0, -1]];

/** @type {OnMap[]} the orders that are on the map */
let orders = [];
let whose = "";

/** Draw each order as an arrow. @param {OnMap[]} lines @param {string} [side] whose they are */
export function write(lines, side = "") {
  orders = lines;
  whose = side;
  draw();
}

/** @param {string} which @returns {any[]} */
const all = (which) => [...the("sheet").querySelectorAll(which)];

/** @param {string} unit @returns {any} the counter of a unit, one's own rather than another */
export function piece(unit) {
  const found = all(`.stack .piece[data-unit="${CSS.escape(unit)}"]`);
  return found.find((one) => one.dataset.side === whose) ?? found[0];
}

/** @param {string} unit @returns {string} where it stands */
export const standing = (unit) => piece(unit)?.closest("[data-place]").dataset.place ?? "";

/** Draw all orders anew, as where the map has become another or as large. */
export function draw() {
  for (const one of all(".written, .underway, .number-of, .vacated")) one.remove();
  if (!orders.length) return;
  const at = new Map(), ways = new Map(), marks = new Map(), left = new Map();
  const note = (/** @type {Map<string, any>} */ where, /** @type {string} */ key, /** @type {object} */ what, /** @type {number|undefined} */ number) => {
    const one = where.get(key) ?? { ...what, numbers: [] };
    if (number && !one.numbers.includes(number)) one.numbers.push(number);
    where.set(key, one);
  };
  for (const { units, path, against, underway, before, number } of orders) {
    const kind = underway ? "underway" : before ? "written before" : "written", go = `${kind} go`, fire = `${kind} fire`, [last] = path.slice(-1);
    if (path.length > 1) {
      ways.set(`${go} ${path}`, { ids: path, how: go });
      const one = before ? null : vacated(path[0], units[0]);
      if (one) left.set(path[0], one);
    }
    if (last) note(marks, `${go} ${last}`, { place: last, unit: units[0], how: go }, number);
    for (const unit of units) {
      if (last) at.set(unit, last);
      const from = at.get(unit); // whoever is to storm a place does not stand in it yet
      for (const place of against) ways.set(`${fire} ${unit} ${place}`, { ids: [from && from !== place ? from : standing(unit), place], how: fire });
    }
    for (const place of against) {
      if (!units.length) ways.set(`${fire} ${place}`, { ids: [place, place], how: fire });
      note(marks, `${fire} ${place}`, { place, how: fire }, number);
    }
  }
  // Around a head is no ring, and upon the way of an attack no second one.
  const drawn = [...ways.values()], shots = drawn.filter(({ ids, how }) => how.endsWith("fire") && ids[0] !== ids[1]);
  for (const one of drawn) {
    const { ids: [from, to], how } = one, ring = from === to;
    if (!shots.some((shot) => shot !== one && shot.ids[1] === to && (ring || (how.endsWith("go") && String(shot.ids) === String(one.ids))))) arrow(one.ids, how);
  }
  numbers([...marks.values()].filter((one) => one.numbers.length));
  all(".way")[0]?.before(...left.values()); // at last: what is measured after a change has all laid out again
}

/** How many units of the drawing a pixel of a mark is: marks are as large as counters, within bounds. @param {number} least */
function size(least) {
  const high = all(".stack .piece[data-unit] .counter")[0]?.height.baseVal.value ?? 0, scale = map.size() || 1;
  return Math.max(least, Math.min(LARGEST, high * scale / BESIDE)) / scale;
}

/** @param {Box[]} boxes @returns {Box|null} */
function around(boxes) {
  if (!boxes.length) return null;
  const x = Math.min(...boxes.map((one) => one.x)), y = Math.min(...boxes.map((one) => one.y));
  return { x, y, width: Math.max(...boxes.map((one) => one.x + one.width)) - x, height: Math.max(...boxes.map((one) => one.y + one.height)) - y };
}

/** @param {any} counter a rectangle, whether it is seen or lies below others @returns {Box} */
const box = ({ x, y, width, height }) => ({ x: x.baseVal.value, y: y.baseVal.value, width: width.baseVal.value, height: height.baseVal.value });

/** @param {string} place @returns {Box[]} the counters there */
const counters = (place) => all(`.stack[data-place="${CSS.escape(place)}"] .piece .counter`).map(box);

/** Where a line from one point to another comes to a box; null where it is in it from the beginning, and the end where it never comes to it. @param {Point} from @param {Point} to @param {Box|null} met @returns {Point|null} */
function meets(from, to, met) {
  if (!met) return to;
  const [x, y] = from, [dx, dy] = [to[0] - x, to[1] - y];
  let [enters, leaves] = [0, 1];
  for (const [at, by, least, most] of [[x, dx, met.x, met.x + met.width], [y, dy, met.y, met.y + met.height]]) {
    if (!by && (at < least || at > most)) return to;
    if (!by) continue;
    const [one, other] = [(least - at) / by, (most - at) / by];
    enters = Math.max(enters, Math.min(one, other));
    leaves = Math.min(leaves, Math.max(one, other));
  }
  if (enters > leaves) return to;
  return enters > 0 ? [x + dx * enters, y + dy * enters] : null;
}

/** Where what stands at a place is aimed at: in an area it may stand beside the middle. @param {Point} middle @param {Box|null} stack @returns {Point} */
function within([x, y], stack) {
  if (!stack || (x >= stack.x && x <= stack.x + stack.width && y >= stack.y && y <= stack.y + stack.height)) return [x, y];
  return [stack.x + stack.width / 2, stack.y + stack.height / 2];
}

/** The way of an arrow, from the edge of what stands where it begins to the edge of what stands where it ends. @param {string[]} ids @param {Point[]} points @param {number} unit @param {Box|null} goal what is to stand there @returns {Way} */
function way(ids, points, unit, goal) {
  const first = around(counters(ids[0])), last = goal ?? around(counters(ids.at(-1) ?? "")), least = SHORT * HEAD * unit;
  const from = meets(points[1], within(points[0], first), first), to = meets(points.at(-2) ?? points[0], within(points.at(-1) ?? points[0], last), last);
  const by = points.slice(1, -1), [before] = by.length ? by.slice(-1) : [from ?? points[0]];
  if (from && to && Math.hypot(to[0] - before[0], to[1] - before[1]) >= least + EDGE * unit) return { from, by, to };
  // Both stand too near to each other: from below to below, or from the right to the right.
  const point = (/** @type {Point} */ [x, y]) => ({ x, y, width: 0, height: 0 }), one = first ?? point(points[0]), other = last ?? point(points.at(-1) ?? points[0]);
  const middle = (/** @type {Box} */ { x, y, width, height }) => [x + width / 2, y + height / 2], [a, b] = middle(one), [c, d] = middle(other);
  if (Math.abs(c - a) >= Math.abs(d - b)) {
    const [low, deep] = [one.y + one.height, other.y + other.height];
    return { from: [a, low], by: [[(a + c) / 2, Math.max(low, deep) + 2 * ROUND * unit]], to: [c, deep], bent: true };
  }
  const [right, end] = [one.x + one.width, other.x + other.width];
  return { from: [right, b], by: [[Math.max(right, end) + 2 * ROUND * unit, (b + d) / 2]], to: [end, d], bent: true };
}

/** A mark for the place that a unit has left, unless others stand there: its arrow begins at something then. @param {string} place @param {string} unit @returns {any} */
function vacated(place, unit) {
  const middle = map.middle(place), counter = piece(unit)?.querySelector(".counter");
  if (!middle || !counter || !map.isEmpty(place)) return null;
  const { width, height } = box(counter);
  return shape("rect", { class: "vacated", "data-from": place, x: middle[0] - width / 2, y: middle[1] - height / 2, width, height, rx: width / 12 });
}

/** Draw an arrow through places; those that are not on the map are left out; a ring where one is left. The line lies beneath counters, but that of what is pointed at; its head lies above all. @param {string[]} ids @param {string} how @param {Box|null} [goal] what is to stand where it ends @param {string} [head] what its head is called */
export function arrow(ids, how, goal = null, head = "arrow") {
  const points = /** @type {Point[]} */ (ids.map(map.middle).filter((one) => one !== null)), unit = size(SMALLEST);
  if (!points.length || ids.length < 2) return;
  const [[x, y], [p, q]] = [points[0], points.at(-1) ?? points[0]];
  if (points.length < 2 || (x === p && y === q)) return ring(ids.at(-1) ?? "", [p, q], how, unit);
  const { from, by, to, bent } = way(ids, points, unit, goal), [u, v] = by.at(-1) ?? from, long = Math.hypot(to[0] - u, to[1] - v) || 1;
  const across = (to[0] - u) / long, down = (to[1] - v) / long, sharp = Math.min(HEAD * unit, long - EDGE * unit);
  const tip = [to[0] - EDGE * unit * across, to[1] - EDGE * unit * down], back = (/** @type {number} */ by) => [tip[0] - by * sharp * across, tip[1] - by * sharp * down], neck = back(NOTCH), end = back(1);
  const [one, other] = [-1, 1].map((side) => `${end[0] - side * down * sharp * WING} ${end[1] + side * across * sharp * WING}`);
  const line = bent ? `M${from.join(" ")}Q${by[0].join(" ")} ${neck.join(" ")}` : `M${[from, ...by, neck].map((one) => one.join(" ")).join("L")}`;
  (how.startsWith("ahead") ? map.line : map.under)(shape("g", { class: `way ${how}` }, ...twice("path", { d: line })));
  map.lay(shape("g", { class: `${head} ${how}` }, ...twice("path", { d: `M${tip.join(" ")}L${one}L${neck.join(" ")}L${other}Z` })));
}

/** Draw a line from each who is to attack to what they attack, in place of those before. @param {string[]} units @param {string} place */
export function aim(units, place) {
  for (const one of all(".aimed")) one.remove();
  for (const from of new Set(units.map(standing))) if (from && from !== place) arrow([from, place], "aimed fire", null, "head");
}

/** Draw a ring around what stands at a place. @param {string} place @param {Point} middle @param {string} how @param {number} unit */
function ring(place, [p, q], how, unit) {
  const { x, y, width, height } = around(counters(place)) ?? { x: p, y: q, width: 0, height: 0 }, out = (width ? 4 : 2 * DISC) * unit;
  map.lay(shape("g", { class: `arrow ${how}` }, ...twice("rect", { x: x - out, y: y - out, width: width + 2 * out, height: height + 2 * out, rx: 1.5 * out })));
}

/** A shape, and before it its rim. @param {string} tag @param {Record<string, string|number>} says */
const twice = (tag, says) => ["halo", "ink"].map((name) => shape(tag, { ...says, class: name }));

/** @param {number[]} lines @returns {string} as 1–3, or 2, 5 */
function told(lines) {
  const [first] = lines, last = lines.at(-1) ?? first;
  return lines.length > 2 && last - first === lines.length - 1 ? `${first}–${last}` : lines.join(", ");
}

/** Write numbers of orders at the corners of counters, each where it covers least. @param {{place: string, unit?: string, how: string, numbers: number[]}[]} marks */
function numbers(marks) {
  const unit = size(1), seen = (/** @type {string} */ which) => all(which).map((one) => map.lies(one)).filter(({ width }) => width);
  const covers = [
    ...seen(".arrow > .ink").map((one) => ({ at: one, cost: COSTS.head })),
    ...seen(".names .name, .names .badge, .stack .more").map((one) => ({ at: one, cost: COSTS.written })),
    ...all(".stack .piece:not(.below) .counter").map((one) => ({ at: box(one), cost: COSTS.counter })),
  ];
  for (const { place, unit: name, how, numbers: lines } of marks) {
    const own = name && piece(name), stands = own?.closest("[data-place]").dataset.place === place;
    const middle = map.middle(place), at = stands ? box(own.querySelector(".counter")) : around(counters(place)) ?? (middle && { x: middle[0], y: middle[1], width: 0, height: 0 });
    if (!at) continue;
    const words = told(lines), high = 2 * DISC * unit, wide = Math.max(high, (DIGIT * words.length + DISC) * unit), out = 0.3 * DISC * unit;
    const places = SPOTS.map(([across, down]) => ({
      x: at.x + at.width * (1 + across) / 2 + across * out - wide / 2, y: at.y + at.height * (1 + down) / 2 + down * out - high / 2, width: wide, height: high,
    }));
    const costs = places.map((one) => covers.reduce((sum, other) => sum + other.cost * shared(one, other.at), 0)), best = places[costs.indexOf(Math.min(...costs))];
    covers.push({ at: best, cost: COSTS.number });
    const text = shape("text", { x: best.x + wide / 2, y: best.y + high / 2 + 3.2 * unit, "font-size": 9 * unit, class: "middle bold" });
    text.textContent = words;
    map.lay(shape("g", { class: `number-of ${how}`, "data-numbers": lines.join(" ") }, shape("rect", { ...best, rx: high / 2 }), text));
  }
}

/** How much of two boxes is in both. @param {Box} one @param {Box} other */
function shared(one, other) {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x), down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return across > 0 && down > 0 ? across * down : 0;
}
