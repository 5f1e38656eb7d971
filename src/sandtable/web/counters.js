// Counters as printed: a lit box in the side's colour, a symbol, the numbers, marks and facing.

import { s } from "./dom.js";
import { like } from "./kept.js";

export const SIZE = 46;
export const FAN = 5;
const HALF = SIZE / 2;
/** The silhouette of what a counter is called by. */
const SILHOUETTES = /** @type {Record<string, string>} */ ({
  infantry: "men", armour: "tank", mechanised: "carrier", reconnaissance: "scout", "armoured reconnaissance": "scout", artillery: "howitzer",
  "self-propelled artillery": "sp-gun", "anti-tank": "gun", "anti-aircraft": "flak", mortar: "mortar", engineers: "engineers",
  headquarters: "headquarters", helicopter: "helicopter", "machine gun": "machine-gun", truck: "truck", wreck: "wreck",
});
/** In Tank! one looks down on what turns. */
const FROM_ABOVE = /** @type {Record<string, string>} */ ({ armour: "tank-above", "anti-tank": "gun-above", infantry: "men-above" });
/** The games whose own counters have the symbols that armies use. */
const STAFF = new Set(["rdf", "tcs", "drill"]);
const OWN = new URL("./symbols/own.svg", import.meta.url).pathname;
const NATO = new URL("./symbols/nato.svg", import.meta.url).pathname;

/** @typedef {{hex: string, side: string, symbol: string, name: string, numbers: string, facing: number, status: string[]}} Counter */

/**
 * Which symbols counters of a game have: as the reader likes them, or as its box has them.
 * @param {string} game @returns {"nato" | "own"}
 */
export const manner = (game) => like(`symbols.${game}`, STAFF.has(game) ? "nato" : "own");

/** @param {string} kind @param {number} [inset] */
function square(kind, inset = 0) {
  const size = SIZE - 2 * inset;
  return s("rect", { class: kind, x: -size / 2, y: -size / 2, width: size, height: size, rx: 4 - inset * 0.6 });
}

/**
 * @param {Counter} counter @param {number} side the number of its side @param {string} [game]
 */
export function drawCounter(counter, side, game = "") {
  const look = (side % 4) + 1;
  const shade = square("counter-shade");
  shade.setAttribute("transform", "translate(2.4 3)");
  return s(
    "g",
    { class: counter.side ? `counter side-${look}` : "counter marker", "data-unit": counter.name },
    shade,
    square("counter-box"),
    s("path", { class: `counter-band band-${look}`, d: "M-22.6-18.6A4 4 0 0 1-18.6-22.6H18.6A4 4 0 0 1 22.6-18.6V-12.4H-22.6Z" }),
    s("path", { class: "counter-dark", d: "M-18.6 21.9H18.6A3.4 3.4 0 0 0 21.9 18.6V-18.6" }),
    s("path", { class: "counter-lit", d: "M-21.7 19V-18.6Q-21.7-21.7-18.6-21.7H19" }),
    square("counter-edge"),
    symbol(counter, game),
    designation(counter, look),
    counter.numbers && s("text", { class: "counter-numbers", y: HALF - 4, "font-size": fitting(counter.numbers) }, counter.numbers.replace("_", "/")),
    facing(counter.facing),
    counter.status.map(mark),
  );
}

/**
 * What the unit is called, less the side it belongs to, which its colour tells.
 * @param {{name: string, side: string}} counter
 */
export function shortName({ name, side }) {
  const own = name.startsWith(`${side} `) ? name.slice(side.length + 1) : name.replace(/^[A-Z]\.(?=.)/, "");
  const [first] = own.split(" ");
  return own.length <= 9 ? own : /\d/.test(first) ? first : `${own.slice(0, 9).trimEnd()}.`;
}

/** @param {Counter} counter @param {number} look */
function designation(counter, look) {
  const words = shortName(counter);
  return words && s("text", { class: `counter-name on-${look}`, x: -HALF + 3.6, y: -HALF + 9, "font-size": Math.min(9, 66 / words.length).toFixed(1) }, words);
}

