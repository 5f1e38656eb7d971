// A table: the map, the panel beside it, and the connection that both speak through.

import { Connection, Refusal, fetched, request, told } from "./api.js";
import { AskPanel } from "./asks.js";
import { Coach } from "./coach.js";
import { Commands } from "./commands.js";
import { manner } from "./counters.js";
import { drawCurtain, nextAtScreen } from "./curtain.js";
import { h, tell } from "./dom.js";
import { forgetTable, keepTable, largerText, setLike, showTheme, tables, theme } from "./kept.js";
import { Log } from "./log.js";
import { Looking } from "./looking.js";
import { MapView } from "./map.js";
import { showOrders } from "./orders.js";
import { Playback } from "./playback.js";
import { Replay } from "./replay.js";
import { RulesDrawer } from "./rules.js";

/** The games that have something of their own on the page. */
const GAMES = ["tank", "rdf", "raid", "tcs"];
const KEYS = [
  ["1 … 9", "the answers in their order"], ["Enter", "confirm, or pick the hex under the cursor"], ["Space", "pick the hex under the cursor, where several may be picked"], ["Escape", "step back"],
  ["arrows", "move the cursor over the map"], ["m", "to the map"], ["a", "to the ask"], ["n", "to the next hex that can be picked"],
  ["+  −", "zoom"], ["0", "the whole map"], ["l", "look from here: what is seen, and why not"], ["/", "ask the map"], ["r", "the rules"],
  ["s", "standing orders"], ["u", "take the last answer back"], ["c", "the coach"], ["d", "daylight or lamplight"], ["y", "silhouettes or NATO symbols"], ["?", "these keys"],
];

/** @typedef {{question?: (table: Table, ask: import("./asks.js").Ask, send: (words: Record<string, any>) => void) => HTMLElement | null, status?: (table: Table) => HTMLElement | null, overlay?: (table: Table) => void}} GamesOwn */

export class Table {
  /** @param {HTMLElement} page @param {string} id @param {string} word */
  constructor(page, id, word) {
    this.page = page;
    this.id = id;
    this.word = word || this.kept()?.links[0]?.token || "";
    /** @type {any} */
    this.sight = { asks: [], counters: [], standing: {}, committed: [], orders: [], view: {}, no_undo: "", heard: 0 };
    /** @type {any} */
    this.shown = { game: "", title: "", seats: [], standing: {}, role: "", side: "" };
    /** @type {any[]} */
    this.phases = [];
    /** How many times the table has been shown anew. */
    this.told = 0;
    /** How many times this seat has acted, with or without success. */
    this.acted = 0;
    /** Has the map been brought to where the counters are? */
    this.framed = false;
    /** @type {GamesOwn} */
    this.own = {};
    /** @type {MapView} */
    this.map = new MapView({ picked: (hex, unit) => this.pick(hex, unit), looked: (hex, aloud) => this.looking.hex(hex, aloud), view: () => this.sight.view });
    this.looking = new Looking(this);
    this.asks = new AskPanel(this);
    this.log = new Log(this);
    this.rules = new RulesDrawer();
    this.replay = new Replay(this);
    this.playback = new Playback(this);
    this.commands = new Commands(this);
    this.coach = new Coach(this);
    this.head = h("header", { class: "where" });
    this.ladder = h("ol", { class: "ladder", tabindex: "0", "aria-label": "Sequence of play" });
    this.state = h("p", { class: "line-state", role: "status" });
    this.status = h("section", { class: "standing" });
    this.lay();
    addEventListener("keydown", (event) => this.key(event));
    this.begin();
  }

  /** Is it this seat's turn to say something, or is all said? */
  get settled() {
    return Boolean(this.told && (this.sight.standing.over || this.asks.ask));
  }

  kept() {
    return tables().find((table) => table.table === this.id);
  }

  lay() {
    this.page.replaceChildren(h("main", { class: "table" }, h("div", { class: "ground" }, this.map.element, this.looking.card, this.rules.element,
      this.playback.element, this.replay.element),
    h("aside", { class: "panel", "aria-label": "The game" },
      h("nav", { class: "bar", "aria-label": "Table" }, h("a", { href: "/", class: "home" }, "Sandtable"), this.tools()),
      this.head, this.state, this.asks.element, this.coach.element, this.status,
      h("section", { class: "sequence" }, h("h2", {}, "Sequence"), this.ladder), this.log.element, this.commands.element)));
  }

