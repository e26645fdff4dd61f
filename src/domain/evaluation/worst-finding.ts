// The findings of a survey by how bad they are, for what is made of the worst ones.
import { severitiesOf } from "../column/column-severity.ts";
import { keyFigureByKey } from "../key-figure/key-figure.ts";

/** The key figure that judges each surveyed type. */
const judging = {
  module: "class_of_abnormality",
  absorber_tube: "glass_tube_temperature",
} as const;
const WORST = 3;

/** Rows of findings (watch or worse, by the limits of the catalogue): the worst first, then by row. */
export function worstFindings(
  type: keyof typeof judging,
  columns: Readonly<Record<string, Float32Array | Uint8Array>>,
): number[] {
  const figure = keyFigureByKey(judging[type])!;
  const values = columns[figure.key];
  if (!values) return [];
  const severities = severitiesOf(values, figure, figure.limits);
  const found: number[][] = Array.from({ length: WORST }, () => []);
  for (const [row, severity] of severities.entries()) {
    if (severity >= 1 && severity <= WORST) found[WORST - severity]!.push(row);
  }
  return found.flat();
}
