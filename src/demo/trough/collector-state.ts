// State of the collector assemblies in an analysis: tracking, torsion, cleanliness, leaks.
import type { LevelDraft } from "../../domain/twin/twin-draft.ts";
import { gaussian, groundNoise, hashed } from "../random.ts";
import { middlesOf, type AnalysisConditions } from "../analysis.ts";

export type ScaState = {
  /** mrad; large for a stuck assembly. */
  readonly tracking: number;
  /** mrad between the drive and the outermost element. */
  readonly torsion: number;
  readonly friction: number;
  /** Share of a clean mirror's reflectance, 0 to 1. */
  readonly cleanliness: number;
  readonly state: "tracking" | "offset" | "defocused" | "stuck";
  readonly leak: "none" | "suspected" | "confirmed";
};

/** A correction of the field controller's offsets: the year, and the share of bad assemblies that it fixes. */
export type TrackingCorrection = { readonly year: number; readonly share: number };

/** Consecutive loops that are washed on the same day. */
const LOOPS_PER_WASH = 6;

/** The state of every assembly, in row order. */
export function scaStates(
  sca: LevelDraft,
  conditions: AnalysisConditions,
  correction: TrackingCorrection | null,
): ScaState[] {
  const { x, y } = middlesOf(sca);
  const { seed, flight, year } = conditions;
  const west = Math.min(...x);
  const south = Math.min(...y);
  return Array.from({ length: sca.count }, (_, row) => {
    const place = { x: (x[row] ?? 0) - west, y: (y[row] ?? 0) - south };
    const stiff = Math.max(0, gaussian(seed, 42, row) * 0.5 + year * 0.035);
    const torsion = gaussian(seed, 43, row) * 1.3 + stiff * Math.sign(gaussian(seed, 44, row));
    const stop = stopOf(seed, flight, row);
    return {
      tracking: stop.offset ?? trackingOf(conditions, row, correction),
      torsion: torsion + gaussian(seed + flight, 45, row) * 0.2,
      friction: stiff + Math.abs(gaussian(seed + flight, 46, row)) * 0.15,
      cleanliness: cleanlinessOf(conditions, sca.parent[row] ?? 0, place),
      state:
        stop.state ??
        (Math.abs(trackingOf(conditions, row, correction)) > 6 ? "offset" : "tracking"),
      leak: leakOf(seed, year, row),
    };
  });
}

function trackingOf(
  { seed, flight, year }: AnalysisConditions,
  row: number,
  correction: TrackingCorrection | null,
): number {
  const isBadSensor = hashed(seed, 47, row) < 0.05;
  const at = (when: number) =>
    gaussian(seed, 48, row) * 1.4 +
    (isBadSensor ? Math.sign(gaussian(seed, 49, row)) * (4 + 5 * hashed(seed, 50, row)) : 0) +
    gaussian(seed, 51, row) * 0.09 * when;
  const noise = gaussian(seed + 13 * flight, 52, row) * 0.25;
  const isCorrected =
    correction !== null &&
    correction.year <= year &&
    Math.abs(at(correction.year)) > 4 &&
    hashed(seed, 53, row) < correction.share;
  return isCorrected ? at(year) - at(correction.year) + noise : at(year) + noise;
}

function stopOf(
  seed: number,
  flight: number,
  row: number,
): { state?: "stuck" | "defocused"; offset?: number } {
  const chance = hashed(seed, 54 + flight, row);
  if (chance < 0.003) return { state: "stuck", offset: 60 + 300 * hashed(seed, 55, row) };
  if (chance < 0.008) return { state: "defocused", offset: 22 + 6 * hashed(seed, 55, row) };
  return {};
}

function leakOf(seed: number, year: number, row: number): ScaState["leak"] {
  const chance = hashed(seed, 56, row) / year;
  if (chance < 0.00025) return "confirmed";
  return chance < 0.0009 ? "suspected" : "none";
}

/**
 * Dust increases daily, faster in the windward west, along the roads at the field's edge and on bare ground.
 * Washing proceeds loop by loop, which appears as stripes.
 */
function cleanlinessOf(
  { seed, flight, daysSinceCleaning }: AnalysisConditions,
  loop: number,
  { x, y }: { x: number; y: number },
): number {
  const turn = hashed(seed + flight, 57, Math.floor(loop / LOOPS_PER_WASH));
  const days = daysSinceCleaning * (0.25 + 1.5 * turn);
  const windward = Math.exp(-x / 350);
  const road = Math.exp(-y / 120);
  const ground = (groundNoise(seed, x, y, 260) + 1) / 2;
  const perDay = 0.0011 + 0.0014 * windward + 0.0012 * road + 0.001 * ground;
  const noise = gaussian(seed + flight, 58, Math.round(x) * 4096 + Math.round(y)) * 0.003;
  return Math.min(1, 0.992 - days * perDay + noise);
}
