// Data of the server: asked once however many read it, asked again after a lost network, and thrown away
// with the session. Panels read it as `Loaded`; verbs change it by state/shell/mutation.ts.
import {
  notifyManager,
  QueryCache,
  QueryClient,
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
import { showFault } from "./toast.ts";

/** One thing that the server answers. */
export type Question<Value> = {
  /** Names it; what begins alike can be dropped together. */
  readonly key: QueryKey;
  /** Rejects with the refusal. */
  readonly ask: (options: CallOptions) => Promise<Value>;
  /** True for what never changes under its key. */
  readonly isFixed?: boolean;
  /** True where the former answer stays on the screen while another question is on its way. */
  readonly keepsFormer?: boolean;
  /** True where a fault has no place on the screen: it is shown as a message. */
  readonly saysFault?: boolean;
  /** True where it may be asked without a session. */
  readonly isPublic?: boolean;
};

// A verb that has waited for an answer finds it in the atoms at once.
notifyManager.setScheduler((run) => run());

const WAIT_MS = 1000;
const LONGEST_WAIT_MS = 10_000;
const OLD_MS = 60_000;

/**
 * The client of the session. A call that found no connection is asked again until it does: at first after a
 * second, then less often, and not while the browser knows that it has no network. A refusal is final.
 */
export const queryClient = heldBySession(({ signal }) => {
  const client = new QueryClient({
    queryCache: new QueryCache({
      // What is known stays on the screen, so that the fault would not be seen there.
      onError: (cause, { state, meta }) => {
        if (state.data !== undefined || meta?.["saysFault"]) showFault(cause);
      },
    }),
    defaultOptions: {
      queries: {
        // The server may be on this machine: the browser's word alone is not enough to give up.
        networkMode: "offlineFirst",
        retry: (_count, cause) => isDisconnect(cause),
        retryDelay: (count) => Math.min(LONGEST_WAIT_MS, WAIT_MS * 2 ** count),
        refetchOnWindowFocus: (query: Query) => Date.now() - query.state.dataUpdatedAt > OLD_MS,
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

/** True where nobody answered: worth asking again. */
export function isDisconnect(cause: unknown): boolean {
  return (cause as { code?: unknown } | null)?.code === "DISCONNECT";
}

function optionsOf<Value>({ key, ask, isFixed, keepsFormer, saysFault }: Question<Value>) {
  return {
    queryKey: key,
    queryFn: ({ signal }: { signal: AbortSignal }) => {
      // A lost connection is reported once, not with every attempt.
      const isAgain = (queryClient().getQueryState(key)?.fetchFailureCount ?? 0) > 0;
      return ask({ signal, isQuiet: isAgain });
    },
    ...(keepsFormer && { placeholderData: (former: unknown) => former as never }),
    ...(saysFault && { meta: { saysFault } }),
    ...(isFixed && { staleTime: Number.POSITIVE_INFINITY }),
  };
}

/** What the server answers, asked while somebody watches; `idle` while there is no question. */
export function queryOf<Value extends object>(
  questionOf: (get: Getter) => Question<Value> | null,
): Atom<Loaded<Value>> {
  const resultAtom = atomWithQuery<Value>(
    (get) => {
      get(sessionLifetimeAtom);
      const question = questionOf(get);
      const isAsked = question && (question.isPublic || session() !== null);
      return isAsked ? optionsOf(question) : { queryKey: ["nothing"], queryFn: skipToken };
    },
    (get) => {
      get(sessionLifetimeAtom);
      return queryClient();
    },
  );
  return atom((get) => loadedOf(get(resultAtom)));
}

/** The same for each name or number, such as the id of a plant. */
export function queriesById<Id extends string | number, Value extends object>(
  questionOf: (id: Id) => Question<Value> | null,
): (id: Id) => Atom<Loaded<Value>> {
  const atoms = heldBySession(() => new Map<Id, Atom<Loaded<Value>>>());
  return (id) => {
    const made = atoms().get(id) ?? queryOf(() => questionOf(id));
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

/** The view of panels. A second failed attempt is shown, although a further one is under way. */
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

/** Asks now, for a verb that needs the newest answer; joins what is under way. Rejects with the refusal. */
export function fetchAnswer<Value>(question: Question<Value>): Promise<Value> {
  return queryClient().fetchQuery(optionsOf(question));
}

/** The answer that is known, else asks. Rejects with the refusal. */
export function ensureAnswer<Value>(question: Question<Value>): Promise<Value> {
  return queryClient().ensureQueryData(optionsOf(question));
}

/** Asks for something large that its reader keeps: the answer is not kept here. Rejects with the refusal. */
export function fetchOnce<Value>(question: Question<Value>): Promise<Value> {
  return queryClient().fetchQuery({ ...optionsOf(question), gcTime: 0 });
}

/** Asks what is watched again; what is known stays on the screen meanwhile. */
export async function reload(key: QueryKey, client = queryClient()): Promise<void> {
  const filter = { queryKey: key };
  // A first answer that is still waited for is asked at once, not after its pause.
  const isKnown = client.getQueriesData(filter).some(([, data]) => data !== undefined);
  await (isKnown ? client.invalidateQueries(filter) : client.resetQueries(filter));
}
