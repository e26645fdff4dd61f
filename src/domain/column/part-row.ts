// The parts of one container without walking over all parts. Rows of all levels follow a curve over the plant, so the
// parts of a container lie in few blocks of rows.
import { NO_ROW } from "../component/component-index.ts";

/** Rows of a block. */
const BLOCK = 256;

type Span = { readonly lowest: Uint32Array; readonly highest: Uint32Array };

const known = new WeakMap<Uint32Array, Span>();

/** The lowest and the highest container of each block; found once per array, in one pass. */
function spansOf(containers: Uint32Array): Span {
  const found = known.get(containers);
  if (found) return found;
  const blocks = Math.ceil(containers.length / BLOCK);
  const lowest = new Uint32Array(blocks);
  const highest = new Uint32Array(blocks);
  for (let block = 0; block < blocks; block += 1) {
    const end = Math.min(containers.length, (block + 1) * BLOCK);
    let [low, high] = [NO_ROW, 0];
    for (let row = block * BLOCK; row < end; row += 1) {
      const container = containers[row]!;
      if (container < low) low = container;
      if (container > high && container !== NO_ROW) high = container;
    }
    lowest[block] = low;
    highest[block] = high;
  }
  const made = { lowest, highest };
  known.set(containers, made);
  return made;
}

/** Makes ready for questions, while all parts are walked over anyway. */
export function preparePartsOf(containers: Uint32Array): void {
  spansOf(containers);
}

/**
 * Calls with the row of each part of a container, in order. Right for every order of the rows, and fast where the parts
 * of a container are near each other.
 * @param containers by part the row of the component that contains it, NO_ROW for none; not written to afterwards
 */
export function eachPart(
  containers: Uint32Array,
  container: number,
  visit: (part: number) => void,
): void {
  const { lowest, highest } = spansOf(containers);
  for (let block = 0; block < lowest.length; block += 1) {
    if (container < lowest[block]! || container > highest[block]!) continue;
    const end = Math.min(containers.length, (block + 1) * BLOCK);
    for (let row = block * BLOCK; row < end; row += 1) {
      if (containers[row] === container) visit(row);
    }
  }
}
