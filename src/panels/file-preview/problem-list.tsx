// The list of refused items, each with its place. Equal ones are one line with their number.
import { foldProblems, type AnsweredCount, type FoldedProblem } from "../../domain/problem-fold.ts";
import type { Problem } from "../../domain/error.ts";
import { problemPlace, problemText, problemWords } from "../../state/shell/fault.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import css from "./file-preview.module.css";

type Shown = Problem & { message?: string | undefined };

/** More equal problems than this are folded. */
const FOLD_ABOVE = 3;
/** Places that a folded line names. */
const FIRST_PLACES = 3;

export function ProblemList({
  title,
  problems,
  counts,
}: {
  title: string;
  problems: readonly Shown[];
  /** How many there are in all, if not all are listed. */
  counts?: readonly AnsweredCount[];
}) {
  if (problems.length === 0) return null;
  const folded = foldProblems(problems, counts);
  const count = folded.reduce((sum, one) => sum + one.count, 0);
  const lines = folded.flatMap((one) =>
    one.count > FOLD_ABOVE
      ? [one]
      : one.problems.map((problem) => ({ problems: [problem], count: 1 })),
  );
  return (
    <details className={css.problems} open={lines.length <= 5}>
      <summary>
        {title} ({t("import:entries", { count, n: formatNumber(count) })})
      </summary>
      <ol>
        {keyed(lines, ({ problems: [first] }) => problemWords(first!)).map(([key, line]) => (
          <li key={key}>
            {line.count === 1 ? problemWords(line.problems[0]!) : <Folded {...line} />}
          </li>
        ))}
      </ol>
    </details>
  );
}

/** Each with a key of its words; of those with the same words, also which one of them it is. */
function keyed<One>(list: readonly One[], wordsOf: (one: One) => string): [string, One][] {
  const seen = new Map<string, number>();
  return list.map((one) => {
    const words = wordsOf(one);
    const before = seen.get(words) ?? 0;
    seen.set(words, before + 1);
    return [`${before} ${words}`, one];
  });
}

/** One line for equal problems: their number, the first places, and all that are listed below it. */
function Folded({ problems, count }: FoldedProblem<Shown>) {
  const texts = new Set(problems.map(problemText));
  const places = problems.map(problemPlace).filter((place) => place !== "");
  return (
    <details className={css.folded}>
      <summary>
        <strong>{t("import:fold.times", { count, n: formatNumber(count) })}</strong>{" "}
        {problemText(problems[0]!)}
        {places.length > 0 ? (
          <small>
            {t("import:fold.places", { places: places.slice(0, FIRST_PLACES).join("; ") })}
          </small>
        ) : null}
      </summary>
      <ul>
        {keyed(problems, problemWords).map(([key, problem]) => (
          <li key={key}>{texts.size === 1 ? problemPlace(problem) : problemWords(problem)}</li>
        ))}
      </ul>
      {count > problems.length ? (
        <p>
          {t("import:preview.more", {
            count: count - problems.length,
            n: formatNumber(count - problems.length),
          })}
        </p>
      ) : null}
    </details>
  );
}
