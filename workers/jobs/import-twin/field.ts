// Which property of a file means what, and which word names a component type. The list is kept in
// src/decisions/twin-files.md for those who make such files.
import { componentTypes, type ComponentType } from "../../../src/domain/component.ts";
import { plainName } from "../../../src/domain/twin-file-name.ts";

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

/** `Paneles`, `Module`, `absorber_tubes` ...; null where the word names no type. */
export function typeOfWord(word: string): ComponentType | null {
  const bare = plainName(word);
  for (const form of [bare, bare.replace(/s$/, ""), bare.replace(/(es|en|n|is)$/, "")]) {
    const type = typeByWord.get(form);
    if (type !== undefined) return type;
  }
  return null;
}

/** The words of a file name without its ending and without the plant's name. */
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

/** What a file's name says: the type of its components and, with the rest, the part of the plant. */
export function readFileName(
  fileName: string,
  plantName: string,
): { readonly type: ComponentType | null; readonly label: string } {
  const tokens = restOfName(fileName, plantName);
  for (const size of [2, 1]) {
    for (let at = 0; at + size <= tokens.length; at++) {
      const type = typeOfWord(tokens.slice(at, at + size).join(""));
      if (type === null) continue;
      return { type, label: [...tokens.slice(0, at), ...tokens.slice(at + size)].join("-") };
    }
  }
  return { type: null, label: tokens.join("-") };
}

const typeFields = ["componenttype", "type", "tipo", "typ", "kind", "level", "nivel"];
const dtIdFields = ["dtid", "digitaltwinid", "componentid"];
const parentFields = ["parentdtid", "parentid", "parent", "padre", "pai"];
const nameFields = ["pcs", "name", "nombre", "nome", "bezeichnung", "label", "etiqueta", "tag"];
const heightFields = ["height", "heightm", "altura", "alturam", "hoehe"];
const ownNumbers: Partial<Record<ComponentType, readonly string[]>> = {
  module: ["idinteger", "idpanel", "idmodule", "idmodulo", "moduleid", "panelid"],
  tracker: ["idmesa", "trackerid", "tableid", "idtracker"],
};

export type Fields = {
  readonly type: string | null;
  readonly dtId: string | null;
  readonly parent: string | null;
  readonly pcs: string;
  /** Name of the part of the plant (tracker group) the component says it lies in. */
  readonly group: string;
  /** Name of the component of the parent type, where a property carries that type's word. */
  readonly parentName: string;
  readonly height: number | null;
};

export type FieldReader = (
  properties: Readonly<Record<string, unknown>>,
  type: ComponentType | null,
) => Fields;

const textOf = (value: unknown): string | null =>
  typeof value === "string"
    ? value.trim() || null
    : typeof value === "number"
      ? String(value)
      : null;

/** Reads the properties of one file's features; names of properties are understood once per file. */
export function fieldReader(): FieldReader {
  const plainNames = new Map<string, string>();
  return (properties, type) => {
    const byName = new Map<string, unknown>();
    for (const key of Object.keys(properties)) {
      let name = plainNames.get(key);
      if (name === undefined) plainNames.set(key, (name = plainName(key)));
      if (!byName.has(name)) byName.set(name, properties[key]);
    }
    const first = (names: readonly string[]): string | null => {
      for (const name of names) {
        const text = textOf(byName.get(name));
        if (text !== null) return text;
      }
      return null;
    };
    const namedAs = (wanted: ComponentType | null) => {
      if (wanted === null) return null;
      const direct = first([wanted.replace("_", ""), ...words[wanted]]);
      return direct ?? first((ownNumbers[wanted] ?? []).slice(0, 1));
    };
    const parentType = type === null ? null : componentTypes[type].parent;
    const numbers = type === null ? [] : (ownNumbers[type] ?? []);
    const height = Number(first(heightFields) ?? NaN);
    return {
      type: first(typeFields),
      dtId: first(dtIdFields),
      parent: first(parentFields),
      pcs: first(nameFields) ?? first(numbers) ?? namedAs(type) ?? first(["id"]) ?? "",
      group: first(words.tracker_group) ?? "",
      parentName: namedAs(parentType) ?? "",
      height: Number.isFinite(height) ? height : null,
    };
  };
}
