// Looking before one leaps: odds with their modifiers, what a move costs, what a hex sees. All of it is the engine's.

import { Refusal, request } from "./api.js";
import { shortName } from "./counters.js";
import { h, percent, tell } from "./dom.js";
import { likelyWay } from "./paths.js";

/** @typedef {import("./asks.js").Option} Option */

/** How long the pointer rests on a hex before anybody asks who sees it. */
const PATIENCE = 180;

export class Looking {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.card = h("div", { class: "hover", hidden: true });
    /** Where one looks from, if one does. */
    this.from = "";
    this.turn = 0;
    this.timer = 0;
    /** The unit whose reach is known, and the costs. */
    this.walker = "";
    /** @type {Record<string, string>} */
    this.costs = {};
    /** @type {Map<string, string[]>} */
    this.eyes = new Map();
  }

  /** What is asked has changed: nothing that was found holds any more. */
  forget() {
    if (!this.table.map.element.matches(":focus-within")) this.table.map.unpoint();
    this.walker = "";
    this.costs = {};
    this.eyes.clear();
    this.card.hidden = true;
    this.turn += 1;
  }

  /**
   * What a hex is, and what one could do there; to one who goes by keys it is also told who sees it.
   * @param {string} hex @param {boolean} [aloud]
   */
  async hex(hex, aloud = false) {
    const turn = ++this.turn;
    clearTimeout(this.timer);
    this.table.map.overlays.path([]);
    if (!hex) {
      this.card.hidden = true;
      if (!this.from) this.table.map.sight(null);
      return;
    }
    const options = this.table.asks.at(hex, "");
    this.show(options, [h("p", { class: "muted" }, this.table.map.words(hex)), this.cost(hex)]);
    if (this.from) return this.line(this.from, hex, turn);
    if (!this.walker) this.table.map.sight(null);
    const rolling = options.find((option) => option.chance);
    if (rolling) return this.odds(rolling, turn);
    const walker = this.mover(options);
    if (walker && this.walker !== walker) await this.reach(walker, hex, turn);
    if (!aloud && this.costs[hex] === undefined && !this.table.map.stacks.has(hex)) return;
    this.timer = setTimeout(async () => {
      const words = await this.watched(hex, turn);
      if (aloud && words) this.table.map.spoken.textContent = `${this.table.map.words(hex)}; ${words}`;
    }, PATIENCE);
  }

  /**
   * Whose reach is of interest: that of who is asked or under way, else of who could be picked here.
   * @param {Option[]} options
   */
  mover(options) {
    const { asks, sight, map } = this.table, moving = sight.view.moving?.[0];
    if (asks.ask?.unit || moving) return asks.ask?.unit ?? moving;
    const [one, ...more] = new Set(options.map((option) => option.unit ?? option.key));
    const known = one && !more.length && map.stacks.get(map.lookedAt)?.some((counter) => counter.name === one && counter.side === asks.ask?.side);
    return known ? one : "";
  }

  /**
   * What an answer would mean.
   * @param {Option | null} option
   */
  option(option) {
    const turn = ++this.turn;
    if (!option) {
      this.card.hidden = true;
      this.table.map.unpoint();
      return;
    }
    const hex = option.hex || (this.table.map.hexes.has(option.key) ? option.key : "");
    if (hex) this.table.map.point(hex, false);
    this.show([option], hex ? [h("p", { class: "muted" }, this.table.map.words(hex)), this.cost(hex)] : []);
    if (option.chance) this.odds(option, turn);
    else if (!hex) this.card.hidden = true;
  }

  /** @param {Option[]} options @param {any[]} more */
  show(options, more) {
    const heads = options.slice(0, 3).map((option) =>
      h("p", {}, h("b", {}, option.text), option.chance ? h("span", { class: "chance" }, percent(option.chance)) : null));
    if (options.length > 3) heads.push(h("p", { class: "muted" }, `and ${options.length - 3} more answers here`));
    this.card.hidden = false;
    this.card.replaceChildren(...[...heads, ...more].filter(Boolean));
  }

  /**
   * What it costs to come to a hex, with the way there on the map.
   * @param {string} hex
   */
  cost(hex) {
    const cost = this.costs[hex];
    if (cost === undefined || !Number(cost)) return null;
    const way = likelyWay(this.table.map.hexes, this.costs, hex);
    this.table.map.overlays.path(way, way.map((name, n) => (n ? this.costs[name] : "")));
    return h("p", {}, `${this.walker} gets there for`, h("b", { class: "figure" }, `${cost} points`));
  }

  /** @param {string} unit @param {string} hex @param {number} turn */
  async reach(unit, hex, turn) {
    this.walker = unit;
    try {
      const { hexes } = await this.table.say({ do: "reach", unit });
      if (this.walker !== unit) return;
      this.costs = hexes;
      this.table.map.reach(Object.keys(hexes).filter((one) => Number(hexes[one])));
      const cost = turn === this.turn ? this.cost(hex) : null;
      if (cost) this.card.append(cost);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  /**
   * From where a hex is in sight of counters, by the engine's own lines.
   * @param {string} hex @returns {Promise<string[]>}
   */
  async seers(hex) {
    const known = this.eyes.get(hex);
    if (known) return known;
    try {
      const { eyes } = await request(`/api/seat/eyes/${hex}`, { word: this.table.word });
      this.eyes.set(hex, eyes);
      return eyes;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return [];
    }
  }

  /**
   * Who could see the hex: lines on the map, and a sentence.
   * @param {string} hex @param {number} turn
   */
  async watched(hex, turn) {
    const places = await this.seers(hex);
    if (turn !== this.turn) return "";
    const { map, shown } = this.table;
    const there = places.flatMap((place) => map.stacks.get(place) ?? []).filter((one) => one.side);
    const enemies = there.filter((one) => one.side !== shown.side), friends = there.length - enemies.length;
    map.overlays.sight(places.filter((place) => enemies.some((one) => one.hex === place)).map((place) => ({ from: place, to: hex, clear: true })));
    const names = enemies.slice(0, 5).map((one) => shortName(one) || "a counter").join(", ");
    const words = [enemies.length ? `seen by ${enemies.length > 5 ? `${enemies.length} enemies, such as ${names}` : names}` : "no known enemy sees it",
      friends ? `in sight of ${friends} of yours` : ""].filter(Boolean).join("; ");
    this.card.append(h("p", { class: enemies.length ? "bad" : "good" }, words));
    return words;
  }

  /** @param {Option} option @param {number} turn */
  async odds(option, turn) {
    const ask = this.table.asks.ask;
    if (!ask) return;
    const side = this.table.shown.role === "player" ? {} : { side: ask.side };
    try {
      const { odds } = await this.table.say({ do: "odds", query: { option: option.key, ...side } });
      if (turn === this.turn) this.card.append(this.sum(odds));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  /**
   * A roll as a sum: base, modifiers with their cases, what is needed, every result.
   * @param {any} odds
   */
  sum(odds) {
    const modifiers = odds.modifiers.map((/** @type {any} */ one) => h("tr", {}, h("td", {}, one.why),
      h("td", { class: "figure" }, signed(one.amount)), h("td", { class: "muted" }, one.case ? `[${one.case}]` : "")));
    const dice = odds.dice.map((/** @type {number} */ faces) => (faces === 6 ? "one die" : `d${faces}`));
    const words = dice.length === 2 && dice[0] === "one die" ? "two dice" : dice.join(" + ");
    const chances = Object.entries(odds.chances).slice(0, 8).map(([result, chance]) =>
      h("tr", {}, h("td", {}, result), h("td", { class: "figure" }, percent(String(chance)))));
    return h("div", { class: "sum" },
      modifiers.length ? h("table", {}, h("tbody", {}, modifiers)) : null,
      h("p", {}, h("span", {}, odds.purpose, odds.case ? ` [${odds.case}]` : ""), odds.needed ? h("b", {}, `needs ${odds.needed} on ${words}`) : null),
      h("table", { class: "results" }, h("tbody", {}, chances)));
  }

  /**
   * Is the line clear, and if not, where and why not?
   * @param {string} from @param {string} to @param {number} [turn]
   */
  async line(from, to, turn = this.turn) {
    if (from === to) return "";
    try {
      const { sight } = await this.table.say({ do: "los", from, to });
      if (turn !== this.turn) return "";
      this.table.map.sight({ from, to, ...sight });
      const why = sight.clear ? `${to} is seen from ${from}`
        : `${to} is hidden from ${from}${sight.at ? ` at ${sight.at}` : ""}${sight.hexside ? ` (hexside ${sight.hexside})` : ""}: ${sight.reason} [${sight.case}]`;
      this.card.hidden = false;
      this.card.append(h("p", { class: sight.clear ? "good" : "bad" }, why));
      tell(why);
      return why;
    } catch (error) {
      this.table.map.sight(null);
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Begin or end to look from a hex. */
  toggle() {
    const map = this.table.map;
    this.from = this.from ? "" : map.lookedAt || map.cursor;
    map.element.classList.toggle("looking", Boolean(this.from));
    map.sight(null);
    tell(this.from ? `Looking from ${this.from}: move to another hex` : "No longer looking");
  }
}

/** @param {number} amount */
export const signed = (amount) => (amount > 0 ? `+${amount}` : String(amount).replace("-", "−"));
