// Files in pieces of as many cells as the page can write between two presses of its user.
import { expect, it } from "vitest";
import { csvFile } from "./csv-file.ts";
import type { ExportCells } from "./export-request.ts";
import { CELLS_PER_PIECE, eachPiece } from "./pieces.ts";
import { xlsxExport } from "./xlsx-file.ts";

/** As many columns as a file of findings has, and as many rows as a large survey. */
const [COLUMNS, ROWS] = [40, 10_000];

/** The most cells that are read between two pauses, and all of them. */
async function cellsBetweenPauses(
  write: (
    rows: Uint32Array,
    columns: ExportCells[],
    pause: () => Promise<true>,
  ) => Promise<unknown>,
) {
  let [most, own, all] = [0, 0, 0];
  const at = (row: number) => {
    own += 1;
    all += 1;
    return `cell ${row}`;
  };
  const columns = Array.from({ length: COLUMNS }, (_, key) => {
    return { header: `${key}`, key: `${key}`, isNumber: false, at };
  });
  const rows = Uint32Array.from({ length: ROWS }, (_, row) => row);
  await write(rows, columns, async () => {
    [most, own] = [Math.max(most, own), 0];
    return true;
  });
  return { most, all };
}

it.each([
  ["CSV", csvFile],
  [
    "Excel",
    (...[rows, columns, pause]: Parameters<typeof csvFile>) =>
      xlsxExport("Findings", rows, columns, pause),
  ],
] as const)("%s writes few cells at once, however many columns there are", async (_, write) => {
  const { most, all } = await cellsBetweenPauses(write);
  expect(all).toBe(COLUMNS * ROWS);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(CELLS_PER_PIECE);
});

it("a row that is longer than a piece is one by itself", async () => {
  const sizes: number[] = [];
  const rows = Uint32Array.of(5, 6, 7);
  await eachPiece(
    rows,
    CELLS_PER_PIECE + 1,
    (piece) => void sizes.push(piece.length),
    async () => true,
  );
  expect(sizes).toEqual([1, 1, 1]);
});
