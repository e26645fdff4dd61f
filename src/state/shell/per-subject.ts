// Values that are computed of something: of a key figure, of a component. What was computed of one is never read as that
// of another, however long the next takes.
import { atom, type Atom, type PrimitiveAtom, type SetStateAction } from "jotai";
import { idle, loading, type Loaded } from "./loaded.ts";
import { perPlant } from "./lifetime.ts";

/**
 * An atom for `computeOnChange`: it keeps a value together with the subject that it was stored for.
 * @param subject names what the value is of; equal texts are one subject. While it is another one than the stored value
 * has, the atom is loading. Idle stays idle: there is nothing to be wrong.
 */
export function perSubject<Result>(subject: Atom<string | null>): PrimitiveAtom<Loaded<Result>> {
  const kept = perPlant<{ readonly of: string | null; readonly is: Loaded<Result> }>({
    of: null,
    is: idle,
  });
  const shown = atom((get): Loaded<Result> => {
    const { of, is } = get(kept);
    return is.state === "idle" || of === get(subject) ? is : loading;
  });
  return atom(
    (get) => get(shown),
    (get, set, update: SetStateAction<Loaded<Result>>) => {
      const is = typeof update === "function" ? update(get(shown)) : update;
      set(kept, { of: get(subject), is });
    },
  ) as PrimitiveAtom<Loaded<Result>>;
}
