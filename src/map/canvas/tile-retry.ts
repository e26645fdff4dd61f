// Tiles of a set map style that failed are fetched again: MapLibre tries each once.
import type { ErrorEvent, Map as MapLibreMap } from "maplibre-gl";
import { networkOr } from "./until-loaded.ts";

const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 60_000;

/** Watches until `ended`. */
export function retryTiles(map: MapLibreMap, ended: AbortSignal): void {
  const failed = new Set<string>();
  let wait = FIRST_WAIT_MS;
  let isWaiting = false;
  map.on("error", (event: ErrorEvent & { sourceId?: string }) => {
    if (event.sourceId === undefined) return;
    failed.add(event.sourceId);
    if (!isWaiting) void again();
  });
  // A pause without faults ends the series.
  map.on("idle", () => {
    if (!isWaiting && failed.size === 0) wait = FIRST_WAIT_MS;
  });
  const again = async () => {
    isWaiting = true;
    await networkOr(wait, ended);
    isWaiting = false;
    if (ended.aborted) return;
    wait = Math.min(LONGEST_WAIT_MS, wait * 2);
    const ids = [...failed];
    failed.clear();
    for (const id of ids) if (map.getSource(id)) map.refreshTiles(id);
  };
}
