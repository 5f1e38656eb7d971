// The rules drawer: every case in our own words beside the map, searchable, opened from any case number.

import { request } from "./api.js";
import { h } from "./dom.js";

/** @typedef {{number: string, title: string, text: string, ruling: string}} Case */

export class RulesDrawer {
  constructor() {
    this.game = "";
    /** @type {Case[]} */
    this.cases = [];
    this.preface = "";
    /** Which case was asked for last; the rules may still be on their way. */
    this.wanted = "";
    this.search = /** @type {HTMLInputElement} */ (h("input", { class: "search", type: "search", placeholder: "Search the rules", "aria-label": "Search the rules",
      input: () => this.list() }));
    this.body = h("div", { class: "cases", tabindex: "0" });
    this.heading = h("h2", {}, "Rules");
    this.element = h("aside", { class: "drawer", "aria-label": "Rules", hidden: true,
      keydown: (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && this.close() },
    h("header", {}, this.heading, h("button", { class: "quiet", "aria-label": "Close the rules", click: () => this.close() }, "×")),
    this.search, this.body);
  }

  /** @param {string} game */
  async load(game) {
    if (this.game === game) return;
    this.game = game;
    const found = await request(`/api/games/${game}/rules`);
    this.cases = found.cases;
    this.preface = found.preface;
    this.heading.textContent = `Rules of ${found.title}`;
    if (!this.element.hidden) this.open(this.wanted);
  }

  /**
   * The title of a case, once the rules are there.
   * @param {string} number
   */
  title(number) {
    return this.cases.find((one) => one.number === number)?.title ?? "";
  }

  /**
   * Open at a case, or at the beginning.
   * @param {string} [number]
   */
  open(number = "") {
    this.element.hidden = false;
    this.wanted = number;
    this.search.value = "";
    this.list();
    const found = number ? this.body.querySelector(`[data-case="${number}"]`) ?? this.body.querySelector(`[data-case^="${number.split(".")[0]}."]`) : null;
    if (!found) return this.search.focus();
    for (const one of this.body.querySelectorAll(".asked-for")) one.classList.remove("asked-for");
    found.classList.add("asked-for");
    found.querySelector("details")?.setAttribute("open", "");
    found.scrollIntoView({ block: "start" });
    /** @type {HTMLElement} */ (found).focus();
    return undefined;
  }

  close() {
    this.element.hidden = true;
  }

  toggle() {
    if (this.element.hidden) this.open();
    else this.close();
  }

  list() {
    const wanted = this.search.value.trim().toLowerCase();
    const words = (/** @type {Case} */ one) => `${one.number} ${one.title} ${one.text} ${one.ruling}`.toLowerCase();
    const found = this.cases.filter((one) => !wanted || words(one).includes(wanted));
    this.body.replaceChildren(wanted ? h("p", { class: "muted" }, `${found.length} of ${this.cases.length} cases`) : h("div", { class: "muted" }, prose(this.preface)),
      ...found.map((one) => entry(one, Boolean(wanted))));
  }
}

/** @param {Case} one @param {boolean} open */
function entry(one, open) {
  const chapter = one.number.endsWith(".0");
  return h("section", { "data-case": one.number, tabindex: "-1", class: chapter ? "chapter" : "" },
    h("h3", {}, h("span", { class: "case" }, one.number), " ", one.title),
    prose(one.text),
    one.ruling ? h("details", { open }, h("summary", {}, "How Sandtable rules it"), prose(one.ruling)) : null);
}

/**
 * Paragraphs, lists and emphasis as docs write them.
 * @param {string} text
 */
function prose(text) {
  return text.split(/\n{2,}/).filter(Boolean).map((part) => {
    if (/^[-*] /.test(part)) return h("ul", {}, part.split(/\n(?=[-*] )/).map((line) => h("li", {}, spans(line.slice(2)))));
    return h("p", {}, spans(part.replaceAll("\n", " ")));
  });
}

/** @param {string} text */
function spans(text) {
  return text.replace(/\[([^\]]+)\]\([^)]+\)/g, "$1").split(/(\*\*[^*]+\*\*|`[^`]+`)/).map((part) => {
    if (part.startsWith("**")) return h("b", {}, part.slice(2, -2));
    return part.startsWith("`") ? h("code", {}, part.slice(1, -1)) : part;
  });
}
