// Searching the plant for components by name, path or position.
import { atom } from "jotai";
import type { Found } from "../domain/component-search.ts";
import { askData } from "./data.ts";
import { failed, idle, loading, ready, valueOf, type Loaded } from "./loaded.ts";
import { plantAtom, twinAtom } from "./plant.ts";

const MOST_FOUND = 50;
let controller: AbortController | null = null;

export const searchTextAtom = atom("");
export const searchAtom = atom<Loaded<readonly Found[]>>(idle);

/** Searches for what was typed; an answer to an older text is dropped. */
export const search = atom(null, async (get, set, text: string) => {
  controller?.abort();
  set(searchTextAtom, text);
  const technology = valueOf(get(plantAtom))?.technology;
  const origin = valueOf(get(twinAtom))?.origin;
  if (text.trim() === "" || !technology || !origin) return set(searchAtom, idle);
  const mine = (controller = new AbortController());
  if (get(searchAtom).state !== "ready") set(searchAtom, loading);
  try {
    const ask = { text, technology, origin, most: MOST_FOUND };
    const found = await askData("search", ask, { signal: mine.signal });
    if (!mine.signal.aborted) set(searchAtom, ready(found));
  } catch (cause) {
    if (!mine.signal.aborted) set(searchAtom, failed(cause));
  }
});
