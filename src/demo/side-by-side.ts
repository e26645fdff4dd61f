// Several waits at once: while one file is packed or synced, the next is made.

/**
 * Runs `work` on every item, at most `width` at a time, and answers the results in order of the items.
 * Items are taken one by one, so that a generator makes the next only when there is room for it.
 * The first failure is thrown once the works under way have ended.
 */
export async function sideBySide<Item, Result>(
  items: Iterable<Item>,
  width: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const source = items[Symbol.iterator]();
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let item = source.next(); item.done !== true; item = source.next()) {
      const at = next++;
      results[at] = await work(item.value);
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: width }, lane));
  for (const lane of ended) if (lane.status === "rejected") throw lane.reason;
  return results;
}
