// How the tests run that mutants are tried with: in threads that stay, see trial.ts.

import { defineConfig } from "vitest/config";
import { chosenGroup } from "./groups.mjs";

const { needsDatabase } = chosenGroup();

export default defineConfig({
  define: { APP_VERSION: JSON.stringify("0.0.0") },
  test: {
    include: ["tests/mutants/trial.ts"],
    environment: process.env["MUTANTS_ENVIRONMENT"] ?? "node",
    pool: "threads",
    maxWorkers: 1,
    isolate: false,
    globalSetup: needsDatabase ? ["tests/global-setup.ts"] : [],
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
});
