import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { NO_ROW } from "../../domain/component/component-index.ts";
import { buildTwin } from "../../domain/twin/twin-build.ts";
import { sharedData } from "../../../tests/fixtures/shared-data.ts";
import { bufferSource } from "../geo-file/buffer-source.ts";
import { readTwinFiles } from "./read-files.ts";

const data = sharedData();
const plant = { name: "Pampa", technology: "photovoltaic" as const };
const folder = join(data ?? "", "plant-geometry/pampa");

function source(path: string) {
  return bufferSource(`Pampa ${path.split("/").at(-1)}`, readFileSync(path));
}
const read = (...paths: string[]) => readTwinFiles(paths.map(source), plant, new Set());

describe.skipIf(data === null)("the Chilean plant", () => {
  it("has 172 tables in three zones and 6,925 modules, every module in its table", async () => {
    const { draft, report } = await read(...readdirSync(folder).map((name) => join(folder, name)));
    const built = buildTwin(draft);
    expect(built.levels.map(({ names }) => names.count)).toEqual([3, 172, 6925]);
    expect(built.levels.map(({ changes }) => changes.orphans)).toEqual([0, 0, 0]);
    expect(report.refused_count).toBe(0);
    expect(report.mended.unclosed).toBe(172 + 6925);
    expect(report.made).toEqual({ tracker_group: 3 });
    const [groups, tables, modules] = built.levels;
    const inTable = new Map<number, number>();
    for (const parent of modules!.geometry.parent) {
      inTable.set(parent, (inTable.get(parent) ?? 0) + 1);
    }
    const sizes = [...inTable.values()].reduce<Record<number, number>>(
      (all, size) => ({ ...all, [size]: (all[size] ?? 0) + 1 }),
      {},
    );
    expect(sizes).toEqual({ 40: 64 + 63, 41: 1 + 44 });
    expect(tables!.geometry.parent).not.toContain(NO_ROW);
    const zones = Array.from({ length: 3 }, (_, row) => groups!.names.pcs(row));
    expect(zones.toSorted()).toEqual(["BP-A-1", "BP-A-2", "BP-A-5"]);
    const full = (row: number) => {
      const group = tables!.geometry.parent[row]!;
      return `${groups!.names.pcs(group)} ${tables!.names.pcs(row)}`;
    };
    const names = Array.from({ length: 172 }, (_, row) => tables!.names.pcs(row));
    expect(new Set(names).size).toBeLessThan(172);
    expect(new Set(names.map((_, row) => full(row))).size).toBe(172);
    expect(built.outline!.area_ha).toBeGreaterThan(1.7);
    expect(built.outline!.area_ha).toBeLessThan(12);
  });

  it("gives the same tables from its KML, GeoJSON and FlatGeobuf", async () => {
    const derived = join(data ?? "", "plant-geometry/pampa-derived");
    const [kml, geoJson, flatGeobuf] = await Promise.all(
      [
        join(folder, "Mesa_BP-A-1.kml"),
        join(derived, "Mesa_BP-A-1.geojson"),
        join(derived, "Mesa_BP-A-1.fgb"),
      ].map(async (path) => {
        const { draft } = await read(path);
        const { levels } = buildTwin(draft);
        return levels.map(({ geometry, names }) => ({
          geometry,
          pcs: Array.from({ length: names.count }, (_, row) => names.pcs(row)),
        }));
      }),
    );
    expect(kml![1]!.geometry.count).toBe(64);
    expect(geoJson).toEqual(kml);
    expect(flatGeobuf).toEqual(kml);
  });

  it("makes tables and zones from the modules alone", async () => {
    const { draft, report } = await read(join(folder, "Paneles_BP-A-5.kml"));
    expect(report.made).toEqual({ tracker: 44, tracker_group: 1 });
    const built = buildTwin(draft);
    expect(built.levels.map(({ names }) => names.count)).toEqual([1, 44, 1804]);
    expect(built.levels[2]!.geometry.parent).not.toContain(NO_ROW);
  });

  it("keeps every row and identity when the same files are imported again", async () => {
    const paths = readdirSync(folder).map((name) => join(folder, name));
    const first = buildTwin((await read(...paths)).draft);
    const again = buildTwin((await read(...paths.toReversed())).draft, first);
    for (const [at, { geometry, names }] of first.levels.entries()) {
      expect(again.levels[at]!.geometry).toEqual(geometry);
      expect(again.levels[at]!.names.dtId(7)).toBe(names.dtId(7));
    }
  });
});

describe.skipIf(data === null)("the Indian outlines", () => {
  it("are judged feature by feature: 78 cross themselves", async () => {
    const path = join(data ?? "", "plant-geometry/india-solar-farms");
    const [name] = readdirSync(path);
    const farms = bufferSource("India trackers.geojson", readFileSync(join(path, name!)));
    const reading = readTwinFiles([farms], { ...plant, name: "India" }, new Set());
    await expect(reading).rejects.toMatchObject({ problems: [{ reason: "twin_too_wide" }] });
  });
});
