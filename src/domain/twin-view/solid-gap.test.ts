// Mirrors and modules have the gaps of the plant's settings, and no more where the twin has them already.
import { expect, test } from "vitest";
import { dimensionDefaults, dimensionShape, type Dimensions } from "./dimension.ts";
import { poseOf } from "./pose.ts";
import { geometryOf, points } from "./solid.fixture.ts";
import { solidsOf, type SolidRequest } from "./solid.ts";
import { parts } from "./solid-writer.ts";

const flat = () => 0;
const made = (
  request: Pick<SolidRequest, "geometry" | "isCoarse"> & Partial<SolidRequest>,
  own: Partial<Dimensions> = {},
) =>
  solidsOf({
    above: undefined,
    pose: flat,
    rows: [0, request.geometry.count],
    dimensions: { ...dimensionDefaults, ...own },
    ...request,
  });

/** Places where corners lie, in steps of a millimetre, ascending. */
const distinct = (values: readonly number[]) =>
  [...new Set(values.map((value) => Math.round(value * 1000)))].toSorted((a, b) => a - b);

const sca = geometryOf("sca", [{ x: 0, y: 0, length: 24, width: 6 }]);
const sces = (gap: number) =>
  geometryOf("sce", [
    { x: -6 - gap / 2, y: 0, length: 12, width: 6, parent: 0 },
    { x: 6 + gap / 2, y: 0, length: 12, width: 6, parent: 0 },
  ]);

test("an SCE without mirrors in the twin has so many facets, with gaps between them", () => {
  const geometry = geometryOf("sce", [{ x: 0, y: 0, length: 12, width: 6 }]);
  const { facets_along, facets_across } = { facets_along: 3, facets_across: 2 };
  const solids = made({ geometry }, { facets_along, facets_across, facet_gap_mm: 100 });
  const all = points(solids);
  // 12 m in three parts, the inner ends 50 mm shorter; 6 m in two.
  expect(distinct(all.map(([x = 0]) => x))).toEqual([-6000, -2050, -1950, 1950, 2050, 6000]);
  const across = distinct(all.map(([, y = 0]) => y));
  expect([across[0], across.at(-1)]).toEqual([-3000, 3000]);
  expect(across.filter((y) => Math.abs(y) <= 50)).toEqual([-50, 50]);
  // Eight flat pieces across in two facets: four pieces, so two triangles each and ten corners per facet.
  expect(solids.indices.length / 3).toBe(3 * 2 * 4 * 2);
  expect(all.length).toBe(3 * 2 * 10);
  // No triangle lies over a gap.
  for (let at = 0; at < solids.indices.length; at += 3) {
    const xs = [...solids.indices.subarray(at, at + 3)].map((index) => all[index]![0]!);
    expect(Math.max(...xs) - Math.min(...xs)).toBeLessThan(3.96);
  }
});

test("usual facets are the 28 of a EuroTrough; from afar a collector is one mirror", () => {
  const geometry = geometryOf("sce", [{ x: 0, y: 0, length: 12, width: 5.77 }]);
  expect(made({ geometry }).indices.length / 3).toBe(28 * 2 * 2);
  expect(made({ geometry, isCoarse: true }).indices.length / 3).toBe(4 * 2);
  const share = made({ geometry }).edges;
  expect([Math.min(...share), Math.max(...share)]).toEqual([0, 1]);
});

test("SCEs that touch in the twin have the gap between them; others keep the twin's", () => {
  const inner = (gap: number, sce_gap_m: number) => {
    const solids = made({ geometry: sces(gap), above: sca }, { sce_gap_m });
    const xs = points(solids).map(([x = 0]) => x);
    const [left, right] = [xs.filter((x) => x <= 0), xs.filter((x) => x >= 0)];
    return [Math.min(...left), Math.max(...left), Math.min(...right), Math.max(...right)];
  };
  const close = (found: readonly number[], wanted: readonly number[]) =>
    found.forEach((value, at) => expect(value).toBeCloseTo(wanted[at]!, 4));
  close(inner(0, 0.5), [-12, -0.25, 0.25, 12]);
  close(inner(0.2, 0.5), [-12.1, -0.25, 0.25, 12.1]);
  close(inner(0.8, 0.5), [-12.4, -0.4, 0.4, 12.4]);
  close(inner(0, 0), [-12, 0, 0, 12]);
});

