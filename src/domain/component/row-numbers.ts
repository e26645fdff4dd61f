/**
 * The numbers from 0, one for each row. A loop: `Uint32Array.from` with a function takes twenty times as long, which a
 * level of a million modules makes felt.
 */
export function rowNumbers(count: number): Uint32Array {
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row += 1) rows[row] = row;
  return rows;
}
