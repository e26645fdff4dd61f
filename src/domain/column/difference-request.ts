// How two columns of a key figure are compared: the same on the screen and in the calls for maps.
import type { KeyFigure } from "../key-figure/key-figure.ts";
import { toleranceSteps } from "./change-tolerance.ts";
import type { DifferenceRequest } from "./difference.ts";

/** @param limits severity limits that apply to the plant */
export function differenceRequestOf(
  keyFigure: KeyFigure,
  limits: readonly number[],
): DifferenceRequest {
  const { direction, step, uncertainty, notable_change, kind, classes, follows } = keyFigure;
  const severity = Int8Array.from({ length: 256 }, () => -1);
  for (const one of classes) severity[one.value] = one.severity;
  return {
    direction,
    step,
    tolerance: toleranceSteps(keyFigure, limits),
    ...(uncertainty && { uncertainty }),
    ...(notable_change !== undefined && { notable_change }),
    ...(kind === "u8" ? { severity } : { limits }),
    ...(follows && { has_causes: true }),
  };
}
