// Tank!: sealed plotting with orders as chips and arrows on the map, and the state of both forces.

import { h, percent } from "../dom.js";
import { Verdict } from "../draft.js";
import { beside, likelyWay } from "../paths.js";

/** @typedef {{unit: string, task: string, target?: string, path?: string | string[]}} Line */
/** @typedef {{unit: string, tasks: string[], points: number, reach: Record<string, string[]>, fire: {hex: string, range: number, chance?: string, masked_by?: string}[]}} Prospect */

const TASKS = /** @type {Record<string, string>} */ ({
  DF: "fire at what is seen", OF: "cover a hex", MV: "move", MVR: "back", OV: "overrun", FC: "turn on the spot", "": "nothing",
});

/**
 * The pad as it is being written, until it is handed in. */
class Pad {
  /**
 * @param {import("../table.js").Table} table @param {import("../asks.js").Ask} ask
 */
  constructor(table, ask) {
    this.table = table;
    this.key = `${table.id} ${ask.side} ${table.sight.standing.turn}`;
    /** @type {Prospect[]} */
    this.units = ask.context.units;
    this.march = Boolean(ask.draft?.march);
    /** @type {string[]} */
    this.route = [...(ask.draft?.route ?? [])];
    /** @type {Map<string, Line>} */
    this.lines = new Map((ask.draft?.lines ?? []).map((/** @type {Line} */ line) => [line.unit, line]));
    this.unit = this.units.find((unit) => !this.lines.has(unit.unit))?.unit ?? this.units[0]?.unit ?? "";
    this.task = "";
    this.verdict = new Verdict(table);
  }

  get answer() {
    return { lines: [...this.lines.values()].filter((line) => line.task), ...(this.march ? { march: true } : {}), ...(this.route.length ? { route: this.route } : {}) };
  }

  /** @param {string} hex where the map was clicked */
  click(hex) {
    const there = (this.table.map.stacks.get(hex) ?? []).map((counter) => counter.name);
    const own = this.units.filter((unit) => there.includes(unit.unit));
    const reach = this.units.find((unit) => unit.unit === this.unit)?.reach ?? {};
    const away = own.length && own[0].unit !== this.unit && !Object.values(reach).some((hexes) => hexes.includes(hex));
    if (!this.task || (away && !["DF", "OF"].includes(this.task))) {
      if (own.length) this.pick(own[(own.findIndex((unit) => unit.unit === this.unit) + 1) % own.length].unit);
      return;
    }
    if (this.task === "DF" || this.task === "OF") this.lines.set(this.unit, { unit: this.unit, task: this.task, target: hex });
    else {
      this.lines.set(this.unit, { unit: this.unit, task: this.task, path: this.onward(this.path(this.unit), hex, reach) });
    }
  }

  /**
   * The path with a hex more: cut there if it is in it, one step on if it is beside the last, else all the way there.
   * @param {string[]} path @param {string} hex @param {Record<string, string[]>} reach
   */
  onward(path, hex, reach) {
    const { hexes } = this.table.map, back = path.indexOf(hex);
    if (back >= 0) return path.slice(0, back + 1);
    const last = hexes.get(path[path.length - 1] ?? hexOf(this, this.unit)), there = hexes.get(hex);
    if (!last || !there || beside(last, there)) return [...path, hex];
    const costs = Object.fromEntries(Object.entries(reach).flatMap(([cost, names]) => names.map((name) => [name, cost])));
    return costs[hex] === undefined ? [...path, hex] : likelyWay(hexes, costs, hex).slice(1);
  }

  /** @param {string} unit @returns {string[]} */
  path(unit) {
    const path = this.lines.get(unit)?.path ?? [];
    return Array.isArray(path) ? path : path.split(/[\s,]+/).filter(Boolean);
  }

  /** @param {string} unit */
  pick(unit) {
    this.unit = unit;
    this.task = this.lines.get(unit)?.task ?? "";
  }

  /** @param {string} task */
  take(task) {
    this.task = task;
    if (!task || task === "FC") this.lines.set(this.unit, { unit: this.unit, task });
    else if (this.lines.get(this.unit)?.task !== task) this.lines.delete(this.unit);
  }
}

/** @type {Pad | null} */
let pad = null;

/** @param {import("../table.js").Table} table @param {import("../asks.js").Ask} ask @param {(words: Record<string, any>) => void} send */
function plotting(table, ask, send) {
  if (pad?.key !== `${table.id} ${ask.side} ${table.sight.standing.turn}`) pad = new Pad(table, ask);
  const own = pad;
  const place = h("div", { class: "plotting" });
  const draw = () => {
    place.replaceChildren(.../** @type {HTMLElement[]} */ (page(own, ask, draw, send)));
    own.verdict.ask(own.answer);
    show(own);
  };
  table.asks.ownPick = (hex) => {
    own.click(hex);
    draw();
    return true;
  };
  table.map.bring(hexOf(own, own.unit));
  draw();
  return place;
}

