// GeoParquet as GeoPandas and PyArrow write it (tests/fixtures/geoparquet/write.py), and files that are broken.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isFailure } from "../../domain/error.ts";
import { readBlueprint } from "../twin-file/blueprint.ts";
import { readPlantAreas } from "../twin-file/plant-area.ts";
import { readTwinFiles } from "../twin-file/read-files.ts";
import { bufferSource } from "./buffer-source.ts";
import { headOf, readerFor } from "./reader-for.ts";
import type { RawFeature } from "./raw-feature.ts";

const folder = join(import.meta.dirname, "../../../tests/fixtures/geoparquet");
const bytesOf = (name: string) => readFileSync(join(folder, `${name}.parquet`));
const plant = { name: "Pampa", technology: "photovoltaic" as const };
const [LON, LAT] = [-70.112, -18.886];

async function twinOf(name: string) {
  const source = bufferSource(`Pampa trackers ${name}.parquet`, bytesOf(name));
  return readTwinFiles([source], plant, new Set());
}

const good = [
  "plain",
  "utm-zstd",
  "gzip",
  "brotli",
  "none",
  "old-1.0",
  "polygon",
  "multipolygon",
  "covering",
  "row-groups",
  "pages-v2",
  "two-geometries",
  "crs-null",
  "crs-missing",
  "compound",
];

/** The features as the reader passes them on. */
async function featuresOf(name: string, bytes = bytesOf(name)) {
  const source = bufferSource(`${name}.parquet`, bytes);
  const features: RawFeature[] = [];
  const refused: unknown[] = [];
  const systems: string[] = [];
  await readerFor(source, await headOf(source))(source, {
    crs: (system) => systems.push(system),
    feature: (feature) => features.push(feature),
    refuse: (problem) => refused.push(problem),
  });
  return { features, refused, systems };
}

async function refusalOf(name: string, bytes = bytesOf(name)) {
  const fault: unknown = await featuresOf(name, bytes).catch((error: unknown) => error);
  if (!isFailure(fault)) throw new Error(`${name} was not refused: ${String(fault)}`);
  return fault.problems[0];
}

describe("a GeoParquet file of another program", () => {
  it.each(good)("%s gives the trackers", async (name) => {
    const { draft, report } = await twinOf(name);
    expect(report.refused).toEqual([]);
    const level = draft.levels.find(({ type }) => type === "tracker")!;
    expect(level.pcs.toSorted()).toEqual(["Träcker 1", "Träcker 2", "Träcker 3"]);
    for (const [row, pcs] of level.pcs.entries()) {
      const at = Number(pcs.slice(-1)) - 1;
      const [west, south] = [LON + at * 1e-4, LAT];
      for (let v = level.ringOffsets[row]!; v < level.ringOffsets[row + 1]!; v += 1) {
        const [x, y] = [level.rings[v * 2]! - west, level.rings[v * 2 + 1]! - south];
        // A millionth of a degree is 0.1 m.
        expect(Math.min(Math.abs(x), Math.abs(x - 2e-5))).toBeLessThan(1e-6);
        expect(Math.min(Math.abs(y), Math.abs(y - 2e-4))).toBeLessThan(1e-6);
      }
    }
  });

  it("keeps holes, long IDs and times, and no lists or bounds", async () => {
    for (const name of ["plain", "polygon", "covering", "pages-v2"]) {
      const { features } = await featuresOf(name);
      expect(features.map(({ number }) => number)).toEqual([1, 2, 3]);
      expect(features.map(({ outlines }) => outlines[0]!.holes.length)).toEqual([0, 1, 0]);
      expect(features[1]!.properties).toEqual({
        name: "Träcker 2",
        serial: "9007199254740994",
        // GeoPandas writes it without a zone.
        built: "2020-01-02T00:00:00.000",
      });
    }
  });

  it("keeps a day, and a clock without a zone is none of UTC", async () => {
    const { features } = await featuresOf("times");
    expect(features.map(({ properties }) => properties)).toEqual([
      {
        name: "A",
        day: "2026-05-02",
        clock: "2026-05-02T10:00:07.000",
        instant: "2026-05-02T14:00:07.000Z",
      },
    ]);
  });

  it("uses the primary one of several geometries, and lists the other as not used", async () => {
    const { report } = await twinOf("two-geometries");
    const middle = report.columns.find(({ column }) => column === "middle");
    expect(middle).toMatchObject({ used_as: null });
  });

  it("is read by every import", async () => {
    const bytes = bytesOf("utm-zstd");
    const source = bufferSource("Pampa.parquet", bytes);
    const { areas } = await readPlantAreas(source);
    expect(areas.map(({ name }) => name)).toEqual(["Träcker 1", "Träcker 2", "Träcker 3"]);
    expect((await readBlueprint(source)).feature_count).toBe(3);
  });

  it("takes longitude and latitude where it says no system, and what it says else", async () => {
    expect((await featuresOf("crs-missing")).systems).toEqual(["EPSG:4326"]);
    expect((await featuresOf("crs-null")).systems).toEqual([]);
    expect((await featuresOf("utm-zstd")).systems[0]).toContain('"code": 32719'.replace(" ", ""));
  });
});

