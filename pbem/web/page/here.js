/** First script of a page in the frame: what the page asks of its server, the worker answers. */
"use strict";
(() => {
  // Opened by itself it has no program: the page around it has.
  if (parent === globalThis) return location.replace(`./${location.hash}`);
  const outer = /** @type {any} */ (parent).pbem;
  const root = document.documentElement;
  /** The address that this page would have on a server: "/" for the lobby, "/0/" for a board. */
  const at = new URLSearchParams(location.search).get("at") ?? "/";
  const lobby = "lobby.html";
  // A board's page drops its address as it shows the present: loaded again, it has none.
  if (at === "/" && location.pathname.endsWith("/board.html")) location.replace(lobby);
  if (at !== "/") root.dataset.lobby = lobby;
  const [, board, tried] = at.split("/");
  if (tried) root.dataset.behind = `board.html?at=/${board}/`;

  /** Return the page for an address of a server's. @param {string} there */
  const page = (there) => there === "/" ? lobby : `board.html?at=${there}`;
  /** Whether an address is one of the engine's, and which. @param {string} where @returns {URL|null} */
  function own(where) {
    if (/^[a-z]+:/i.test(where) || where.startsWith("/page/") || where.startsWith("page/")) return null;
    const url = new URL(where, `http://engine${at}`);
    return url.host === "engine" ? url : null;
  }

  // The pages have their program prove that it is the same: here it is the page around them.
  const secret = crypto.getRandomValues(new Uint8Array(32));
  /** @param {URL} url */
  async function proof(url) {
    if (url.pathname === "/secret") return secret;
    const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    const nonce = url.searchParams.get("nonce") ?? "";
    const bytes = Uint8Array.from(nonce.match(/../g) ?? [], (two) => parseInt(two, 16));
    return new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes));
  }

  /** @param {Uint8Array} content @returns {any} */
  function told(content) {
    try {
      return JSON.parse(new TextDecoder().decode(content)) ?? {};
    } catch {
      return {};
    }
  }

  /** Return the page for where an answer leads. A replay has scripts inside, so it gets a frame of
   * its own. @param {string} there */
  async function reached(there) {
    if (!there.startsWith("/watch")) return page(there);
    outer.replay = await (await fetch(there)).text();
    return "watch.html";
  }

  globalThis.open = () => null; // a page in another window would have no program

  const real = globalThis.fetch;
  /** @param {any} where @param {any} [how] */
  globalThis.fetch = async (where, how = {}) => {
    const url = own(String(where));
    if (!url) return real(where, how);
    if (url.pathname === "/secret" || url.pathname === "/proof") return new Response(await proof(url));
    // A module stays on its owner's disk: the worker reads what it needs of it.
    const file = how.body instanceof Blob && url.pathname === "/module" ? how.body : null;
    const body = how.body && !file ? new Uint8Array(await new Response(how.body).arrayBuffer()) : undefined;
    const [status, headers, content] = await outer.ask({ kind: file ? "hold" : "http", method: how.method ?? "GET", path: url.pathname, query: url.search.slice(1), body, file });
    const there = status === 200 && how.method === "POST" ? told(content).there : undefined;
    const sent = typeof there === "string" ? JSON.stringify({ there: await reached(there) }) : content;
    return new Response(sent, { status, headers: headers.filter((/** @type {string[]} */ [name]) => name !== "content-length") });
  };

  /** A stream of changes: the page around hears of each. */
  globalThis.EventSource = /** @type {any} */ (class {
    constructor() {
      this.last = "";
      this.stop = outer.onChange(() => this.look());
      this.look();
    }

    async look() {
      const { mark } = await outer.ask({ kind: "mark", at });
      if (mark === this.last) return;
      this.last = mark;
      /** @type {any} */ (this).onmessage?.({ data: mark });
    }

    close() {
      this.stop();
    }
  });

  /** Pictures of the engine's: what would be loaded from a server comes from the worker. @param {string} where */
  async function picture(where) {
    const found = await fetch(where);
    if (!found.ok) throw new Error("no picture");
    return URL.createObjectURL(await found.blob());
  }
  const source = /** @type {any} */ (Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, "src"));
  /** @param {HTMLImageElement} image @param {string} where @param {(src: string) => void} set */
  function load(image, where, set) {
    if (!own(where)) return set(where);
    picture(where).then((made) => { image.addEventListener("load", () => URL.revokeObjectURL(made), { once: true }); set(made); }, () => image.dispatchEvent(new Event("error")));
  }
  /** Pictures of a table: many pieces have the same one. @type {Map<string, Promise<string>>} */
  const shared = new Map();
  /** @param {SVGImageElement} image @param {string} where @param {(href: string) => void} set */
  function draw(image, where, set) {
    if (!own(where)) return set(where);
    if (!shared.has(where)) shared.set(where, picture(where));
    shared.get(where)?.then(set, () => { shared.delete(where); image.dispatchEvent(new Event("error")); });
  }
  Object.defineProperty(HTMLImageElement.prototype, "src", {
    ...source,
    /** @param {string} where */
    set(where) { load(this, where, (src) => source.set.call(this, src)); },
  });
  const setAttribute = Element.prototype.setAttribute;
  /** @param {string} name @param {string} value */
  Element.prototype.setAttribute = function set(name, value) {
    if (name === "src" && this instanceof HTMLImageElement) load(this, value, (src) => setAttribute.call(this, name, src));
    else if (name === "href" && this instanceof SVGImageElement) draw(this, value, (href) => setAttribute.call(this, name, href));
    else setAttribute.call(this, name, value);
  };

  addEventListener("DOMContentLoaded", () => {
    for (const image of document.querySelectorAll("img")) if (image.dataset.src) image.src = image.dataset.src;
  });

  addEventListener("click", async (event) => {
    const link = /** @type {any} */ (event.target)?.closest?.("a[href]");
    const where = link?.getAttribute("href") ?? "";
    if (!link || !own(where) || where.startsWith("#") || where.endsWith(".html")) return;
    if (link.hasAttribute("download")) {
      event.preventDefault();
      const found = await fetch(where), named = /filename="?([^";]+)/.exec(found.headers.get("content-disposition") ?? "");
      outer.save(named?.[1] ?? link.download ?? "file", await found.blob());
    } else if (where === "/") {
      event.preventDefault();
      location.assign(lobby);
    }
  }, true);
})();
