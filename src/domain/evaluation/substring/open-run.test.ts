// Open strings over which images of a mosaic meet, and open modules beside others that are not sure.
import { expect, it } from "vitest";
import { evaluationSettings as settings } from "../evaluation-settings.ts";
import { moduleFindings } from "../module/module-finding.ts";
import type { MeasuredModule, ModulePattern } from "../module/module-pattern.ts";
import { normalNumbers } from "../scene.fixture.ts";
import { openRuns } from "./open-run.ts";

const [TRACKERS, MODULES] = [12, 50] as const;
const count = TRACKERS * MODULES;
const of = (value: (row: number) => number) =>
  Float32Array.from({ length: count }, (_, row) => value(row));
const trackerOf = (row: number) => Math.floor(row / MODULES);
const placeOf = (row: number) => row % MODULES;
const geometry = {
  type: "module" as const,
  count,
  parent: Uint32Array.from({ length: count }, (_, row) => trackerOf(row)),
  centreX: of((row) => 5.6 * trackerOf(row)),
  centreY: of((row) => 1.154 * placeOf(row)),
  length: of(() => 2.278),
  width: of(() => 1.134),
  rotation: of(() => 0),
  height: of(() => 0),
  polygons: { rows: new Uint32Array(0), offsets: new Uint32Array([0]), xy: new Float32Array(0) },
  blockBounds: new Float32Array(0),
};
const { parent, length, width, centreX: x, centreY: y } = geometry;
const modules = { parent, length, width, x, y };
const even: ModulePattern = {
  warm_substrings: 0,
  warm_strips: 0,
  warm_end: null,
  substring_k: 0,
  warm_over_k: 0,
  thirds: null,
  mixed_share: 0,
  is_weak: false,
  spots: 0,
  hot_cells: 0,
  spot_k: 0,
  patch: null,
  shaded_share: 0,
  edge_k: 0,
  edge_side: 0,
  sides_k: [0, 0, 0, 0],
  is_resolved: true,
};

type Own = Partial<Pick<MeasuredModule, "noise_k" | "pattern" | "ground">>;

/** Rows of which it is said for sure, with these temperatures in °C at 1000 W/m2. */
function said(
  temperatureOf: (row: number) => number,
  ownOf: (row: number) => Own = () => ({}),
  isMeasured: (row: number) => boolean = () => true,
) {
  const random = normalNumbers(5);
  const all = Array.from({ length: count }, (_, row): MeasuredModule => {
    const median = temperatureOf(row) + 0.2 * random();
    const usual = { noise_k: 0.01, pattern: even, rough_k: 0.1, relief_k: NaN, ground: null };
    return { row, median, ...usual, ...ownOf(row) };
  });
  const measured = all.filter(({ row }) => isMeasured(row));
  const columns = moduleFindings(geometry, measured, 1, settings, 2);
  const rowsOf = (key: string) =>
    [...columns[key]!.entries()].flatMap(([row, one]) => (one === 1 ? [row] : []));
  const [open, string, bypassed] = ["module_offline", "open_string", "bypass_diode"].map(rowsOf);
  return { columns, open: open!, string: string!, bypassed: bypassed! };
}

const first = 3 * MODULES + 8;
const isOfString = (row: number) => row >= first && row < first + 25;
/** The images meet across all trackers, in the middle of the string, and differ by more than a fault. */
const jump_k = (row: number) => (placeOf(row) >= 21 ? 3.4 : 0);

it("calls no part of an open string open modules where two images meet in it", () => {
  const { columns, open, string } = said((row) => 46 + jump_k(row) + (isOfString(row) ? 5 : 0));
  expect(open).toEqual([]);
  expect(string.filter((row) => !isOfString(row))).toEqual([]);
  // None of them is said to be good.
  const good = [...parent.keys()].filter(
    (row) => isOfString(row) && columns["open_string"]![row] === 0,
  );
  expect(good).toEqual([]);
});

it("finds a string and a single open module where one image shows them", () => {
  const single = 8 * MODULES + 12;
  const { open, string } = said((row) => 46 + (isOfString(row) || row === single ? 5 : 0));
  expect(open).toEqual([single]);
  expect(string).toEqual([...parent.keys()].filter(isOfString));
});

const warmth = (
  sure: readonly number[],
  others: readonly number[],
  { others_k = 5, unsettled = others, unseen = [] as readonly number[] } = {},
) => {
  const temperature = of(
    (row) => 46 + (sure.includes(row) ? 5 : 0) + (others.includes(row) ? others_k : 0),
  );
  return openRuns(
    [...parent.keys()],
    {
      sure: Uint8Array.from(temperature, (_, row) => (sure.includes(row) ? 1 : 0)),
      overOf: (row) => temperature[row]! - 46,
      mayBe: (row) => others.includes(row),
      isUnseen: (row) => unseen.includes(row),
      isGroundWarm: () => false,
      isUnsettled: (row) => unsettled.includes(row),
      temperature,
      warm_k: 3,
      string_modules: 10,
    },
    modules,
  );
};
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

