// Runs asynchronous work in parallel with a limit.

/**
 * Runs `work` on every item, at most `width` at a time; answers the results in the order of the items.
 * Takes items one by one, so that a generator creates the next one only when needed. Throws the first
 * failure after all running works have ended.
 */
export async function mapParallel<Item, Result>(
  items: Iterable<Item>,
  width: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const source = items[Symbol.iterator]();
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let item = source.next(); item.done !== true; item = source.next()) {
      const at = next++;
      results[at] = await work(item.value);
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: width }, worker));
  for (const end of ended) if (end.status === "rejected") throw end.reason;
  return results;
}
