// Checks every ten minutes whether a newer app is on the server; a failed check is only logged.
import { ofetch } from "ofetch";
import { limits } from "../domain/limits.ts";

declare const APP_VERSION: string;
export const appVersion: string = APP_VERSION;

/** Calls back once when the served version differs from the running one; returns the stop function. */
export function watchVersion(onNewer: (version: string) => void): () => void {
  const look = async () => {
    try {
      const served = await ofetch<{ version?: unknown }>("/version.json", {
        retry: 0,
        cache: "no-store",
      });
      if (typeof served.version === "string" && served.version !== appVersion) {
        clearInterval(timer);
        onNewer(served.version);
      }
    } catch (cause) {
      console.warn("version check failed", cause);
    }
  };
  const timer = setInterval(look, limits.versionCheckMs);
  return () => clearInterval(timer);
}
