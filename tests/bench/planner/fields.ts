// The fields of the planner's bench: shapes from fixed seeds, generated trough fields, real blocks.
import { randomFrom } from "../../fixtures/random.ts";
import { sharedData } from "../../fixtures/shared-data.ts";
import { existsSync, readFileSync } from "node:fs";
import { areasOf, rectangle } from "../../../src/domain/flight/plan/flight-fields.fixture.ts";
import { convexHull } from "../../../src/domain/geometry/ring.ts";
import type { FlightAreas, Place } from "../../../src/domain/flight/route/flight-route.ts";

export type BenchField = {
  readonly name: string;
  readonly kind: "convex" | "concave" | "holes" | "trough" | "real";
  readonly areas: FlightAreas;
};

type Spots = [x: number, y: number][];

/** A polygon around a middle; its corners lie between the two parts of the radius. */
function around(random: () => number, corners: number, radius: number, least: number): Spots {
  return Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * (i + 0.7 * random())) / corners;
    const reach = radius * (least + (1 - least) * random());
    return [reach * Math.cos(angle), reach * Math.sin(angle)];
  });
}

function convex(seed: number): BenchField {
  const random = randomFrom(seed);
  const radius = 120 + 330 * random();
  const flat = around(random, 4 + (seed % 5), radius, 0.7).flat();
  const hull = convexHull(flat, 0, flat.length / 2);
  const ring = Array.from({ length: hull.length / 2 }, (_, i): [number, number] => [
    hull[2 * i]!,
    hull[2 * i + 1]!,
  ]);
  return { name: `convex ${seed}`, kind: "convex", areas: areasOf([ring], [], [-radius, -radius]) };
}

function concave(seed: number): BenchField {
  const random = randomFrom(seed);
  const radius = 180 + 320 * random();
  const ring = around(random, 7 + (seed % 6), radius, 0.45);
  return {
    name: `concave ${seed}`,
    kind: "concave",
    areas: areasOf([ring], [], [-radius, -radius]),
  };
}

/** A field with separate no-fly polygons of 15 to 60 m. */
function withHoles(seed: number, count: number): BenchField {
  const random = randomFrom(seed);
  const [width, height] = [350 + 450 * random(), 300 + 350 * random()];
  const holes: { x: number; y: number; radius: number }[] = [];
  for (let tries = 0; holes.length < count && tries < 4000; tries++) {
    const radius = 15 + 45 * random();
    const hole = {
      radius,
      x: radius + 15 + (width - 2 * radius - 30) * random(),
      y: radius + 15 + (height - 2 * radius - 30) * random(),
    };
    const isApart = holes.every(
      (other) => Math.hypot(other.x - hole.x, other.y - hole.y) > other.radius + radius + 20,
    );
    if (isApart) holes.push(hole);
  }
  const rings = holes.map(({ x, y, radius }) =>
    around(random, 4 + Math.floor(5 * random()), radius, 0.7).map(([dx, dy]): [number, number] => [
      x + dx,
      y + dy,
    ]),
  );
  const name = `${holes.length} no-fly ${seed}`;
  return { name, kind: "holes", areas: areasOf([rectangle(width, height)], rings, [-20, -20]) };
}

/** Loops on both sides of a header, around a power block. */
function trough(loops: number): BenchField {
  const [width, height] = [(loops / 2) * 34.6, 2 * 310 + 40];
  const block = rectangle(120, 100, width / 2 - 60, height / 2 - 50);
  const areas = areasOf([rectangle(width, height)], [block], [width / 2, height / 2 + 70]);
  return { name: `trough ${loops} loops`, kind: "trough", areas };
}

const BLOCKS = ["1", "2", "5"];

/** The outlines of three blocks of a plant in Chile, where the folder of real surveys is present. */
function realBlocks(): BenchField[] {
  const folder = sharedData();
  if (folder === null) return [];
  return BLOCKS.flatMap((block): BenchField[] => {
    const path = `${folder}/plant-geometry/pampa/Mesa_BP-A-${block}.kml`;
    if (!existsSync(path)) {
      process.stderr.write(`  ${path} is missing: that real block is not measured\n`);
      return [];
    }
    const text = readFileSync(path, "utf8");
    const flat = [...text.matchAll(/(-?\d+\.\d+),(-?\d+\.\d+)(?:,[-\d.]+)?/g)].flatMap((match) => [
      Number(match[1]),
      Number(match[2]),
    ]);
    const hull = convexHull(flat, 0, flat.length / 2);
    const ring = Array.from({ length: hull.length / 2 }, (_, i): Place => [
      hull[2 * i]!,
      hull[2 * i + 1]!,
    ]);
    const closed = [...ring, ring[0]!];
    const take_offs = [{ place: ring[0]!, elevation_m: null }];
    return [
      {
        name: `Chile A-${block}`,
        kind: "real",
        areas: { flight: [[closed]], no_fly: [], take_offs },
      },
    ];
  });
}

const HOLES = [1, 2, 3, 5, 8, 10, 15];

export function benchFields(): BenchField[] {
  const seeds = (count: number, from: number) => Array.from({ length: count }, (_, i) => from + i);
  return [
    ...seeds(12, 1).map(convex),
    ...seeds(12, 101).map(concave),
    ...HOLES.flatMap((count) => seeds(5, 1000 + 10 * count).map((seed) => withHoles(seed, count))),
    ...[20, 40, 60, 80].map(trough),
    ...realBlocks(),
  ];
}

/** A rectangle of so many hectares with no-fly polygons, twice as long as wide. */
export function largeField(hectares: number): FlightAreas {
  const height = Math.sqrt((hectares * 10_000) / 2);
  const random = randomFrom(hectares);
  const rings = Array.from({ length: Math.round(hectares / 25) }, () =>
    rectangle(
      20 + 40 * random(),
      20 + 40 * random(),
      1.8 * height * random(),
      0.9 * height * random(),
    ),
  );
  return areasOf([rectangle(2 * height, height)], rings, [-20, -20]);
}
