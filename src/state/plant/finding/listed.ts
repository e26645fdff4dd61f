// The list of findings: what the open analysis shows and what was decided, filtered, sorted, selected.
import { atom } from "jotai";
import { dueDays, type DueDays } from "../../../domain/due-calendar.ts";
import {
  besideSummary,
  listedFindings,
  isUrgent,
  listedKey,
  firstFilter,
  isOverdue,
  passesFilter,
  sortedFindings,
  type FindingFilter,
  type FindingSort,
  type ListedFinding,
} from "../../../domain/finding/finding-list.ts";
import { decisionRefusal } from "../../../domain/finding/finding-change.ts";
import {
  undecided,
  type Evidence,
  type FindingFields,
  type FindingTarget,
} from "../../../domain/finding/finding-life.ts";
import { findingStatuses, type FindingStatus } from "../../../domain/finding/finding-status.ts";
import { findingCount } from "../../../domain/plant/headline.ts";
import { analysesAtom, analysisIdAtom } from "../analysis/analysis.ts";
import { leadAtom } from "../analysis/headline.ts";
import { shortName } from "../component/component-words.ts";
import { geometryVersionAtom, namesOf, plantClockAtom } from "../plant.ts";
import { idle, ready, valueOf, type Loaded } from "../../shell/loaded.ts";
import { minuteAtom } from "../../shell/minute.ts";
import { perPlant } from "../../shell/lifetime.ts";
import { livesAtom, targetOf } from "./life.ts";
import { surveyFindingsAtom } from "./survey.ts";
import { serverTime } from "../../shell/server-time.ts";

export const findingFilterAtom = perPlant<FindingFilter>(firstFilter);
export const findingSortAtom = perPlant<FindingSort>("severity");

/** What the open analysis shows; nothing where none is open, once that is known. */
const shownBySurveyAtom = atom((get): Loaded<readonly Evidence[]> => {
  if (get(analysisIdAtom) !== null) return get(surveyFindingsAtom);
  const analyses = get(analysesAtom);
  return analyses.state === "ready" ? ready([]) : analyses;
});

/**
 * All findings that the viewer sees, in the order of the survey; without an open analysis, those of which something was
 * decided.
 */
export const allFindingsAtom = atom((get): Loaded<readonly ListedFinding[]> => {
  const [survey, lives] = [get(shownBySurveyAtom), get(livesAtom)];
  if (survey.state !== "ready") return survey;
  if (lives.state === "failed" || lives.state === "loading") return lives;
  if (lives.state === "idle") return idle;
  return ready(listedFindings(survey.value, lives.value));
});

/** How many of all findings are urgent; null while they are loading. */
export const urgentCountAtom = atom((get): number | null => {
  const all = valueOf(get(allFindingsAtom));
  return all === undefined ? null : all.filter(isUrgent).length;
});

/** What the list has that the summary does not count; null where nothing is, or where that is not known. */
export const besideSummaryAtom = atom((get) => {
  const all = valueOf(get(allFindingsAtom));
  const lead = get(leadAtom);
  if (!all || !lead) return null;
  const counted = findingCount(lead.figure);
  const beside = besideSummary(all, lead.keyFigure, counted);
  const isSame = !beside || beside.named + beside.others + beside.earlier === 0;
  return isSame ? null : { ...beside, counted, keyFigure: lead.keyFigure };
});

/** The day at the plant, YYYY-MM-DD: a crew there is late by its own calendar. */
export const todayAtom = atom((get) => {
  // It is another day after midnight, also where nothing else is pressed.
  get(minuteAtom);
  return get(plantClockAtom).date(serverTime());
});

export const shownFindingsAtom = atom((get): readonly ListedFinding[] => {
  const all = valueOf(get(allFindingsAtom)) ?? [];
  const [filter, sort, today] = [get(findingFilterAtom), get(findingSortAtom), get(todayAtom)];
  if (sort === "name") get(geometryVersionAtom);
  const passing = all.filter((one) => passesFilter(one, filter, today));
  return sortedFindings(passing, sort, listedName);
});

/** The name of the component of a finding. */
export function listedName({ component_type, row, life }: ListedFinding): string {
  return row === null ? (life?.dt_id ?? "") : shortName({ component_type, row });
}

/** The shown findings by status: the columns of the board. */
export const boardAtom = atom((get) => {
  const shown = get(shownFindingsAtom);
  const columns = new Map<FindingStatus, ListedFinding[]>(
    findingStatuses.map((status) => [status, []]),
  );
  for (const one of shown) columns.get(one.status)?.push(one);
  return [...columns].map(([status, findings]) => ({ status, findings }));
});

/** The shown findings by their due days. */
export const dueFindingsAtom = atom((get): DueDays<ListedFinding> => {
  const today = get(todayAtom);
  return dueDays(
    get(shownFindingsAtom),
    ({ life }) => life?.due_on ?? null,
    (one) => isOverdue(one, today),
  );
});

/** Keys of the chosen findings. */
const chosenKeysAtom = perPlant<ReadonlySet<string>>(new Set<string>());

/** The chosen findings among the shown ones: what is hidden is never changed with others. */
export const chosenFindingsAtom = atom((get): readonly ListedFinding[] => {
  const keys = get(chosenKeysAtom);
  if (keys.size === 0) return [];
  return get(shownFindingsAtom).filter((one) => keys.has(listedKey(one)));
});

export const isChosenAtom = atom((get) => {
  const keys = get(chosenKeysAtom);
  return (one: ListedFinding) => keys.has(listedKey(one));
});

/** Chooses these, or takes them out. */
export const chooseFindings = atom(
  null,
  (get, set, findings: readonly ListedFinding[], isChosen: boolean) => {
    const keys = new Set(get(chosenKeysAtom));
    for (const one of findings) {
      if (isChosen) keys.add(listedKey(one));
      else keys.delete(listedKey(one));
    }
    set(chosenKeysAtom, keys);
  },
);

export const chooseNoFindings = atom(null, (_get, set) => set(chosenKeysAtom, new Set<string>()));

/** How the server names a finding; null until the names of components are loaded. */
export function listedTarget(one: ListedFinding): FindingTarget | null {
  const { component_type, row, fault_type, life } = one;
  const dt_id = life?.dt_id ?? (row === null ? undefined : namesOf(component_type)?.dtId(row));
  return dt_id ? targetOf({ component_type, dt_id, fault_type }, life) : null;
}

/** Those of them that can be changed so. */
export function changeable(
  findings: readonly ListedFinding[],
  fields: FindingFields,
): readonly ListedFinding[] {
  return findings.filter(({ life }) => decisionRefusal(life ?? undecided, fields) === null);
}
