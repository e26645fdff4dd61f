// Builds and serves the browser app, and runs the tests.

import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import { defaultClientConditions } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { defineConfig } from "vitest/config";
import { ByProject, roomProjects } from "./tests/projects.ts";
import { compressed } from "./src/app/build/compressed.ts";
import { engineModules } from "./src/app/build/engine-modules.ts";
import { loadedTogether } from "./src/app/build/loaded-together.ts";
import { isOfMapLibre, mapModules } from "./src/app/build/map-modules.ts";
import { retriedLoad } from "./src/app/build/retried-load.ts";
import { withoutShapes } from "./src/app/build/without-shapes.ts";
import { everydayFiles } from "./tests/everyday.mjs";
import { patient } from "./tests/fixtures/patience.ts";
import served from "./public/version.json" with { type: "json" };

/** The manifest, and the service worker with the list of the files that it keeps. See decisions/service-worker.md. */
function installable() {
  const icon = (size: number, purpose: "any" | "maskable") => ({
    src: `/icon-${purpose === "any" ? "" : `${purpose}-`}${size}.png`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  });
  return VitePWA({
    strategies: "injectManifest",
    srcDir: "../workers/browser",
    filename: "service-worker.ts",
    injectRegister: false,
    injectManifest: {
      rollupFormat: "iife",
      injectionPoint: "self.appFiles",
      // The page is not among them: the server writes into it, and lists it itself.
      globPatterns: [
        "assets/**/*.{js,css,json,woff2,wasm}",
        "ground/*.json",
        "*.{svg,png,webmanifest}",
      ],
      // The 3D view needs a network.
      globIgnores: ["**/twin-view*"],
      maximumFileSizeToCacheInBytes: 8_000_000,
      dontCacheBustURLsMatching: /^assets\//,
    },
    includeManifestIcons: false,
    manifest: {
      id: "/",
      name: "Heliograph",
      short_name: "Heliograph",
      description: "Drone inspection of solar plants",
      start_url: "/",
      scope: "/",
      display: "standalone",
      theme_color: "#0b63c4",
      background_color: "#ffffff",
      categories: ["business", "productivity"],
      icons: [icon(192, "any"), icon(512, "any"), icon(512, "maskable")],
    },
  });
}

/** Words that src/client/words/en.ts leaves out: those of the pages before sign-in, and those that come with their page. */
const otherWords =
  "shell|sign-in|error|mail|audit|permission|release-note|report|monitoring|single-sign-on|webhook|order|drone|terms";
const signedInWords = new RegExp(`/locales/\\w+/(?!(?:${otherWords})\\.json$)[\\w-]+\\.json$`);
const wordsOf = (file: string) => `words-${file.split("/").at(-2)}`;

/** The build names merged files after all files that load them, with `~` between. */
const plainName = (name: string) => name.replace(/~.*/, "").replace(/\.\w+$/, "");

export default defineConfig({
  root: "src",
  publicDir: "../public",
  plugins: [
    react(),
    withoutShapes(),
    engineModules(),
    mapModules(),
    retriedLoad(),
    installable(),
    compressed(),
  ],
  // deck.gl without its shaders for WebGPU: maps are drawn with WebGL.
  resolve: { conditions: ["visgl:webgl-only", ...defaultClientConditions] },
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
      // It moves a file that is loaded later into one of the parts below, and loads it by a name that is not there.
      experimental: { chunkOptimization: false },
      // Of its modes, four are used. The others need h3-js and jsts, which are 165 kB gzipped.
      treeshake: {
        moduleSideEffects: [
          { test: /[/\\]@deck\.gl-community[/\\]editable-layers[/\\]/, sideEffects: false },
          // 2D maps read no 3D models; the package does not say that importing it does nothing.
          { test: /[/\\]meshoptimizer[/\\]/, sideEffects: false },
        ],
      },
      output: {
        // The build would name these after all files that load them.
        chunkFileNames: ({ name }) => `assets/${plainName(name)}-[hash].js`,
        assetFileNames: ({ names: [name = ""] }) => `assets/${plainName(name)}-[hash][extname]`,
        codeSplitting: {
          groups: [
            { name: "map-library", test: isOfMapLibre, entriesAware: true },
            { name: "start", tags: ["$initial"] },
            loadedTogether(),
            {
              name: "icon",
              test: /\/lucide-react\/dist\/esm\/icons\//,
              entriesAware: true,
              entriesAwareMergeThreshold: 30_000,
            },
            // The same for the words that are loaded with the session: one file for each language.
            { debugName: "words", name: wordsOf, test: signedInWords },
          ],
        },
      },
    },
  },
  test: {
    root: ".",
    testTimeout: patient(20_000),
    hookTimeout: patient(60_000),
    // Files that start and kill servers mostly wait.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: ByProject },
    // What was transformed once is not transformed again by the next process or the next run.
    fsModuleCache: true,
    projects: [
      ...roomProjects,
      {
        extends: true,
        test: {
          name: "e2e",
          // TEST_JOURNEYS=everyday runs one journey or more of each main flow; else all of them are run.
          include:
            process.env["TEST_JOURNEYS"] === "everyday"
              ? everydayFiles
              : ["tests/e2e/**/*.test.ts"],
          globalSetup: ["tests/e2e/global-setup.ts"],
          // A worker keeps its modules, and with them a product and a browser.
          maxWorkers: Math.min(
            Number(process.env["JOURNEYS_AT_A_TIME"] ?? 2),
            availableParallelism(),
          ),
          // After the rooms, where both are run.
          sequence: { groupOrder: 1 },
          isolate: false,
          // Each wait within a test has its own limit.
          testTimeout: patient(600_000),
          hookTimeout: patient(240_000),
          expect: { poll: { timeout: patient(15_000) } },
        },
      },
    ],
  },
});
