// Searching the plant for components by name, path or position.
import { atom, type Getter } from "jotai";
import type { FoundPage } from "../../../domain/plant/found-page.ts";
import { openComponent } from "./component.ts";
import { pathName } from "./component-words.ts";
import { askData } from "../data.ts";
import { failed, idle, loading, ready, valueOf, type Loaded } from "../../shell/loaded.ts";
import { plantAtom, twinAtom } from "../plant.ts";
import { openPanel } from "../../shell/dock.ts";
import { formatNumber, t } from "../../shell/locale.ts";
import type { Finder, Found as FoundEntry } from "../../shell/shortcut.ts";
import { componentTypeName } from "../column/value-words.ts";
import { perPlant } from "../../shell/lifetime.ts";

const FIRST_FOUND = 50;
/** How many more each press shows: a page of a phone's scrolling. */
const MORE_FOUND = 200;
const MOST_IN_PALETTE = 8;

export const searchTextAtom = perPlant("");
export const searchAtom = perPlant<Loaded<FoundPage>>(idle);

const runningAtom = perPlant<AbortController | null>(null);

/** Undefined while no plant is on the map. */
function askOf(get: Getter, text: string, most: number) {
  const technology = valueOf(get(plantAtom))?.technology;
  const origin = valueOf(get(twinAtom))?.origin;
  return technology && origin && { text, technology, origin, most };
}

/** Finds components of the plant on the map for the palette. */
export const componentFinder: Finder = {
  id: "components",
  group: "find:components",
  find: async (text, get, signal) => {
    const ask = askOf(get, text, MOST_IN_PALETTE);
    if (!ask) return [];
    const { found, count, isMore } = await askData("search", ask, { signal });
    const offered = found.map((one): FoundEntry => ({
      id: `component-${one.component_type}-${one.row}`,
      label: one.pcs || one.dt_id,
      hint: [componentTypeName(one.component_type), pathName(one)].filter(Boolean).join(" · "),
      run: (_get, set) => {
        set(openComponent, one, true);
        set(openPanel, "component");
      },
    }));
    if (count <= found.length && !isMore) return offered;
    const all: FoundEntry = {
      id: "components-all",
      label: t(isMore ? "find:all_more" : "find:all", { n: formatNumber(count) }),
      run: (_get, set) => {
        void set(search, text);
        set(openPanel, "find");
      },
    };
    return [...offered, all];
  },
};

const searchFor = atom(null, async (get, set, text: string, most: number) => {
  get(runningAtom)?.abort();
  set(searchTextAtom, text);
  const ask = askOf(get, text, most);
  if (text.trim() === "" || !ask) return set(searchAtom, idle);
  const controller = new AbortController();
  set(runningAtom, controller);
  if (get(searchAtom).state !== "ready") set(searchAtom, loading);
  try {
    const found = await askData("search", ask, { signal: controller.signal });
    if (!controller.signal.aborted) set(searchAtom, ready(found));
  } catch (cause) {
    if (!controller.signal.aborted) set(searchAtom, failed(cause));
  }
});

/** Searches for the typed text; the result of an older text is dropped. */
export const search = atom(null, (_get, set, text: string) => set(searchFor, text, FIRST_FOUND));

/** Shows more of what was found. */
export const searchMore = atom(null, (get, set) => {
  const shown = valueOf(get(searchAtom))?.found.length ?? 0;
  return set(searchFor, get(searchTextAtom), shown + MORE_FOUND);
});
