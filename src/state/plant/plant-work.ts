// The work that follows the view of a plant: columns, masks, findings, differences, the open card and
// the address are brought up to date whenever what they are made from changes.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import { changeTolerance } from "../../domain/column/change-tolerance.ts";
import { keyFigureById } from "../../domain/key-figure/key-figure.ts";
import { readAddress, viewAtom, writeAddress } from "../shell/address.ts";
import { analysesAtom, analysisIdAtom } from "./analysis.ts";
import { loadColumn, loadSummaries, summariesAtom, summariesOfAtom } from "./column.ts";
import { compareAtom, compareColumnAtom, differenceAtom, keepDifference } from "./compare.ts";
import { componentResultAtom, openComponentAtom, valueVersionAtom } from "./component.ts";
import { askData } from "./data.ts";
import { filtersAtom, passingAtom } from "./filter.ts";
import { findingPlaceAtom, keepFindings } from "./finding.ts";
import { follow, type Store } from "../shell/follow.ts";
import {
  columnAtom,
  keyFigureAtom,
  keyFigureIdAtom,
  limitsAtom,
  limitsOfAtom,
  summaryAtom,
} from "./key-figure.ts";
import { rampDomainAtom, spreadAtom } from "./legend.ts";
import { followDrawing } from "../map/drawing.ts";
import { followImagePositions } from "../map/image-position.ts";
import { failed, idle, loading, ready, valueOf } from "../shell/loaded.ts";
import { filterMarks } from "./mark.ts";
import { maskVersionAtom } from "./mask-version.ts";
import { geometryOf, geometryVersionAtom, plantIdAtom } from "./plant.ts";
import { followStatistics } from "./statistics.ts";
import { followTable } from "./table-work.ts";
import { viewBoxAtom } from "../map/view.ts";
import { nextVersion } from "../shell/lifetime.ts";

const ADDRESS_WAIT_MS = 350;
// While panning and brushing the histogram follows at once, the list of findings when it rests.
const SPREAD_WAIT_MS = 30;
const FINDINGS_WAIT_MS = 300;

const columnInput = atom((get) => ({
  analysis_id: get(analysisIdAtom),
  summaries: get(summariesAtom),
  summary: get(summaryAtom),
}));

const maskInput = atom((get) => {
  get(geometryVersionAtom);
  return {
    filters: get(filtersAtom),
    analysis_id: get(analysisIdAtom),
    type: get(keyFigureAtom)?.component_type,
    summaries: valueOf(get(summariesAtom)),
    limitsOf: get(limitsOfAtom),
  };
});

const findingInput = atom((get) => ({
  version: get(maskVersionAtom),
  analysis_id: get(analysisIdAtom),
  summaries: get(summariesAtom),
  column: valueOf(get(columnAtom)),
  keyFigure: get(keyFigureAtom),
  limits: get(limitsAtom),
  geometry: get(geometryVersionAtom),
}));

const spreadInput = atom((get) => ({
  column: valueOf(get(columnAtom)),
  keyFigure: get(keyFigureAtom),
  limits: get(limitsAtom),
  domain: get(rampDomainAtom),
  box: get(viewBoxAtom),
  version: get(maskVersionAtom),
  geometry: get(geometryVersionAtom),
}));

const compareInput = atom((get) => ({
  id: get(compareAtom)?.analysis_id,
  key_figure_id: get(keyFigureIdAtom),
  summaries: get(summariesOfAtom)(get(compareAtom)?.analysis_id ?? 0),
}));

const differenceInput = atom((get) => ({
  before: valueOf(get(compareColumnAtom))?.hash,
  after: valueOf(get(columnAtom))?.hash,
  keyFigure: get(keyFigureAtom),
  limits: get(limitsAtom),
  newer: get(newerAtom),
  version: get(maskVersionAtom),
  geometry: get(geometryVersionAtom),
}));

/** True where the analysis looked at was flown after the one compared with. */
const newerAtom = atom((get) => {
  const analyses = valueOf(get(analysesAtom));
  const flown = (id: number | undefined | null) =>
    Date.parse(analyses?.find((one) => one.id === id)?.flown_at ?? "");
  return !(flown(get(analysisIdAtom)) < flown(get(compareAtom)?.analysis_id));
});

const componentInput = atom((get) => ({
  open: get(openComponentAtom),
  id: get(analysisIdAtom),
  version: get(valueVersionAtom),
}));

