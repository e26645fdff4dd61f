// The bot-protection token that every call carries: fetched when first needed, kept for other tabs.
import { ofetch } from "ofetch";
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
  pending ??= ofetch<unknown>(addressOf(sessionApi.botProtectionToken, {}), { retry: 0 })
    .then((answer) => {
      const { token } = sessionApi.botProtectionToken.answer.parse(answer);
      writeLocal(localNames.botToken, token);
      return token;
    })
    .finally(() => {
      pending = null;
    });
  return pending;
}
