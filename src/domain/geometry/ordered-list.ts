// A list in an order that only its user knows, with a cursor. It is kept in blocks, so that a member is
// found by few comparisons and inserted by moving few others.

export type OrderedList = {
  /** Moves the cursor behind the members for which `isBefore` holds; they come first. */
  seek(isBefore: (member: number) => boolean): void;
  /** The member before the cursor, or -1. */
  before(): number;
  /** The member after the cursor, or -1. */
  after(): number;
  /** Inserts a member at the cursor, which is behind it then. */
  insert(member: number): void;
  removeAfter(): void;
};

const MAX_BLOCK = 512;

export function orderedList(): OrderedList {
  /** Never empty, except for a single block. */
  const blocks: number[][] = [[]];
  let block = 0;
  let at = 0;

  /** The first of `length` places at which `isBefore` does not hold. */
  const search = (length: number, isBefore: (place: number) => boolean) => {
    let low = 0;
    let high = length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(middle)) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    seek(isBefore) {
      const later = search(blocks.length, (i) => blocks[i]!.length > 0 && isBefore(blocks[i]![0]!));
      block = Math.max(0, later - 1);
      const members = blocks[block]!;
      at = later === 0 ? 0 : 1 + search(members.length - 1, (i) => isBefore(members[i + 1]!));
    },
    before: () => (at > 0 ? blocks[block]![at - 1]! : (blocks[block - 1]?.at(-1) ?? -1)),
    after: () => blocks[block]![at] ?? blocks[block + 1]?.[0] ?? -1,
    insert(member) {
      const members = blocks[block]!;
      members.splice(at, 0, member);
      at += 1;
      if (members.length <= MAX_BLOCK) return;
      const upper = members.splice(MAX_BLOCK >> 1);
      blocks.splice(block + 1, 0, upper);
      if (at <= members.length) return;
      at -= members.length;
      block += 1;
    },
    removeAfter() {
      if (at === blocks[block]!.length && block + 1 < blocks.length) {
        block += 1;
        at = 0;
      }
      const members = blocks[block]!;
      members.splice(at, 1);
      if (members.length > 0 || blocks.length === 1) return;
      blocks.splice(block, 1);
      if (block < blocks.length) return;
      block -= 1;
      at = blocks[block]!.length;
    },
  };
}
