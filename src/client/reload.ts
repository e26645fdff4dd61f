// The reload after a session ended: what a person has just written is kept on the device first.

/** Milliseconds in which what failed with the session begins to be kept, and the longest that keeping it may take. */
const [BEGINS_MS, LONGEST_MS] = [50, 5000];
const held = new Set<Promise<unknown>>();

/** A reload that follows waits until this has ended. */
export function finishBeforeReload<T>(work: Promise<T>): Promise<T> {
  held.add(work);
  const end = () => held.delete(work);
  work.then(end, end);
  return work;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Reloads the page once what is being kept on the device is there. */
export async function reloadPage(): Promise<void> {
  await pause(BEGINS_MS);
  await Promise.race([Promise.allSettled(held), pause(LONGEST_MS)]);
  location.reload();
}
