// A long file as a Blob, written in pieces with a pause between them.
import type { Pause } from "./export-request.ts";

/** So few that every format writes them within some milliseconds: others are answered between two pieces. */
const ROWS_PER_PIECE = 500;

type Text = {
  readonly head: string;
  readonly row: (row: number, place: number) => string;
  readonly foot?: string;
  readonly type: string;
};

/**
 * Calls `write` with one piece of the rows after the other, and the place of its first row; false once `pause` answers false.
 * @param of the rows are those from `before` among so many of the whole file
 */
export async function eachPiece(
  rows: Uint32Array,
  write: (piece: Uint32Array, start: number) => void,
  pause: Pause,
  { before, of } = { before: 0, of: rows.length },
): Promise<boolean> {
  for (let start = 0; start < rows.length; start += ROWS_PER_PIECE) {
    const piece = rows.subarray(start, start + ROWS_PER_PIECE);
    write(piece, start);
    if (!(await pause(before + start + piece.length, of))) return false;
  }
  return true;
}

/** The file; null once `pause` answers false. */
export async function pieces(
  rows: Uint32Array,
  { head, row, foot = "", type }: Text,
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
  return (await eachPiece(rows, write, pause)) ? new Blob([...parts, foot], { type }) : null;
}