  tools() {
    const tool = (/** @type {string} */ words, /** @type {string} */ title, /** @type {() => void} */ act) =>
      h("button", { class: "tool", title, "aria-label": title, click: act }, words);
    this.undoButton = tool("Undo", "Take the last answer back (u)", () => this.undo());
    const more = h("details", { class: "more" }, h("summary", { class: "tool", "aria-label": "More" }, "⋯"), h("div", {},
      tool("Standing orders", "Standing orders (s)", () => showOrders(this)), tool("Coach", "The coach (c)", () => this.coach.toggle()),
      tool("Who sits where", "Who sits where, and links", () => this.seats()), tool("Download the record", "Download the record", () => this.record()),
      tool("Print", "Print map, counters and scenario", () => this.print()), tool("Daylight or lamplight", "Daylight or lamplight (d)", () => this.turnLight()),
      tool("Silhouettes or NATO", "Silhouettes or NATO symbols (y)", () => this.turnSymbols()), tool("Larger text", "Larger text", largerText), tool("Keys", "Keys (?)", () => this.keys())));
    more.addEventListener("click", (event) => /** @type {Element} */ (event.target).matches("button") && more.removeAttribute("open"));
    return h("span", { class: "tools" }, this.undoButton, tool("Rules", "The rules (r)", () => this.rules.toggle()),
      tool("Replay", "The game so far", () => this.film()), more);
  }

  async begin() {
    if (!this.word) return this.trouble("This link has no secret word behind the #; a seat's whole link is wanted.");
    try {
      const [board, games] = await Promise.all([request("/api/seat/board", { word: this.word }), request("/api/games")]);
      this.games = games.games;
      this.map.show(board);
    } catch (error) {
      if (error instanceof Refusal && error.code === "closed") forgetTable(this.id);
      return this.trouble(told(error));
    }
    this.connect();
  }

  connect() {
    this.connection = new Connection(this.word, (frame) => this.take(frame), (state, why) => this.line(state, why));
  }

  /**
   * Take another seat at this table: nothing that the one before knew is left.
   * @param {string} word
   */
  sit(word) {
    this.connection?.leave();
    this.log.keep(0);
    this.word = word;
    this.told = 0;
    this.map.place_counters([], []);
    history.replaceState(null, "", `${location.pathname}#${word}`);
    this.connect();
  }

  /** @param {string} words */
  trouble(words) {
    this.state.textContent = words;
    this.state.className = "line-state bad";
  }

  /** @param {string} state @param {string} why */
  line(state, why) {
    if (state === "open") {
      this.state.textContent = "";
      this.state.className = "line-state";
    } else this.trouble(state === "lost" ? "The line is down; trying again …" : why || "The table has ended.");
  }

  /** @param {any} frame */
  take(frame) {
    if (frame.seated) this.seated(frame.seated.table);
    if (frame.table) this.shown = frame.table;
    if (frame.trouble) return this.trouble(frame.trouble);
    if (frame.again) this.log.keep(0);
    const news = frame.done ?? frame.news ?? frame.undone ?? frame.again ?? frame.seated;
    if (!news) return this.showHead();
    if (frame.undone || (news.heard ?? 0) < this.log.events.length) this.log.keep(news.heard);
    if (news.events) this.log.add(news.events, !frame.seated);
    const before = this.sight.counters;
    this.sight = { ...this.sight, ...news };
    if (news.events && !frame.seated && !frame.again) this.playback.offer(before, news.events);
    this.show();
    return undefined;
  }

