// Copies to the clipboard: the link to this view, the id of a component.
import type { Getter } from "jotai";
import { selectionTooLargeAtom, viewAtom, writeAddress } from "./address.ts";
import { analysisAtom } from "../plant/analysis/analysis.ts";
import { t } from "./locale.ts";
import { showDone, showFailure, showNote } from "./toast.ts";

/** Copies text and shows the message `done`. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showDone(done);
  } catch {
    showFailure(t("workbench:copy_failed", { text }));
  }
}

/** Copies the link to the view on the screen, with a note of what its recipients will not see. */
export async function copyLink(get: Getter): Promise<void> {
  writeAddress(get(viewAtom), false);
  await copyText(location.href, t("workbench:link_copied"));
  const analysis = get(analysisAtom);
  if (analysis && analysis.visibility !== "released") {
    showNote(t("workbench:link_unreleased", { name: analysis.name }));
  }
  if (get(selectionTooLargeAtom)) showNote(t("selection:too_large"));
}
