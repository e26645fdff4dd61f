// The columns of a file of findings: what is broken, where, how it was measured, and what was decided of it.
import { atom } from "jotai";
import { componentTypeIds } from "../../../domain/component/component.ts";
import type { Cell, ExportCells } from "../../../domain/export/export-request.ts";
import {
  causesAt,
  hasUncertainty,
  sizeAt,
  sizeFigures,
  statedFigures,
  type StatedValue,
} from "../../../domain/finding/finding-cause.ts";
import type { ListedFinding } from "../../../domain/finding/finding-list.ts";
import type { KeyFigure, Severity } from "../../../domain/key-figure/key-figure.ts";
import { roundToStep } from "../../../domain/key-figure/severity.ts";
import { uncertaintyInStep } from "../../../domain/key-figure/value-range-text.ts";
import { workOrderCode } from "../../../domain/work-order/work-order-code.ts";
import { valueOf } from "../../shell/loaded.ts";
import { canWait } from "../../shell/may-keep.ts";
import { t } from "../../shell/locale.ts";
import { surveyDate } from "../../shell/site-clock.ts";
import { analysisAtom, analysisIdAtom } from "../analysis/analysis.ts";
import { columnValues, loadColumn, summariesAtom } from "../column/column.ts";
import { limitsOfAtom } from "../column/key-figure.ts";
import {
  componentTypeName,
  formatValue,
  keyFigureName,
  keyFigureTitle,
  severityName,
} from "../column/value-words.ts";
import { pathName } from "../component/component-words.ts";
import { positionOf } from "../component/place-action.ts";
import { listedName, listedTarget } from "./listed.ts";
import { faultName, rmaName, statusName } from "./words.ts";

/** Loads the columns that say how findings of these types were measured, as far as the open analysis has them. */
const loadStated = atom(null, async (get, set, findings: readonly ListedFinding[]) => {
  const analysis_id = get(analysisIdAtom);
  const types = componentTypeIds.filter((id) =>
    findings.some(({ component_type }) => component_type === id),
  );
  const stated = statedFigures(types);
  const wanted = new Set(stated.map(({ id }) => id));
  const own = (valueOf(get(summariesAtom)) ?? []).filter(({ key_figure_id }) =>
    wanted.has(key_figure_id),
  );
  let isComplete = true;
  for (const summary of own) {
    if (analysis_id === null) break;
    try {
      await set(loadColumn, analysis_id, summary);
    } catch (cause) {
      if (!canWait(cause)) throw cause;
      // A device without a network has the columns that were taken along.
      isComplete = false;
    }
  }
  const hashes = new Map(own.map(({ key_figure_id, hash }) => [key_figure_id, hash]));
  const limitsOf = get(limitsOfAtom);
  const valuesOf = ({ id }: KeyFigure) => {
    const hash = hashes.get(id);
    return hash === undefined ? undefined : columnValues(hash);
  };
  return { valuesOf, limitsOf, types, isComplete };
});

/** "Bypass diode: One substring". */
function causeWords({ keyFigure, value }: StatedValue): string {
  const [name, said] = [keyFigureName(keyFigure), formatValue(keyFigure, value)];
  return name === said ? name : t("component:shown_title", { name, value: said });
}

/** To the centimetre. */
const rounded = (degrees: number) => Math.round(degrees * 1e7) / 1e7;

