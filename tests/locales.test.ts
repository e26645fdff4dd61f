import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { analysisStates, visibilities } from "../src/domain/analysis/analysis.ts";
import { componentTypeIds, technologies } from "../src/domain/component/component.ts";
import { errors } from "../src/domain/error.ts";
import { keyFigures } from "../src/domain/key-figure/key-figure.ts";
import { viewParts } from "../src/domain/plant/view.ts";
import { permissions } from "../src/domain/account/permission.ts";
import { roleKeys } from "../src/domain/account/role.ts";
import { releaseNoteKey, releaseNotes } from "../src/domain/analysis/release-note.ts";
import { layers } from "../layers/index.ts";
import { panels } from "../src/panels/index.ts";
import { tools } from "../tools/index.ts";
import { jobs } from "../workers/jobs/index.ts";
import {
  findFamiliar,
  findFormer,
  findGrouped,
  findPercent,
  findStraight,
  formerWords,
  type Language,
} from "./former-words.ts";
import { baseKeys, findFaults, findGaps, keysIn, readWords, reasonsIn } from "./words.ts";

const root = join(import.meta.dirname, "..");
const languages = ["en", "es", "pt"] as const;
const words = Object.fromEntries(
  languages.map((language) => [language, readWords(join(root, "locales", language))]),
);
const english = words["en"] ?? new Map<string, string>();
const nouns = new Set([...english.keys()].map((key) => key.split(":")[0] ?? ""));

/** Every id that people see, by its registry, as the key of its words. */
const registries: Record<string, readonly string[]> = {
  errors: Object.keys(errors).map((code) => `error:${code}`),
  "key figures": keyFigures.flatMap(({ key }) => [
    `key-figure:${key}.name`,
    `key-figure:${key}.description`,
    `key-figure:${key}.source`,
  ]),
  permissions: permissions.flatMap(({ name, group }) => [
    `permission:${name}`,
    `permission:about.${name}`,
    `permission:group.${group}`,
  ]),
  roles: roleKeys.flatMap((key) => [`user:role.${key}`, `user:role_hint.${key}`]),
  "parts of an address": viewParts.map((part) => `workbench:part.${part}`),
  jobs: jobs.map(({ name }) => `task:${name}`),
  layers: layers.map(({ id }) => `layer:${id}`),
  tools: tools.map(({ id }) => `tool:${id}`),
  panels: panels.map(({ title }) => title),
  "analysis states": analysisStates.map((state) => `analyses:state.${state}`),
  visibilities: visibilities.map((visibility) => `analyses:visibility.${visibility}`),
  "release notes": releaseNotes.flatMap(({ version, notes }) =>
    notes.map((note) => releaseNoteKey(version, note)),
  ),
  technologies: technologies.map((technology) => `plants:technology.${technology}`),
  "component types": componentTypeIds.map((type) => `component:type.${type}.many`),
};

/** Messages that the specification gives word for word; some say more after it. */
const prescribed: Readonly<Record<string, string>> = {
  "error:DISCONNECT": "No connection to server",
  "error:SOMETHING_WENT_WRONG": "Ooops! Something went horribly wrong!",
  "refusal:offline_waiting": "Cannot go offline. Upload your local Observations, before!",
  "refusal:offline_cannot_return":
    "Ooops! Cannot go online. No internet connection or invalid authentication.",
  "refusal:offline_disappeared": "OfflineDB disappeared",
  "refusal:task_without_reason": "No error message provided. Check server logs for details",
  "outbox:not_found": "Observation {{id}} not found",
};

it.each(Object.entries(prescribed))("has the words of the specification: %s", (key, text) => {
  expect(english.get(key)?.startsWith(text)).toBe(true);
});

it("says in English where a key figure comes from as the catalogue does", () => {
  const shown = keyFigures.map(({ key }) => english.get(`key-figure:${key}.source`));
  expect(shown).toEqual(keyFigures.map(({ source }) => source));
});

/** Sources whose words people may see. */
const rooms = ["src", "layers", "tools", "workers"].filter((room) => existsSync(join(root, room)));
const sources = rooms.flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|fixture)\.tsx?$/.test(path))
    .map((path) => ({
      path: join(room, path),
      text: readFileSync(join(root, room, path), "utf8"),
    })),
);

describe.each(languages)("the words in %s", (language) => {
  const own = words[language] ?? new Map<string, string>();
  const where = `missing or wrong in locales/${language}, as file:key`;

  it("are complete", () => {
    expect(own.size).toBeGreaterThan(100);
    expect(findGaps(english, own), where).toEqual([]);
  });

  it("are filled in, with the same values, and translated", () => {
    expect(findFaults(english, own), where).toEqual([]);
  });

  it("have typographic marks, and per cent as the formats of the language write it", () => {
    expect(findStraight(own), where).toEqual([]);
    expect(findPercent(own, language), where).toEqual([]);
  });

  it.each(Object.entries(registries))("name all %s", (_registry, keys) => {
    expect(
      keys.filter((key) => !own.has(key)),
      where,
    ).toEqual([]);
    expect(keys.length).toBeGreaterThan(0);
  });
});

