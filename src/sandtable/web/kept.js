// What this browser keeps: the tables one has sat at with their secret words, and how one likes the page.

/** @typedef {{role: string, side?: string, name?: string, token: string, mine?: boolean}} Link */
/** @typedef {{table: string, title: string, game: string, links: Link[], opened: number}} KeptTable */

const TABLES = "sandtable.tables";
const LIKES = "sandtable.likes";

/** @param {string} key @param {any} otherwise */
function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @returns {KeptTable[]} */
export function tables() {
  return read(TABLES, []);
}

/** @param {KeptTable} table */
export function keepTable(table) {
  const others = tables().filter((one) => one.table !== table.table);
  localStorage.setItem(TABLES, JSON.stringify([table, ...others].slice(0, 60)));
}

/** @param {string} id */
export function forgetTable(id) {
  localStorage.setItem(TABLES, JSON.stringify(tables().filter((one) => one.table !== id)));
}

/** @param {string} name @param {any} otherwise */
export function like(name, otherwise) {
  return read(LIKES, {})[name] ?? otherwise;
}

/** @param {string} name @param {any} value */
export function setLike(name, value) {
  localStorage.setItem(LIKES, JSON.stringify({ ...read(LIKES, {}), [name]: value }));
}

/** Light, dark, or as the machine has it. */
export function theme() {
  const chosen = like("theme", "auto");
  if (chosen !== "auto") return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export function showTheme() {
  document.documentElement.dataset.theme = theme();
  document.documentElement.style.fontSize = `${like("text", 100)}%`;
}

/** The next size of text, up to twice the usual one. */
export function largerText() {
  const sizes = [100, 125, 150, 200];
  setLike("text", sizes[(sizes.indexOf(like("text", 100)) + 1) % sizes.length]);
  showTheme();
}

/** The key of the house, once the browser was opened with it. */
export function houseKey() {
  const given = location.hash.match(/^#house=(.+)$/)?.[1];
  if (given) {
    localStorage.setItem("sandtable.house", given);
    history.replaceState(null, "", location.pathname);
  }
  return localStorage.getItem("sandtable.house") ?? "";
}
