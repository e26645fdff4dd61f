// Checks every ten minutes whether a newer app is on the server; a failed check is only logged.
import { ofetch } from "ofetch";
import { limits } from "../domain/limits.ts";
import { findBuild, isKept, watchBuild } from "./service-worker.ts";

declare const APP_VERSION: string;
export const appVersion: string = APP_VERSION;

/**
 * Calls back once when a newer app can be used, with its version; returns the stop function. Where a service
 * worker keeps the app, that is once the newer one is kept as well.
 */
export function watchVersion(onNewer: (version: string) => void): () => void {
  let isReported = false;
  const report = (version: string) => {
    if (isReported) return;
    isReported = true;
    stop();
    onNewer(version);
  };
  const look = async () => {
    if (!navigator.onLine) return;
    try {
      const version = await servedVersion();
      if (isKept()) await findBuild();
      else if (version !== null && version !== appVersion) report(version);
    } catch (cause) {
      console.warn("version check failed", cause);
    }
  };
  const stopBuild = watchBuild(() => {
    void servedVersion()
      .catch(() => null)
      .then((version) => report(version ?? appVersion));
  });
  const timer = setInterval(look, limits.versionCheckMs);
  // A part of the app that the server no longer has: a newer build has replaced it.
  window.addEventListener("vite:preloadError", look);
  function stop() {
    clearInterval(timer);
    window.removeEventListener("vite:preloadError", look);
    stopBuild();
  }
  return () => {
    isReported = true;
    stop();
  };
}

async function servedVersion(): Promise<string | null> {
  const served = await ofetch<{ version?: unknown }>("/version.json", {
    retry: 0,
    cache: "no-store",
  });
  return typeof served.version === "string" ? served.version : null;
}
