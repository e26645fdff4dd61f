// Key figures of tubes, mirrors and modules from what visible rasters show of them.
import { MISSING_U8 } from "../../column/column.ts";
import type { Geometry } from "../../component/component-index.ts";
import type { EvaluationSettings } from "../evaluation-settings.ts";
import type { FindingColumns } from "../module/module-finding.ts";
import { neighbourReferences, type References } from "../module/neighbour-reference.ts";
import { brightnessOf, contrastOf, type Colour, type VisiblePattern } from "./visible-pattern.ts";
import type { VisibleComponent } from "./visible-survey.ts";

type Seen = ReadonlyMap<number, VisibleComponent>;

/** Numbers of the classes in key-figure-mirror.ts and key-figure-photovoltaic.ts. */
const damage = { intact: 0, chipped: 1, corroded: 2, broken: 3 } as const;
const soil = { clean: 0, uniform: 1, lowerEdge: 2, birdDroppings: 3 } as const;
const [OBJECT, COVERING] = [2, 2];
/** Twice the standard uncertainty. */
const COVERAGE = 2;
/** Per cent of a clean mirror's reflectance: classes of soiling. */
const CLEANLINESS = [97, 94, 90] as const;
/** How much greener than the component a plant is, and how green by itself. */
const GREENER = 0.05;
/** Brightness below which those around are too dark, and of the weakest channel from which snow covers them. Our limits. */
const [TOO_DARK, WHITE] = [0.12, 0.8];
/** Of what the ground differs from the modules by: what it differs by from the place of a missing one. Our limit. */
const AS_GROUND = 0.25;
/** Part of the mirrors of an element: where more are unlike the others, it is turned away. Our limit. */
const MOST_OF_ELEMENT = 0.5;
/** Part of all modules: where more have spots, these may be the gaps between cells. Our limit. */
const MOST_SPOTTED = 0.2;
/** Dust is brighter in red than in blue; the sky in the glass is not. Of the light that is added. Our limit. */
const SKY_BLUE = 0.85;

/** Where the tubes around have no bright line, the sun does not tell glass from steel: then nothing is said. */
export function tubesSeen(
  geometry: Geometry,
  seen: Seen,
  settings: EvaluationSettings,
): FindingColumns {
  const missing = classesOf(geometry);
  const colours = coloursAround(geometry, [...seen.keys()], seen, settings, "base");
  const lines = around(geometry, [...seen.keys()], settings, (row) =>
    lineAt(seen, row),
  ).temperature;
  for (const [row, { pattern }] of seen) {
    const usual = colours(row);
    const line = lines[row]!;
    if (!usual || !(line >= settings.line_contrast)) continue;
    const isOther = contrastOf(pattern.base, usual) >= settings.missing_contrast;
    missing[row] = isOther && pattern.line_brighter < line / 2 ? 1 : 0;
  }
  return { missing_glass_tube: missing };
}

const lineAt = (seen: Seen, row: number) => seen.get(row)!.pattern.line_brighter;

/**
 * Mirrors are compared with those of the same place in the parabola: they reflect the same part of the sky.
 * @param elements the collector elements, which are the parents of the mirrors
 */
export function mirrorsSeen(
  geometry: Geometry,
  elements: Geometry,
  seen: Seen,
  settings: EvaluationSettings,
): FindingColumns {
  const columns = {
    mirror_missing: classesOf(geometry),
    mirror_damage: classesOf(geometry),
    mirror_soiling: classesOf(geometry),
    mirror_cleanliness: numbersOf(geometry),
    mirror_cleanliness_uncertainty: numbersOf(geometry),
  };
  for (const rows of facetsOf(geometry, elements, seen)) {
    const colours = coloursAround(geometry, rows, seen, settings);
    const clean = cleanest(geometry, rows, seen, settings);
    for (const row of rows) {
      const { pattern } = seen.get(row)!;
      const usual = colours(row);
      if (!usual || brightnessOf(usual) < TOO_DARK) continue;
      const far = Math.max(contrastOf(pattern.colour, usual), skyLost(pattern.colour, usual));
      const isMissing = far >= settings.missing_contrast;
      columns.mirror_missing[row] = isMissing ? 1 : 0;
      if (isMissing) continue;
      columns.mirror_damage[row] = damageOf(pattern, settings);
      const lost = lostLight(pattern, clean, row, settings);
      const cleanliness = 100 - lost.value;
      columns.mirror_cleanliness[row] = cleanliness;
      columns.mirror_cleanliness_uncertainty[row] = lost.uncertainty;
      columns.mirror_soiling[row] = CLEANLINESS.filter((limit) => cleanliness <= limit).length;
    }
  }
  const byElement = Map.groupBy(seen.keys(), (row) => geometry.parent[row]!);
  for (const rows of byElement.values()) {
    const missing = rows.filter((row) => columns.mirror_missing[row] === 1);
    // An element that is turned away reflects something else with all of its mirrors.
    if (missing.length > MOST_OF_ELEMENT * rows.length)
      for (const row of missing) columns.mirror_missing[row] = MISSING_U8;
  }
  return columns;
}

