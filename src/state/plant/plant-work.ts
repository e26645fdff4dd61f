// The work behind the view of a plant: derived data and the address are updated whenever their input
// changes. Each kind of work has its own file.
import { startGuideWork } from "../field/guide.ts";
import { startRoundWork } from "../field/round.ts";
import { startAddressSync } from "../shell/address-work.ts";
import { analysesAtom } from "./analysis/analysis.ts";
import { startChangeStatisticsWork } from "./compare/change-statistics.ts";
import { startColumnWork } from "./column/column-work.ts";
import { startDifferenceWork } from "./compare/compare-work.ts";
import { startFilterWork } from "./filter/filter-work.ts";
import { startFindingWork } from "./analysis/finding-work.ts";
import { findingsAheadAtom } from "./finding/ahead.ts";
import { startHistogramWork } from "./column/legend-work.ts";
import { startAskedComponent } from "./component/component.ts";
import { startLateWork } from "./map-notice.ts";
import { plantAtom, twinAtom } from "./plant.ts";
import { startMeasuredValueWork } from "./column/measured-value.ts";
import { startPartHistoryWork } from "./column/part-history.ts";
import { startStatisticsWork } from "./column/statistics.ts";
import { startTableWork } from "./filter/table-work.ts";
import type { Store } from "../shell/on-change.ts";

/** Starts the work for the plant page. Returns the stop function. */
export function startPlantWork(store: Store): () => void {
  const stops = [
    // Watched here, so that they are fetched once and kept, no matter which panels are open.
    ...[plantAtom, twinAtom, analysesAtom, findingsAheadAtom].map((atom) =>
      store.sub(atom, () => undefined),
    ),
    startColumnWork(store),
    startFilterWork(store),
    startHistogramWork(store),
    startFindingWork(store),
    startDifferenceWork(store),
    startAddressSync(store),
    startTableWork(store),
    startStatisticsWork(store),
    startChangeStatisticsWork(store),
    startMeasuredValueWork(store),
    startPartHistoryWork(store),
    startGuideWork(store),
    startRoundWork(store),
    startLateWork(store),
    startAskedComponent(store),
  ];
  return () => stops.forEach((stop) => stop());
}
