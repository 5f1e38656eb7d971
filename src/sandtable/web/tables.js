// Tables under way: whose turn it is, resume, the record, the replay.

import { fetched, request, told } from "./api.js";
import { h } from "./dom.js";
import { forgetTable, houseKey, tables } from "./kept.js";

/** @param {HTMLElement} place */
export async function showTables(place) {
  const known = tables();
  if (known.length) {
    const shown = await request("/api/seats", { body: { tokens: known.map((table) => table.links[0].token) } }).catch(() => []);
    const list = known.map((table, n) => line(table, shown[n]));
    place.append(h("h2", {}, "Your tables"), h("ul", {}, list));
  }
  await showHouse(place, known.map((table) => table.table));
}

/** @param {import("./kept.js").KeptTable} table @param {any} shown */
function line(table, shown) {
  const seat = table.links[0];
  const address = `/table/${table.table}#${seat.token}`;
  const item = h("li", { class: shown ? "" : "gone" },
    h("a", { class: "resume", href: address }, table.title || shown?.title || table.table),
    h("span", { class: "state" }, shown ? standing(shown, table) : "is no longer there"),
    shown ? h("a", { href: `/table/${table.table}?replay#${seat.token}` }, "Replay") : null,
    shown ? h("button", { class: "quiet", click: () => record(table, item) }, "Record") : null,
    h("button", { class: "quiet", title: "Forget this table here", "aria-label": `Forget ${table.title}`, click: () => { forgetTable(table.table); item.remove(); } }, "×"),
    h("span", { class: "trouble", role: "alert" }));
  return item;
}

/** @param {any} shown @param {import("./kept.js").KeptTable} table */
function standing(shown, table) {
  const { turn, phase, asked, over, winner, reason } = shown.standing;
  if (over) return winner ? `over: ${winner} has won` : `over: ${reason}`;
  const mine = table.links.filter((link) => link.mine || link === table.links[0]).map((link) => link.side);
  const own = asked.some((/** @type {string} */ side) => mine.includes(side));
  return [`turn ${turn}, ${phase}`, own ? h("b", {}, " — your move") : ` — ${asked.join(" and ")} to answer`];
}

/** @param {import("./kept.js").KeptTable} table @param {HTMLElement} item */
async function record(table, item) {
  try {
    const address = URL.createObjectURL(await fetched("/api/seat/record", table.links[0].token));
    h("a", { href: address, download: `${table.game || "sandtable"}-${table.table}.jsonl` }).click();
  } catch (error) {
    /** @type {HTMLElement} */ (item.querySelector(".trouble")).textContent = told(error);
  }
}

/**
 * With the key of the house: every other table, and a link made anew to any seat.
 * @param {HTMLElement} place @param {string[]} known
 */
async function showHouse(place, known) {
  const key = houseKey();
  if (!key) return;
  /** @type {any[]} */
  const all = await request("/api/house/tables", { word: key }).catch(() => []);
  const others = all.filter((table) => !known.includes(table.table)).slice(0, 30);
  if (!others.length) return;
  place.append(h("h2", {}, "Other tables of this house"), h("ul", {}, others.map((table) => h("li", {},
    h("span", {}, table.title), h("span", { class: "state" }, table.standing.over ? "over" : `turn ${table.standing.turn}`),
    table.seats.map((/** @type {any} */ seat) => (seat.bot ? null : h("button", { class: "quiet", click: () => sit(key, table.table, seat) },
      seat.side || seat.role)))))));
}

/** @param {string} key @param {string} table @param {any} seat */
async function sit(key, table, seat) {
  const link = await request(`/api/house/tables/${table}/link`, { word: key, body: { role: seat.role, side: seat.side } });
  location.href = `/table/${table}#${link.token}`;
}