describe("a feature without a shape", () => {
  it.each([
    ["null-and-empty", "geojson_no_geometry", 2],
    ["null-and-empty", "parquet_geometry_empty", 3],
    ["empty-point", "parquet_geometry_empty", 2],
    ["wrong-wkb", "parquet_geometry", 2],
    ["wrong-wkb", "parquet_geometry", 3],
    ["geo-says-polygon", "parquet_geometry", 1],
  ])("of %s is refused as %s with its number, %d", async (name, reason, feature) => {
    const { refused } = await featuresOf(name);
    expect(refused).toContainEqual({ reason, feature, field: "geometry" });
  });
});

describe("a GeoParquet file that is not read", () => {
  it.each([
    ["lz4", { reason: "parquet_codec", values: { name: "LZ4_RAW" }, feature: 1 }],
    ["no-geo", { reason: "parquet_no_geometry" }],
    ["geo-no-json", { reason: "parquet_metadata", field: "geo" }],
    ["geo-list", { reason: "parquet_metadata", field: "geo" }],
    ["geo-no-columns", { reason: "parquet_metadata", field: "geo" }],
    ["geo-no-primary", { reason: "parquet_metadata", field: "primary_column" }],
    ["geo-other-primary", { reason: "parquet_metadata", field: "primary_column" }],
    ["geo-encoding", { reason: "parquet_metadata", field: "encoding" }],
    ["encrypted", { reason: "parquet_encrypted" }],
    ["encrypted-column", { reason: "parquet_encrypted" }],
    ["crs-null-metres", { reason: "crs_missing", field: "crs" }],
    ["bomb", { reason: "parquet_too_large", feature: 1 }],
  ] as const)("%s is refused with the reason", async (name, problem) => {
    expect(await refusalOf(name)).toMatchObject(problem);
  });

  it("says a system that does not agree within a metre", async () => {
    const fault: unknown = await twinOf("nad27").catch((error: unknown) => error);
    expect(isFailure(fault) && fault.problems[0]?.reason).toBe("twin_crs_shift");
  });

  it("is cut off anywhere", async () => {
    const bytes = bytesOf("plain");
    for (let length = 4; length < bytes.length; length += 97) {
      const problem = await refusalOf("plain", bytes.subarray(0, length));
      expect(problem).toMatchObject({ reason: "parquet_cut_off" });
    }
    const noMagic = Buffer.concat([bytes.subarray(0, -1), Buffer.from("2")]);
    expect(await refusalOf("plain", noMagic)).toMatchObject({ reason: "parquet_cut_off" });
  });

  it("promises less than its pages unpack", async () => {
    const bytes = Buffer.from(bytesOf("bomb"));
    // The footer: each length of five bytes becomes 1,000, of as many bytes.
    const footer = bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8);
    let lies = 0;
    for (let at = footer; at < bytes.length - 12; at += 1) {
      const isLong = bytes.subarray(at, at + 4).every((byte) => byte >= 0x80) && bytes[at + 4]! < 8;
      if (!isLong) continue;
      bytes.set([0xd0, 0x8f, 0x80, 0x80, 0x00], at);
      lies += 1;
      at += 4;
    }
    expect(lies).toBeGreaterThan(0);
    expect((await refusalOf("bomb", bytes))?.reason).toMatch(/^parquet_(too_large|broken)$/);
  });

  it("is damaged in any byte: it is read or refused, and nothing else happens", async () => {
    const files = ["plain", "row-groups", "polygon", "gzip", "utm-zstd", "pages-v2"].map(bytesOf);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.array(
          fc.tuple(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), fc.nat(255)),
          {
            minLength: 1,
            maxLength: 4,
          },
        ),
        async (file, changes) => {
          const bytes = Buffer.from(file);
          for (const [place, byte] of changes) {
            bytes[4 + Math.floor(place * (bytes.length - 4))] = byte;
          }
          const fault: unknown = await featuresOf("changed", bytes).catch(
            (error: unknown) => error,
          );
          if (fault instanceof Error && !isFailure(fault)) throw fault;
        },
      ),
      { numRuns: 300 },
    );
  });
});