test("four modules that touch have the gap on their inner sides alone, at any direction of the table", () => {
  for (const rotation of [0, 0.8]) {
    const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
    const table = geometryOf("tracker", [{ x: 0, y: 0, length: 40, width: 4, rotation }]);
    const modules = geometryOf(
      "module",
      [
        [-0.5, -1],
        [0.5, -1],
        [-0.5, 1],
        [0.5, 1],
      ].map(([along = 0, across = 0]) => ({
        x: along * cos - across * sin,
        y: along * sin + across * cos,
        length: 2,
        width: 1,
        rotation: rotation + Math.PI / 2,
        parent: 0,
      })),
    );
    const solids = made({ geometry: modules, above: table }, { module_gap_mm: 60 });
    const faces = points(solids).filter((_, at) => solids.owners[at * 2 + 1] === parts.face);
    const alongs = faces.map(([x = 0, y = 0]) => x * cos + y * sin);
    const acrosses = faces.map(([x = 0, y = 0]) => y * cos - x * sin);
    expect(distinct(alongs)).toEqual([-1000, -30, 30, 1000]);
    expect(distinct(acrosses)).toEqual([-2000, -30, 30, 2000]);
    expect(faces.length).toBe(16);
  }
});

test("an outline over its neighbour loses no more than the gap, and a missing neighbour takes nothing", () => {
  const table = geometryOf("tracker", [{ x: 0, y: 0, length: 40, width: 2 }]);
  const row = (x: number, length = 2) => ({
    x,
    y: 0,
    length,
    width: 1,
    rotation: Math.PI / 2,
    parent: 0,
  });
  const extent = (second: ReturnType<typeof row>) => {
    const geometry = geometryOf("module", [row(0), second]);
    const { box } = made({ geometry, above: table, rows: [0, 1] }, { module_gap_mm: 100 });
    return [box[0]!, box[3]!].map((x) => Math.round(x * 1000));
  };
  expect(extent(row(0.6))).toEqual([-500, 400]);
  expect(extent(row(1, 0))).toEqual([-500, 500]);
  expect(extent(row(1))).toEqual([-500, 450]);
});

test("fixed tables have the tilt of the settings before that of the plant", () => {
  const plant = {
    technology: "photovoltaic",
    mounting_type: "fixed",
    mounting_orientation: "south",
    module_inclination: 25,
    orientation_angle: null,
    lat: 37,
  } as const;
  const sun = { elevation_deg: 40, azimuth_deg: 180 };
  const tilt = (fixed_tilt_deg: number | null) =>
    (Math.abs(poseOf(plant, sun, { ...dimensionDefaults, fixed_tilt_deg })(0, 0)) * 180) / Math.PI;
  expect([tilt(null), tilt(35), tilt(0)].map((degrees) => Math.round(degrees))).toEqual([
    25, 35, 0,
  ]);
});

test("facets are whole numbers", () => {
  const parse = (own: Partial<Dimensions>) =>
    dimensionShape.safeParse({ ...dimensionDefaults, ...own }).success;
  expect([
    parse({ facets_along: 6 }),
    parse({ facets_along: 6.5 }),
    parse({ facets_across: 0 }),
  ]).toEqual([true, false, false]);
});

test("from afar, the gaps that the twin has itself are closed, and no module grows by more than 5 cm", () => {
  const above = geometryOf("tracker", [{ x: 0, y: 0, length: 4, width: 2 }]);
  const modules = [-1.02, 0, 1.02].map((x) => ({ x, y: 0, length: 1, width: 2, parent: 0 }));
  const geometry = geometryOf("module", modules);
  /** From where to where each module reaches along the table. */
  const spans = (isCoarse: boolean, hasGaps: boolean) => {
    const solids = made({ geometry, above, isCoarse, hasGaps });
    const all = points(solids);
    return modules.map((_, row) => {
      const xs = all.flatMap(([x = 0], at) => (solids.owners[at * 2] === row ? [x] : []));
      return [Math.min(...xs), Math.max(...xs)] as const;
    });
  };
  const near = spans(false, true);
  expect(near.map(([from, to]) => to - from)).toEqual(near.map(() => expect.closeTo(1, 5)));
  for (const isCoarse of [false, true]) {
    const [first, second, third] = spans(isCoarse, false);
    expect(first![1]).toBeGreaterThan(second![0]);
    expect(second![1]).toBeGreaterThan(third![0]);
    for (const [from, to] of [first!, second!, third!]) expect(to - from).toBeLessThan(1.0501);
  }
});

test("without gaps, no side of a module lies under its neighbour, and the table keeps its outer ones", () => {
  const above = geometryOf("tracker", [{ x: 0, y: 0, length: 4, width: 2 }]);
  const modules = [-1.02, 0, 1.02].map((x) => ({ x, y: 0, length: 1, width: 2, parent: 0 }));
  const geometry = geometryOf("module", modules);
  /** Triangles of a module: two of its face, two of its back, and two of each side. */
  const triangles = (hasGaps: boolean) => {
    const { owners, indices } = made({ geometry, above, isCoarse: false, hasGaps });
    return modules.map((_, row) => indices.filter((at) => owners[at * 2] === row).length / 3);
  };
  expect(triangles(true)).toEqual([12, 12, 12]);
  expect(triangles(false)).toEqual([10, 8, 10]);
});
