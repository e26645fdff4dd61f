// Acts of the user that can be taken back: what an act changes among the undoable atoms is one step.
import { atom, type Getter, type PrimitiveAtom, type Setter } from "jotai";
import { record, type Step } from "./undo.ts";

const followed: PrimitiveAtom<unknown>[] = [];

/** An atom whose changes inside `act` can be undone. Its value must be immutable. */
export function undoable<Value>(initial: Value): PrimitiveAtom<Value> {
  const made = atom(initial) as PrimitiveAtom<Value>;
  followed.push(made as unknown as PrimitiveAtom<unknown>);
  return made;
}

export type Act = Pick<Step, "name" | "values" | "merge"> & {
  readonly change: (get: Getter, set: Setter) => void;
};

/** Does a change and records what it did; a change that changes nothing is no step. */
export const act = atom(null, (get, set, { change, ...step }: Act) => {
  const before = followed.map((one) => get(one));
  change(get, set);
  const changed = followed
    .map((one, at) => ({ one, before: before[at], after: get(one) }))
    .filter((one) => !Object.is(one.before, one.after));
  if (changed.length === 0) return;
  set(record, {
    ...step,
    undo: (_get, put) => changed.forEach(({ one, before: value }) => put(one, () => value)),
    redo: (_get, put) => changed.forEach(({ one, after: value }) => put(one, () => value)),
  });
});
