// One component over time: its analyses, observations and reference measurements.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type { ComponentResult } from "../../domain/analysis/analysis-result.ts";
import type { ReferenceMeasurement } from "../../domain/analysis/reference-measurement.ts";
import { keyFigureById } from "../../domain/key-figure/key-figure.ts";
import type { Observation } from "../../domain/observation/observation.ts";
import { hasPermissionAtom } from "../account/session.ts";
import { analysesAtom } from "../plant/analysis/analysis.ts";
import { keyFigureAtom } from "../plant/column/key-figure.ts";
import { plantKey, plantQueryOf } from "../plant/plant.ts";
import { formatValue, keyFigureName } from "../plant/column/value-words.ts";
import { t } from "../shell/locale.ts";
import { valueOf } from "../shell/loaded.ts";
import { columnsByIdAtom } from "./observation.ts";
import { observationsOfAtom, waitingOfAtom } from "./shown.ts";
import { valuesWords } from "./words.ts";

type Entry = {
  readonly id: number;
  /** ISO 8601. */
  readonly at: string;
  readonly title: string;
  /** What was measured or seen, in words. */
  readonly words: string;
};
export type TimelineEntry =
  | (Entry & { readonly kind: "analysis" | "reference" })
  | (Entry & { readonly kind: "observation"; readonly one: Observation; readonly waits: boolean });

/** The reference measurements of all analyses of the plant that the viewer sees. */
const allReferencesAtom = plantQueryOf((_plant, get) => {
  const analyses = valueOf(get(analysesAtom));
  const mayRead = get(hasPermissionAtom)(api.referenceMeasurement.list.permission);
  if (!analyses || !mayRead) return null;
  const ids = analyses.map(({ id }) => id);
  return {
    key: plantKey("all-references", ids),
    async ask(options): Promise<readonly ReferenceMeasurement[]> {
      const lists = await Promise.all(
        ids.map((id) => call(api.referenceMeasurement.list, { params: { id } }, options)),
      );
      return lists.flat();
    },
  };
});

/** A function that returns the entries of a component, newest first. */
export const timelineOfAtom = atom((get) => {
  const observationsOf = get(observationsOfAtom);
  const waitingOf = get(waitingOfAtom);
  const columns = get(columnsByIdAtom);
  const keyFigure = get(keyFigureAtom);
  const analyses = valueOf(get(analysesAtom)) ?? [];
  const references = Map.groupBy(valueOf(get(allReferencesAtom)) ?? [], ({ dt_id }) => dt_id);
  return (dt_id: string, result: ComponentResult | null): readonly TimelineEntry[] => {
    const flown = (result?.history ?? []).map(({ analysis_id: id, flown_at: at, values }) => {
      const value = values.find((one) => one.key_figure_id === keyFigure?.id)?.value ?? null;
      return {
        kind: "analysis" as const,
        id,
        at,
        title: analyses.find((one) => one.id === id)?.name ?? "",
        words: keyFigure
          ? `${keyFigureName(keyFigure)}: ${value === null ? t("component:not_measured") : formatValue(keyFigure, value)}`
          : "",
      };
    });
    const seen = observationsOf(dt_id).map((one) => ({
      kind: "observation" as const,
      id: one.id,
      at: one.observed_at,
      title: one.created_by_user ?? "",
      words: [valuesWords(columns, one), one.notes].filter((text) => text !== "").join(" · "),
      one,
      waits: waitingOf(one.id) !== undefined,
    }));
    const measured = (references.get(dt_id) ?? []).map((one) => ({
      kind: "reference" as const,
      id: one.id,
      at: one.measured_at,
      title: one.acquired_by,
      words: one.values
        .flatMap(({ key_figure_id, value }) => {
          const figure = keyFigureById(key_figure_id);
          return figure ? `${keyFigureName(figure)}: ${formatValue(figure, value)}` : [];
        })
        .join(" · "),
    }));
    return [...flown, ...seen, ...measured].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  };
});
