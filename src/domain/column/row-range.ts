// Rows as a short text for an address: ascending ranges, each as the distance from the previous one.

const MAX_ROWS = 4_000_000;

/**
 * `4 5 6 9` becomes `4-2.3`: distance from the end of the range before (base 36), then how many more
 * follow without a gap. `rows` ascending without repeats.
 */
export function encodeRows(rows: ArrayLike<number>): string {
  const parts: string[] = [];
  let end = 0;
  for (let i = 0; i < rows.length;) {
    const start = rows[i]!;
    let more = 0;
    while (i + more + 1 < rows.length && rows[i + more + 1] === start + more + 1) more += 1;
    const gap = (start - end).toString(36);
    parts.push(more === 0 ? gap : `${gap}-${more.toString(36)}`);
    end = start + more;
    i += more + 1;
  }
  return parts.join(".");
}

/** The rows of a text from `encodeRows`, or null if the text has another form. */
export function decodeRows(text: string): Uint32Array | null {
  if (text === "") return new Uint32Array(0);
  if (!/^[0-9a-z]{1,6}(-[0-9a-z]{1,6})?(\.[0-9a-z]{1,6}(-[0-9a-z]{1,6})?)*$/.test(text))
    return null;
  const ranges = text.split(".").map((part) => {
    const [gap, more = "0"] = part.split("-");
    return [Number.parseInt(gap!, 36), Number.parseInt(more, 36)] as const;
  });
  const count = ranges.reduce((sum, [, more]) => sum + more + 1, 0);
  if (count > MAX_ROWS) return null;
  const rows = new Uint32Array(count);
  let at = 0;
  let end = 0;
  for (const [index, [gap, more]] of ranges.entries()) {
    if (index > 0 && gap === 0) return null;
    for (let row = end + gap; row <= end + gap + more; row += 1) rows[at++] = row;
    end += gap + more;
  }
  return end > 0xfffffffe ? null : rows;
}
