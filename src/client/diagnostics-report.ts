// Reports the errors the browser met when the tab is hidden or closed.
import { ofetch } from "ofetch";
import { sessionApi } from "../api/session.ts";
import { addressOf } from "./address.ts";
import { returnFaults, takeFaults } from "./diagnostics.ts";
import { currentLocale } from "./i18n.ts";
import { localNames, readLocal } from "./local.ts";
import { session } from "./session.ts";

/** Sends what is kept whenever the tab is hidden; answers how to stop. */
export function startDiagnostics(): () => void {
  const listen = () => {
    if (document.visibilityState === "hidden") void sendFaults();
  };
  document.addEventListener("visibilitychange", listen);
  return () => document.removeEventListener("visibilitychange", listen);
}

/** `keepalive` lets the request outlive the page; what fails is kept for the next time. */
async function sendFaults(): Promise<void> {
  const token = session()?.token;
  if (!token) return;
  const errors = takeFaults();
  if (errors.length === 0) return;
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
  } catch {
    returnFaults(errors);
  }
}
