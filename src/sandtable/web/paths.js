// A way over the map, read off what the engine says each hex costs to reach.

/** Middles of neighbouring hexes are not further apart than this. */
const BESIDE = 75;
const LONGEST = 80;

/** @typedef {{name: string, x: number, y: number, words: string}} Place */

/** @param {{x: number, y: number}} one @param {{x: number, y: number}} other */
export const beside = (one, other) => one !== other && Math.hypot(one.x - other.x, one.y - other.y) < BESIDE;

/**
 * A likely cheapest way to a hex: back from it, each time along a road that is worth it, else to the cheapest neighbour.
 * The cost of each hex is the engine's; between equally good ways it may have another in mind.
 * @param {Map<string, Place>} hexes @param {Record<string, string>} costs @param {string} goal @returns {string[]}
 */
export function likelyWay(hexes, costs, goal) {
  const reached = /** @type {Place[]} */ (Object.keys(costs).map((name) => hexes.get(name)).filter(Boolean));
  const way = [goal];
  while (way.length < LONGEST && Number(costs[way[0]])) {
    const before = step(/** @type {Place} */ (hexes.get(way[0])), reached, costs);
    if (!before) return way;
    way.unshift(before.name);
  }
  return way;
}

/** @param {Place} here @param {Place[]} reached @param {Record<string, string>} costs */
function step(here, reached, costs) {
  const spent = (/** @type {Place} */ one) => Number(costs[one.name]);
  const near = reached.filter((one) => beside(one, here) && spent(one) < spent(here));
  const roads = near.filter((one) => joined(here, one)).sort((a, b) => spent(b) - spent(a));
  const cheapest = near.sort((a, b) => spent(a) - spent(b))[0];
  return roads[0] && spent(here) - spent(roads[0]) <= 1 ? roads[0] : cheapest;
}

/**
 * Does a road run from one hex to its neighbour? The words of a hex name the hexsides that roads cross: "paved BE".
 * @param {Place} from @param {Place} to
 */
function joined(from, to) {
  const angle = Math.atan2(to.y - from.y, to.x - from.x) + Math.PI / 2;
  const letter = "ABCDEF"[Math.round(angle / (Math.PI / 3) + 6) % 6];
  return new RegExp(`(road|paved|unpaved|track|trail|street)\\S* [A-F]*${letter}`).test(from.words);
}