/** Starts the work for the plant page; answers how to end it. */
export function followPlant(store: Store): () => void {
  const { set } = store;
  const stops = [
    follow(store, columnInput, async ({ analysis_id, summaries, summary }, signal) => {
      if (analysis_id === null) return set(columnAtom, idle);
      if (summaries.state === "idle") await set(loadSummaries, analysis_id);
      if (summaries.state === "failed") return set(columnAtom, summaries);
      if (!summary) return set(columnAtom, summaries.state === "ready" ? idle : loading);
      set(columnAtom, loading);
      try {
        await set(loadColumn, analysis_id, summary);
        if (!signal.aborted) set(columnAtom, ready({ hash: summary.hash }));
      } catch (cause) {
        if (!signal.aborted) set(columnAtom, failed(cause));
      }
    }),

    follow(store, maskInput, async (input, signal) => {
      const { type, filters, analysis_id } = input;
      if (!type || !geometryOf(type) || analysis_id === null) return;
      const ids = new Set(
        filters.flatMap((one) => ("key_figure_id" in one ? one.key_figure_id : [])),
      );
      const wanted = (input.summaries ?? []).filter(({ key_figure_id }) => ids.has(key_figure_id));
      await Promise.all(wanted.map((summary) => set(loadColumn, analysis_id, summary)));
      const columns = wanted.flatMap(({ hash, key_figure_id }) => {
        const keyFigure = keyFigureById(key_figure_id);
        return keyFigure ? { hash, key_figure_id, limits: input.limitsOf(keyFigure) } : [];
      });
      const masks = await askData("mask", { type, filters, columns }, { signal });
      if (signal.aborted) return;
      set(filterMarks, masks);
      set(
        passingAtom,
        Object.fromEntries(masks.map(({ type: one, passing, of }) => [one, { passing, of }])),
      );
      set(maskVersionAtom, nextVersion());
    }),

    follow(
      store,
      spreadInput,
      async ({ column, keyFigure, limits, domain, box }, signal) => {
        if (!column || !keyFigure || !geometryOf(keyFigure.component_type)) {
          return set(spreadAtom, idle);
        }
        const ask = { hash: column.hash, key_figure_id: keyFigure.id, limits, domain, box };
        const spread = await askData("legend", ask, { signal });
        if (!signal.aborted) set(spreadAtom, ready(spread));
      },
      { waitMs: SPREAD_WAIT_MS },
    ),

    follow(
      store,
      findingInput,
      async ({ column, keyFigure, limits, summaries, analysis_id }, signal) => {
        if (!column || !keyFigure || !geometryOf(keyFigure.component_type)) {
          set(keepFindings, idle);
          return;
        }
        const rank = valueOf(summaries)?.find((one) => one.key_figure_id === keyFigure.ranked_by);
        if (rank && analysis_id !== null) await set(loadColumn, analysis_id, rank);
        if (signal.aborted) return;
        const ask = { hash: column.hash, key_figure_id: keyFigure.id, limits, scope: {} };
        const findings = await askData("findings", { ...ask, ranking: rank?.hash }, { signal });
        if (signal.aborted) return;
        set(findingPlaceAtom, null);
        set(keepFindings, ready(findings));
      },
      { waitMs: FINDINGS_WAIT_MS },
    ),

    follow(store, compareInput, async ({ id, key_figure_id, summaries }, signal) => {
      if (id === undefined || key_figure_id === null) return set(compareColumnAtom, idle);
      if (summaries.state === "idle") await set(loadSummaries, id);
      if (summaries.state === "failed") return set(compareColumnAtom, summaries);
      const summary = valueOf(summaries)?.find((one) => one.key_figure_id === key_figure_id);
      if (!summary) return set(compareColumnAtom, summaries.state === "ready" ? idle : loading);
      set(compareColumnAtom, loading);
      try {
        await set(loadColumn, id, summary);
        if (!signal.aborted) set(compareColumnAtom, ready({ hash: summary.hash }));
      } catch (cause) {
        if (!signal.aborted) set(compareColumnAtom, failed(cause));
      }
    }),

    follow(store, differenceInput, async ({ before, after, keyFigure, limits, newer }, signal) => {
      if (!before || !after || !keyFigure || !geometryOf(keyFigure.component_type)) {
        return set(differenceAtom, idle);
      }
      const severity = Int8Array.from({ length: 256 }, () => -1);
      for (const one of keyFigure.classes) severity[one.value] = one.severity;
      const difference = await askData(
        "difference",
        {
          type: keyFigure.component_type,
          // Worse and better are told from the older to the newer survey, whichever is on top.
          ...(newer ? { before, after } : { before: after, after: before }),
          request: {
            direction: keyFigure.direction,
            tolerance: changeTolerance(keyFigure, limits),
            ...(keyFigure.kind === "u8" ? { severity } : {}),
          },
        },
        { signal },
      );
      if (signal.aborted) return;
      set(keepDifference, `${before} ${after}`, difference.values, difference.counts);
    }),

    follow(store, componentInput, async ({ open, id }, signal) => {
      if (!open || id === null) return set(componentResultAtom, idle);
      const known = valueOf(store.get(componentResultAtom));
      if (known?.dt_id !== open.dt_id) set(componentResultAtom, loading);
      try {
        const params = { id, ...open };
        const result = await call(api.analysisResult.component, { params }, { signal });
        if (!signal.aborted) set(componentResultAtom, ready(result));
      } catch (cause) {
        if (!signal.aborted) set(componentResultAtom, failed(cause));
      }
    }),

    followImagePositions(store),
    followDrawing(store),
    followAddress(store),
    followTable(store),
    followStatistics(store),
  ];
  return () => stops.forEach((stop) => stop());
}

/** Keeps address and view the same, both ways. */
function followAddress(store: Store): () => void {
  let settled = false;
  const stop = follow(
    store,
    viewAtom,
    (view) => {
      // Until the plant stands, what the address asks for is still being taken up.
      if (store.get(plantIdAtom) === null || view.key_figure_id === null) return;
      writeAddress(view, settled);
      settled = true;
    },
    { waitMs: ADDRESS_WAIT_MS },
  );
  const onPop = () => {
    settled = false;
    void store.set(readAddress);
  };
  addEventListener("popstate", onPop);
  return () => {
    stop();
    removeEventListener("popstate", onPop);
  };
}
