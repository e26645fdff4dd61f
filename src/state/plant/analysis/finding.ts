// The findings of the current key figure, worst first, and steps from one to the next.
import { atom } from "jotai";
import type { Findings } from "../../../domain/key-figure/finding.ts";
import { openComponent, openRowAtom } from "../component/component.ts";
import { valueOf, type Loaded } from "../../shell/loaded.ts";
import { keyFigureAtom, keyFigureIdAtom } from "../column/key-figure.ts";
import { compareAtom } from "../compare/compare.ts";
import { perPlant } from "../../shell/lifetime.ts";
import { perSubject } from "../../shell/per-subject.ts";
import { analysisIdAtom } from "./analysis.ts";

/** In a comparison, what changed; then `changes` counts by class (domain/column/difference.ts). */
export type Listed = Findings & {
  readonly changes?: readonly number[];
  /** Components that are dangerous though this key figure calls them good; counted where dangers come first. */
  readonly unlisted_dangers?: number;
};

/** By the severity of the key figure, or what is dangerous first, then what loses most (key-figure/safety.ts). */
export const findingOrderAtom = perPlant<"severity" | "safety">("severity");

const listedAtom = perSubject<Listed>(
  atom((get) => {
    const { mode, analysis_id } = get(compareAtom) ?? {};
    const changes = mode === "difference" ? analysis_id : null;
    return `${get(analysisIdAtom)} ${get(keyFigureIdAtom)} ${changes}`;
  }),
);
/** Findings among the components that pass the filters. */
export const findingsAtom = atom(
  (get) => get(listedAtom),
  (_get, set, findings: Loaded<Listed>) => set(keepFindings, findings),
);
/** Place in the list; null before the first. */
export const findingPlaceAtom = perPlant<number | null>(null);

/** Opens the finding at a place of the list and shows it on the map. */
export const openFinding = atom(null, (get, set, place: number) => {
  const findings = valueOf(get(findingsAtom));
  const component_type = get(keyFigureAtom)?.component_type;
  const row = findings?.rows[place];
  if (row === undefined || !component_type) return;
  set(findingPlaceAtom, place);
  set(openComponent, { component_type, row }, true);
});

/** A step requested while the findings were loading; taken once they are loaded. */
const pendingStepAtom = perPlant<1 | -1 | null>(null);

/** The place of the open component in the list, if it is a finding of the key figure; else null. */
const openPlaceAtom = atom((get) => {
  const open = get(openRowAtom);
  const rows = valueOf(get(findingsAtom))?.rows;
  if (!rows || open?.component_type !== get(keyFigureAtom)?.component_type) return null;
  const place = rows.indexOf(open?.row ?? -1);
  return place < 0 ? null : place;
});

/**
 * Continues from the open component: one that was opened elsewhere has its place in the list too. A
 * component that is not listed leaves the place as it is.
 */
export const followOpen = atom(null, (get, set) => {
  const place = get(openPlaceAtom);
  if (place !== null) set(findingPlaceAtom, place);
});

/** Stores the findings, and takes a pending step once they are ready. */
export const keepFindings = atom(null, (get, set, findings: Loaded<Listed>) => {
  set(listedAtom, findings);
  set(findingPlaceAtom, get(openPlaceAtom));
  const step = get(pendingStepAtom);
  if (findings.state !== "ready" || step === null) return;
  set(pendingStepAtom, null);
  set(stepFinding, step);
});

/** The next finding (1) or the one before (-1); stops at the ends. */
export const stepFinding = atom(null, (get, set, step: 1 | -1) => {
  const findings = valueOf(get(findingsAtom));
  if (!findings) {
    set(pendingStepAtom, step);
    return;
  }
  const place = get(findingPlaceAtom);
  const first = step === 1 ? 0 : findings.rows.length - 1;
  // Beyond the ends there is nothing to open.
  set(openFinding, place === null ? first : place + step);
});
