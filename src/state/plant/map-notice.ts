// The notices over the map, in one list: what is missing, what failed, what was left out. They are decided
// together, so that none contradicts another.
import { atom } from "jotai";
import { offlineAtom } from "../account/offline.ts";
import { isOnlineAtom } from "../shell/online.ts";
import { limits } from "../../domain/limits.ts";
import { refusedPartsAtom } from "../shell/address.ts";
import { perPlant, plantLifetimeAtom } from "../shell/lifetime.ts";
import { valueOf, type Loaded, type LoadFault } from "../shell/loaded.ts";
import { analysesAtom, analysisAtom } from "./analysis/analysis.ts";
import { isAllWithheldAtom } from "./analysis/headline.ts";
import { runOnChange, type Store } from "../shell/on-change.ts";
import { notDrawnAtom } from "../map/not-drawn.ts";
import { columnAtom } from "./column/key-figure.ts";
import { filterFaultAtom } from "./filter/filter.ts";
import { geometryVersionAtom, plantAtom, plantIdAtom, twinAtom } from "./plant.ts";

export type MapNotice =
  | "held"
  | "no_connection"
  | "twin_failed"
  | "no_twin"
  | "not_drawn"
  | "no_analysis"
  | "no_result"
  | "filter_failed"
  | "refused"
  | "redrawn"
  | "loading"
  | "late";

/** True for a while after the map was drawn again because the graphics card was reset. */
export const redrawnAtom = perPlant(false);

const lateAtom = perPlant(false);

export type NoticeFacts = {
  /** The user is offline with this plant, which is on the device as a whole. */
  readonly isHeld: boolean;
  readonly isOnline: boolean;
  readonly plant: Loaded<unknown>;
  readonly twin: Loaded<unknown>;
  /** False while no level of the twin has arrived. */
  readonly hasGeometry: boolean;
  /** The plant has been loading for long. */
  readonly isLate: boolean;
  readonly analyses: Loaded<unknown>;
  readonly column: Loaded<unknown>;
  /** Undefined without an analysis. */
  readonly analysis: { readonly key_figure_ids: readonly number[] } | undefined;
  /** The summary says why an evaluation says nothing of any component. */
  readonly isAllWithheld: boolean;
  /** The filters could not be evaluated, and no component is shown. */
  readonly hasFilterFault: boolean;
  readonly hasRefusedParts: boolean;
  readonly isRedrawn: boolean;
  /** Levels that could not be made ready for drawing. */
  readonly hasFailedMeshes: boolean;
};

/** The notices, the most important first. */
export function mapNotices(facts: NoticeFacts): readonly MapNotice[] {
  const { plant, twin, analyses, column, analysis } = facts;
  // The page says that there is no such plant; nothing else is true beside that.
  if (plant.state === "failed" && !isDisconnected(plant)) return [];
  const isConnected =
    facts.isHeld || (facts.isOnline && ![plant, twin, analyses, column].some(isDisconnected));
  const notices: MapNotice[] = facts.isHeld ? ["held"] : [];
  // Without a connection nothing is known of what is missing, and nothing could be done about it.
  if (!isConnected) notices.push("no_connection");
  else if (twin.state === "failed") {
    notices.push(isMissing(twin.fault) ? "no_twin" : "twin_failed");
  } else if (plant.state !== "ready" || twin.state !== "ready" || !facts.hasGeometry) {
    notices.push(facts.isLate ? "late" : "loading");
  } else if (analyses.state === "ready") {
    // One of the two: a plant without an analysis has no results either.
    if (!analysis) notices.push("no_analysis");
    else if (analysis.key_figure_ids.length === 0 && !facts.isAllWithheld)
      notices.push("no_result");
  }
  if (facts.hasFilterFault) notices.push("filter_failed");
  if (facts.hasFailedMeshes && twin.state === "ready") notices.push("not_drawn");
  if (facts.hasRefusedParts) notices.push("refused");
  if (facts.isRedrawn) notices.push("redrawn");
  return notices;
}

const isDisconnected = (one: Loaded<unknown>) =>
  one.state === "failed" && one.fault.code === "DISCONNECT";

const isMissing = ({ problems }: LoadFault) =>
  problems.some(({ reason }) => reason === "twin_missing");

const hasGeometryAtom = atom(
  (get) => get(geometryVersionAtom) > 0 || valueOf(get(twinAtom))?.levels.length === 0,
);

export const mapNoticesAtom = atom((get) =>
  mapNotices({
    isHeld: get(offlineAtom)?.plant_ids.includes(get(plantIdAtom) ?? 0) === true,
    isOnline: get(isOnlineAtom),
    plant: get(plantAtom),
    twin: get(twinAtom),
    hasGeometry: get(hasGeometryAtom),
    isLate: get(lateAtom),
    analyses: get(analysesAtom),
    column: get(columnAtom),
    analysis: get(analysisAtom),
    isAllWithheld: get(isAllWithheldAtom),
    hasFilterFault: get(filterFaultAtom) !== null,
    hasRefusedParts: get(refusedPartsAtom).length > 0,
    isRedrawn: get(redrawnAtom),
    hasFailedMeshes: get(notDrawnAtom).length > 0,
  }),
);

/** The plant that is loading; opened again, it is another one. */
const loadingPlantAtom = atom((get) => {
  const isLoading = get(mapNoticesAtom).some((one) => one === "loading" || one === "late");
  return isLoading ? get(plantLifetimeAtom) : null;
});

/** Notes when the plant loads for long: a request to a server that has vanished never ends by itself. */
export function startLateWork(store: Store): () => void {
  return runOnChange(store, loadingPlantAtom, async (plant, signal) => {
    store.set(lateAtom, false);
    if (!plant) return;
    await new Promise((resolve) => setTimeout(resolve, limits.lateLoadMs));
    if (!signal.aborted) store.set(lateAtom, true);
  });
}
