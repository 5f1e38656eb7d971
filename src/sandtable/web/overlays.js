// What is drawn over the map for a moment: lit hexes, lines of sight, ways, and how far somebody gets.

import { SIZE } from "./counters.js";
import { s } from "./dom.js";

export const SIDE = 40;
/** The corners of a hex, from the one between northwest and north on. */
const OUTLINE = [0, 1, 2, 3, 4, 5].map((n) => {
  const angle = (Math.PI / 3) * n - (2 * Math.PI) / 3;
  return `${(SIDE * Math.cos(angle)).toFixed(2)} ${(SIDE * Math.sin(angle)).toFixed(2)}`;
});
export const HEX = `M${OUTLINE.join("L")}Z`;

/** @typedef {"choice" | "target" | "picked"} Tone */
/** @typedef {{hexes: string[], kind: string, words?: string}} Way a line through hexes with a tip, or hexes outlined */
/** @typedef {{name: string, x: number, y: number}} Place */

export class Overlays {
  /** @param {(name: string) => Place | undefined} place */
  constructor(place) {
    this.place = place;
    this.layers = {
      reach: s("g", { class: "reach-hexes" }), graphics: s("g", { class: "graphics" }), ways: s("g", { class: "ways" }), lit: s("g", { class: "lit-hexes" }),
      lines: s("g", { class: "lines" }), path: s("g", { class: "path" }), notes: s("g", { class: "notes" }),
    };
  }

  /** @param {string[]} names @returns {Place[]} */
  places(names) {
    return /** @type {Place[]} */ (names.map((name) => this.place(name)).filter(Boolean));
  }

  /** @param {Map<string, {tone: Tone, note?: string}>} lit */
  light(lit) {
    const hexes = [], notes = [];
    for (const [name, { tone, note }] of lit) {
      const hex = this.place(name);
      if (!hex) continue;
      hexes.push(outline(hex, `lit ${tone}`));
      if (note) notes.push(s("text", { class: "note", x: hex.x, y: hex.y + SIZE / 2 + 8 }, note));
    }
    this.layers.reach.replaceChildren();
    this.layers.path.replaceChildren();
    this.layers.lit.replaceChildren(...hexes);
    this.layers.notes.replaceChildren(...notes);
  }

  /**
   * Lines of sight: clear, or blocked at a hex, up to which the line is drawn heavily.
   * @param {{from: string, to: string, clear: boolean, at?: string}[]} lines
   */
  sight(lines) {
    const parts = lines.flatMap((line) => {
      const from = this.place(line.from), to = this.place(line.to), stop = line.at ? this.place(line.at) : null;
      if (!from || !to) return [];
      const ends = { x1: from.x, y1: from.y, x2: to.x, y2: to.y };
      return [s("line", { class: "halo", ...ends }), s("line", { class: line.clear ? "clear" : "blocked", ...ends }), stop ? outline(stop, "blocking") : null,
        stop ? s("text", { class: "note blocked-at", x: stop.x, y: stop.y + 4 }, stop.name) : null];
    });
    this.layers.lines.replaceChildren(.../** @type {SVGElement[]} */ (parts.filter(Boolean)));
  }

  /**
   * How far somebody gets.
   * @param {string[]} names
   */
  reach(names) {
    this.layers.reach.replaceChildren(...this.places(names).map((hex) => outline(hex, "lit reach")));
  }

  /**
   * The way one would go, hex by hex, with what each step of it costs in all.
   * @param {string[]} names @param {string[]} [notes]
   */
  path(names, notes = []) {
    const places = this.places(names);
    if (places.length < 2) return this.layers.path.replaceChildren();
    const data = curve(places);
    return this.layers.path.replaceChildren(s("path", { class: "way-halo", d: data }), s("path", { class: "way step", d: data }), tip(places, "step"),
      ...places.map((at, n) => (notes[n] ? s("text", { class: "note", x: at.x, y: at.y + 26 }, notes[n]) : "")));
  }

