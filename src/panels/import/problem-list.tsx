// The list of refused items, each with its location.
import { t } from "../../state/shell/locale.ts";
import css from "./import.module.css";

export function ProblemList({ title, problems }: { title: string; problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <details className={css.problems} open={problems.length <= 5}>
      <summary>
        {title} ({t("import:entries", { count: problems.length })})
      </summary>
      <ol>
        {problems.map((problem, at) => (
          // The index is the key, because two problems can have the same text.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>{problem}</li>
        ))}
      </ol>
    </details>
  );
}
