// Layout of the tables of a photovoltaic plant: blocks on a grid, cut by an irregular outline.
import { hashed } from "../random.ts";

/** The tables of a plant; lengths in metres, from above. */
type RowShape = {
  readonly tablesPerRow: number;
  readonly rowsPerBlock: number;
  readonly rowPitch: number;
  readonly tableLength: number;
  readonly tableWidth: number;
  readonly seed: number;
};

/** Metres in the plant's frame (draft-writer.ts). */
export type Block = {
  readonly hull: { along: number; across: number; alongSize: number; acrossSize: number };
  readonly tables: readonly { along: number; across: number }[];
};

const BLOCK_ROAD = 8;
const TABLE_GAP = 0.8;
/** A wider road for trucks follows after this many blocks. */
const BLOCKS_PER_WIDE_ROAD = 4;
const WIDE_ROAD = 14;
/** The tables of smaller blocks are moved to other blocks. */
const FEWEST_TABLES = 10;

type Slot = {
  readonly block: number;
  readonly along: number;
  readonly across: number;
  readonly out: number;
};

/**
 * The `count` tables that are farthest inside the outline, by block from north to south and west to east,
 * row by row within a block.
 */
export function tablePlaces(shape: RowShape, count: number): Block[] {
  const step = {
    along: shape.tablesPerRow * (shape.tableLength + TABLE_GAP) + BLOCK_ROAD,
    across: shape.rowsPerBlock * shape.rowPitch + BLOCK_ROAD,
  };
  const perBlock = shape.rowsPerBlock * shape.tablesPerRow;
  const area = (count / perBlock) * step.along * step.across;
  const radius = Math.sqrt(area / Math.PI);
  // Wider than a circle with the plant's area, because the outline bulges.
  const columns = Math.ceil((radius * 1.7) / step.across) * 2 + 2;
  const rows = Math.ceil((radius * 1.7) / step.along) * 2 + 2;
  const slots: Slot[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      addSlots(slots, shape, row * columns + column, {
        along: -gridPlace(row, rows, step.along),
        across: gridPlace(column, columns, step.across),
      });
    }
  }
  return gather(shape, slots, count);
}

function gridPlace(index: number, count: number, step: number): number {
  const fromMiddle = index - (count - 1) / 2;
  const wide =
    Math.floor(index / BLOCKS_PER_WIDE_ROAD) - Math.floor(count / 2 / BLOCKS_PER_WIDE_ROAD);
  return fromMiddle * step + wide * (WIDE_ROAD - BLOCK_ROAD);
}

function addSlots(
  slots: Slot[],
  shape: RowShape,
  block: number,
  middle: { along: number; across: number },
): void {
  for (let r = 0; r < shape.rowsPerBlock; r++) {
    const across = middle.across + (r - (shape.rowsPerBlock - 1) / 2) * shape.rowPitch;
    for (let t = 0; t < shape.tablesPerRow; t++) {
      const fromMiddle = t - (shape.tablesPerRow - 1) / 2;
      const along = middle.along - fromMiddle * (shape.tableLength + TABLE_GAP);
      slots.push({ block, along, across, out: outside(shape.seed, along, across) });
    }
  }
}

/** Distance from the plant's centre divided by the outline's radius in that direction. */
function outside(seed: number, along: number, across: number): number {
  const angle = Math.atan2(across, along);
  let radius = 1;
  for (let wave = 2; wave <= 5; wave++) {
    const phase = hashed(seed, wave) * 2 * Math.PI;
    radius += (0.28 / wave) * Math.cos(wave * angle + phase);
  }
  return Math.hypot(along, across) / radius;
}

function gather(shape: RowShape, slots: Slot[], count: number): Block[] {
  const ranked = slots.toSorted((a, b) => a.out - b.out);
  const inside = new Map<number, number>();
  for (const { block } of ranked.slice(0, count)) inside.set(block, (inside.get(block) ?? 0) + 1);
  const fewest = Math.min(FEWEST_TABLES, Math.max(...inside.values()));
  const isBlock = (slot: Slot) => (inside.get(slot.block) ?? 0) >= fewest;
  const chosen = ranked.filter(isBlock).slice(0, count);
  const chosenSlots = new Set(chosen);
  const blocks = new Map<number, Slot[]>();
  for (const slot of slots) {
    if (!chosenSlots.has(slot)) continue;
    const tables = blocks.get(slot.block);
    if (tables === undefined) blocks.set(slot.block, [slot]);
    else tables.push(slot);
  }
  return [...blocks.values()].map((tables) => ({ hull: hullOf(shape, tables), tables }));
}

function hullOf(shape: RowShape, tables: readonly Slot[]): Block["hull"] {
  const along = tables.map((table) => table.along);
  const across = tables.map((table) => table.across);
  const [south, north] = [Math.min(...along), Math.max(...along)];
  const [west, east] = [Math.min(...across), Math.max(...across)];
  return {
    along: (south + north) / 2,
    across: (west + east) / 2,
    alongSize: north - south + shape.tableLength,
    acrossSize: east - west + shape.tableWidth,
  };
}
