// An op sheet as it is written: the plan, what of it is being drawn, and what a click on the map adds.

/** @typedef {import("./graphics.js").Item} Item */
/** @typedef {{verb: string, via?: string[], to?: string, posture?: string, start?: any[], until?: any[], area?: string[]}} Step */
/** @typedef {{id: string, units: string[], steps: Step[], reserve?: boolean, follows?: string}} Group */
/** @typedef {{id: string, type: string, elements?: string[][], loose?: string[], guns?: string[], batteries?: string[], graphic?: Item[], groups?: Group[], failure?: {route: string[], rally: string[], group?: string}[]}} Plan */

import { KINDS } from "./graphics.js";

export class OpSheet {
  /** @param {Plan} plan */
  constructor(plan) {
    this.plan = plan;
    /** What a click on the map adds to: an element that is drawn, the way back, or the rally point. */
    this.tool = "";
    /** The place of the element that is being drawn. */
    this.drawing = -1;
  }

  /** @returns {Item[]} */
  get graphic() {
    return (this.plan.graphic ??= []);
  }

  /** @returns {Group[]} */
  get groups() {
    return (this.plan.groups ??= [{ id: "all", units: [], steps: [] }]);
  }

  /** All units listed. */
  get units() {
    return [...(this.plan.elements ?? []).flat(), ...(this.plan.loose ?? []), ...(this.plan.guns ?? [])];
  }

  /** @param {string} kind begin an element of this kind */
  begin(kind) {
    const same = this.graphic.filter((item) => KINDS[item.kind].letters === KINDS[kind].letters).length;
    this.graphic.push({ kind, name: `${KINDS[kind].letters || "D"} ${"ABCDEFGHJKLMNPQRSTUVWXYZ"[same] ?? same}`, hexes: [], ...(kind === "axis" ? { half_width: 1 } : {}) });
    this.drawing = this.graphic.length - 1;
    this.tool = "graphic";
  }

  /** @param {number} place */
  strike(place) {
    const [gone] = this.graphic.splice(place, 1);
    this.drawing = -1;
    this.tool = "";
    for (const step of this.groups.flatMap((group) => group.steps)) {
      if (step.to === gone.name) delete step.to;
      if (step.via?.includes(gone.name)) step.via = step.via.filter((name) => name !== gone.name);
    }
  }

  /** The hexes that a click adds to or takes from. */
  get hexes() {
    const failure = this.plan.failure?.[0];
    if (this.tool === "graphic") return this.graphic[this.drawing]?.hexes ?? null;
    if (this.tool === "route" || this.tool === "rally") return failure?.[this.tool] ?? null;
    return null;
  }

  /**
   * A click on the map; true if it belonged to what is being drawn. In a way, a hex that is in it already cuts it there.
   * @param {string} hex
   */
  click(hex) {
    const { hexes } = this;
    if (!hexes) return false;
    const at = hexes.indexOf(hex), way = this.tool === "route" || (this.tool === "graphic" && KINDS[this.graphic[this.drawing].kind].draw !== "area");
    if (at < 0) hexes.push(hex);
    else hexes.splice(at, way ? hexes.length - at : 1);
    return true;
  }

  /** @param {"route" | "rally"} tool */
  fall(tool) {
    this.plan.failure ??= [{ route: [], rally: [] }];
    this.tool = this.tool === tool ? "" : tool;
  }

  /**
   * A unit joins or leaves: what goes by the same name before the stroke is one element, a single one is loose.
   * @param {string} unit
   */
  toggle(unit) {
    const units = this.units.includes(unit) ? this.units.filter((one) => one !== unit) : [...this.units, unit];
    /** @type {Map<string, string[]>} */
    const named = new Map();
    for (const one of units) named.set(one.split("/")[0], [...(named.get(one.split("/")[0]) ?? []), one]);
    this.plan.elements = [...named.values()].filter((some) => some.length > 1);
    this.plan.loose = [...named.values()].filter((some) => some.length === 1).flat();
    this.plan.guns = [];
    for (const group of this.groups) group.units = group.units.filter((one) => one !== unit);
    if (units.includes(unit)) this.groups[0].units.push(unit);
  }

  /** The plan without what is left blank. */
  get answer() {
    const filled = (/** @type {any} */ value) => value !== undefined && value !== "" && !(Array.isArray(value) && !value.length);
    const plan = /** @type {Plan} */ (Object.fromEntries(Object.entries(this.plan).filter(([, value]) => filled(value))));
    if (plan.failure) plan.failure = plan.failure.filter((one) => one.route.length || one.rally.length);
    if (plan.groups) plan.groups = plan.groups.map((group) => ({ ...group, steps: group.steps.map((step) => /** @type {Step} */ (Object.fromEntries(Object.entries(step).filter(([, value]) => filled(value))))) }));
    return plan;
  }
}
