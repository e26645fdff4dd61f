// A long file as a Blob, written in pieces with a pause between them.
import type { Pause } from "./export-request.ts";

/**
 * So few that every format writes them within some milliseconds: others are answered between two pieces. Cells are counted,
 * because a row of findings has forty and a row of an image a thousand.
 */
export const CELLS_PER_PIECE = 4000;
/** A row has its own cost, however few cells it has. */
const ROWS_PER_PIECE = 500;

type Text = {
  /** Cells of a row. */
  readonly width: number;
  readonly head: string;
  readonly row: (row: number, place: number) => string;
  readonly foot?: string;
  readonly type: string;
};

/**
 * Calls `write` with one piece of the rows after the other, and the place of its first row; false once `pause` answers false.
 * @param width cells of a row: a piece has at most `CELLS_PER_PIECE` of them, or one row
 * @param of the rows are those from `before` among so many of the whole file
 */
export async function eachPiece(
  rows: Uint32Array,
  width: number,
  write: (piece: Uint32Array, start: number) => void,
  pause: Pause,
  { before, of } = { before: 0, of: rows.length },
): Promise<boolean> {
  const count = Math.max(1, Math.min(ROWS_PER_PIECE, Math.floor(CELLS_PER_PIECE / width)));
  for (let start = 0; start < rows.length; start += count) {
    const piece = rows.subarray(start, start + count);
    write(piece, start);
    if (!(await pause(before + start + piece.length, of))) return false;
  }
  return true;
}

/** The file; null once `pause` answers false. */
export async function pieces(
  rows: Uint32Array,
  { width, head, row, foot = "", type }: Text,
  pause: Pause,
): Promise<Blob | null> {
  const parts: BlobPart[] = [head];
  const write = (some: Uint32Array, start: number) => {
    let piece = "";
    some.forEach((one, at) => {
      piece += row(one, start + at);
    });
    // Separate blobs let the browser move the text out of memory.
    parts.push(new Blob([piece]));
  };
  return (await eachPiece(rows, width, write, pause)) ? new Blob([...parts, foot], { type }) : null;
}
