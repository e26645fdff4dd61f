// The bot-protection token that every call carries: fetched when first needed, kept for other tabs.
import { ofetch } from "ofetch";
import type { AnswerOf } from "../api/endpoint.ts";
import type { sessionApi } from "../api/session.ts";
import { localNames, readLocal, writeLocal } from "./local.ts";

/** api/session.ts botProtectionToken; that file would bring the contract along to the sign-in page. */
const address = "/api/bot-protection-token";
type Issued = AnswerOf<typeof sessionApi.botProtectionToken>;

let pending: Promise<string> | null = null;

/** The token in use, fetched when there is none; "" where the server cannot be reached. */
export async function botToken(): Promise<string> {
  return readLocal(localNames.botToken) ?? renewBotToken().catch(() => "");
}

/** Fetches a new token, once however many calls ask. Rejects where the server cannot be reached. */
export function renewBotToken(): Promise<string> {
  pending ??= fetchBotToken()
    .then(({ token }) => token)
    .finally(() => {
      pending = null;
    });
  return pending;
}

/** A new token with the challenge of its own that public calls solve; other calls use it too. */
export async function fetchBotToken(): Promise<Issued> {
  const issued = await ofetch<Partial<Issued>>(address, { retry: 0 });
  // A proxy's page in its place is no answer of ours.
  if (typeof issued?.token !== "string") throw new Error("no bot-protection token");
  writeLocal(localNames.botToken, issued.token);
  return issued as Issued;
}
