// Builds and serves the browser app, and runs the tests.

import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { transformWithOxc, type Plugin } from "vite";
import { defineConfig } from "vitest/config";
import served from "./public/version.json" with { type: "json" };

/**
 * MapLibre from its sources, its worker as a chunk of the same build: published, page and worker are two
 * bundles that each hold what both need (src/decisions/bundle.md).
 */
function mapLibreOnce(): Plugin {
  const folder = dirname(fileURLToPath(import.meta.resolve("maplibre-gl/package.json")));
  const workerUrl = "\0maplibre-worker-url";
  return {
    name: "maplibre-once",
    apply: "build",
    enforce: "pre",
    resolveId(id) {
      if (id === "maplibre-gl") return join(folder, "src/index.ts");
      return id === "maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url" ? workerUrl : undefined;
    },
    load(id) {
      if (id !== workerUrl) return undefined;
      const worker = join(folder, "src/source/worker.ts");
      const chunk = this.emitFile({ type: "chunk", id: worker, name: "maplibre-worker" });
      return `export default import.meta.ROLLUP_FILE_URL_${chunk};`;
    },
    // Its classes declare fields that their base class has filled in: no field may be made anew.
    async transform(code, id) {
      if (!id.startsWith(join(folder, "src")) || !id.endsWith(".ts")) return undefined;
      return await transformWithOxc(code, id, {
        typescript: { removeClassFieldsWithoutInitializer: true },
        assumptions: { setPublicClassFields: true },
      });
    },
  };
}

/** Leaves out what deck.gl and luma.gl keep for WebGPU: the map draws with MapLibre's WebGL. */
function webGlOnly(): Plugin {
  const stub = "\0webgpu-attributes";
  const names = ["GPUDataEvaluator", "cleanEvaluateSync", "interleave"];
  return {
    name: "webgl-only",
    apply: "build",
    enforce: "pre",
    resolveId: (id) => (/^@luma\.gl\/gpgpu(\/webgpu)?$/.test(id) ? stub : undefined),
    load: (id) =>
      id === stub
        ? `export const backendRegistry = { add() {} };
           export const ${names.map((name) => `${name} = undefined`).join(", ")};`
        : undefined,
    transform(code, id) {
      if (!/\/@deck\.gl\/.*\.wgsl\.js$/.test(id) || /^export \{/m.test(code)) return undefined;
      const exported = [...code.matchAll(/^export (const|function) (\w+)/gm)];
      const empty = exported.map(([, kind, name]) =>
        kind === "const"
          ? `export const ${name} = "";`
          : `export function ${name}() { return ""; }`,
      );
      return { code: [...empty, 'export default "";'].join("\n"), map: { mappings: "" } };
    },
  };
}

export default defineConfig({
  root: "src",
  publicDir: "../public",
  plugins: [mapLibreOnce(), webGlOnly(), react()],
  define: { APP_VERSION: JSON.stringify(served.version) },
  worker: { format: "es" },
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
          // One journey at a time: browser and server share the machine.
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
