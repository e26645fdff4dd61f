// Reports when a call waits noticeably long for a proof of work.
type Listener = (isWaiting: boolean) => void;

const listeners = new Set<Listener>();
/** Long enough that fast machines never report a wait. */
const noticedMs = 800;

/** Calls back when a wait becomes noticeable and when it ends. Returns the stop function. */
export function onProofWait(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the promise, and reports a wait where it takes long. */
export async function reportWait<T>(wanted: Promise<T>): Promise<T> {
  const tell = (isWaiting: boolean) => {
    for (const listener of listeners) listener(isWaiting);
  };
  const timer = setTimeout(() => tell(true), noticedMs);
  try {
    return await wanted;
  } finally {
    clearTimeout(timer);
    tell(false);
  }
}
