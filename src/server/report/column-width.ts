// How wide the columns of a table are, in points: a number is never broken over two lines.

export type Wanted = {
  /** Of the paper, by the layout of the table. */
  readonly width: number;
  /** What its longest word takes with its borders. */
  readonly word: number;
  readonly isNumber: boolean;
};

/** A column of words gives so much of its width to numbers; its words may break then. */
const MOST_GIVEN = 0.4;

/**
 * The widths, which fill the paper as before: a column of numbers has room for its longest number, and the others give what
 * it lacks, each in proportion to what it can spare. Where all of it is not enough, numbers get what there is.
 */
export function columnWidths(columns: readonly Wanted[]): number[] {
  const lacks = columns.map(({ width, word, isNumber }) =>
    isNumber ? Math.max(0, word - width) : 0,
  );
  const spares = columns.map(({ width, word, isNumber }) =>
    isNumber ? Math.max(0, width - word) : width * MOST_GIVEN,
  );
  const [lack, spare] = [sumOf(lacks), sumOf(spares)];
  if (lack === 0 || spare === 0) return columns.map(({ width }) => width);
  const given = Math.min(lack, spare);
  return columns.map(
    ({ width }, at) => width + (given * lacks[at]!) / lack - (given * spares[at]!) / spare,
  );
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);
