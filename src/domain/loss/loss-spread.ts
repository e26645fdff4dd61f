// The uncertainty of losses in its causes, so that it can be added up: each cause by itself, and together at the end.
import {
  addLoss,
  noLoss,
  powerShare,
  scaledLoss,
  YEAR_SHARE,
  type Loss,
} from "./component-loss.ts";
import type { LossPlant } from "./module-power.ts";

/** Twice the standard uncertainty of a loss or of a sum of losses. */
export type LossSpread = {
  /**
   * By the measurement. The wiring and the model are the same for all components, so it adds up. An assumed one has the
   * sign of its loss.
   */
  readonly measured: Loss;
  /** By the power of a module, with the sign of its loss: one cause for all modules, so it adds up too. */
  readonly ofPower: Loss;
};

export const noSpread: LossSpread = { measured: noLoss, ofPower: noLoss };

/** @param measured by the key figure's own uncertainty, or an assumed share */
export function spreadOf(key: string, loss: Loss, measured: Loss, plant: LossPlant): LossSpread {
  return { measured, ofPower: scaledLoss(loss, powerShare(key, plant)) };
}

export function addSpread(a: LossSpread, b: LossSpread): LossSpread {
  return { measured: addLoss(a.measured, b.measured), ofPower: addLoss(a.ofPower, b.ofPower) };
}

export function scaledSpread({ measured, ofPower }: LossSpread, by: number): LossSpread {
  return { measured: scaledLoss(measured, by), ofPower: scaledLoss(ofPower, by) };
}

/** What is left of a whole without its parts, not below zero. */
export function restOfSpread(whole: LossSpread, parts: readonly LossSpread[]): LossSpread {
  const rest = (cause: keyof LossSpread): Loss => {
    const left = (quantity: keyof Loss) =>
      parts.reduce(
        (sum, part) => sum - Math.abs(part[cause][quantity]),
        Math.abs(whole[cause][quantity]),
      );
    return {
      kw: Math.max(0, left("kw")),
      mwh: Math.max(0, left("mwh")),
      money: Math.max(0, left("money")),
    };
  };
  return { measured: rest("measured"), ofPower: rest("ofPower") };
}

/**
 * Twice the standard uncertainty of a sum of losses: measurement, power of a module and a year's light are independent
 * causes. The light is not in the power.
 */
export function wholeUncertainty(whole: Loss, { measured, ofPower }: LossSpread): Loss {
  return {
    kw: Math.hypot(measured.kw, ofPower.kw),
    mwh: Math.hypot(measured.mwh, ofPower.mwh, YEAR_SHARE * whole.mwh),
    money: Math.hypot(measured.money, ofPower.money, YEAR_SHARE * whole.money),
  };
}
