// The proof of work that a public call carries. One is solved ahead while somebody types, so that
// nobody waits for it; the derivations run beside the page's thread, in the browser's own crypto.
import type { Endpoint } from "../api/endpoint.ts";
import { limits } from "../domain/limits.ts";
import { botHeaders } from "../domain/account/bot-header.ts";
import type { Challenge } from "../domain/account/proof.ts";
import { fetchBotToken } from "./bot-token.ts";
import { reportWait } from "./proof-wait.ts";
import { session } from "./session.ts";

type Spare = { readonly at: number; readonly headers: Promise<Record<string, string>> };

/** Solved or being solved, for the next public call. */
let spare: Spare | null = null;
/** A proof this close to its end is not worth sending. */
const leastLeftMs = 60_000;
/** A moment after a public call: had it signed in, no further proof is wanted. */
const nextAfterMs = 400;

/** Whether a call opens only with a proof. */
export function isProven({ public: isPublic, open }: Endpoint): boolean {
  return isPublic === true && open !== true;
}

/** Solves one ahead, unless one that is still good lies there. */
export function prepareProof(): Spare {
  if (spare !== null && Date.now() - spare.at < limits.proofMs - leastLeftMs) return spare;
  const made: Spare = { at: Date.now(), headers: solveNew() };
  // A fault meets whoever wants the proof; until then the next one to prepare tries again.
  made.headers.catch(() => {
    if (spare === made) spare = null;
  });
  spare = made;
  return made;
}

/** Headers that open one public call. Rejects as the fetching of a token does. */
export async function takeProof(): Promise<Record<string, string>> {
  const { headers } = prepareProof();
  spare = null;
  return reportWait(headers);
}

/** The next public call fetches and solves anew. */
export function dropProof(): void {
  spare = null;
}

/** Gets the next one ready, where the page stays one without a session. */
export function prepareNextProof(): void {
  setTimeout(() => {
    if (session() === null) prepareProof();
  }, nextAfterMs);
}

async function solveNew(): Promise<Record<string, string>> {
  const { token, challenge } = await fetchBotToken();
  return { [botHeaders.token]: token, [botHeaders.proof]: await solve(challenge) };
}

async function solve(challenge: Challenge): Promise<string> {
  const [{ solveChallenge }, { deriveKey }] = await Promise.all([
    import("altcha-lib"),
    import("altcha-lib/algorithms/web/pbkdf2"),
  ]);
  const found = await solveChallenge({ challenge, deriveKey });
  if (found === null) throw new Error("no proof of work was found");
  const { counter, derivedKey } = found;
  return base64url(JSON.stringify({ challenge, solution: { counter, derivedKey } }));
}

/** The proof is ASCII. */
function base64url(text: string): string {
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
