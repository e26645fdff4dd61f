// Data of the server: fetched once for all readers, fetched again after a lost network, and dropped with the
// session. Panels read it as `Loaded`; verbs change it through state/shell/mutation.ts.
import {
  CancelledError,
  notifyManager,
  QueryCache,
  QueryClient,
  QueryObserver,
  skipToken,
  type Query,
  type QueryKey,
} from "@tanstack/query-core";
import { atom, type Atom, type Getter } from "jotai";
import { atomWithQuery } from "jotai-tanstack-query";
import type { CallOptions } from "../../client/call.ts";
import { session } from "../../client/session.ts";
import { heldBySession, sessionLifetimeAtom } from "./lifetime.ts";
import { failed, idle, loading, ready, type Loaded } from "./loaded.ts";
import { mayFetchAgain } from "./running-change.ts";
import { showFault } from "./toast.ts";

/** How to fetch one piece of data of the server. */
export type ServerQuery<Value> = {
  /** Identifies the data; keys with the same start can be reloaded or dropped together. */
  readonly key: QueryKey;
  /** Rejects with the refusal. */
  readonly ask: (options: CallOptions) => Promise<Value>;
  /** True for data that never change under their key. */
  readonly isFixed?: boolean;
  /** True where the previous data stay on the screen while the next key is loading. */
  readonly keepsPrevious?: boolean;
  /** True where no panel shows a fault: it is shown as a toast. */
  readonly showsFault?: boolean;
  /** Milliseconds that the key must rest before it is asked: what is only stepped through costs the server nothing. */
  readonly restMs?: number;
  /** True where it may be fetched without a session. */
  readonly isPublic?: boolean;
};

// Notify at once, so that a verb that awaited data finds them in the atoms.
notifyManager.setScheduler((run) => run());

const WAIT_MS = 1000;
const LONGEST_WAIT_MS = 10_000;
const OLD_MS = 60_000;

/**
 * The query client of the session. A call without a connection, or to a server that is not available, is
 * retried until it succeeds: first after a second, then less often, and not while the browser reports that it
 * is offline. A refusal is final; `retryLoads` of retry.ts tries it again.
 */
export const queryClient = heldBySession(({ signal }) => {
  const client = new QueryClient({
    queryCache: new QueryCache({
      // Cached data stay on the screen, so the panel would not show the fault.
      onError: (cause, { state, meta }) => {
        // Offline they are as they were loaded: that there is nothing newer on this device is no fault.
        const isKept = state.data !== undefined && codeOf(cause) === "OFFLINE";
        if (!isKept && (state.data !== undefined || meta?.["showsFault"])) showFault(cause);
      },
    }),
    defaultOptions: {
      queries: {
        // Try at least once while offline: the server may be on this machine.
        networkMode: "offlineFirst",
        retry: (_count, cause) => isPassing(cause),
        retryDelay: (count) => Math.min(LONGEST_WAIT_MS, WAIT_MS * 2 ** count),
        refetchOnWindowFocus: (query: Query) => Date.now() - query.state.dataUpdatedAt > OLD_MS,
        refetchOnReconnect: (query: Query) => mayFetchAgain(query.queryKey),
        notifyOnChangeProps: ["data", "error", "status", "fetchStatus", "failureCount"],
      },
    },
  });
  client.mount();
  signal.addEventListener(
    "abort",
    () => {
      client.unmount();
      client.clear();
    },
    { once: true },
  );
  return client;
});

/** True for a fault that passes by itself. */
function isPassing(cause: unknown): boolean {
  return isDisconnect(cause) || codeOf(cause) === "UNAVAILABLE";
}

/** True where there was no answer, so that a retry makes sense. */
export function isDisconnect(cause: unknown): boolean {
  return codeOf(cause) === "DISCONNECT";
}

const codeOf = (cause: unknown): unknown => (cause as { code?: unknown } | null)?.code;

function optionsOf<Value>(query: ServerQuery<Value>) {
  const { key, ask, isFixed, keepsPrevious, restMs, showsFault } = query;
  return {
    queryKey: key,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      if (restMs !== undefined) {
        await new Promise((resolve) => setTimeout(resolve, restMs));
        signal.throwIfAborted();
      }
      // Report a lost connection once, not with every attempt.
      const isAgain = (queryClient().getQueryState(key)?.fetchFailureCount ?? 0) > 0;
      return ask({ signal, isQuiet: isAgain });
    },
    ...(keepsPrevious && { placeholderData: (former: unknown) => former as never }),
    ...(showsFault && { meta: { showsFault } }),
    ...(isFixed && { staleTime: Number.POSITIVE_INFINITY }),
  };
}

