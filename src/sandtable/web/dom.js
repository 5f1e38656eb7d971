// Elements made by calls: h for HTML, s for SVG.

/** @typedef {Record<string, any>} Attributes */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Attributes by name; a function listens to the event of its name, `null` and `false` leave an attribute out.
 * @param {Element} element @param {Attributes} attributes @param {any[]} inside
 */
function fill(element, attributes, inside) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...inside.flat(3).filter((part) => part !== null && part !== undefined && part !== false));
  return element;
}

/** @param {string} name @param {Attributes} [attributes] @param {...any} inside @returns {HTMLElement} */
export function h(name, attributes = {}, ...inside) {
  return /** @type {HTMLElement} */ (fill(document.createElement(name), attributes, inside));
}

/** @param {string} name @param {Attributes} [attributes] @param {...any} inside @returns {SVGElement} */
export function s(name, attributes = {}, ...inside) {
  return /** @type {SVGElement} */ (fill(document.createElementNS(SVG, name), attributes, inside));
}

/**
 * Say something to whoever listens instead of looking.
 * @param {string} words
 */
export function tell(words) {
  const log = document.getElementById("told");
  if (!log || !words) return;
  log.append(h("p", {}, words));
  while (log.childElementCount > 30) log.firstElementChild?.remove();
}

/**
 * A chance such as "5/12" in per cent.
 * @param {string | null | undefined} chance
 */
export function percent(chance) {
  if (chance === null || chance === undefined) return "";
  const value = fraction(chance) * 100;
  return `${value > 0 && value < 1 ? value.toFixed(1) : Math.round(value)} %`;
}

/** @param {string} chance */
export function fraction(chance) {
  const [above, below] = String(chance).split("/").map(Number);
  return above / (below || 1);
}
