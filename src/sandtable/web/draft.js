// An answer that is still being written: what the engine would say of it, asked for after each change.

import { request } from "./api.js";
import { h } from "./dom.js";

const PATIENCE = 250;

export class Verdict {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.element = h("div", { class: "verdict", "aria-live": "polite" });
    this.timer = 0;
    this.turn = 0;
  }

  /** @param {any} answer */
  ask(answer) {
    const turn = ++this.turn;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.show(answer, turn), PATIENCE);
  }

  /** @param {any} answer @param {number} turn */
  async show(answer, turn) {
    const side = this.table.shown.role === "player" ? "" : this.table.asks.ask?.side ?? "";
    const { faults, remarks } = await request("/api/seat/judge", { word: this.table.word, body: { answer, side } }).catch((error) => ({ faults: [{ reason: error.message, case: "", place: "" }], remarks: [] }));
    if (turn !== this.turn) return;
    this.element.replaceChildren(
      ...faults.slice(0, 8).map((/** @type {any} */ one) => h("p", { class: "bad" }, [one.place, one.reason].filter(Boolean).join(": "), " ", this.table.caseLink(one.case))),
      faults.length > 8 ? h("p", { class: "muted" }, `and ${faults.length - 8} faults more`) : "", faults.length ? "" : h("p", { class: "good" }, "It may be handed in as it stands."),
      ...remarks.map((/** @type {string} */ words) => h("p", { class: "muted" }, words)));
  }
}
