// Whose data must be fetched again because an import has changed it; the workbench opens the plant anew.
import { atom } from "jotai";

const wishAtom = atom<{ plant_id: number; at: number } | null>(null);

/** The last wish; writing a plant's id makes a new one. */
export const openAgainAtom = atom(
  (get) => get(wishAtom),
  (get, set, plant_id: number) => set(wishAtom, { plant_id, at: (get(wishAtom)?.at ?? 0) + 1 }),
);
