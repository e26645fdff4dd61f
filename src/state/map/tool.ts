// The active map tool. The tools themselves are listed in `tools/index.ts`.
import { atom } from "jotai";
import type { LucideIcon } from "lucide-react";
import { perPlant } from "../shell/lifetime.ts";

/** A tool as the toolbar lists it; the map fills the list at start. */
export type ToolEntry = {
  readonly id: string;
  /** Word key of the tool's name. */
  readonly name: string;
  readonly icon: LucideIcon;
  /** Key that activates the tool. */
  readonly shortcut: string;
};

export const toolEntriesAtom = atom<readonly ToolEntry[]>([]);
/** Id of the active tool; null for the first of the list. */
export const toolIdAtom = perPlant<string | null>(null);
