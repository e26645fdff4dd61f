// MapLibre as the build takes it. See decisions/bundle.md.
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { transformWithOxc, type Plugin } from "vite";

const folder = dirname(fileURLToPath(import.meta.resolve("maplibre-gl/package.json")));
const workerUrl = "\0maplibre-worker-url";

/** Of MapLibre; the build adds what it is made with. */
export const isOfMapLibre = (id: string) => id.startsWith(folder);

/**
 * MapLibre from its sources, its worker as a chunk of the same build: as they are published, page and worker are two
 * bundles that each hold what both need.
 */
export function mapModules(): Plugin {
  return {
    name: "map-modules",
    apply: "build",
    enforce: "pre",
    resolveId(id) {
      if (id === "maplibre-gl") return join(folder, "src", "index.ts");
      return id === "maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url" ? workerUrl : undefined;
    },
    load(id) {
      if (id !== workerUrl) return undefined;
      const worker = join(folder, "src", "source", "worker.ts");
      const chunk = this.emitFile({ type: "chunk", id: worker, name: "maplibre-worker" });
      return `export default import.meta.ROLLUP_FILE_URL_${chunk};`;
    },
    // Its classes declare fields that their base class has filled in: no field may be made again.
    async transform(code, id) {
      if (!id.startsWith(join(folder, "src") + sep) || !id.endsWith(".ts")) return undefined;
      return await transformWithOxc(code, id, {
        typescript: { removeClassFieldsWithoutInitializer: true },
        assumptions: { setPublicClassFields: true },
      });
    },
  };
}
