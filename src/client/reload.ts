// The reload after a session ended: what a person has just written is kept on the device first.

/** Milliseconds in which what failed with the session begins to be kept, and the longest that keeping without files may take. */
const [BEGINS_MS, LONGEST_MS] = [50, 5000];
/** What a slow phone reads, hashes and writes at least: files of 24 MB may take two minutes. */
const SLOWEST_BYTES_PER_MS = 200;
/** What is being kept, with the longest that it may take. */
const held = new Map<Promise<unknown>, number>();

/**
 * A reload that follows waits until this has ended.
 * @param work begins before the first `await` after the failure: a reload looks for it soon
 * @param bytes of the files that are read and kept by it
 */
export function finishBeforeReload<T>(work: Promise<T>, bytes = 0): Promise<T> {
  held.set(work, LONGEST_MS + bytes / SLOWEST_BYTES_PER_MS);
  const end = () => held.delete(work);
  work.then(end, end);
  return work;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Reloads the page once what is being kept on the device is there. */
export async function reloadPage(): Promise<void> {
  await pause(BEGINS_MS);
  // More may begin while it waits.
  while (held.size > 0) {
    const ends = [...held].map(async ([work, longest_ms]) => {
      await Promise.race([work.catch(() => undefined), pause(longest_ms)]);
      held.delete(work);
    });
    await Promise.all(ends);
  }
  location.reload();
}
