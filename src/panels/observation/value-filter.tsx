// A filter on the values of one column: some of its values, or a range of numbers.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import {
  listFilterAtom,
  setListFilter,
  usedColumnsAtom,
  valuesOfColumnAtom,
} from "../../state/observation/filter.ts";
import { foldedLetters } from "../../domain/text.ts";
import { columnName, columnValueWords } from "../../state/observation/words.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { SearchField } from "../../ui/form/field.tsx";
import { NumberField } from "../number-field/number-field.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import css from "./observation.module.css";

/** More different values are filtered by their range. */
const MOST_CHOICES = 12;

export function ValueFilter() {
  const used = useAtomValue(usedColumnsAtom);
  const [chosen, setChosen] = useState<string | null>(null);
  const column = used.find((one) => one.column.id === chosen)?.column;
  if (used.length === 0) return null;
  return (
    <>
      <Select
        label={t("observation:value_of")}
        options={used.map((one) => ({ id: one.column.id, label: columnName(one.column) }))}
        value={column?.id ?? null}
        onChange={setChosen}
      />
      {column ? <Values key={column.id} column={column} /> : null}
    </>
  );
}

type Column = { column: Parameters<typeof columnValueWords>[0] };

function Values({ column }: Column) {
  const values = useAtomValue(valuesOfColumnAtom)(column.id);
  const filter = useAtomValue(listFilterAtom);
  const set = useSetAtom(setListFilter);
  const [search, setSearch] = useState("");
  const others = filter.values.filter(
    (one) => !("column_id" in one) || one.column_id !== column.id,
  );
  const known = filter.values.find((one) => "column_id" in one && one.column_id === column.id);
  const chosen = known?.kind === "value" ? known.values : [];
  const isNumbers = values.every(({ value }) => typeof value === "number");
  if (known?.kind === "range" || (isNumbers && values.length > MOST_CHOICES)) {
    const range = known?.kind === "range" ? known : null;
    // Another filter from outside is shown by other fields.
    return <Range key={JSON.stringify(range)} column={column} known={range} />;
  }
  const wanted = foldedLetters(search.trim());
  const found = values.filter(({ value }) =>
    foldedLetters(columnValueWords(column, value)).includes(wanted),
  );
  // What is chosen stays in view.
  const first = [
    ...values.filter(({ value }) => chosen.includes(value)),
    ...found.filter(({ value }) => !chosen.includes(value)),
  ];
  const shown = first.slice(0, Math.max(MOST_CHOICES, chosen.length));
  const more = first.length - shown.length;
  return (
    <fieldset className={css.options}>
      <legend>{columnName(column)}</legend>
      {values.length > MOST_CHOICES ? (
        <SearchField
          label={t("observation:search_values")}
          clearLabel={t("shell:clear")}
          value={search}
          onChange={setSearch}
        />
      ) : null}
      {shown.map(({ value, count }) => (
        <Checkbox
          key={String(value)}
          isSelected={chosen.includes(value)}
          onChange={(is) => {
            const next = is ? [...chosen, value] : chosen.filter((one) => one !== value);
            set({
              values:
                next.length === 0
                  ? others
                  : [...others, { kind: "value", column_id: column.id, values: next }],
            });
          }}
        >
          <span>{columnValueWords(column, value)}</span>
          <small>{formatNumber(count)}</small>
        </Checkbox>
      ))}
      {more > 0 ? (
        <small>{t("observation:more_values", { count: more, n: formatNumber(more) })}</small>
      ) : null}
    </fieldset>
  );
}

type RangeFilter = { readonly min: number | null; readonly max: number | null };

function Range({ column, known }: Column & { known: RangeFilter | null }) {
  const filter = useAtomValue(listFilterAtom);
  const set = useSetAtom(setListFilter);
  const [min, setMin] = useState(known?.min ?? NaN);
  const [max, setMax] = useState(known?.max ?? NaN);
  const isEmpty = Number.isNaN(min) && Number.isNaN(max);
  const isReversed = min > max;
  const others = filter.values.filter(
    (one) => !("column_id" in one) || one.column_id !== column.id,
  );
  const limit = (value: number) => (Number.isNaN(value) ? null : value);
  const apply = () => {
    if (isReversed) return;
    const range = {
      kind: "range",
      column_id: column.id,
      min: limit(min),
      max: limit(max),
    } as const;
    set({ values: isEmpty ? others : [...others, range] });
  };
  return (
    <form
      className={css.range}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <div className={css.pair}>
        <NumberField label={t("filter:from")} value={min} onChange={setMin} />
        <NumberField
          label={t("filter:to")}
          value={max}
          onChange={setMax}
          error={isReversed ? t("filter:turned") : null}
        />
      </div>
      <Button type="submit" isDisabled={(isEmpty && known === null) || isReversed}>
        {t("filter:apply")}
      </Button>
    </form>
  );
}