  /** @param {Way[]} ways */
  ways(ways) {
    const drawn = ways.flatMap(({ hexes, kind, words }) => {
      const places = this.places(hexes);
      if (!places.length) return [];
      if (kind === "area" || kind === "stray") return places.map((hex) => outline(hex, `way-${kind}`));
      if (kind === "trp" || kind === "mission") return places.flatMap((at) => [target(at, kind), s("text", { class: `note on-${kind}`, x: at.x, y: at.y + 33 }, words ?? "")]);
      if (kind === "eye") return places.length > 1 ? [s("path", { class: "way-eye", d: straight(places) })] : [];
      if (kind === "edge") return [s("path", { class: "way-edge", d: border(places) })];
      const last = places[places.length - 1], data = kind === "axis" ? curve(places) : straight(places);
      return [s("path", { class: `way-halo of-${kind}`, d: data }), s("path", { class: `way ${kind}`, d: data }), places.length > 1 ? tip(places, kind) : null,
        words ? s("text", { class: "note", x: last.x, y: last.y + 30 }, words) : null];
    });
    this.layers.ways.replaceChildren(.../** @type {SVGElement[]} */ (drawn.filter(Boolean)));
  }
}

/** @param {Place} hex @param {string} kind */
export function outline(hex, kind) {
  return s("path", { class: kind, d: HEX, transform: `translate(${hex.x} ${hex.y})` });
}

/**
 * A reference point as a cross, a mission as a ring with a cross.
 * @param {Place} at @param {string} kind
 */
function target(at, kind) {
  const cross = `M${at.x - 20} ${at.y}H${at.x + 20}M${at.x} ${at.y - 20}V${at.y + 20}`;
  const ring = `M${at.x - 13} ${at.y}a13 13 0 1 0 26 0a13 13 0 1 0 -26 0`;
  return s("path", { class: `way-${kind}`, d: kind === "mission" ? cross + ring : cross });
}

/**
 * The line round an area: every hexside beyond which there is none of its hexes.
 * @param {Place[]} places
 */
export function border(places) {
  const key = (/** @type {number} */ x, /** @type {number} */ y) => `${Math.round(x / 20)} ${Math.round(y / 20)}`;
  const inside = new Set(places.map((at) => key(at.x, at.y)));
  return places.flatMap((at) => [0, 1, 2, 3, 4, 5].map((n) => {
    const middle = (Math.PI / 3) * n - Math.PI / 2;
    const [x, y] = [at.x + 69.28 * Math.cos(middle), at.y + 69.28 * Math.sin(middle)];
    const around = [-1, 0, 1].some((dx) => [-1, 0, 1].some((dy) => inside.has(`${Math.round(x / 20) + dx} ${Math.round(y / 20) + dy}`)));
    if (around) return "";
    const corner = (/** @type {number} */ angle) => `${(at.x + SIDE * Math.cos(angle)).toFixed(1)} ${(at.y + SIDE * Math.sin(angle)).toFixed(1)}`;
    return `M${corner(middle - Math.PI / 6)}L${corner(middle + Math.PI / 6)}`;
  })).join("");
}

/** @param {{x: number, y: number}[]} places */
export function straight(places) {
  return places.map((at, n) => `${n ? "L" : "M"}${at.x} ${at.y}`).join("");
}

/**
 * A smooth line through the middles of the steps, as a pencil would draw it.
 * @param {{x: number, y: number}[]} places
 */
export function curve(places) {
  if (places.length < 3) return straight(places);
  const middle = (/** @type {number} */ n) => `${((places[n].x + places[n + 1].x) / 2).toFixed(1)} ${((places[n].y + places[n + 1].y) / 2).toFixed(1)}`;
  const bends = places.slice(1, -1).map((at, n) => `Q${at.x} ${at.y} ${middle(n + 1)}`);
  const last = places[places.length - 1];
  return `M${places[0].x} ${places[0].y}L${middle(0)}${bends.join("")}L${last.x} ${last.y}`;
}

/** @param {{x: number, y: number}[]} places @param {string} kind */
export function tip(places, kind) {
  const last = places[places.length - 1], before = places[places.length - 2];
  const angle = (Math.atan2(last.y - before.y, last.x - before.x) * 180) / Math.PI;
  return s("path", { class: `tip ${kind}`, d: "M13 0L-7 -9L-7 9Z", transform: `translate(${last.x} ${last.y}) rotate(${angle.toFixed(0)})` });
}
