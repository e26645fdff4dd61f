// The value columns: one array per analysis and key figure, for map, table and charts alike.
import { LRUCache } from "lru-cache";
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call, callBytes } from "../../client/call.ts";
import type { ColumnSummary, ColumnValues } from "../../domain/column/column.ts";
import { analysisIdAtom } from "./analysis.ts";
import { askData } from "./data.ts";
import { failed, idle, loading, ready, type Loaded } from "../shell/loaded.ts";
import { heldByPlant, nextVersion, perPlant } from "../shell/lifetime.ts";

const summariesByAnalysisAtom = perPlant<
  Readonly<Record<number, Loaded<readonly ColumnSummary[]>>>
>({});

/** Answers the summaries of the columns of an analysis. */
export const summariesOfAtom = atom((get) => {
  const all = get(summariesByAnalysisAtom);
  return (analysis_id: number): Loaded<readonly ColumnSummary[]> => all[analysis_id] ?? idle;
});

/** Summaries of the columns of the analysis looked at. */
export const summariesAtom = atom((get): Loaded<readonly ColumnSummary[]> => {
  const id = get(analysisIdAtom);
  return id === null ? idle : get(summariesOfAtom)(id);
});

const putSummaries = atom(
  null,
  (get, set, id: number, loaded: Loaded<readonly ColumnSummary[]>) => {
    set(summariesByAnalysisAtom, { ...get(summariesByAnalysisAtom), [id]: loaded });
  },
);

/** Fetches the summaries of an analysis unless they are here. */
export const loadSummaries = atom(null, async (get, set, id: number) => {
  const known = get(summariesOfAtom)(id).state;
  if (known === "ready" || known === "loading") return;
  set(putSummaries, id, loading);
  try {
    set(putSummaries, id, ready(await call(api.analysisResult.columns, { params: { id } })));
  } catch (cause) {
    set(putSummaries, id, failed(cause));
  }
});

/** Takes over the summary of a column that has been changed. */
export const keepSummary = atom(null, (get, set, id: number, summary: ColumnSummary) => {
  const known = get(summariesOfAtom)(id);
  if (known.state !== "ready") return;
  const others = known.value.filter(({ key_figure_id }) => key_figure_id !== summary.key_figure_id);
  set(putSummaries, id, ready([...others, summary]));
});

/** Least recently used columns are dropped beyond this many bytes. */
const KEPT_BYTES = 256 * 1024 ** 2;
const columnsOfPlant = heldByPlant(() => ({
  kept: new LRUCache<string, ColumnValues>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ byteLength }) => Math.max(1, byteLength),
    dispose: (_values, hash, reason) => {
      if (reason === "evict") void askData("forget", { hash });
    },
  }),
  onTheWay: new Map<string, Promise<ColumnValues>>(),
}));
type Columns = ReturnType<typeof columnsOfPlant>;

/** Another number whenever a column has arrived. */
export const columnVersionAtom = perPlant(0);

/** Decoded values of the column with this hash in row order; undefined while on their way. */
export function columnValues(hash: string): ColumnValues | undefined {
  return columnsOfPlant().kept.get(hash);
}

const keepColumn = atom(
  null,
  (_get, set, { kept }: Columns, hash: string, values: ColumnValues) => {
    kept.set(hash, values);
    set(columnVersionAtom, nextVersion());
  },
);

/** Fetches and decodes a column unless it is here; rejects with the refusal. */
export const loadColumn = atom(
  null,
  async (
    _get,
    set,
    analysis_id: number,
    { hash, key_figure_id }: Pick<ColumnSummary, "hash" | "key_figure_id">,
  ): Promise<ColumnValues> => {
    const known = columnValues(hash);
    if (known) return known;
    // A column that comes after the plant was closed stays with that plant.
    const columns = columnsOfPlant();
    const asked = columns.onTheWay.get(hash);
    if (asked) return asked;
    const fetched = (async () => {
      const params = { analysis_id, key_figure_id, hash };
      const blob = await callBytes(api.analysisResult.column, { params });
      const bytes = await blob.arrayBuffer();
      const values = await askData("column", { hash, bytes }, { transfer: [bytes] });
      if (columns === columnsOfPlant()) set(keepColumn, columns, hash, values);
      return values;
    })();
    columns.onTheWay.set(hash, fetched);
    try {
      return await fetched;
    } finally {
      columns.onTheWay.delete(hash);
    }
  },
);
