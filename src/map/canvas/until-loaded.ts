// Loads again what failed: after a pause, or at once when the network is back.
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/** Tries until it succeeds; null once `ended`. */
export async function untilLoaded<Value>(
  load: () => Promise<Value>,
  ended: AbortSignal,
): Promise<Value | null> {
  for (let wait = FIRST_WAIT_MS; !ended.aborted; wait = Math.min(LONGEST_WAIT_MS, wait * 2)) {
    try {
      return await load();
    } catch {
      await networkOr(wait, ended);
    }
  }
  return null;
}

/** Resolves when the browser gets a network, after the wait, or once `ended`. */
export function networkOr(wait: number, ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      ended.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, wait);
    window.addEventListener("online", done);
    ended.addEventListener("abort", done);
  });
}
