// Counters as printed: a lit box in the side's colour, a symbol, the numbers, marks and facing.

import { s } from "./dom.js";

export const SIZE = 46;
export const FAN = 5;
const HALF = SIZE / 2;
const DRAWN = new Set([
  "infantry", "armour", "mechanised", "reconnaissance", "armoured reconnaissance", "artillery",
  "self-propelled artillery", "anti-tank", "anti-aircraft", "mortar", "engineers", "headquarters", "helicopter",
  "machine gun",
]);

/** @typedef {{hex: string, side: string, symbol: string, name: string, numbers: string, facing: number, status: string[]}} Counter */

/** @param {string} kind @param {number} [inset] */
function square(kind, inset = 0) {
  const size = SIZE - 2 * inset;
  return s("rect", { class: kind, x: -size / 2, y: -size / 2, width: size, height: size, rx: 4.5 - inset * 0.6 });
}

/** @param {Counter} counter @param {number} side the number of its side */
export function drawCounter(counter, side) {
  const shade = square("counter-shade");
  shade.setAttribute("transform", "translate(2.2 2.8)");
  const name = counter.name.length > 12 ? `${counter.name.slice(0, 11)}…` : counter.name;
  return s(
    "g",
    { class: `counter side-${(side % 4) + 1}`, "data-unit": counter.name },
    shade,
    square("counter-box"),
    square(`counter-band band-${(side % 4) + 1}`, 3.2),
    s("path", { class: "counter-lit", d: "M-21.7 19V-18.6Q-21.7-21.7-18.6-21.7H19" }),
    square("counter-edge"),
    symbol(counter.symbol),
    name && s("text", { class: "counter-name", x: -HALF + 4, y: -HALF + 9.4, "font-size": Math.min(8, 74 / name.length) }, name),
    counter.numbers && s("text", { class: "counter-numbers", y: HALF - 4.2, "font-size": fitting(counter.numbers) }, counter.numbers),
    facing(counter.facing),
    counter.status.map((mark, n) => s(
      "g",
      { class: "status-mark", transform: `translate(${HALF - 4.5 - n * 11.5} ${-HALF + 3.5})` },
      s("circle", { r: 5.6 }),
      s("text", { y: 2.7 }, mark),
    )),
  );
}

/** @param {string} words */
const fitting = (words) => Math.min(13, ((SIZE - 6) / Math.max(words.length, 1)) * 2);

/** @param {string} name */
function symbol(name) {
  if (!name) return null;
  if (!DRAWN.has(name)) return s("text", { class: "counter-word", y: 2 }, name);
  const frame = { x: -12.5, y: -8, width: 25, height: 16 };
  return s(
    "g",
    { class: "symbol", transform: "translate(0 -1.8)" },
    s("rect", { class: "counter-ground", ...frame }),
    s("rect", { class: "counter-symbol", ...frame }),
    s("use", { href: `/api/symbols.svg#${name.replaceAll(" ", "-")}` }),
  );
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
 * @param {Counter} counter @param {number} side
 */
export function counterImage(counter, side) {
  return s("svg", { class: "loose", viewBox: "-25 -25 52 54", width: 34, height: 35, "aria-hidden": "true" }, drawCounter(counter, side));
}
