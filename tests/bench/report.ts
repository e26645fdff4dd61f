// What every bench says, and the one table it is printed in.

export type BenchRow = {
  /** What was measured, its size included: "1,000,000 values: filter and sort". */
  readonly name: string;
  /** Unit of both numbers. */
  readonly unit: string;
  /** Null where the measurement did not come to an end. */
  readonly ours: number | null;
  /** What ours is held against. */
  readonly baseline: string;
  readonly theirs: number | null;
  /** True for throughput; absent for times, bytes and memory. */
  readonly higher_is_better?: boolean;
  /** The goal in words, and whether it was met. */
  readonly goal?: string;
  readonly met?: boolean;
  readonly note?: string;
};

export type Report = (row: BenchRow) => void;
/** The short form measures less of the same, within minutes. */
export type Form = "short" | "full";
export type BenchOptions = { readonly form: Form };
export type Bench = (report: Report, options: BenchOptions) => Promise<void>;

/** A goal that the full form alone judges, as the short one measures too little for it. */
export function fullGoal(form: Form, goal: string, met: boolean): Pick<BenchRow, "goal" | "met"> {
  return form === "full" ? { goal, met } : { goal: `${goal} (full form)` };
}

/** How many times better ours is: 20 means twenty times as fast, or a twentieth of the bytes. */
export function ratioOf(row: BenchRow): number | null {
  if (!row.ours || !row.theirs) return null;
  return row.higher_is_better ? row.ours / row.theirs : row.theirs / row.ours;
}

function figure(value: number | null, unit: string): string {
  if (value === null) return "-";
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return `${value.toLocaleString("en", { maximumFractionDigits: digits })} ${unit}`;
}

function goalWords({ goal, met }: BenchRow): string {
  if (goal === undefined) return "";
  return met === undefined ? `goal: ${goal}` : `${met ? "met" : "MISSED"}: ${goal}`;
}

/** Name, ours, baseline, ratio, goal and note. */
function cellsOf(row: BenchRow): string[] {
  const ratio = ratioOf(row);
  return [
    row.name,
    figure(row.ours, row.unit),
    `${row.baseline}: ${figure(row.theirs, row.unit)}`,
    ratio === null ? "-" : `${ratio.toLocaleString("en", { maximumSignificantDigits: 3 })} x`,
    goalWords(row),
    row.note ?? "",
  ];
}

/** One row by itself, as it is printed when it was measured. */
export function lineOf(row: BenchRow): string {
  const [name, ours, baseline, ratio, goal] = cellsOf(row);
  return [name, ours, baseline, ratio, goal].filter(Boolean).join(" | ");
}

/** The rows as lines of one table with a heading. */
export function table(rows: readonly BenchRow[]): string {
  const cells = rows.map(cellsOf);
  const heading = ["measured", "ours", "baseline", "ratio", "goal", "note"];
  const widths = heading.map((word, column) =>
    column === heading.length - 1
      ? 0
      : Math.max(word.length, ...cells.map((line) => line[column]?.length ?? 0)),
  );
  const line = (parts: readonly string[]) =>
    parts
      .map((part, column) => part.padEnd(widths[column] ?? 0))
      .join(" | ")
      .trimEnd();
  return [line(heading), line(widths.map((width) => "-".repeat(width))), ...cells.map(line)].join(
    "\n",
  );
}
