// Unsaved work of a panel: the panel keeps it while another one takes its place, and what would end it asks first.
import { createContext, useContext, useEffect, useRef, type RefObject } from "react";
import { useSetAtom } from "jotai";
import { openPanel } from "../state/shell/dock.ts";
import { holdUnsaved, leave, type UnsavedWork } from "../state/shell/leave.ts";

/** The ID of the panel whose content this is; null outside of panels. */
export const panelIdContext = createContext<string | null>(null);

/** @returns a function that runs `end` once nothing unsaved of this panel would be lost by it */
export function useLeavePanel(): (end: () => void) => void {
  const panel = useContext(panelIdContext);
  return (end) => leave(end, panel === null ? "view" : { panel });
}

type Work = Pick<UnsavedWork, "kind" | "save" | "drop">;

/**
 * Protects the work as long as `isUnsaved`.
 * @returns ends the protection before the next rendering
 */
export function useUnsaved(isUnsaved: boolean, work: Work): RefObject<() => void> {
  const panel = useContext(panelIdContext);
  const open = useSetAtom(openPanel);
  const latest = useRef(work);
  const release = useRef(() => undefined as void);
  const { kind } = work;
  const canSave = work.save !== undefined;
  useEffect(() => {
    latest.current = work;
  });
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const unregister = holdUnsaved({
      kind,
      panel,
      ...(canSave && { save: async () => (await latest.current.save?.()) ?? false }),
      drop: () => latest.current.drop?.(),
      ...(panel !== null && { show: () => open(panel) }),
    });
    release.current = unregister;
    return unregister;
  }, [isUnsaved, kind, canSave, panel, open]);
  return release;
}
