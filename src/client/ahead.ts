// What the page of a plant is sure to ask for, asked for while the code of the page is on its way: the twin, its
// analyses, the limits of its key figures, and the column that the map shows first.
import { botHeaders } from "../domain/account/bot-header.ts";
import { localNames, readLocal } from "./local.ts";
import { isOffline } from "./offline/offline.ts";
import { onSession, session } from "./session.ts";

/** An answer whose bytes have arrived, so that no connection waits for its reader. Its status is 200, or `MISSING`. */
export type AheadAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: ArrayBuffer;
};

/** What is not there now is not there a moment later: a plant without a twin is asked for it once. */
export const MISSING = 404;

/** Null where the server refused otherwise, or was not reached: the call is made again and says why. */
type Ask = Promise<AheadAnswer | null>;

const asked = new Map<string, Ask>();
/** Addresses that calls have asked for, themselves or of what was asked ahead: they are not asked for again. */
const taken = new Set<string>();
let askedFor = "";
let end = new AbortController();
/** The address of the first column; empty before it is known. */
let column = "";
let columnEnd = new AbortController();
let isOpen = false;

/** Paths of the calls in src/api/plant and src/api/analysis, repeated here to keep the contract off the first file. */
export const aheadPaths = (id: number | string) =>
  ({
    twin: `/api/auth/plant/${id}/field-geometry`,
    analyses: `/api/auth/analyses-for-view/${id}`,
    limits: `/api/auth/plant/${id}/key-figure-limits`,
  }) as const;

/**
 * Asks for what the plant of the address needs first; nothing on other pages, without a session, and offline.
 * @param language of the words in answers, as later calls state it
 * @param query of the address: the analysis and the key figure that it names
 */
export function askAhead(path: string, language: string, query = ""): void {
  const id = /^\/plant\/(\d+)$/.exec(path)?.[1];
  const [token, bot] = [session()?.token, readLocal(localNames.botToken)];
  if (id === undefined || !token || !bot || isOffline()) return;
  askedFor = token;
  onSession((next) => {
    if (next?.token !== token) dropAhead();
  });
  const headers = {
    "accept-language": language,
    [botHeaders.token]: bot,
    authorization: `Bearer ${token}`,
  };
  const { signal } = end;
  const last = columnEnd.signal;
  // The page asks for the column where this code does not arrive.
  const choosing = import("./ahead-column.ts").catch(() => null);
  isOpen = false;
  const ask = (address: string, until = signal): Ask => {
    const answer = fetch(address, { headers, signal: until })
      .then(async (said) =>
        said.ok || said.status === MISSING
          ? { status: said.status, headers: said.headers, bytes: await said.arrayBuffer() }
          : null,
      )
      .catch(() => null);
    asked.set(address, answer);
    return answer;
  };
  const paths = aheadPaths(id);
  const twin = ask(paths.twin);
  const analyses = ask(paths.analyses);
  void ask(paths.limits);
  // Two at a time: the code of the page needs connections too.
  void twin.then(async (answer) => {
    if (answer === null || answer.status === MISSING) return;
    for (const { geometry, names } of levelsOf(answer.bytes)) {
      if (signal.aborted) return;
      const objects = [geometry, names].map((hash) => `${paths.twin}/object/${hash}`);
      await Promise.all(objects.map((address) => (taken.has(address) ? null : ask(address))));
    }
  });
  void analyses.then(async (answer) => {
    const chosen = await choosing;
    if (answer === null || answer.status === MISSING || chosen === null) return;
    const { analysisOf, columnOf, columnPaths } = chosen;
    const analysis = analysisOf(answer.bytes, query);
    if (!analysis) return;
    const all = columnPaths.all(analysis.id);
    if (signal.aborted || taken.has(all)) return;
    const columns = await ask(all);
    const first =
      columns?.status !== MISSING && columns && columnOf(columns.bytes, analysis, query);
    if (!first) return;
    const one = columnPaths.one(analysis.id, first);
    if (signal.aborted || taken.has(one)) return;
    column = one;
    void ask(one, last);
  });
}

type Level = { readonly geometry: string; readonly names: string; readonly row_count: number };

/** Small levels first, as they are shown. */
function levelsOf(bytes: ArrayBuffer): readonly Level[] {
  try {
    const twin = JSON.parse(new TextDecoder().decode(bytes)) as { levels?: readonly Level[] };
    return twin.levels?.toSorted((a, b) => a.row_count - b.row_count) ?? [];
  } catch {
    return [];
  }
}

/**
 * The answer to a call that was made ahead in this session, once; null where there is none, or none that is good.
 * @param token of the session that asks
 */
export async function takeAhead(
  address: string,
  token: string | undefined,
): Promise<AheadAnswer | null> {
  if (askedFor === "" || token !== askedFor) return null;
  if (!isOpen) taken.add(address);
  const answer = asked.get(address);
  asked.delete(address);
  return answer ?? null;
}

/**
 * Forgets what no call has taken, and asks for no more: the plant is open. The first column may still be taken; its
 * address names its content, so that it never grows old.
 */
export function endAhead(): void {
  end.abort();
  end = new AbortController();
  isOpen = true;
  for (const address of asked.keys()) if (address !== column) asked.delete(address);
  taken.clear();
}

/** The same where the plant was left: nothing is taken any more. */
export function dropAhead(): void {
  endAhead();
  columnEnd.abort();
  columnEnd = new AbortController();
  column = "";
  askedFor = "";
  asked.clear();
}
