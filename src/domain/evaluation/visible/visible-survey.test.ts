// Visible rasters that are rendered from a known state: mirrors, tubes and modules get the classes they were drawn with.
import { expect, it } from "vitest";
import { isRelease } from "../../../../tests/fixtures/rounds.ts";
import { patient } from "../../../../tests/fixtures/patience.ts";
import { MISSING_U8 } from "../../column/column.ts";
import { evaluationSettings as settings } from "../evaluation-settings.ts";
import { sceneGeometry as modules } from "../scene.fixture.ts";
import { mirrorsSeen, modulesSeen, tubesSeen } from "./visible-finding.ts";
import type { Colour } from "./visible-pattern.ts";
import {
  elements,
  ground,
  mirrors,
  tubes,
  visibleScene,
  type Layer,
} from "./visible-scene.fixture.ts";
import { surveyVisible } from "./visible-survey.ts";

/** Mirrors of one row reflect another part of the sky than those of the next. */
const skyOf = (row: number): Colour => {
  const facet = Math.floor((row % 28) / 7);
  return [0.25 + 0.05 * facet, 0.35 + 0.05 * facet, 0.55 + 0.04 * facet];
};
const dusty = ([red, green, blue]: Colour, share: number): Colour => [
  red + (1 - red) * share,
  green + (0.95 - green) * share,
  blue + (0.85 - blue) * share,
];
const steel: Colour = [0.3, 0.28, 0.27];

const mirrorState: Readonly<Record<number, (u: number, v: number, sky: Colour) => Colour>> = {
  30: () => ground,
  75: (u, v, sky) => (u + v > 1.1 ? ground : sky),
  120: (u, v, sky) => (u < 0.25 && v < 0.25 ? ground : sky),
  165: (_, v, sky) => (v < 0.14 ? steel : sky),
  210: (_u, _v, sky) => dusty(sky, 0.09),
  300: (_u, _v, sky) => dusty(sky, 0.3),
};

const glass = (_u: number, v: number): Colour =>
  Math.abs(v - 0.6) < 0.12 ? [0.9, 0.9, 0.88] : [0.08, 0.09, 0.14];
const oxidised: Colour = [0.5, 0.42, 0.36];

const trough: readonly Layer[] = [
  {
    geometry: mirrors,
    at: (row, u, v) => mirrorState[row]?.(u, v, skyOf(row)) ?? skyOf(row),
  },
  // The glass of two tubes is gone; a third one is only dirty.
  {
    geometry: tubes,
    at: (row, u, v) =>
      row === 10 || row === 25 ? oxidised : row === 30 ? dusty(glass(u, v), 0.2) : glass(u, v),
  },
];

async function seenIn(layers: readonly Layer[], geometry: Layer["geometry"], pixel: number) {
  const { raster, toPixel } = visibleScene(layers, { pixel });
  return (await surveyVisible(raster, geometry, toPixel, settings)).seen;
}

const others = (column: ArrayLike<number>, but: readonly number[]) =>
  [...new Set(Array.from(column).filter((_, row) => !but.includes(row)))].toSorted();

it(
  "tells missing, broken, chipped, corroded and dusty mirrors apart",
  async () => {
    const columns = mirrorsSeen(mirrors, elements, await seenIn(trough, mirrors, 0.04), settings);
    const { mirror_missing, mirror_damage, mirror_soiling } = columns;
    expect(mirror_missing![30]).toBe(1);
    expect(others(mirror_missing!, [30])).toEqual([0]);
    expect([75, 120, 165].map((row) => mirror_damage![row])).toEqual([3, 1, 2]);
    // Nothing is said of the damage of a mirror that is not there.
    expect(mirror_damage![30]).toBe(MISSING_U8);
    expect(others(mirror_damage!, [30, 75, 120, 165])).toEqual([0]);
    // Lost: half of 9 and of 30 %.
    expect([210, 300].map((row) => mirror_soiling![row])).toEqual([1, 3]);
    expect(others(mirror_soiling!, [30, 75, 120, 165, 210, 300])).toEqual([0]);
  },
  patient(180_000),
);

