// Builds and serves the browser app, and runs the tests.

import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import served from "./public/version.json" with { type: "json" };

export default defineConfig({
  root: "src",
  publicDir: "../public",
  plugins: [react()],
  define: { APP_VERSION: JSON.stringify(served.version) },
  worker: { format: "es" },
  // Nothing imports a single word by name.
  json: { namedExports: false },
  server: {
    fs: { allow: [".."] },
    proxy: Object.fromEntries(
      // Our own room src/api is served under the same path.
      ["^/api/(?!.*\\.ts)", "/demo"].map((path) => [
        path,
        { target: process.env["API_URL"], xfwd: true },
      ]),
    ),
  },
  build: {
    outDir: "../dist",
    emptyOutDir: true,
    target: "es2023",
    sourcemap: true,
    manifest: true,
    // `npm run bench` holds each page to its budget; map and 3D engine are large and loaded late.
    chunkSizeWarningLimit: 6000,
    // What every page starts with is one file: it packs better than fifty, and is asked for once.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: "start", tags: ["$initial"] }] } },
    },
  },
  test: {
    root: ".",
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Files that start and kill servers mostly wait; on two cores one worker would wait with them.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        test: {
          name: "room",
          include: ["{src,layers,tools,workers,tests}/**/*.test.{ts,tsx}"],
          exclude: ["tests/e2e/**"],
          globalSetup: ["tests/global-setup.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          globalSetup: ["tests/e2e/global-setup.ts"],
          // Two journeys at a time, each with a product and a browser of its own.
          maxWorkers: Math.min(2, availableParallelism()),
          testTimeout: 180_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
