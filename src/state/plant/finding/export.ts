// Findings taken elsewhere: selected on the map, and saved as a file.
import { atom } from "jotai";
import { today } from "../../shell/date-range.ts";
import { csvRow } from "../../../domain/column/csv.ts";
import { componentTypeIds } from "../../../domain/component/component.ts";
import type { ListedFinding } from "../../../domain/finding/finding-list.ts";
import { workOrderCode } from "../../../domain/work-order/work-order-code.ts";
import type { Severity } from "../../../domain/key-figure/key-figure.ts";
import { analysisAtom } from "../analysis/analysis.ts";
import { componentTypeName, severityName } from "../column/value-words.ts";
import { pathName } from "../component/component-words.ts";
import { select } from "../component/selection.ts";
import { plantAtom } from "../plant.ts";
import { valueOf } from "../../shell/loaded.ts";
import { formatNumber, t } from "../../shell/locale.ts";
import { saveBlob } from "../../shell/save-file.ts";
import { showDone, showNote } from "../../shell/toast.ts";
import { listedName, listedTarget } from "./listed.ts";
import { faultName, rmaName, statusName } from "./words.ts";

/**
 * Selects their components on the map: those of the type that most of them have, because a selection has one; how
 * many it leaves out is said.
 */
export const selectFindings = atom(null, (_get, set, findings: readonly ListedFinding[]) => {
  const byType = componentTypeIds.map((component_type) => ({
    component_type,
    rows: findings.flatMap((one) =>
      one.component_type === component_type && one.row !== null ? [one.row] : [],
    ),
  }));
  const [most] = byType.toSorted((a, b) => b.rows.length - a.rows.length);
  if (!most || most.rows.length === 0) return;
  set(select, { ...most, mode: "replace" });
  const left = findings.length - most.rows.length;
  if (left === 0) return;
  const type = componentTypeName(most.component_type);
  showNote(t("finding:left_of_map", { count: left, n: formatNumber(left), type }));
});

/** Starts the download of the findings as CSV. `component_type`, `dt_id` and `fault_type` name a finding for ever. */
export const saveFindings = atom(null, (get, _set, findings: readonly ListedFinding[]) => {
  const head = [
    t("finding:csv.name"),
    t("finding:csv.place"),
    t("finding:csv.type"),
    t("finding:filter.fault"),
    t("finding:filter.severity"),
    t("finding:field.status"),
    t("finding:field.reason"),
    t("finding:field.assignee_id"),
    t("finding:field.crew"),
    t("finding:field.due_on"),
    t("finding:csv.changed"),
    t("work-order:one"),
    "component_type",
    "dt_id",
    "fault_type",
    "status",
    t("finding:field.rma"),
    t("finding:field.rma_claim"),
    t("finding:field.rma_reason"),
    t("finding:field.replaced_on"),
    t("finding:field.new_serial"),
    "rma",
    t("finding:field.parts"),
    t("finding:field.done_on"),
  ];
  const rows = findings.map((one) => {
    const { life, component_type, row, severity, fault_type, status } = one;
    return [
      listedName(one),
      row === null ? "" : pathName({ component_type, row }),
      componentTypeName(component_type),
      faultName(one),
      severity === null ? "" : severityName(severity as Severity),
      statusName(status),
      life?.reason ?? "",
      life?.assignee_name ?? "",
      life?.crew ?? "",
      life?.due_on ?? "",
      life?.updated_at ?? "",
      life?.work_order ? workOrderCode(life.work_order) : "",
      component_type,
      listedTarget(one)?.dt_id ?? "",
      fault_type,
      status,
      rmaName(life?.rma ?? "none"),
      life?.rma_claim ?? "",
      life?.rma_reason ?? "",
      life?.replaced_on ?? "",
      life?.new_serial ?? "",
      life?.rma ?? "none",
      life?.parts ?? "",
      life?.done_on ?? "",
    ];
  });
  const text = [head, ...rows].map(csvRow).join("");
  const parts = [valueOf(get(plantAtom))?.name, get(analysisAtom)?.name, t("finding:title")];
  saveBlob(
    new Blob(["\uFEFF", text], { type: "text/csv" }),
    `${[...parts, today()].join(" ").replaceAll(/[^\p{L}\d]+/gu, "-")}.csv`,
  );
  showDone(t("finding:csv.saved"));
});
