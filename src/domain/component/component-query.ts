// Parses what a user types to find a component: a position, a path such as "loop 12 sca 3", or a name.
import { readPosition } from "../geometry/position-text.ts";
import {
  componentTypeIds,
  componentTypes,
  type ComponentType,
  type Technology,
} from "./component.ts";
import { nearMatcher } from "./near-name.ts";
import { foldedLetters } from "../text.ts";

export type ComponentQuery =
  /** Degrees, EPSG:4326. */
  | { readonly kind: "position"; readonly lon: number; readonly lat: number }
  /** From the top of the hierarchy down; `name` is a number or a name. `text` as it was typed, in lower case. */
  | { readonly kind: "path"; readonly steps: readonly PathStep[]; readonly text?: string }
  | { readonly kind: "text"; readonly text: string };
export type PathStep = { readonly component_type: ComponentType; readonly name: string };

/**
 * Names of the types in English, Spanish and Portuguese, one and many, without accents; the longest match wins. Those that
 * the product shows are among them.
 */
export const typeWords: Readonly<Record<ComponentType, readonly string[]>> = {
  loop: wordsIn("loop,loops,lazo,lazos,laco,lacos,circuito,circuitos"),
  sca: wordsIn("sca,scas,collector,collectors,colector,colectores,coletor,coletores"),
  sce: wordsIn("sce,sces,element,elements,elemento,elementos"),
  absorber_tube: wordsIn(
    `absorber tube,absorber tubes,absorber,absorbers,receiver,receivers,tube,tubes,tubo absorbedor,tubos absorbedores,
    tubo absorvedor,tubos absorvedores,tubo receptor,tubos receptores,receptor,receptores,tubo,tubos,hce,hces`,
  ),
  mirror: wordsIn("mirror,mirrors,espejo,espejos,espelho,espelhos,facet,facets,faceta,facetas"),
  tracker_group: wordsIn(
    `tracker group,tracker groups,group,groups,grupo de seguidores,grupos de seguidores,grupo,grupos,zona,zonas,zone,zones,
    block,blocks,bloque,bloques,bloco,blocos`,
  ),
  tracker: wordsIn(
    "tracker,trackers,seguidor,seguidores,rastreador,rastreadores,mesa,mesas,table,tables",
  ),
  module: wordsIn("module,modules,panel,panels,paneles,modulo,modulos,painel,paineis"),
};

function wordsIn(list: string): readonly string[] {
  return list.split(/,\s*/);
}

/**
 * The steps that words and names mean, from the top of the hierarchy down; null where the text is no path.
 * @param text folded
 */
export function pathOf(text: string, technology: Technology): PathStep[] | null {
  const types = componentTypeIds.filter((type) => componentTypes[type].technology === technology);
  const known = types
    .flatMap((type) => typeWords[type].map((word) => ({ type, word })))
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
 */
export function nearPathOf(typedText: string, types: Iterable<ComponentType>): PathStep[] | null {
  const text = foldedLetters(typedText);
  const all = [...types];
  const names = all.flatMap((type) => typeWords[type]);
  // A word of a name such as "tubo absorvedor" is corrected by itself.
  const known = new Set(
    [...names, ...names.flatMap((name) => name.split(" "))].filter(
      (word) => word.length >= LEAST_WORD,
    ),
  );
  const [first] = all;
  if (first === undefined) return null;
  const encoder = new TextEncoder();
  for (const typed of text.match(/\p{L}{4,}/gu) ?? []) {
    const fit = nearMatcher(typed);
    for (const word of known) {
      const bytes = encoder.encode(word);
      if (fit(bytes, 0, bytes.length) !== 3) continue;
      const steps = pathOf(text.replace(typed, word), componentTypes[first].technology);
      if (steps) return steps;
    }
  }
  return null;
}

/** Parses the typed text; a text that is neither a position nor a path is a name. */
export function readComponentQuery(typed: string, technology: Technology): ComponentQuery {
  const text = typed.trim().replaceAll(/\s+/g, " ");
  const lower = text.toLowerCase();
  const position = readPosition(text);
  if (position) return { kind: "position", ...position };
  const steps = pathOf(foldedLetters(text), technology);
  return steps ? { kind: "path", steps, text: lower } : { kind: "text", text: lower };
}