/** An atom with data of the server, fetched while it is watched; `idle` while the query is null. */
export function queryOf<Value extends object>(
  queryFor: (get: Getter) => ServerQuery<Value> | null,
): Atom<Loaded<Value>> {
  const resultAtom = atomWithQuery<Value>(
    (get) => {
      get(sessionLifetimeAtom);
      const query = queryFor(get);
      const isAsked = query && (query.isPublic || session() !== null);
      return isAsked ? optionsOf(query) : { queryKey: ["nothing"], queryFn: skipToken };
    },
    (get) => {
      get(sessionLifetimeAtom);
      return queryClient();
    },
  );
  return atom((get) => loadedOf(get(resultAtom)));
}

/** One such atom for each id, such as the id of a plant. */
export function queriesById<Id extends string | number, Value extends object>(
  queryFor: (id: Id) => ServerQuery<Value> | null,
): (id: Id) => Atom<Loaded<Value>> {
  const atoms = heldBySession(() => new Map<Id, Atom<Loaded<Value>>>());
  return (id) => {
    const made = atoms().get(id) ?? queryOf(() => queryFor(id));
    atoms().set(id, made);
    return made;
  };
}

type Result<Value> = {
  readonly data: Value | undefined;
  readonly error: unknown;
  readonly fetchStatus: "fetching" | "paused" | "idle";
  readonly failureCount: number;
  readonly failureReason: unknown;
};

const readyByValue = new WeakMap<object, Loaded<unknown>>();

/** The result as panels read it. From the second failed attempt on the fault is shown while retries continue. */
function loadedOf<Value extends object>(result: Result<Value>): Loaded<Value> {
  const { data, error, fetchStatus, failureCount, failureReason } = result;
  if (data !== undefined) {
    const known = readyByValue.get(data) ?? ready(data);
    readyByValue.set(data, known);
    return known as Loaded<Value>;
  }
  if (error) return failed(error);
  if (fetchStatus === "idle") return idle;
  return failureCount > 1 || (failureCount > 0 && fetchStatus === "paused")
    ? failed(failureReason)
    : loading;
}

/** Resolves when reads may start again; see pauseReads. */
const pause = heldBySession(() => ({ end: Promise.resolve() }));

/** Cancels running reads. Verbs repeat theirs once the returned function is called. */
export async function pauseReads(client = queryClient()): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  pause().end = promise;
  await client.cancelQueries();
  return resolve;
}

/**
 * Waits for a fetch on behalf of a verb. The verb observes the query in the meantime; otherwise its fetch
 * would be cancelled when the last panel with the same data closes. A fetch that was cancelled by a reload
 * or a change is repeated.
 */
async function fetchObserved<Value>(
  fetch: "fetchQuery" | "ensureQueryData",
  options: ReturnType<typeof optionsOf<Value>> & { gcTime?: number },
): Promise<Value> {
  const client = queryClient();
  const watch = new QueryObserver<Value>(client, { ...options, enabled: false });
  const stop = watch.subscribe(() => undefined);
  try {
    return await (fetch === "fetchQuery"
      ? client.fetchQuery(options)
      : client.ensureQueryData(options));
  } catch (cause) {
    if (!(cause instanceof CancelledError)) throw cause;
    await pause().end;
    // Do not repeat it after the session has ended or the plant was closed.
    const isWanted = client.getQueryCache().find({ queryKey: options.queryKey, exact: true });
    if (client !== queryClient() || !isWanted) throw cause;
  } finally {
    stop();
  }
  return fetchObserved(fetch, options);
}

/** Fetches now, for a verb that needs the newest data; joins a running fetch. Rejects with the refusal. */
export function fetchAnswer<Value>(query: ServerQuery<Value>): Promise<Value> {
  return fetchObserved("fetchQuery", optionsOf(query));
}

/** The cached data, else fetches them. Rejects with the refusal. */
export function ensureAnswer<Value>(query: ServerQuery<Value>): Promise<Value> {
  return fetchObserved("ensureQueryData", optionsOf(query));
}

/** Fetches large data that the caller keeps; they are not cached here. Rejects with the refusal. */
export function fetchOnce<Value>(query: ServerQuery<Value>): Promise<Value> {
  return fetchObserved("fetchQuery", { ...optionsOf(query), gcTime: 0 });
}

/** Fetches watched queries again; cached data stay on the screen meanwhile. */
export async function reload(key: QueryKey, client = queryClient()): Promise<void> {
  const filter = { queryKey: key };
  // Without cached data, fetch at once instead of waiting for the next retry.
  const isKnown = client.getQueriesData(filter).some(([, data]) => data !== undefined);
  await (isKnown ? client.invalidateQueries(filter) : client.resetQueries(filter));
}
