// The meaning of property names, and the words for component types. src/decisions/twin-files.md lists
// them for people who create such files.
import { componentTypes, type ComponentType } from "../../domain/component/component.ts";
import type { FileMapping } from "../../domain/file-preview/file-mapping.ts";
import { readNumber, settledNumber } from "../../domain/number-text.ts";
import { plainName } from "../../domain/twin/twin-file-name.ts";

const words: Readonly<Record<ComponentType, readonly string[]>> = {
  loop: ["loop", "lazo", "laco", "schleife"],
  sca: ["sca", "collector", "solarcollectorassembly", "colector", "coletor", "kollektor"],
  sce: ["sce", "collectorelement", "solarcollectorelement", "element", "elemento"],
  absorber_tube: [
    "absorbertube",
    "absorber",
    "receiver",
    "hce",
    "tube",
    "tubo",
    "tuboabsorbedor",
    "tuboabsorvedor",
    "receptor",
    "absorberrohr",
  ],
  mirror: ["mirror", "facet", "espejo", "espelho", "spiegel"],
  tracker_group: [
    "trackergroup",
    "group",
    "grupo",
    "block",
    "bloque",
    "bloco",
    "zonapv",
    "zona",
    "zone",
    "sector",
    "setor",
    "subfield",
    "feld",
  ],
  tracker: ["tracker", "table", "mesa", "seguidor", "rastreador", "tisch", "rack", "structure"],
  module: ["module", "panel", "panele", "modulo", "painel", "paine", "placa", "modul", "pvmodule"],
};

const typeByWord = new Map<string, ComponentType>(
  (Object.keys(words) as ComponentType[]).flatMap((type) =>
    [type.replace("_", ""), ...words[type]].map((word) => [word, type] as const),
  ),
);

/** Longer words and names of properties mean nothing. */
const MAX_WORD_LENGTH = 100;

/** The component type of a word such as `Paneles` or `absorber_tubes`; null for other words. */
export function typeOfWord(word: string): ComponentType | null {
  if (word.length > MAX_WORD_LENGTH) return null;
  const bare = plainName(word);
  for (const form of [bare, bare.replace(/s$/, ""), bare.replace(/(es|en|n|is)$/, "")]) {
    const type = typeByWord.get(form);
    if (type !== undefined) return type;
  }
  return null;
}

