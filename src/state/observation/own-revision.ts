// The steps of undo know the revision that their next change is based on. Each own change makes another one, and all
// steps of the observation follow it; where somebody else came between, they do not, and are refused.
import { atom } from "jotai";
import type { Observation } from "../../domain/observation/observation.ts";
import { changeSteps } from "../shell/undo.ts";

type Known = { readonly id: number; readonly revision: number };
/** What the states of steps of observations have in common: one version of one, or of several. */
type StepState = Partial<Known> & { readonly one?: Known; readonly all?: readonly Known[] };

/**
 * Takes the steps that know the revision before this one to this one. Each change counts the revision by one, so a
 * step that knows an older one has missed the change of somebody else.
 * @param stored what the server answered to an own change
 */
export const followOwn = atom(null, (_get, set, stored: Observation): void => {
  const { id, revision } = stored;
  const isBefore = (known: Partial<Known>) => known.id === id && known.revision === revision - 1;
  const next = (known: Known): Known => {
    if (!isBefore(known)) return known;
    return "external_id" in known ? stored : { ...known, revision };
  };
  set(changeSteps, ({ kind, state }) => {
    if (!kind.startsWith("observation")) return state;
    const { one, all } = state as StepState;
    return {
      ...(state as StepState),
      ...(isBefore(state as StepState) && { revision }),
      ...(one && { one: next(one) }),
      ...(all && { all: all.map(next) }),
    };
  });
});
