// Changing data of the server: on the screen at once, taken back where the server refuses.
import { hashKey, type QueryClient, type QueryKey } from "@tanstack/query-core";
import { heldBySession } from "./lifetime.ts";
import { queryClient, reload } from "./query.ts";

export type Change<Data, Answer> = {
  /** Of the question whose known answer changes; where it is not known, nothing is shown early. */
  readonly key: QueryKey;
  /** How the answer looks while the change is on its way. */
  readonly preview?: ((data: Data) => Data) | undefined;
  /** Takes the preview back, and nothing that came meanwhile. */
  readonly undo?: ((data: Data) => Data) | undefined;
  readonly send: () => Promise<Answer>;
  /** True where a refusal leaves open how the answer stands: it is asked again then. */
  readonly isUncertain?: boolean;
  /** How the answer looks once the server has done it. */
  readonly keep?: ((data: Data, answer: Answer) => Data) | undefined;
};

type Row = { readonly id: number };

/** Removes a row of a list, from the screen at once. Rejects with the refusal; it stands again then. */
export function removeRow<R extends Row>(
  key: QueryKey,
  id: number,
  send: () => Promise<unknown>,
): Promise<unknown> {
  let at = -1;
  let gone: R | undefined;
  return change<readonly R[], unknown>({
    key,
    preview(rows) {
      at = rows.findIndex((row) => row.id === id);
      gone = rows[at];
      return rows.filter((row) => row.id !== id);
    },
    undo: (rows) =>
      gone && !rows.some((row) => row.id === id) ? rows.toSpliced(at, 0, gone) : rows,
    send,
  });
}

type Running = { count: number; isOutdated: boolean; readonly client: QueryClient };
const runningChanges = heldBySession(() => new Map<string, Running>());

/** Changes what is known of an answer; nothing where it is not known. */
export function updateAnswer<Data>(
  key: QueryKey,
  update: (data: Data) => Data,
  client = queryClient(),
): void {
  client.setQueryData<Data>(key, (data) => (data === undefined ? undefined : update(data)));
}

/** Sends a change. Rejects with the refusal; the preview is taken back then. */
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
    // An answer that does not know of the change yet was not waited for: ask again once all have ended.
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
