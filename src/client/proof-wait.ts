// Tells when somebody waits for a proof of work for longer than goes unnoticed.
type Listener = (isWaiting: boolean) => void;

const listeners = new Set<Listener>();
/** Long enough that quick machines never say so. */
const noticedMs = 800;

/** Calls back when a wait gets noticeable and when it is over; answers how to stop. */
export function onProofWait(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Passes the promise on, and says so where it takes its time. */
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
