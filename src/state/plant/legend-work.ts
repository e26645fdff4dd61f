// The histogram of the legend, counted by the worker whenever what it counts changes.
import { atom } from "jotai";
import { askData } from "./data.ts";
import { columnAtom, keyFigureAtom, limitsAtom } from "./key-figure.ts";
import { rampDomainAtom, histogramAtom } from "./legend.ts";
import { maskVersionAtom } from "./mask-version.ts";
import { geometryOf, geometryVersionAtom } from "./plant.ts";
import { viewBoxAtom } from "../map/view.ts";
import { computeOnChange, type Store } from "../shell/on-change.ts";
import { idle, valueOf } from "../shell/loaded.ts";

// While panning and brushing the histogram follows at once.
const WAIT_MS = 30;

const input = atom((get) => ({
  column: valueOf(get(columnAtom)),
  keyFigure: get(keyFigureAtom),
  limits: get(limitsAtom),
  domain: get(rampDomainAtom),
  box: get(viewBoxAtom),
  version: get(maskVersionAtom),
  geometry: get(geometryVersionAtom),
}));

/** Keeps the histogram of the legend; answers how to end it. */
export function startHistogramWork(store: Store): () => void {
  return computeOnChange(
    store,
    input,
    histogramAtom,
    ({ column, keyFigure, limits, domain, box }) => {
      if (!column || !keyFigure || !geometryOf(keyFigure.component_type)) return idle;
      const ask = { hash: column.hash, key_figure_id: keyFigure.id, limits, domain, box };
      return (signal) => askData("legend", ask, { signal });
    },
    { waitMs: WAIT_MS },
  );
}
