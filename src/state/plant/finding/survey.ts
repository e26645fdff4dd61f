// The findings that the open analysis shows, read from its columns of fault types and of what judges them.
import { atom } from "jotai";
import type { TwinLevel } from "../../../domain/component/component-index.ts";
import type { Evidence } from "../../../domain/finding/finding-life.ts";
import { findingKeyFigures, surveyFindings } from "../../../domain/finding/survey-finding.ts";
import { analysisIdAtom } from "../analysis/analysis.ts";
import { columnValues, columnVersionAtom, loadColumn, summariesAtom } from "../column/column.ts";
import { limitsOfAtom } from "../column/key-figure.ts";
import { geometryOf, geometryVersionAtom, twinAtom } from "../plant.ts";
import { failed, idle, loading, ready, valueOf, type Loaded } from "../../shell/loaded.ts";
import { perPlant, plantLifetime } from "../../shell/lifetime.ts";

const summariesOfFindingsAtom = atom((get) =>
  (valueOf(get(summariesAtom)) ?? []).filter(({ key_figure_id }) =>
    findingKeyFigures.some(({ id }) => id === key_figure_id),
  ),
);

const faultAtom = perPlant<{ readonly cause: unknown; readonly of: unknown } | null>(null);

/** What has to be loaded; changes with the analysis and its columns. */
export const findingColumnsAtom = atom((get) =>
  [get(analysisIdAtom), ...get(summariesOfFindingsAtom).map(({ hash }) => hash)].join(" "),
);

/** Loads the columns that the findings are read from. @param of from `findingColumnsAtom` */
export const loadFindingColumns = atom(null, async (get, set, of: string): Promise<void> => {
  const id = get(analysisIdAtom);
  if (id === null) return;
  const { signal } = plantLifetime();
  set(faultAtom, null);
  try {
    for (const summary of get(summariesOfFindingsAtom)) {
      await set(loadColumn, id, summary);
      if (signal.aborted) return;
    }
  } catch (cause) {
    if (!signal.aborted) set(faultAtom, { cause, of });
  }
});

/** True once all is there. It changes with what is read alone, so that other columns that arrive cost nothing. */
const inputAtom = atom((get): string | null => {
  get(columnVersionAtom);
  const geometry = get(geometryVersionAtom);
  const summaries = get(summariesOfFindingsAtom);
  const isLoaded = summaries.every(({ hash }) => columnValues(hash) !== undefined);
  return isLoaded ? `${geometry} ${get(findingColumnsAtom)}` : null;
});

/** Idle without an analysis, or where it has no column of faults. */
export const surveyFindingsAtom = atom((get): Loaded<readonly Evidence[]> => {
  if (get(analysisIdAtom) === null) return idle;
  const summaries = get(summariesAtom);
  if (summaries.state === "failed") return summaries;
  if (summaries.state !== "ready") return loading;
  const own = get(summariesOfFindingsAtom);
  if (own.length === 0) return ready([]);
  // Without the components it would say that there are no findings.
  const twin = get(twinAtom);
  if (twin.state === "failed") return twin;
  get(geometryVersionAtom);
  const isHere = ({ component_type }: TwinLevel) => geometryOf(component_type) !== undefined;
  if (twin.state !== "ready" || !twin.value.levels.every(isHere)) return loading;
  const fault = get(faultAtom);
  if (fault && fault.of === get(findingColumnsAtom)) return failed(fault.cause);
  if (get(inputAtom) === null) return loading;
  const limitsOf = get(limitsOfAtom);
  const hashes = new Map(own.map(({ key_figure_id, hash }) => [key_figure_id, hash]));
  const valuesOf = ({ id }: { readonly id: number }) => {
    const hash = hashes.get(id);
    return hash === undefined ? undefined : columnValues(hash);
  };
  return ready(
    surveyFindings({ valuesOf, limitsOf }, (type) => {
      const geometry = geometryOf(type);
      return { count: geometry?.count ?? 0, exists: geometry ? existing(geometry.length) : null };
    }),
  );
});

/** 1 for rows of components that exist: a removed one has no length. Null where all do. */
function existing(length: Float32Array): Uint8Array | null {
  if (!length.includes(0)) return null;
  const exists = new Uint8Array(length.length);
  for (let row = 0; row < length.length; row += 1) exists[row] = length[row] === 0 ? 0 : 1;
  return exists;
}
