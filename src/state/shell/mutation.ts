// Changes data of the server: shown at once, and rolled back where the server refuses.
import { hashKey, type QueryKey } from "@tanstack/query-core";
import { queryClient, reload } from "./query.ts";
import { runningChanges, type Running } from "./running-change.ts";

export type Change<Data, Answer> = {
  /** Key of the query whose cached data changes; without cached data nothing is shown early. */
  readonly key: QueryKey;
  /** The data while the change is being sent. */
  readonly preview?: ((data: Data) => Data) | undefined;
  /** Rolls the preview back, but nothing that arrived meanwhile. */
  readonly undo?: ((data: Data) => Data) | undefined;
  readonly send: () => Promise<Answer>;
  /** True where the data are uncertain after a refusal: they are fetched again. */
  readonly isUncertain?: boolean;
  /** The data once the server has made the change. */
  readonly keep?: ((data: Data, answer: Answer) => Data) | undefined;
};

type Row = { readonly id: number };

/** Removes a row of a list, on the screen at once. Rejects with the refusal; the row is back then. */
export function removeRow<R extends Row>(
  key: QueryKey,
  id: number,
  send: () => Promise<unknown>,
): Promise<unknown> {
  let at = -1;
  let removed: R | undefined;
  return change<readonly R[], unknown>({
    key,
    preview(rows) {
      at = rows.findIndex((row) => row.id === id);
      removed = rows[at];
      return rows.filter((row) => row.id !== id);
    },
    undo: (rows) =>
      removed && !rows.some((row) => row.id === id) ? rows.toSpliced(at, 0, removed) : rows,
    send,
  });
}

/** Changes the cached data of a query; does nothing where none are cached. */
export function updateAnswer<Data>(
  key: QueryKey,
  update: (data: Data) => Data,
  client = queryClient(),
): void {
  client.setQueryData<Data>(key, (data) => (data === undefined ? undefined : update(data)));
}

/** Sends a change. Rejects with the refusal; the preview is rolled back then. */
export async function change<Data, Answer>({
  key,
  preview,
  undo,
  send,
  keep,
  isUncertain,
}: Change<Data, Answer>): Promise<Answer> {
  const running = begin(key);
  // The session may be another one when the answer comes.
  const { client } = running;
  if (preview) updateAnswer(key, preview, client);
  try {
    const answer = await send();
    if (keep) updateAnswer<Data>(key, (data) => keep(data, answer), client);
    return answer;
  } catch (cause) {
    if (preview && undo) updateAnswer(key, undo, client);
    if (isUncertain) running.isOutdated = true;
    throw cause;
  } finally {
    running.count -= 1;
    // A fetch that began before the change was cancelled: fetch again once all changes have ended.
    if (running.count === 0 && running.isOutdated) {
      running.isOutdated = false;
      void reload(key, client);
    }
  }
}

function begin(key: QueryKey): Running {
  const changes = runningChanges();
  const client = queryClient();
  const running = changes.get(hashKey(key)) ?? { count: 0, isOutdated: false, client };
  changes.set(hashKey(key), running);
  running.count += 1;
  const isKnown = client.getQueryData(key) !== undefined;
  if (isKnown && client.isFetching({ queryKey: key, exact: true }) > 0) {
    running.isOutdated = true;
    void client.cancelQueries({ queryKey: key, exact: true });
  }
  return running;
}
