// Loads what edits flight areas, with its library, when the tool is first in hand.
import { atom } from "jotai";
import { t } from "../../state/shell/locale.ts";
import { showFailure } from "../../state/shell/toast.ts";
import type { ToolCanvas } from "../tool.ts";

export type AreaEditor = typeof import("./area-modes.ts");

let loading: Promise<AreaEditor> | null = null;

function load(): Promise<AreaEditor> {
  loading ??= import("./area-modes.ts").catch((cause: unknown) => {
    // The next use of the tool tries again.
    loading = null;
    throw cause;
  });
  return loading;
}

const tellFailure = () => showFailure(t("flight:drawing_not_loaded"));

/** What edits flight areas; null until it is loaded, which begins when the atom is first watched. */
export const areaEditorAtom = atom<AreaEditor | null>(null);
areaEditorAtom.onMount = (set) => void load().then(set, tellFailure);

/** Runs something with the editor: at once, or in the order of the calls when it is loaded. Says when it cannot be. */
export function withAreaEditor(
  canvas: Pick<ToolCanvas, "get" | "set">,
  run: (editor: AreaEditor) => void,
): void {
  const editor = canvas.get(areaEditorAtom);
  if (editor) {
    run(editor);
    return;
  }
  void load().then((loaded) => {
    canvas.set(areaEditorAtom, loaded);
    run(loaded);
  }, tellFailure);
}
