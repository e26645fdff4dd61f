// A queue that takes turns between those who wait: who sends much does not delay who sends little.

export type FairQueue<Item> = {
  readonly size: number;
  add(owner: string, item: Item): void;
  /** The first item of the owner whose turn it is. */
  next(): Item | undefined;
  /** Takes an item out of the queue before its turn. */
  remove(owner: string, item: Item): void;
};

export function fairQueue<Item>(): FairQueue<Item> {
  /** A map keeps the order of insertion: an owner who was served goes to its end. */
  const waiting = new Map<string, Item[]>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    add(owner, item) {
      size += 1;
      const items = waiting.get(owner);
      if (items) items.push(item);
      else waiting.set(owner, [item]);
    },
    next() {
      for (const [owner, items] of waiting) {
        waiting.delete(owner);
        const item = items.shift();
        if (items.length > 0) waiting.set(owner, items);
        size -= 1;
        return item;
      }
      return undefined;
    },
    remove(owner, item) {
      const items = waiting.get(owner);
      const at = items?.indexOf(item) ?? -1;
      if (at < 0) return;
      items?.splice(at, 1);
      size -= 1;
      if (items?.length === 0) waiting.delete(owner);
    },
  };
}
