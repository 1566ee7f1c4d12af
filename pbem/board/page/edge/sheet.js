/** Maps of an open table: pieces on sheets, clicked, dragged or found by name; each deed writes an order. */

import { address } from "./art.js";
import { fill, make, own, shape, the } from "./build.js";
import * as boxes from "./boxes.js";
import * as palette from "./palette.js";
import * as recipes from "./tablerecipes.js";

/** @typedef {{name: string, shows: string, at: string, sheet: string, x: number, y: number, images: [string, number, number][], size: [number, number]|null, turned: number, deeds: [string, string][], fixed: boolean, nameless: boolean, rank: number, kind: string}} Lying */
/** @typedef {{code: string, title: string, size: [number, number], boards: [string, number, number, number, number][], spots: [string, number, number][], outlines: Record<string, [number, number][]>, cells?: [boolean, number, number, number, number, boolean]|null, boxes?: boolean}} Sheet */

/** How large a piece without pictures is, and how far the next one of a stack stands from it, in pixels of the map. */
const WIDE = 72, STEP = 9;
/** So many pieces of a stack are drawn, the upper ones; a number says how many there are. */
const SHOWN = 4;
/** How high letters of a place are, and how wide by that; those with an outline stand within it. */
const LETTERS = 15, BROAD = 0.6;
/** So far a mouse may move within a click, in pixels of the screen; so near a place takes what is dropped, in those of the map. */
const SLACK = 5, NEAR = 120;
/** How much larger or smaller a click draws the map; so much larger at most, and at most at first. */
const ZOOM = 1.5, LARGEST = 16, FIRST = 4;
/** So many pixels of the screen pieces are wide at first, as far as the map is not drawn too large for that. */
const SEEN = 30;

/** @type {any} */
let state = null;
/** @type {(lines: string) => void} */
let add = () => {};
let may = false;
/** The sheet that is shown. */
let code = "";
/** The chart that is shown in its place: its picture. */
let chart = "";
/** How much larger than its room a sheet is drawn, by its code. @type {Map<string, number>} */
const zooms = new Map();
/** Pieces that are chosen. @type {string[]} */
let chosen = [];
/** Whether pictures of one's own module are here. */
let pictured = false;
/** The recipe, or the kind of piece, that waits for a place. */
let waits = "", waiting = "";
/** The list as it stands. */
let list = "";
/** Where pieces are after the lines of the list: their name, and a place. @type {Map<string, string>} */
let ahead = new Map();
/** The pieces of an earlier moment, and from where those came that moved then; null: now is shown. @type {{pieces: Lying[], moved: [string, string, number, number][]}|null} */
let back = null;
/** @type {{names: string[], x: number, y: number, moved: boolean, drawn: any[]}|null} */
let held = null;
/** Each sheet as it was drawn: only stacks that changed are drawn again. @type {Map<string, {key: string, drawn: any, stacks: Map<string, {key: string, group: any}>}>} */
const kept = new Map();

/** Show the sheets, or nothing where a game has none. @param {any} now @param {boolean} writes @param {(lines: string) => void} write @returns {HTMLElement[]} */
export function show(now, writes, write) {
  state = now.at_hand;
  pictured = Boolean(now.pictured);
  may = writes;
  add = write;
  if (!state?.sheets.length) return [];
  if (!maps().some((one) => one.code === code)) code = maps()[0].code;
  chosen = chosen.filter((name) => state.pieces.some((/** @type {Lying} */ one) => one.name === name));
  return [make("section", { className: "table", ariaLabel: "The table" }, make("div", { className: "tabs", role: "group", ariaLabel: "Maps" }), ...boxes.some(state) ? [make("div", { className: "boxes", role: "group", ariaLabel: "Boxes", on: { pointerdown: down, pointermove: carries, pointerup: up } })] : [], make("div", { className: "tools", role: "group", ariaLabel: "Size of the map" }), make("div", { className: "sheet", tabIndex: 0, role: "group", ariaLabel: "Map" }), make("div", { className: "picked", ariaLive: "polite" }))];
}

/** The sheets with a tab: boxes stand beside each of them. @returns {Sheet[]} */
const maps = () => boxes.some(state) ? state.sheets.filter((/** @type {Sheet} */ one) => !one.boxes) : state.sheets;

