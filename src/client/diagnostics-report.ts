// Reports the recorded errors when the tab is hidden or closed, and at the start those that an earlier visit
// could not report.
import { ofetch } from "ofetch";
import { sessionApi } from "../api/account/session.ts";
import { addressOf } from "./address.ts";
import { dropFaults, faultsToSend, recordFault } from "./diagnostics.ts";
import { currentLocale } from "./i18n.ts";
import { localNames, readLocal } from "./local.ts";
import { session } from "./session.ts";

/** Sends the recorded errors now and whenever the tab is hidden. Returns the stop function. */
export function startDiagnostics(): () => void {
  const onHide = () => {
    if (document.visibilityState === "hidden") void sendFaults();
  };
  const onLeave = () => void sendFaults();
  document.addEventListener("visibilitychange", onHide);
  // Some browsers close a tab without hiding it first.
  window.addEventListener("pagehide", onLeave);
  window.addEventListener("error", onError);
  window.addEventListener("unhandledrejection", onRejection);
  void sendFaults();
  return () => {
    document.removeEventListener("visibilitychange", onHide);
    window.removeEventListener("pagehide", onLeave);
    window.removeEventListener("error", onError);
    window.removeEventListener("unhandledrejection", onRejection);
  };
}

/** Uncaught errors are reported too, without a message to the user. */
function onError({ error, message }: ErrorEvent): void {
  // Browsers throw this when an element is measured while it changes; it is harmless.
  if (!message.startsWith("ResizeObserver")) recordUncaught(error ?? message);
}

function onRejection({ reason }: PromiseRejectionEvent): void {
  const isKept = typeof reason === "object" && reason !== null && "error_id" in reason;
  const isAborted = reason instanceof DOMException && reason.name === "AbortError";
  if (!isKept && !isAborted) recordUncaught(reason);
}

function recordUncaught(cause: unknown): void {
  const message = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  recordFault({ error_id: crypto.randomUUID().slice(0, 8), message });
}

let isSending = false;

/**
 * `keepalive` lets the request outlive the page. Where the page ends before the response, the next visit
 * sends the errors again; the server stores each of them once.
 */
export async function sendFaults(): Promise<void> {
  const token = session()?.token;
  const errors = faultsToSend();
  if (!token || isSending || errors.length === 0) return;
  isSending = true;
  try {
    await ofetch(addressOf(sessionApi.sendDiagnostics, {}), {
      method: "POST",
      keepalive: true,
      retry: 0,
      headers: {
        "accept-language": currentLocale(),
        authorization: `Bearer ${token}`,
        "x-bot-protection-token": readLocal(localNames.botToken) ?? "",
      },
      body: { errors },
    });
    dropFaults(errors);
  } catch {
    // They stay recorded and are sent next time.
  }
  isSending = false;
}
