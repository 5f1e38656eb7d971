// The coach: what an ask means, by the rules' own titles and words written for the introductory scenarios, and what a bot would do.

import { h } from "./dom.js";
import { like, setLike } from "./kept.js";

export class Coach {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Record<string, string>} */
    this.words = {};
    this.advice = h("p", { class: "advice", "aria-live": "polite" });
    this.body = h("p", {});
    this.element = h("section", { class: "coach", "aria-label": "Coach", hidden: !like("coach", true) },
      h("header", {}, h("h2", {}, "Coach"), h("button", { class: "quiet", "aria-label": "Send the coach away", click: () => this.toggle() }, "×")),
      this.body, this.advice, h("button", { class: "quiet", click: () => this.ask() }, "What would you do?"));
    this.known = "";
  }

  /** @param {string} game */
  async load(game) {
    const found = await fetch(new URL(`./coach/${game}.json`, import.meta.url));
    this.words = found.ok ? await found.json() : {};
    this.renew();
  }

  toggle() {
    this.element.hidden = !this.element.hidden;
    setLike("coach", !this.element.hidden);
    this.renew();
  }

  renew() {
    const ask = this.table.asks.ask;
    const named = ask ? `${ask.name} ${ask.unit}` : "";
    if (named !== this.known) this.advice.textContent = "";
    this.known = named;
    const title = ask ? this.table.rules.title(ask.case) : "";
    this.body.textContent = ask ? this.words[ask.name] ?? (title ? `This belongs to “${title}”; the case opens beside the map.` : "Pick one of the answers.")
      : this.words.waiting ?? "The other side is to answer. The log tells what happens.";
    this.element.dataset.idle = String(!ask);
  }

  /** A sensible answer, from the strongest opponent that the game has. */
  async ask() {
    const ask = this.table.asks.ask;
    const game = this.table.games?.find((/** @type {any} */ one) => one.name === this.table.shown.game);
    if (!ask || !game) return;
    const bot = game.bots.find((/** @type {string} */ one) => one !== "random" && one !== "greedy") ?? "greedy";
    this.advice.textContent = `The ${bot} thinks …`;
    try {
      const { answer } = await this.table.say({ do: "bot", bot, side: ask.side });
      const told = ask.options?.find((option) => option.key === answer)?.text ?? plainly(answer);
      this.advice.textContent = `The ${bot} would answer: ${told || "nothing"}.`;
    } catch (error) {
      this.advice.textContent = error instanceof Error ? error.message : String(error);
    }
  }
}

/** @param {any} answer @returns {string} */
function plainly(answer) {
  if (Array.isArray(answer)) return answer.map(plainly).join(", ");
  if (answer && typeof answer === "object") return Object.values(answer).map(plainly).filter(Boolean).join("; ");
  return String(answer);
}
