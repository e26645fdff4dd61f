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

/** 97.5 % of Student's distribution by degrees of freedom, from 1 on; the last one for more. */
const STUDENT = [12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.2] as const;

/**
 * Whether chance leaves it open that the share of values in their intervals lies between two others. Modules of one
 * survey are wrong alike: by what the few tables around differ, or by the weather. So chance is what surveys differ by,
 * and one survey alone says nothing.
 * @param own of one class, by survey
 */
function mayLie(own: readonly Judged[], [least, most]: readonly [number, number]): boolean {
  const counted = own.filter(({ values }) => values > 0);
  if (counted.length < 2) return true;
  const sum = (of: (one: Judged) => number) => counted.reduce((total, one) => total + of(one), 0);
  const values = sum((one) => one.values);
  const share = sum((one) => one.covered) / values;
  const usual = values / counted.length;
  const squares = sum((one) => ((one.covered - share * one.values) / usual) ** 2);
  const t = STUDENT[Math.min(counted.length - 1, STUDENT.length) - 1]!;
  const reach = t * Math.sqrt(squares / counted.length / (counted.length - 1));
  const [low, high] = shareRange(
    sum((one) => one.covered),
    values,
  );
  return Math.min(low, share - reach) <= most && Math.max(high, share + reach) >= least;
}

/** Of all surveys together. */
function wholeOf(surveys: readonly JudgedClasses[]): JudgedClasses {
  const whole: JudgedClasses = new Map();
  for (const survey of surveys)
    for (const [name, one] of survey) {
      const sum = judgedOf(whole, name);
      for (const key of Object.keys(sum) as (keyof Judged)[]) sum[key] += one[key];
    }
  return whole;
}

/** The rows of a report. @param of what was surveyed, in words */
export function goalRows(surveys: readonly JudgedClasses[], of: string, form: Form): BenchRow[] {
  const classes = wholeOf(surveys);
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
  for (const [name, { ill, found: seen, values, covered }] of classes) {
    if (ill > 0) rows.push(row(`${name}: found`, seen, ill, `${seen} of ${ill}`));
    if (values === 0) continue;
    rows.push({
      ...row(`${name}: in their 95 % interval`, covered, values, `${covered} of ${values}`),
      ...fullGoal(
        form,
        "93 to 98 %, as far as chance says",
        mayLie(
          surveys.flatMap((survey) => survey.get(name) ?? []),
          COVERAGE,
        ),
      ),
    });
  }
  return rows;
}
