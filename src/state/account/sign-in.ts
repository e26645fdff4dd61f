// Signing in and out. Separate from state/account/session.ts, because the sign-in page is shown before this is loaded.
import { sessionApi } from "../../api/account/session.ts";
import { call } from "../../client/call.ts";
import { faultsToSend } from "../../client/diagnostics.ts";
import { removeLeftBehind } from "../../client/left-behind.ts";
import { keepSession, leaveSession } from "../../client/session.ts";
import type { SessionAnswer } from "../../domain/account/session.ts";
import { faultWords } from "../shell/fault.ts";

/** First factor; returns how the second is delivered, and its key. Rejects with the refusal. */
export function login(email: string, password: string) {
  const bytes = new TextEncoder().encode(`${email}:${password}`);
  const credentials = btoa(String.fromCharCode(...bytes));
  return call(sessionApi.login, {}, { headers: { authorization: `Basic ${credentials}` } });
}

/** Second factor; stores and returns the session. Rejects with the refusal. */
export async function confirmLogin(
  method: "mail" | "totp",
  key: string,
  security_code: string,
): Promise<SessionAnswer> {
  const endpoint = method === "mail" ? sessionApi.confirmEmailLogin : sessionApi.confirmTotpLogin;
  const answer = await call(endpoint, { params: { key }, body: { security_code } });
  keepSession(answer);
  return answer;
}

/** Sends the e-mailed code again. */
export async function resendCode(key: string): Promise<void> {
  await call(sessionApi.confirmEmailLoginResend, { params: { key } });
}

/** How long a server that does not answer may delay the end of the session here. */
const LONGEST_LOGOUT_MS = 3000;

/**
 * Ends the session on the server and here, and removes what this browser keeps of the user. Here it ends also if the
 * server refuses or does not answer in time. Errors that were not reported yet are reported before.
 */
export async function logout(): Promise<void> {
  const ended = reportFaults()
    .then(() => call(sessionApi.logout, {}, { fromServer: true }))
    .catch(() => undefined);
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, LONGEST_LOGOUT_MS))]);
  leaveSession();
  await removeLeftBehind();
}

async function reportFaults(): Promise<void> {
  if (faultsToSend().length === 0) return;
  const { sendFaults } = await import("../../client/diagnostics-report.ts");
  await sendFaults();
}

/** The text of a refused step of the sign-in. */
export function signInWords(cause: unknown): string {
  const { message, details } = faultWords(cause);
  // The problems say more than the code: how many attempts are left, how long to wait.
  return details.length > 0 ? details.join(" ") : message;
}
