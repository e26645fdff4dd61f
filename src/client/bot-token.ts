// The bot-protection token that every call carries: fetched when first needed, kept for other tabs.
import { ofetch } from "ofetch";
import type { AnswerOf } from "../api/endpoint.ts";
import { sessionApi } from "../api/session.ts";
import { addressOf } from "./address.ts";
import { localNames, readLocal, writeLocal } from "./local.ts";

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
export async function fetchBotToken(): Promise<AnswerOf<typeof sessionApi.botProtectionToken>> {
  const answer = await ofetch<unknown>(addressOf(sessionApi.botProtectionToken, {}), { retry: 0 });
  const issued = sessionApi.botProtectionToken.answer.parse(answer);
  writeLocal(localNames.botToken, issued.token);
  return issued;
}
