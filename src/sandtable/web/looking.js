// Looking before one leaps: odds with their modifiers, what a move costs, what a hex sees. All of it is the engine's.

import { Refusal } from "./api.js";
import { h, percent, tell } from "./dom.js";

/** @typedef {import("./asks.js").Option} Option */

export class Looking {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.card = h("div", { class: "hover", hidden: true });
    /** Where one looks from, if one does. */
    this.from = "";
    this.turn = 0;
    /** The unit whose reach is known, and the costs. */
    this.walker = "";
    /** @type {Record<string, string>} */
    this.costs = {};
  }

  /** What is asked has changed: nothing that was found holds any more. */
  forget() {
    this.walker = "";
    this.costs = {};
    this.card.hidden = true;
    this.turn += 1;
  }

  /**
   * What a hex is, and what one could do there.
   * @param {string} hex
   */
  async hex(hex) {
    const turn = ++this.turn;
    if (!hex) {
      this.card.hidden = true;
      if (!this.from) this.table.map.sight(null);
      return;
    }
    const options = this.table.asks.at(hex, "");
    this.show(options, [h("p", { class: "muted" }, this.table.map.words(hex)), this.cost(hex)]);
    if (this.from) return this.line(this.from, hex, turn);
    const rolling = options.find((option) => option.chance);
    if (rolling) return this.odds(rolling, turn);
    const walker = this.table.asks.ask?.unit;
    if (walker && this.walker !== walker) await this.reach(walker, hex, turn);
  }

  /**
   * What an answer would mean.
   * @param {Option | null} option
   */
  option(option) {
    const turn = ++this.turn;
    if (!option) {
      this.card.hidden = true;
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

  /** @param {string} hex */
  cost(hex) {
    const cost = this.costs[hex];
    return cost === undefined || !Number(cost) ? null : h("p", {}, `${this.walker} gets there for`, h("b", { class: "figure" }, `${cost} points`));
  }

  /** @param {string} unit @param {string} hex @param {number} turn */
  async reach(unit, hex, turn) {
    this.walker = unit;
    try {
      const { hexes } = await this.table.say({ do: "reach", unit });
      if (this.walker !== unit) return;
      this.costs = hexes;
      const cost = turn === this.turn ? this.cost(hex) : null;
      if (cost) this.card.append(cost);
      this.table.map.reach(Object.keys(hexes).filter((one) => Number(hexes[one])));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
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
