// The ask: one sentence, and under it only what may be answered. One small client for all four kinds.

import { Refusal, told } from "./api.js";
import { shortName } from "./counters.js";
import { h, percent } from "./dom.js";
import { likelyWay } from "./paths.js";

/** @typedef {{key: string, text: string, chance?: string, unit?: string, target?: string, hex?: string, range?: number}} Option */
/** @typedef {{side: string, name: string, case: string, kind: string, question: string, unit: string | null, context: any, options: Option[], stakes?: string, window?: boolean, least?: number, most?: number, draft?: any, complete?: boolean, schema?: any}} Ask */

const MANY = 14;
/** What happens on a way without giving pause. */
const STEPS = new Set(["moved", "entered", "spent"]);
export class AskPanel {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.element = h("section", { class: "ask", "aria-label": "What is asked" });
    /** @type {Set<string>} */
    this.chosen = new Set();
    this.filter = "";
    /** Of many answers only those of this unit. */
    this.narrow = "";
    this.which = 0;
    /** @type {((hex: string) => boolean) | null} */
    this.ownPick = null;
    /** Which ask the half-made choice belongs to. */
    this.known = "";
    /** @type {{options: Option[], found: Map<string, Option[]>} | null} */
    this.indexed = null;
    /** @type {{ask: Ask, unit: string, options: Option[]} | null} */
    this.narrowly = null;
  }

  /**
   * The asks that this seat may answer.
   * @returns {Ask[]}
   */
  get own() {
    return this.table.sight.asks.filter((/** @type {Ask} */ ask) => ask.kind !== "hidden");
  }

  /** @returns {Ask | undefined} */
  get ask() {
    return this.own[Math.min(this.which, this.own.length - 1)];
  }

  /** A new state of things: what was half chosen is forgotten if the ask is another. */
  renew() {
    const now = JSON.stringify([this.own, this.table.sight.standing, this.table.sight.committed, this.table.word]);
    // What is asked anew stays as it is: somebody may be about to click on it.
    if (now === this.known) return this.ask ? this.light() : undefined;
    const before = JSON.parse(this.known || "[[]]")[0][0], ask = this.ask;
    if (before?.name !== ask?.name || before?.unit !== ask?.unit || before?.side !== ask?.side) {
      this.chosen.clear();
      this.filter = this.narrow = "";
    }
    this.known = now;
    const place = this.place();
    if (place && !this.table.playback.on) this.table.map.bring(place);
    const held = this.element.contains(document.activeElement);
    this.show();
    if (held) /** @type {HTMLElement | null} */ (this.element.querySelector(".answers button, [data-go]:not([disabled]), button"))?.focus();
    return undefined;
  }

  /** Where the ask is about: its unit's hex, or one that can be picked. */
  place() {
    const ask = this.ask;
    const unit = ask?.unit && this.table.sight.counters.find((/** @type {any} */ one) => one.name === ask.unit);
    if (unit) return unit.hex;
    const hexes = (ask?.options ?? []).map((option) => option.hex || option.key).filter((hex) => this.table.map.hexes.has(hex));
    return hexes.length && hexes.length < 7 ? hexes[0] : "";
  }

  show() {
    const ask = this.ask;
    if (!ask) return this.element.replaceChildren(this.waiting());
    const send = (/** @type {Record<string, any>} */ words) => this.send(ask, words);
    this.ownPick = null;
    const own = this.table.own.question?.(this.table, ask, send);
    this.element.replaceChildren(
      ...this.heads(),
      h("p", { class: "question" }, h("strong", {}, ask.question), " ", this.table.caseLink(ask.case)),
      own ? "" : h("div", { class: "facts" }, facts(ask.context)),
      own ?? this.answers(ask),
      h("div", { class: "trouble", role: "alert" }),
    );
    if (!own) this.light();
  }

  /** Who of several is asked: an umpire or a person at two sides picks whom to answer for. */
  heads() {
    if (this.own.length < 2) return [];
    const tabs = this.own.map((ask, n) => h("button", {
      class: n === this.which ? "tab chosen" : "tab",
      click: () => { this.which = n; this.chosen.clear(); this.show(); },
    }, `${ask.side}${ask.unit ? ` · ${ask.unit}` : ""}`));
    return [h("div", { class: "tabs" }, tabs)];
  }

  waiting() {
    const { standing, asks } = this.table.sight;
    if (standing.over) {
      const who = standing.winner ? `${standing.winner} has won` : "The game is over";
      return h("div", {}, h("p", { class: "question" }, h("strong", {}, `${who}.`)), h("p", {}, standing.reason));
    }
    const sides = asks.map((/** @type {Ask} */ ask) => ask.side);
    const own = this.table.sight.committed.includes(this.table.shown.side);
    const words = sides.length ? `${sides.join(" and ")} ${sides.length > 1 ? "are" : "is"} to answer` : "One moment";
    return h("div", {},
      h("p", { class: "question muted" }, h("span", { class: "pulse" }), ` ${words} …`),
      own && h("button", { class: "quiet", click: () => this.table.act({ do: "withdraw" }) }, "Take my answer back"));
  }

  /** @param {Ask} ask */
  answers(ask) {
    if (ask.kind === "choose") return this.choice(ask);
    if (ask.kind === "several") return this.selection(ask);
    return this.building(ask);
  }

  /** @param {Ask} ask */
  visible(ask) {
    const wanted = this.filter.toLowerCase();
    return this.narrowed(ask).filter((option) => !wanted || `${option.key} ${option.text}`.toLowerCase().includes(wanted));
  }

  /** @param {Ask} ask */
  narrowed(ask) {
    if (!this.narrow) return ask.options;
    if (this.narrowly?.ask !== ask || this.narrowly.unit !== this.narrow) {
      this.narrowly = { ask, unit: this.narrow, options: ask.options.filter((option) => option.unit === this.narrow) };
    }
    return this.narrowly.options.length ? this.narrowly.options : ask.options;
  }

  /**
   * Where there are many answers of several units: whose answers are to be seen.
   * @param {Ask} ask
   */
  units(ask) {
    const units = [...new Set(ask.options.map((option) => option.unit ?? "").filter(Boolean))];
    if (ask.kind !== "form" || ask.options.length <= MANY || units.length < 2 || units.length > 40) return null;
    return h("div", { class: "chips", role: "group", "aria-label": "Whose answers" }, units.map((unit) => h("button", {
      class: unit === this.narrow ? "chip chosen" : "chip", "aria-pressed": String(unit === this.narrow),
      click: () => { this.narrow = unit === this.narrow ? "" : unit; this.show(); },
    }, shortName({ name: unit, side: ask.side }))));
  }

  /** @param {Ask} ask */
  searching(ask) {
    if (ask.options.length <= MANY) return null;
    return h("input", {
      class: "search", type: "search", placeholder: `Search ${ask.options.length} answers, or pick on the map`, value: this.filter,
      "aria-label": "Search the answers",
      input: (/** @type {any} */ event) => { this.filter = event.target.value; this.list(ask); },
    });
  }

  /** @param {Ask} ask @param {Option} option @param {number} n @param {() => void} act @param {boolean} [pressed] */
  button(ask, option, n, act, pressed) {
    const best = option.chance && option.chance === ask.stakes;
    return h("button", {
      class: `answer${best ? " best" : ""}${pressed ? " pressed" : ""}`,
      "aria-pressed": pressed === undefined ? null : String(pressed),
      "data-key": option.key,
      click: act,
      pointerenter: () => this.table.looking.option(option),
      pointerleave: () => this.table.looking.option(null),
      focus: () => this.table.looking.option(option),
    }, h("span", { class: "number", "aria-hidden": "true" }, n < 9 ? String(n + 1) : ""), h("span", { class: "words" }, option.text),
      option.chance ? h("span", { class: "chance" }, percent(option.chance)) : null);
  }

  /** @param {Ask} ask */
  list(ask) {
    const shown = this.visible(ask);
    const buttons = shown.slice(0, 60).map((option, n) => {
      if (ask.kind === "several") return this.button(ask, option, n, () => this.toggle(option.key), this.chosen.has(option.key));
      const act = ask.kind === "choose" ? () => this.send(ask, { answer: option.key }) : () => this.send(ask, { step: option.key });
      return this.button(ask, option, n, act);
    });
    if (shown.length > 60) buttons.push(h("p", { class: "muted" }, `… and ${shown.length - 60} more`));
    this.buttons?.classList.toggle("short", shown.length > 4 && shown.every((option) => option.text.length < 13));
    this.buttons?.replaceChildren(...buttons);
    return this.buttons;
  }

  /** @param {Ask} ask */
  choice(ask) {
    this.buttons = h("div", { class: "answers", role: "group", "aria-label": "Answers" });
    this.list(ask);
    return h("div", {}, this.searching(ask), this.buttons);
  }

  /** @param {Ask} ask */
  selection(ask) {
    this.buttons = h("div", { class: "answers", role: "group", "aria-label": "Answers" });
    this.list(ask);
    const bounds = [ask.least ? `at least ${ask.least}` : "", ask.most ? `at most ${ask.most}` : ""].filter(Boolean).join(", ");
    return h("div", {}, this.searching(ask), this.buttons,
      h("div", { class: "row" }, h("button", { class: "go", "data-go": "", click: () => this.send(ask, { answer: [...this.chosen] }) },
        this.chosen.size ? `These ${this.chosen.size}` : "None", bounds ? ` (${bounds})` : "")));
  }

  /**
   * An answer that is put together; where somebody else hands it in, without the button for that.
   * @param {Ask} ask @param {boolean} [part]
   */
  building(ask, part = false) {
    this.buttons = h("div", { class: "answers", role: "group", "aria-label": "What can be added" });
    this.list(ask);
    return h("div", {}, draftShown(ask.draft), this.units(ask), this.searching(ask), this.buttons,
      h("div", { class: "row" },
        h("button", { class: "quiet", "data-back": "", click: () => this.send(ask, { step_back: true }) }, "Step back"),
        part ? null : h("button", { class: "go", "data-go": "", disabled: !ask.complete, click: () => this.send(ask, { commit: true }) }, "Hand in")));
  }

  /** @param {string} key */
  toggle(key) {
    if (!this.chosen.delete(key)) this.chosen.add(key);
    this.show();
  }

  /** @param {Ask} ask @param {Record<string, any>} words */
  async send(ask, words) {
    const side = this.table.shown.role === "player" ? {} : { side: ask.side };
    return this.table.act({ do: "answer", ...side, ...words });
  }

  /**
   * Why something is not allowed, with its cases to look up.
   * @param {unknown} error
   */
  refuse(error) {
    const faults = error instanceof Refusal ? error.faults : [];
    const lines = faults.map((one) => h("p", {}, [one.place, one.reason].filter(Boolean).join(" "), " ", this.table.caseLink(one.case)));
    this.element.querySelector(".trouble")?.replaceChildren(...(lines.length ? lines : [h("p", {}, told(error))]));
  }

  /** The cursor of the map to the next hex that can be picked. */
  nextHex() {
    const lit = [...this.table.map.hexes.keys()].filter((hex) => this.at(hex, "").length);
    if (!lit.length) return;
    this.table.map.element.focus();
    this.table.map.point(lit[(lit.indexOf(this.table.map.cursor) + 1) % lit.length]);
  }

  /**
   * The options that a hex of the map, or a counter on it, stands for.
   * @param {string} hex @param {string} unit @returns {Option[]}
   */
  at(hex, unit) {
    const ask = this.ask;
    if (!ask) return [];
    const names = new Set(unit ? [unit] : (this.table.map.stacks.get(hex) ?? []).map((counter) => counter.name).filter(Boolean));
    const options = this.narrowed(ask);
    const exact = unit ? options.filter((option) => option.key === unit || option.target === unit) : [];
    if (exact.length) return exact;
    const found = new Set([hex, ...names].flatMap((name) => this.index(options).get(name) ?? []));
    return found.size < 2 ? [...found] : options.filter((option) => found.has(option));
  }

  /**
   * Options by every name they go by: of a hex, a unit, a target. Made once for the options of an ask.
   * @param {Option[]} options
   */
  index(options) {
    if (this.indexed?.options === options) return this.indexed.found;
    /** @type {Map<string, Option[]>} */
    const found = new Map();
    for (const option of options) {
      for (const name of new Set([option.key, option.hex, option.target])) {
        if (name) found.set(name, [...(found.get(name) ?? []), option]);
      }
    }
    this.indexed = { options, found };
    return found;
  }

  /** @param {string} hex @param {string} unit */
  picked(hex, unit) {
    if (this.ask && this.ownPick?.(hex)) return true;
    const ask = this.ask, found = this.at(hex, unit);
    if (ask && !found.length && ask.kind === "choose") return this.march(hex);
    if (!ask || !found.length) return false;
    if (found.length > 1) {
      this.buttons?.replaceChildren(...found.map((option, n) => this.button(ask, option, n, () => this.take(ask, option))));
      /** @type {HTMLElement | null | undefined} */ (this.buttons?.querySelector("button"))?.focus();
      return true;
    }
    this.take(ask, found[0]);
    return true;
  }

  /**
   * Go on to a hex that is further off, step by step along the way that is shown, as long as nobody is asked anything else.
   * @param {string} goal
   */
  march(goal) {
    const way = likelyWay(this.table.map.hexes, this.table.looking.costs, goal).slice(1);
    const name = this.ask?.name, [first] = way;
    if (!first || this.at(first, "").length !== 1) return false;
    const go = async () => {
      for (const hex of way) {
        const ask = this.ask, [step, ...others] = this.at(hex, "");
        const told = this.table.log.events.length;
        if (!ask || ask.name !== name || !step || others.length || step.chance) return;
        if (!await this.send(ask, { answer: step.key })) return;
        if (this.table.log.events.slice(told).some((/** @type {any} */ event) => !STEPS.has(event.type))) return;
      }
    };
    go();
    return true;
  }

  /** @param {Ask} ask @param {Option} option */
  take(ask, option) {
    if (ask.kind === "several") this.toggle(option.key);
    else this.send(ask, ask.kind === "choose" ? { answer: option.key } : { step: option.key });
  }

  light() {
    if (this.ownPick) return;
    const lit = new Map();
    const ask = this.ask;
    if (ask) {
      for (const [name] of this.table.map.hexes) {
        const found = this.at(name, "");
        if (!found.length) continue;
        const chance = found.find((option) => option.chance)?.chance;
        const picked = found.some((option) => this.chosen.has(option.key));
        lit.set(name, { tone: picked ? "picked" : chance ? "target" : "choice", note: chance ? percent(chance) : "" });
      }
      const own = ask.unit && [...this.table.map.stacks].find(([, stack]) => stack.some((one) => one.name === ask.unit));
      if (own) lit.set(own[0], { tone: "picked" });
    }
    this.table.map.several = ask?.kind === "several";
    this.table.map.light(lit);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const buttons = /** @type {HTMLButtonElement[]} */ ([...this.element.querySelectorAll(".answers .answer")]);
    if (/^[1-9]$/.test(event.key)) buttons[Number(event.key) - 1]?.click();
    else if (event.key === "Escape" && this.element.querySelector("[data-back]")) /** @type {HTMLElement} */ (this.element.querySelector("[data-back]")).click();
    else if (event.key === "Escape") this.show();
    else if (event.key === "Enter") /** @type {HTMLElement | null} */ (this.element.querySelector("[data-go]:not([disabled])"))?.click();
    else return false;
    return true;
  }
}

/**
 * What belongs to the question.
 * @param {any} context
 */
function facts(context) {
  return Object.entries(context ?? {}).map(([name, value]) =>
    h("div", { class: "fact" }, h("span", {}, name.replaceAll("_", " ")), h("b", {}, words(value))));
}

/** @param {any} value @returns {string} */
function words(value) {
  if (value === null || value === undefined || value === "") return "-";
  if (Array.isArray(value)) return value.map(words).join(", ");
  if (typeof value === "object") return Object.entries(value).map(([name, one]) => `${name} ${words(one)}`).join("; ");
  return String(value);
}

/** @param {any} draft */
function draftShown(draft) {
  const lines = Object.entries(draft ?? {}).flatMap(([name, value]) =>
    Array.isArray(value) ? value.map((one) => h("li", {}, words(one))) : [h("li", {}, `${name}: ${words(value)}`)]);
  return h("ol", { class: "draft", "aria-label": "So far" }, lines);
}
