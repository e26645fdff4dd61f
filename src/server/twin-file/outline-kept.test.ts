// Measures stored outlines against the files, on the sphere, without the code that stores them.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sharedData } from "../../../tests/fixtures/shared-data.ts";
import { NO_ROW } from "../../domain/component/component-index.ts";
import { polygonIndex, ringOfRow } from "../../domain/geometry/geometry-rows.ts";
import { buildTwin } from "../../domain/twin/twin-build.ts";
import type { LevelDraft } from "../../domain/twin/twin-draft.ts";
import { bufferSource } from "../geo-file/buffer-source.ts";
import { readTwinFiles } from "./read-files.ts";

type Point = readonly [lon: number, lat: number];
const RADIUS = 6378137;
const DEGREE = Math.PI / 180;

/** Metres from a point to the nearest place of a closed line. */
function metresTo([lon, lat]: Point, line: readonly Point[]): number {
  const flat = line.map(([x, y]) => [
    (x - lon) * DEGREE * RADIUS * Math.cos(lat * DEGREE),
    (y - lat) * DEGREE * RADIUS,
  ]);
  let nearest = Infinity;
  for (const [i, [ax, ay]] of (flat as [number, number][]).entries()) {
    const [bx, by] = flat[(i + 1) % flat.length] as [number, number];
    const size = (bx - ax) ** 2 + (by - ay) ** 2;
    const share =
      size === 0 ? 0 : Math.min(1, Math.max(0, (-ax * (bx - ax) - ay * (by - ay)) / size));
    nearest = Math.min(nearest, Math.hypot(ax + share * (bx - ax), ay + share * (by - ay)));
  }
  return nearest;
}

const given = ({ rings, ringOffsets }: LevelDraft, i: number): Point[] =>
  Array.from({ length: ringOffsets[i + 1]! - ringOffsets[i]! }, (_, v): Point => {
    const at = (ringOffsets[i]! + v) * 2;
    return [rings[at]!, rings[at + 1]!];
  });

/** The farthest that a corner of the file is from the stored outline, or the other way round, in metres. */
function moved(levels: readonly LevelDraft[]): { metres: number; polygons: number; rows: number } {
  const built = buildTwin({ technology: "photovoltaic", levels });
  const [lon0, lat0] = built.origin;
  const north0 = Math.asinh(Math.tan(lat0 * DEGREE));
  const onGround = (x: number, y: number): Point => {
    const scale = RADIUS * Math.cos(lat0 * DEGREE);
    return [lon0 + x / scale / DEGREE, Math.atan(Math.sinh(north0 + y / scale)) / DEGREE];
  };
  let [metres, polygons, rows] = [0, 0, 0];
  for (const [at, { geometry, rowOfDraft }] of built.levels.entries()) {
    const polygonOf = polygonIndex(geometry);
    for (const [i, row] of rowOfDraft.entries()) {
      const xy = ringOfRow(geometry, row, polygonOf[row]!);
      const stored = Array.from({ length: xy.length / 2 }, (_, v) =>
        onGround(xy[v * 2]!, xy[v * 2 + 1]!),
      );
      const file = given(levels[at]!, i);
      for (const corner of file) metres = Math.max(metres, metresTo(corner, stored));
      for (const corner of stored) metres = Math.max(metres, metresTo(corner, file));
      if (polygonOf[row] !== NO_ROW) polygons += 1;
      rows += 1;
    }
  }
  return { metres, polygons, rows };
}

/** 5 cm, and the steps in which a polygon is stored. */
const MOST = 0.052;

const data = sharedData();

describe.skipIf(data === null)("a stored outline", () => {
  it("is the outline of the file: tables and modules of the Chilean plant", async () => {
    const folder = join(data!, "plant-geometry/pampa");
    const sources = readdirSync(folder).map((name) =>
      bufferSource(`Pampa ${name}`, readFileSync(join(folder, name))),
    );
    const plant = { name: "Pampa", technology: "photovoltaic" as const };
    const { draft } = await readTwinFiles(sources, plant, new Set());
    const found = moved(draft.levels.filter(({ type }) => type !== "tracker_group"));
    expect(found.rows).toBe(172 + 6925);
    expect(found.metres).toBeLessThan(MOST);
  });

  it("is the outline of the file: a thousand Indian farms of every shape", () => {
    const folder = join(data!, "plant-geometry/india-solar-farms");
    const [name] = readdirSync(folder);
    const { features } = JSON.parse(readFileSync(join(folder, name!), "utf8")) as {
      features: { geometry: { coordinates: Point[][][] } }[];
    };
    let [farms, farthest, rectangles] = [0, 0, 0];
    for (const { geometry } of features) {
      const ring = geometry.coordinates[0]![0]!.slice(0, -1);
      const level: LevelDraft = {
        type: "tracker",
        count: 1,
        dtId: [null],
        pcs: [""],
        parent: Uint32Array.of(NO_ROW),
        rings: Float64Array.from(ring.flatMap(([lon, lat]) => [lon, lat])),
        ringOffsets: Uint32Array.of(0, ring.length),
      };
      const { metres, polygons } = moved([level]);
      farthest = Math.max(farthest, metres);
      rectangles += 1 - polygons;
      farms += 1;
    }
    expect(farms).toBe(1363);
    expect(rectangles).toBeLessThan(200);
    expect(farthest).toBeLessThan(MOST);
  });
});
