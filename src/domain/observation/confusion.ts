// What the drone said against what people saw, class by class: the confusion table of an analysis.

export type ClassPair = { readonly drone: number; readonly person: number };

export type ClassAgreement = {
  readonly value: number;
  /** Components that people saw in this class, that the drone put into it, and both. */
  readonly seen: number;
  readonly said: number;
  readonly both: number;
};

export type Confusion<Pair extends ClassPair = ClassPair> = {
  /** Classes that occur, ascending. */
  readonly classes: readonly number[];
  /** Pairs by the drone's class and the person's, in the order of `classes`. */
  readonly cells: readonly (readonly (readonly Pair[])[])[];
  readonly count: number;
  /** Pairs with the same class. */
  readonly agreed: number;
  /**
   * Cohen's kappa: the agreement beyond what the frequencies of the classes give by chance; 1 is full agreement, 0
   * is chance. Null where chance alone gives full agreement.
   */
  readonly kappa: number | null;
  readonly byClass: readonly ClassAgreement[];
};

/** Null without pairs. */
export function confusionOf<Pair extends ClassPair>(
  pairs: readonly Pair[],
): Confusion<Pair> | null {
  const count = pairs.length;
  if (count === 0) return null;
  const classes = [...new Set(pairs.flatMap(({ drone, person }) => [drone, person]))].toSorted(
    (a, b) => a - b,
  );
  const cells = classes.map((drone) =>
    classes.map((person) => pairs.filter((pair) => pair.drone === drone && pair.person === person)),
  );
  const byClass = classes.map((value, at) => ({
    value,
    seen: cells.reduce((sum, row) => sum + row[at]!.length, 0),
    said: cells[at]!.reduce((sum, cell) => sum + cell.length, 0),
    both: cells[at]![at]!.length,
  }));
  const agreed = byClass.reduce((sum, { both }) => sum + both, 0);
  const chance = byClass.reduce((sum, { seen, said }) => sum + seen * said, 0) / count ** 2;
  const kappa = chance < 1 ? (agreed / count - chance) / (1 - chance) : null;
  return { classes, cells, count, agreed, kappa, byClass };
}
