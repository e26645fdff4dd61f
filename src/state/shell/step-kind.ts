// Steps of undo as data: a kind says how a step is undone and redone, and its state is what it needs for that. Such a
// step can be kept over a reload of the page; one that is only a function cannot.
import type { Getter, Setter } from "jotai";
import { callFailure, type CallFailure } from "../../client/call-failure.ts";
import type { StepData, UndoStep } from "./undo-step.ts";

type Outcome<State> = State | void | Promise<State | void>;

export type StepKind<State> = {
  /** The module that defines it and what is done: "value change". */
  readonly name: string;
  /** Answers the state from which the step can be redone, where that is another one. */
  readonly undo: (get: Getter, set: Setter, state: State) => Outcome<State>;
  readonly redo: (get: Getter, set: Setter, state: State) => Outcome<State>;
  /** The state of two steps that are one: a dragged slider. */
  readonly merge?: (first: State, second: State) => State;
};

/** Refuses a step whose record is no longer as the step left it: nothing of it is done. */
export const overtaken = (): CallFailure =>
  callFailure("CONFLICT", { problems: [{ reason: "step_overtaken" }] });

type Parts = Pick<UndoStep, "undo" | "redo"> & { readonly data: StepData };

const kinds: Record<string, StepKind<unknown>> = {};

/** Defines a kind of step; answers how one is made of its state, which must be plain data to be kept. */
export function stepKind<State>(kind: StepKind<State>): (state: State) => Parts {
  kinds[kind.name] = kind as StepKind<unknown>;
  return (state) => partsOf(kind.name, state)!;
}

/** Null where no module that was loaded defines the kind. */
export function partsOf(name: string, state: unknown): Parts | null {
  const kind = kinds[name];
  if (!kind) return null;
  const data: StepData = { kind: name, state };
  const run = (way: "undo" | "redo") => async (get: Getter, set: Setter) => {
    try {
      const next = await kind[way](get, set, data.state);
      if (next !== undefined) data.state = next;
    } catch (cause) {
      // The server has another version of the record, and has done nothing.
      throw (cause as Partial<CallFailure> | null)?.versions ? overtaken() : cause;
    }
  };
  return { data, undo: run("undo"), redo: run("redo") };
}

/** The step that two steps of one kind are together; null where the kind has none. */
export function mergedStep(first: UndoStep, second: UndoStep): UndoStep | null {
  const [a, b] = [first.data, second.data];
  const merge = a && b && a.kind === b.kind ? kinds[b.kind]?.merge : undefined;
  const parts = a && b && merge ? partsOf(b.kind, merge(a.state, b.state)) : null;
  return parts && { ...second, ...parts };
}
