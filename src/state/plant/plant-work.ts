// The work that follows the view of a plant: what is made from the data of the server, and the address,
// are brought up to date whenever what they are made from changes. Each kind of work has its own file.
import { followAddress } from "../shell/address-work.ts";
import { analysesAtom } from "./analysis.ts";
import { followColumns } from "./column-work.ts";
import { followDifference } from "./compare-work.ts";
import { followFilters } from "./filter-work.ts";
import { followFindings } from "./finding-work.ts";
import { followSpread } from "./legend-work.ts";
import { plantAtom, twinAtom } from "./plant.ts";
import { followStatistics } from "./statistics.ts";
import { followTable } from "./table-work.ts";
import type { Store } from "../shell/follow.ts";

/** Starts the work for the plant page; answers how to end it. */
export function followPlant(store: Store): () => void {
  const stops = [
    // Whatever panels stand open, these are asked for once and kept.
    ...[plantAtom, twinAtom, analysesAtom].map((atom) => store.sub(atom, () => undefined)),
    followColumns(store),
    followFilters(store),
    followSpread(store),
    followFindings(store),
    followDifference(store),
    followAddress(store),
    followTable(store),
    followStatistics(store),
  ];
  return () => stops.forEach((stop) => stop());
}