/** Dust adds light of all colours: with less blue and more red than the mirrors around, the ground is seen instead of the sky. */
function skyLost(own: Colour, usual: Colour): number {
  const [red, blue] = [own[0] - usual[0], own[2] - usual[2]];
  return red > 0 && blue < 0 ? red - blue : 0;
}

function damageOf(pattern: VisiblePattern, settings: EvaluationSettings): number {
  const { odd_share, odd_at_edge, odd_is_band, odd_brighter } = pattern;
  if (odd_share >= settings.broken_share) return damage.broken;
  if (odd_share < settings.chipped_share || !odd_at_edge) return damage.intact;
  return odd_is_band && odd_brighter < 0 ? damage.corroded : damage.chipped;
}

export function modulesSeen(
  geometry: Geometry,
  seen: Seen,
  settings: EvaluationSettings,
): FindingColumns {
  const columns = {
    module_missing: classesOf(geometry),
    soiling_pattern: classesOf(geometry),
    soiling: numbersOf(geometry),
    soiling_uncertainty: numbersOf(geometry),
    shading: classesOf(geometry),
    vegetation: classesOf(geometry),
  };
  const rows = [...seen.keys()];
  const colours = coloursAround(geometry, rows, seen, settings);
  const clean = cleanest(geometry, rows, seen, settings);
  const grounds = coloursAround(geometry, rows, seen, settings, "ground");
  for (const [row, { pattern, ground }] of seen) {
    const usual = colours(row);
    // Of a dark picture, and of modules under snow, nothing is said.
    if (!usual || brightnessOf(usual) < TOO_DARK || Math.min(...usual) > WHITE) continue;
    const beside = ground ?? grounds(row);
    const isTold = beside !== null && contrastOf(beside, usual) >= settings.missing_contrast;
    if (contrastOf(pattern.colour, usual) >= settings.missing_contrast) {
      // The sky in the glass, snow, or a module of another kind: only what looks as the ground is missing.
      if (isTold && isGround(pattern.colour, beside, usual)) columns.module_missing[row] = 1;
      continue;
    }
    if (isTold) columns.module_missing[row] = 0;
    const { cover } = pattern;
    const isCovered = cover.share >= settings.shade_share && cover.at_edge;
    const isPlant = isCovered && Math.min(cover.greener, cover.green) >= GREENER;
    columns.vegetation[row] = isPlant ? COVERING : 0;
    columns.shading[row] = isCovered && !isPlant && cover.brighter < 0 ? OBJECT : 0;
    const lost = lostLight(pattern, clean, row, settings);
    const isLit = lost.value > lost.uncertainty && isSky(pattern.colour, usual);
    const isBright = isCovered && !isPlant && cover.brighter > 0;
    const veil = isLit ? NaN : veilOf(pattern, clean.temperature[row]!);
    columns.soiling_pattern[row] = soilOf(pattern, veil, isBright, settings);
    if (isLit) continue;
    columns.soiling[row] = lost.value;
    columns.soiling_uncertainty[row] = lost.uncertainty;
  }
  return withoutGaps(columns, seen.size);
}

/** Of what is brighter in one part, as snow is, nothing is said. */
function soilOf(
  pattern: VisiblePattern,
  veil: number,
  isBright: boolean,
  { soil_contrast, spot_share }: EvaluationSettings,
): number {
  if (pattern.edge_brighter >= soil_contrast) return soil.lowerEdge;
  if (pattern.spot_share >= spot_share) return soil.birdDroppings;
  if (veil >= soil_contrast) return soil.uniform;
  return Number.isNaN(veil) || isBright ? MISSING_U8 : soil.clean;
}

/** The gaps between cells make spots in coarse pixels: where many modules have them, nothing is said of them. */
function withoutGaps<Columns extends { readonly soiling_pattern: Uint8Array }>(
  columns: Columns,
  count: number,
): Columns {
  const spotted = columns.soiling_pattern.filter((value) => value === soil.birdDroppings).length;
  if (spotted <= MOST_SPOTTED * count) return columns;
  for (const [row, value] of columns.soiling_pattern.entries())
    if (value === soil.birdDroppings) columns.soiling_pattern[row] = MISSING_U8;
  return columns;
}