it.each(
  formerWords.map((former) => {
    const [language, { source }, said] = former;
    return { language, source, said, former };
  }),
)("do not say in $language: $source, but $said", ({ language, former }) => {
  expect(findFormer(words[language] ?? new Map(), language, former)).toEqual([]);
});

it("address readers of Spanish as usted", () => {
  expect(findFamiliar(words["es"] ?? new Map())).toEqual([]);
});

it("do not group four digits in Spanish, as its formats do not", () => {
  expect(findGrouped(words["es"] ?? new Map())).toEqual([]);
});

describe("the words", () => {
  const known = baseKeys(english);

  it("are there for every key that the sources write out", () => {
    const missing = sources.flatMap(({ path, text }) =>
      keysIn(text, nouns)
        .filter(
          (key) => !known.has(key) && ![...known].some((longer) => longer.startsWith(`${key}.`)),
        )
        .map((key) => `${path}: ${key}`),
    );
    expect(missing).toEqual([]);
  });

  it("are there for every reason to refuse something", () => {
    const missing = sources.flatMap(({ path, text }) =>
      reasonsIn(text)
        .filter((key) => !known.has(key))
        .map((key) => `${path}: ${key}`),
    );
    expect(missing).toEqual([]);
  });
});

const formerExamples: readonly (readonly [Language, string])[] = [
  ["en", "Change since the last survey"],
  ["en", "The place is not sure."],
  ["es", "Coste de un módulo"],
  ["es", "una inspección anterior"],
  ["pt", "Escolha o ficheiro."],
  ["pt", "está a carregar"],
];

const presentExamples: readonly (readonly [Language, string])[] = [
  ["en", "US survey feet, by QFly-Survey; check it on site."],
  ["es", "Inspección del módulo"],
  ["pt", "está carregando o arquivo da usina"],
];

describe("the rules of the words", () => {
  const map = (words: Record<string, string>) => new Map(Object.entries(words));
  const sound = map({
    "plant:title": "The plant of {{customer}} is here",
    "plant:rows_other": "Rows",
  });

  it("catch what a language lacks or has too much", () => {
    expect(findGaps(sound, map({ "plant:rows_other": "Filas" }))).toEqual([
      "plant:title is missing",
    ]);
    expect(findGaps(sound, map({ "plant:title": "x", "plant:rows_many": "Filas" }))).toEqual([
      "plant:rows_other is missing",
    ]);
    expect(findGaps(map({}), map({ "plant:title": "x" }))).toEqual([
      "plant:title is not in English",
    ]);
  });

  it("catch texts that are empty, that lost a value, or that were left in English", () => {
    expect(findFaults(sound, map({ "plant:rows_other": " " }))).toEqual([
      "plant:rows_other is empty",
    ]);
    expect(findFaults(sound, map({ "plant:title": "La planta de {{cliente}}" }))).toEqual([
      "plant:title has other values than the English text",
    ]);
    expect(findFaults(sound, map({ "plant:title": "The plant of {{customer}} is here" }))).toEqual([
      "plant:title was left in English",
    ]);
    expect(findFaults(sound, map({ "plant:title": "La planta de {{customer}}" }))).toEqual([]);
  });

  it("catch former words, and leave those that the glossary has", () => {
    const found = (language: Language, text: string) =>
      formerWords.flatMap((former) => findFormer(map({ "plant:title": text }), language, former));
    for (const [language, text] of formerExamples)
      expect(found(language, text), text).toHaveLength(1);
    for (const [language, text] of presentExamples) expect(found(language, text), text).toEqual([]);
  });

  it("catch marks and notations of another language", () => {
    const one = (text: string) => map({ "plant:title": text });
    for (const text of ["Envíalos de nuevo.", "Has llegado.", "Tu posición"])
      expect(findFamiliar(one(text)), text).toHaveLength(1);
    for (const text of ["Envíelos de nuevo.", "Ábralo.", "Su posición", "hasta aquí"])
      expect(findFamiliar(one(text)), text).toEqual([]);
    expect(findStraight(one("The plant's name"))).toHaveLength(1);
    expect(findStraight(one("The plant’s name"))).toEqual([]);
    for (const [language, text] of [
      ["en", "5 %"],
      ["pt", "{{share}}\u00A0%"],
      ["es", "5%"],
      ["es", "5 %"],
    ] as const)
      expect(findPercent(one(text), language), text).toHaveLength(1);
    for (const [language, text] of [
      ["en", "5%"],
      ["es", "{{share}}\u00A0%"],
      ["pt", "Perdas (%)"],
    ] as const)
      expect(findPercent(one(text), language), text).toEqual([]);
    expect(findGrouped(one("1.000 W/m²"))).toHaveLength(1);
    expect(findGrouped(one("1000 W/m², 12.345, versión 1.0.0"))).toEqual([]);
  });

  it("see keys and reasons in sources", () => {
    const text = 't("plant:title"); title: "plants:a.b_c", at: "node:fs", { reason: "no_file" }';
    expect(keysIn(text, new Set(["plant", "plants"]))).toEqual(["plant:title", "plants:a.b_c"]);
    expect(reasonsIn(text)).toEqual(["refusal:no_file"]);
  });
});
