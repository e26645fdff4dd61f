// A step of the build of the browser app. See decisions/bundle.md.
import { join } from "node:path";
import type { Plugin } from "vite";

const loader = join(import.meta.dirname, "..", "page", "load-module.ts");

/** Loads parts of the app with our own function, which can load again what has failed. */
export function retriedLoad(): Plugin {
  return {
    name: "retried-load",
    apply: "build",
    enforce: "pre",
    load: {
      filter: { id: /vite\/preload-helper\.js$/ },
      handler: () => `export { loadModule as __vitePreload } from ${JSON.stringify(loader)};`,
    },
  };
}
