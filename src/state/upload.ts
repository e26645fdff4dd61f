// Uploads under way in this tab, whatever they carry.
import { atom } from "jotai";

const countAtom = atom(0);

/** True while at least one upload runs; the page then neither reloads nor closes unasked. */
export const isUploadingAtom = atom((get) => get(countAtom) > 0);

/** Counts an upload as running until the promise settles. */
export const track = atom(null, async (get, set, upload: Promise<unknown>) => {
  set(countAtom, get(countAtom) + 1);
  try {
    await upload;
  } finally {
    set(countAtom, get(countAtom) - 1);
  }
});
