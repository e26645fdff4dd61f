// How parents represent components that are too small to see, and the patterns for severity.
import { atom } from "jotai";
import { aggregates, usualAggregate, type Aggregate } from "../../domain/column/aggregate.ts";
import { doUndoably, rememberedUndoable } from "../shell/undoable.ts";
import { keyFigureAtom } from "../plant/column/key-figure.ts";

/** The aggregate chosen by the user; null for the default of the component type. */
export const chosenAggregateAtom = rememberedUndoable<Aggregate | null>(
  "aggregate",
  null,
  (stored): stored is Aggregate | null => aggregates.some((one) => one === stored),
);

/** The aggregate by which parents represent components that are too small to see. */
export const aggregateAtom = atom((get): Aggregate => {
  const chosen = get(chosenAggregateAtom);
  const type = get(keyFigureAtom)?.component_type;
  return chosen ?? (type ? usualAggregate(type) : "worst");
});

/** Chooses the aggregate; null for the default of the component type. */
export const chooseAggregate = atom(null, (_get, set, aggregate: Aggregate | null) => {
  set(doUndoably, {
    name: "workbench:step.aggregate",
    change: (_get, set) => set(chosenAggregateAtom, aggregate),
  });
});

/** Second cue of severity on the map (dots, stripes, crosshatch). */
export const patternAtom = rememberedUndoable(
  "pattern",
  true,
  (stored): stored is boolean => typeof stored === "boolean",
);

/** Shows severity by patterns as well, or by colour only. */
export const showPattern = atom(null, (_get, set, pattern: boolean) => {
  set(doUndoably, {
    name: "workbench:step.pattern",
    change: (_get, set) => set(patternAtom, pattern),
  });
});