it("takes half a string that is warm for sure for the string, and less for one or the other", () => {
  const half = warmth(range(0, 5), range(5, 12));
  expect([half.isString(0), half.mayBeString(0), half.isString(5)]).toEqual([true, false, false]);
  const less = warmth(range(0, 4), range(4, 12));
  expect([less.isString(0), less.mayBeString(0)]).toEqual([false, true]);
  const few = warmth(range(0, 4), range(4, 9));
  expect([few.isString(0), few.mayBeString(0)]).toEqual([false, false]);
});

it("does not join modules that one image shows unlike", () => {
  const colder = warmth([0], range(1, 12), { others_k: 0 });
  expect([colder.isString(0), colder.mayBeString(0)]).toEqual([false, false]);
});

it("calls no module good that may be a part of a string", () => {
  const unsettled: number[] = [];
  const part = warmth(range(0, 6), range(6, 14), { others_k: 2.2, unsettled });
  expect([part.isString(0), part.mayBeString(6), part.mayBeString(13)]).toEqual([true, true, true]);
  const alone = warmth([], range(0, 12), { others_k: 1.8, unsettled });
  expect([alone.isString(0), alone.mayBeString(0)]).toEqual([false, true]);
  // Less than half of what an open module has: those around are as likely colder.
  const colder = warmth([], range(0, 12), { others_k: 1.2, unsettled });
  expect(colder.mayBeString(0)).toBe(false);
});

it("takes warm thirds along a module for substrings only where the modules around are known", () => {
  const shingled = 8 * MODULES + 12;
  const patternOf = (last: number): ModulePattern => ({
    ...even,
    thirds: [46, 46, last].map((median) => ({ median, low: median })),
  });
  const bypassed = (noise_k: number) =>
    said(
      (row) => (row === shingled ? 46.2 : 46),
      (row) =>
        row === shingled ? { noise_k, pattern: patternOf(51) } : { pattern: patternOf(46) },
    );
  expect(bypassed(0.01).bypassed).toEqual([shingled]);
  const unknown = bypassed(1);
  expect(unknown.bypassed).toEqual([]);
  expect(unknown.columns["module_offline"]![shingled]).toBe(255);
});

it("takes modules beside others that are not seen for a string or single ones, where they are no chance", () => {
  const cut = warmth(range(0, 3), [], { unseen: range(3, 12) });
  expect([cut.isString(0), cut.mayBeString(0), cut.mayBeString(2)]).toEqual([false, true, true]);
  // One alone is a chance, and so are some whose string would be too short.
  expect(warmth([0], [], { unseen: range(1, 12) }).mayBeString(0)).toBe(false);
  expect(warmth(range(0, 3), [], { unseen: range(3, 9) }).mayBeString(0)).toBe(false);
  // Healthy modules beside an unseen place stay what they are.
  expect(warmth([], range(0, 3), { unseen: range(3, 12) }).mayBeString(0)).toBe(false);
});

it("goes on with a string behind two missing modules", () => {
  const cut = warmth([...range(0, 4), ...range(6, 25)], [], { unseen: [4, 5] });
  expect([cut.isString(0), cut.isString(3), cut.isString(6), cut.isString(4)]).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

it("calls no part of an open string single open modules where the rest has no place", () => {
  const seen = range(first + 21, first + 25);
  const { columns, open, string } = said(
    (row) => 46 + (isOfString(row) ? 5 : 0),
    () => ({}),
    (row) => !isOfString(row) || seen.includes(row),
  );
  expect([open, string]).toEqual([[], []]);
  expect(seen.map((row) => columns["module_offline"]![row])).toEqual([255, 255, 255, 255]);
});

/** Ground that differs from place to place, and is this much over 30 °C beside each module. */
const withGround = (over: (row: number) => number, temperatureOf: (row: number) => number) => {
  const random = normalNumbers(9);
  const grounds = Array.from({ length: count }, (_, row) => 30 + 1.5 * random() + over(row));
  return (row: number): Own => ({
    ground: { step_k: temperatureOf(row) - grounds[row]!, uneven_k: [1], rough_k: 0.6 },
  });
};

it("calls no modules an open string whose ground is as much warmer as they are", () => {
  // An image at the corner of the plant reads 5 K too high, over the ends of three trackers.
  const isOfImage = (row: number) => trackerOf(row) >= 9 && placeOf(row) >= 21;
  const rows = [...parent.keys()].filter((row) => isOfImage(row) || isOfString(row));
  const temperatureOf = (row: number) => 46 + (isOfImage(row) || isOfString(row) ? 5 : 0);
  const ground = withGround((row) => (isOfImage(row) ? 5 : 0), temperatureOf);
  const { columns, string, open } = said(temperatureOf, ground);
  // The string stays one: the ground does not know of it.
  expect(string).toEqual(rows.filter(isOfString));
  expect(open).toEqual([]);
  expect(rows.filter((row) => isOfImage(row) && columns["open_string"]![row] === 0)).toEqual([]);
  // Where the ground is the same, they are three open strings: what tells them apart is the ground.
  const even = said(
    temperatureOf,
    withGround(() => 0, temperatureOf),
  );
  expect(even.string.filter(isOfImage).length).toBeGreaterThan(50);
});