function isGround(own: Colour, ground: Colour, modules: Colour): boolean {
  // Snow lies on the ground and on modules.
  if (Math.min(...own) > WHITE) return false;
  return contrastOf(own, ground) <= AS_GROUND * contrastOf(ground, modules);
}

/** Whether the light that is added is as blue as red: the sky in the glass, or white dust, which look the same. */
function isSky(own: Colour, usual: Colour): boolean {
  const [red, blue] = ([0, 2] as const).map(
    (channel) => linear(own[channel]) - linear(usual[channel]),
  );
  return blue! >= SKY_BLUE * red!;
}

/** Light of a stored value, both 0 to 1 (IEC 61966-2-1, sRGB). */
const linear = (value: number) =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

/** Share of the light that dust adds: 0 for a clean surface, 1 for white. */
function veilOf({ colour }: VisiblePattern, clean: number): number {
  return Math.max(0, (brightnessOf(colour) - clean) / (1 - clean));
}

/**
 * Per cent of the light that dust takes, and twice the standard uncertainty (GUM): of both brightnesses by noise,
 * of the light across the image, and of what scattered light means for the reflectance.
 */
function lostLight(
  pattern: VisiblePattern,
  { temperature, uncertainty }: References,
  row: number,
  { veil_gain, veil_gain_share, brightness_error }: EvaluationSettings,
): { readonly value: number; readonly uncertainty: number } {
  const clean = temperature[row]!;
  const value = 100 * veil_gain * veilOf(pattern, clean);
  const brightness = Math.hypot(pattern.noise, uncertainty[row]!, brightness_error);
  const byBrightness = (100 * veil_gain * brightness) / (1 - clean);
  return { value, uncertainty: COVERAGE * Math.hypot(byBrightness, value * veil_gain_share) };
}

function numbersOf({ count }: Geometry): Float32Array {
  return new Float32Array(count).fill(NaN);
}

function classesOf({ count }: Geometry): Uint8Array {
  return new Uint8Array(count).fill(MISSING_U8);
}

function around(
  { count, centreX: x, centreY: y }: Geometry,
  rows: readonly number[],
  { neighbours }: EvaluationSettings,
  of: (row: number) => number,
  within = Infinity,
): References {
  const values = new Float64Array(count).fill(NaN);
  for (const row of rows) values[row] = of(row);
  return neighbourReferences(rows, { x, y }, values, { neighbours, warm_k: within });
}

/** Median colour of the components around a row; null where there are too few. */
function coloursAround(
  geometry: Geometry,
  rows: readonly number[],
  seen: Seen,
  settings: EvaluationSettings,
  which: "colour" | "base" | "ground" = "colour",
): (row: number) => Colour | null {
  const of = (row: number) => {
    const { pattern, ground } = seen.get(row)!;
    return which === "ground" ? ground : pattern[which];
  };
  const [red, green, blue] = ([0, 1, 2] as const).map(
    (channel) => around(geometry, rows, settings, (row) => of(row)?.[channel] ?? NaN).temperature,
  );
  return (row) => {
    const colour: Colour = [red![row]!, green![row]!, blue![row]!];
    return colour.some(Number.isNaN) ? null : colour;
  };
}

/** Brightness of the clean ones around: those near the lower quartile. */
function cleanest(
  geometry: Geometry,
  rows: readonly number[],
  seen: Seen,
  settings: EvaluationSettings,
): References {
  const of = (row: number) => brightnessOf(seen.get(row)!.pattern.colour);
  return around(geometry, rows, settings, of, settings.soil_contrast / 2);
}

/** Rows of mirrors by their place across the element, in steps of half their width. */
function facetsOf(geometry: Geometry, elements: Geometry, seen: Seen): number[][] {
  const facets = new Map<number, number[]>();
  for (const row of seen.keys()) {
    const element = geometry.parent[row]!;
    const turn = elements.rotation[element] ?? 0;
    const dx = geometry.centreX[row]! - (elements.centreX[element] ?? 0);
    const dy = geometry.centreY[row]! - (elements.centreY[element] ?? 0);
    const across = dy * Math.cos(turn) - dx * Math.sin(turn);
    const place = Math.round((2 * across) / geometry.width[row]!);
    const rows = facets.get(place);
    if (rows) rows.push(row);
    else facets.set(place, [row]);
  }
  return [...facets.values()];
}
