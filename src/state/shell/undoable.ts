// Changes that can be undone: everything that one change sets among the undoable atoms is one step.
import { atom, type Getter, type PrimitiveAtom, type Setter, type WritableAtom } from "jotai";
import { readStored, writeStored } from "./remembered.ts";
import { recordStep, type UndoStep } from "./undo.ts";
import { perPlant } from "./lifetime.ts";

type Update<Value> = Value | ((before: Value) => Value);
type Undoable<Value> = WritableAtom<Value, [Update<Value>], void>;

const undoables: Undoable<unknown>[] = [];

/**
 * An atom whose changes inside `act` can be undone. Its value must be immutable; it belongs to the plant
 * unless `per` says otherwise.
 */
export function undoable<Value>(
  initial: Value,
  per: <V>(initial: V) => PrimitiveAtom<V> = perPlant,
): PrimitiveAtom<Value> {
  const made = per(initial);
  undoables.push(made as unknown as Undoable<unknown>);
  return made;
}

/**
 * Like `undoable`, and stored in this browser. An invalid stored value is ignored. A value set with `keep`
 * false (from a link) is not stored and applies to this plant only.
 */
export function rememberedUndoable<Value>(
  name: string,
  initial: Value,
  isValid: (stored: unknown) => stored is Value,
): WritableAtom<Value, [next: Update<Value>, keep?: boolean], void> {
  const stored = readStored<unknown>(name);
  const remembered = atom<{ readonly value: Value }>({ value: isValid(stored) ? stored : initial });
  const linkedAtom = perPlant<{ readonly value: Value } | null>(null);
  const valueAtom = atom((get) => (get(linkedAtom) ?? get(remembered)).value);
  const made = atom(
    (get) => get(valueAtom),
    (get, set, next: Update<Value>, keep = true) => {
      const update = next as unknown;
      const value =
        typeof update === "function" ? (update as (before: Value) => Value)(get(valueAtom)) : next;
      set(linkedAtom, keep ? null : { value: value as Value });
      if (!keep) return;
      set(remembered, { value: value as Value });
      writeStored(name, value);
    },
  );
  undoables.push(made as unknown as Undoable<unknown>);
  return made;
}

export type UndoableStep = Pick<UndoStep, "name" | "values" | "merge"> & {
  readonly change: (get: Getter, set: Setter) => void;
};

/** Runs a change and records it as one undo step; no step is recorded where nothing changed. */
export const doUndoably = atom(null, (get, set, { change, ...step }: UndoableStep) => {
  const before = undoables.map((one) => get(one));
  change(get, set);
  const changed = undoables
    .map((one, at) => ({ one, before: before[at], after: get(one) }))
    .filter((one) => !Object.is(one.before, one.after));
  if (changed.length === 0) return;
  set(recordStep, {
    ...step,
    undo: (_get, set) => changed.forEach(({ one, before: value }) => set(one, () => value)),
    redo: (_get, set) => changed.forEach(({ one, after: value }) => set(one, () => value)),
  });
});