  /** @param {any} shown */
  async seated(shown) {
    const first = !this.shown.game;
    this.shown = shown;
    this.remember();
    this.phases = this.games.find((/** @type {any} */ game) => game.name === shown.game)?.phases ?? [];
    if (!first) return;
    this.rules.load(shown.game);
    this.coach.load(shown.game);
    this.map.element.dataset.game = shown.game;
    if (GAMES.includes(shown.game)) this.own = (await import(`./games/${shown.game}.js`)).default;
    this.asks.known = "";
    this.show();
    if (new URLSearchParams(location.search).has("replay")) this.film();
    // The ask comes first; the ground, which takes longest to paint, last.
    setTimeout(() => this.map.draw(`/api/seat/map?theme=${theme()}`, this.word), 0);
  }

  show() {
    this.told += 1;
    this.looking.forget();
    this.showHead();
    if (!this.replay.on && !this.playback.on) this.map.place_counters(this.sight.counters, this.sides());
    if (!this.framed) {
      this.framed = this.sight.counters.length > 0;
      this.map.frame(this.shown.side);
    }
    this.asks.renew();
    this.status.replaceChildren(this.own.status?.(this) ?? "");
    this.own.overlay?.(this);
    this.coach.renew();
    this.undoButton?.setAttribute("aria-disabled", String(Boolean(this.sight.no_undo)));
    const next = nextAtScreen(this);
    if (next) drawCurtain(this, next);
  }

  /** The sides in the order of the game, by which they have their colours. */
  sides() {
    const seated = this.shown.seats.filter((/** @type {any} */ seat) => seat.role === "player").map((/** @type {any} */ seat) => seat.side).sort();
    const game = this.games?.find((/** @type {any} */ one) => one.name === this.shown.game);
    const same = game?.scenarios.find((/** @type {any} */ one) => [...one.sides].sort().join() === seated.join());
    return same?.sides ?? seated;
  }

  showHead() {
    const { turn, phase, rung } = this.sight.standing;
    const who = this.shown.side ? `you are ${this.shown.side}` : this.shown.role === "umpire" ? "you are the umpire" : "you look on";
    this.head.replaceChildren(
      h("p", { class: "small-caps" }, `Turn ${turn ?? "-"} · ${phase ?? ""}`),
      h("h1", {}, this.shown.title, h("span", { class: "who" }, ` · ${who}`)));
    document.title = `${this.sight.asks.some((/** @type {any} */ ask) => ask.kind !== "hidden") ? "● " : ""}${this.shown.title}`;
    this.ladder.replaceChildren(...this.phases.map((one) =>
      h("li", { class: one.name === rung ? "here" : "", "aria-current": one.name === rung ? "step" : null }, one.title)));
    const here = /** @type {HTMLElement | null} */ (this.ladder.querySelector(".here"));
    if (here) this.ladder.scrollTop = here.offsetTop - this.ladder.offsetTop - this.ladder.clientHeight / 2 + here.clientHeight / 2;
  }

  remember() {
    const known = this.kept();
    const held = known?.links.find((one) => one.token === this.word);
    const link = held ?? { role: this.shown.role, side: this.shown.side, name: "", token: this.word };
    const links = known ? [link, ...known.links.filter((one) => one.token !== this.word)] : [link];
    keepTable({ table: this.id, title: this.shown.title, game: this.shown.game, links, opened: Date.now() });
  }

  // -- acting --------------------------------------------------------------------------------

  /**
   * A request of the protocol, with its answer.
   * @param {Record<string, any>} words @returns {Promise<any>}
   */
  say(words) {
    return this.connection ? this.connection.ask(words) : Promise.reject(new Error("there is no connection just now"));
  }

  /** @param {Record<string, any>} words */
  async act(words) {
    try {
      await this.say(words);
      return true;
    } catch (error) {
      this.refused(error);
      return false;
    } finally {
      this.acted += 1;
    }
  }

  /** @param {unknown} error */
  refused(error) {
    this.asks.refuse(error);
    tell(told(error));
  }

  undo() {
    if (this.sight.no_undo) this.refused(new Error(this.sight.no_undo));
    else this.act({ do: "undo", n: 1 });
  }

  /** @param {string} hex @param {string} unit */
  pick(hex, unit) {
    this.playback.end();
    if (this.asks.picked(hex, unit)) return true;
    this.map.spoken.textContent = this.map.words(hex);
    return false;
  }

  // -- the rest of the panel -----------------------------------------------------------------

