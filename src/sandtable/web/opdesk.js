// The op-sheet desk: draw the graphic on the map, fill in the rest, and see at once what is wrong with it.

import { shortName } from "./counters.js";
import { h } from "./dom.js";
import { Verdict } from "./draft.js";
import { KINDS, drawItem } from "./graphics.js";
import { OpSheet } from "./opsheet.js";

const TYPES = { attack: "Attack", move: "Move", hasty_defense: "Hasty defence", prepared_defense: "Prepared defence" };
const VERBS = ["attack", "move", "defend", "delay", "hold", "support", "screen", "withdraw", "join", "follow"];
const POSTURES = { avoid: "keeps off the enemy", accept: "fights where it must", seek: "seeks the fight" };

export class OpDesk {
  /** @param {import("./table.js").Table} table @param {import("./asks.js").Ask} ask @param {(words: Record<string, any>) => void} send */
  constructor(table, ask, send) {
    this.table = table;
    this.ask = ask;
    this.send = send;
    this.key = OpDesk.keyOf(table, ask);
    this.element = h("div", { class: "opdesk" });
    this.verdict = new Verdict(table);
    this.known = "";
    /** @type {any} */
    this.orders = {};
    /** @type {OpSheet[]} */
    this.sheets = [];
    this.open = -1;
    this.take(ask);
  }

  /** @param {import("./table.js").Table} table @param {import("./asks.js").Ask} ask */
  static keyOf(table, ask) {
    return `${table.id} ${ask.side} ${table.sight.standing.turn} ${ask.name}`;
  }

  /**
   * What was decided by an option of the engine's joins what is written here.
   * @param {import("./asks.js").Ask} ask
   */
  take(ask) {
    this.ask = ask;
    const now = JSON.stringify(ask.draft ?? {});
    if (now === this.known) return;
    this.known = now;
    const { draw = [], ...rest } = structuredClone(ask.draft ?? {});
    this.orders = rest;
    const mine = this.sheets.filter((sheet) => !draw.some((/** @type {any} */ plan) => plan.id === sheet.plan.id) && !this.fromEngine?.has(sheet.plan.id));
    this.fromEngine = new Set(draw.map((/** @type {any} */ plan) => plan.id));
    this.sheets = [...draw.map((/** @type {any} */ plan) => new OpSheet(plan)), ...mine];
    this.open = this.sheets.length - 1;
  }

  get sheet() {
    return this.sheets[this.open];
  }

  /** @param {string} hex */
  click(hex) {
    if (!this.sheet?.click(hex)) return false;
    this.show();
    return true;
  }

  get answer() {
    return { ...this.orders, draw: this.sheets.map((sheet) => sheet.answer) };
  }

  show() {
    const { sheet } = this;
    const tabs = this.sheets.map((one, n) => h("button", { class: n === this.open ? "tab chosen" : "tab", "aria-pressed": String(n === this.open),
      click: () => { this.open = n === this.open ? -1 : n; this.show(); } }, one.plan.id));
    this.element.replaceChildren(
      h("div", { class: "tabs" }, tabs, h("button", { class: "tab", click: () => this.begin() }, "+ New sheet")),
      sheet ? this.form(sheet) : this.table.asks.building(this.ask, true),
      h("div", { class: "foot" }, this.verdict.element,
        h("div", { class: "row" }, sheet ? h("button", { class: "quiet", click: () => this.drop() }, "Throw it away") : h("span", {}),
          h("button", { class: "go", "data-go": "", click: () => this.send({ answer: this.answer }) }, "Hand in"))));
    this.verdict.ask(this.answer);
    this.draw();
  }

  begin() {
    const taken = new Set([...this.sheets.map((one) => one.plan.id), ...(this.table.sight.view.sheets ?? []).map((/** @type {any} */ one) => one.plan.id)]);
    const number = Array.from({ length: 60 }, (_, n) => `S${n + 1}`).find((id) => !taken.has(id)) ?? "S61";
    this.sheets.push(new OpSheet({ id: number, type: "attack", groups: [{ id: "all", units: [], steps: [{ verb: "attack" }] }] }));
    this.open = this.sheets.length - 1;
    this.show();
  }

  drop() {
    const [gone] = this.sheets.splice(this.open, 1);
    this.open = -1;
    if (this.fromEngine?.has(gone.plan.id)) this.send({ step_back: true });
    this.show();
  }

  /** @param {OpSheet} sheet */
  form(sheet) {
    const renew = () => this.show();
    const own = [...new Set([...this.table.sight.counters.filter((/** @type {any} */ one) => one.side === this.ask.side && one.name).map((/** @type {any} */ one) => one.name), ...sheet.units])];
    return h("div", { class: "opsheet" },
      h("label", { class: "field" }, "It orders ", choice(TYPES, sheet.plan.type, (value) => { sheet.plan.type = value; renew(); })),
      h("h3", {}, "Task organization"),
      h("div", { class: "chips" }, own.map((name) => h("button", { class: sheet.units.includes(name) ? "chip plotted chosen" : "chip", "aria-pressed": String(sheet.units.includes(name)),
        click: () => { sheet.toggle(name); renew(); } }, shortName({ side: "", name })))),
      h("h3", {}, "Graphic"),
      h("div", { class: "chips" }, Object.entries(KINDS).map(([kind, { title, letters }]) => h("button", { class: "chip", title, click: () => { sheet.begin(kind); renew(); } }, letters || title))),
      h("ul", { class: "items" }, sheet.graphic.map((item, n) => this.item(sheet, item, n))),
      sheet.tool ? h("p", { class: "muted" }, "Click the hexes on the map; a hex that is drawn already is taken out again.") : null,
      h("h3", {}, "Steps"), sheet.groups.map((group) => this.group(sheet, group)),
      h("h3", {}, "Failure instructions"), this.failure(sheet));
  }

