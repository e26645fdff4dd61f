// Which map tool is in hand. The tools themselves are listed by the shelf `tools/`.
import { atom } from "jotai";
import type { LucideIcon } from "lucide-react";
import { perPlant } from "../shell/lifetime.ts";

/** One tool of the shelf as the toolbar needs it; `app` fills the list at start. */
export type ToolEntry = {
  readonly id: string;
  /** Word key of the tool's name. */
  readonly name: string;
  readonly icon: LucideIcon;
  /** Key that takes the tool in hand. */
  readonly shortcut: string;
};

export const toolEntriesAtom = atom<readonly ToolEntry[]>([]);
/** Id of the tool in hand; null for the first of the shelf. */
export const toolIdAtom = perPlant<string | null>(null);
