// A field for each custom property of the component's type, and for the key figures that were added.
import { Fragment, useState } from "react";
import { useAtomValue } from "jotai";
import { keyFigureById } from "../../domain/key-figure/key-figure.ts";
import {
  columnBlockedBy,
  type ObservationColumn,
} from "../../domain/observation/observation-column.ts";
import type { ColumnValue, Observation } from "../../domain/observation/observation.ts";
import {
  rangeOf,
  type CustomComponentProperty,
} from "../../domain/plant/custom-component-property.ts";
import { valuesOfColumnAtom } from "../../state/observation/filter.ts";
import { isSmallScreenAtom } from "../../state/shell/small-screen.ts";
import { columnsByIdAtom } from "../../state/observation/observation.ts";
import { columnName } from "../../state/observation/words.ts";
import { keyFiguresAtom } from "../../state/plant/column/key-figure.ts";
import { t } from "../../state/shell/locale.ts";
import { RequiredMark } from "../../ui/form/field-label.tsx";
import { Choices } from "../../ui/form/choices.tsx";
import { ColourField } from "../../ui/form/colour-field.tsx";
import { Segments, Select } from "../../ui/form/choice.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { NumberField } from "../number-field/number-field.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { RecordSection } from "../../ui/record-panel.tsx";
import type { RecordDraft } from "../record/record-draft.ts";
import { ValueField } from "../record/value-field.tsx";
import { valuesOf, type ColumnField, type ObservationDraft } from "./observation-draft.ts";
import { quickOptions } from "./quick-options.ts";
import css from "./observation.module.css";

type FieldsProps = {
  /** Values of the observation before the edit. */
  stored: Observation["column_values"];
  columns: readonly ObservationColumn[];
  /** IDs of columns that were used last: key figures among them are shown at once. */
  recent: readonly string[];
  form: RecordDraft<ObservationDraft>;
};

export function ColumnFields({ stored, columns, recent, form }: FieldsProps) {
  const enabled = new Set(useAtomValue(keyFiguresAtom).map(({ id }) => id));
  const values = valuesOf(form.draft);
  const known = useAtomValue(columnsByIdAtom);
  // What has a stored value stays in sight; what was typed in a field that went away comes back with it.
  const properties = columns.flatMap((column) => {
    if (column.ccp_column === null) return [];
    const parent = columnBlockedBy(column, values, known);
    const isStored = stored.some(({ column_id }) => column_id === column.id);
    return parent === null || isStored ? { column, parent } : [];
  });
  const figures = columns.filter(({ pi_column }) => pi_column !== null);
  const [added, setAdded] = useState<readonly string[]>(() =>
    figures
      .map(({ id }) => id)
      .filter((id) => form.draft[id as ColumnField] !== undefined || recent.includes(id)),
  );
  const isFilled = (id: string) => (form.draft[id as ColumnField] ?? null) !== null;
  const shown = figures.filter(({ id }) => added.includes(id) || isFilled(id));
  const others = figures.filter(
    ({ id, pi_column }) =>
      !shown.some((one) => one.id === id) && enabled.has(pi_column?.pi_id ?? 0),
  );
  return (
    <>
      {properties.length > 0 ? (
        <RecordSection title={t("observation:properties")}>
          {properties.map(({ column, parent }) => (
            <Fragment key={column.id}>
              <ColumnValueField
                column={column}
                isRequired={parent === null && isAsked(column, form.draft)}
                {...form.bind(column.id as ColumnField)}
              />
              {parent ? (
                <small className={css.quiet}>
                  {t("observation:not_asked", { name: parent.name })}
                </small>
              ) : null}
            </Fragment>
          ))}
        </RecordSection>
      ) : null}
      {figures.length > 0 ? (
        <RecordSection title={t("observation:key_figures")}>
          {shown.map((column) => (
            <ColumnValueField
              key={column.id}
              column={column}
              {...form.bind(column.id as ColumnField)}
            />
          ))}
          {others.length > 0 ? (
            <Select
              label={t("observation:add_key_figure")}
              options={others.map((column) => ({ id: column.id, label: columnName(column) }))}
              value={null}
              onChange={(id) => setAdded([...added, id])}
            />
          ) : null}
        </RecordSection>
      ) : null}
    </>
  );
}

