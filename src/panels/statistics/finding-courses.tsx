// What became of the findings over all analyses of the plant. A press selects the components.
import { useAtomValue, useSetAtom } from "jotai";
import { plantCourses, type PlantCourse } from "../../domain/key-figure/plant-course.ts";
import type { Severity } from "../../domain/key-figure/key-figure.ts";
import { findingCoursesAtom, selectCourse } from "../../state/plant/column/statistics.ts";
import { severityColoursAtom } from "../../state/plant/column/value-colour.ts";
import { formatNumber, formatShare, t } from "../../state/shell/locale.ts";
import { showFault } from "../../state/shell/toast.ts";
import { CountList } from "../../ui/chart/count-list.tsx";
import type { MarkSymbol } from "../../ui/chart/severity-mark.tsx";
import css from "./statistics.module.css";

const marks = {
  new: ["plus", 3],
  returned: ["diamond", 3],
  persisting: ["triangle", 2],
  resolved: ["minus", 0],
  unmeasured: ["square", null],
  resolved_before: ["minus", 0],
  never: ["circle", 0],
  unknown: ["square", null],
} as const satisfies Record<PlantCourse, readonly [MarkSymbol, Severity | null]>;

export function FindingCourses() {
  const courses = useAtomValue(findingCoursesAtom);
  const colours = useAtomValue(severityColoursAtom);
  const select = useSetAtom(selectCourse);
  if (courses.state !== "ready" || courses.value.asked.columns.length < 2) return null;
  const { counts, asked } = courses.value;
  const all = counts.reduce((sum, count) => sum + count, 0);
  return (
    <section className={css.block} aria-label={t("statistics:courses.title")}>
      <h3>{t("statistics:courses.title")}</h3>
      <p className={css.sum}>{t("statistics:courses.lead", { n: asked.columns.length })}</p>
      <CountList
        label={t("statistics:courses.title")}
        rows={plantCourses.map((id, at) => {
          const [symbol, severity] = marks[id];
          const count = counts[at] ?? 0;
          const part = all > 0 ? count / all : 0;
          return {
            id,
            name: t(`statistics:courses.${id}`),
            symbol,
            colour: severity === null ? "var(--text-soft)" : colours[severity],
            count: formatNumber(count),
            share: formatShare(part),
            part,
            isPressed: false,
            onPress: () => void select(id).catch(showFault),
          };
        })}
      />
    </section>
  );
}
