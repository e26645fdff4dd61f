// Where the build and the tests find Cesium and resium. See decisions/twin-view.md.
import { join } from "node:path";
import type { Plugin } from "vite";

const root = join(import.meta.dirname, "..", "..", "..");
const engine = "\0cesium-engine";
/** In the one file that resium ships, all of its elements would come with those that are used. */
const elements = join(root, "node_modules", "resium", "src", "index.ts");

/** Takes `cesium` from its engine, without the widgets, whose templates call `eval`; and `resium` from its sources. */
export function engineModules(): Plugin {
  return {
    name: "engine-modules",
    enforce: "pre",
    resolveId: (name) => (name === "cesium" ? engine : name === "resium" ? elements : undefined),
    load: (id) =>
      // The widget of which resium has an element is not there; nothing here opens one.
      id === engine
        ? 'export * from "@cesium/engine"; export const Viewer = undefined;'
        : undefined,
  };
}