/** @param {Pad} own @param {import("../asks.js").Ask} ask @param {() => void} draw @param {(words: Record<string, any>) => void} send */
function page(own, ask, draw, send) {
  const prospect = own.units.find((unit) => unit.unit === own.unit);
  const open = own.units.filter((unit) => !own.lines.has(unit.unit));
  const chips = own.units.map((unit) => h("button", {
    class: `chip${unit.unit === own.unit ? " chosen" : ""}${own.lines.has(unit.unit) ? " plotted" : ""}`, "aria-pressed": String(unit.unit === own.unit),
    click: () => { own.pick(unit.unit); own.table.map.bring(hexOf(own, unit.unit)); draw(); },
  }, h("b", {}, unit.unit), " ", brief(own, unit.unit)));
  const tasks = (prospect?.tasks ?? []).concat("").map((task) => h("button", { class: own.task === task ? "tab chosen" : "tab", "aria-pressed": String(own.task === task),
    click: () => { own.take(task); draw(); } }, task ? h("b", {}, task) : "—", h("span", {}, ` ${TASKS[task] ?? ""}`)));
  return [
    h("div", { class: "chips" }, chips),
    prospect ? h("div", { class: "tabs tasks" }, tasks) : null,
    hint(own, prospect, draw),
    ask.context.column?.length ? h("label", {}, h("input", { type: "checkbox", checked: own.march, change: () => { own.march = !own.march; draw(); } }), " The column marches on along its route") : null,
    h("p", { class: "muted" }, open.length ? `Unplotted, and so doing nothing: ${open.map((unit) => unit.unit).join(", ")}` : "Every unit has its plot."),
    own.verdict.element,
    h("div", { class: "row" },
      h("button", { class: "quiet", click: () => { own.lines.delete(own.unit); own.task = ""; draw(); } }, "Clear this plot"),
      h("button", { class: "go", "data-go": "", click: () => send({ answer: own.answer }) }, "Hand in")),
  ].filter((part) => part !== null);
}

/**
 * What can be done with the picked task: hexes to pick, and what is in the way.
 * @param {Pad} own @param {Prospect | undefined} unit @param {() => void} draw
 */
function hint(own, unit, draw) {
  if (!unit || !own.task) return h("p", { class: "muted" }, "Pick a unit, then its task; targets and paths are picked on the map.");
  if (own.task === "DF" || own.task === "OF") {
    return h("div", { class: "answers" }, unit.fire.map((shot) => h("button", { class: "answer", click: () => { own.click(shot.hex); draw(); } },
      h("span", { class: "words" }, `${shot.hex} at ${shot.range}${shot.masked_by ? `, ${shot.masked_by} is in the way` : ""}`), h("span", { class: "chance" }, percent(shot.chance)))),
    unit.fire.length ? null : h("p", { class: "muted" }, own.task === "OF" ? "No enemy in sight; pick any hex to cover." : "No enemy in field and range."));
  }
  if (["MV", "MVR", "OV"].includes(own.task)) {
    const cost = costOf(unit, own.path(unit.unit).at(-1) ?? "");
    return h("p", {}, `${unit.points} points. Pick where to, or the path hex by hex; pick a hex of it again to cut it there.`, cost ? ` The last hex takes at least ${cost}.` : "");
  }
  return null;
}

/** @param {Prospect} unit @param {string} hex */
const costOf = (unit, hex) => Object.entries(unit.reach).find(([, hexes]) => hexes.includes(hex))?.[0] ?? "";

/** @param {Pad} own @param {string} unit */
function brief(own, unit) {
  const line = own.lines.get(unit);
  if (!line) return "";
  return [line.task || "—", line.target, own.path(unit).at(-1)].filter(Boolean).join(" ");
}

/** @param {Pad} own @param {string} unit */
const hexOf = (own, unit) => own.table.sight.counters.find((/** @type {any} */ one) => one.name === unit)?.hex ?? "";

/**
 * One's own plots as arrows; what the picked unit could do as light.
 * @param {Pad} own
 */
function show(own) {
  const { map } = own.table;
  map.ways([...own.lines.values()].flatMap((line) => {
    const start = hexOf(own, line.unit);
    const path = own.path(line.unit);
    if (line.target) return [{ hexes: [start, line.target], kind: line.task === "DF" ? "fire" : "cover", words: line.task }];
    return path.length ? [{ hexes: [start, ...path], kind: line.task === "MVR" ? "back" : "move", words: line.task }] : [];
  }));
  const unit = own.units.find((one) => one.unit === own.unit);
  /** @type {Map<string, {tone: import("../map.js").Tone, note?: string}>} */
  const lit = new Map([[hexOf(own, own.unit), { tone: /** @type {const} */ ("picked") }]]);
  if (unit && (own.task === "DF" || own.task === "OF")) {
    for (const shot of unit.fire) lit.set(shot.hex, { tone: "target", note: percent(shot.chance) });
  }
  map.light(lit);
  if (unit && ["MV", "MVR", "OV"].includes(own.task)) map.reach(Object.values(unit.reach).flat());
}

/** @param {import("../table.js").Table} table */
function status(table) {
  const forces = table.sight.view.forces ?? [];
  if (!forces.length) return null;
  const rows = forces.map((/** @type {any} */ force) => h("tr", {}, h("th", { scope: "row" }, force.side), h("td", { class: "figure" }, `${force.survivors} of ${force.initial}`),
    h("td", { class: "figure" }, [force.initial - force.survivors, force.preservation].filter((value, n) => !n || value).join(" of ")), h("td", { class: "figure" }, force.panic)));
  return h("table", { class: "track" }, h("thead", {}, h("tr", {}, h("td", {}), h("th", { scope: "col" }, "left"), h("th", { scope: "col" }, "lost"), h("th", { scope: "col" }, "panic"))), h("tbody", {}, rows));
}

/** @type {import("../table.js").GamesOwn} */
export default {
  question: (table, ask, send) => {
    table.asks.ownPick = null;
    return ask.name === "plot" && ask.context.units ? plotting(table, ask, send) : null;
  },
  status,
  overlay: (table) => { if (table.asks.ask?.name !== "plot") table.map.ways([]); },
};
