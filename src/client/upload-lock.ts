// Uploads of several tabs: each upload runs in one tab, and every tab knows what the others are sending.

/** What one tab is sending now; without files it has ended. */
export type TabUploads = {
  readonly tab: string;
  readonly files: number;
  readonly sent: number;
  readonly total: number;
};

/** Names this page; a reloaded page is another one. */
export const tab = crypto.randomUUID();
const CHANNEL = "uploads";

let channel: BroadcastChannel | null | undefined;
function open(): BroadcastChannel | null {
  channel ??= typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);
  return channel;
}

/** Says to the other tabs what this one is sending. */
export function tellTabs(uploads: Omit<TabUploads, "tab">): void {
  open()?.postMessage({ tab, ...uploads } satisfies TabUploads);
}

/** Calls back with what another tab says. Returns the stop function. */
export function onOtherTabs(listener: (uploads: TabUploads) => void): () => void {
  const heard = ({ data }: MessageEvent<TabUploads>) => listener(data);
  const opened = open();
  opened?.addEventListener("message", heard);
  return () => opened?.removeEventListener("message", heard);
}

const hasLocks = () => typeof navigator !== "undefined" && "locks" in navigator;
const nameOf = (page: string) => `uploads of ${page}`;
let isHeld = false;

/** Lets other tabs know that this one has uploads, until it is closed, reloaded or crashes. */
export function holdTab(): void {
  if (isHeld || !hasLocks()) return;
  isHeld = true;
  void navigator.locks.request(nameOf(tab), () => new Promise(() => undefined));
}

/** A function that says whether a tab with uploads is open. Only pages on https or localhost know. */
export async function openTabs(): Promise<(page: string) => boolean> {
  const { held = [] } = hasLocks() ? await navigator.locks.query() : {};
  const names = new Set(held.map(({ name }) => name));
  return (page) => names.has(nameOf(page));
}

/**
 * Runs the work while no other tab may run it; answers false, without running it, while another tab does.
 * The browser ends the claim with the tab, also after a crash.
 */
export async function runInOneTab(upload_id: number, work: () => Promise<void>): Promise<boolean> {
  // Only pages on https or localhost have locks.
  if (!hasLocks()) {
    await work();
    return true;
  }
  return navigator.locks.request(`upload ${upload_id}`, { ifAvailable: true }, async (lock) => {
    if (lock !== null) await work();
    return lock !== null;
  });
}
