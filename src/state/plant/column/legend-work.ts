// Has the worker count the histogram of the legend again whenever its input changes.
import { atom } from "jotai";
import { askData } from "../data.ts";
import { columnAtom, keyFigureAtom, limitsAtom } from "./key-figure.ts";
import { rampDomainAtom, histogramAtom } from "./legend.ts";
import { maskVersionAtom } from "./mask-version.ts";
import { geometryOf, geometryVersionAtom } from "../plant.ts";
import { viewAreaAtom } from "../../map/view.ts";
import { computeOnChange, type Store } from "../../shell/on-change.ts";
import { idle, valueOf } from "../../shell/loaded.ts";

// Short, so that the histogram keeps up with panning and brushing.
const WAIT_MS = 30;

const input = atom((get) => ({
  column: valueOf(get(columnAtom)),
  keyFigure: get(keyFigureAtom),
  limits: get(limitsAtom),
  domain: get(rampDomainAtom),
  area: get(viewAreaAtom),
  version: get(maskVersionAtom),
  geometry: get(geometryVersionAtom),
}));

/** Counts the histogram after every change. Returns the stop function. */
export function startHistogramWork(store: Store): () => void {
  return computeOnChange(
    store,
    input,
    histogramAtom,
    ({ column, keyFigure, limits, domain, area }) => {
      if (!column || !keyFigure || !geometryOf(keyFigure.component_type)) return idle;
      const ask = { hash: column.hash, key_figure_id: keyFigure.id, limits, domain, area };
      return (signal) => askData("legend", ask, { signal });
    },
    { waitMs: WAIT_MS },
  );
}
