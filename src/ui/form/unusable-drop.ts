// What was dropped on a field and cannot be taken. The field has no words of its own for it: the page says it.

type Unusable = (name: string, why: "file_folder" | "file_unreadable") => void;

let listener: Unusable | null = null;

/** Calls back where a field got a folder, or a file that cannot be opened. Returns the stop function. */
export function onUnusableDrop(said: Unusable): () => void {
  listener = said;
  return () => {
    listener = null;
  };
}

export const sayUnusableDrop: Unusable = (name, why) => listener?.(name, why);