/** The words of a file name without its extension and without the name of the plant. */
function restOfName(fileName: string, plantName: string): string[] {
  const tokens = fileName
    .replace(/\.[^.]+$/, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((token) => token !== "");
  const wanted = plainName(plantName);
  for (let from = 0; from < tokens.length; from++) {
    for (let to = from + 1; to <= tokens.length; to++) {
      if (plainName(tokens.slice(from, to).join("")) !== wanted) continue;
      return [...tokens.slice(0, from), ...tokens.slice(to)];
    }
  }
  return tokens;
}

/** Reads a file name: the component type, and the rest of the name as the part of the plant. */
export function readFileName(
  fileName: string,
  plantName: string,
): { readonly type: ComponentType | null; readonly label: string } {
  const tokens = restOfName(fileName, plantName);
  const without = (at: number, size: number, type: ComponentType) => {
    return { type, label: [...tokens.slice(0, at), ...tokens.slice(at + size)].join("-") };
  };
  for (let at = 0; at + 2 <= tokens.length; at++) {
    const type = typeOfWord(tokens.slice(at, at + 2).join(""));
    if (type !== null) return without(at, 2, type);
  }
  const types = tokens.map(typeOfWord);
  // "Block 2 trackers" are trackers of a group.
  const inside = types.findIndex((type) => type !== null && type !== "tracker_group");
  const at = inside < 0 ? types.findIndex((type) => type !== null) : inside;
  if (at >= 0) return without(at, 1, types[at]!);
  return { type: null, label: tokens.join("-") };
}

const typeFields = ["componenttype", "type", "tipo", "typ", "kind", "level", "nivel"];
const dtIdFields = ["dtid", "digitaltwinid", "componentid"];
const parentFields = ["parentdtid", "parentid", "parent", "padre", "pai"];
/** Plain names of properties with the name of a component, best first. */
export const nameFields = [
  "pcs",
  "name",
  "nombre",
  "nome",
  "bezeichnung",
  "label",
  "etiqueta",
  "tag",
];
const heightFields = ["height", "heightm", "altura", "alturam", "hoehe"];
/** What KML and its converters add to each feature. */
const formatFields = new Set(
  `description snippet styleurl stylehash stylemaphash visibility open timestamp begin end
  altitudemode tessellate extrude draworder icon`.split(/\s+/),
);
const numberFields: Partial<Record<ComponentType, readonly string[]>> = {
  module: ["idinteger", "idpanel", "idmodule", "idmodulo", "moduleid", "panelid"],
  tracker: ["idmesa", "trackerid", "tableid", "idtracker"],
};

const wordsOf = (type: ComponentType | null) =>
  type === null
    ? []
    : [type.replace("_", ""), ...words[type], ...(numberFields[type] ?? []).slice(0, 1)];
const nameFieldsOf = (type: ComponentType) => [
  ...nameFields,
  ...(numberFields[type] ?? []),
  ...wordsOf(type),
  "id",
];

/** The properties that have a meaning by their names alone, best first: of components of this type. */
export function fieldsByName(
  columns: readonly string[],
  type: ComponentType,
): Readonly<Record<"name" | "type" | "parent" | "group" | "dt_id", readonly string[]>> {
  const byName = keysByName(columns);
  const keysFor = (names: readonly string[]) => names.flatMap((name) => byName.get(name) ?? []);
  return {
    name: keysFor(nameFieldsOf(type)),
    type: keysFor(typeFields),
    parent: keysFor([...parentFields, ...wordsOf(componentTypes[type].parent)]),
    group: keysFor(words.tracker_group),
    dt_id: keysFor(dtIdFields),
  };
}

export type Fields = {
  readonly dtId: string | null;
  readonly parent: string | null;
  readonly pcs: string;
  /** Name of the part of the plant (tracker group) that contains the component. */
  readonly group: string;
  /** Name of the parent, from a property that is named like the parent type. */
  readonly parentName: string;
  /** Metres; null where none is said, NaN where what is said is none. */
  readonly height: number | null;
};

export type FieldReader = {
  /** The text of the property with the component type; null if there is none. */
  typeText(properties: Properties): string | null;
  read(properties: Properties, type: ComponentType): Fields;
  /** Names of the properties that have no meaning. */
  spare(properties: Properties, type: ComponentType): readonly string[];
};
export type Properties = Readonly<Record<string, unknown>>;

/** The properties for each meaning, best first. Features with equal keys share it. */
type KeyPlan = {
  readonly keys: readonly string[];
  /** The first property with each plain name. */
  readonly byName: ReadonlyMap<string, string>;
  readonly type: readonly string[];
  readonly byType: Map<ComponentType, Readonly<Record<keyof Fields | "spare", readonly string[]>>>;
};

const textOf = (value: unknown): string | null =>
  typeof value === "string"
    ? value.trim() || null
    : typeof value === "number"
      ? String(value)
      : null;

/** Cached plans per file. Features of one file rarely have more than a few sets of keys. */
const MAX_PLANS = 64;

export function firstText(properties: Properties, keys: readonly string[]): string | null {
  for (const key of keys) {
    const text = textOf(properties[key]);
    if (text !== null) return text;
  }
  return null;
}

function hasKeys(properties: Properties, keys: readonly string[]): boolean {
  let at = 0;
  for (const key in properties) if (key !== keys[at++]) return false;
  return at === keys.length;
}

export function keysByName(keys: readonly string[]): Map<string, string> {
  const byName = new Map<string, string>();
  for (const key of keys) {
    const name = key.length > MAX_WORD_LENGTH ? "" : plainName(key);
    if (name !== "" && !byName.has(name)) byName.set(name, key);
  }
  return byName;
}

/** Metres above ground that a component can have. */
const heightLimits = { least: -50, greatest: 500 };

/** Metres of a text, with a decimal comma or a unit too; NaN for a text that says none. */
function heightOf(text: string | null): number | null {
  if (text === null) return null;
  const bare = text.replace(/\s*(?:m|mts?|met(?:re|er|ro)s?)\.?$/i, "");
  const reading = settledNumber(readNumber(bare), heightLimits);
  if (reading.kind !== "number") return NaN;
  const isPossible = reading.value >= heightLimits.least && reading.value <= heightLimits.greatest;
  return isPossible ? reading.value : NaN;
}

/** The properties with a meaning, or what the user said of it: the property, or none. */
const said = (column: string | null | undefined, byName: readonly string[]): readonly string[] =>
  column === undefined ? byName : column === null ? [] : [column];

/**
 * Reads the properties of the features of one file.
 * @param mapping what the user said of them, which counts before their names
 */
export function fieldReader(mapping: FileMapping = {}): FieldReader {
  const plans = new Map<string, KeyPlan>();
  let plan: KeyPlan = { keys: [], byName: new Map(), type: [], byType: new Map() };
  const keysFor = (names: readonly string[]) =>
    names.flatMap((name) => plan.byName.get(name) ?? []);
  const planFor = (properties: Properties): KeyPlan => {
    if (hasKeys(properties, plan.keys)) return plan;
    const keys = Object.keys(properties);
    const name = keys.join("\u0000");
    const known = plans.get(name);
    plan = known ?? { keys, byName: keysByName(keys), type: [], byType: new Map() };
    if (known === undefined) plan = { ...plan, type: said(mapping["type"], keysFor(typeFields)) };
    if (plans.size < MAX_PLANS) plans.set(name, plan);
    return plan;
  };
  const planForType = (properties: Properties, type: ComponentType) => {
    const { byType } = planFor(properties);
    let found = byType.get(type);
    if (found === undefined) {
      const used = {
        dtId: said(mapping["dt_id"], keysFor(dtIdFields)),
        parent: said(mapping["parent"], keysFor(parentFields)),
        pcs: said(mapping["name"], keysFor(nameFieldsOf(type))),
        group: said(mapping["group"], keysFor(words.tracker_group)),
        // The group distinguishes parents of the same name.
        parentName: said(mapping["parent"], keysFor(wordsOf(componentTypes[type].parent))),
        height: keysFor(heightFields),
      };
      const known = new Set([...plan.type, ...Object.values(used).flat()]);
      const spare = [...plan.byName].flatMap(([name, key]) =>
        known.has(key) || formatFields.has(name) ? [] : [key],
      );
      found = { ...used, spare };
      byType.set(type, found);
    }
    return found;
  };
  return {
    spare: (properties, type) => planForType(properties, type).spare,
    typeText: (properties) => firstText(properties, planFor(properties).type),
    read(properties, type) {
      const keys = planForType(properties, type);
      return {
        dtId: firstText(properties, keys.dtId),
        parent: firstText(properties, keys.parent),
        pcs: firstText(properties, keys.pcs) ?? "",
        group: firstText(properties, keys.group) ?? "",
        parentName: firstText(properties, keys.parentName) ?? "",
        height: heightOf(firstText(properties, keys.height)),
      };
    },
  };
}
