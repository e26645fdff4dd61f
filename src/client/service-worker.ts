// Registers the service worker where the server allows it, and activates a newer build on request.
import { serviceWorkerAddress } from "../domain/app/address.ts";
import { pageLock } from "../domain/app/page-lock.ts";
import type { PageMessage } from "../../workers/browser/service-worker.ts";

/** How long a page that starts waits for the newer build to take over. */
const startTakeOverMs = 3000;
/** The same after the user has asked for the newer build: a reload before it has taken over shows the old one again. */
const askedTakeOverMs = 15_000;

/** Only pages on https or localhost have service workers. */
function workers(): ServiceWorkerContainer | null {
  const isOn = document.documentElement.dataset["serviceWorker"] === "on";
  return isOn && "serviceWorker" in navigator ? navigator.serviceWorker : null;
}

/** Lets the newer build that waits take over. True once it has; false if none waits, or after `longestMs`. */
async function takeOver(longestMs: number): Promise<boolean> {
  const container = workers();
  const waiting = (await container?.getRegistration())?.waiting;
  if (!container || !waiting) return false;
  return new Promise((resolve) => {
    container.addEventListener("controllerchange", () => resolve(true), { once: true });
    setTimeout(() => resolve(false), longestMs);
    waiting.postMessage("take over" satisfies PageMessage);
  });
}

/**
 * Where a newer build waits when the page starts, the page starts with that build. Else keeps the files that this
 * page began with until it is left.
 */
export async function startBuild(): Promise<void> {
  if (!workers()) return;
  if (await takeOver(startTakeOverMs).catch(() => false)) {
    location.reload();
    // The page is left: nothing of it starts.
    return new Promise(() => undefined);
  }
  if (!("locks" in navigator)) return;
  // This module is in the script that the page begins with.
  const name = pageLock(new URL(import.meta.url).pathname);
  void navigator.locks.request(name, { mode: "shared" }, () => new Promise(() => undefined));
}

/** Registers the worker once the browser has nothing else to do: it fetches every file of the app. */
export function startServiceWorker(): void {
  const container = workers();
  if (!container) return;
  const register = () => {
    container.controller?.postMessage("started" satisfies PageMessage);
    void container.register(serviceWorkerAddress).catch((cause: unknown) => {
      console.warn("service worker", cause);
    });
  };
  if ("requestIdleCallback" in window) requestIdleCallback(register, { timeout: 10_000 });
  else setTimeout(register, 2000);
}

/** True if the files of this page are kept by a worker: then a newer build is used once it is kept as well. */
export function isKept(): boolean {
  return Boolean(workers()?.controller);
}

/** Looks on the server for a newer build. */
export async function findBuild(): Promise<void> {
  await (await workers()?.getRegistration())?.update();
}

/** Calls back when a newer build is kept, or has taken over in another tab. Returns the stop function. */
export function watchBuild(onReady: () => void): () => void {
  const container = workers();
  const stopping = new AbortController();
  const { signal } = stopping;
  let isControlled = isKept();
  container?.addEventListener(
    "controllerchange",
    () => {
      if (isControlled) onReady();
      isControlled = true;
    },
    { signal },
  );
  void container?.ready.then((registration) => {
    const look = () => {
      if (registration.waiting && container.controller && !signal.aborted) onReady();
    };
    const follow = () => registration.installing?.addEventListener("statechange", look, { signal });
    registration.addEventListener("updatefound", follow, { signal });
    follow();
    look();
  });
  return () => stopping.abort();
}

/** Reloads the page with the newest build. */
export function reloadUpdated(): void {
  const reload = () => location.reload();
  if (isKept()) void takeOver(askedTakeOverMs).then(reload, reload);
  else reload();
}