/** @param {string} where @returns {any} */
const part = (where) => the("at-hand").querySelector(where);

/** Show the pieces of an earlier moment, or null: those of now. @param {typeof back} then */
export function earlier(then) {
  back = then;
  const [moved] = then?.moved ?? [];
  if (moved) code = then?.pieces.find((one) => one.name === moved[0])?.sheet ?? code;
  if (state && !maps().some((one) => one.code === code)) code = maps()[0]?.code ?? "";
  if (state?.sheets.length) draw();
}

/** The pieces that are shown: as they lie, or as they will behind the list. @returns {Lying[]} */
const pieces = () => (back ? back.pieces : ahead.size ? state.pieces.map(lies) : state.pieces).map(seen);

/** A piece as it is drawn: beyond the edge of its sheet nobody would see it. @param {Lying} one @returns {Lying} */
function seen(one) {
  const [wide, high] = state.sheets.find((/** @type {Sheet} */ each) => each.code === one.sheet)?.size ?? [one.x, one.y];
  return { ...one, x: Math.max(0, Math.min(wide, one.x)), y: Math.max(0, Math.min(high, one.y)) };
}

/** The stack that a piece at a pixel would cover, if there is one. @param {Lying[][]} stacks @param {Lying} one */
const covered = (stacks, one) => one.at.includes("@") ? stacks.find(([first]) => Math.hypot(first.x - one.x, first.y - one.y) < STEP) : undefined;

