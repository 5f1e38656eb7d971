// A table: the map, the panel beside it, and the connection that both speak through.

import { Connection, Refusal, fetched, request } from "./api.js";
import { AskPanel } from "./asks.js";
import { h, percent, tell } from "./dom.js";
import { forgetTable, keepTable, like, setLike, showTheme, tables, theme } from "./kept.js";
import { Log } from "./log.js";
import { MapView } from "./map.js";

const KEYS = [
  ["1 … 9", "the answers in their order"], ["Enter", "confirm, or pick the hex under the cursor"], ["Escape", "step back"],
  ["arrows", "move the cursor over the map"], ["m", "to the map"], ["a", "to the ask"], ["+  −", "zoom"], ["0", "the whole map"],
  ["l", "from the cursor: what is seen, and why not"], ["u", "take the last answer back"], ["d", "daylight or lamplight"], ["?", "these keys"],
];

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
    this.map = new MapView({ picked: (hex, unit) => this.pick(hex, unit), looked: (hex) => this.look(hex) });
    this.asks = new AskPanel(this);
    this.log = new Log(this);
    this.head = h("header", { class: "where" });
    this.ladder = h("ol", { class: "ladder", tabindex: "0", "aria-label": "Sequence of play" });
    this.state = h("p", { class: "line-state", role: "status" });
    this.hover = h("div", { class: "hover", hidden: true });
    this.lay();
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
    this.page.replaceChildren(h("main", { class: "table" }, this.map.element, this.hover,
      h("aside", { class: "panel" },
        h("nav", { class: "bar" }, h("a", { href: "/", class: "home" }, "Sandtable"), this.tools()),
        this.head, this.state, this.asks.element,
        h("section", { class: "sequence" }, h("h2", {}, "Sequence"), this.ladder),
        this.log.element)));
    addEventListener("keydown", (event) => this.key(event));
  }

  tools() {
    const tool = (/** @type {string} */ words, /** @type {string} */ title, /** @type {() => void} */ act) =>
      h("button", { class: "tool", title, click: act }, words);
    this.undoButton = /** @type {HTMLButtonElement} */ (tool("Undo", "Take the last answer back (u)", () => this.undo()));
    return h("span", { class: "tools" }, this.undoButton,
      tool("Links", "Who sits where", () => this.seats()),
      tool("Record", "Download the record", () => this.record()),
      tool("◐", "Daylight or lamplight (d)", () => this.turnLight()),
      tool("?", "Keys (?)", () => this.keys()));
  }

  async begin() {
    if (!this.word) return this.trouble("This link has no secret word behind the #; a seat's whole link is wanted.");
    try {
      const [board, games] = await Promise.all([request("/api/seat/board", { word: this.word }), request("/api/games")]);
      this.games = games.games;
      this.map.show(board);
      this.map.draw(`/api/seat/map?theme=${theme()}`, this.word);
    } catch (error) {
      if (error instanceof Refusal && error.code === "closed") forgetTable(this.id);
      return this.trouble(error instanceof Error ? error.message : String(error));
    }
    this.connection = new Connection(this.word, (frame) => this.take(frame), (state, why) => this.line(state, why));
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
    if (frame.seated) {
      this.shown = frame.seated.table;
      this.remember();
      this.phases = this.games.find((/** @type {any} */ game) => game.name === this.shown.game)?.phases ?? [];
    }
    if (frame.table) this.shown = frame.table;
    if (frame.trouble) return this.trouble(frame.trouble);
    if (frame.again) this.log.keep(0);
    const told = frame.done ?? frame.news ?? frame.undone ?? frame.again ?? frame.seated;
    if (!told) return this.showHead();
    if (frame.undone || (told.heard ?? 0) < this.log.events.length) this.log.keep(told.heard);
    if (told.events) this.log.add(told.events, !frame.seated);
    this.sight = { ...this.sight, ...told };
    this.show();
  }

  show() {
    this.told += 1;
    this.showHead();
    this.map.place_counters(this.sight.counters, this.sides());
    if (this.told === 1) this.map.frame();
    this.asks.renew();
    if (this.undoButton) {
      this.undoButton.disabled = Boolean(this.sight.no_undo);
      this.undoButton.title = this.sight.no_undo || "Take the last answer back (u)";
    }
  }

  sides() {
    return this.shown.seats.filter((/** @type {any} */ seat) => seat.role === "player").map((/** @type {any} */ seat) => seat.side);
  }

  showHead() {
    const { turn, phase, rung } = this.sight.standing;
    const who = this.shown.side ? `You are ${this.shown.side}` : this.shown.role === "umpire" ? "You are the umpire" : "You look on";
    this.head.replaceChildren(
      h("p", { class: "small-caps" }, `Turn ${turn ?? "-"} · ${phase ?? ""}`),
      h("h1", {}, this.shown.title), h("p", { class: "muted" }, who));
    document.title = `${this.sight.asks.some((/** @type {any} */ ask) => ask.kind !== "hidden") ? "● " : ""}${this.shown.title}`;
    this.ladder.replaceChildren(...this.phases.map((one) =>
      h("li", { class: one.name === rung ? "here" : "", "aria-current": one.name === rung ? "step" : null }, one.title)));
    this.ladder.querySelector(".here")?.scrollIntoView({ block: "nearest" });
  }

  remember() {
    const known = this.kept();
    const link = { role: this.shown.role, side: this.shown.side, name: "", token: this.word };
    const links = known ? [link, ...known.links.filter((one) => one.token !== this.word)] : [link];
    keepTable({ table: this.id, title: this.shown.title, game: this.shown.game, links, opened: Date.now() });
  }

  // -- acting --------------------------------------------------------------------------------

  /** @param {Record<string, any>} words */
  async act(words) {
    try {
      await this.connection?.ask(words);
      return true;
    } catch (error) {
      const faults = error instanceof Refusal && error.faults.length ? error.faults : [];
      const told = faults.map((one) => [one.case, [one.place, one.reason].filter(Boolean).join(" ")].filter(Boolean).join(": "));
      const reason = told.join("\n") || (error instanceof Error ? error.message : String(error));
      this.asks.refuse(reason);
      tell(reason);
      return false;
    }
  }

  undo() {
    if (this.sight.no_undo) this.asks.refuse(this.sight.no_undo);
    else this.act({ do: "undo", n: 1 });
  }

  /** @param {string} hex @param {string} unit */
  pick(hex, unit) {
    if (this.asks.picked(hex, unit)) return;
    this.map.spoken.textContent = this.map.words(hex);
  }

  /** @param {string} hex */
  look(hex) {
    const found = hex ? this.asks.at(hex, "") : [];
    this.hint(found[0] ?? null, hex);
    if (this.sightFrom) this.lookFrom(this.sightFrom, hex);
  }

  // -- looking before one leaps --------------------------------------------------------------

  /**
   * What an option would mean: its odds, if it leads to a roll.
   * @param {any} option @param {string} [hex]
   */
  hint(option, hex = "") {
    const at = hex || option?.hex || option?.target;
    const lines = hex ? [h("p", { class: "muted" }, this.map.words(hex))] : [];
    if (option) lines.unshift(h("p", {}, h("b", {}, option.text), option.chance ? h("span", { class: "chance" }, percent(option.chance)) : null));
    this.hover.hidden = !lines.length;
    this.hover.replaceChildren(...lines);
    this.hinted = option;
    if (option?.hex && !hex) this.map.point(option.hex, false);
    if (option && at && option.chance) this.oddsOf(option);
  }

  /** @param {any} option */
  async oddsOf(option) {
    const ask = this.asks.ask;
    const query = ask?.context?.odds?.[option.key] ?? { firer: option.unit || ask?.unit, target: option.target || ask?.unit };
    if (!query.firer || !query.target || query.firer === query.target) return;
    try {
      const { odds } = await this.connection?.ask({ do: "odds", query });
      if (this.hinted === option) this.hover.append(this.oddsTable(odds));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  /** @param {any} odds */
  oddsTable(odds) {
    return h("div", {},
      h("table", {}, odds.modifiers.map((/** @type {any} */ one) => h("tr", {}, h("td", {}, one.why),
        h("td", { class: "figure" }, one.amount > 0 ? `+${one.amount}` : one.amount), h("td", {}, `[${one.case}]`)))),
      h("p", {}, "needs ", h("b", {}, odds.needed), ` on ${odds.dice.map((/** @type {number} */ sides) => `d${sides}`).join(" + ")}`),
      h("table", {}, Object.entries(odds.chances).map(([result, chance]) =>
        h("tr", {}, h("td", {}, result), h("td", { class: "figure" }, percent(String(chance)))))));
  }

  /** @param {string} from @param {string} to */
  async lookFrom(from, to) {
    if (!to || from === to) return this.map.sight(null);
    try {
      const { sight } = await this.connection?.ask({ do: "los", from, to });
      this.map.sight({ from, to, ...sight });
      const why = sight.clear ? `${to} is seen from ${from}` : `${to} is hidden from ${from}${sight.at ? ` at ${sight.at}` : ""}: ${sight.reason} [${sight.case}]`;
      this.hover.hidden = false;
      this.hover.append(h("p", { class: sight.clear ? "good" : "bad" }, why));
      tell(why);
    } catch (error) {
      this.map.sight(null);
    }
  }

  // -- the rest of the panel -----------------------------------------------------------------

  /** @param {string} number */
  caseLink(number) {
    return number ? h("span", { class: "case" }, number) : null;
  }

  async record() {
    try {
      const address = URL.createObjectURL(await fetched("/api/seat/record", this.word));
      h("a", { href: address, download: `${this.shown.game}-${this.id}.jsonl` }).click();
    } catch (error) {
      this.asks.refuse(error instanceof Error ? error.message : String(error));
    }
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
      "0": () => this.map.fit(), "+": () => this.map.zoom(1.25), "=": () => this.map.zoom(1.25), "-": () => this.map.zoom(0.8),
      u: () => this.undo(), d: () => this.turnLight(), "?": () => this.keys(), m: () => this.map.element.focus(),
      a: () => /** @type {HTMLElement | null} */ (this.asks.element.querySelector("button, input"))?.focus(),
      l: () => this.turnSight(),
    };
    const act = acts[/** @type {keyof typeof acts} */ (event.key)];
    if (act) act();
    else if (!this.asks.key(event)) return;
    event.preventDefault();
  }

  /** Begin or end to look from the hex under the cursor. */
  turnSight() {
    this.sightFrom = this.sightFrom ? "" : this.map.lookedAt || this.map.cursor;
    this.map.element.classList.toggle("looking", Boolean(this.sightFrom));
    this.map.sight(null);
    tell(this.sightFrom ? `Looking from ${this.sightFrom}` : "No longer looking");
    setLike("looked", like("looked", 0) + 1);
  }
}
