// Standing orders: what is done with chances to interrupt, for the whole side or for one unit.

import { h, percent } from "./dom.js";

/** @typedef {{then: string, ask?: string, unit?: string, least_chance?: string | null, most_range?: number | null, target_class?: string}} Order */

const WAYS = {
  ask: "ask me every time", never: "never react", always: "always react, as well as can be",
  chance: "react from a chance of … % upwards, else let it go", asked: "ask me from a chance of … % upwards, else let it go",
  range: "ask me up to … hexes, hold fire beyond",
};

/** @param {import("./table.js").Table} table */
export function showOrders(table) {
  /** @type {Order[]} */
  let orders = (table.sight.orders ?? []).map(bare);
  const list = h("ol", { class: "orders" });
  const own = table.sight.counters.filter((/** @type {any} */ one) => one.side === table.shown.side && one.name).map((/** @type {any} */ one) => one.name);
  const who = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": "Whose orders" }, h("option", { value: "" }, "Everybody"), own.map((/** @type {string} */ name) => h("option", {}, name))));
  const way = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": "What to do", change: () => renew() }, Object.entries(WAYS).map(([key, words]) => h("option", { value: key }, words))));
  const figure = /** @type {HTMLInputElement} */ (h("input", { type: "number", min: "1", max: "100", value: "50", "aria-label": "Chance in per cent, or hexes" }));
  const trouble = h("p", { class: "trouble", role: "alert" });

  function renew() {
    figure.hidden = ["ask", "never", "always"].includes(way.value);
    list.replaceChildren(...orders.map((order, n) => h("li", {}, sentence(order),
      h("button", { class: "quiet", "aria-label": `Strike order ${n + 1}`, click: () => send(orders.filter((_, m) => m !== n)) }, "×"))));
    if (!orders.length) list.replaceChildren(h("li", { class: "muted" }, "No standing orders: you are asked every time."));
  }

  /** @param {Order[]} wanted */
  async function send(wanted) {
    trouble.textContent = "";
    try {
      await table.say({ do: "orders", orders: wanted });
      orders = wanted;
      table.sight.orders = wanted;
    } catch (error) {
      trouble.textContent = error instanceof Error ? error.message : String(error);
    }
    renew();
  }

  function add() {
    const fresh = written(way.value, Number(figure.value), who.value);
    const others = orders.filter((order) => (order.unit ?? "") !== who.value);
    // The first order that fits decides, so those for single units stand before those for everybody.
    send(who.value ? [...fresh, ...others] : [...others, ...fresh]);
  }

  renew();
  table.dialog("Standing orders", h("p", { class: "muted" }, "They answer chances to interrupt for you, also while you are away. The first line that fits decides."),
    list, h("div", { class: "order-form" }, who, way, figure, h("button", { click: add }, "Give this order")), trouble);
}

/** @param {string} way @param {number} figure @param {string} unit @returns {Order[]} */
function written(way, figure, unit) {
  const whom = unit ? { unit } : {};
  const chance = { ...whom, least_chance: `${Math.round(figure)}/100` };
  if (way === "ask") return unit ? [{ then: "ask", unit }] : [];
  if (way === "never") return [{ then: "pass", ...whom }];
  if (way === "always") return [{ then: "react", ...whom }];
  if (way === "chance") return [{ then: "react", ...chance }, { then: "pass", ...whom }];
  if (way === "asked") return [{ then: "ask", ...chance }, { then: "pass", ...whom }];
  return [{ then: "ask", ...whom, most_range: Math.round(figure) }, { then: "pass", ...whom }];
}

/**
 * An order without what it leaves open.
 * @param {Order} order @returns {Order}
 */
function bare(order) {
  return /** @type {Order} */ (Object.fromEntries(Object.entries(order).filter(([, value]) => value !== null && value !== "")));
}

/** @param {Order} order */
function sentence(order) {
  const what = { pass: "let the chance go by", ask: "ask me", react: "react" }[order.then] ?? order.then;
  const when = [order.unit ? `${order.unit}:` : "Everybody:", order.ask ? `at “${order.ask}”` : "",
    order.least_chance ? `from ${percent(order.least_chance)} upwards` : "", order.most_range ? `up to ${order.most_range} hexes` : "",
    order.target_class ? `against ${order.target_class}` : ""].filter(Boolean);
  return `${when.join(" ")} ${what}`;
}
