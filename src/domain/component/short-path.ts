// Short forms of a path, as people write and say them in the field: "L56", "l56 s4 e12 t2", "S4E12", "56.4.12.2".
import { componentTypeIds, componentTypes, type ComponentType } from "./component.ts";
import type { PathStep } from "./component-query.ts";

/** The letters that plants use for each type. */
const letters: Readonly<Record<ComponentType, string>> = {
  loop: "l",
  sca: "sc",
  sce: "e",
  absorber_tube: "th",
  mirror: "m",
  tracker_group: "gzb",
  tracker: "t",
  module: "m",
};

const LETTERED = /^(?:[a-z][\s.:#_-]*\d+[\s.,/>_-]*)+$/;
const NUMBERED = /^\d+(?:\s*[\s./>_-]\s*\d+){1,3}$/;

/**
 * The steps that a short form may mean, from the top of the hierarchy down; null where it is none. Numbers alone are
 * counted from the highest type that the plant has.
 * @param text in lower case
 * @param types that the plant has
 */
export function shortPathOf(text: string, types: Iterable<ComponentType>): PathStep[] | null {
  const present = new Set(types);
  const ordered = componentTypeIds.filter((type) => present.has(type));
  if (NUMBERED.test(text)) {
    const numbers = text.match(/\d+/g) ?? [];
    const line = ordered.filter((type) => type !== "mirror").slice(0, numbers.length);
    if (line.length < numbers.length || !isLine(line)) return null;
    return line.map((component_type, at) => ({ component_type, name: numbers[at]! }));
  }
  if (!LETTERED.test(text)) return null;
  const steps = [...text.matchAll(/([a-z])[\s.:#_-]*(\d+)/g)].map(([, letter = "", name = ""]) => {
    const component_type = ordered.find((type) => letters[type].includes(letter));
    return component_type && { component_type, name };
  });
  const known = steps.filter((step) => step !== undefined);
  const places = known.map(({ component_type }) => ordered.indexOf(component_type));
  const goesDown = places.every((place, at) => at === 0 || place > places[at - 1]!);
  return known.length === steps.length && goesDown ? known : null;
}

/** Each type is the parent of the next one. */
const isLine = (types: readonly ComponentType[]) =>
  types.every((type, at) => at === 0 || componentTypes[type].parent === types[at - 1]);
