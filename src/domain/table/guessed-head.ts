// Which row of a table is its head, where no name of it is known: the first one with most words.

/** Cells with a word: no number, and no date. Titles have few, and the rows below a head have at most as many. */
export function wordCount(cells: readonly (string | number)[]): number {
  const isWord = (cell: string | number) =>
    typeof cell === "string" && /\p{L}/u.test(cell) && !/^\s*[+\-.,]?\d/.test(cell);
  return cells.filter(isWord).length;
}
