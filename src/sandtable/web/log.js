// The log: a story, each line of which opens to the dice, the modifiers and the cases behind it.

import { h, tell } from "./dom.js";
import { signed } from "./looking.js";

export class Log {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.list = h("ol", { class: "story", tabindex: "0", "aria-label": "The story so far" });
    this.element = h("section", { class: "log", "aria-label": "What happened" }, h("h2", {}, "What happened"), this.list);
    /** @type {any[]} */
    this.events = [];
  }

  /** @param {any[]} events @param {boolean} [aloud] */
  add(events, aloud = true) {
    this.events.push(...events);
    this.list.append(...events.map((event) => this.line(event)));
    if (aloud) tell(events.map((event) => event.text).join(". "));
    this.list.scrollTop = this.list.scrollHeight;
  }

  /**
   * Forget all beyond a number of events.
   * @param {number} heard
   */
  keep(heard) {
    this.events.length = Math.min(this.events.length, heard);
    while (this.list.childElementCount > heard) this.list.lastElementChild?.remove();
  }

  /** @param {any} event */
  line(event) {
    if (event.type === "segment-began") return h("li", { class: "phase" }, event.text);
    if (event.type !== "rolled") {
      return h("li", { class: event.type, click: () => this.show(event) }, event.text, " ", this.table.caseLink(event.case));
    }
    const rows = event.modifiers.map((/** @type {any} */ one) =>
      h("tr", {}, h("td", {}, one.why), h("td", { class: "figure" }, signed(one.amount)), h("td", {}, this.table.caseLink(one.case))));
    return h("li", { class: "roll" }, h("details", {},
      h("summary", {}, dice(event.dice), ` ${event.purpose}: `, h("b", {}, event.result), h("span", { class: "why" }, " why")),
      h("p", {}, event.text, " ", this.table.caseLink(event.rule || event.case)),
      rows.length ? h("table", {}, h("tbody", {}, rows)) : h("p", { class: "muted" }, "Nothing changes the roll.")));
  }

  /**
   * While the curtain is drawn, nothing of the story can be read.
   * @param {boolean} hidden
   */
  hide(hidden) {
    this.list.hidden = hidden;
  }

  /**
   * Where it happened.
   * @param {any} event
   */
  show(event) {
    const hex = [event.hex, event.to, event.at].find((one) => this.table.map.hexes.has(one));
    if (hex) {
      this.table.map.centre(hex);
      this.table.map.point(hex, false);
    }
  }
}

/** @param {number[]} faces */
function dice(faces) {
  return faces.map((face) => h("span", { class: "die", "aria-label": `die ${face}` }, String(face)));
}
