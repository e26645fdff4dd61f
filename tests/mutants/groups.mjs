// What is mutated, and which tests must notice.

import { relative } from "node:path";

/**
 * @typedef {object} Group
 * @property {string} name
 * @property {readonly string[]} mutate Globs of sources.
 * @property {readonly string[]} tests Globs of the tests that may kill their mutants.
 * @property {boolean} [isByFile] Whether a source is tried with the tests named after it, where there are some.
 * @property {boolean} [isWhole] Whether all its folders are tried together: each holds one or two sources.
 * @property {boolean} isApart Whether test files must not share modules: each keeps a state of its own there.
 * @property {boolean} needsDatabase Whether those tests ask a real PostgreSQL.
 */

/** @type {readonly Group[]} */
export const groups = [
  {
    name: "domain",
    mutate: ["src/domain/**/*.ts"],
    tests: ["src/domain/**/*.test.ts"],
    isApart: false,
    needsDatabase: false,
  },
  {
    // All state stands on it, so nearly every test reaches it, and each mutant would take seconds: the
    // tests of a source must notice what breaks there.
    name: "shell",
    mutate: ["src/state/shell/**/*.ts"],
    tests: ["src/state/shell/**/*.test.ts"],
    isByFile: true,
    isApart: true,
    needsDatabase: false,
  },
  {
    name: "state",
    mutate: [
      "src/state/{account,field,import,map,observation,plant,settings,upload}/**/*.{ts,tsx}",
    ],
    tests: ["src/state/**/*.test.{ts,tsx}"],
    isApart: true,
    needsDatabase: false,
  },
  {
    name: "map",
    mutate: ["src/map/**/*.ts"],
    tests: ["src/map/**/*.test.{ts,tsx}"],
    isApart: true,
    needsDatabase: false,
  },
  {
    name: "layers",
    mutate: ["layers/**/*.ts"],
    tests: ["layers/**/*.test.ts"],
    isApart: true,
    needsDatabase: false,
  },
  {
    // What is drawn (.tsx) is tried by the journeys in a browser, and panel.ts is a table.
    name: "panels",
    mutate: ["src/panels/**/!(panel|index|*.test).ts"],
    tests: ["src/panels/**/*.test.{ts,tsx}"],
    isWhole: true,
    isApart: true,
    needsDatabase: false,
  },
  {
    // The build takes the paths of words in i18n.ts from a literal, which must stay one.
    name: "client",
    mutate: ["src/client/**/!(i18n|*.test).ts"],
    tests: ["src/client/**/*.test.ts"],
    isApart: true,
    needsDatabase: false,
  },
  {
    name: "tenancy",
    mutate: ["src/server/store/viewer-scope.ts", "src/server/store/viewer-database.ts"],
    tests: [
      "src/server/store/{tenancy,viewer-database}.test.ts",
      "src/server/http/scope.test.ts",
      "src/server/handlers/{provider/{document,order},flight/drone,account/user}.test.ts",
    ],
    isApart: true,
    needsDatabase: true,
  },
];

/** The group of this process and its children. */
export function chosenGroup() {
  const name = process.env["MUTANTS_GROUP"];
  const group = groups.find((one) => one.name === name);
  if (!group) throw new Error(`no group of mutants is called ${name}`);
  const tests = process.env["MUTANTS_TESTS"]?.split(";") ?? group.tests;
  return { ...group, tests };
}

/**
 * How a test file begins the names of its tests.
 * @param {string} file
 */
export const nameOf = (file) => relative(process.cwd(), file);
