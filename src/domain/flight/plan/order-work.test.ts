// What a plan may cost, in counted steps: no outline and no number of lines keeps it from ending.
import { expect, it } from "vitest";
import { groundOf, type Spot } from "../ground/flight-ground.ts";
import { waysInside } from "../route/flight-way.ts";
import { areasOf } from "./flight-fields.fixture.ts";
import { defaultFlightSettings } from "./flight-settings.ts";
import type { Strip } from "./flight-strips.ts";
import { polishedTour, tourOf } from "./flight-tour.ts";
import { stripOf, type Run, type WayCosts } from "./run.ts";

/** Four columns of lines that do not touch: each is a cell of its own. */
const strips = Array.from({ length: 240 }, (_, i): Strip => {
  const [row, column] = [2 * Math.floor(i / 4), i % 4];
  return { row, y: 10 * row, from: 200 * column, to: 200 * column + 150 };
});

/** Straight ways that count what is asked, until so many were. */
function counted(most: number) {
  let asked = 0;
  const end = (run: Run, isStart: boolean): Spot => {
    const { from, to, y } = strips[stripOf(run)]!;
    return [(run % 2 === 0) === isStart ? from : to, y];
  };
  const way = (a: Spot, b: Spot) => Math.hypot(a[0] - b[0], a[1] - b[1]);
  const costs: WayCosts = {
    between: (from, to) => {
      asked += 1;
      return way(end(from, false), end(to, true));
    },
    atLeast: (from, to) => way(end(from, false), end(to, true)),
    toFirst: (run) => way([0, 0], end(run, true)),
    isSpent: () => asked >= most,
  };
  return { costs, asked: () => asked };
}

it("ends its search for an order when its steps are spent, with every line once", () => {
  const open = counted(Infinity);
  const best = polishedTour(tourOf(strips, open.costs, 12), open.costs);
  const most = 2000;
  expect(open.asked()).toBeGreaterThan(20 * most);
  const short = counted(most);
  const first = polishedTour(tourOf(strips, short.costs, 12), short.costs);
  // What is begun is ended: one line is tried in all places of its window.
  expect(short.asked()).toBeLessThan(4 * most);
  for (const runs of [best, first])
    expect(runs.map(stripOf).toSorted((a, b) => a - b)).toEqual(strips.map((_, i) => i));
});

it("finds ways inside a wavy outline of 1,999 corners in few steps each", () => {
  const ring = Array.from({ length: 1999 }, (_, i): [number, number] => {
    const angle = (2 * Math.PI * i) / 1999;
    const reach = 500 * (1 + 0.08 * Math.sin(300 * angle));
    return [reach * Math.cos(angle), reach * Math.sin(angle)];
  });
  const settings = defaultFlightSettings("M3T", ["pv_thermal"], 0);
  const ways = waysInside(groundOf(areasOf([ring]), settings, { elevation: null }));
  // Between the bays on two sides of the outline.
  const spots = Array.from({ length: 300 }, (_, i): Spot => {
    const angle = (2 * Math.PI * (i + 0.25)) / 300;
    return [515 * Math.cos(angle), 515 * Math.sin(angle)];
  });
  let pairs = 0;
  for (const from of spots.slice(0, 40)) {
    for (const to of spots.slice(100, 200)) {
      pairs += 1;
      const way = ways.between(from, to);
      const straight = Math.hypot(to[0] - from[0], to[1] - from[1]);
      expect(way!.metres).toBeGreaterThanOrEqual(straight - 1e-6);
      expect(way!.metres).toBeLessThan(1.3 * straight);
    }
  }
  // Over all corners, and not only the nearest that are seen, it takes 41,000.
  expect(ways.steps() / pairs).toBeLessThan(20_000);
});
