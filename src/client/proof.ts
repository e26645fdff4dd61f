// The proof of work that a public call carries. One is solved in advance while the user types, so that the
// call need not wait. The key derivations run off the main thread, in the browser's own crypto.
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
/** A proof that expires sooner than this is not used. */
const leastLeftMs = 60_000;
/** Wait after a public call: if it was a sign-in, no further proof is needed. */
const nextAfterMs = 400;

/** Whether a call needs a proof. */
export function isProven({ public: isPublic, open }: Endpoint): boolean {
  return isPublic === true && open !== true;
}

/** Solves a proof in advance, unless there is a valid one. */
export function prepareProof(): Spare {
  if (spare !== null && Date.now() - spare.at < limits.proofMs - leastLeftMs) return spare;
  const made: Spare = { at: Date.now(), headers: solveNew() };
  // The call that takes the proof gets the error; until then the next preparation tries again.
  made.headers.catch(() => {
    if (spare === made) spare = null;
  });
  spare = made;
  return made;
}

/** Headers for one public call. Rejects where the token cannot be fetched. */
export async function takeProof(): Promise<Record<string, string>> {
  const { headers } = prepareProof();
  spare = null;
  return reportWait(headers);
}

/** Discards the prepared proof; the next public call solves a new one. */
export function dropProof(): void {
  spare = null;
}

/** Prepares the next proof, if the page stays without a session. */
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

/** base64url of ASCII text. */
function base64url(text: string): string {
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