/** @param {string} words */
const fitting = (words) => Math.min(words.length < 3 ? 16 : 14, ((SIZE - 5) / Math.max(words.length, 1)) * 1.95).toFixed(1);

/**
 * A letter on a round mark; more than one go down the edge.
 * @param {string} word @param {number} n
 */
function mark(word, n) {
  return s("g", { class: "status-mark", transform: `translate(${HALF - 3.2} ${-HALF + 3.4 + n * 11.4})` },
    s("circle", { r: 6 }), s("text", { y: 2.8 }, word));
}

/** @param {Counter} counter @param {string} game */
function symbol(counter, game) {
  const name = counter.symbol, own = manner(game) === "own";
  if (!name) return null;
  if (!(name in SILHOUETTES)) return s("text", { class: name.length > 2 ? "counter-word" : "counter-sign", y: name.length > 2 ? 3 : 7 }, name);
  if (own && game === "tank" && name in FROM_ABOVE) {
    return s("use", { class: "counter-symbol", href: `${OWN}#${FROM_ABOVE[name]}`, transform: `translate(2 ${counter.numbers ? -3.4 : 1}) rotate(${Math.max(0, counter.facing) * 60}) scale(.76)` });
  }
  if (own || name === "wreck") return s("use", { class: "counter-symbol", href: `${OWN}#${SILHOUETTES[name]}`, transform: "translate(0 -1) scale(1.02)" });
  return s("g", { class: "counter-symbol", transform: counter.numbers ? "translate(0 -2)" : "translate(0 5) scale(1.25)" },
    s("rect", { class: "counter-ground", x: -13.5, y: -9, width: 27, height: 18 }),
    s("use", { href: `${NATO}#${name.replaceAll(" ", "-")}` }));
}

/** @param {number} d */
function facing(d) {
  if (d < 0) return null;
  const angle = (Math.PI / 3) * d - Math.PI / 2;
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  const far = HALF / Math.max(Math.abs(dx), Math.abs(dy)) + 1;
  const at = (/** @type {number} */ along, /** @type {number} */ aside) =>
    `${(dx * along + dy * aside).toFixed(1)} ${(dy * along - dx * aside).toFixed(1)}`;
  return s("path", { class: "counter-facing", d: `M${at(far + 8.5, 0)}L${at(far - 2.5, -5)}L${at(far - 2.5, 5)}Z` });
}

/**
 * A counter by itself, in a text.
 * @param {Counter} counter @param {number} side @param {string} [game]
 */
export function counterImage(counter, side, game = "") {
  return s("svg", { class: "loose", viewBox: "-25 -25 52 54", width: 34, height: 35, "aria-hidden": "true" }, drawCounter(counter, side, game));
}

/** What letters on counters stand for, where the view has no words for them. */
const LETTERS = /** @type {Record<string, string>} */ ({ I: "inactive", R: "routed", N: "no act", F: "fired", S: "suppressed", C: "carrying", M: "moved", D: "dug in" });

/** @param {string} mark */
const letter = (mark) => LETTERS[mark] ?? (/^\d+$/.test(mark) ? `${mark} hit${mark === "1" ? "" : "s"}` : mark.startsWith("+") ? `altitude ${mark.slice(1)}` : mark);

/**
 * A counter as it is spoken, its marks in the words of the view.
 * @param {Counter} counter @param {any} view
 */
export function counterWords(counter, view) {
  const seen = [view.counters, view.units].flatMap((list) => (Array.isArray(list) ? list : [])).find((one) => one?.unit && one.unit === counter.name);
  const marks = Array.isArray(seen?.status) ? [seen.mode ? `${seen.mode} mode` : "", ...seen.status] : counter.status.map(letter);
  const turned = counter.facing >= 0 ? `facing ${"ABCDEF"[counter.facing]}` : "";
  const name = counter.name.startsWith(counter.side) ? counter.name : [counter.side, counter.name || counter.symbol].filter(Boolean).join(" ");
  return [name, counter.numbers, turned, ...marks].filter(Boolean).join(", ");
}
