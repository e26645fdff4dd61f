// The value columns: one array per analysis and key figure, shared by map, table and charts.
import { LRUCache } from "lru-cache";
import { atom } from "jotai";
import { api } from "../../../api/index.ts";
import { call, callBytes } from "../../../client/call.ts";
import type { ColumnSummary, ColumnValues } from "../../../domain/column/column.ts";
import { failure } from "../../../domain/error.ts";
import { analysisIdAtom } from "../analysis/analysis.ts";
import { askData } from "../data.ts";
import { plantKey, plantQueryOf } from "../plant.ts";
import { reloadCounted } from "./counted.ts";
import { updateAnswer } from "../../shell/mutation.ts";
import { fetchOnce, queryClient, type ServerQuery } from "../../shell/query.ts";
import { perPlantValue, nextVersion, perPlant, plantLifetime } from "../../shell/lifetime.ts";

type Summaries = readonly ColumnSummary[];

/** The summaries of the columns of an analysis. */
export function summariesQuery(id: number): ServerQuery<Summaries> {
  return {
    key: plantKey("columns", id),
    ask: (options) => call(api.analysisResult.columns, { params: { id } }, options),
  };
}

/** Summaries of the columns of the current analysis. */
export const summariesAtom = plantQueryOf((_plant, get) => {
  const id = get(analysisIdAtom);
  return id === null ? null : summariesQuery(id);
});

/** Replaces the summary of a column that was changed; what is counted from it is counted again. */
export function keepSummary(id: number, summary: ColumnSummary): void {
  updateAnswer<Summaries>(plantKey("columns", id), (known) => [
    ...known.filter(({ key_figure_id }) => key_figure_id !== summary.key_figure_id),
    summary,
  ]);
  void reloadCounted(id);
}

/** Least recently used columns are dropped beyond this many bytes. */
const KEPT_BYTES = 256 * 1024 ** 2;
const columnsOfPlant = perPlantValue(
  () =>
    new LRUCache<string, ColumnValues>({
      maxSize: KEPT_BYTES,
      sizeCalculation: ({ byteLength }) => Math.max(1, byteLength),
      dispose: (_values, hash, reason) => {
        if (reason === "evict") void askData("forget", { hash });
      },
    }),
);

/** Changes whenever a column has arrived. */
export const columnVersionAtom = perPlant(0);

/** Decoded values of the column with this hash, in row order; undefined until it is loaded. */
export function columnValues(hash: string): ColumnValues | undefined {
  return columnsOfPlant().get(hash);
}

const keepColumn = atom(null, (_get, set, hash: string, values: ColumnValues) => {
  columnsOfPlant().set(hash, values);
  set(columnVersionAtom, nextVersion());
});

/** Resolves when no verb replaces columns any more. */
const replaced = perPlantValue(() => ({ end: Promise.resolve() }));

/**
 * Runs a verb after which the server serves other columns. The server answers the ones before with 404, so their
 * fetches are cancelled, and those that are wanted meanwhile wait until the verb has got the new hashes.
 */
export async function replaceColumns<Answer>(verb: () => Promise<Answer>): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const waits = replaced();
  waits.end = Promise.all([waits.end, promise]).then(() => undefined);
  try {
    await queryClient().cancelQueries({ queryKey: plantKey("column") });
    return await verb();
  } finally {
    resolve();
  }
}

/** @throws RESOURCE_NOT_FOUND for a column that was replaced, as the server would answer */
async function requireServed(analysis_id: number, key_figure_id: number, hash: string) {
  await replaced().end;
  const known = queryClient().getQueryData<Summaries>(plantKey("columns", analysis_id));
  const now = known?.find((one) => one.key_figure_id === key_figure_id);
  if (now && now.hash !== hash) throw failure("RESOURCE_NOT_FOUND");
}

/** Fetches and decodes a column unless it is cached. Rejects with the refusal. */
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
    const { signal } = plantLifetime();
    const values = await fetchOnce({
      key: plantKey("column", hash),
      isFixed: true,
      async ask(options) {
        const params = { analysis_id, key_figure_id, hash };
        await requireServed(analysis_id, key_figure_id, hash);
        const blob = await callBytes(api.analysisResult.column, { params }, options);
        const bytes = await blob.arrayBuffer();
        return askData("column", { hash, bytes }, { transfer: [bytes] });
      },
    });
    // A parallel call may have cached it already.
    if (!signal.aborted && !columnValues(hash)) set(keepColumn, hash, values);
    return values;
  },
);
