// The height at the foot of the map that the sheet and the bar of a phone cover.
import type { CSSProperties } from "react";
import { useAtomValue } from "jotai";
import { frontPanelAtom, sheetHeightAtom } from "../../state/shell/dock.ts";
import { isSmallScreenAtom } from "../../state/shell/small-screen.ts";

/** As app/workbench/panel-sheet.module.css has them. A full sheet leaves no map to arrange. */
const heights = { peek: "6.5rem", half: "42dvh", full: "42dvh" } as const;
const BAR = "3.6rem";

/** Sets --sheet-space; 0 on wider screens. */
export function useSheetSpace(): CSSProperties {
  const isNarrow = useAtomValue(isSmallScreenAtom);
  const front = useAtomValue(frontPanelAtom);
  const height = useAtomValue(sheetHeightAtom);
  const space = !isNarrow ? "0px" : front ? `calc(${BAR} + ${heights[height]})` : BAR;
  return { "--sheet-space": space } as CSSProperties;
}