it(
  "finds tubes without glass, and takes a dirty one for what it is",
  async () => {
    const { missing_glass_tube } = tubesSeen(
      tubes,
      await seenIn(trough.slice(1), tubes, 0.02),
      settings,
    );
    expect([10, 25, 30].map((row) => missing_glass_tube![row])).toEqual([1, 1, 0]);
    expect(others(missing_glass_tube!, [10, 25])).toEqual([0]);
  },
  patient(180_000),
);

it.runIf(isRelease)(
  "says nothing of the glass where no tube reflects the sun, and of tubes that are not in the raster",
  async () => {
    const dull: Layer = {
      geometry: tubes,
      at: (row) => (row === 10 ? oxidised : [0.1, 0.1, 0.14]),
    };
    const { missing_glass_tube } = tubesSeen(tubes, await seenIn([dull], tubes, 0.02), settings);
    expect(others(missing_glass_tube!, [])).toEqual([MISSING_U8]);
    const { raster, toPixel } = visibleScene(trough.slice(1));
    const west = await surveyVisible(
      { ...raster, width: raster.width / 2 },
      tubes,
      toPixel,
      settings,
    );
    const half = tubesSeen(tubes, west.seen, settings)["missing_glass_tube"]!;
    expect([half[0], half[11]]).toEqual([0, MISSING_U8]);
  },
  patient(180_000),
);

const blue: Colour = [0.12, 0.15, 0.28];
const moduleState: Readonly<Record<number, (u: number, v: number) => Colour>> = {
  30: () => ground,
  60: (u) => (u < 0.3 ? dusty(blue, 0.3 * (1 - u / 0.3)) : blue),
  90: (u, v) => (Math.hypot((u - 0.4) * 2.2, v - 0.5) < 0.09 ? [0.85, 0.85, 0.8] : blue),
  // Soil is more red than blue.
  120: () => [blue[0] + 0.12 * (1 - blue[0]), blue[1] + 0.12 * (0.95 - blue[1]), blue[2] + 0.04],
  150: (u) => (u < 0.2 ? [0.03, 0.04, 0.08] : blue),
  180: (u, v) => (u < 0.2 && v < 0.6 ? [0.2, 0.42, 0.15] : blue),
};

it(
  "tells soil, droppings, shadows, plants and gaps of modules apart",
  async () => {
    const layer: Layer = {
      geometry: modules,
      at: (row, u, v) => moduleState[row]?.(u, v) ?? blue,
    };
    const seen = await seenIn([layer], modules, 0.03);
    const columns = modulesSeen(modules, seen, { ...settings, odd_contrast: 0.08 });
    const { module_missing, soiling_pattern, shading, vegetation } = columns;
    const rows = [30, 60, 90, 120, 150, 180];
    expect(rows.map((row) => module_missing![row])).toEqual([1, 0, 0, 0, 0, 0]);
    expect(rows.map((row) => soiling_pattern![row])).toEqual([MISSING_U8, 2, 3, 1, 0, 0]);
    expect(rows.map((row) => shading![row])).toEqual([MISSING_U8, 0, 0, 0, 2, 0]);
    expect(rows.map((row) => vegetation![row])).toEqual([MISSING_U8, 0, 0, 0, 0, 2]);
    const classes = Object.values(columns).filter((column) => column instanceof Uint8Array);
    expect(classes).toHaveLength(4);
    for (const column of classes) expect(others(column, rows)).toEqual([0]);
    // 12 % of scattered light take 6 % of the light; the others are clean within their uncertainty.
    const { soiling, soiling_uncertainty: uncertainty } = columns;
    expect(Math.abs(soiling![120]! - 6)).toBeLessThan(uncertainty![120]!);
    expect(uncertainty![120]!).toBeLessThan(6);
    for (const row of [10, 70, 200]) expect(soiling![row]!).toBeLessThan(uncertainty![row]!);
    expect(soiling![30]).toBeNaN();
  },
  patient(180_000),
);
