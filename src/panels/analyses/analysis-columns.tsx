// The columns of the list of analyses.
import { Link } from "wouter";
import { analysisStates, type Analysis } from "../../domain/analysis/analysis.ts";
import { surveyDay } from "../../state/shell/site-clock.ts";
import { t } from "../../state/shell/locale.ts";
import { Badge } from "../../ui/feedback.tsx";
import type { Column } from "../../ui/table/table-sort.tsx";
import { visibilityTones } from "../release/visibility.tsx";
import { stateTones } from "../../ui/tone.ts";
import css from "./analyses.module.css";

/** Staff open the page of an analysis, others its results on the map. */
export function addressOf({ id, plant_id }: Analysis, isStaff: boolean): string {
  return isStaff ? `/analysis/${id}` : `/plant/${plant_id}?analysis=${id}`;
}

const invoiceTones = {
  NEEDS_TO_BE_CREATED: "watch",
  DRAFT: "info",
  SENT: "info",
  PAID: "good",
  NO_INVOICE_REQUIRED: "neutral",
} as const;

/** @param isInvoiced shows the state of the invoice with the way to it instead of the visibility */
export function analysisColumns(isStaff: boolean, isInvoiced = false): Column<Analysis>[] {
  const invoice: Column<Analysis> = {
    id: "invoice_state",
    title: t("analysis:invoice.field.invoice_state"),
    width: "min(12.5rem, 30vw)",
    sortBy: ({ invoice_state }) => invoice_state ?? "",
    cell: ({ id, invoice_state }) =>
      invoice_state === null ? null : (
        <Link href={`/analysis/${id}#invoice`} className={css.link}>
          <Badge tone={invoiceTones[invoice_state]}>
            {t(`analysis:invoice.state.${invoice_state}`)}
          </Badge>
        </Link>
      ),
  };
  const columns: Column<Analysis>[] = [
    {
      id: "name",
      title: t("analyses:field.name"),
      sortBy: ({ name }) => name,
      // Analyses of two plants may have one name.
      cell: (analysis) => (
        <>
          <Link href={addressOf(analysis, isStaff)} className={css.link} title={analysis.name}>
            {analysis.name}
          </Link>
          <span className={css.plant} title={analysis.plant_name}>
            {analysis.plant_name}
          </span>
        </>
      ),
    },
    {
      id: "plant_name",
      title: t("analyses:field.plant"),
      from: 480,
      sortBy: ({ plant_name }) => plant_name,
      cell: ({ plant_name, plant_id, id }) => (
        <Link href={`/plant/${plant_id}?analysis=${id}`} className={css.link} title={plant_name}>
          {plant_name}
        </Link>
      ),
    },
    {
      id: "flown_at",
      title: t("analyses:field.flown_at"),
      width: "min(9.5rem, 30vw)",
      sortBy: ({ flown_at }) => flown_at,
      cell: surveyDay,
    },
    {
      id: "state",
      title: t("analyses:field.state"),
      width: "9.5rem",
      sortBy: ({ state }) => analysisStates.indexOf(state),
      cell: ({ state }) => <Badge tone={stateTones[state]}>{t(`analyses:state.${state}`)}</Badge>,
    },
    {
      id: "visibility",
      title: t("analyses:field.visibility"),
      width: "12.5rem",
      from: 760,
      sortBy: ({ visibility }) => visibility,
      cell: ({ visibility }) => (
        <Badge tone={visibilityTones[visibility]}>{t(`analyses:visibility.${visibility}`)}</Badge>
      ),
    },
    {
      id: "customer_name",
      title: t("analyses:field.customer"),
      from: 640,
      sortBy: ({ customer_name }) => customer_name,
      cell: ({ customer_name }) => customer_name,
    },
  ];
  if (!isInvoiced) return columns;
  // A phone has no room for two states.
  return columns.map((one) =>
    one.id === "visibility" ? invoice : one.id === "state" ? { ...one, from: 640 } : one,
  );
}
