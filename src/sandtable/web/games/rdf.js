// Rapid Deployment Force: one's own secret sheet beside the ask, the formation on the map, and who fires at whom as a ladder.

import { shortName } from "../counters.js";
import { h, percent } from "../dom.js";

/** Ways on the sheet, by what they mean on the map. */
const LEGEND = "The dashed line is the axis; the thin one is how far the formation lets you leave it.";
/** Events that end a chain of fire, and what befalls who was fired at. */
const ENDS = new Set(["segment-began", "moved", "entered", "formation-taken", "stood"]);
const FIRES = new Set(["fires", "defends"]);
const RESULTS = new Set(["is-hit", "destroyed", "suppressed"]);
/** What may follow an open ask of the chain [9.32] [9.33] [9.35]. */
const FOLLOWS = /** @type {Record<string, string>} */ ({
  "opportunity-fire": "then the moving side may answer by hasty fire or overwatch, and draw fire again",
  "return-fire": "then the other side may fire at whoever fired; a window that stays empty ends it",
  "hasty-fire": "then the enemy may fire at the unit that fired", "final-fire": "each shot exposes its firer to the enemy's fire",
});

/** @typedef {{unit: string, target: string, how: string, result: string}} Shot */

/** @param {import("../table.js").Table} table @returns {any} */
function ownSheet(table) {
  const view = table.sight.view;
  const number = view.sides?.indexOf(table.shown.side) ?? -1;
  return view.sheets?.[number] ?? null;
}

/** @param {import("../table.js").Table} table */
function status(table) {
  return h("div", {}, ladder(table), secretSheet(table));
}

/** @param {import("../table.js").Table} table */
function secretSheet(table) {
  const sheet = ownSheet(table);
  if (!sheet) return null;
  const limits = sheet.formation ? [["Off the axis", `up to ${sheet.deviation} hexes`], ["Frontage", sheet.frontage], ["Depth", `${sheet.depth} behind the first`]] : [];
  const facts = [["Formation", sheet.formation], ...limits, ["Option", sheet.option], ["Orders", sheet.orders || ""], ["Axis", sheet.entry ? `${sheet.entry} to ${sheet.exit}` : ""],
    ["HQ rating", sheet.rating || ""], ["Air strikes", sheet.strikes ? `${sheet.strikes} a turn from turn ${sheet.strikes_from}` : ""],
    ["Headquarters with", sheet.host], ["Sighted", sheet.sighted || ""], ["Outside the deviation", strays(table, sheet).map(shortName).join(", ")]]
    .filter(([, value]) => value !== "" && value !== null && value !== undefined);
  const axis = h("input", { type: "checkbox", id: "axis", checked: shown, change: () => { shown = !shown; overlay(table); } });
  return h("details", { class: "secret", open, toggle: (/** @type {any} */ event) => { open = event.target.open; } }, h("summary", {}, "Your secret sheet"),
    facts.map(([name, value]) => h("div", { class: "fact" }, h("span", {}, name), h("b", {}, String(value)))),
    h("p", {}, axis, h("label", { for: "axis" }, " Formation on the map")), h("p", { class: "muted" }, LEGEND));
}

let shown = true, open = innerHeight > 900;
/** The corridor that was worked out last. */
let known = { key: "", hexes: /** @type {string[]} */ ([]) };

/**
 * The hexes within so many of a line: hexes lie 60 apart from column to column, and 69.28 in a column.
 * @param {import("../table.js").Table} table @param {string[]} line @param {number} far
 */
function corridor(table, line, far) {
  const key = `${far} ${line.join(" ")}`;
  if (known.key === key) return known.hexes;
  const places = table.map.overlays.places(line);
  const near = (/** @type {{x: number, y: number}} */ one) => places.some((at) => {
    const across = Math.abs(at.x - one.x) / 60, down = Math.abs(at.y - one.y) / 69.28;
    return across + Math.max(0, down - across / 2) < far + 0.4;
  });
  known = { key, hexes: [...table.map.hexes.values()].filter(near).map((one) => one.name) };
  return known.hexes;
}

