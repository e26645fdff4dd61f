// The findings among the parts of the open component, survey by survey: the history of a tracker, an SCA, a loop.
import { atom } from "jotai";
import { newestFirst } from "../../../domain/analysis/survey-order.ts";
import { ancestorTypesOf } from "../../../domain/component/component.ts";
import { descendantsOf } from "../../../domain/component/hierarchy.ts";
import { keyFigures, type KeyFigure } from "../../../domain/key-figure/key-figure.ts";
import { severityOf } from "../../../domain/key-figure/severity.ts";
import { valueAt, type ColumnSummary, type ColumnValues } from "../../../domain/column/column.ts";
import { analysesAtom } from "../analysis/analysis.ts";
import { openRowAtom } from "../component/component.ts";
import { geometryOf, geometryVersionAtom } from "../plant.ts";
import { perSubject } from "../../shell/per-subject.ts";
import { idle, valueOf } from "../../shell/loaded.ts";
import { computeOnChange, type Store } from "../../shell/on-change.ts";
import { ensureAnswer } from "../../shell/query.ts";
import { loadColumn, summariesQuery } from "./column.ts";
import { keyFigureAtom, limitsOfAtom } from "./key-figure.ts";

export type PartSurvey = {
  readonly analysis_id: number;
  readonly flown_at: string;
  /** Measured parts by severity 0 to 3. */
  readonly counts: readonly [number, number, number, number];
};

export type PartHistory = {
  /** It judges the parts. */
  readonly keyFigure: KeyFigure;
  /** Parts that exist now. */
  readonly all: number;
  /** Oldest first; surveys that measured none of the parts are left out. */
  readonly surveys: readonly PartSurvey[];
  /** Older ones that are not shown. */
  readonly left_out: number;
};

/** More columns are not fetched for one chart: the newest count. */
const MOST_SURVEYS = 8;

/** Idle unless the map's key figure is one of the open component's parts. */
export const partHistoryAtom = perSubject<PartHistory>(
  atom((get) => {
    const at = get(openRowAtom);
    return `${at?.component_type} ${at?.row} ${get(keyFigureAtom)?.id}`;
  }),
);

/** The key figure that judges what the map shows: itself, or the one that a fault type names. */
function judging(shown: KeyFigure): KeyFigure | undefined {
  if (shown.direction !== "neutral") return shown;
  return keyFigures.find(({ named_by }) => named_by === shown.id);
}

const input = atom((get) => {
  const shown = get(keyFigureAtom);
  const keyFigure = shown && judging(shown);
  const at = get(openRowAtom);
  const isAbove =
    at && keyFigure && ancestorTypesOf(keyFigure.component_type).includes(at.component_type);
  return {
    at: isAbove ? at : null,
    keyFigure,
    limits: keyFigure ? get(limitsOfAtom)(keyFigure) : [],
    analyses: valueOf(get(analysesAtom)),
    geometry: get(geometryVersionAtom),
  };
});

const levels = { get: geometryOf };

/** Counts after every change. Returns the stop function. */
export function startPartHistoryWork(store: Store): () => void {
  return computeOnChange(store, input, partHistoryAtom, ({ at, keyFigure, limits, analyses }) => {
    if (!at || !keyFigure || !analyses) return idle;
    return async () => {
      const parts = descendantsOf(levels, keyFigure.component_type, at);
      const all = analyses
        .filter(({ key_figure_ids }) => key_figure_ids.includes(keyFigure.id))
        .toSorted((a, b) => newestFirst(b, a));
      const measuring = all.slice(-MOST_SURVEYS);
      const surveys = await Promise.all(
        measuring.map(async ({ id, flown_at }): Promise<PartSurvey[]> => {
          const summaries: readonly ColumnSummary[] = await ensureAnswer(summariesQuery(id));
          const summary = summaries.find(({ key_figure_id }) => key_figure_id === keyFigure.id);
          if (!summary) return [];
          const values = await store.set(loadColumn, id, summary);
          const counts = countsOf(parts, values, keyFigure, limits);
          const isMeasured = counts.some((count) => count > 0);
          return isMeasured ? [{ analysis_id: id, flown_at, counts }] : [];
        }),
      );
      const left_out = all.length - measuring.length;
      return { keyFigure, all: parts.length, surveys: surveys.flat(), left_out };
    };
  });
}

function countsOf(
  parts: Uint32Array,
  values: ColumnValues,
  keyFigure: KeyFigure,
  limits: readonly number[],
): PartSurvey["counts"] {
  const counts: [number, number, number, number] = [0, 0, 0, 0];
  for (const row of parts) {
    const value = valueAt(values, row);
    if (value === value) counts[severityOf(keyFigure, value, limits)] += 1;
  }
  return counts;
}
