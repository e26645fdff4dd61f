// Changes that can be undone: everything that one change sets among the undoable atoms is one step.
import { atom, type Getter, type PrimitiveAtom, type Setter, type WritableAtom } from "jotai";
import { readStored, writeStored } from "./remembered.ts";
import { stepKind } from "./step-kind.ts";
import { recordStep, type UndoStep } from "./undo.ts";
import { perPlant } from "./lifetime.ts";

type Update<Value> = Value | ((before: Value) => Value);
type Undoable<Value> = WritableAtom<Value, [Update<Value>], void>;

/** With a name, its steps can be kept over a reload: what it holds is in the address of the view, or stored. */
type Named = { readonly one: Undoable<unknown>; readonly name: string | null };
const undoables: Named[] = [];

type Values = readonly { readonly name: string; readonly value: unknown }[];
const setAll = (set: Setter, values: Values) => {
  for (const { name, value } of values) {
    const found = undoables.find((known) => known.name === name);
    if (found) set(found.one, () => value);
  }
};
const viewStep = stepKind<{ readonly before: Values; readonly after: Values }>({
  name: "view change",
  undo: (_get, set, { before }) => setAll(set, before),
  redo: (_get, set, { after }) => setAll(set, after),
  merge: ({ before }, { after }) => ({ before, after }),
});

/**
 * An atom whose changes inside `act` can be undone. Its value must be immutable; it belongs to the plant
 * unless `per` says otherwise.
 * @param name under which its steps are kept over a reload; null for a draft, which the reload ends
 */
export function undoable<Value>(
  initial: Value,
  name: string | null = null,
  per: <V>(initial: V) => PrimitiveAtom<V> = perPlant,
): PrimitiveAtom<Value> {
  const made = per(initial);
  undoables.push({ one: made as unknown as Undoable<unknown>, name });
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
  undoables.push({ one: made as unknown as Undoable<unknown>, name });
  return made;
}

export type UndoableStep = Pick<UndoStep, "name" | "values" | "merge"> & {
  readonly change: (get: Getter, set: Setter) => void;
};

/** Runs a change and records it as one undo step; no step is recorded where nothing changed. */
export const doUndoably = atom(null, (get, set, { change, ...step }: UndoableStep) => {
  const before = undoables.map(({ one }) => get(one));
  change(get, set);
  const changed = undoables
    .map(({ one, name }, at) => ({ one, name, before: before[at], after: get(one) }))
    .filter((one) => !Object.is(one.before, one.after));
  if (changed.length === 0) return;
  const values = (way: "before" | "after") =>
    changed.flatMap(({ name, [way]: value }) => (name === null ? [] : { name, value }));
  const [was, is] = [values("before"), values("after")];
  if (was.length === changed.length) {
    set(recordStep, { ...step, ...viewStep({ before: was, after: is }) });
    return;
  }
  set(recordStep, {
    ...step,
    undo: (_get, set) => changed.forEach(({ one, before: value }) => set(one, () => value)),
    redo: (_get, set) => changed.forEach(({ one, after: value }) => set(one, () => value)),
  });
});
