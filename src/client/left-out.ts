// Rows of a list that the server could not read: it leaves them out of the answer and counts them in a header.
import { recordFault } from "./diagnostics.ts";

const HEADER = "x-left-out";
type Listener = (count: number) => void;
let listener: Listener | null = null;
/** Paths that were reported, so that a list that is fetched again says it once. */
const said = new Set<string>();

/** Calls the function once for each list with rows that were left out. */
export function onLeftOut(next: Listener): void {
  listener = next;
}

/** Notes it for the diagnostics, and says it to the user. @param path of the call, without its query */
export function noteLeftOut(path: string, headers: Headers): void {
  const count = Number(headers.get(HEADER) ?? 0);
  if (!(count > 0) || said.has(path)) return;
  said.add(path);
  const error_id = crypto.randomUUID().slice(0, 8);
  recordFault({ error_id, message: `${count} rows of ${path} were left out` });
  listener?.(count);
}
