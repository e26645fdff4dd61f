// Importing a digital twin against GDAL's ogr2ogr, which only changes the format.
//
// Ours reads, validates, mends, finds rectangles, rows and parents, packs, compresses and writes
// through to the disk; ogr2ogr parses and writes a FlatGeobuf with its index.
import { execFileSync, spawnSync } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { buildTwin, type BuiltTwin } from "../../src/domain/twin/twin-build.ts";
import { openObjectFolder } from "../../src/server/adapters/object-folder.ts";
import { generatePhotovoltaicPlant } from "../../src/demo/photovoltaic/photovoltaic-plant.ts";
import { storeLevel } from "../../src/server/store/plant/twin-object.ts";
import { componentsOf } from "../../src/server/twin-file/component-row.ts";
import { flatGeobufFile } from "../../src/server/twin-file/flatgeobuf-file.ts";
import { geoJsonFile, kmlFile } from "../../src/server/twin-file/text-file.ts";
import type { Twin } from "../../src/domain/component/component-index.ts";
import type { BenchOptions, Report } from "./report.ts";
import type { TwinSource } from "../../src/server/geo-file/raw-feature.ts";
import { readTwinFiles } from "../../src/server/twin-file/read-files.ts";

const SIZES = { short: [10_000, 100_000], full: [10_000, 100_000, 1_000_000] };
const formats = ["geojson", "fgb", "kml"] as const;
type Store = Awaited<ReturnType<typeof openObjectFolder>>;

const isThere = (program: string) => spawnSync(program, ["--version"]).status === 0;
const folderSource = (files: Store, name: string, bytes: number): TwinSource => ({
  name,
  bytes,
  component_type: null,
  open: (range) => files.stream(name, range),
});

async function stored(files: Store, built: BuiltTwin): Promise<Twin> {
  const levels = [];
  for (const level of built.levels) levels.push(await storeLevel(files, level, built.origin));
  return { plant_id: 1, version: 1, origin: built.origin, bounds: built.bounds, levels };
}

/** Writes the plant's modules as a file of each format, to be read by both. */
async function writeFiles(files: Store, folder: string, count: number): Promise<void> {
  const origin = [-3, 37] as const;
  const built = buildTwin(
    generatePhotovoltaicPlant({ origin, modules: count, mounting: "tracked" }),
  );
  const twin = await stored(files, built);
  const modules = () => componentsOf(files, twin, "module");
  const pieces = {
    geojson: geoJsonFile(modules()),
    fgb: flatGeobufFile(count, modules()),
    kml: kmlFile("bench", modules()),
  };
  for (const format of formats) {
    const path = join(folder, "objects", `bench-module-${count}.${format}`);
    await pipeline(Readable.from(pieces[format], { objectMode: false }), createWriteStream(path));
  }
}

async function importOnce(files: Store, folder: string, name: string): Promise<number> {
  const { size } = await stat(join(folder, "objects", name));
  const start = performance.now();
  const plant = { name: "bench", technology: "photovoltaic" as const };
  const { draft } = await readTwinFiles([folderSource(files, name, size)], plant, new Set());
  const built = buildTwin(draft);
  // into an empty store: what is there already is not written again
  await stored(await openObjectFolder(join(folder, `${name}-${start}`)), built);
  return performance.now() - start;
}

function convertOnce(folder: string, name: string): number {
  const start = performance.now();
  const to = join(folder, `${name}-${start}.fgb`);
  execFileSync("ogr2ogr", ["-f", "FlatGeobuf", to, join(folder, "objects", name)], {
    stdio: "ignore",
  });
  return performance.now() - start;
}

/** Reports milliseconds per 100 thousand components for each size and format; the best of three. */
export async function bench(
  report: Report,
  { form }: BenchOptions,
  sizes: readonly number[] = SIZES[form],
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "twin-bench-"));
  const hasGdal = isThere("ogr2ogr");
  try {
    const files = await openObjectFolder(join(folder, "objects"));
    for (const size of sizes) {
      await writeFiles(files, folder, size);
      for (const format of formats) {
        // a million modules as KML take ogr2ogr minutes and say nothing more
        if (format === "kml" && size > 100_000) continue;
        const name = `bench-module-${size}.${format}`;
        const rounds = size >= 1_000_000 ? [1] : [1, 2, 3];
        const ours: number[] = [];
        const theirs: number[] = [];
        for (const _ of rounds) {
          ours.push(await importOnce(files, folder, name));
          if (hasGdal) theirs.push(convertOnce(folder, name));
        }
        const per = (times: number[]) =>
          times.length > 0 ? (Math.min(...times) * 100_000) / size : null;
        report({
          name: `twin import, ${size.toLocaleString("en")} modules, ${format}`,
          unit: "ms per 100,000",
          ours: per(ours),
          baseline: hasGdal ? "ogr2ogr to FlatGeobuf" : "ogr2ogr is not installed",
          theirs: per(theirs),
          note: "ours validates, indexes, finds parents and compresses; ogr2ogr converts",
        });
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) {
  const sizes = process.argv.slice(2).map(Number);
  await bench(
    (row) => process.stdout.write(`${JSON.stringify(row)}\n`),
    { form: "full" },
    sizes.length > 0 ? sizes : undefined,
  );
}
