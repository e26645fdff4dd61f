// The hints of the first visit: which one is shown, and which users have seen them in this browser.
import { atom } from "jotai";
import { localNames, readLocal, writeLocal } from "../../client/local.ts";
import { meAtom } from "../account/me.ts";
import { perSession } from "./lifetime.ts";
import { valueOf } from "./loaded.ts";

/** In the order in which they are shown. */
export const hints = ["map", "key_figure", "legend", "find", "table"] as const;
export type Hint = (typeof hints)[number];

/** Instead of a user's ID: no user sees hints in this browser. */
const ALL_USERS = "all";

const seenBy = () => (readLocal(localNames.hintsSeen) ?? "").split(",").filter(Boolean);

/** The place in the list; null before the user went on, the length of the list after the last. */
const placeAtom = perSession<number | null>(null);

/** The hint to show, or null. */
export const hintAtom = atom((get): Hint | null => {
  const me = valueOf(get(meAtom));
  const place = get(placeAtom);
  if (place !== null) return hints[place] ?? null;
  if (!me) return null;
  const seen = seenBy();
  return seen.includes(ALL_USERS) || seen.includes(String(me.id)) ? null : hints[0];
});

/** Shows the next hint; after the last one they are not shown again by themselves. */
export const nextHint = atom(null, (get, set) => {
  const next = (get(placeAtom) ?? 0) + 1;
  if (next >= hints.length) set(endHints);
  else set(placeAtom, next);
});

export const endHints = atom(null, (get, set) => {
  set(placeAtom, hints.length);
  const me = valueOf(get(meAtom));
  if (me) writeLocal(localNames.hintsSeen, [...new Set([...seenBy(), String(me.id)])].join(","));
});

export const replayHints = atom(null, (_get, set) => set(placeAtom, 0));
