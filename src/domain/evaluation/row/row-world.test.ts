// Trackers in an orthomosaic where twin, ground and control are not as the limits were made for.
import { expect, it } from "vitest";
import { patient } from "../../../../tests/fixtures/patience.ts";
import { planeAt } from "../../geometry/plane.ts";
import { evaluationSettings as settings } from "../evaluation-settings.ts";
import { rowSurvey } from "./row-survey.ts";
import { northRows, rowPicture, type RowWorld } from "./row-world.fixture.ts";

const count = 20;
const geometry = northRows(count, 12, 2.2, 5.5);
const [FOLLOWS, LAGGING, STUCK, OPEN] = [0, 1, 2, 255];

/** Degrees by which some trackers differ from what their control wants. */
const turned: Readonly<Record<number, number>> = { 3: 3, 7: -4, 11: 8, 15: -12, 18: 20 };

async function measured(wanted: (row: number) => number, more: Partial<RowWorld> = {}) {
  const tilts = Array.from({ length: count }, (_, row) => wanted(row) + (turned[row] ?? 0));
  const { raster, toPixel } = rowPicture({ geometry, tilts, ...more });
  const survey = rowSurvey(geometry, planeAt([-69.5, -23.4]), settings);
  await survey.visitRaster(raster, { toPixel, certainty: null, windows: null });
  const columns = survey.columns();
  return Array.from({ length: count }, (_, row) => ({
    row,
    truth: turned[row] ?? 0,
    value: columns["tracker_angle_deviation"]![row]!,
    uncertainty: columns["tracker_angle_uncertainty"]![row]!,
    state: columns["tracker_stuck"]![row]!,
  }));
}

it.each([
  ["a twin as the plant", 1, 30],
  ["trackers 2 % wider than in the twin", 1.02, 20],
  ["trackers 2 % wider than in the twin, steep", 1.02, 40],
  ["trackers 2 % narrower than in the twin", 0.98, 20],
])(
  "has the deviation in its interval, and no lagging one is stuck: %s",
  async (_, wider, tilt) => {
    const all = await measured(() => tilt, { wider });
    const seen = all.filter(({ value }) => !Number.isNaN(value));
    expect(seen.length).toBeGreaterThanOrEqual(count - 1);
    const inside = seen.filter(
      ({ truth, value, uncertainty }) => Math.abs(value - truth) < uncertainty,
    );
    expect(inside.length).toBeGreaterThanOrEqual(0.9 * seen.length);
    for (const { row, truth, value, uncertainty, state } of seen) {
      expect(Math.abs(value - truth), `row ${row}: ${value}`).toBeLessThan(1.5 * uncertainty);
      if (truth === 0) expect(state, `row ${row}`).toBe(FOLLOWS);
      else if (Math.abs(truth) < 5) expect([LAGGING, OPEN], `row ${row}`).toContain(state);
      else expect([STUCK, LAGGING], `row ${row}`).toContain(state);
    }
    expect(all[18]!.state).toBe(STUCK);
  },
  patient(180_000),
);

it.each([
  ["follow the terrain", (row: number) => 25 + 4 * Math.sin(row / 2)],
  ["avoid the shadow of every other one", (row: number) => 25 + 3 * (row % 2)],
])(
  "calls no tracker lagging or stuck without a fault where all %s",
  async (_, wanted) => {
    const all = await measured(wanted);
    const wrong = all.filter(
      ({ truth, state }) => truth === 0 && state !== FOLLOWS && state !== OPEN,
    );
    expect(wrong).toEqual([]);
    // A lagging one looks as those, a stuck one does not.
    expect(all[3]!.state).not.toBe(STUCK);
    expect(all[18]!.state).toBe(STUCK);
  },
  patient(180_000),
);

it.each<[string, Partial<RowWorld>]>([
  ["under a sun of 60°", { sun: 60 }],
  ["on ground that falls by 8° along them", { slope: 8 }],
  ["a third of which are partly hidden", { hidden: (row) => (row % 3 === 1 ? 0.3 : 0) }],
])(
  "finds the trackers that are turned among those %s",
  async (_, more) => {
    const all = await measured(() => 30, more);
    for (const { row, truth, value, uncertainty, state } of all) {
      expect(Math.abs(value - truth), `row ${row}: ${value}`).toBeLessThan(uncertainty);
      if (truth === 0) expect(state, `row ${row}`).toBe(FOLLOWS);
    }
    expect([11, 15, 18].map((row) => all[row]!.state)).toEqual([STUCK, STUCK, STUCK]);
  },
  patient(180_000),
);
