// What the drone said against what people saw, for the key figure on the map.
import { atom } from "jotai";
import { valueAt } from "../../domain/column/column.ts";
import { severityOf } from "../../domain/key-figure/severity.ts";
import { confusionOf, type ClassPair, type Confusion } from "../../domain/observation/confusion.ts";
import { keyFigureColumnId } from "../../domain/observation/observation-column.ts";
import { newestByComponent, valueIn } from "../../domain/observation/observation-query.ts";
import type { Observation } from "../../domain/observation/observation.ts";
import { analysisIdAtom } from "../plant/analysis/analysis.ts";
import { columnValues } from "../plant/column/column.ts";
import { columnAtom, keyFigureAtom, limitsAtom } from "../plant/column/key-figure.ts";
import { valueOf } from "../shell/loaded.ts";
import { observationsAtom } from "./observation.ts";

export type ObservedPair = ClassPair & { readonly one: Observation };

/**
 * The classes of both sides, by component. A component counts once, with its newest observation for the current
 * analysis or for none. Numbers are compared by their severity under the plant's limits.
 */
export const observedPairsAtom = atom((get): readonly ObservedPair[] => {
  const keyFigure = get(keyFigureAtom);
  const hash = valueOf(get(columnAtom))?.hash;
  const values = hash === undefined ? undefined : columnValues(hash);
  const analysisId = get(analysisIdAtom);
  if (!keyFigure || !values) return [];
  const limits = get(limitsAtom);
  const classOf = (value: number) =>
    keyFigure.kind === "u8" ? value : severityOf(keyFigure, value, limits);
  const columnId = keyFigureColumnId(keyFigure.id);
  const fitting = (valueOf(get(observationsAtom)) ?? []).filter(
    ({ analysis, fieldgeometry_component: { component_type } }) =>
      component_type === keyFigure.component_type &&
      (analysis === null || analysis.id === analysisId),
  );
  return [...newestByComponent(fitting, columnId).values()].flatMap(({ newest: one }) => {
    const row = one.fieldgeometry_component.component_id;
    const drone = row === null ? null : valueAt(values, row);
    const person = valueIn(one, columnId);
    // NaN is no value.
    if (drone === null || drone !== drone || typeof person !== "number") return [];
    return { drone: classOf(drone), person: classOf(person), one };
  });
});

/** Null without a component that has a value from both. */
export const observedAgreementAtom = atom((get): Confusion<ObservedPair> | null =>
  confusionOf(get(observedPairsAtom)),
);
