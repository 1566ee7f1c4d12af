/** The board: reads the game, shows it, and goes on whenever its log has grown. */

import * as arrows from "./arrows.js";
import * as asked from "./asked.js";
import { isOver, proved, read, Refused, SILENT, text } from "./ask.js";
import * as athand from "./athand.js";
import * as bar from "./bar.js";
import * as boards from "./boards.js";
import { fill, make, own, the } from "./build.js";
import * as card from "./card.js";
import * as dragging from "./dragging.js";
import * as drawers from "./drawers.js";
import * as handling from "./handling.js";
import * as keys from "./keys.js";
import * as lookup from "./lookup.js";
import * as map from "./map.js";
import * as meanings from "./meanings.js";
import * as mail from "./mail.js";
import * as news from "./news.js";
import * as next from "./next.js";
import * as past from "./past.js";
import * as places from "./places.js";
import * as pointing from "./pointing.js";
import * as rolls from "./rolls.js";
import * as several from "./several.js";
import * as sides from "./sides.js";
import * as signing from "./signing.js";
import * as stacks from "./stacks.js";
import * as standing from "./standing.js";
import * as practice from "./practice.js";
import * as quoted from "./quoted.js";
import * as told from "./told.js";
import * as tray from "./tray.js";
import * as trying from "./trying.js";
import { idle } from "./underway.js";
import * as writing from "./writing.js";

/** @param {string} words empty: there is none */
function trouble(words) {
  the("trouble").textContent = words;
  the("trouble").hidden = !words;
}

the("home").hidden = !document.documentElement.dataset.lobby;

/** The last event that was seen before this page was opened. @type {number|null} */
let since = null;

/** What is being read; two at once would each add what is new. It begins with what names mean, so that the first word of a change waits for the game, too. @type {Promise<void>} */
let reading = meanings.know();
/** Whether the stream of changes broke, which is told until it goes on. */
let silent = false;
/** The log as it was when it was read last, as the stream of changes has it. */
let mark = "";
/** The file of the practice that is shown; empty where it is a game in a log. */
let file = "";
/** Whether the log, or that file, is not where it was, which is told until it is back. */
let gone = false;

/** Read the game and show it, once what is being read has come. */
function refresh() {
  reading = reading.then(readAll);
  return reading;
}

async function readAll() {
  the("news").ariaBusy = "true"; // it comes last: when it is there, all is
  try {
    const state = await read("state");
    const shown = state.shown;
    mark = state.mark;
    file = state.file ?? "";
    document.title = `${shown.yours ? "YOUR TURN: " : ""}${shown.game}`;
    places.show(state);
    bar.show(state);
    asked.show(state);
    const wrong = state.is_fork ? state.trouble.slice(0, 1) : state.trouble; // the sides are told below it
    if (!silent) trouble([...wrong, ...shown.forked].join("\n"));
    fill(the("hand"), ...state.hand.map((/** @type {any} */ one) => held(one, own(state.names, one.side) ?? (state.asked?.side === one.side ? state.asked.name : one.side))));
    writing.show(state);
    signing.show(state);
    several.show(state);
    dragging.show(state);
    standing.show(state);
    practice.show(state);
    lookup.show(state);
    tray.show(state);
    athand.show(state);
    await sides.show(state);
    if (state.begun && !past.looksBack()) {
      if (athand.isLaid()) athand.earlier(null);
      else map.draw(await text("map"), state.asked?.side);
      await writing.behind();
      drawers.settle();
    }
    if (shown.you) await mail.show(!shown.yours);
    since ??= shown.since ?? shown.events - 1;
    await told.grow(shown); // of a long log that takes a while, and one can play meanwhile
    await news.show(state);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (!gone) trouble(error.message);
  } finally {
    the("news").ariaBusy = null;
  }
}

/** So many pixels high counters are drawn at first, at least. */
const COUNTER = 37;

