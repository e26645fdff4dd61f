// How the tests run that mutants are tried with: all in one thread that stays, see trial.ts.

import { defineConfig } from "vitest/config";
import { chosenGroup } from "./groups.mjs";

const { environment, needsDatabase } = chosenGroup();

export default defineConfig({
  define: { APP_VERSION: JSON.stringify("0.0.0") },
  test: {
    include: ["tests/mutants/trial.ts"],
    environment,
    pool: "threads",
    maxWorkers: 1,
    isolate: false,
    globalSetup: needsDatabase ? ["tests/global-setup.ts"] : [],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
