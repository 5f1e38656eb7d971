// Op-sheet graphics in grease pencil: areas, ways and lines with the symbols that armies draw them by.

import { s } from "./dom.js";
import { SIDE, border, curve, outline, straight } from "./overlays.js";

/** @typedef {{kind: string, name: string, hexes: string[], half_width?: number, order?: number, condition?: string, target?: string[], battery?: string}} Item */
/** @typedef {{x: number, y: number, name: string}} Place */

/** What each element is called on the map, and how it is drawn. */
export const KINDS = /** @type {Record<string, {title: string, letters: string, draw: "area" | "way" | "line" | "spot"}>} */ ({
  axis: { title: "Axis of advance", letters: "AXIS", draw: "way" }, direction: { title: "Direction of attack", letters: "", draw: "way" },
  road_march: { title: "Route of march", letters: "ROUTE", draw: "way" }, objective: { title: "Objective", letters: "OBJ", draw: "area" },
  assembly_area: { title: "Assembly area", letters: "AA", draw: "area" }, battle_position: { title: "Battle position", letters: "BP", draw: "area" },
  support_position: { title: "Support by fire", letters: "SBF", draw: "area" }, security_position: { title: "Security position", letters: "OP", draw: "area" },
  sector: { title: "Sector", letters: "SECTOR", draw: "area" }, smoke_area: { title: "Smoke", letters: "SMOKE", draw: "area" },
  line_of_departure: { title: "Line of departure", letters: "LD", draw: "line" }, phase_line: { title: "Phase line", letters: "PL", draw: "line" },
  boundary: { title: "Boundary", letters: "", draw: "line" }, fpf: { title: "Final protective fire", letters: "FPF", draw: "spot" },
});

/**
 * One element, in the pencil of its side.
 * @param {Item} item @param {(names: string[]) => Place[]} placed @param {string} [pencil] more classes
 */
export function drawItem(item, placed, pencil = "") {
  const places = placed(item.hexes), kind = KINDS[item.kind];
  if (!places.length || !kind) return null;
  const words = item.name.toUpperCase().startsWith(kind.letters) ? item.name : `${kind.letters} ${item.name}`;
  const parts = kind.draw === "area" ? area(item, places, placed) : kind.draw === "way" ? way(item, places) : kind.draw === "line" ? line(item, places) : spot(places);
  const [at] = kind.draw === "area" ? [middle(places)] : kind.draw === "way" ? [places[Math.floor(places.length / 2)]] : [places[places.length - 1]];
  return s("g", { class: `graphic of-${item.kind} ${pencil}` }, parts, label(at, words, kind.draw === "way" ? -12 : 5), kind.draw === "line" && places.length > 1 ? label(places[0], words, 5) : null);
}

/** @param {{x: number, y: number}} at @param {string} words @param {number} down */
const label = (at, words, down) => s("text", { class: "graphic-word", x: at.x, y: at.y + down }, words);

/** @param {Place[]} places */
const middle = (places) => ({ x: places.reduce((sum, at) => sum + at.x, 0) / places.length, y: places.reduce((sum, at) => sum + at.y, 0) / places.length });

/**
 * A closed line round the hexes; a battle position has its tick towards the enemy, support by fire its arms to the target.
 * @param {Item} item @param {Place[]} places @param {(names: string[]) => Place[]} placed
 */
function area(item, places, placed) {
  const at = middle(places), far = Math.max(...places.map((one) => Math.hypot(one.x - at.x, one.y - at.y))) + SIDE * 0.7;
  if (item.kind === "support_position") {
    const [aim = { x: at.x, y: at.y - 240 }] = placed(item.target ?? []).slice(0, 1);
    return support(at, aim, far);
  }
  return s("path", { class: "graphic-line", d: border(places) });
}

/**
 * Support by fire: a base line with two diverging arrows towards the target.
 * @param {{x: number, y: number}} at @param {{x: number, y: number}} aim @param {number} far
 */
function support(at, aim, far) {
  const angle = (Math.atan2(aim.y - at.y, aim.x - at.x) * 180) / Math.PI;
  const long = Math.min(190, Math.max(90, Math.hypot(aim.x - at.x, aim.y - at.y) * 0.7));
  const arm = (/** @type {number} */ side) => `M0 ${side * far}L${long} ${side * (far + 26)}M${long - 15} ${side * (far + 13)}L${long} ${side * (far + 26)}L${long - 19} ${side * (far + 30)}`;
  return s("path", { class: "graphic-line", transform: `translate(${at.x} ${at.y}) rotate(${angle.toFixed(0)})`,
    d: `M-16 ${-far - 14}L0 ${-far}V${far}L-16 ${far + 14}${arm(-1)}${arm(1)}` });
}

/**
 * A way: an axis as a broad arrow of two lines, a direction as one line, a march as a dashed one.
 * @param {Item} item @param {Place[]} places
 */
function way(item, places) {
  if (places.length < 2) return outline(places[0], "graphic-line");
  const last = places[places.length - 1], before = places[places.length - 2];
  const angle = ((Math.atan2(last.y - before.y, last.x - before.x) * 180) / Math.PI).toFixed(0);
  const wide = item.kind === "axis" ? 11 : 0;
  const tip = s("path", { class: "graphic-line graphic-tip", d: wide ? "M-12 -24L18 0L-12 24" : "M-12 -11L10 0L-12 11", transform: `translate(${last.x} ${last.y}) rotate(${angle})` });
  if (!wide) return [s("path", { class: "graphic-line", d: curve(places) }), tip];
  return [-1, 1].map((side) => s("path", { class: "graphic-line", d: curve(beside(places, side * wide)) })).concat(tip);
}

/**
 * The same line, a little to one side.
 * @param {Place[]} places @param {number} off
 */
function beside(places, off) {
  return places.map((at, n) => {
    const from = places[Math.max(0, n - 1)], to = places[Math.min(places.length - 1, n + 1)];
    const long = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    return { x: at.x - ((to.y - from.y) / long) * off, y: at.y + ((to.x - from.x) / long) * off };
  });
}

/** @param {Item} item @param {Place[]} places */
function line(item, places) {
  if (places.length < 2) return outline(places[0], "graphic-line");
  return s("path", { class: "graphic-line", d: item.kind === "boundary" ? straight(places) : curve(places) });
}

/** @param {Place[]} places */
const spot = (places) => places.map((at) => s("path", { class: "graphic-line", d: `M${at.x - 26} ${at.y}H${at.x + 26}M${at.x - 26} ${at.y - 7}V${at.y + 7}M${at.x + 26} ${at.y - 7}V${at.y + 7}` }));