/** @param {any} one a card, or what is in a hidden stock @param {string} whose */
function held(one, whose) {
  const words = one.card === undefined ? `${one.amount} in ${one.stock}` : one.card;
  const [, code = "", name] = /^(?:([A-Z]\d+[a-z]?) )?(.*)$/s.exec(words) ?? [];
  const band = make("small", {}, make("span", { className: "heard" }, `In the hand of ${whose}: `), one.kind ? `${one.kind[0].toUpperCase()}${one.kind.slice(1)}` : whose, ...code ? [make("span", { className: "code" }, ` ${code}`)] : []);
  band.dataset.kind = one.kind ?? "";
  return make("p", { tabIndex: 0, title: [words, one.text].filter(Boolean).join(": ") }, band, make("b", {}, name), ...one.text ? [make("span", {}, one.text)] : []);
}

function begin() {
  quoted.begin();
  the("larger").addEventListener("click", map.larger);
  the("smaller").addEventListener("click", map.smaller);
  the("whole").addEventListener("click", map.whole);
  the("find").addEventListener("click", () => the("about").focus());
  the("bare").addEventListener("click", () => the("bare").setAttribute("aria-pressed", String(map.bare())));
  dragging.begin();
  keys.begin();
  next.begin();
  drawers.begin();
  card.begin(several.point);
  handling.begin();
  map.legible(COUNTER);
  lookup.begin();
  several.begin(pointing.point);
  stacks.begin((place, units) => {
    card.want();
    several.point(place, units);
    if (!several.isOn()) the("about").focus();
  });
  map.onPointing(several.point);
  map.onDrawn(() => { arrows.draw(); stacks.prepare(); tray.lift(); boards.lift(); }, arrows.draw);
  map.onChosen((names) => { boards.choose(names); tray.choose(names); });
  boards.begin(several.point);
  tray.begin(several.point);
  writing.begin(refresh);
  trying.begin();
  signing.begin(refresh);
  past.begin({ ...told.source, draw: (drawn) => {
    told.source.draw(drawn);
    if (!past.looksBack()) writing.behind(); // the list, and what is pointed at, are of now
  } });
  for (const [id, same] of [["step-back", "back"], ["step-on", "on"], ["to-now", "now"]]) the(id).addEventListener("click", () => the(same).click());
  practice.begin(refresh);
  mail.begin(refresh);
  news.begin();
  rolls.begin();
  standing.begin();
  the("play").addEventListener("click", () => past.play((since ?? 0) + 1));
  listen(false);
}

/** Milliseconds until a program that does not answer is asked again. */
const AGAIN = 2000;

/** Hear of each change of the log, and of the program again when it answers. @param {boolean} lost whether it, or the log, was not there before */
function listen(lost) {
  const growth = new EventSource("growth");
  growth.onmessage = async (event) => {
    gone = event.data.startsWith("gone");
    if (gone) trouble(file ? `The file of this practice is gone: ${file}. Put it back to go on here.` : "The log of this game is gone from its place. Look for it with 'pbem games'.");
    else {
      await idle(); // what was signed here is read by then
      await reading;
      if (lost || event.data !== mark) await refresh();
    }
    lost = gone;
  };
  growth.onerror = () => {
    growth.close();
    silent = true;
    trouble(SILENT);
    setTimeout(again, AGAIN);
  };
}

/** Go on where the same program answers; where it is another, or somebody else, never. */
async function again() {
  try {
    await proved();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    trouble(error.message);
    if (!isOver()) setTimeout(again, AGAIN);
    return;
  }
  silent = false;
  listen(true);
}

/** Whether the address names a moment: then that one is shown, and nothing plays. */
const named = location.hash !== "";

begin();
await refresh();
await past.opened();
meanings.begin();
the("play").hidden = since === null || since + 1 >= the("past").childElementCount;
if (!named && !the("play").hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches) past.play((since ?? 0) + 1);
