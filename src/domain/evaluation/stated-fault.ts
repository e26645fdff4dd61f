// What a person says a finding is, where the survey itself leaves that open.
import { keyFigureByKey } from "../key-figure/key-figure.ts";
import type { FlagReason } from "./flagged-finding.ts";

/** `connected`: the module is not open; what else was found of it stays. */
export const statedFaults = [
  "open_circuit",
  "short_circuit",
  "module_missing",
  "hotspot",
  "strong_hotspot",
  "connected",
] as const;
export type StatedFault = (typeof statedFaults)[number];

type OpenFinding = {
  readonly key_figure_id: number;
  readonly value: number;
  readonly reasons: readonly FlagReason[];
};

const REVIEW_MARK = keyFigureByKey("review_mark")!.id;

/**
 * What a finding can be stated as; none where the survey is sure what it is. The person who accepts one of the others
 * says which it is: without that the module would stay not sure.
 */
export function statableFaults({ key_figure_id, reasons }: OpenFinding): readonly StatedFault[] {
  if (reasons.includes("absence")) return ["module_missing", "open_circuit"];
  const isMark = key_figure_id === REVIEW_MARK;
  if (reasons.includes("warm"))
    return isMark ? ["open_circuit", "short_circuit"] : ["connected", "open_circuit"];
  return isMark && reasons.includes("reflection") ? ["hotspot", "strong_hotspot"] : [];
}

/** Classes by key of their key figure that follow from what is stated; others of the module stay as they are. */
export const statedClasses: Readonly<Record<StatedFault, Readonly<Record<string, number>>>> = {
  open_circuit: { module_missing: 0, open_string: 0, module_offline: 1, review_mark: 0 },
  short_circuit: { module_missing: 0, open_string: 0, module_offline: 2, review_mark: 0 },
  module_missing: { module_missing: 1 },
  hotspot: { hotspots: 1, review_mark: 0 },
  strong_hotspot: { hotspots: 3, review_mark: 0 },
  connected: { open_string: 0, module_offline: 0, review_mark: 0 },
};
