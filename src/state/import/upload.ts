// All running uploads of this tab.
import { atom } from "jotai";
import { holdUnsaved } from "../shell/leave.ts";

/** Counts an upload as running until the promise settles. */
export const track = atom(null, async (_get, _set, upload: Promise<unknown>) => {
  const release = holdUnsaved({ kind: "uploading" });
  try {
    await upload;
  } finally {
    release();
  }
});
