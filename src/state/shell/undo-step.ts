// A step of undo, as it is recorded.
import type { Getter, Setter } from "jotai";

/** What a step is made again from. */
export type StepData = { readonly kind: string; state: unknown };

/** One step: how to undo it and how to redo it. Where either fails, the step stays. */
export type UndoStep = {
  /** Word key of the step's name, with its values. */
  readonly name: string;
  readonly values?: Readonly<Record<string, string | number>>;
  /** Steps of the same merge key that follow each other within a second are one: a dragged slider. */
  readonly merge?: string;
  /** What the step is made again from after a reload; a step without it, and those before it, end with the page. */
  readonly data?: StepData;
  readonly undo: (get: Getter, set: Setter) => void | Promise<void>;
  readonly redo: (get: Getter, set: Setter) => void | Promise<void>;
};