  /**
   * A case number that opens its text.
   * @param {string} number
   */
  caseLink(number) {
    if (!number) return null;
    return h("button", { class: "case", title: this.rules.title(number) || `Case ${number}`, "aria-label": `Case ${number}`,
      click: (/** @type {Event} */ event) => { event.stopPropagation(); this.rules.open(number); } }, number);
  }

  async record() {
    try {
      const address = URL.createObjectURL(await fetched("/api/seat/record", this.word));
      h("a", { href: address, download: `${this.shown.game}-${this.id}.jsonl` }).click();
    } catch (error) {
      this.refused(error);
    }
  }

  async film() {
    if (this.replay.on) return this.replay.end();
    this.playback.end();
    await this.replay.begin().catch((error) => this.refused(error));
    return undefined;
  }

  async print() {
    const { printTable } = await import("./print.js");
    await printTable(this).catch((error) => this.refused(error));
  }

  turnSymbols() {
    const game = this.shown.game;
    setLike(`symbols.${game}`, manner(game) === "own" ? "nato" : "own");
    this.map.place_counters(this.sight.counters, this.sides());
  }

  seats() {
    const links = this.kept()?.links ?? [];
    this.dialog("Who sits where", h("ul", { class: "seats" },
      this.shown.seats.filter((/** @type {any} */ seat) => seat.role === "player").map((/** @type {any} */ seat) =>
        h("li", {}, h("b", {}, seat.side), ` ${seat.bot ? `the ${seat.bot} (a bot)` : seat.name || "a person"}`))),
      h("h3", {}, "Links of yours"), links.map((link) => {
        const address = `${location.origin}/table/${this.id}#${link.token}`;
        return h("p", { class: "link" }, h("b", {}, link.side || link.role), " ", h("a", { href: address }, address));
      }), h("p", { class: "muted" }, "Whoever has a link sits in that seat: send each person only his own."));
  }

  keys() {
    this.dialog("Keys", h("table", { class: "keys" }, KEYS.map(([key, what]) => h("tr", {}, h("th", {}, key), h("td", {}, what)))));
  }

  /** @param {string} title @param {...any} inside */
  dialog(title, ...inside) {
    const dialog = /** @type {HTMLDialogElement} */ (h("dialog", { "aria-label": title }, h("h2", {}, title), ...inside,
      h("form", { method: "dialog" }, h("button", { class: "go" }, "Close"))));
    dialog.addEventListener("close", () => dialog.remove());
    this.page.append(dialog);
    dialog.showModal();
  }

  async turnLight() {
    setLike("theme", theme() === "dark" ? "light" : "dark");
    showTheme();
    await this.map.draw(`/api/seat/map?theme=${theme()}`, this.word);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
    if (typing && event.key !== "Escape") return;
    if (event.ctrlKey || event.metaKey || event.altKey || this.page.querySelector("dialog[open]")) return;
    if (event.key === "Enter" && target.tagName === "BUTTON") return;
    const acts = {
      "0": () => this.zoom(0), "+": () => this.zoom(1.25), "=": () => this.zoom(1.25), "-": () => this.zoom(0.8),
      u: () => this.undo(), d: () => this.turnLight(), y: () => this.turnSymbols(), "?": () => this.keys(), m: () => this.map.element.focus(),
      a: () => /** @type {HTMLElement | null} */ (this.asks.element.querySelector("button, input"))?.focus(),
      l: () => this.looking.toggle(), r: () => this.rules.toggle(), s: () => showOrders(this), c: () => this.coach.toggle(),
      n: () => this.asks.nextHex(), "/": () => this.commands.input.focus(),
    };
    const act = acts[/** @type {keyof typeof acts} */ (event.key)];
    if (act) act();
    else if (event.key === "Escape" && (this.looking.from || this.playback.on)) this.stopLooking();
    else if (!this.asks.key(event)) return;
    event.preventDefault();
  }

  /** @param {number} factor or 0 for the whole map */
  zoom(factor) {
    this.map.handled = true;
    if (factor) this.map.zoom(factor);
    else this.map.fit();
  }

  stopLooking() {
    this.playback.end();
    if (this.looking.from) this.looking.toggle();
  }
}
