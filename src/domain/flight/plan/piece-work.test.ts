// What the cutting of an area with arms costs: each search for lines is counted by hand, as corners by rows.
import { expect, it } from "vitest";
import type { Region } from "../ground/flight-ground.ts";
import type { Motion } from "../time/flight-motion.ts";
import type { fieldsOver } from "./field-lines.ts";
import { fieldInPieces } from "./field-pieces.ts";

type Spot = readonly [x: number, y: number];

/** Teeth 10 m wide on a back of 40 m, each with a length of its own. */
const comb = (teeth: number): Spot[] => [
  [0, 0],
  [20 * teeth, 0],
  ...Array.from({ length: teeth }, (_, i): Spot[] => {
    const [x, tip] = [20 * (teeth - 1 - i), 100 + (i % 7)];
    return [
      [x + 10, 40],
      [x + 10, tip],
      [x, tip],
      [x, 40],
    ];
  }).flat(),
];

const wavy = Array.from({ length: 1999 }, (_, i): Spot => {
  const angle = (2 * Math.PI * i) / 1999;
  const reach = 500 * (1 + 0.08 * Math.sin(300 * angle));
  return [reach * Math.cos(angle), reach * Math.sin(angle)];
});

const SPACING = 10;
const settings = { spacing: SPACING, edge: 5, widest: 5, trim: 1, reach: 3, leadOut: 0, gap: 0 };
const motion: Motion = { speed: 5, transit: 15, curves: true, vertical: { climb: 5, descent: 3 } };

/** Rows across a direction. */
function rows(region: Region, angle: number): number {
  const across = region.flat().map(([x, y]) => y * Math.cos(angle) - x * Math.sin(angle));
  const ends = across.toSorted((a, b) => a - b);
  return 1 + Math.ceil((ends.at(-1)! - ends[0]!) / SPACING);
}

/** Corners by rows, for each direction that is tried. */
const stepsOver = (field: Region, inner: Region, angles: readonly number[]) =>
  angles.reduce((sum, angle) => sum + [...field, ...inner].flat().length * rows(field, angle), 0);

it.each([
  ["a comb of 200 teeth", comb(200)],
  ["a wavy outline of 1,999 corners", wavy],
])("costs no more than the search over the whole of %s", (_, ring) => {
  const tried: string[] = [];
  let steps = 0;
  // Each cut is worth it, so that none ends the search: the more pieces, the better.
  const search: typeof fieldsOver = (field, inner, direction) => {
    const angles = [direction ?? []].flat();
    steps += stepsOver(field, inner, angles);
    for (const angle of angles)
      tried.push(`${JSON.stringify(field)} ${Math.round((360 * angle) / Math.PI)}`);
    const strips = [{ row: 0, y: 0, from: 0, to: 1 }];
    return [{ direction: 0, strips, unseen: 0, seconds: 1 }];
  };
  const whole = { direction: 0, strips: [], unseen: 1, seconds: Infinity };
  const options = { shared: 8, whole };
  const pieced = fieldInPieces([ring], [ring], motion, settings, options, search);
  expect(pieced?.strips.length).toBeGreaterThan(1);
  // The whole is tried every five degrees, and along twelve edges besides at most.
  const sweep = Array.from({ length: 36 }, (__, i) => (i * Math.PI) / 36);
  const most = stepsOver([ring], [ring], sweep);
  expect(steps).toBeGreaterThan(most / 10);
  expect(steps).toBeLessThanOrEqual(1.4 * most);
  // Nothing is tried twice.
  expect(new Set(tried).size).toBe(tried.length);
});
