// A long text as a Blob, written in pieces with a pause between them.
import type { Pause } from "./export-request.ts";

const ROWS_PER_PIECE = 20_000;

type Text = {
  readonly head: string;
  readonly row: (row: number, place: number) => string;
  readonly foot?: string;
  readonly type: string;
};

/** The file; null once `pause` answers false. */
export async function pieces(
  rows: Uint32Array,
  { head, row, foot = "", type }: Text,
  pause: Pause,
): Promise<Blob | null> {
  const parts: BlobPart[] = [head];
  for (let start = 0; start < rows.length; start += ROWS_PER_PIECE) {
    let piece = "";
    rows.subarray(start, start + ROWS_PER_PIECE).forEach((one, at) => {
      piece += row(one, start + at);
    });
    // Separate blobs let the browser move the text out of memory.
    parts.push(new Blob([piece]));
    if (!(await pause())) return null;
  }
  return new Blob([...parts, foot], { type });
}
