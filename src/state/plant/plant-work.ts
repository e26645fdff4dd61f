// The work that follows the view of a plant: what is made from the data of the server, and the address,
// are brought up to date whenever what they are made from changes. Each kind of work has its own file.
import { startAddressSync } from "../shell/address-work.ts";
import { analysesAtom } from "./analysis.ts";
import { startColumnWork } from "./column-work.ts";
import { startDifferenceWork } from "./compare-work.ts";
import { startFilterWork } from "./filter-work.ts";
import { startFindingWork } from "./finding-work.ts";
import { startHistogramWork } from "./legend-work.ts";
import { plantAtom, twinAtom } from "./plant.ts";
import { startStatisticsWork } from "./statistics.ts";
import { startTableWork } from "./table-work.ts";
import type { Store } from "../shell/on-change.ts";

/** Starts the work for the plant page; answers how to end it. */
export function startPlantWork(store: Store): () => void {
  const stops = [
    // Whatever panels stand open, these are asked for once and kept.
    ...[plantAtom, twinAtom, analysesAtom].map((atom) => store.sub(atom, () => undefined)),
    startColumnWork(store),
    startFilterWork(store),
    startHistogramWork(store),
    startFindingWork(store),
    startDifferenceWork(store),
    startAddressSync(store),
    startTableWork(store),
    startStatisticsWork(store),
  ];
  return () => stops.forEach((stop) => stop());
}
