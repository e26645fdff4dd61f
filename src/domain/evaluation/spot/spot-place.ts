// Where the grid of cells of a module really lies: a twin and a raster agree to some centimetres only.
//
// Hot cells that are looked for beside their place share their warmth among neighbours, so that the peak is wrong and a
// cell looks like no cell. Where the spots of a module contradict its grid, the grid is moved to where they lie.
import type { SpotPatch } from "./spot-patch.ts";
import { likeliest, PARTS, solvedAt, type CellModel } from "./spot-restore.ts";

/** Metres by which the grid is moved: in coarse steps up to half a cell, more than a place that counts as sure is wrong. */
const COARSE = [-0.08, -0.04, 0, 0.04, 0.08] as const;
/** And around the best of them, twice. */
const FINE = [
  [-0.02, 0, 0.02],
  [-0.01, 0, 0.01],
] as const;
/** Standard deviation in metres of a grid beside its place in the outline. Our assumption. */
const DEVIATION = 0.03;
/** Logarithm by which a moved grid must be likelier. */
const LIKELIER = 4;

/** Pixels of blur more than stated that are tried: a wrong blur must not move the grid. */
const MORE_BLUR = [0, 0.3, 0.6] as const;

/**
 * The patch with its places counted from the grid of cells.
 * @param blur pixels, as the settings state it
 */
export function onGrid(patch: SpotPatch, blur: number): SpotPatch {
  const models = MORE_BLUR.flatMap((more) => PARTS.map((parts) => ({ parts, blur: blur + more })));
  const still = models.map((model) => ({ model, ...solvedAt(patch, model) }));
  if (still.some(({ model, misfit }) => model.blur === blur && misfit <= 1)) return patch;
  const before = likeliest(still);
  const blurs = new Set([blur, before.model.blur]);
  const { du, dv, log } = likeliest(
    [...blurs].flatMap((one) => PARTS.map((parts) => moveOf(patch, { parts, blur: one }))),
  );
  if (log - before.log < LIKELIER) return patch;
  return { ...patch, u: patch.u.map((one) => one - du), v: patch.v.map((one) => one - dv) };
}

type Move = { readonly du: number; readonly dv: number; readonly log: number };

function moveOf(patch: SpotPatch, model: CellModel): Move {
  let best: Move = { du: 0, dv: 0, log: -Infinity };
  for (const steps of [COARSE, ...FINE]) {
    const around = best;
    for (const u of steps) {
      for (const v of steps) {
        const [du, dv] = [around.du + u, around.dv + v];
        const far = (du * du + dv * dv) / (2 * DEVIATION ** 2);
        const log = solvedAt(patch, model, du, dv).log - far;
        if (log > best.log) best = { du, dv, log };
      }
    }
  }
  return best;
}