/** The columns of these findings, whose rows are their places in the list; what names their cause is loaded first. */
export const findingColumns = atom(
  null,
  async (
    get,
    set,
    findings: readonly ListedFinding[],
  ): Promise<{ readonly columns: ExportCells[]; readonly isComplete: boolean }> => {
    const survey = await set(loadStated, findings);
    const analysis = get(analysisAtom);
    const day = analysis ? surveyDate(analysis) : "";
    const place = get(positionOf);
    const [causes, size] = [causesAt(survey), sizeAt(survey)];
    const positionAt = (one: ListedFinding) =>
      one.row === null ? null : place({ component_type: one.component_type, row: one.row });
    const sizes = sizeFigures.filter(
      (figure) =>
        survey.isComplete &&
        survey.types.includes(figure.component_type) &&
        survey.valuesOf(figure) !== undefined,
    );
    const text = (header: string, cell: (one: ListedFinding) => Cell): ExportCells => ({
      header,
      key: header,
      isNumber: false,
      at: (row) => cell(findings[row]!),
    });
    const degrees = (of: "longitude" | "latitude", at: 0 | 1) =>
      text(`${t(`export:column.${of}`)} (°)`, (one) => {
        const found = positionAt(one)?.[at];
        return found === undefined ? null : rounded(found);
      });
    const measured = sizes.flatMap((figure) => {
      /** A cell of what the open analysis has measured; an older one has judged what it does not show. */
      const cell = (of: (found: StatedValue) => number | null) => (one: ListedFinding) => {
        const found = one.row === null || !one.isShown ? null : size(one, one.row);
        return found?.keyFigure === figure ? of(found) : null;
      };
      const value = text(
        keyFigureTitle(figure),
        cell((found) => roundToStep(figure, found.value)),
      );
      if (!hasUncertainty(survey, figure)) return [value];
      const wide = cell(({ uncertainty }) =>
        uncertainty === null ? null : uncertaintyInStep(figure, uncertainty),
      );
      return [value, text(`± ${keyFigureTitle(figure)}`, wide)];
    });
    const columns = [
      text(t("finding:csv.name"), listedName),
      text(t("finding:csv.place"), ({ row, component_type }) =>
        row === null ? "" : pathName({ component_type, row }),
      ),
      degrees("longitude", 0),
      degrees("latitude", 1),
      text(t("finding:csv.type"), ({ component_type }) => componentTypeName(component_type)),
      text(t("finding:filter.fault"), faultName),
      ...(survey.isComplete
        ? [
            text(t("finding:csv.cause"), (one) =>
              one.row === null || !one.isShown
                ? ""
                : causes(one, one.row).map(causeWords).join("; "),
            ),
          ]
        : []),
      ...measured,
      text(t("finding:filter.severity"), ({ severity }) =>
        severity === null ? "" : severityName(severity as Severity),
      ),
      text(t("loss:repair.safety"), (one) => (one.is_dangerous ? t("loss:repair.safety") : "")),
      text(t("finding:field.status"), ({ status }) => statusName(status)),
      text(t("finding:field.reason"), ({ life }) => life?.reason ?? ""),
      text(t("finding:field.assignee_id"), ({ life }) => life?.assignee_name ?? ""),
      text(t("finding:field.crew"), ({ life }) => life?.crew ?? ""),
      text(t("finding:field.due_on"), ({ life }) => life?.due_on ?? ""),
      text(t("finding:csv.changed"), ({ life }) => life?.updated_at ?? ""),
      text(t("work-order:one"), ({ life }) =>
        life?.work_order ? workOrderCode(life.work_order) : "",
      ),
      text("component_type", ({ component_type }) => component_type),
      text("dt_id", (one) => listedTarget(one)?.dt_id ?? ""),
      text("fault_type", ({ fault_type }) => fault_type),
      text("status", ({ status }) => status),
      text(t("finding:field.rma"), ({ life }) => rmaName(life?.rma ?? "none")),
      text(t("finding:field.rma_claim"), ({ life }) => life?.rma_claim ?? ""),
      text(t("finding:field.rma_reason"), ({ life }) => life?.rma_reason ?? ""),
      text(t("finding:field.replaced_on"), ({ life }) => life?.replaced_on ?? ""),
      text(t("finding:field.new_serial"), ({ life }) => life?.new_serial ?? ""),
      text("rma", ({ life }) => life?.rma ?? "none"),
      text(t("finding:field.parts"), ({ life }) => life?.parts ?? ""),
      text(t("finding:field.done_on"), ({ life }) => life?.done_on ?? ""),
      text("finding_id", ({ life }) => life?.id ?? null),
      text(t("export:column.flown_at"), ({ isShown }) => (isShown ? day : "")),
    ];
    return { columns, isComplete: survey.isComplete };
  },
);
