// Acts of the user that can be taken back: what an act changes among the undoable atoms is one step.
import { atom, type Getter, type PrimitiveAtom, type Setter, type WritableAtom } from "jotai";
import { readStored, writeStored } from "./remembered.ts";
import { recordStep, type UndoStep } from "./undo.ts";
import { perPlant } from "./lifetime.ts";

type Update<Value> = Value | ((before: Value) => Value);
type Followed<Value> = WritableAtom<Value, [Update<Value>], void>;

const followed: Followed<unknown>[] = [];

/**
 * An atom whose changes inside `act` can be undone. Its value must be immutable; it belongs to the plant
 * unless `per` says otherwise.
 */
export function undoable<Value>(
  initial: Value,
  per: <V>(initial: V) => PrimitiveAtom<V> = perPlant,
): PrimitiveAtom<Value> {
  const made = per(initial);
  followed.push(made as unknown as Followed<unknown>);
  return made;
}

/**
 * Like `undoable`, and remembered in this browser. What was stored and is not valid counts as nothing; a
 * value put with `keep` false (from a link) is not stored and holds for this plant alone.
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
  followed.push(made as unknown as Followed<unknown>);
  return made;
}

export type UndoableStep = Pick<UndoStep, "name" | "values" | "merge"> & {
  readonly change: (get: Getter, set: Setter) => void;
};

/** Does a change and records what it did; a change that changes nothing is no step. */
export const doUndoably = atom(null, (get, set, { change, ...step }: UndoableStep) => {
  const before = followed.map((one) => get(one));
  change(get, set);
  const changed = followed
    .map((one, at) => ({ one, before: before[at], after: get(one) }))
    .filter((one) => !Object.is(one.before, one.after));
  if (changed.length === 0) return;
  set(recordStep, {
    ...step,
    undo: (_get, put) => changed.forEach(({ one, before: value }) => put(one, () => value)),
    redo: (_get, put) => changed.forEach(({ one, after: value }) => put(one, () => value)),
  });
});
