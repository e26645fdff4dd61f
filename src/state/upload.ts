// Uploads under way in this tab, whatever they carry.
import { atom } from "jotai";
import { hold, holdsAtom } from "./leave.ts";

/** True while at least one upload runs; the page then neither reloads nor closes unasked. */
export const isUploadingAtom = atom((get) =>
  get(holdsAtom).some(({ kind }) => kind === "uploading"),
);

/** Counts an upload as running until the promise settles. */
export const track = atom(null, async (_get, _set, upload: Promise<unknown>) => {
  const release = hold({ kind: "uploading" });
  try {
    await upload;
  } finally {
    release();
  }
});
