// Filters of the list of analyses: state, customer, plant, date, and what is to be invoiced.
import {
  analysisStates,
  type Analysis,
  type AnalysisState,
} from "../../domain/analysis/analysis.ts";
import { isToBeInvoiced } from "../../domain/analysis/invoice-change.ts";
import type { DateRange } from "../../domain/date-range.ts";
import { batchName } from "../../state/settings/evaluation-batch.ts";
import { surveyDate } from "../../state/shell/site-clock.ts";
import { dateRangeOptions } from "../../state/shell/date-range.ts";
import { t } from "../../state/shell/locale.ts";
import { Select } from "../../ui/form/choice.tsx";
import { DateRangeSelect } from "../../ui/form/date-range-select.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";

/** Null does not filter. */
export type AnalysisFilter = {
  readonly state: AnalysisState | null;
  readonly customer_name: string | null;
  readonly plant_id: number | null;
  readonly range: DateRange;
  readonly to_invoice: boolean;
  /** An evaluation batch of a plant, as `batchKey` names it. */
  readonly batch: string | null;
};

/** Numbers of batches are unique per plant. */
export function batchKey(plant_id: number, number: number): string {
  return `${plant_id} ${number}`;
}

export const noFilter: AnalysisFilter = {
  state: null,
  customer_name: null,
  plant_id: null,
  range: "all_time",
  to_invoice: false,
  batch: null,
};

/** Id of the option "all"; no customer has this name, because names are not empty. */
const ANY = "";

export function AnalysisFilters({
  analyses,
  filter,
  onChange,
}: {
  analyses: readonly Analysis[];
  filter: AnalysisFilter;
  onChange: (filter: AnalysisFilter) => void;
}) {
  const customers = [...new Set(analyses.map(({ customer_name }) => customer_name))];
  const plants = new Map(
    analyses
      .filter((one) => filter.customer_name === null || one.customer_name === filter.customer_name)
      .map(({ plant_id, plant_name }) => [plant_id, plant_name]),
  );
  const batches = new Map(
    analyses
      .filter((one) => filter.plant_id === null || one.plant_id === filter.plant_id)
      .flatMap(({ plant_id, plant_name, evaluation_batches }) =>
        evaluation_batches.map((batch) => [
          batchKey(plant_id, batch.number),
          { label: batchName(batch), hint: plant_name },
        ]),
      ),
  );
  return (
    <>
      <Select
        label={t("analyses:filter.state")}
        labelHidden
        size="sm"
        value={filter.state ?? ANY}
        onChange={(state) => onChange({ ...filter, state: state === ANY ? null : state })}
        options={[
          { id: ANY, label: t("analyses:filter.any_state") },
          ...analysisStates.map((id) => ({ id, label: t(`analyses:state.${id}`) })),
        ]}
      />
      {customers.length > 1 ? (
        <Select
          label={t("analyses:filter.customer")}
          labelHidden
          size="sm"
          value={filter.customer_name ?? ANY}
          onChange={(name) =>
            onChange({
              ...filter,
              customer_name: name === ANY ? null : name,
              plant_id: null,
              batch: null,
            })
          }
          options={[
            { id: ANY, label: t("analyses:filter.any_customer") },
            ...customers.toSorted((a, b) => a.localeCompare(b)).map((id) => ({ id, label: id })),
          ]}
        />
      ) : null}
      {plants.size > 1 || filter.plant_id !== null ? (
        <Select
          label={t("analyses:filter.plant")}
          labelHidden
          size="sm"
          value={filter.plant_id ?? 0}
          onChange={(id) => onChange({ ...filter, plant_id: id === 0 ? null : id, batch: null })}
          options={[
            { id: 0, label: t("analyses:filter.any_plant") },
            ...[...plants]
              .map(([id, label]) => ({ id, label }))
              .toSorted((a, b) => a.label.localeCompare(b.label)),
          ]}
        />
      ) : null}
      {batches.size > 0 || filter.batch !== null ? (
        <Select
          label={t("analyses:filter.batch")}
          labelHidden
          size="sm"
          value={filter.batch ?? ANY}
          onChange={(id) => onChange({ ...filter, batch: id === ANY ? null : id })}
          options={[
            { id: ANY, label: t("analyses:filter.any_batch") },
            ...[...batches]
              .map(([id, option]) => ({ id, ...option }))
              .toSorted((a, b) => a.label.localeCompare(b.label, undefined, { numeric: true })),
          ]}
        />
      ) : null}
      <DateRangeSelect
        label={t("shell:range.label")}
        options={dateRangeOptions(analyses.map(surveyDate))}
        value={filter.range}
        onChange={(range) => onChange({ ...filter, range })}
      />
      {filter.to_invoice || analyses.some(isToBeInvoiced) ? (
        <Checkbox
          isSelected={filter.to_invoice}
          onChange={(to_invoice) => onChange({ ...filter, to_invoice })}
        >
          {t("analyses:filter.to_invoice")}
        </Checkbox>
      ) : null}
    </>
  );
}
