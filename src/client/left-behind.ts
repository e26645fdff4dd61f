// What the browser keeps of a user beside the session, removed when they sign out. Plants on the device go with the
// session itself (state/plant/offline.ts). Observations that wait stay, after the user was asked. What is left are
// choices of this device: theme, language, which panels are open, which hints were seen.
import { forgetFaults } from "./diagnostics.ts";
import { hasRows } from "./kept-rows.ts";
import { localNames, removeLocal, writeLocal } from "./local.ts";

/** Beginnings of names that end with the number of a plant. */
const ofPlants = ["table-columns ", "round-"];

/** Removes it. Never rejects: what the browser does not let go of is tried again at the next sign-out. */
export async function removeLeftBehind(): Promise<void> {
  forgetFaults();
  for (const name of [localNames.brand, localNames.lastUser]) writeLocal(name, null);
  for (const start of ofPlants) removeLocal(start);
  try {
    if (!(await hasRows("uploads", "uploads"))) return;
    const { dropUploadRecords } = await import("./upload-record.ts");
    await dropUploadRecords();
  } catch {
    // A blocked storage holds nothing.
  }
}
