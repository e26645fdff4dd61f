// What is mutated, and which tests must notice.

/**
 * @typedef {object} Group
 * @property {string} name
 * @property {readonly string[]} mutate Globs of sources.
 * @property {readonly string[]} tests Globs of the tests that may kill their mutants.
 * @property {"node" | "happy-dom"} environment
 * @property {boolean} needsDatabase Whether those tests ask a real PostgreSQL.
 */

/** @type {readonly Group[]} */
export const groups = [
  {
    name: "domain",
    mutate: ["src/domain/**/*.ts"],
    tests: ["src/domain/**/*.test.ts"],
    environment: "node",
    needsDatabase: false,
  },
  {
    name: "state",
    mutate: ["src/state/**/*.ts", "src/state/**/*.tsx"],
    tests: ["src/state/**/*.test.ts", "src/state/**/*.test.tsx"],
    environment: "happy-dom",
    needsDatabase: false,
  },
  {
    name: "tenancy",
    mutate: ["src/server/store/viewer-scope.ts", "src/server/store/viewer-database.ts"],
    tests: [
      "src/server/store/tenancy.test.ts",
      "src/server/door/scope.test.ts",
      "src/server/handlers/{document,drone,order,user}.test.ts",
    ],
    environment: "node",
    needsDatabase: true,
  },
];

/** The group of this process and its children. */
export function chosenGroup() {
  const name = process.env["MUTANTS_GROUP"];
  const group = groups.find((one) => one.name === name);
  if (!group) throw new Error(`no group of mutants is called ${name}`);
  return group;
}
