// Components as they lie on the ground against geod and cs2cs of PROJ (Debian: proj-bin), which share no code with the
// product: geod draws the outlines and measures between places, cs2cs has an equal-area projection.
import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import type { Geometry } from "../component/component-index.ts";
import { boxesOf } from "../flight/area/flight-target.ts";
import { areaOf, groundOf } from "../flight/ground/flight-ground.ts";
import { defaultFlightSettings } from "../flight/plan/flight-settings.ts";
import { buildTwin } from "../twin/twin-build.ts";
import { levelOf } from "../twin/twin.fixture.ts";
import { groundGeometry, groundPlane } from "./ground-geometry.ts";
import { METRE_STEP } from "./geometry-codec.ts";
import { localPlaneAt } from "./local-plane.ts";
import { planeAt, type LonLat } from "./plane.ts";

const hasProj = spawnSync("geod", ["+ellps=WGS84"], { input: "0 0 0 1\n" }).status === 0;
if (!hasProj) process.stderr.write("\nSKIPPED: this machine has no geod (package proj-bin)\n");

/** A ten-thousandth, the goal. */
const SHARE = 1e-4;
const shares = (found: number, known: number) => Math.abs(found / known - 1);

function geod(inverse: boolean, lines: readonly string[]): number[][] {
  const words = [...(inverse ? ["-I"] : []), "+ellps=WGS84", "-f", "%.12f", "-F", "%.6f"];
  const { stdout } = spawnSync("geod", words, { input: lines.join("\n") });
  const answers = stdout.toString().trim().split("\n");
  return answers.map((line) => line.split(/\s+/).map(Number));
}

/** Metres between places, each pair by geod. */
const apart = (pairs: readonly (readonly [LonLat, LonLat])[]) =>
  geod(
    true,
    pairs.map(([a, b]) => `${a[1]} ${a[0]} ${b[1]} ${b[0]}`),
  ).map(([, , metres]) => metres!);

/** Places so many metres from others at a bearing in degrees, by geod. */
const ahead = (from: readonly (readonly [LonLat, bearing: number, metres: number])[]) =>
  geod(
    false,
    from.map(([[lon, lat], bearing, metres]) => `${lat} ${lon} ${bearing} ${metres}`),
  ).map(([lat, lon]): LonLat => [lon!, lat!]);

type Drawn = {
  readonly corner: LonLat;
  readonly bearing: number;
  readonly length: number;
  readonly width: number;
};

/** Rings of rectangles on the ground, in degrees. */
function ringsOf(drawn: readonly Drawn[]): LonLat[][] {
  const second = ahead(drawn.map(({ corner, bearing, length }) => [corner, bearing, length]));
  const across = (from: readonly LonLat[]) =>
    ahead(drawn.map(({ bearing, width }, at) => [from[at]!, bearing + 90, width]));
  const fourth = across(drawn.map(({ corner }) => corner));
  const third = across(second);
  return drawn.map(({ corner }, at) => [corner, second[at]!, third[at]!, fourth[at]!]);
}

const middleOf = (ring: readonly LonLat[]): LonLat => [
  (ring[0]![0] + ring[2]![0]) / 2,
  (ring[0]![1] + ring[2]![1]) / 2,
];