/** A property of an analysis is not asked for without one. */
const isAsked = ({ ccp_column }: ObservationColumn, { analysis_id }: ObservationDraft) =>
  ccp_column?.is_required === true &&
  (ccp_column.relation_type !== "analysis" || analysis_id !== null);

export type ColumnValueFieldProps = {
  column: ObservationColumn;
  value: ColumnValue | null | undefined;
  onChange: (value: ColumnValue | null) => void;
  error: string | null;
  isRequired?: boolean;
};

/** The field of one column, by its data type. */
export function ColumnValueField({
  column,
  value,
  onChange,
  error,
  isRequired = false,
}: ColumnValueFieldProps) {
  const property = column.ccp_column;
  const isSmall = useAtomValue(isSmallScreenAtom);
  const used = useAtomValue(valuesOfColumnAtom);
  const quick = isSmall ? quickOptions(column, used) : null;
  if (quick) {
    const chosen = quick.find(({ value: one }) => one === value)?.id ?? null;
    return (
      <>
        <Choices
          label={columnName(column)}
          isRequired={isRequired}
          options={quick}
          value={chosen}
          onChange={(id) => onChange(quick.find((one) => one.id === id)?.value ?? null)}
          error={error}
        />
        {property?.data_type === "color" ? (
          <PropertyField {...{ property, value, onChange, error, isRequired }} />
        ) : null}
      </>
    );
  }
  if (property) return <PropertyField {...{ property, value, onChange, error, isRequired }} />;
  const figure = keyFigureById(column.pi_column?.pi_id ?? 0);
  if (!figure) return null;
  return (
    <ValueField
      figure={figure}
      value={typeof value === "number" ? value : NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
      error={error}
    />
  );
}

type PropertyFieldProps = Omit<ColumnValueFieldProps, "column"> & {
  property: CustomComponentProperty;
};

const NONE = "";

function PropertyField({ property, value, onChange, error, isRequired }: PropertyFieldProps) {
  const { name: label, data_type } = property;
  switch (data_type) {
    case "checkbox":
      return (
        <div className={css.tickField}>
          <Checkbox isSelected={value === true} onChange={onChange}>
            {label}
          </Checkbox>
          {error ? <small className={css.problem}>{error}</small> : null}
        </div>
      );
    case "true_false":
      return (
        <div className={css.tickField}>
          <span className={css.label} aria-hidden="true">
            {label}
            {isRequired ? <RequiredMark /> : null}
          </span>
          <Segments
            label={label}
            options={[
              { id: "none", label: "–" },
              { id: "yes", label: t("observation:yes") },
              { id: "no", label: t("observation:no") },
            ]}
            value={value === true ? "yes" : value === false ? "no" : "none"}
            onChange={(id) => onChange(id === "none" ? null : id === "yes")}
          />
          {error ? <small className={css.problem}>{error}</small> : null}
        </div>
      );
    case "text":
      return (
        <TextField
          label={label}
          isRequired={isRequired}
          value={typeof value === "string" ? value : ""}
          onChange={(text) => onChange(text === "" ? null : text)}
          error={error}
        />
      );
    case "number":
    case "number_range": {
      const ranges = property.number_ranges;
      const found = typeof value === "number" ? rangeOf(ranges?.ranges ?? [], value) : undefined;
      return (
        <NumberField
          label={label}
          isRequired={isRequired}
          unit={ranges?.unit ?? ""}
          value={typeof value === "number" ? value : NaN}
          onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
          formatOptions={{ maximumFractionDigits: 6 }}
          hint={found?.label}
          error={error}
        />
      );
    }
    case "options":
      return (
        <Select
          label={label}
          isRequired={isRequired}
          options={[
            { id: NONE, label: "–" },
            ...(property.options ?? []).map((one) => ({ id: one.id, label: one.label })),
          ]}
          value={typeof value === "string" ? value : NONE}
          onChange={(id) => onChange(id === NONE ? null : id)}
          error={error}
        />
      );
    case "color":
      return (
        <ColourField
          label={label}
          isRequired={isRequired}
          pickLabel={t("observation:pick_colour", { name: label })}
          value={typeof value === "string" ? value : ""}
          onChange={(text) => onChange(text === "" ? null : text)}
          error={error}
        />
      );
  }
}
