// What became of the findings between the two surveys. A press selects the components.
import { useAtomValue, useSetAtom } from "jotai";
import { plantCourses } from "../../domain/key-figure/plant-course.ts";
import { differenceAtom } from "../../state/plant/compare/compare.ts";
import { selectFindings } from "../../state/plant/compare/finding-change.ts";
import { keyFigureAtom } from "../../state/plant/column/key-figure.ts";
import { severityColoursAtom } from "../../state/plant/column/value-colour.ts";
import { keyFigureName } from "../../state/plant/column/value-words.ts";
import { formatNumber, formatShare, t } from "../../state/shell/locale.ts";
import { showFault } from "../../state/shell/toast.ts";
import { CountList } from "../../ui/chart/count-list.tsx";
import css from "./compare.module.css";

const rows = [
  { id: "new", symbol: "plus", severity: 3 },
  { id: "returned", symbol: "diamond", severity: 3 },
  { id: "persisting", symbol: "triangle", severity: 2 },
  { id: "resolved", symbol: "minus", severity: 0 },
  { id: "unmeasured", symbol: "square", severity: null },
] as const;

export function FindingChanges() {
  const difference = useAtomValue(differenceAtom);
  const keyFigure = useAtomValue(keyFigureAtom);
  const colours = useAtomValue(severityColoursAtom);
  const select = useSetAtom(selectFindings);
  if (difference.state !== "ready" || !difference.value.courses || !keyFigure) return null;
  const { counts, crossed } = difference.value.courses;
  const countOf = (id: (typeof rows)[number]["id"]) => counts[plantCourses.indexOf(id)] ?? 0;
  const sum = rows.reduce((all, { id }) => all + countOf(id), 0);
  return (
    <section className={css.counts} aria-label={t("compare:findings.title")}>
      <h3>{t("compare:findings.title")}</h3>
      <p className={css.note}>{t("compare:findings.lead", { name: keyFigureName(keyFigure) })}</p>
      {sum === 0 ? (
        <p>{t("compare:findings.none")}</p>
      ) : (
        <CountList
          label={t("compare:findings.title")}
          rows={rows.map(({ id, symbol, severity }) => ({
            id,
            name: t(`compare:findings.${id}`),
            symbol,
            colour: severity === null ? "var(--text-soft)" : colours[severity],
            count: formatNumber(countOf(id)),
            share: formatShare(countOf(id) / sum),
            part: countOf(id) / sum,
            isPressed: false,
            onPress: () => void select(id).catch(showFault),
          }))}
        />
      )}
      {crossed > 0 ? (
        <p className={css.note}>
          {t("compare:findings.crossed", { count: crossed, n: formatNumber(crossed) })}
        </p>
      ) : null}
    </section>
  );
}
