// Goals of an evaluation: what is found above the stated limit, what is said of healthy components, and intervals.
import { fullGoal, type BenchRow, type Form } from "../report.ts";

/** Of one class of components, over all surveys. */
export type Judged = {
  /** Ill ones above the stated limit of their survey, those of them that were found, and those without a sure value. */
  ill: number;
  found: number;
  open: number;
  /** Healthy ones that are called valid, and those of them with a finding. */
  healthy: number;
  wrong: number;
  /** Values with an uncertainty, and those whose interval has the truth. */
  values: number;
  covered: number;
};
export type JudgedClasses = Map<string, Judged>;

export function judgedOf(classes: JudgedClasses, name: string): Judged {
  const known = classes.get(name);
  if (known) return known;
  const fresh = { ill: 0, found: 0, open: 0, healthy: 0, wrong: 0, values: 0, covered: 0 };
  classes.set(name, fresh);
  return fresh;
}

const LEAST_RECALL = 0.98;
const MOST_WRONG = 0.005;
const COVERAGE = [0.93, 0.98] as const;
/** Of the normal distribution, both sides. */
const Z = 1.96;

/** Where a share lies with 95 %, by so many of so many (Wilson 1927). */
function shareRange(part: number, of: number): readonly [low: number, high: number] {
  const [share, square] = [part / of, Z * Z];
  const middle = (share + square / (2 * of)) / (1 + square / of);
  const half =
    (Z / (1 + square / of)) * Math.sqrt((share * (1 - share)) / of + square / (4 * of * of));
  return [middle - half, middle + half];
}

/** Whether chance leaves it open that a share lies between two others. */
function mayLie(part: number, of: number, [least, most]: readonly [number, number]): boolean {
  const [low, high] = shareRange(part, of);
  return low <= most && high >= least;
}

/** The rows of a report. @param of what was surveyed, in words */
export function goalRows(classes: JudgedClasses, of: string, form: Form): BenchRow[] {
  const all = [...classes.values()];
  const sum = (key: keyof Judged) => all.reduce((total, one) => total + one[key], 0);
  const row = (name: string, part: number, whole: number, note: string): BenchRow => ({
    name: `${name}; ${of}`,
    unit: "%",
    ours: whole === 0 ? null : (100 * part) / whole,
    baseline: "",
    theirs: null,
    note,
  });
  const [ill, found, healthy, wrong] = [sum("ill"), sum("found"), sum("healthy"), sum("wrong")];
  const rows: BenchRow[] = [
    {
      ...row(
        "found above the stated limit",
        found,
        ill,
        `${found} of ${ill}; ${sum("open")} more have no sure value`,
      ),
      higher_is_better: true,
      ...fullGoal(form, "at least 98 %", found >= LEAST_RECALL * ill),
    },
    {
      ...row("healthy and valid with a finding", wrong, healthy, `${wrong} of ${healthy}`),
      ...fullGoal(form, "at most 0.5 %", wrong <= MOST_WRONG * healthy),
    },
  ];
  for (const [name, { values, covered }] of classes) {
    if (values === 0) continue;
    rows.push({
      ...row(`${name}: in their 95 % interval`, covered, values, `${covered} of ${values}`),
      ...fullGoal(form, "93 to 98 %, as far as chance says", mayLie(covered, values, COVERAGE)),
    });
  }
  return rows;
}
