// Parses what a user types to find a component: a position, a path such as "loop 12 sca 3", or a name.
import { readNumber, settledNumber } from "../number-text.ts";
import {
  componentTypeIds,
  componentTypes,
  type ComponentType,
  type Technology,
} from "./component.ts";
import { nearMatcher } from "./near-name.ts";

export type ComponentQuery =
  /** Degrees, EPSG:4326. */
  | { readonly kind: "position"; readonly lon: number; readonly lat: number }
  /** From the top of the hierarchy down; `name` is a number or a name. */
  | { readonly kind: "path"; readonly steps: readonly PathStep[] }
  | { readonly kind: "text"; readonly text: string };
export type PathStep = { readonly component_type: ComponentType; readonly name: string };

/** Names of the types in English, Spanish and Portuguese; the longest match wins. */
const words: Readonly<Record<ComponentType, readonly string[]>> = {
  loop: ["loop", "lazo", "laço", "laco", "circuito"],
  sca: ["sca", "collector", "colector", "coletor"],
  sce: ["sce", "element", "elemento"],
  absorber_tube: ["absorber tube", "absorber", "tube", "tubo absorbedor", "tubo", "hce"],
  mirror: ["mirror", "espejo", "espelho", "facet", "faceta"],
  tracker_group: [
    "tracker group",
    "group",
    "grupo de seguidores",
    "grupo",
    "zona",
    "zone",
    "block",
  ],
  tracker: ["tracker", "seguidor", "rastreador", "mesa", "table"],
  module: ["module", "panel", "módulo", "modulo", "painel"],
};

function pathOf(text: string, technology: Technology): PathStep[] | null {
  const types = componentTypeIds.filter((type) => componentTypes[type].technology === technology);
  const known = types
    .flatMap((type) => words[type].map((word) => ({ type, word })))
    .toSorted((a, b) => b.word.length - a.word.length);
  const steps: PathStep[] = [];
  let rest = text;
  while (rest !== "") {
    const found = known.find(({ word }) => rest.startsWith(word));
    const name = found && /^[\s.:#-]*([^\s,/>]+)/.exec(rest.slice(found.word.length));
    const touches = found && /^[\s.:#-]|^\d/.test(rest.slice(found.word.length));
    if (!found || !name || !touches) return null;
    steps.push({ component_type: found.type, name: name[1]! });
    rest = rest.slice(found.word.length + name[0].length).replace(/^[\s,/>]+/, "");
  }
  const order = (step: PathStep) => types.indexOf(step.component_type);
  return steps.length > 0 ? steps.toSorted((a, b) => order(a) - order(b)) : null;
}

const LEAST_WORD = 4;

/**
 * The path that a text with one typing error in a word means, such as "lopo 12" or "trackr 3"; null where it is none.
 * @param text in lower case
 */
export function nearPathOf(text: string, types: Iterable<ComponentType>): PathStep[] | null {
  const all = [...types];
  const known = all.flatMap((type) => words[type]).filter((word) => word.length >= LEAST_WORD);
  const [first] = all;
  if (first === undefined) return null;
  const encoder = new TextEncoder();
  for (const typed of text.match(/\p{L}{4,}/gu) ?? []) {
    const fit = nearMatcher(typed);
    const meant = known.find((word) => {
      const bytes = encoder.encode(word);
      return fit(bytes, 0, bytes.length) === 3;
    });
    const steps = meant && pathOf(text.replace(typed, meant), componentTypes[first].technology);
    if (steps) return steps;
  }
  return null;
}

const NUMBER = String.raw`([+-]?\d{1,3}(?:[.,]\d+)?)\s*°?\s*`;
const POSITION = new RegExp(`^${NUMBER}([ns])?\\s*[,;\\s]\\s*${NUMBER}([eowl])?$`);

/** Thousands of degrees do not exist, so a sign before three digits marks decimals. */
function degrees(text: string): number {
  const reading = settledNumber(readNumber(text), { least: -999, greatest: 999 });
  return reading.kind === "number" ? reading.value : NaN;
}

/** Latitude first, as maps and phones give it: "37.21, -3.07", "37.21N 3.07W", "37,21; -3,07". */
function positionOf(text: string): { lon: number; lat: number } | null {
  const found = POSITION.exec(text);
  if (!found) return null;
  const [, first = "", south, second = "", west] = found;
  // Two whole numbers are more likely a name ("12 3") than a position.
  if (!/[.,]/.test(first) || !/[.,]/.test(second)) return null;
  const lat = degrees(first) * (south === "s" ? -1 : 1);
  const lon = degrees(second) * (west === "w" || west === "o" ? -1 : 1);
  return Math.abs(lat) <= 85 && Math.abs(lon) <= 180 ? { lon, lat } : null;
}

/** Parses the typed text; a text that is neither a position nor a path is a name. */
export function readComponentQuery(typed: string, technology: Technology): ComponentQuery {
  const text = typed.trim().replaceAll(/\s+/g, " ");
  const lower = text.toLowerCase();
  const position = positionOf(lower);
  if (position) return { kind: "position", ...position };
  const steps = pathOf(lower, technology);
  return steps ? { kind: "path", steps } : { kind: "text", text: lower };
}
