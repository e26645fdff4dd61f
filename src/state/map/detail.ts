// How components too small to be seen are stood for by their parents, and severity's second cue.
import { atom } from "jotai";
import { aggregates, usualAggregate, type Aggregate } from "../../domain/column/aggregate.ts";
import { doUndoably, rememberedUndoable } from "../shell/undoable.ts";
import { keyFigureAtom } from "../plant/key-figure.ts";

/** What the user has chosen; null for what suits the component type. */
export const chosenAggregateAtom = rememberedUndoable<Aggregate | null>(
  "aggregate",
  null,
  (stored): stored is Aggregate | null =>
    stored === null || aggregates.some((one) => one === stored),
);

/** What stands for components too small to be seen. */
export const aggregateAtom = atom((get): Aggregate => {
  const chosen = get(chosenAggregateAtom);
  const type = get(keyFigureAtom)?.component_type;
  return chosen ?? (type ? usualAggregate(type) : "worst");
});

/** Chooses what stands for components too small to be seen; null for what suits them. */
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

/** Shows severity by patterns too, or by colour alone. */
export const showPattern = atom(null, (_get, set, pattern: boolean) => {
  set(doUndoably, {
    name: "workbench:step.pattern",
    change: (_get, set) => set(patternAtom, pattern),
  });
});
