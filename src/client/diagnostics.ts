// Errors the browser met, handed to the server when the tab is hidden or closed.
import { sessionApi } from "../api/session.ts";
import { addressOf } from "./address.ts";
import { currentLocale } from "./i18n.ts";
import { localNames, readLocal } from "./local.ts";
import { session } from "./session.ts";

type Fault = { error_id: string; message: string; app_url: string; timestamp: string };

const KEPT = 50;
let kept: Fault[] = [];

/** Keeps an error for the next report. Addresses lose their query: it may hold what a user typed. */
export function keepFault(fault: { error_id: string; message: string; code?: string }): void {
  const message = [fault.code, fault.message].filter(Boolean).join(": ").slice(0, 2000);
  kept.push({
    error_id: fault.error_id,
    message,
    app_url: `${location.origin}${location.pathname}`,
    timestamp: new Date().toISOString(),
  });
  kept = kept.slice(-KEPT);
}

/** Sends what is kept whenever the tab is hidden. */
export function startDiagnostics(): void {
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") void sendFaults();
  });
}

/** `keepalive` lets the request outlive the page; what fails is kept for the next time. */
export async function sendFaults(): Promise<void> {
  const token = session()?.token;
  if (kept.length === 0 || !token) return;
  const sending = kept;
  kept = [];
  try {
    const answer = await fetch(addressOf(sessionApi.sendDiagnostics, {}), {
      method: "POST",
      keepalive: true,
      headers: {
        "content-type": "application/json",
        "accept-language": currentLocale(),
        authorization: `Bearer ${token}`,
        "x-bot-protection-token": readLocal(localNames.botToken) ?? "",
      },
      body: JSON.stringify({ errors: sending }),
    });
    if (!answer.ok) throw new Error(String(answer.status));
  } catch {
    kept = [...sending, ...kept].slice(-KEPT);
  }
}
