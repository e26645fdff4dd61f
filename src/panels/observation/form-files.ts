// The files that a form of an observation will send: photos, and recordings after them.
import { useRef, useState } from "react";
import type { NewPhoto } from "../../state/observation/source.ts";
import { RUNNING } from "./observation-draft.ts";

export type FormFiles = {
  readonly photos: readonly NewPhoto[];
  readonly recordings: readonly NewPhoto[];
  /** True while something is recorded. */
  readonly isRunning: boolean;
};

const nothing: FormFiles = { photos: [], recordings: [], isRunning: false };

/**
 * `keep` replaces one part and leaves the others as they are by then: a recording that ends may call what it was given
 * minutes before, when other photos were chosen. It answers the IDs of all files, and RUNNING while something is
 * recorded.
 * @param begun photos that the form begins with
 */
export function useFormFiles(begun: readonly NewPhoto[] = []) {
  const [first] = useState<FormFiles>(() => ({ ...nothing, photos: begun }));
  const [shown, setShown] = useState(first);
  const now = useRef(first);
  const keep = (change: Partial<FormFiles>): readonly string[] => {
    now.current = { ...now.current, ...change };
    setShown(now.current);
    const { photos, recordings, isRunning } = now.current;
    const ids = [...photos, ...recordings].map(({ file_id }) => file_id);
    return isRunning ? [...ids, RUNNING] : ids;
  };
  const { photos, recordings } = shown;
  return { photos, recordings, files: [...photos, ...recordings], keep };
}
