// The report of a digital twin import: counts per component type, corrections, skipped items.
import { z } from "zod";
import { componentTypeShape } from "../../domain/column/filter.ts";
import { problemShape } from "../../domain/error-shape.ts";
import type { Task } from "../../domain/analysis/task.ts";
import { twinChangesOf } from "../../state/import/twin-preview.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { ProblemList } from "../file-preview/problem-list.tsx";
import { TwinChangeTable } from "./twin-changes.tsx";
import { TwinColumns } from "./twin-columns.tsx";
import { TwinNotes } from "./twin-notes.tsx";
import css from "./import.module.css";

const reportShape = z.object({
  levels: z.array(
    z.object({
      component_type: componentTypeShape,
      component_count: z.number(),
    }),
  ),
  mended: z.record(z.string(), z.number()).default({}),
  confirmed: z.array(problemShape).default([]),
  notes: z.array(problemShape).default([]),
});

export function TwinReport({ task }: { task: Task }) {
  const report = reportShape.safeParse(task.output.result).data;
  if (!report) return null;
  const changes = twinChangesOf(task);
  const mended = Object.entries(report.mended).filter(([, count]) => count > 0);
  return (
    <>
      <TwinNotes notes={report.notes} />
      <ProblemList title={t("import:confirmed")} problems={report.confirmed} />
      {changes && (changes.mode !== "create" || changes.orphans.length > 0) ? (
        <TwinChangeTable {...changes} />
      ) : (
        <table className={css.report}>
          <thead>
            <tr>
              <th scope="col">{t("import:report.type")}</th>
              <th scope="col">{t("import:report.count")}</th>
            </tr>
          </thead>
          <tbody>
            {report.levels.map((level) => (
              <tr key={level.component_type}>
                <th scope="row">{t(`component:type.${level.component_type}.many`)}</th>
                <td>{formatNumber(level.component_count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {changes ? <TwinColumns columns={changes.columns} /> : null}
      {mended.length > 0 ? (
        <div>
          <h3>{t("import:report.mended")}</h3>
          <ul className={css.mended}>
            {mended.map(([kind, count]) => (
              <li key={kind}>{t(`import:mended.${kind}`, { count })}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {changes ? (
        <ProblemList
          title={t("import:left_out")}
          problems={changes.refused}
          counts={changes.refused_counts}
        />
      ) : null}
    </>
  );
}