/**
 * Own counters that stand outside the deviation.
 * @param {import("../table.js").Table} table @param {any} sheet @returns {import("../counters.js").Counter[]}
 */
function strays(table, sheet) {
  if (!sheet.axis?.length || !sheet.formation) return [];
  const inside = new Set(corridor(table, sheet.axis, sheet.deviation));
  return table.sight.counters.filter((/** @type {import("../counters.js").Counter} */ one) => one.side === table.shown.side && !inside.has(one.hex));
}

/**
 * The shots since the last move: who at whom, and what came of it.
 * @param {import("../table.js").Table} table @returns {Shot[]}
 */
function chain(table) {
  /** @type {Shot[]} */
  const shots = [];
  const { events } = table.log;
  const begun = events.reduce((/** @type {number} */ last, /** @type {any} */ event, /** @type {number} */ n) => (ENDS.has(event.type) ? n : last), -1);
  for (const event of events.slice(begun + 1)) {
    const last = shots[shots.length - 1];
    if (FIRES.has(event.type)) shots.push({ unit: event.unit, target: event.target, how: event.weapon ? `class ${event.weapon}` : "air defence", result: "" });
    else if (last && RESULTS.has(event.type) && event.unit === last.target) last.result = event.type.replace("is-", "");
    else if (last && event.type === "rolled" && !last.result) last.result = event.result;
  }
  return shots;
}

/**
 * The chain of fire, each shot on the rung of the one that drew it, and what may follow.
 * @param {import("../table.js").Table} table
 */
function ladder(table) {
  const shots = chain(table), ask = table.asks.ask;
  const next = ask?.window || ask?.name === "final-fire" ? FOLLOWS[ask.name] ?? "" : "";
  if (!shots.length && !(next && ask?.stakes)) return null;
  const side = (/** @type {string} */ unit) => table.sight.view.owner?.[table.sight.view.units?.indexOf(unit)] ?? "";
  let depth = 0;
  const rungs = shots.map((shot, n) => {
    if (n && side(shots[n - 1].unit) !== side(shot.unit)) depth += 1;
    return h("li", { class: `rung deep-${Math.min(depth, 5)}` }, h("b", {}, named(shot.unit, side(shot.unit))), " at ", named(shot.target, side(shot.target)),
      h("span", { class: "muted" }, ` ${shot.how}`), shot.result ? h("b", { class: shot.result === "no effect" || shot.result === "miss" ? "" : "hit" }, ` ${shot.result}`) : null);
  });
  const open = next ? h("li", { class: `rung now deep-${Math.min(depth + 1, 5)}` }, `${ask?.side} may fire${ask?.stakes ? `, at best ${percent(ask.stakes)}` : ""}; ${next}`) : null;
  return h("section", { class: "chain", "aria-label": "Reactions" }, h("h2", {}, "Reactions"), h("ol", {}, rungs, open));
}

/** @param {string} name @param {string} side */
const named = (name, side) => name.replace(`${side} `, "");

/** @param {import("../table.js").Table} table */
function overlay(table) {
  const sheet = ownSheet(table);
  const at = (/** @type {string} */ unit) => table.sight.counters.find((/** @type {any} */ one) => one.name === unit)?.hex ?? "";
  const ways = shown && sheet?.axis?.length ? [{ hexes: sheet.axis, kind: "axis", words: "axis" }] : [];
  const edge = shown && sheet?.axis?.length && sheet.formation ? [{ hexes: corridor(table, sheet.axis, sheet.deviation), kind: "edge" }] : [];
  const out = shown && sheet ? strays(table, sheet).map((one) => ({ hexes: [one.hex], kind: "stray" })) : [];
  const marks = (table.sight.view.marks ?? []).map((/** @type {any} */ mark) => ({ hexes: [mark.hex], kind: "area" }));
  const shots = chain(table).map((shot) => ({ hexes: [at(shot.unit), at(shot.target)].filter(Boolean), kind: "fire" })).filter((shot) => shot.hexes.length === 2);
  table.map.ways([...edge, ...ways, ...out, ...marks, ...shots]);
}

/** @type {import("../table.js").GamesOwn} */
export default { status, overlay };
