// A newer app is on the server: count down and reload, but never while there is unsaved work.
import { atom, type createStore } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import { reloadUpdated } from "../../client/service-worker.ts";
import { appVersion, watchVersion } from "../../client/version.ts";
import { limits } from "../../domain/limits.ts";
import { unsavedWorkAtom, leave } from "./leave.ts";
import { valueOf } from "./loaded.ts";
import { isOnlineAtom } from "./online.ts";
import { isSendingAtom } from "./sending.ts";
import { meAtom } from "../account/me.ts";

export { appVersion };

/** Whether the dialog with the release notes is open. */
export const releaseNotesOpenAtom = atom(false);

const newerAtom = atom<string | null>(null);
const secondsAtom = atom<number>(limits.updateCountdownS);

/** The newer version; null where there is none, and while an upload runs. */
export const newerVersionAtom = atom((get) => {
  const isUploading = get(unsavedWorkAtom).some(({ kind }) => kind === "uploading");
  return isUploading ? null : get(newerAtom);
});

/** What the reload waits for; null while it waits for nothing. */
export const updateHeldAtom = atom((get): "unsaved" | "sending" | "offline" | null => {
  if (get(unsavedWorkAtom).length > 0) return "unsaved";
  if (get(isSendingAtom)) return "sending";
  return get(isOnlineAtom) ? null : "offline";
});

/** Seconds until the page reloads; null while the reload waits. */
export const updateSecondsAtom = atom((get) =>
  get(updateHeldAtom) === null ? Math.max(0, get(secondsAtom)) : null,
);

/** Reloads now; asks first where work would be lost. */
export function updateNow(reload: () => unknown = reloadUpdated): void {
  leave(reload, "page");
}

/**
 * Watches for a newer version and reloads 60 s after it was found. Unsaved work stops the countdown, which
 * restarts once there is none; it pauses while something is sent and without a network. Its last five seconds begin
 * again with each click or key, because a form that is about to open is no unsaved work yet. Returns the stop function.
 */
export function startUpdate(
  store: ReturnType<typeof createStore>,
  reload: () => unknown = reloadUpdated,
): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const use = () => {
    store.set(secondsAtom, (left) => Math.max(left, limits.updateQuietS));
  };
  const using = new AbortController();
  const tick = () => {
    const held = store.get(updateHeldAtom);
    if (held === "unsaved") store.set(secondsAtom, limits.updateCountdownS);
    if (held !== null) return;
    store.set(secondsAtom, (left) => left - 1);
    if (store.get(secondsAtom) <= 0) {
      clearInterval(timer);
      reload();
    }
  };
  // Watched, because the countdown reads it.
  const stopHolds = store.sub(updateHeldAtom, () => undefined);
  const stopWatch = watchVersion((version) => {
    store.set(newerAtom, version);
    store.set(secondsAtom, limits.updateCountdownS);
    timer = setInterval(tick, 1000);
    const options = { signal: using.signal, capture: true, passive: true };
    for (const kind of ["pointerdown", "keydown", "wheel"]) {
      window.addEventListener(kind, use, options);
    }
  });
  return () => {
    clearInterval(timer);
    using.abort();
    stopHolds();
    stopWatch();
    store.set(newerAtom, null);
  };
}

/** Reports the running version to the server, unless it knows it already. */
export const reportVersion = atom(null, async (get) => {
  const me = valueOf(get(meAtom));
  if (!me || me.last_used_webapp_version === appVersion) return;
  const body = { used_webapp_version: appVersion };
  // A failure does not matter: the next visit reports again.
  await call(api.session.updateAppVersion, { body }).catch(() => undefined);
});
