// Unsaved work of a panel: the panel keeps it while another one takes its place, and what would end it asks first.
import { createContext, useContext, useEffect, useRef, useState } from "react";
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

type Protection = {
  /** Ends the protection before the next rendering. */
  readonly release: () => void;
  /** Runs `end` once this work would not be lost by it. */
  readonly leaveWork: (end: () => void) => void;
};

/** Protects the work as long as `isUnsaved`. */
export function useUnsaved(isUnsaved: boolean, work: Work): Protection {
  const panel = useContext(panelIdContext);
  const open = useSetAtom(openPanel);
  const latest = useRef(work);
  const held = useRef<{ readonly work: UnsavedWork; readonly release: () => void } | null>(null);
  const { kind } = work;
  const canSave = work.save !== undefined;
  useEffect(() => {
    latest.current = work;
  });
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const one: UnsavedWork = {
      kind,
      panel,
      ...(canSave && { save: async () => (await latest.current.save?.()) ?? false }),
      drop: () => latest.current.drop?.(),
      ...(panel !== null && { show: () => open(panel) }),
    };
    const release = holdUnsaved(one);
    held.current = { work: one, release };
    return () => {
      held.current = null;
      release();
    };
  }, [isUnsaved, kind, canSave, panel, open]);
  return {
    release: () => held.current?.release(),
    leaveWork: (end) => leave(end, { work: held.current?.work ?? null }),
  };
}

/** The text of what is typed, for comparison: files by what tells them apart, sets as lists. */
export function typedText(typed: unknown): string {
  const text = JSON.stringify(typed, (_, one: unknown) => {
    if (one instanceof File) return [one.name, one.size, one.lastModified];
    return one instanceof Set ? [...one] : one;
  }) as string | undefined;
  return text ?? "";
}

/**
 * Protects what is typed into a form, from the first difference to what it began with (`typed` of the first rendering).
 * @returns whether there is a difference, and the protection
 */
export function useTyped(
  typed: unknown,
  work: Partial<Work> = {},
): Protection & { readonly isTyped: boolean } {
  const now = typedText(typed);
  const [begun] = useState(now);
  const isTyped = now !== begun;
  return { isTyped, ...useUnsaved(isTyped, { kind: "editing", ...work }) };
}
