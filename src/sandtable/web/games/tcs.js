// Tactical Combat Series: the op-sheet desk, what is drawn up on the map, fire plans, and what one knows of one's companies.

import { h, percent } from "../dom.js";
import { OpDesk, standing } from "../opdesk.js";

/** @type {OpDesk | null} */
let desk = null;

/** @param {import("../table.js").Table} table @param {import("../asks.js").Ask} ask @param {(words: Record<string, any>) => void} send */
function question(table, ask, send) {
  if (ask.name !== "command") return null;
  if (desk?.key !== OpDesk.keyOf(table, ask)) desk = new OpDesk(table, ask, send);
  const own = desk;
  own.send = send;
  own.take(ask);
  table.asks.ownPick = (hex) => own.click(hex);
  own.show();
  return own.element;
}

/** @param {import("../table.js").Table} table */
function status(table) {
  const { view } = table.sight;
  const clock = [view.time, view.night ? "night" : "", view.visibility ? `seen up to ${view.visibility} hexes` : ""].filter(Boolean).join(" · ");
  return h("div", {}, h("p", { class: "muted" }, clock), sheets(view), morale(view), fires(view));
}

/** @param {any} view */
function sheets(view) {
  if (!view.sheets?.length) return null;
  return h("details", { class: "secret", open: true }, h("summary", {}, "Op sheets"), view.sheets.map((/** @type {any} */ sheet) =>
    h("div", { class: "sheet-line" }, h("b", {}, sheet.plan.id), ` ${sheet.stands}`, sheet.chance ? `, ${percent(sheet.chance)} at the next roll` : "",
      sheet.groups.map((/** @type {string} */ words) => h("p", { class: "muted" }, words)))));
}

/** @param {any} view */
function morale(view) {
  if (!view.morale?.length) return null;
  return h("details", { class: "secret" }, h("summary", {}, "Company morale"),
    view.morale.map((/** @type {[string, number]} */ [company, amount]) => h("div", { class: "fact" }, h("span", {}, company), h("b", {}, String(amount)))));
}

/** @param {any} view */
function fires(view) {
  const plans = (view.plans ?? []).filter((/** @type {any} */ plan) => plan.batteries?.length || plan.missions?.length);
  if (!plans.length) return null;
  return h("details", { class: "secret" }, h("summary", {}, "Fire plan"), plans.map((/** @type {any} */ plan) => [
    ...Object.entries(plan.ammunition ?? {}).map(([kind, left]) => h("div", { class: "fact" }, h("span", {}, kind), h("b", {}, `${left[0]} HE, ${left[1]} smoke, ${left[2]} light`))),
    ...(plan.missions ?? []).map((/** @type {any} */ one) => h("p", { class: "muted" }, `${one.battery} ${one.kind} on ${one.hex} in turn ${one.turn}`))]));
}

/** @param {import("../table.js").Table} table */
function overlay(table) {
  const { view } = table.sight, { map } = table;
  if (table.asks.ask?.name !== "command") map.overlays.layers.graphics.replaceChildren(...standing(table));
  const plans = view.plans ?? [];
  map.ways([
    ...plans.flatMap((/** @type {any} */ plan) => (plan.trps ?? []).map((/** @type {string} */ hex) => ({ hexes: [hex], kind: "trp", words: "TRP" }))),
    ...plans.flatMap((/** @type {any} */ plan) => (plan.missions ?? []).map((/** @type {any} */ one) => ({ hexes: [one.hex], kind: "mission", words: one.battery }))),
    ...(view.smoke ?? []).map((/** @type {string} */ hex) => ({ hexes: [hex], kind: "area" })),
  ]);
}

/** @type {import("../table.js").GamesOwn} */
export default { question, status, overlay };
