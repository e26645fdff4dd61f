// Stryker's settings for one group of sources.

import { chosenGroup } from "./groups.mjs";

const { mutate, needsDatabase } = chosenGroup();
const files = process.env["MUTANTS_FILES"]?.split(",") ?? mutate;

export default {
  testRunner: "stay",
  plugins: [new URL("stay-runner.mjs", import.meta.url).pathname],
  mutate: [...files, "!**/*.test.*", "!**/*.fixture.ts"],
  coverageAnalysis: "perTest",
  // What runs once while a file loads is a table or a shape: its mutants need all tests afresh, one by
  // one, and a test that kills them would say the table a second time.
  ignoreStatic: true,
  concurrency: Number(process.env["MUTANTS_CONCURRENCY"] ?? 1),
  // Only for a mutant that lets its thread turn for ever. After it all tests are loaded again, which must fit too.
  timeoutMS: needsDatabase ? 240_000 : 30_000,
  dryRunTimeoutMinutes: 30,
  tempDirName: ".cache/mutants/trial",
  // A link to node_modules is made; the rest of what lies about is not needed to run the tests.
  ignorePatterns: ["dist", "public/readme", ".data", ".cache"],
  // Else a comment comes before the one that names the environment of a test.
  disableTypeChecks: false,
  // It would be rewritten with a TypeScript older than the one that is installed.
  tsconfigFile: "none",
  reporters: ["json", "progress-append-only"],
  jsonReporter: { fileName: ".cache/mutants/report.json" },
  allowConsoleColors: false,
};
