// The bot-protection token that every call carries: fetched when first needed, stored for other tabs.
import { ofetch } from "ofetch";
import type { AnswerOf } from "../api/endpoint.ts";
import type { sessionApi } from "../api/account/session.ts";
import { localNames, readLocal, writeLocal } from "./local.ts";

/** Path of botProtectionToken in api/account/session.ts, repeated here to keep the contract off the sign-in page. */
const address = "/api/bot-protection-token";
type Issued = AnswerOf<typeof sessionApi.botProtectionToken>;

let pending: Promise<string> | null = null;

/** The current token, fetched when there is none; "" where the server cannot be reached. */
export async function botToken(): Promise<string> {
  return readLocal(localNames.botToken) ?? renewBotToken().catch(() => "");
}

/** Fetches a new token; parallel calls share one request. Rejects where the server cannot be reached. */
export function renewBotToken(): Promise<string> {
  pending ??= fetchBotToken()
    .then(({ token }) => token)
    .finally(() => {
      pending = null;
    });
  return pending;
}

/** A new token with its challenge, which public calls solve; other calls use the token alone. */
export async function fetchBotToken(): Promise<Issued> {
  const issued = await ofetch<Partial<Issued>>(address, { retry: 0 });
  // A proxy may answer with a page of its own.
  if (typeof issued?.token !== "string") throw new Error("no bot-protection token");
  writeLocal(localNames.botToken, issued.token);
  return issued as Issued;
}