  /** @param {OpSheet} sheet @param {import("./graphics.js").Item} item @param {number} n */
  item(sheet, item, n) {
    const on = sheet.tool === "graphic" && sheet.drawing === n;
    return h("li", {}, h("button", { class: on ? "tab chosen" : "tab", "aria-pressed": String(on), title: KINDS[item.kind].title,
      click: () => { sheet.tool = on ? "" : "graphic"; sheet.drawing = on ? -1 : n; this.show(); } }, item.name),
    h("span", { class: "muted" }, item.hexes.length > 4 ? ` ${item.hexes.length} hexes` : ` ${item.hexes.join(" ") || "draw it"}`),
    h("button", { class: "quiet", "aria-label": `Strike ${item.name}`, click: () => { sheet.strike(n); this.show(); } }, "×"));
  }

  /** @param {OpSheet} sheet @param {import("./opsheet.js").Group} group */
  group(sheet, group) {
    const ways = sheet.graphic.filter((item) => KINDS[item.kind].draw === "way").map((item) => item.name);
    const areas = sheet.graphic.filter((item) => KINDS[item.kind].draw === "area").map((item) => item.name);
    const named = (/** @type {string[]} */ names) => Object.fromEntries([["", "—"], ...names.map((name) => [name, name])]);
    return h("div", { class: "group" }, sheet.groups.length > 1 ? h("b", {}, group.id) : null, h("ol", {}, group.steps.map((step, n) => h("li", {},
      choice(Object.fromEntries(VERBS.map((verb) => [verb, verb])), step.verb, (value) => { step.verb = value; this.show(); }, "What it does"),
      h("span", {}, " by ", choice(named(ways), step.via?.[0] ?? "", (value) => { step.via = value ? [value] : []; this.show(); }, "By which way")),
      h("span", {}, " to ", choice(named(areas), step.to ?? "", (value) => { step.to = value; this.show(); }, "Where it ends")),
      choice(POSTURES, step.posture ?? "accept", (value) => { step.posture = value; this.show(); }, "How it meets the enemy"),
      h("button", { class: "quiet", "aria-label": "Strike this step", click: () => { group.steps.splice(n, 1); this.show(); } }, "×")))),
    h("button", { class: "quiet", click: () => { group.steps.push({ verb: "defend" }); this.show(); } }, "+ step"));
  }

  /** @param {OpSheet} sheet */
  failure(sheet) {
    const [way = { route: [], rally: [] }] = sheet.plan.failure ?? [];
    const tool = (/** @type {"route" | "rally"} */ name, /** @type {string} */ words) => h("button", { class: sheet.tool === name ? "tab chosen" : "tab", "aria-pressed": String(sheet.tool === name),
      click: () => { sheet.fall(name); this.show(); } }, `${words}: ${way[name].length > 4 ? `${way[name].length} hexes` : way[name].join(" ") || "draw it"}`);
    return h("div", { class: "tabs" }, tool("route", "Way back"), tool("rally", "Rally"));
  }

  draw() {
    const { overlays } = this.table.map, placed = (/** @type {string[]} */ names) => overlays.places(names);
    const pencil = `pencil-${Math.max(0, this.table.sides().indexOf(this.ask.side)) + 1}`;
    const drawn = this.sheets.flatMap((sheet, n) => [...sheet.graphic.map((item) => drawItem(item, placed, `${pencil}${n === this.open ? " fresh" : ""}`)),
      ...(sheet.plan.failure ?? []).flatMap((way) => [drawItem({ kind: "direction", name: "back", hexes: way.route }, placed, `${pencil} back`), drawItem({ kind: "assembly_area", name: "rally", hexes: way.rally }, placed, `${pencil} back`)])]);
    overlays.layers.graphics.replaceChildren(...standing(this.table), .../** @type {SVGElement[]} */ (drawn.filter(Boolean)));
    overlays.light(new Map((this.sheet?.hexes ?? []).map((hex) => [hex, { tone: /** @type {const} */ ("picked") }])));
  }
}

/**
 * A list to pick from.
 * @param {Record<string, string>} values @param {string} chosen @param {(value: string) => void} take @param {string} [title]
 */
function choice(values, chosen, take, title = "") {
  return h("select", { "aria-label": title || null, change: (/** @type {any} */ event) => take(event.target.value) },
    Object.entries(values).map(([value, words]) => h("option", { value, selected: value === chosen }, words)));
}

/**
 * The graphics of the sheets that are drawn up already.
 * @param {import("./table.js").Table} table @returns {SVGElement[]}
 */
export function standing(table) {
  const placed = (/** @type {string[]} */ names) => table.map.overlays.places(names);
  const drawn = (table.sight.view.sheets ?? []).flatMap((/** @type {any} */ sheet) =>
    (sheet.plan.graphic ?? []).map((/** @type {any} */ item) => drawItem(item, placed, `pencil-${table.sides().indexOf(sheet.side) + 1} ${sheet.stands}`)));
  return drawn.filter(Boolean);
}