/** Draw all that stands in the section, once it is on the page. */
export function draw() {
  if (!part(".sheet")) return;
  /** @type {Map<string, number>} */
  const count = new Map();
  for (const one of pieces()) count.set(one.sheet, (count.get(one.sheet) ?? 0) + 1);
  const many = (/** @type {Sheet} */ one) => count.get(one.code) ?? 0;
  fill(part(".table .tabs"), ...maps().map((one) => make("button", { type: "button", ariaPressed: String(!chart && one.code === code), on: { click: () => { [code, chart] = [one.code, ""]; draw(); } } }, `${one.title} `, make("small", {}, String(many(one))))), ...charts());
  fill(part(".table .tools"), ...TOOLS.map(([words, sign, by]) => make("button", { type: "button", ariaLabel: words, title: words, on: { click: () => larger(by) } }, shape("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, shape("path", { d: sign })))));
  map();
  begin();
  card();
}

/** What draws the map larger or smaller: its name, the lines of its sign, and by how much. @type {[string, string, number][]} */
const TOOLS = [["Larger", "M12 5v14M5 12h14", ZOOM], ["Smaller", "M5 12h14", 1 / ZOOM], ["Whole map", "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5", 0]];

/** Charts of one's own module, each in the place of the map. */
const charts = () => (pictured ? state.charts ?? [] : []).map((/** @type {[string, string]} */ [title, name]) => make("button", { type: "button", ariaPressed: String(chart === name), on: { click: () => { chart = chart === name ? "" : name; draw(); } } }, title));

/** Where pieces are once the list is signed, as far as its lines say so plainly. @param {string} text */
export function follow(text) {
  ahead = new Map();
  list = text;
  const lines = state ? text.split(/[\n;]/).flatMap((line) => recipes.spelled(known(), line)) : [];
  for (const line of lines) {
    const found = /^\s*(?:move (.+?) to (.+?)( under)?|box (.+))\s*$/.exec(line);
    if (found) for (const name of (found[1] ?? found[4]).split(/[ ,]+/)) ahead.set(name, found[2] ?? "box");
  }
  if (state?.sheets.length) draw();
}

/** Where a piece is after the list. @param {Lying} one @returns {Lying} */
function lies(one) {
  const at = ahead.get(one.name);
  if (at === undefined) return one;
  for (const sheet of state.sheets) for (const [name, x, y] of sheet.spots) if (at === `${sheet.code}/${name}`) return { ...one, at, sheet: sheet.code, x, y };
  const [, where = "box", x = "0", y = "0"] = /^(.+)@(-?\d+),(-?\d+)$/.exec(at) ?? [];
  return { ...one, at, sheet: where, x: Number(x), y: Number(y) };
}

/** The sheet that is shown. @returns {Sheet} */
const here = () => state.sheets.find((/** @type {Sheet} */ one) => one.code === code);

/** How large a sheet is drawn at first: so that its pieces can be made out, with their middle in the middle of the room. */
function begin() {
  const room = part(".sheet"), [wide] = here().size, all = pieces().filter((one) => one.sheet === code);
  const sizes = all.map((one) => one.size?.[0] ?? WIDE).toSorted((one, other) => one - other), size = sizes[Math.floor(sizes.length / 2)] ?? wide;
  if (zooms.has(code) || chart || !room.clientWidth) return;
  zooms.set(code, Math.min(FIRST, Math.max(1, SEEN * wide / (size * room.clientWidth))));
  map();
  const scale = room.scrollWidth / wide, [x, y] = [all.map((one) => one.x), all.map((one) => one.y)].map((each) => each.reduce((sum, one) => sum + one, 0) / Math.max(1, all.length));
  room.scrollTo(x * scale - room.clientWidth / 2, y * scale - room.clientHeight / 2);
}

/** @param {number} by 0: the whole map is seen */
function larger(by) {
  const room = part(".sheet"), [wide, high] = here().size, least = Math.min(1, room.clientHeight * wide / (room.clientWidth * high));
  const before = zooms.get(code) ?? 1, now = Math.min(LARGEST, Math.max(least, before * by));
  const [x, y] = [room.scrollLeft + room.clientWidth / 2, room.scrollTop + room.clientHeight / 2];
  zooms.set(code, now);
  map();
  room.scrollTo(x * now / before - room.clientWidth / 2, y * now / before - room.clientHeight / 2);
}

function map() {
  if (boxes.some(state)) beside();
  const sheet = here(), room = part(".sheet"), { drawn, stacks: old } = ground(sheet);
  drawn.setAttribute("width", `${100 * (zooms.get(code) ?? 1)}%`);
  if (chart) return fill(room, make("img", { className: "chart", alt: `Chart: ${state.charts.find((/** @type {[string, string]} */ one) => one[1] === chart)?.[0]}`, src: `picture?name=${encodeURIComponent(chart)}`, width: room.clientWidth * (zooms.get(code) ?? 1) }));
  /** @type {Map<string, Lying[]>} */
  const stacks = new Map();
  for (const one of pieces()) if (one.sheet === code) {
    const here = stacks.get(one.at) ?? covered([...stacks.values()], one);
    if (here) here.push(one);
    else stacks.set(one.at, [one]);
  }
  for (const [at, { group }] of old) if (!stacks.has(at)) {
    group.remove();
    old.delete(at);
  }
  for (const [at, stack] of stacks) {
    const was = old.get(at), key = JSON.stringify(stack.map((one) => [one, chosen.includes(one.name), !back && ahead.has(one.name)]));
    if (was?.key === key) continue;
    const group = shape("g", {}, ...pile(stack));
    if (was) was.group.replaceWith(group);
    else drawn.append(group);
    old.set(at, { key, group });
  }
  drawn.querySelector(".ways")?.remove();
  if (back?.moved.length) drawn.append(ways());
  if (room.firstChild !== drawn) fill(room, drawn);
}

/** Show the boxes beside the map; the focus stays where it was. */
function beside() {
  const strip = part(".table .boxes"), on = /** @type {any} */ (document.activeElement), name = strip.contains(on) ? on.dataset.piece : "", box = strip.contains(on) ? on.closest("[data-box]")?.dataset.box : "";
  const take = (/** @type {string} */ to) => { if (may && waiting) does(`new ${waiting} at ${to}`); else if (may && (chosen.length || waits)) goes(to); };
  fill(strip, ...boxes.all(state, pieces(), chosen, (one) => pictured ? palette.small(one.images.map(([image]) => image)) : [], take, (one) => choose([one])));
  if (box) strip.querySelector(name ? `[data-piece="${CSS.escape(name)}"]` : `[data-box="${CSS.escape(box)}"] > .box`)?.focus({ preventScroll: true });
}

/** A sheet with its boards and places, drawn once as long as they stay the same. @param {Sheet} sheet */
function ground(sheet) {
  const [wide, high] = sheet.size, key = JSON.stringify([sheet, pictured]);
  const was = kept.get(code);
  if (was?.key === key) return was;
  const drawn = shape("svg", { viewBox: `0 0 ${wide} ${high}`, role: "group", "aria-label": sheet.title });
  for (const [name, x, y, w, h] of sheet.boards) drawn.append(shape("rect", { x, y, width: w, height: h, class: "ground" }), ...picture(name, { x, y, width: w, height: h }, () => drawn.classList.add("pictured"), () => {}));
  if (!sheet.boards.length) drawn.append(shape("rect", { x: 0, y: 0, width: wide, height: high, class: "ground" }));
  const sized = sheet.spots.map((/** @type {[string, number, number]} */ one) => ({ one, size: extent(own(sheet.outlines, one[0])) }));
  sized.sort((/** @type {{size: number}} */ one, /** @type {{size: number}} */ other) => other.size - one.size); // what lies in a large one is above it
  for (const { one: [name, x, y] } of sized) drawn.append(spot(name, x, y, own(sheet.outlines, name)));
  drawn.addEventListener("pointerdown", down);
  drawn.addEventListener("pointermove", carries);
  drawn.addEventListener("pointerup", up);
  const made = { key, drawn, stacks: new Map() };
  kept.set(code, made);
  return made;
}

/** Lines from where pieces came to where they lie now, on the sheet that is shown. */
function ways() {
  const lines = (back?.moved ?? []).flatMap(([name, from, x1, y1]) => {
    const one = back?.pieces.find((each) => each.name === name);
    return one && from === code && one.sheet === code ? [shape("line", { x1, y1, x2: one.x, y2: one.y }), shape("circle", { cx: one.x, cy: one.y, r: STEP })] : [];
  });
  return shape("g", { class: "ways", "aria-hidden": "true" }, ...lines);
}

/** How large the box around an outline is. @param {[number, number][]|undefined} outline */
function extent(outline) {
  if (!outline) return 0;
  const [wide, high] = [0, 1].map((way) => { const all = outline.map((one) => one[way]); return Math.max(...all) - Math.min(...all); });
  return wide * high;
}

/** @param {string} name @param {number} x @param {number} y @param {[number, number][]} [outline] without one it is a point */
function spot(name, x, y, outline) {
  const all = outline?.map((one) => one[0]) ?? [], size = outline ? Math.min(LETTERS, (Math.max(...all) - Math.min(...all)) / (BROAD * Math.max(4, name.length))) : LETTERS;
  const low = outline ? Math.max(...outline.map((one) => one[1])) - size / 3 : y + WIDE / 2 + LETTERS;
  const words = shape("text", { x, y: low, "text-anchor": "middle" }), title = shape("title", {});
  words.style.fontSize = `${size}px`;
  words.textContent = title.textContent = name;
  const drawn = outline ? shape("polygon", { points: outline.join(" ") }) : shape("circle", { cx: x, cy: y, r: WIDE / 2 });
  return shape("g", { class: "spot", "data-spot": name }, title, drawn, words);
}

/** The upper pieces of a place with what is chosen of the others, and how many there are; what is fixed there lies below them. @param {Lying[]} here @returns {any[]} */
function pile(here) {
  const fixed = here.filter((one) => one.fixed), stack = here.filter((one) => !one.fixed), hidden = stack.length - SHOWN;
  const upper = stack.filter((one, at) => at >= hidden || chosen.includes(one.name)).slice(-2 * SHOWN);
  const drawn = [...fixed.slice(-SHOWN).map((one) => piece(one, 0)), ...upper.map(piece)], [top] = upper.slice(-1);
  if (hidden <= 0) return drawn;
  const [wide, high] = top.size ?? [WIDE, WIDE], height = (upper.length - 1) * STEP, number = shape("text", { x: top.x + height + wide / 2, y: top.y - height - high / 2, "text-anchor": "middle", class: "many" });
  number.textContent = String(stack.length);
  return [...drawn, number];
}

/** @param {Lying} one @param {number} height */
function piece(one, height) {
  const [wide, high] = one.size ?? [WIDE, WIDE], x = one.x + height * STEP, y = one.y - height * STEP;
  const title = shape("title", {});
  title.textContent = one.shows;
  const turned = one.turned ? `rotate(${one.turned} ${x} ${y})` : "";
  const words = () => named(one.shows.replace(/ \([^()]*\)$/, ""), x, y, wide), bare = !pictured || !one.images.length;
  const made = shape("g", { class: `lying rank${one.rank}${one.nameless ? " nameless" : ""}${chosen.includes(one.name) ? " chosen" : ""}${!back && ahead.has(one.name) ? " ahead" : ""}`, "data-piece": one.name, transform: turned }, title,
    shape("rect", { x: x - wide / 2, y: y - high / 2, width: wide, height: high, rx: 6 }), ...bare ? words() : []);
  for (const [name, right, down_] of one.images) made.append(...picture(name, { x: x + right, y: y + down_, class: "face" }, () => made.classList.add("pictured"), () => { if (!made.querySelector("image, text")) made.append(...words()); }));
  return made;
}

/** A picture of one's own module, if it is here; one that cannot be shown goes. @param {string} name @param {Record<string, string|number>} box @param {() => void} shown @param {() => void} gone */
function picture(name, box, shown, gone) {
  if (!pictured || !name) return [];
  const made = shape("image", { ...box, "data-picture": name }), without = () => { made.remove(); gone(); };
  made.addEventListener("load", shown);
  made.addEventListener("error", without);
  address(name).then((found) => found ? made.setAttribute("href", found) : without());
  return [made];
}

/** The name of a piece in lines that fit its width. @param {string} words @param {number} x @param {number} y @param {number} wide */
function named(words, x, y, wide) {
  const size = 15, room = Math.max(4, Math.floor(wide / 8.5)), lines = [""];
  for (const word of words.split(" ")) {
    const last = lines[lines.length - 1];
    if (last && last.length + 1 + word.length > room) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines.slice(0, 4).map((line, at, all) => {
    const made = shape("text", { x, y: y + size * (at - Math.min(all.length, 4) / 2 + 0.8), "text-anchor": "middle", "font-size": size });
    made.textContent = line.slice(0, room);
    return made;
  });
}

// --- what is chosen -----------------------------------------------------------------------------

/** @param {string[]} names */
function choose(names) {
  chosen = names;
  waits = waiting = "";
  map();
  card();
}

/** @param {string} name @returns {Lying} */
const found = (name) => lies(state.pieces.find((/** @type {Lying} */ one) => one.name === name));

/** Fill a part anew by what does so: what was typed into its fields stays in those of the same label, and so does the focus. @param {Element} part @param {() => void} anew */
export function keepTyped(part, anew) {
  const before = [...part.querySelectorAll("input")], on = document.activeElement;
  anew();
  for (const field of part.querySelectorAll("input")) {
    const was = before.find((one) => one.ariaLabel && one.ariaLabel === field.ariaLabel);
    if (!was) continue;
    field.value = was.value;
    if (was !== on) continue;
    field.focus({ preventScroll: true });
    field.setSelectionRange(was.selectionStart, was.selectionEnd);
  }
}

/** The pieces that are chosen, their stack, and what they can do; else how to find one. */
function card() {
  const at = part(".picked"), on = document.activeElement;
  if (back) {
    fill(at);
    return opens();
  }
  if (chosen.length) fill(at, ...picked());
  else keepTyped(at, () => fill(at, finding(), ...may ? [taking(), palette.palette(state, pictured, waiting, puts), ...recipes.buttons(known().filter((one) => !one.piece), waits, use), recipes.making(known(), add)] : []));
  for (const one of at.querySelectorAll("details")) one.ontoggle = opens;
  opens();
  if (at.contains(on)) /** @type {any} */ (on).focus({ preventScroll: true }); // it was taken out, and put back
}

/** A page with room for something beside the map, as its style sheet has it. */
const WIDE_PAGE = "(min-width: 56.01rem)";

/** A card with much on it stands beside the map, above dice and decks; else it is a line below the map. */
function opens() {
  const card_ = part(".picked"), on = document.activeElement, much = chosen.length > 0 || Boolean(part(".picked details[open]"));
  card_.classList.toggle("on", much);
  const where = part(much && matchMedia(WIDE_PAGE).matches ? ".table-side" : ".table");
  if (card_.parentNode === where) return;
  if (where.matches(".table")) where.append(card_);
  else where.prepend(card_);
  if (card_.contains(on)) /** @type {any} */ (on).focus({ preventScroll: true });
}

/** Put a piece of a kind where the next click is. @param {string} kind */
function puts(kind) {
  waiting = waiting === kind ? "" : kind;
  card();
}

/** What stands on the card of the pieces that are chosen. @returns {HTMLElement[]} */
function picked() {
  const ones = chosen.map(found), [first] = ones;
  const stack = state.pieces.map(lies).filter((/** @type {Lying} */ one) => one.at === first.at);
  const words = first.at === "box" ? "in the box" : first.at.replace(/^[^/]*\//, "");
  return [
    make("h2", {}, ones.map((one) => one.shows).join(", "), make("small", {}, ` ${words}`)),
    ...stack.length > 1 ? [make("div", { className: "stack", role: "group", ariaLabel: `${words}: ${stack.length} pieces` }, ...stack.map((/** @type {Lying} */ one) => make("button", { type: "button", ariaPressed: String(chosen.includes(one.name)), on: { click: () => choose(chosen.includes(one.name) ? chosen.filter((name) => name !== one.name) : [...chosen, one.name]) } }, ...pictured ? palette.small(one.images.map(([name]) => name)) : [], one.shows)))] : [],
    ...ones.length === 1 ? marks(first) : ones.length === 2 ? range(ones[0], ones[1]) : [],
    ...may ? [...recipes.buttons(known().filter((one) => one.piece), waits, use), make("div", { className: "deeds", role: "group", ariaLabel: "What to do" }, ...deeds(ones)), going(), recipes.making(known(), add)] : [],
    make("button", { type: "button", className: "none", ariaLabel: "Choose none", title: "Choose none", on: { click: () => choose([]) } }, "×"),
  ];
}

/** The recipes that there are now, with those that the list writes. */
const known = () => recipes.behind(state.recipes, list);

/** Use a recipe: one that needs a place waits for it, unless it is typed. @param {recipes.Recipe} one */
function use(one) {
  const typed = one.piece ? part(".picked [aria-label='Where to'] input").value.trim() : "";
  if (!one.place) return does([one.name, ...one.piece ? chosen : []].join(" "));
  if (typed) return goes(where(typed), one.name);
  waits = waits === one.name ? "" : one.name;
  card();
}

/** What is written on a piece. @param {Lying} one */
function marks(one) {
  const all = own(state.marks ?? {}, one.kind) ?? [];
  return all.length ? [make("p", { className: "marks" }, all.map((/** @type {[string, string]} */ [name, now]) => `${name}: ${now}`).join(", "))] : [];
}

/** How far two pieces are from each other, on a map with one grid. @param {Lying} one @param {Lying} other */
function range(one, other) {
  const { cells = null } = state.sheets.find((/** @type {Sheet} */ each) => each.code === one.sheet) ?? {};
  if (!cells || one.sheet !== other.sheet) return [];
  const far = apart(cells, [one.x, one.y], [other.x, other.y]), words = cells[0] ? "hex" : "square";
  return [make("p", { className: "range" }, `${far} ${far === 1 ? words : `${words}${cells[0] ? "es" : "s"}`} apart`)];
}

/** Cells between two pixels, by the shortest way. @param {[boolean, number, number, number, number, boolean]} cells @param {number[]} from @param {number[]} to */
function apart([hexes, dx, dy, x0, y0, sideways], from, to) {
  const cell = (/** @type {number[]} */ at) => {
    const [x, y] = sideways ? [at[1], at[0]] : at, column = Math.round((x - x0) * 1000 / dx), low = hexes && column % 2 ? dy / 2 : 0;
    return [column, Math.round(((y - y0) * 1000 - low) / dy)];
  };
  const [[a, b], [c, d]] = [cell(from), cell(to)], across = Math.abs(a - c);
  if (!hexes) return Math.max(across, Math.abs(b - d));
  const [down, there] = [b - Math.floor(a / 2), d - Math.floor(c / 2)]; // rows along a slanting axis
  return Math.max(across, Math.abs(down - there), Math.abs(a + down - c - there));
}

/** The orders that flip pieces; nothing unless each can be flipped. @param {Lying[]} ones */
function flips(ones) {
  const all = ones.flatMap((one) => one.deeds.filter(([words]) => words === "Flip").map(([, order]) => order));
  return all.length === ones.length ? all.join("\n") : "";
}

/** @param {Lying[]} ones */
function deeds(ones) {
  const flip = flips(ones), box = ones[0].deeds.some(([words]) => words === "To the box") ? [["To the box", `box ${chosen.join(" ")}`]] : [];
  const all = ones.length === 1 ? ones[0].deeds : [...flip ? [["Flip", flip]] : [], ...box];
  return all.map(([words, order]) => make("button", { type: "button", ariaLabel: words, on: { click: () => does(order) } }, words, ...words === "Flip" ? recipes.key("f") : []));
}

/** Press the button of a recipe that is shown. @param {string} number */
const nth = (number) => part(".picked .recipes")?.children[Number(number) - 1]?.click();

/** Keys of the table; the page lists them. @type {Record<string, (key: string) => unknown>} */
const TABLE_KEYS = {
  1: nth, 2: nth, 3: nth, 4: nth, 5: nth, 6: nth, 7: nth, 8: nth, 9: nth,
  f: () => { const order = may && chosen.length ? flips(chosen.map(found)) : ""; if (order) does(order); },
  "+": () => larger(ZOOM), "-": () => larger(1 / ZOOM), 0: () => larger(0), "/": () => { choose([]); part("[aria-label='Find a piece'] input")?.focus(); },
};

/** The keys of a table, if they are meant: the focus is on its map, or on the card of what is chosen, and in no field. @param {any} event */
export const keys = (event) => !back && event.target.closest(".sheet, .boxes, .picked") && !event.target.matches("input, textarea, summary") ? TABLE_KEYS : {};

/** @param {string} order */
function does(order) {
  chosen = [];
  waits = waiting = "";
  add(order);
}

/** Write that the pieces go somewhere. @param {string} to @param {string} by a recipe; the one that waits for a place */
function goes(to, by = waits) {
  does(by ? [by, ...chosen, "at", to].join(" ") : `move ${chosen.join(" ")} to ${to}`);
}

/** Where to, by its name: for those who use keys alone. */
function going() {
  const to = places("Where to");
  return make("form", { ariaLabel: "Where to", on: { submit: (/** @type {Event} */ event) => { event.preventDefault(); if (to.value.trim()) goes(where(to.value.trim())); } } }, to, make("button", {}, "Move"));
}

/** A place as orders write it: with its map, if it is on the sheet that is shown. @param {string} words */
function where(words) {
  const sheet = here();
  const [spot_] = sheet.spots.find((/** @type {[string]} */ [name]) => name.toLowerCase() === words.toLowerCase()) ?? [];
  return spot_ === undefined ? words : `${code}/${spot_}`;
}

/** @param {string} label */
function places(label) {
  const sheet = here();
  return listed(label, "table-places", [sheet, ...state.sheets.filter((/** @type {Sheet} */ one) => one.boxes)].flatMap((one) => one.spots.map((/** @type {[string]} */ [name]) => name)));
}

/** A field with a list of names. @param {string} label @param {string} id @param {string[]} names */
function listed(label, id, names) {
  const list = make("datalist", { id }, ...names.map((name) => make("option", { value: name }))), made = make("input", { placeholder: label, ariaLabel: label, maxLength: 130 });
  made.setAttribute("list", id);
  made.addEventListener("focus", () => made.after(list), { once: true });
  return made;
}

function finding() {
  const field = listed("Find a piece", "table-pieces", state.pieces.map((/** @type {Lying} */ one) => one.shows));
  const take = () => {
    const words = field.value.trim().toLowerCase(), one = state.pieces.find((/** @type {Lying} */ each) => each.name.toLowerCase() === words || each.shows.toLowerCase() === words) ?? state.pieces.find((/** @type {Lying} */ each) => words && each.shows.toLowerCase().includes(words));
    if (!one) return;
    const { sheet } = lies(one);
    if (maps().some((each) => each.code === sheet)) code = sheet;
    chosen = [one.name];
    draw();
    part(".picked button, .picked input")?.focus({ preventScroll: true });
  };
  return make("form", { ariaLabel: "Find a piece", on: { submit: (/** @type {Event} */ event) => { event.preventDefault(); take(); } } }, field, make("button", {}, "Find"));
}

/** A piece of any kind out of the box. */
function taking() {
  const kind = listed("New piece", "table-kinds", state.kinds.map((/** @type {[string, string]} */ [, title]) => title)), to = places("At");
  return make("form", { ariaLabel: "New piece", on: { submit: (/** @type {Event} */ event) => { event.preventDefault(); if (kind.value.trim() && to.value.trim()) takes(kind, to); } } }, kind, to, make("button", {}, "Take"));
}

/** @param {any} kind @param {any} to fields that are empty afterwards */
function takes(kind, to) {
  const order = `new ${kind.value.trim()} at ${where(to.value.trim())}`;
  kind.value = to.value = "";
  add(order);
}

// --- the mouse ----------------------------------------------------------------------------------

/** @param {any} event */
function down(event) {
  if (event.button) return;
  const name = event.target.closest("[data-piece]")?.dataset.piece;
  if (!name) return;
  if (back) return;
  const names = chosen.includes(name) ? chosen : [name], drawn = names.flatMap((one) => [...event.currentTarget.querySelectorAll(`[data-piece="${CSS.escape(one)}"]`)]);
  held = { names, x: event.clientX, y: event.clientY, moved: false, drawn };
  event.currentTarget.setPointerCapture?.(event.pointerId);
}

/** @param {any} event */
function carries(event) {
  if (!held || !may) return;
  const [x, y] = [event.clientX - held.x, event.clientY - held.y];
  held.moved ||= Math.hypot(x, y) > SLACK;
  if (!held.moved) return;
  const by = event.currentTarget.viewBox ? scale(event.currentTarget) : 1;
  for (const one of held.drawn) one.style.translate = `${x * by}px ${y * by}px`;
}

/** @param {any} event */
function up(event) {
  const was = held;
  held = null;
  if (back) return;
  if (was?.moved) {
    for (const one of was.drawn) one.style.translate = "";
    chosen = was.names;
    const to = dropped(event);
    return to ? goes(to, "") : choose(chosen);
  }
  const name = was?.names.length === 1 || was ? event.target.closest("[data-piece]")?.dataset.piece ?? was?.names[0] : "";
  const others = chosen.some((one) => one !== name), to = name ? found(name) : null;
  if (to && may && waiting) return does(`new ${waiting} at ${to.at}`);
  if (to && may && (waits || (to.fixed && others && !event.shiftKey))) return goes(to.at);
  if (name) return choose(event.shiftKey ? [...new Set([...chosen, name])] : chosen.length === 1 && chosen[0] === name ? [] : [name]);
  if (event.currentTarget.matches(".boxes")) return; // the box itself hears the click
  const spot_ = event.target.closest("[data-spot]")?.dataset.spot;
  if (spot_ && waiting && may) return does(`new ${waiting} at ${code}/${spot_}`);
  if (spot_ && (chosen.length || waits) && may) return goes(`${code}/${spot_}`);
  if (chosen.length) choose([]);
}

/** So many pixels of the map there are to one of the screen. @param {any} drawn */
const scale = (drawn) => drawn.viewBox.baseVal.width / drawn.getBoundingClientRect().width;

/** The place where something was dropped, or its pixel; nothing beside the map. @param {any} event */
function dropped(event) {
  const under = document.elementsFromPoint(event.clientX, event.clientY), to = boxes.under(under);
  if (to) return to;
  const drawn = event.currentTarget.viewBox ? event.currentTarget : under.find((one) => one === kept.get(code)?.drawn);
  if (!drawn) return "";
  const box = drawn.getBoundingClientRect(), by = scale(drawn);
  const [x, y] = [Math.round((event.clientX - box.left) * by), Math.round((event.clientY - box.top) * by)];
  const sheet = here();
  let [best, far] = ["", NEAR];
  for (const [name, there, down_] of sheet.spots) {
    const apart = Math.hypot(there - x, down_ - y);
    if (apart < far) [best, far] = [name, apart];
  }
  return best ? `${code}/${best}` : `${code}@${x},${y}`;
}
