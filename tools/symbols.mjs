// Draws the NATO symbols of the page anew: npm install milsymbol (kept out of the checkout), then
// NODE_PATH=FOLDER/node_modules node tools/symbols.mjs
// The drawings are kept as they come, with lines as thick as counters need them; which code stands for what a counter is, is said here and nowhere else.

import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const { Symbol } = createRequire(import.meta.url)("milsymbol");
const FILE = new URL("../src/sandtable/web/symbols/nato.svg", import.meta.url);
const CODES = {
  infantry: "SFGPUCI----", armour: "SFGPUCA----", mechanised: "SFGPUCIZ---", reconnaissance: "SFGPUCR----",
  "armoured-reconnaissance": "SFGPUCRVA--", artillery: "SFGPUCF----", "self-propelled-artillery": "SFGPUCFHE--",
  "anti-tank": "SFGPUCAA---", "anti-aircraft": "SFGPUCD----", mortar: "SFGPUCFM---", engineers: "SFGPUCE----",
  headquarters: "SFGPUH-----", helicopter: "SFGPUCVR---", "machine-gun": "SFGPEWRH---", truck: "SFGPEVUL---",
};
/** The frame of a unit is 150 wide, and 27 on a counter. */
const SCALE = 0.18;

const drawn = Object.entries(CODES).map(([name, code]) => {
  const symbol = new Symbol(code, { fill: false, monoColor: "currentColor", strokeWidth: 7, hqStaffLength: 45, outlineWidth: 0 });
  if (!symbol.isValid()) throw new Error(`${code} is no symbol`);
  const lines = symbol.asSVG().replace(/^<svg[^>]*>|<\/svg>$/g, "").replaceAll("></path>", "/>").replaceAll("></circle>", "/>")
    .replaceAll('stroke-width="3"', 'stroke-width="6"');
  return `<g id="${name}" transform="scale(${SCALE}) translate(-100 -100)">${lines}</g>`;
});
writeFileSync(FILE, `<svg xmlns="http://www.w3.org/2000/svg"><defs>\n${drawn.join("\n")}\n</defs></svg>\n`);