describe.skipIf(!hasProj)("lengths and areas on the ground are those of PROJ", () => {
  it.each([0.4, -18.9, 37.8, -33.4, 52.1, 64])("at %s degrees", (lat) => {
    const drawn: Drawn[] = [];
    const starts: (readonly [LonLat, number, number])[] = [];
    const sizes = [
      [2, 1],
      [10, 4],
      [60, 2.2],
      [148, 5.8],
    ] as const;
    for (const bearing of [0, 17, 45, 72, 90, 135])
      for (const [at, [length, width]] of sizes.entries()) {
        starts.push([[9.37, lat], bearing * 2.3 + at * 40, 300 + 1200 * at]);
        drawn.push({ corner: [0, 0], bearing, length, width });
      }
    const corners = ahead(starts);
    const placed = drawn.map((one, at) => ({ ...one, corner: corners[at]! }));
    const rings = ringsOf(placed);
    const own = planeAt([-70.112, -18.886]);
    // The fixture draws in metres about its place; the level takes degrees.
    const draft = levelOf(
      "tracker",
      rings.map((_, at) => ({ ring: own.toPlane(0, at / 1e6), dtId: `T${at}` })),
    );
    const level = {
      ...draft,
      rings: Float64Array.from(rings.flat(2)),
      ringOffsets: Uint32Array.from({ length: rings.length + 1 }, (_, at) => 4 * at),
    };
    const twin = buildTwin({ technology: "photovoltaic", levels: [level] });
    const { geometry, names } = twin.levels[0]!;
    const ground = groundGeometry(geometry, twin.origin);
    const plane = groundPlane(twin.origin);
    const boxes = boxesOf({ origin: twin.origin, geometry }, localPlaneAt([9.39, lat + 0.01]));
    const rows = Array.from(placed, (_, at) =>
      Array.from({ length: names.count }, (__, row) => names.dtId(row)).indexOf(`T${at}`),
    );
    let worstOfPlane = 0;
    for (const [at, { length, width }] of placed.entries()) {
      const row = rows[at]!;
      check(ground.length[row]!, length);
      check(ground.width[row]!, width);
      check(ground.length[row]! * ground.width[row]!, length * width, width + length);
      const box = boxes.find((one) => one.row === row)!;
      const isPolygon = geometry.polygons.rows.includes(row);
      if (!isPolygon) {
        check(box.length, length);
        check(box.length * box.width, length * width, width + length);
      }
      worstOfPlane = Math.max(worstOfPlane, shares(geometry.length[row]!, length));
    }
    // The plant plane alone would not do.
    expect(worstOfPlane).toBeGreaterThan(5 * SHARE);
    const middles = rings.map(middleOf);
    const pairs = middles.slice(1).map((one, at) => [middles[at]!, one] as const);
    for (const [at, metres] of apart(pairs).entries()) {
      const [a, b] = [rows[at]!, rows[at + 1]!];
      const found = Math.hypot(
        ground.centreX[a]! - ground.centreX[b]!,
        ground.centreY[a]! - ground.centreY[b]!,
      );
      expect(Math.abs(found - metres)).toBeLessThan(SHARE * metres + 4 * METRE_STEP);
      const place = plane.toLonLat(ground.centreX[a]!, ground.centreY[a]!);
      expect(apart([[place, middles[at]!]])[0]).toBeLessThan(0.003);
    }
  });

  /** Within the goal, and one step in which places are stored at each end. @param edge metres whose steps count */
  function check(found: number, known: number, edge = 1) {
    expect(Math.abs(found - known)).toBeLessThan(SHARE * known + 2 * METRE_STEP * edge);
  }

  it.each([-18.9, 37.8, 52.1])("flight areas at %s degrees", (lat) => {
    const [ring] = ringsOf([{ corner: [9.37, lat], bearing: 31, length: 900, width: 400 }]);
    const areas = { flight: [[[...ring!, ring![0]!]]], no_fly: [], take_offs: [] };
    const plain = defaultFlightSettings("M3T", ["pv_thermal"], 0);
    const { field } = groundOf(areas, plain, { elevation: null });
    const { stdout } = spawnSync(
      "cs2cs",
      ["-f", "%.6f", "EPSG:4326", "+to", "+proj=cea", "+ellps=WGS84", "+lat_ts=0"],
      { input: ring!.map(([lon, north]) => `${north} ${lon}`).join("\n") },
    );
    const spots = stdout
      .toString()
      .trim()
      .split("\n")
      .map((line) => line.split(/\s+/).map(Number));
    const twice = spots.reduce((sum, [x = 0, y = 0], at) => {
      const [nextX = 0, nextY = 0] = spots[(at + 1) % 4]!;
      return sum + x * nextY - nextX * y;
    }, 0);
    expect(shares(areaOf(field), Math.abs(twice) / 2)).toBeLessThan(SHARE);
  });
});

it("removed rows, parents and heights stay", () => {
  const one: Geometry = {
    type: "tracker",
    count: 2,
    parent: new Uint32Array([3, 0xffffffff]),
    centreX: new Float32Array([10, 20]),
    centreY: new Float32Array([5, 6]),
    length: new Float32Array([60, 0]),
    width: new Float32Array([2, 2]),
    rotation: new Float32Array([0.5, 1]),
    height: new Float32Array([1.5, 1.25]),
    polygons: { rows: new Uint32Array(), offsets: new Uint32Array([0]), xy: new Float32Array() },
    blockBounds: new Float32Array(4),
  };
  const ground = groundGeometry(one, [9.4, 38]);
  expect([...ground.parent]).toEqual([...one.parent]);
  expect([...ground.height]).toEqual([1.5, 1.25]);
  expect([ground.length[1], ground.width[1], ground.rotation[1]]).toEqual([0, 2, 1]);
  expect(Math.abs(ground.centreX[0]! - 10)).toBeLessThan(0.1);
});
